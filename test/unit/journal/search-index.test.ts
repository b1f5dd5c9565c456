// When the index of the activity must not be trusted.
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { archiveMonth } from '#main/journal/archive/write-archive.ts';
import { discardSearchIndex, isMadeOf, newState, readState } from '#main/journal/search-index.ts';
import type { Journal } from '#main/journal/types.ts';
import { ACCOUNT, createFaultyDisk, createHarness, draft, intentIn, value } from './harness.ts';
import { createIndexed, createIndexedJournals, find, make, many } from './search-harness.ts';

const harness = createHarness();
const { setUp, indexPath } = createIndexedJournals(harness);
const FULL = 13;
const NOTE = { kind: 'person', text: 'A note on it.' } as const;

/** All that may leave the journal; answers how much did. */
function archive(journal: Journal): number {
  const job = { folder: harness.state.folder, accountId: ACCOUNT, month: '2026-01' };
  const rows = archiveMonth({ ...job, cutoffMs: harness.state.time.clock.wall() + 1 });
  for (let from = 0; from < rows.length;) from = value(journal.dropArchived('2026-01', rows, from));
  return rows.length;
}

const openWith =
  (sql: string) =>
  (path: string): DatabaseSync => {
    const db = new DatabaseSync(path);
    db.exec(sql);
    return db;
  };

