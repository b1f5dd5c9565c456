// What a journal with a long past costs: each thing that is asked of it at a start, for a screen or for an order reads as
// many rows with 17,020 recorded orders as with 5,500, and finds them through an index. Rows are counted, not time.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IntentDraft, Journal } from '#main/journal/types.ts';
import { openJournal } from '#main/journal/journal.ts';
import { writeManyOrders } from '#test/bench/many-orders.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { anExecution, anOrder } from '#test/unit/domain/samples.ts';
import { ACCOUNT, draft, value } from '#test/unit/journal/harness.ts';

/** Both more than a table of fills begins with, and whole days apart: what the newest day holds is the same of both. */
const [FEW, MANY] = [5_500, 17_020];
const FIRST_MS = 1_700_000_000_000;
const STEP_MS = 60_000;

const PAST = /^(SCAN|SEARCH) (?:intents|evidence|e|orders|executions)\b/;
/** Everything between two bounds, put in order before the first of it is there. */
const RANGE = /[<>]\?/;
const SORTED = /^USE TEMP B-TREE FOR (LAST TERM OF )?ORDER BY/;
/** The first so many along an index: nothing is passed over. */
const AS_MANY = /^SELECT [\w.*, ]+ FROM \w+ ORDER BY \w+ DESC LIMIT \d+$/;

type Cost = {
  /** Rows that SQLite handed over. */
  rows: number;
  /** Statements that were run, transactions among them. */
  runs: number;
  commits: number;
  /** Statements that pass over a table of the past, or over all of it between two bounds. */
  scans: string[];
};
/** How SQLite looks into the table of intents for each statement. */
const LOOKS = /^(?:SCAN|SEARCH) intents\b/;

