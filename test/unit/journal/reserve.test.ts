// A full disk: orders that open are refused, and exits and cancels go on being recorded in the space kept for them.
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { RESERVE_BYTES } from '#main/journal/reserve.ts';
import type { Journal } from '#main/journal/types.ts';
import { fillUp, mountSmall } from '#test/support/small-mount.ts';
import { createFaultyDisk, createHarness, disk, draft, intentIn, value } from './harness.ts';

const harness = createHarness();
const SIZE_KB = 4_096;
const FULL = 13;

/** One exit as it goes: recorded, sent, accepted. */
function exit(journal: Journal): string {
  const { intentId } = value(journal.record(draft(), true)).intent;
  value(journal.advance(intentId, { step: 'sent' }, { kind: 'sent', text: 'Sent.' }));
  const step = { step: 'accepted', resultId: `order of ${intentId}` } as const;
  value(journal.advance(intentId, step, { kind: 'answered', text: 'Accepted.' }));
  return intentId;
}

function recordUntilFull(journal: Journal): string {
  for (let count = 0; count < 5_000; count++) {
    const asked = draft({ title: 'x'.repeat(300) });
    const result = journal.record(asked);
    if (result.ok) continue;
    expect(disk(result).message).toMatch(/^Not sent: The disk is full/);
    return asked.intentId;
  }
  throw new Error('the disk never filled up');
}

/** Answers the one that did not fit: a later one may be smaller, or need no further page, and is recorded. */
function recordExitsUntilFull(journal: Journal) {
  const record = () => journal.record(draft({ title: 'x'.repeat(300) }), true);
  let exits = 0;
  let refused = record();
  for (; exits < 50_000 && refused.ok; exits++) refused = record();
  return { exits, refused };
}

it('records a hundred exits and a cancel after the disk has refused everything else', (context) => {
  const { folder } = mountSmall(context, SIZE_KB);
  const journal = harness.open({ folder });
  const reservePath = join(folder, 'journal.reserve');
  expect(statSync(reservePath).size).toBe(RESERVE_BYTES);
  const open = intentIn(journal, 'accepted');
  const filler = fillUp(folder);
  const refused = recordUntilFull(journal);
  expect(journal.health()).toMatchObject({ writable: false, cause: 'full', takesExits: true });
  const exits = Array.from({ length: 100 }, () => exit(journal));
  expect(value(journal.markCancelWhenFound(open, 'Cancel it.')).cancelWhenFound).toBe(true);
  const left = statSync(reservePath).size;
  process.stdout.write(
    `100 exits on a full disk took ${RESERVE_BYTES - left} of ${RESERVE_BYTES} bytes\n`,
  );
  expect(left).toBeLessThan(RESERVE_BYTES);
  // Orders that open are refused from memory: they take nothing of it.
  for (let count = 0; count < 200; count++) disk(journal.record(draft()));
  disk(journal.saveEvent({ kind: 'desk', detail: 'x', text: 'y'.repeat(500) }));
  expect(statSync(reservePath).size).toBe(left);
  // A crash now: what was recorded is on the disk.
  const again = harness.open({ folder });
  for (const intentId of exits) expect(value(again.get(intentId))?.state).toBe('accepted');
  expect(value(again.get(open))?.cancelWhenFound).toBe(true);
  again.close();
  rmSync(filler);
  value(journal.flush());
  expect(journal.health()).toEqual({ writable: true });
  expect(statSync(reservePath).size).toBe(RESERVE_BYTES);
  expect(value(journal.record(draft())).isNew).toBe(true);
  expect(value(journal.get(refused))?.state).toBe('not-sent');
});

it('says that exits cannot be recorded either once the space is used up', (context) => {
  const { folder } = mountSmall(context, SIZE_KB);
  const journal = harness.open({ folder });
  fillUp(folder);
  const { exits, refused } = recordExitsUntilFull(journal);
  process.stdout.write(`${exits} exits with long titles used up the reserve\n`);
  expect(exits).toBeGreaterThan(100);
  const health = journal.health();
  expect(health).toMatchObject({ writable: false, cause: 'full' });
  expect(health).not.toHaveProperty('takesExits');
  expect(disk(refused).message).toMatch(/^Not sent: The disk is full/);
});

it('a disk that has no room for it when the desk starts takes exits alone', (context) => {
  const { folder } = mountSmall(context, 1_200);
  const journal = harness.open({ folder });
  expect(journal.health()).toMatchObject({ writable: false, cause: 'full', takesExits: true });
  disk(journal.record(draft()));
  exit(journal);
});

it('is made again with the next write when somebody deleted it', () => {
  const journal = harness.open();
  const path = harness.path('journal.reserve');
  rmSync(path);
  value(journal.saveEvent({ kind: 'desk', detail: 'x', text: 'y' }));
  expect(statSync(path).size).toBe(RESERVE_BYTES);
});

it('is not said to be there on a full disk when somebody deleted it', (context) => {
  const { folder } = mountSmall(context, SIZE_KB);
  const journal = harness.open({ folder });
  intentIn(journal, 'accepted');
  rmSync(join(folder, 'journal.reserve'));
  fillUp(folder);
  recordUntilFull(journal);
  disk(recordExitsUntilFull(journal).refused);
  const health = journal.health();
  expect(health).toMatchObject({ writable: false, cause: 'full' });
  expect(health).not.toHaveProperty('takesExits');
});

it('makes no exit wait for whoever reads the journal, and its log begins anew when nobody does', () => {
  const CHECKPOINT = 'PRAGMA wal_checkpoint(RESTART)';
  const { connect, state } = createFaultyDisk();
  /** How long each would have waited, and whether it found somebody in its way. */
  const checkpoints: unknown[] = [];
  const waitOf = (db: DatabaseSync) => db.prepare('PRAGMA busy_timeout').get()?.['timeout'];
  const connections: DatabaseSync[] = [];
  const journal = harness.open({
    connect(path, options) {
      const db = connect(path, options);
      connections.push(db);
      const exec = db.exec.bind(db);
      db.exec = (sql) => {
        if (sql !== CHECKPOINT) return exec(sql);
        const { busy } = db.prepare(CHECKPOINT).get() ?? {};
        checkpoints.push({ waitMs: waitOf(db), busy });
      };
      return db;
    },
  });
  intentIn(journal, 'accepted');
  const reader = new DatabaseSync(harness.path(), { readOnly: true });
  reader.exec('BEGIN; SELECT count(*) FROM intents');
  state.fault = { errcode: FULL, at: 'begin', times: 1 };
  value(journal.record(draft(), true));
  expect(journal.health()).toMatchObject({ cause: 'full', takesExits: true });
  expect(checkpoints).toEqual([
    { waitMs: 0, busy: 1 },
    { waitMs: 0, busy: 1 },
  ]);
  reader.close();
  checkpoints.length = 0;
  state.fault = { errcode: FULL, at: 'begin', times: 1 };
  const sizes = Array.from({ length: 5 }, () => {
    value(journal.record(draft(), true));
    return statSync(harness.path('journal.db-wal')).size;
  });
  expect(new Set(sizes).size).toBe(1);
  expect(new Set(checkpoints.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify({ waitMs: 0, busy: 0 })]),
  );
  // Every other wait is as it was.
  expect(connections.filter(({ isOpen }) => isOpen).map(waitOf)).toEqual([100, 100]);
});
