// What a journal knows of the months that have left it, so that lines which damage took are not looked for in an archive.
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { ARCHIVED_MONTHS, createArchivedMonths } from '#main/journal/archived-months.ts';
import { archiveMonth } from '#main/journal/archive/write-archive.ts';
import type { Journal } from '#main/journal/types.ts';
import { change, createMarch, MARCH, NOW } from '#test/unit/journal/archive/march.ts';
import { intentIn, value } from '#test/unit/journal/harness.ts';

const { harness, journalAt, moveTo, old, job, march, filled, drop, archive } = createMarch();

function noted(path = harness.path()) {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return createArchivedMonths(db).noted();
  } finally {
    db.close();
  }
}

const forget = (): void =>
  change(harness.path(), `DELETE FROM snapshots WHERE name = '${ARCHIVED_MONTHS}'`);
const loseLines = (id: string): void =>
  change(harness.path(), `DELETE FROM evidence WHERE intent_id = '${id}' AND kind = 'recorded'`);
async function problemOf(journal: Journal, id: string): Promise<string | undefined> {
  const intent = value(journal.get(id));
  if (!intent) throw new Error('gone');
  return value(await journal.wholeEvidence(intent)).archive?.problem;
}

it('lines that were lost are not looked for in a file that never was, and keep no month from leaving', async () => {
  const { journal, ids } = filled();
  const [id = '', ...others] = ids;
  expect(noted()).toEqual({ months: [] });
  loseLines(id);
  expect(await problemOf(journal, id)).toMatch(
    /^There is no older evidence .* nothing of March 2019 was archived here\. It may have been lost/,
  );
  archive(journal);
  for (const other of others) expect(value(journal.evidence(other))).toEqual([]);
  expect(noted()).toEqual({ months: [MARCH] });
  rmSync(march());
  expect(await problemOf(journal, id)).toMatch(/archive of March 2019 is missing/);
});

it('a month is noted with the first row that leaves, not by being copied', () => {
  const { journal, ids } = filled();
  const rows = archiveMonth(job()).filter((row) => row.of === 'intent');
  for (const id of ids) value(journal.addEvidence(id, { kind: 'heard', text: 'late' }));
  drop(journal, rows);
  expect(noted()).toEqual({ months: [] });
});

it('what an older version archived without a note is still missed', async () => {
  const { journal, ids } = filled();
  forget();
  loseLines(ids[0] ?? '');
  expect(await problemOf(journal, ids[0] ?? '')).toMatch(/archive of March 2019 is missing/);
  expect(() => archiveMonth(job())).toThrow(/archive of March 2019 is missing/);
});

it('the first note of such a journal says until when it knows nothing', async () => {
  const journal = journalAt(Date.UTC(2019, 1, 2));
  const before = old(journal, 'accepted');
  journal.close();
  forget();
  const again = filled();
  const now = intentIn(again.journal, 'accepted', { confirmedAt: NOW });
  archive(again.journal);
  expect(noted()).toEqual({ months: [MARCH], unsureBefore: '2026-11' });
  for (const id of [before, now]) loseLines(id);
  expect(await problemOf(again.journal, before)).toMatch(/archive of February 2019 is missing/);
  expect(await problemOf(again.journal, now)).toMatch(/nothing of November 2026 was archived/);
});

it.each([
  ['takes over what it knew', () => undefined, { months: [MARCH] }],
  ['claims nothing where it did not say', forget, undefined],
])('a journal in the place of a damaged one %s', (_, spoil, known) => {
  const { journal } = filled();
  archive(journal);
  old(journal, 'accepted');
  journal.close();
  spoil();
  change(harness.path(), `UPDATE intents SET intent_id = 'none' WHERE rowid = 1`);
  moveTo(NOW + 1_000);
  const { setAside } = harness.openAll();
  expect(setAside).toBeDefined();
  expect(noted()).toEqual(known);
});
