import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it, type TestContext } from 'vitest';
import type { Journal } from '#main/journal/types.ts';
import { mountSmall as mountSmallDisk } from '#test/support/small-mount.ts';
import { createFaultyDisk, createHarness, disk, draft, intentIn, value } from './harness.ts';

const harness = createHarness();
const mounted: string[] = [];
afterEach(() => {
  for (const folder of mounted.splice(0)) spawnSync('umount', ['-l', folder]);
});

function mountSmall(sizeKb: number, context: TestContext): string {
  const folder = harness.path('small');
  mkdirSync(folder);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeKb}k`, 'tmpfs', folder]);
  if (status !== 0) context.skip('a file system cannot be mounted here');
  mounted.push(folder);
  return folder;
}

function fillUp(folder: string): string {
  const path = join(folder, 'filler');
  for (let size = 1 << 20; size >= 1024; size >>= 1)
    for (;;)
      try {
        writeFileSync(path, Buffer.alloc(size), { flag: 'a' });
      } catch {
        break;
      }
  return path;
}

/** Records until the disk refuses. */
function recordUntilFull(journal: Journal) {
  for (let n = 0; n < 5000; n++) {
    const asked = draft({ title: 'x'.repeat(300) });
    const result = journal.record(asked);
    if (!result.ok) return { asked, refusal: disk(result) };
  }
  throw new Error('the disk never filled up');
}

function expectHonestFull(journal: Journal, makeRoom: () => void, reopened: () => Journal) {
  const open = intentIn(journal, 'sent');
  const { asked, refusal } = recordUntilFull(journal);
  expect(refusal).toMatchObject({
    cause: 'full',
    onDisk: 'no',
    isKept: true,
    intent: { intentId: asked.intentId, state: 'not-sent' },
  });
  expect(refusal.message).toMatch(/^Not sent: The disk is full/);
  expect(journal.health()).toMatchObject({ writable: false, cause: 'full', needsReopen: false });
  expect(value(journal.get(asked.intentId))?.state).toBe('not-sent');
  const line = { kind: 'answered', text: 'Accepted.' } as const;
  const step = { step: 'accepted', resultId: 'o' } as const;
  journal.advance(open, step, line);
  expect(value(journal.get(open))?.state).toBe('accepted');
  expect(value(journal.evidence(open)).at(-1)?.text).toBe('Accepted.');
  makeRoom();
  expect(value(journal.record(draft())).isNew).toBe(true);
  expect(journal.health()).toEqual({ writable: true });
  journal.close();
  const again = reopened();
  expect(value(again.get(asked.intentId))?.state).toBe('not-sent');
  expect(value(again.get(open))?.state).toBe('accepted');
  expect(value(again.evidence(open)).at(-1)?.text).toBe('Accepted.');
}

describe('a full disk', () => {
  it('does not send what cannot be recorded, keeps evidence, and writes it once there is room', () => {
    const dbs: DatabaseSync[] = [];
    const journal = harness.open({
      connect(path, options) {
        const db = new DatabaseSync(path, options);
        if (!options.readOnly) db.exec('PRAGMA max_page_count = 60');
        dbs.push(db);
        return db;
      },
    });
    expectHonestFull(
      journal,
      () =>
        dbs.filter((db) => db.isOpen).forEach((db) => db.exec('PRAGMA max_page_count = 100000')),
      () => harness.open(),
    );
  });

  it('does the same on a real file system without space', (context) => {
    const folder = mountSmall(4_096, context);
    const filler = join(folder, 'filler');
    writeFileSync(filler, Buffer.alloc(2_000_000));
    const journal = harness.open({ folder });
    expectHonestFull(
      journal,
      () => rmSync(filler),
      () => harness.open({ folder }),
    );
  });

  it('still opens in memory when there is no space for a journal at all, so that cancels go out', (context) => {
    const folder = mountSmall(64, context);
    const filler = fillUp(folder);
    expect(statfsSync(folder).bavail).toBe(0);
    const { journal, problem } = harness.openAll({ folder });
    expect(problem).toMatchObject({ kind: 'disk' });
    expect(journal.health().writable).toBe(false);
    const place = disk(journal.record(draft()));
    expect(place).toMatchObject({ onDisk: 'no', intent: { state: 'not-sent' } });
    const placeId = place.intent?.intentId ?? '';
    disk(journal.addEvidence(placeId, { kind: 'person', text: 'kept' }));
    expect(journal.reopen().ok).toBe(false);
    rmSync(filler);
    spawnSync('mount', ['-o', 'remount,size=2m', folder]);
    value(journal.reopen());
    expect(journal.health()).toEqual({ writable: true });
    expect(value(journal.get(placeId))?.state).toBe('not-sent');
    journal.close();
    const again = harness.open({ folder });
    expect(value(again.get(placeId))?.state).toBe('not-sent');
    expect(value(again.evidence(placeId)).map(({ kind }) => kind)).toEqual(['not-sent', 'person']);
  });
});

describe('a folder that may not be written', () => {
  it('is said in a sentence, and the journal works in memory until it is opened again', (context) => {
    const isRoot = process.getuid?.() === 0;
    const folder = isRoot ? mountSmall(2048, context) : harness.path('locked');
    const lock = (isLocked: boolean) =>
      isRoot
        ? spawnSync('mount', ['-o', `remount,${isLocked ? 'ro' : 'rw'}`, folder])
        : chmodSync(folder, isLocked ? 0o500 : 0o700);
    const first = harness.open({ folder });
    const before = intentIn(first, 'sent');
    first.close();
    lock(true);
    const { journal, problem } = harness.openAll({ folder });
    expect(problem).toMatchObject({ kind: 'disk', cause: 'read-only' });
    expect(problem?.message).toMatch(
      /^The journal is not writable here\. Allow writing to its folder.* you cannot place orders until then/,
    );
    expect(journal.health()).toMatchObject({ writable: false, needsReopen: true });
    expect(disk(journal.record(draft())).intent?.state).toBe('not-sent');
    // What is in it is shown all the same.
    expect(value(journal.get(before))).toMatchObject({ state: 'unknown' });
    expect(value(journal.list()).intents.map(({ intentId }) => intentId)).toContain(before);
    expect(value(journal.evidence(before)).map(({ kind }) => kind)).toEqual([
      'recorded',
      'sent',
      'recovered',
    ]);
    expect(value(journal.load()).orders.map(({ value: { id } }) => id)).toEqual([]);
    lock(false);
    value(journal.reopen());
    expect(value(journal.get(before))).toMatchObject({ state: 'unknown', unanswered: 1 });
    expect(journal.unsettled().map(({ intentId }) => intentId)).toEqual([before]);
    expect(value(journal.record(draft())).isNew).toBe(true);
  });

  it('while the journal is in use is read from a copy, and nothing is written to that', (context) => {
    const small = mountSmallDisk(context, 4_096);
    const journal = harness.open({ folder: small.folder });
    const before = intentIn(journal, 'accepted');
    journal.close(); // releases the file as an eject would; the object goes on
    small.setReadOnly(true);
    for (let tries = 0; tries < 2; tries++) {
      expect(disk(journal.reopen()).cause).toBe('read-only');
      expect(journal.health()).toMatchObject({ writable: false, needsReopen: true });
      expect(value(journal.evidence(before))).toHaveLength(3);
    }
    const asked = draft();
    expect(disk(journal.record(asked)).intent?.state).toBe('not-sent');
    expect(journal.flush().ok).toBe(false);
    small.setReadOnly(false);
    value(journal.reopen());
    expect(journal.health()).toEqual({ writable: true });
    journal.close();
    const again = harness.open({ folder: small.folder });
    expect(value(again.get(asked.intentId))?.state).toBe('not-sent');
  });

  it('is noticed at the start even when nothing has to be written', () => {
    const { connect, state } = createFaultyDisk();
    const first = harness.open();
    const settled = intentIn(first, 'refused');
    first.close();
    state.fault = { errcode: 8, at: 'begin' };
    const { journal, problem } = harness.openAll({ connect });
    expect(problem).toMatchObject({ kind: 'disk', cause: 'read-only' });
    expect(journal.health().writable).toBe(false);
    expect(value(journal.get(settled))?.state).toBe('refused');
  });

  it('does not let an intent made without the journal overrule what the journal knew', () => {
    const { connect, state } = createFaultyDisk();
    const first = harness.open();
    const asked = draft();
    value(first.record(asked));
    value(first.advance(asked.intentId, { step: 'sent' }, { kind: 'sent', text: 'sent' }));
    first.close();
    state.fault = { errcode: 14, at: 'read' };
    const { journal, problem } = harness.openAll({ connect });
    expect(problem?.kind).toBe('disk');
    expect(disk(journal.record(asked)).intent?.state).toBe('not-sent');
    state.fault = undefined;
    value(journal.reopen());
    expect(value(journal.get(asked.intentId))?.state).toBe('unknown');
  });
});

describe('an I/O error', () => {
  it('overwrites a record whose commit failed but landed, so that no start takes it for sent', () => {
    const { connect, state } = createFaultyDisk();
    const journal = harness.open({ connect });
    const asked = draft();
    state.fault = { errcode: 1034, at: 'landed', times: 1 };
    const refusal = disk(journal.record(asked));
    expect(refusal).toMatchObject({ cause: 'io', onDisk: 'no', intent: { state: 'not-sent' } });
    expect(journal.health()).toMatchObject({ writable: false, needsReopen: true });
    const other = new DatabaseSync(harness.path(), { readOnly: true });
    expect(other.prepare('SELECT state FROM intents').all()).toEqual([{ state: 'not-sent' }]);
    other.close();
  });

  it('says that it is unsure when even that fails, and settles it when opened again', () => {
    const { connect, state } = createFaultyDisk();
    const journal = harness.open({ connect });
    const asked = draft();
    state.fault = { errcode: 1034, at: 'landed' };
    const refusal = disk(journal.record(asked));
    expect(refusal).toMatchObject({ onDisk: 'unsure', intent: { state: 'not-sent' } });
    expect(refusal.message).toMatch(/may be shown as unconfirmed/);
    state.fault = undefined;
    value(journal.reopen());
    journal.close();
    expect(value(harness.open().get(asked.intentId))?.state).toBe('not-sent');
  });

  it('is followed by no write before the file was opened again and checked', () => {
    const { connect, state } = createFaultyDisk();
    const journal = harness.open({ connect });
    const intentId = intentIn(journal, 'sent');
    state.fault = { errcode: 10, at: 'commit' };
    const step = { step: 'accepted', resultId: 'o' } as const;
    disk(journal.advance(intentId, step, { kind: 'answered', text: 'Accepted.' }));
    state.fault = undefined;
    expect(disk(journal.record(draft())).cause).toBe('io');
    expect(disk(journal.addEvidence(intentId, { kind: 'heard', text: 'new' })).isKept).toBe(true);
    expect(
      value(journal.evidence(intentId))
        .slice(-2)
        .map(({ text }) => text),
    ).toEqual(['Accepted.', 'new']);
    expect(journal.health().writable).toBe(false);
    const { flushed } = value(journal.reopen());
    expect(flushed).toBeGreaterThanOrEqual(3);
    expect(journal.health()).toEqual({ writable: true });
    journal.close();
    const again = harness.open();
    expect(value(again.get(intentId))?.state).toBe('accepted');
    expect(value(again.evidence(intentId)).map(({ kind }) => kind)).toEqual([
      'recorded',
      'sent',
      'answered',
      'heard',
    ]);
  });

  it('keeps a cancel-when-found in force although it could not be synced', () => {
    const { connect, state } = createFaultyDisk();
    const journal = harness.open({ connect });
    const intentId = intentIn(journal, 'unknown');
    state.fault = { errcode: 8, at: 'begin' };
    expect(disk(journal.markCancelWhenFound(intentId, 'Cancel it.'))).toMatchObject({
      cause: 'read-only',
      isKept: true,
    });
    expect(journal.pendingCancels()).toMatchObject([{ intentId }]);
  });

  it('of a damaged file sets it aside when opened again and loses no intent of this run', () => {
    const journal = harness.open();
    const open = intentIn(journal, 'unknown');
    const inFlight = intentIn(journal, 'sent');
    const settled = intentIn(journal, 'accepted');
    journal.close(); // releases the file as an eject would; the object goes on
    writeFileSync(harness.path(), 'garbage '.repeat(999));
    const { setAside } = value(journal.reopen());
    expect(setAside).toMatch(/journal\.damaged-/);
    expect(journal.unsettled().map(({ intentId }) => intentId)).toEqual([open, inFlight]);
    journal.close();
    const again = harness.open();
    expect(value(again.get(open))?.state).toBe('unknown');
    expect(value(again.get(inFlight))?.state).toBe('unknown');
    expect(value(again.get(settled))?.state).toBe('accepted');
  });
});

describe('a file that was moved away', () => {
  it('is noticed before an order is called recorded', () => {
    const journal = harness.open();
    const open = intentIn(journal, 'unknown');
    renameSync(harness.path(), harness.path('elsewhere.db'));
    const asked = draft();
    expect(disk(journal.record(asked))).toMatchObject({
      cause: 'gone',
      intent: { state: 'not-sent' },
    });
    value(journal.reopen());
    expect(value(journal.record(draft())).isNew).toBe(true);
    expect(journal.unsettled().map(({ intentId }) => intentId)).toContain(open);
    expect(value(journal.get(asked.intentId))?.state).toBe('not-sent');
  });
});

describe('too many open files', () => {
  it('are told apart from a broken disk', () => {
    harness.open().close();
    const script = `
      import { openSync } from 'node:fs';
      import { openJournal } from '#main/journal/journal.ts';
      for (;;) try { openSync('/dev/null', 'r'); } catch { break; }
      const opened = openJournal({
        folder: process.argv[1],
        accountId: '11111111-1111-4111-8111-111111111111',
        clock: { wall: Date.now, elapsed: () => 0 },
        log: () => undefined,
      });
      process.stdout.write(JSON.stringify(opened.value.problem));
    `;
    const command = 'ulimit -n 128; exec "$0" --input-type=module -e "$1" "$2"';
    const args = ['-c', command, process.execPath, script, harness.state.folder];
    const { stdout } = spawnSync('sh', args, { encoding: 'utf8' });
    expect(JSON.parse(stdout)).toMatchObject({
      cause: 'no-handles',
      message: expect.stringMatching(
        /^Too many files are open, so the journal cannot be opened\./,
      ) as string,
    });
  });
});
