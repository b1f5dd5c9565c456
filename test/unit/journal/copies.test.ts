// A journal that is copied to be read, set aside, or carried over into another: each on its own, to the last row.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { carryOver } from '#main/journal/carry-over.ts';
import { openFile } from '#main/journal/file.ts';
import { openCopy } from '#main/journal/read-only-copy.ts';
import { salvage, setAsideFile } from '#main/journal/set-aside.ts';
import type { Connect, JournalOptions } from '#main/journal/types.ts';
import { ACCOUNT, createFaultyDisk, createHarness, draft, intentIn, value } from './harness.ts';

const harness = createHarness();
const connect: Connect = (path, options) => new DatabaseSync(path, options);

function withDatabase<T>(name: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(harness.path(name));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

describe('a copy to be read', () => {
  const temporary = () => readdirSync(harness.path('temporary'));

  function setUp() {
    const { TMPDIR } = process.env;
    process.env['TMPDIR'] = harness.path('temporary');
    onTestFinished(() => {
      if (TMPDIR === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = TMPDIR;
    });
    mkdirSync(harness.path('temporary'));
    const lines: unknown[] = [];
    const options: JournalOptions = {
      folder: harness.state.folder,
      accountId: ACCOUNT,
      clock: harness.state.time.clock,
      log: (...line) => void lines.push(line),
    };
    return { lines, open: () => openCopy(options) };
  }

  it('has what only the log knows yet, and is gone when it is closed', () => {
    const journal = harness.open();
    const intentId = intentIn(journal, 'unknown');
    const { open } = setUp();
    const copy = open();
    expect(temporary()).toHaveLength(1);
    expect(copy?.file.relaxed.intents.get(intentId)?.state).toBe('unknown');
    expect(copy?.setAside).toBeUndefined();
    copy?.file.close();
    expect(() => copy?.file.relaxed.intents.get(intentId)).toThrow('statement has been finalized');
    expect(temporary()).toEqual([]);
  });

  it('is none where there is nothing to copy', () => {
    const { open, lines } = setUp();
    expect(open()).toBeUndefined();
    expect(lines).toEqual([]);
  });

  it('is none of a journal that cannot be read here, and leaves nothing behind', () => {
    harness.open().close();
    withDatabase('journal.db', (db) => db.exec('PRAGMA user_version = 99'));
    const { open, lines } = setUp();
    expect(open()).toBeUndefined();
    expect(lines).toEqual([
      [
        'warn',
        'the journal could not be copied to be read',
        { error: expect.stringContaining('newer version of Ballast') },
      ],
    ]);
    expect(temporary()).toEqual([]);
  });
});

describe('a file that is set aside', () => {
  it('has its log and its memory with it, and a number where the name is taken', () => {
    const names = [1, 2, 3].map(() => {
      for (const suffix of ['', '-wal', '-shm'])
        writeFileSync(harness.path(`journal.db${suffix}`), 'x');
      return setAsideFile(harness.path(), 0);
    });
    const base = harness.path('journal.damaged-1970-01-01T00-00-00-000Z');
    expect(names).toEqual([`${base}.db`, `${base}-2.db`, `${base}-3.db`]);
    for (const name of names)
      expect(['', '-wal', '-shm'].map((suffix) => existsSync(name + suffix))).toEqual([
        true,
        true,
        true,
      ]);
    expect(existsSync(harness.path('journal.db-shm'))).toBe(false);
  });
});

describe('what can be read of a damaged file', () => {
  it('counts a line once whose count cannot be', () => {
    const journal = harness.open();
    const intentId = intentIn(journal, 'unknown');
    journal.close();
    withDatabase('journal.db', (db) => {
      db.exec('UPDATE evidence SET times = 3, last_at = at + 5 WHERE seq = 1');
      db.exec('UPDATE evidence SET times = 0, last_at = 7 WHERE seq = 2');
      db.exec('UPDATE evidence SET times = -2, last_at = 7 WHERE seq = 3');
    });
    const { lines } = salvage(harness.path(), ACCOUNT, connect);
    expect(lines.map(({ times }) => times)).toEqual([3, 1, 1]);
    expect(lines.map(({ at, lastAt }) => lastAt - at)).toEqual([5, 0, 0]);
    expect(lines.every((line) => line.intentId === intentId)).toBe(true);
  });

  it('leaves a result where it is, but for a change of the first edition', () => {
    const journal = harness.open();
    const placed = intentIn(journal, 'unknown');
    const changed = intentIn(journal, 'unknown', { kind: 'replace', targetId: 'aimed at' });
    const early = intentIn(journal, 'unknown', { kind: 'replace', targetId: 'gone' });
    journal.close();
    withDatabase('journal.db', (db) => {
      db.prepare(`UPDATE intents SET result_id = 'result' WHERE intent_id = ?`).run(placed);
      db.prepare(
        `UPDATE intents SET result_id = 'aimed', target_id = NULL WHERE intent_id = ?`,
      ).run(early);
    });
    const { intents } = salvage(harness.path(), ACCOUNT, connect);
    const found = (id: string) => {
      const { targetId, resultId } = intents.find(({ intentId }) => intentId === id) ?? {};
      return { targetId, resultId };
    };
    expect(found(placed)).toEqual({ targetId: undefined, resultId: 'result' });
    expect(found(changed)).toEqual({ targetId: 'aimed at', resultId: undefined });
    expect(found(early)).toEqual({ targetId: 'aimed', resultId: undefined });
  });
});

describe('records that are carried over', () => {
  /** A journal with three events and one snapshot worth keeping, and another that is empty. */
  function setUp() {
    const journal = harness.open();
    for (const text of ['a', 'b', 'c'])
      value(journal.saveEvent({ kind: 'desk', detail: 'x', text }));
    value(journal.saveTransfers({}));
    const address = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    value(journal.saveAddresses([{ name: 'Mine', network: 'solana', address }]));
    journal.close();
    const opened = value(
      openFile(
        {
          folder: harness.path('other'),
          accountId: ACCOUNT,
          clock: harness.state.time.clock,
          log: () => undefined,
        },
        'quick',
      ),
    );
    opened.file.close();
    return () => new DatabaseSync(harness.path('other/journal.db'));
  }
  const events = (db: DatabaseSync) => db.prepare('SELECT text FROM events ORDER BY text').all();

  it('are each there once, and counted', () => {
    const to = setUp()();
    expect(carryOver(harness.path(), to, connect).rows).toBe(4);
    expect(events(to).map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    expect(carryOver(harness.path(), to, connect).rows).toBe(0);
    to.close();
  });

  it('are left where they cannot be read as what they are', () => {
    const to = setUp()();
    withDatabase('journal.db', (db) => db.exec(`UPDATE snapshots SET record = '{"cut'`));
    expect(carryOver(harness.path(), to, connect).rows).toBe(3);
    to.close();
  });

  it('are all there or none, and a file that cannot be opened has none', () => {
    const open = setUp();
    const to = open();
    expect(carryOver(harness.path('gone/journal.db'), to, connect)).toEqual({
      rows: 0,
      addresses: { kept: 0, found: 0, isCut: true },
    });
    expect(to.isTransaction).toBe(false);
    to.close();
    const faulty = createFaultyDisk();
    const full = faulty.connect(harness.path('other/journal.db'), { readOnly: false });
    faulty.state.fault = { errcode: 13, at: 'commit' };
    expect(carryOver(harness.path(), full, connect)).toEqual({
      rows: 0,
      addresses: { kept: 0, found: 1, isCut: false },
    });
    expect(full.isTransaction).toBe(false);
    expect(events(full)).toEqual([]);
    full.close();
  });
});

describe('an intent', () => {
  it('has the members that were decided, and no others', () => {
    const journal = harness.open();
    const plain = value(journal.record(draft())).intent;
    expect([Object.hasOwn(plain, 'isExit'), Object.hasOwn(plain, 'targetId')]).toEqual([
      false,
      false,
    ]);
    const exit = value(journal.record(draft({ isExit: true, targetId: 'aimed at' }))).intent;
    expect(exit).toMatchObject({ isExit: true, targetId: 'aimed at' });
    expect(value(journal.get(exit.intentId))).toEqual(exit);
  });
});
