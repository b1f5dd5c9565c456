// What an index spares a search.
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createActivityRows, type Among } from '#main/journal/activity-rows.ts';
import { createReader, startIndexThread } from '#main/journal/reader.ts';
import { matchOf } from '#main/journal/search-among.ts';
import type { IndexQuestions } from '#main/journal/search/index-thread.ts';
import { systemDelay } from '#main/shell/common/system.ts';
import { createHarness, intentIn, value } from './harness.ts';
import {
  createIndexedJournals,
  find,
  indexedIn,
  make,
  many,
  manyInOrder,
} from './search-harness.ts';

const harness = createHarness();
const { setUp, indexPath } = createIndexedJournals(harness);
const NOTE = { kind: 'person', text: 'A note on it.' } as const;

describe('a search with an index', () => {
  it('looks at the orders that have all of its words, and at no others', async () => {
    const { journal, index, looks } = setUp();
    const ids = many(journal);
    await index(journal);
    expect(await find(journal, 'zzzqqq')).toEqual([]);
    expect(looks.at(-1)).toEqual({ unindexed: [], matched: [] });
    const one = ids[2] ?? '';
    expect(await find(journal, one.toUpperCase())).toEqual([one]);
    expect(looks.at(-1)).toEqual({ unindexed: [], matched: [one] });
    // Both are in each of them, and never in one line.
    expect(await find(journal, 'recorded answered')).toEqual([]);
    expect(looks.at(-1)?.matched).toHaveLength(5);
  });

  it('ends where nothing that follows can be among the newest', async () => {
    const { journal, index, looks } = setUp();
    manyInOrder(journal, harness.state.time);
    await index(journal);
    expect(await find(journal, 'not-sent', 7)).toHaveLength(4);
    expect(looks.at(-1)?.matched).toHaveLength(100);
    const last = value(journal.activity({ kinds: [], text: 'not-sent', limit: 450 })).lines.at(-1);
    const before = last && { at: last.at, lineId: last.lineId };
    const query = { kinds: [], text: 'not-sent', limit: 7, before };
    expect(await journal.findActivity(query)).toEqual(journal.activity(query));
    expect(looks.at(-1)?.matched.length).toBeLessThan(110);
  });

  it('looks at no orders from before the time that is wanted, and finds the same', async () => {
    const { journal, index, looks } = setUp();
    manyInOrder(journal, harness.state.time);
    await index(journal);
    const all = value(journal.activity({ kinds: [], text: 'not-sent', limit: 900 })).lines;
    const [from, to] = [all[39]?.at ?? 0, all[19]?.at ?? 0];
    const query = { kinds: [], text: 'not-sent', limit: 900, from, to };
    const found = await journal.findActivity(query);
    expect(found).toEqual(journal.activity(query));
    expect(value(found).lines).toEqual(all.filter(({ at }) => at >= from && at < to));
    expect(looks.at(-1)?.matched.length).toBeLessThan(25);
  });

  it('ends there too where one line is dated days ahead, and finds that one', async () => {
    const { journal, index, looks } = setUp();
    const confirmedAt = harness.state.time.clock.wall() + 1e9;
    const ahead = intentIn(journal, 'not-sent', { confirmedAt, symbol: 'AHEAD' });
    manyInOrder(journal, harness.state.time);
    await index(journal);
    expect(await find(journal, 'not-sent', 7)).toContain(ahead);
    expect(looks.at(-1)?.unindexed).toEqual([ahead]);
    expect(looks.at(-1)?.matched).toHaveLength(100);
    expect(await find(journal, 'AHEAD')).toEqual([ahead]);
    // Once the clock is there, it is an order like any other.
    harness.state.time.advance(1e9 + 1_000);
    value(journal.addEvidence(ahead, NOTE));
    await index(journal);
    expect(await find(journal, 'AHEAD', 1)).toEqual([ahead]);
    expect(looks.at(-1)).toEqual({ unindexed: [], matched: [ahead, ahead] });
  });

  it('goes on as long as something that follows may be newer than the page', () => {
    const { journal } = setUp();
    const ids = Array.from({ length: 150 }, () => {
      harness.state.time.advance(1_000);
      return intentIn(journal, 'refused', { confirmedAt: harness.state.time.clock.wall() });
    });
    const db = new DatabaseSync(harness.path(), { readOnly: true });
    const upto = harness.state.time.clock.wall();
    const oldestFirst = ids.map((intentId) => ({ intentId, upto }));
    const query = { kinds: [], text: 'refused', limit: 3 };
    const nothing = { intents: [], lines: [] };
    const { find: findIn } = createActivityRows(db);
    const among = { unindexed: [], most: 1_000, matches: () => oldestFirst };
    expect(findIn(query, nothing, among)).toEqual(findIn(query, nothing));
    db.close();
  });

  it('reads everything after all where it names so many that this is faster', () => {
    const { journal } = setUp();
    const ids = many(journal, 700);
    const db = new DatabaseSync(harness.path(), { readOnly: true });
    const { find: findIn } = createActivityRows(db);
    const query = { kinds: [], text: 'recorded answered', limit: 3 };
    const search = (most: number) => {
      let named = 0;
      const among: Among = {
        unindexed: [],
        most,
        *matches() {
          for (const intentId of ids) {
            named++;
            yield { intentId, upto: Infinity };
          }
        },
      };
      const found = findIn(query, { intents: [], lines: [] }, among);
      expect(found).toMatchObject({ lines: [], isEnd: true });
      return named;
    };
    expect(search(700)).toBe(700);
    expect(search(200)).toBe(300);
    db.close();
  });

  it('looks besides at every order with a line that the index does not have', async () => {
    const { journal, index, looks } = setUp();
    const [one = ''] = many(journal);
    await index(journal);
    value(journal.addEvidence(one, NOTE));
    const fresh = intentIn(journal, 'refused');
    expect(await find(journal, 'A note')).toEqual([one]);
    expect(looks.at(-1)).toEqual({ unindexed: [one, fresh], matched: [] });
    await index(journal);
    expect(await find(journal, 'A note')).toEqual([one]);
    expect(looks.at(-1)).toEqual({ unindexed: [], matched: [one] });
  });

  it('looks always at an order the last line of which may be counted again', async () => {
    const { journal, index, looks } = setUp();
    const [one = '', two = ''] = many(journal);
    const again = (requestId: string) =>
      value(journal.repeatEvidence(one, { kind: 'lost', text: 'No answer.', requestId }));
    again('req-a');
    await index(journal);
    again('req-b');
    expect(await find(journal, 'req-b')).toEqual([one]);
    expect(looks.at(-1)).toEqual({ unindexed: [one], matched: [] });
    expect(indexedIn(harness.path()).repeats).toEqual([one]);
    value(journal.addEvidence(one, NOTE));
    value(journal.addEvidence(two, NOTE));
    await index(journal);
    expect(indexedIn(harness.path()).repeats).toEqual([]);
    expect(await find(journal, 'req-b')).toEqual([one]);
  });

  it('reads everything for words without three letters in a row, and for what no letter is', () => {
    for (const text of ['', 'ab', 'ab c 12', 'a\0b long', 'x\ud800y long'])
      expect(matchOf(text)).toBeUndefined();
    expect(matchOf('ab  abcd')).toBe('"abc" AND "bcd"');
    const long = Array.from({ length: 90 }, (_, n) => String.fromCharCode(0x4e00 + n)).join('');
    expect(matchOf(long)?.split(' AND ')).toHaveLength(60);
    expect(matchOf('😀x"y')).toBe('"😀x""" AND "x""y"');
  });

  it('finds an order whose evidence was in an archive before there was an index', async () => {
    const { journal, index, looks } = setUp();
    const [one = ''] = many(journal);
    make(harness.path(), `DELETE FROM evidence WHERE intent_id = '${one}'`);
    await index(journal);
    expect(await find(journal, one)).toEqual([one]);
    expect(looks.at(-1)).toEqual({ unindexed: [], matched: [one] });
  });

  it('finds the lines of an order that was lost with a damaged journal, by its id too', async () => {
    const { journal, index, looks } = setUp();
    const [lost = ''] = many(journal);
    make(harness.path(), `DELETE FROM intents WHERE intent_id = '${lost}'`);
    await index(journal);
    expect(await find(journal, `${lost} step`)).toEqual([lost]);
    expect(looks.at(-1)).toEqual({ unindexed: [], matched: [lost] });
  });

  it('finds by letters of every alphabet as without one', async () => {
    const { journal, index, looks } = setUp();
    const titles = ['Straße ÄRGER', 'STRASSE ärger', 'İstanbul ı', 'ǅ ſt ﬃ 😀x😀', 'a\0bcd efg'];
    const ids = titles.map((title) => intentIn(journal, 'refused', { title }));
    await index(journal);
    looks.length = 0;
    const found = async (text: string) => (await find(journal, text)).map((id) => ids.indexOf(id));
    // As the search has it, which knows no upper case but of A to Z.
    expect(await found('straße')).toEqual([0]);
    expect(await found('strasse')).toEqual([1]);
    expect(await found('ärger')).toEqual([1]);
    expect(await found('ÄRG')).toEqual([0]);
    expect(await found('rGER')).toEqual([1, 0]);
    expect(await found('İst')).toEqual([2]);
    expect(await found('ist')).toEqual([]);
    expect(await found('😀x😀')).toEqual([3]);
    expect(await found('ﬃ 😀x😀')).toEqual([3]);
    expect(await found('bcd')).toEqual([4]);
    expect(await found('efg')).toEqual([4]);
    const letters = titles.slice(0, 4).join('').replaceAll(' ', '');
    expect(await found(letters.repeat(9))).toEqual([]);
    expect(looks).toHaveLength(12);
    expect(looks).not.toContain(undefined);
    await find(journal, 'ǅ ſt');
    expect(looks.at(-1)).toBeUndefined();
  });
});

it('an index is written by a thread and read by another, for nobody else to read', async () => {
  const reader = createReader(systemDelay);
  const writer = createReader<IndexQuestions>(systemDelay, startIndexThread);
  onTestFinished(() => {
    reader.stop();
    writer.stop();
  });
  const journal = harness.open({ findBeside: (...given) => reader.ask('findActivity', ...given) });
  const ids = many(journal, 20);
  const at = harness.state.time.clock.wall() + 60_000;
  const job = { path: harness.path(), until: 60, at, sliceMs: 60_000, lag: 0 };
  expect(await writer.ask('updateIndex', job)).toEqual({ covered: 0, isDone: false });
  expect(await writer.ask('updateIndex', job)).toEqual({ covered: 60, isDone: true });
  expect(await find(journal, ids[7] ?? '')).toEqual([ids[7]]);
  if (process.platform !== 'win32') expect(statSync(indexPath()).mode & 0o77).toBe(0);
});
