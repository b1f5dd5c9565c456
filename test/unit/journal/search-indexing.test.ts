// When the index of the activity is written.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { updateIndex } from '#main/journal/search/update-index.ts';
import { mountSmall } from '#test/support/small-mount.ts';
import { createFaultyDisk, createHarness, intentIn, value } from './harness.ts';
import {
  createIndexed,
  createIndexedJournals,
  find,
  indexedIn,
  make,
  many,
} from './search-harness.ts';

const harness = createHarness();
const { setUp, indexPath } = createIndexedJournals(harness);
const FULL = 13;
const DAY_MS = 86_400_000;
const NOTE = { kind: 'person', text: 'A note on it.' } as const;

describe('an index is brought up to date', () => {
  it('two minutes after the journal was opened, in slices, until everything is in it', async () => {
    const { journal, answers } = setUp({}, { sliceMs: 0 });
    const ids = many(journal, 250);
    harness.state.time.advance(2 * 60_000 - 1);
    expect(existsSync(indexPath())).toBe(false);
    for (let n = 0; n < 10; n++) {
      harness.state.time.advance(300);
      await new Promise(setImmediate);
    }
    expect(answers.map((one) => 'isDone' in one && one.isDone)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(indexedIn(harness.path()).docs).toEqual(ids);
    expect(harness.state.time.pending()).toBe(0);
    expect(await find(journal, 'accepted')).toHaveLength(200);
  });

  it('by the first search, and by no second while it is', async () => {
    const { journal, answers } = setUp({}, { sliceMs: 0 });
    many(journal, 100);
    for (const expected of [1, 1, 2]) {
      await find(journal, 'AAPL');
      harness.state.time.advance(expected === 2 ? 300 : 0);
      await new Promise(setImmediate);
      expect(answers).toHaveLength(expected);
    }
  });

  it('only where a search would take long', async () => {
    const { options, answers } = createIndexed(() => harness.state.time);
    const searchIndex = { ...options.searchIndex, fromBytes: 400_000 };
    const journal = harness.open({ ...options, searchIndex });
    many(journal, 3);
    await find(journal, 'AAPL');
    harness.state.time.advance(60 * 60_000);
    await new Promise(setImmediate);
    expect(answers).toEqual([]);
  });

  it('not while an order is on its way, something waits for the disk, or the file was not checked', async () => {
    const { connect, state } = createFaultyDisk();
    const { journal, index, answers, open } = setUp({ connect });
    const sent = intentIn(journal, 'sent');
    await index(journal);
    expect(answers).toEqual([]);
    state.fault = { errcode: FULL, at: 'begin' };
    journal.advance(sent, { step: 'lost' }, { kind: 'lost', text: 'Cut off.' });
    await index(journal);
    expect(answers).toEqual([]);
    state.fault = undefined;
    value(journal.flush());
    harness.state.time.advance(5_000);
    await index(journal);
    expect(answers).not.toEqual([]);
    journal.close();
    const unchecked = open({ isCheckedLater: true, checkedAtOnceBytes: 0 });
    answers.length = 0;
    await index(unchecked);
    expect(answers).toEqual([]);
    unchecked.setChecked();
    harness.state.time.advance(5_000);
    await index(unchecked);
    expect(answers).not.toEqual([]);
  });

  it('not after the journal was closed', async () => {
    const { journal, answers } = setUp();
    await find(journal, 'AAPL');
    journal.close();
    harness.state.time.advance(60 * 60_000);
    expect(harness.state.time.pending()).toBe(0);
    expect(answers).toEqual([]);
  });

  it('again half an hour after it failed, with one line in the log', async () => {
    const { options } = createIndexed(() => harness.state.time);
    let tries = 0;
    const update = () => Promise.reject(new Error(`no room ${++tries}`));
    const journal = harness.open({ ...options, searchIndex: { ...options.searchIndex, update } });
    for (const [ms, expected] of [
      [0, 1],
      [29 * 60_000, 1],
      [2 * 60_000, 2],
    ] as const) {
      harness.state.time.advance(ms);
      await find(journal, 'AAPL');
      harness.state.time.advance(0);
      await new Promise(setImmediate);
      expect(tries).toBe(expected);
    }
    expect(new Set(harness.state.log)).toEqual(new Set(['searches have no index for now']));
  });

  it('without the orders that have a line which was not on disk when it was asked for', async () => {
    const { journal, looks } = setUp();
    const [one = '', two = ''] = many(journal, 2);
    value(journal.addEvidence(one, NOTE));
    const at = harness.state.time.clock.wall() + 60_000;
    const job = { path: harness.path(), until: 6, at, sliceMs: 60_000, lag: 0 };
    expect(updateIndex(job)).toEqual({ covered: 0, isDone: false });
    expect(indexedIn(harness.path()).docs).toEqual([]);
    expect(updateIndex(job)).toEqual({ covered: 6, isDone: true });
    expect(indexedIn(harness.path()).docs).toEqual([two]);
    expect(await find(journal, 'A note')).toEqual([one]);
    expect(looks.at(-1)).toEqual({ unindexed: [one], matched: [] });
  });

  it('with every order once more for each time that it changed, and anew when they are many', async () => {
    const { journal, index } = setUp();
    const [one = ''] = many(journal, 1);
    await index(journal);
    value(journal.addEvidence(one, NOTE));
    await index(journal);
    expect(indexedIn(harness.path()).docs).toEqual([one, one]);
    make(
      indexPath(),
      `WITH RECURSIVE n(doc) AS (SELECT 3 UNION ALL SELECT doc + 1 FROM n LIMIT 10100)
       INSERT INTO docs SELECT doc, 'x', 0, 0 FROM n`,
    );
    await index(journal);
    expect(indexedIn(harness.path()).docs).toEqual([one]);
  });

  it.each([
    ['', 0, 30 * DAY_MS],
    [', by whatever clock it was made', 31 * DAY_MS, -31 * DAY_MS],
  ])('anew after 30 days, for damage inside a page hides orders%s', async (_how, ahead, later) => {
    const { journal, index, looks } = setUp();
    const [one = ''] = many(journal);
    harness.state.time.sleep(ahead);
    await index(journal);
    flipBit(indexPath(), one);
    const search = async () =>
      value(await journal.findActivity({ kinds: [], text: one, limit: 9 }));
    // Nobody can tell: this is the limit that docs/architecture.md states.
    expect((await search()).lines).toEqual([]);
    expect(looks.at(-1)).toBeDefined();
    harness.state.time.sleep(later);
    await index(journal);
    expect((await search()).lines).toHaveLength(4);
    expect(looks.at(-1)).toEqual({ unindexed: [], matched: [one] });
    const answer = { covered: expect.any(Number), isDone: true };
    const at = harness.state.time.clock.wall();
    const job = { path: harness.path(), until: 15, sliceMs: 60_000, lag: 0 };
    expect(updateIndex({ ...job, at: at + 29 * DAY_MS })).toEqual(answer);
    expect(updateIndex({ ...job, at: at - 29 * DAY_MS })).toEqual(answer);
  });
});

/** In the id by which an order is named. */
function flipBit(path: string, id: string): void {
  const bytes = readFileSync(path);
  const at = bytes.indexOf(id) + 9;
  expect(at).toBeGreaterThan(9);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
}

it('an index leaves a small disk alone', async (context) => {
  const { folder } = mountSmall(context, 4_096);
  const { options, index } = createIndexed(() => harness.state.time);
  const journal = harness.open({ ...options, folder });
  many(journal, 3);
  await index(journal);
  expect(existsSync(join(folder, 'search.db'))).toBe(false);
  expect(harness.state.log).toEqual(['searches have no index for now']);
  expect(await find(journal, 'AAPL')).toHaveLength(3);
});
