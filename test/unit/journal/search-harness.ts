// Journals whose searches use an index, as in the application but in one thread and in the time of the test.
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { createActivityRows, type Among } from '#main/journal/activity-rows.ts';
import { withIndex } from '#main/journal/search-among.ts';
import { searchIndexPath } from '#main/journal/search-index.ts';
import { updateIndex } from '#main/journal/search/update-index.ts';
import type { IndexAnswer, IndexJob, Journal, JournalOptions } from '#main/journal/types.ts';
import type { FakeTime } from '#test/support/fake-time.ts';
import { draft, intentIn, value, type createHarness } from './harness.ts';

type Look = { unindexed: readonly string[]; matched: string[] };

export function createIndexed(time: () => FakeTime, more: Partial<IndexJob> = {}) {
  /** What the index said to each search; undefined where it was of no use. */
  const looks: (Look | undefined)[] = [];
  const answers: (IndexAnswer | Error)[] = [];
  const options = {
    searchIndex: {
      async update(job) {
        await Promise.resolve();
        try {
          const answer = updateIndex({ ...job, lag: 0, ...more });
          answers.push(answer);
          return answer;
        } catch (error) {
          answers.push(error as Error);
          throw error;
        }
      },
      delay: (ms, run) => time().delay(ms, run),
      fromBytes: 0,
    },
    async findBeside(path, query, kept, isIndexed) {
      await Promise.resolve();
      const db = new DatabaseSync(path, { readOnly: true });
      try {
        const rows = createActivityRows(db);
        if (!isIndexed) return { ...rows.find(query, kept), isByIndex: false };
        return withIndex(path, db, query.text, (among) => {
          const look = among && { unindexed: among.unindexed, matched: [] };
          looks.push(look);
          const found = rows.find(query, kept, among && look && watched(among, look));
          return { ...found, isByIndex: among !== undefined };
        });
      } finally {
        db.close();
      }
    },
  } satisfies Partial<JournalOptions>;

  /** Somebody searches and goes on; afterwards what is on disk is in the index, if that can be. */
  async function index(journal: Journal): Promise<void> {
    time().advance(31 * 60_000);
    await journal.findActivity({ kinds: [], text: 'whatever', limit: 1 });
    for (let turns = 0; turns < 50; turns++) {
      const before = answers.length;
      time().advance(1_000);
      await new Promise(setImmediate);
      if (answers.length === before) return;
    }
  }

  return { options, looks, answers, index };
}

function watched({ unindexed, most, matches }: Among, look: Look): Among {
  return {
    unindexed,
    most,
    *matches(before) {
      for (const match of matches(before)) {
        look.matched.push(match.intentId);
        yield match;
      }
    },
  };
}

/** Each of them a second after the one before it. */
export function manyInOrder(journal: Journal, time: FakeTime, count = 300): void {
  for (let n = 0; n < count; n++) {
    time.advance(1_000);
    const { intentId } = value(journal.record(draft({ confirmedAt: time.clock.wall() }))).intent;
    value(journal.advance(intentId, { step: 'not-sent' }, { kind: 'not-sent', text: 'No.' }));
  }
}

/** What is in the index of the journal at this path. */
export function indexedIn(journalPath: string): { docs: string[]; repeats: string[] } {
  const db = new DatabaseSync(searchIndexPath(journalPath), { readOnly: true });
  const ids = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => String(row['intent_id']));
  try {
    return {
      docs: ids('SELECT intent_id FROM docs ORDER BY doc'),
      repeats: ids('SELECT intent_id FROM repeats'),
    };
  } finally {
    db.close();
  }
}

/** A journal of the test with its index, and searches that are held against the same without it. */
export function createIndexedJournals(harness: ReturnType<typeof createHarness>) {
  return {
    setUp(more: Partial<JournalOptions> = {}, job: Partial<IndexJob> = {}) {
      const indexed = createIndexed(() => harness.state.time, job);
      const open = (other: Partial<JournalOptions> = {}) =>
        harness.open({ ...indexed.options, ...more, ...other });
      return { ...indexed, open, journal: open() };
    },
    indexPath: () => harness.path('search.db'),
  };
}

/** The ids of the orders that are found, with the index as without it. */
export async function find(journal: Journal, text: string, limit = 200): Promise<string[]> {
  const query = { kinds: [], text, limit };
  const found = value(await journal.findActivity(query));
  expect(found).toEqual(value(journal.activity(query)));
  return [...new Set(found.lines.map(({ intentId }) => intentId ?? ''))];
}

export const many = (journal: Journal, count = 5): string[] =>
  Array.from({ length: count }, () => intentIn(journal, 'accepted'));

export function make(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}