describe('an index is not trusted', () => {
  it('when a line was written after later ones, for which there was room on a full disk', async () => {
    const { connect, state } = createFaultyDisk();
    const { journal, index, answers } = setUp({ connect });
    const [one = ''] = many(journal);
    await index(journal);
    state.fault = { errcode: FULL, at: 'begin' };
    const refused = draft({ symbol: 'LATER' });
    expect(journal.record(refused).ok).toBe(false);
    state.fault = { errcode: FULL, at: 'begin', times: 1 };
    value(journal.addEvidence(one, NOTE));
    const before = answers.length;
    await index(journal);
    // That of the order that was not sent waits still, with a number from before the note.
    expect(answers).toHaveLength(before);
    value(journal.addEvidence(one, NOTE));
    await index(journal);
    expect(answers.length).toBeGreaterThan(before);
    expect(await find(journal, 'LATER')).toEqual([refused.intentId]);
  });

  it('when the number of a line that no disk took is given to another by the next start', async () => {
    const { journal, index, open } = setUp();
    many(journal);
    const unknown = intentIn(journal, 'unknown');
    const unfit = { kind: 'answered', text: 'x', status: 1.5 } as const;
    journal.advance(unknown, { step: 'accepted', resultId: 'unfit' }, unfit);
    await index(journal);
    expect(existsSync(indexPath())).toBe(true);
    journal.close();
    const again = open();
    const next = draft({ symbol: 'AGAIN' });
    value(again.record(next));
    expect(await find(again, 'AGAIN recorded before')).toEqual([next.intentId]);
  });

  it.each<[string, (journal: Journal) => unknown]>([
    [
      'the line of a change could not be written',
      (journal) =>
        journal.advance(
          journal.unsettled()[0]?.intentId ?? '',
          { step: 'accepted', resultId: 'unfit' },
          { kind: 'answered', text: 'x', status: 1.5 },
        ),
    ],
    ['the file was opened again', (journal) => value(journal.reopen())],
    [
      'lines left the journal that it did not have yet',
      (journal) => {
        intentIn(journal, 'refused', { symbol: 'OLDER' });
        intentIn(journal, 'refused');
        archive(journal);
      },
    ],
  ])('when %s', async (_what, change) => {
    const { journal, index, looks } = setUp();
    many(journal);
    intentIn(journal, 'unknown');
    await index(journal);
    expect(existsSync(indexPath())).toBe(true);
    change(journal);
    expect(existsSync(indexPath())).toBe(false);
    for (const text of ['unfit', 'OLDER', 'AAPL']) await find(journal, text);
    await index(journal);
    for (const text of ['unfit', 'OLDER', 'AAPL']) await find(journal, text);
    expect(looks.at(-1)?.matched.length).toBeGreaterThan(4);
  });

  it('but stays when lines leave the journal that it has', async () => {
    const { journal, index } = setUp();
    const [one = ''] = many(journal);
    await index(journal);
    expect(archive(journal)).toBeGreaterThan(3);
    expect(existsSync(indexPath())).toBe(true);
    expect(await find(journal, one)).toEqual([one]);
  });

  it('when an order was mended, or the journal was set aside', async () => {
    const { journal, index, open } = setUp();
    const [one = ''] = many(journal);
    await index(journal);
    journal.close();
    const db = new DatabaseSync(harness.path());
    db.prepare("UPDATE intents SET state = 'accepteX' WHERE intent_id = ?").run(one);
    db.close();
    const mended = open();
    expect(existsSync(indexPath())).toBe(false);
    expect(await find(mended, 'unknown')).toEqual([one]);
    await index(mended);
    expect(existsSync(indexPath())).toBe(true);
    mended.close();
    writeFileSync(harness.path(), 'x'.repeat(20_000));
    open();
    expect(existsSync(indexPath())).toBe(false);
  });

  it('when an older copy of the journal took its place, in whatever file', async () => {
    const { journal, index, open, looks } = setUp();
    many(journal, 2);
    await index(journal);
    journal.close();
    copyFileSync(harness.path(), harness.path('copy.db'));
    const later = open();
    many(later, 3);
    await index(later);
    later.close();
    // The same file with other lines under the numbers of those that are gone.
    copyFileSync(harness.path('copy.db'), harness.path());
    const again = open();
    intentIn(again, 'refused', { symbol: 'BRANCH' });
    const other = many(again, 4)[3] ?? '';
    looks.length = 0;
    expect(await find(again, 'BRANCH')).toHaveLength(1);
    expect(await find(again, other)).toEqual([other]);
    expect(looks).toEqual([undefined, undefined]);
    await index(again);
    expect(await find(again, 'BRANCH')).toHaveLength(1);
    expect(looks.at(-1)?.matched).toHaveLength(1);
    again.close();
    rmSync(harness.path());
    // Another file may have the same lines in it.
    const held = [harness.path('copy.db'), harness.path('held')] as const;
    copyFileSync(...held);
    copyFileSync(harness.path('copy.db'), harness.path());
    const journalFile = new DatabaseSync(harness.path(), { readOnly: true });
    const file = new DatabaseSync(indexPath(), { readOnly: true });
    const state = readState(file);
    expect(state && isMadeOf(state, journalFile, harness.path())).toBe(false);
    const own = newState(journalFile, harness.path(), 0);
    expect(isMadeOf(own, journalFile, harness.path())).toBe(true);
    expect(isMadeOf(own, journalFile, harness.path('held'))).toBe(false);
    journalFile.close();
    file.close();
  });

  it.each([
    ['all of them the oldest', 'accepted'],
    ['but the oldest, which never left', 'unknown'],
  ] as const)(
    'when lines that had left the journal came back with an older copy, %s',
    async (_what, first) => {
      const { journal, index, open, looks } = setUp();
      intentIn(journal, first);
      const [one = ''] = many(journal);
      journal.close();
      copyFileSync(harness.path(), harness.path('copy.db'));
      const later = open();
      expect(archive(later)).toBeGreaterThan(3);
      await index(later);
      expect(await find(later, `${one} sending`)).toEqual([]);
      expect(looks.at(-1)).toBeDefined();
      later.close();
      copyFileSync(harness.path('copy.db'), harness.path());
      const again = open();
      looks.length = 0;
      expect(await find(again, `${one} sending`)).toEqual([one]);
      expect(looks).toEqual([undefined]);
      await index(again);
      expect(await find(again, `${one} sending`)).toEqual([one]);
      expect(looks.at(-1)).toEqual({ unindexed: [], matched: [one] });
    },
  );

  it('while rows change between the index that was read and the journal, however often', async () => {
    const asked: boolean[] = [];
    let isChanging = false;
    const { options, index } = createIndexed(() => harness.state.time);
    const journal = harness.open({
      ...options,
      async findBeside(path, query, kept, isIndexed) {
        asked.push(isIndexed);
        const found = await options.findBeside(path, query, kept, isIndexed);
        if (isChanging && asked.length < 9) value(journal.reopen());
        return found;
      },
    });
    many(journal);
    await index(journal);
    const search = async () => {
      asked.length = 0;
      expect(await find(journal, 'AAPL')).toHaveLength(5);
      return [...asked];
    };
    isChanging = true;
    expect(await search()).toEqual([true, false]);
    // There is none any more: what was read without it stands.
    expect(await search()).toEqual([true]);
  });

  it.each<[string, (path: string) => DatabaseSync | undefined]>([
    ['nobody has open', () => undefined],
    ['is being written', openWith('BEGIN IMMEDIATE; INSERT INTO repeats VALUES (1)')],
    ['is being read', openWith('BEGIN; SELECT * FROM state')],
  ])('when it should be gone and cannot be removed, and %s', async (_what, hold) => {
    const { journal, index, open, looks } = setUp();
    const [one = ''] = many(journal);
    await index(journal);
    const held = hold(indexPath());
    expect(discardSearchIndex(harness.path(), () => false)).toBe(true);
    held?.close();
    expect(existsSync(indexPath())).toBe(true);
    journal.close();
    const again = open();
    expect(await find(again, one)).toEqual([one]);
    expect(looks.at(-1)).toBeUndefined();
    await index(again);
    expect(await find(again, one)).toEqual([one]);
    expect(looks.at(-1)).toEqual({ unindexed: [], matched: [one] });
  });

  it.each<[string, (path: string) => void]>([
    ['is damaged', (path) => writeFileSync(path, readFileSync(path).fill(7, 4_096))],
    ['is no database', (path) => writeFileSync(path, 'x'.repeat(9_000))],
    ['is of something else', (path) => (rmSync(path), make(path, 'CREATE TABLE state (x)'))],
    ['is of another format', (path) => make(path, 'PRAGMA user_version = 99')],
    [
      'has other tables',
      (path) => (rmSync(path), make(path, 'CREATE TABLE words (x); PRAGMA user_version = 2')),
    ],
    ['says nothing', (path) => make(path, "UPDATE state SET record = '{}'")],
    ['is empty', (path) => writeFileSync(path, '')],
  ])('when it %s: a search reads everything, and the next index is sound', async (_what, spoil) => {
    const { journal, index, looks } = setUp();
    const [one = ''] = many(journal);
    await index(journal);
    spoil(indexPath());
    expect(await find(journal, one)).toEqual([one]);
    await index(journal);
    await index(journal);
    expect(await find(journal, one)).toEqual([one]);
    expect(looks.at(-1)).toEqual({ unindexed: [], matched: [one] });
    expect(harness.state.log.length).toBeLessThan(2);
  });
});