let folder = '';
const opened: ReturnType<typeof openAt>[] = [];
const of = (orders: number) => opened[orders === FEW ? 0 : 1] ?? openAt(orders);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-growth-'));
  for (const orders of [FEW, MANY]) opened.push(openAt(orders));
}, 120_000);
afterAll(() => {
  for (const { journal } of opened) journal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A journal with so many orders, whose statements are counted from its opening on. */
function openAt(orders: number) {
  const at = join(folder, String(orders));
  mkdirSync(at);
  writeManyOrders(at, ACCOUNT, orders, { firstMs: FIRST_MS, stepMs: STEP_MS });
  const counted = countStatements();
  const options = { folder: at, accountId: ACCOUNT, clock: createFakeTime().clock };
  const [{ journal }, opening] = counted.during(() =>
    value(
      openJournal({
        ...options,
        log: () => undefined,
        connect: counted.connect,
        isCheckedLater: true,
        checkedAtOnceBytes: 0,
      }),
    ),
  );
  const inside = new DatabaseSync(join(at, 'journal.db'), { readOnly: true });
  const ids = (column: string) => (nth: number) =>
    String(
      inside
        .prepare(`SELECT ${column} AS id FROM intents ORDER BY confirmed_at LIMIT 1 OFFSET ?`)
        .get(nth)?.['id'],
    );
  const [oldIntent, oldOrder] = [ids('intent_id')(10), ids('result_id')(10)];
  inside.close();
  return { journal, opening, counted, oldIntent, oldOrder, lastMs: FIRST_MS + orders * STEP_MS };
}

function countStatements() {
  let cost: Cost = { rows: 0, runs: 0, commits: 0, scans: [] };
  let looks: string[] = [];
  const noteScans = (db: DatabaseSync, sql: string): void => {
    const plan = DatabaseSync.prototype.prepare
      .call(db, `EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ parent, detail }) => ({ parent, detail: String(detail) }));
    looks.push(...plan.map(({ detail }) => detail).filter((detail) => LOOKS.test(detail)));
    for (const { parent, detail } of plan) {
      const [, how] = PAST.exec(detail) ?? [];
      const isSorted = plan.some((one) => one.parent === parent && SORTED.test(one.detail));
      const isLimited = AS_MANY.test(sql) && detail.includes('USING INDEX');
      const isPass =
        how === 'SCAN' ? !isLimited : how !== undefined && RANGE.test(detail) && isSorted;
      if (isPass) cost.scans.push(`${detail}: ${sql}`);
    }
  };
  class CountedDatabase extends DatabaseSync {
    override exec(sql: string): void {
      if (sql === 'COMMIT') cost.commits++;
      super.exec(sql);
    }
    override prepare(sql: string) {
      const ran = (): void => {
        cost.runs++;
        if (!sql.startsWith('PRAGMA')) noteScans(this, sql);
      };
      return new Proxy(super.prepare(sql), {
        get(target, name) {
          const member: unknown = Reflect.get(target, name, target);
          if (typeof member !== 'function') return member;
          return (...given: unknown[]) => {
            ran();
            const answer = member.apply(target, given) as unknown;
            if (name === 'all') cost.rows += (answer as unknown[]).length;
            if (name === 'get' && answer !== undefined) cost.rows++;
            return name === 'iterate' ? counting(answer as Iterable<unknown>) : answer;
          };
        },
      });
    }
  }
  function* counting(rows: Iterable<unknown>): Generator {
    for (const row of rows) {
      cost.rows++;
      yield row;
    }
  }
  return {
    connect: (path: string, options: { readOnly: boolean }) => new CountedDatabase(path, options),
    during<T>(work: () => T): [T, Cost] {
      cost = { rows: 0, runs: 0, commits: 0, scans: [] };
      const done = work();
      return [done, cost];
    },
    looksDuring(work: () => unknown): string[] {
      looks = [];
      work();
      return looks;
    },
  };
}

type One = ReturnType<typeof openAt>;
const page = (one: One, before?: { at: number; lineId: string }) =>
  one.journal.activity({ kinds: [], text: '', limit: 200, ...(before && { before }) });

const ASKED: Record<string, (one: One) => unknown> = {
  'what a start begins with': ({ journal }) => value(journal.load()),
  'the newest intents of a window': ({ journal }) => value(journal.list({ limit: 500 })),
  'intents from far back': ({ journal }) =>
    value(journal.list({ before: { confirmedAt: FIRST_MS + 1_500 * STEP_MS, intentId: '~' } })),
  'the newest page of the activity': (one) => value(page(one)),
  'a page of the activity from far back': (one) =>
    value(page(one, { at: FIRST_MS + 1_500 * STEP_MS, lineId: '~' })),
  'the evidence of an old order': ({ journal, oldIntent }) => value(journal.evidence(oldIntent)),
  'an old intent by its id': ({ journal, oldIntent }) => value(journal.get(oldIntent)),
  'what is about an old order': ({ journal, oldOrder }) => value(journal.about(oldOrder)),
  'an old order with its fills': ({ journal, oldOrder }) => value(journal.savedOrder(oldOrder)),
  'the newest fills': ({ journal }) => value(journal.newestExecutions()),
  'the fills of a day': ({ journal }) =>
    value(journal.executionsBetween(FIRST_MS + 600 * STEP_MS, FIRST_MS + 700 * STEP_MS)),
  'when the first and the last fill were': ({ journal }) => value(journal.executionSpan()),
  'how many orders are open': ({ journal }) => value(journal.openOrderCount()),
  'what is left open and waited for': ({ journal }) => [
    journal.unsettled(),
    journal.pendingCancels(),
    value(journal.openClosings()),
    value(journal.batches()),
    value(journal.tokenizations()),
    value(journal.gaps()),
    value(journal.mark()),
  ],
};

/** As one is placed and filled. */
function tradeOne(journal: Journal, more: Partial<IntentDraft>): void {
  const { intentId } = value(journal.record(draft(more))).intent;
  const orderId = `order of ${intentId}`;
  const order = anOrder({ id: orderId, clientOrderId: intentId });
  value(journal.advance(intentId, { step: 'sent' }, { kind: 'sent', text: 'Sent.' }));
  const accepted = { kind: 'answered', text: 'Accepted.' } as const;
  value(journal.advance(intentId, { step: 'accepted', resultId: orderId }, accepted));
  value(journal.saveOrders([order]));
  value(journal.saveExecutions([anExecution({ orderId, executionId: `fill of ${intentId}` })]));
  value(journal.saveOrders([{ ...order, status: 'filled' }]));
}

describe('with three times the past behind it', () => {
  it('a journal is opened by as few reads, and none of them goes through the past', () => {
    const [few, many] = [of(FEW).opening, of(MANY).opening];
    expect(many.scans).toEqual([]);
    expect([many.rows, many.runs]).toEqual([few.rows, few.runs]);
    expect(few.runs).toBeGreaterThan(5);
  });

  it.each(Object.entries(ASKED))('%s reads as many rows, by an index', (_name, ask) => {
    const [few, many] = [FEW, MANY].map(
      (orders) => of(orders).counted.during(() => ask(of(orders)))[1],
    );
    expect(many?.scans).toEqual([]);
    expect([many?.rows, many?.runs]).toEqual([few?.rows, few?.runs]);
  });

  // With few mints, or none, what is passed over on the way to them is all orders, and no row of it is handed over.
  it.each([
    { limit: 500 },
    { states: ['accepted' as const], changedFrom: FIRST_MS, limit: 500 },
    { states: ['refused' as const], symbol: 'AAPL', to: FIRST_MS, limit: 50 },
  ])('mints are found by an index of their own: %j', (query) => {
    const { counted, journal } = of(MANY);
    const mints = { kinds: ['mint'] as const, ...query };
    expect(counted.looksDuring(() => value(journal.list(mints)))).toEqual([
      expect.stringContaining('USING INDEX intents_mints'),
    ]);
  });

  it('an order is recorded, sent, accepted and filled with as many writes', () => {
    const [few, many] = [FEW, MANY].map((orders) => {
      const { counted, journal, lastMs } = of(orders);
      return counted.during(() => tradeOne(journal, { confirmedAt: lastMs }))[1];
    });
    expect(many).toEqual(few);
    expect(many?.scans).toEqual([]);
    expect(many?.commits).toBe(6);
  });
});
