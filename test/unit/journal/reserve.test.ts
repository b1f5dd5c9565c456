// A full disk: orders that open are refused, and exits and cancels go on being recorded in the space kept for them.
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RESERVE_BYTES } from '#main/journal/reserve.ts';
import type { Journal } from '#main/journal/types.ts';
import { fillUp, mountSmall } from '#test/support/small-mount.ts';
import { createHarness, disk, draft, intentIn, value } from './harness.ts';

const harness = createHarness();
const SIZE_KB = 4_096;

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
