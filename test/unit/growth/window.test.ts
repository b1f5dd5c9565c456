// What an account with a long past costs a window and the memory of main: as many orders, fills, items and frames with
// 20,000 recorded orders as with 6,000, and no more after a person has read through old ones.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ok } from '#contract/failure.ts';
import type { FeedName } from '#contract/feeds.ts';
import { readEvidence } from '#main/account/activity.ts';
import { NEWEST_ORDERS } from '#main/account/standing/keep-book-small.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';
import { createFeeds, FRAME_MS, type Sources } from '#main/gateway/feeds.ts';
import { createAccountSources } from '#main/gateway/sources.ts';
import { writeManyOrders } from '#test/bench/many-orders.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { ACCOUNT_ID, openUnit } from '#test/unit/account/opened-unit.ts';
import { value } from '#test/unit/journal/harness.ts';

/** Both more than a table of fills begins with. */
const [FEW, MANY] = [6_000, 20_000];
/** A window begins with all fills of the newest day, however many: most are of days before. */
const STEP_MS = 60_000;
const SHOWN: FeedName[] = [
  'account',
  'positions',
  'orders',
  'executions',
  'intents',
  'cancels',
  'closings',
  'gaps',
  'prices',
  'streams',
];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-growth-'));
  for (const orders of [FEW, MANY])
    writeManyOrders(join(folder, String(orders)), ACCOUNT_ID, orders, { stepMs: STEP_MS });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function open(orders: number) {
  const time = createFakeTime();
  const unit = openUnit(join(folder, String(orders)), time);
  const inMemory = () => ({
    orders: unit.book.orders().length,
    fills: unit.book.allExecutions().length,
  });
  return { time, unit, inMemory };
}

/** How many items and frames each feed begins with. */
function firstStates({ time, unit }: ReturnType<typeof open>) {
  const sources = createAccountSources({
    get: () => ok({ unit } as OpenAccount),
    hold: () => () => undefined,
  });
  const feeds = createFeeds({
    sources: sources as Sources,
    delay: time.delay,
    report: (_name, error) => String(error),
    isLocked: () => false,
  });
  return SHOWN.map((feed) => {
    let [items, frames, isWhole] = [0, 0, false];
    const hub = feeds.open((delivery) => {
      for (const { event } of delivery) {
        if (event.kind === 'failed') throw new Error(JSON.stringify(event.failure));
        items += event.items.length;
        frames++;
        isWhole = !event.isPart;
      }
    });
    hub.watch(1, feed, { accountId: ACCOUNT_ID });
    time.advance(100 * FRAME_MS);
    hub.close();
    return { feed, items, frames, isWhole };
  });
}

it('a window begins with as many items in as many frames, and main has as many orders in memory', () => {
  const [few, many] = [FEW, MANY].map((orders) => {
    const account = open(orders);
    const begun = { states: firstStates(account), memory: account.inMemory() };
    account.unit.stop();
    return begun;
  });
  expect(many).toEqual(few);
  expect(many?.memory.orders).toBe(NEWEST_ORDERS);
  expect(many?.states.every(({ isWhole }) => isWhole)).toBe(true);
  expect(many?.states.find(({ feed }) => feed === 'intents')?.items).toBeGreaterThanOrEqual(500);
});

it('old orders that somebody reads through leave memory again', async () => {
  const account = open(MANY);
  const { unit, time } = account;
  const before = account.inMemory();
  let cursor: { confirmedAt: number; intentId: string } | undefined;
  let read = 0;
  for (let pages = 0; pages < 5; pages++) {
    const page = value(unit.journal.list({ limit: 500, ...(cursor && { before: cursor }) }));
    cursor = page.next;
    for (const { intentId } of page.intents) {
      const evidence = await readEvidence(unit, intentId);
      // With what became of the order, which came back for it.
      if (evidence.ok && evidence.value.evidence.length > 3) read++;
    }
  }
  expect(read).toBe(2_500);
  expect(account.inMemory().orders).toBeGreaterThan(before.orders);
  for (let turn = 0; turn < 300; turn++) {
    time.advance(50);
    for (let rest = 0; rest < 10; rest++) await Promise.resolve();
  }
  expect(account.inMemory().orders).toBe(before.orders);
  unit.stop();
});
