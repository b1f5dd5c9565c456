// A journal whose file is taken away, or replaced, while it is in use: all of it is still open here, and is put back.
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import type { Journal } from '#main/journal/types.ts';
import { fillUp, mountSmall } from '#test/support/small-mount.ts';
import { createHarness, disk, draft, intentIn, value } from '#test/unit/journal/harness.ts';

const harness = createHarness();
const MARK = { activityId: 'activity 7', ordersUntil: 7 };
const HOLD = { hitAt: 1, loss: decimal('5'), limit: decimal('4') };
const WORTH = { 'activity 6': decimal('12.5') };

/** As it is after some days: more than this run would still have in memory. */
function fill(journal: Journal): string {
  const intentId = intentIn(journal, 'accepted');
  value(journal.saveMark(MARK));
  value(journal.saveLossHold(HOLD));
  value(journal.saveTransfers(WORTH));
  value(journal.saveEvent({ kind: 'desk', detail: 'test', text: 'Something happened.' }));
  return intentId;
}

const known = (journal: Journal, intentId: string) => ({
  state: value(journal.get(intentId))?.state,
  evidence: value(journal.evidence(intentId)).map(({ kind }) => kind),
  mark: value(journal.mark()),
  hold: value(journal.load()).lossHold,
  transfers: value(journal.transfers()),
  events: value(journal.activity({ kinds: [], text: 'Something happened', limit: 9 })).lines.length,
});

const ALL = {
  state: 'accepted',
  evidence: ['recorded', 'sent', 'answered'],
  mark: MARK,
  hold: HOLD,
  transfers: WORTH,
  events: 1,
};

it.each([
  ['deleted', () => rmSync(harness.path())],
  [
    'deleted with its log',
    () => ['', '-wal', '-shm'].forEach((name) => rmSync(harness.path(`journal.db${name}`))),
  ],
  ['moved', () => renameSync(harness.path(), harness.path('elsewhere.db'))],
  ['gone with its folder', () => rmSync(dirname(harness.path()), { recursive: true })],
  [
    'replaced by a copy without its log',
    () => {
      copyFileSync(harness.path(), harness.path('copy.db'));
      renameSync(harness.path('copy.db'), harness.path());
    },
  ],
])('a journal that was %s while in use is put back whole', (_what, take) => {
  harness.open().close();
  const journal = harness.open();
  const intentId = fill(journal);
  take();
  const asked = draft();
  expect(disk(journal.record(asked)).cause).toBe('gone');
  value(journal.reopen());
  expect(known(journal, intentId)).toEqual(ALL);
  expect(value(journal.record(draft())).isNew).toBe(true);
  journal.close();
  const again = harness.open();
  expect(known(again, intentId)).toEqual(ALL);
  expect(value(again.get(asked.intentId))?.state).toBe('not-sent');
  expect(existsSync(harness.path('journal.db.new'))).toBe(false);
});

it('what was put in its place is kept under another name', () => {
  harness.open().close();
  const journal = harness.open();
  fill(journal);
  copyFileSync(harness.path(), harness.path('copy.db'));
  renameSync(harness.path('copy.db'), harness.path());
  disk(journal.record(draft()));
  value(journal.reopen());
  expect(readdirSync(harness.state.folder).join()).toContain('journal.replaced-');
});

it('a journal that was deleted is not let go while the disk has no room to put it back', (context) => {
  const { folder } = mountSmall(context, 4_096);
  const journal = harness.open({ folder });
  const intentId = fill(journal);
  rmSync(join(folder, 'journal.db'));
  const filler = fillUp(folder);
  const asked = draft();
  expect(disk(journal.record(asked)).cause).toBe('gone');
  for (let tries = 0; tries < 2; tries++) {
    expect(disk(journal.reopen())).toMatchObject({
      cause: 'full',
      message: expect.stringMatching(/moved or deleted while in use.* The disk is full/),
    });
    expect(journal.health()).toMatchObject({ writable: false, needsReopen: true });
    expect(known(journal, intentId)).toEqual(ALL);
  }
  rmSync(filler);
  value(journal.reopen());
  expect(journal.health()).toEqual({ writable: true });
  journal.close();
  const again = harness.open({ folder });
  expect(known(again, intentId)).toEqual(ALL);
  expect(value(again.get(asked.intentId))?.state).toBe('not-sent');
});

it('nor while its folder cannot be made again', () => {
  harness.open().close();
  const journal = harness.open();
  const intentId = fill(journal);
  rmSync(harness.state.folder, { recursive: true });
  writeFileSync(harness.state.folder, 'something else has this name');
  disk(journal.record(draft()));
  expect(journal.reopen().ok).toBe(false);
  expect(known(journal, intentId)).toEqual(ALL);
  rmSync(harness.state.folder);
  value(journal.reopen());
  expect(known(journal, intentId)).toEqual(ALL);
});

it('one that was deleted since the last write is put back when it is closed', () => {
  const journal = harness.open();
  const intentId = fill(journal);
  rmSync(harness.path());
  journal.close();
  expect(known(harness.open(), intentId)).toEqual(ALL);
});

it('what was kept meanwhile is written to it before it is closed', () => {
  const journal = harness.open();
  const intentId = intentIn(journal, 'sent');
  renameSync(harness.path(), harness.path('elsewhere.db'));
  const line = { kind: 'answered', text: 'Accepted.' } as const;
  disk(journal.advance(intentId, { step: 'accepted', resultId: 'o' }, line));
  journal.close();
  expect(value(harness.open().get(intentId))).toMatchObject({ state: 'accepted', resultId: 'o' });
});

it('a copy that did not get into its place is found by the next start', () => {
  const journal = harness.open();
  const intentId = fill(journal);
  journal.close();
  // As a start that ended between the two renames leaves it.
  renameSync(harness.path(), harness.path('journal.db.whole'));
  expect(known(harness.open(), intentId)).toEqual(ALL);
  expect(existsSync(harness.path('journal.db.whole'))).toBe(false);
});

it('a copy that was not written to its end is none', () => {
  const journal = harness.open();
  const intentId = fill(journal);
  journal.close();
  writeFileSync(harness.path('journal.db.new'), 'a part of it');
  expect(known(harness.open(), intentId)).toEqual(ALL);
});
