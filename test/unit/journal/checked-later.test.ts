// A journal that is too large to be checked before it is used.
import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '#main/journal/schema.ts';
import {
  createFaultyDisk,
  createHarness,
  draft,
  hideFromIndex,
  intentIn,
  value,
  watchingReads,
} from '#test/unit/journal/harness.ts';

const harness = createHarness();
const LATER = { isCheckedLater: true, checkedAtOnceBytes: 0 };
const IO = 10;
const CORRUPT = 11;
const READ_ONLY = 8;
const UNCHECKED = { writable: true, isUnchecked: true };

const checksIn = (read: readonly string[]): string[] =>
  read.filter((sql) => /_check\(|NOT GLOB/.test(sql));

describe('is opened', () => {
  it('without a check, is recovered at once all the same, and says that it was not checked', () => {
    const first = harness.open();
    const sent = intentIn(first, 'sent');
    first.close();
    const read: string[] = [];
    const { journal, recovered } = harness.openAll({ ...LATER, connect: watchingReads(read) });
    expect(checksIn(read)).toEqual([]);
    expect(journal.health()).toEqual(UNCHECKED);
    expect(recovered).toMatchObject([{ intentId: sent, state: 'unknown' }]);
    expect(value(journal.record(draft(), true)).isNew).toBe(true);
  });

  it('with all checks where it is small, new, or of a version with other columns', () => {
    harness.open(LATER).close();
    const isUnchecked = (more: object): boolean => {
      const read: string[] = [];
      const journal = harness.open({ ...LATER, ...more, connect: watchingReads(read) });
      expect(journal.health()).toEqual(
        checksIn(read).length === 0 ? UNCHECKED : { writable: true },
      );
      journal.close();
      return checksIn(read).length === 0;
    };
    expect(isUnchecked({})).toBe(true);
    expect(isUnchecked({ checkedAtOnceBytes: undefined })).toBe(false);
    expect(isUnchecked({ isCheckedLater: false })).toBe(false);
    const change = (sql: string): void => {
      const db = new DatabaseSync(harness.path());
      db.exec(sql);
      db.close();
    };
    const before = MIGRATIONS.findIndex((sql) => sql.includes('address_digests'));
    change(`DROP TABLE address_digests; PRAGMA user_version = ${before}`);
    expect(isUnchecked({})).toBe(false);
    expect(isUnchecked({})).toBe(true);
  });
});

describe('whose damage is met by the first write', () => {
  it('is opened once more with every check: what the damage hid is recovered with the rest', () => {
    const first = harness.open();
    const hidden = intentIn(first, 'sent');
    const left = intentIn(first, 'recorded');
    first.close();
    hideFromIndex(harness.path(), 'sent');
    const { connect, state } = createFaultyDisk();
    state.fault = { errcode: CORRUPT, at: 'commit', times: 1 };
    const { journal, recovered, problem } = harness.openAll({ ...LATER, connect });
    expect(state.fault).toBeUndefined();
    expect([problem, journal.health()]).toEqual([undefined, { writable: true }]);
    expect(recovered.map(({ intentId }) => intentId)).toEqual([hidden, left]);
    expect(journal.unsettled()).toMatchObject([
      { intentId: hidden, state: 'unknown' },
      { intentId: left, state: 'unknown' },
    ]);
  });
});

describe('is checked afterwards', () => {
  it('and found sound: whoever listens hears of it', () => {
    harness.open().close();
    const journal = harness.open(LATER);
    const heard: unknown[] = [];
    journal.onHealth(() => heard.push(journal.health()));
    journal.setChecked();
    expect(heard).toEqual([{ writable: true }]);
  });

  it('and opened again with every check: what was hidden is there for who reads it anew', () => {
    const first = harness.open();
    const hidden = intentIn(first, 'unknown');
    first.close();
    hideFromIndex(harness.path(), 'unknown');
    const { journal } = harness.openAll(LATER);
    expect(journal.unsettled()).toEqual([]);
    const exit = value(journal.record(draft(), true)).intent.intentId;
    expect(value(journal.reopen())).toEqual({
      setAside: undefined,
      salvaged: 0,
      flushed: 1,
      isFirst: true,
    });
    expect(journal.health()).toEqual({ writable: true });
    expect(value(journal.reopen()).isFirst).toBe(false);
    journal.close();
    const again = harness.open(LATER);
    expect(again.unsettled().map(({ intentId }) => intentId)).toEqual(
      expect.arrayContaining([hidden, exit]) as string[],
    );
  });

  it('and set aside where it is damaged: what was recorded meanwhile is in the new file', () => {
    const first = harness.open();
    const old = intentIn(first, 'unknown');
    for (let n = 0; n < 200; n++) intentIn(first, 'accepted');
    first.close();
    const db = new DatabaseSync(harness.path());
    const { rootpage } = db
      .prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'gaps'`)
      .get() as { rootpage: number };
    db.close();
    const bytes = readFileSync(harness.path());
    bytes.fill(0xff, (rootpage - 1) * 4096, rootpage * 4096);
    writeFileSync(harness.path(), bytes);
    const { journal } = harness.openAll(LATER);
    expect(journal.health()).toEqual(UNCHECKED);
    const exit = value(journal.record(draft(), true)).intent.intentId;
    const { setAside, salvaged, isFirst } = value(journal.reopen());
    expect([setAside === undefined, salvaged, isFirst]).toEqual([false, 202, true]);
    journal.close();
    const again = harness.open();
    expect(again.unsettled().map(({ intentId }) => intentId)).toEqual([old, exit]);
  });

  it('and read from a copy meanwhile: what was hidden is told when it is open itself', () => {
    const first = harness.open();
    const hidden = intentIn(first, 'unknown');
    first.close();
    hideFromIndex(harness.path(), 'unknown');
    const isReadOnly = { value: false };
    const journal = harness.open({
      ...LATER,
      connect(path, options) {
        // The copy is elsewhere.
        if (isReadOnly.value && path === harness.path())
          throw Object.assign(new Error('simulated'), { errcode: READ_ONLY });
        return new DatabaseSync(path, options);
      },
    });
    isReadOnly.value = true;
    for (let n = 0; n < 2; n++) {
      expect(journal.reopen().ok).toBe(false);
      expect(value(journal.get(hidden))?.state).toBe('unknown');
    }
    isReadOnly.value = false;
    expect(value(journal.reopen()).isFirst).toBe(true);
    expect(journal.health()).toEqual({ writable: true });
  });

  it('and first read from a copy: what was left open is followed at once, and told later', () => {
    const first = harness.open();
    const sent = intentIn(first, 'sent');
    first.close();
    const disk = { errcode: IO };
    const journal = harness.open({
      ...LATER,
      connect(path, options) {
        if (disk.errcode > 0 && path === harness.path())
          throw Object.assign(new Error('simulated'), disk);
        return new DatabaseSync(path, options);
      },
    });
    expect(journal.unsettled()).toEqual([]);
    disk.errcode = READ_ONLY;
    expect(journal.reopen().ok).toBe(false);
    expect(journal.unsettled()).toMatchObject([{ intentId: sent, state: 'unknown' }]);
    disk.errcode = 0;
    expect(value(journal.reopen()).isFirst).toBe(true);
    expect(value(journal.get(sent))?.state).toBe('unknown');
  });

  it('with the first error of its disk: it is opened again with every check', () => {
    harness.open().close();
    const journal = harness.open(LATER);
    value(journal.reopen());
    expect(journal.health()).toEqual({ writable: true });
  });
});
