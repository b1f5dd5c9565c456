// An order that is open here and that the broker answers 404 for, with everything that reads orders at work.
import { afterEach, describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#contract/failure.ts';
import { isOpen, type Order } from '#contract/orders.ts';
import { createAccountSync } from '#main/account/reconciling/account-sync.ts';
import { openAccountBook } from '#main/account/standing/stored-book.ts';
import type { Client } from '#main/broker/client.ts';
import { decimal } from '#main/domain/decimal.ts';
import { listOf } from '#main/wire/oddities.ts';
import { createFakeRandom } from '#test/support/fake-time.ts';
import { createHarness, draft, value } from '#test/unit/journal/harness.ts';

const harness = createHarness();
const MINUTE_MS = 60_000;
const CREDENTIALS = { keyId: 'k', secretKey: 's' };

const order = (change: Partial<Order> = {}): Order => ({
  id: 'ghost',
  clientOrderId: 'client of ghost',
  symbol: 'AAPL',
  side: 'sell',
  type: 'limit',
  timeInForce: 'gtc',
  status: 'new',
  qty: decimal('10'),
  filledQty: decimal('0'),
  submittedAt: '2026-01-05T14:00:00Z',
  updatedAt: '2026-01-05T14:00:00Z',
  ...change,
});

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

function setUp() {
  const { time } = harness.state;
  const journal = harness.open();
  const book = openAccountBook(journal, () => undefined);
  const ending = new AbortController();
  const has = { byId: false, byClientId: false, listed: false };
  const state = { isLive: true, isSilent: false, isOdd: false };
  let asked = 0;
  let completed = 0;
  const missing = (): Result<never> =>
    state.isSilent
      ? fail({ kind: 'offline', message: 'no answer' })
      : fail({ kind: 'refused', status: 404, message: 'order not found' });
  const client = {
    allOrders: async () =>
      ok(listOf(has.listed ? [order()] : [], state.isOdd ? [{ where: 'id' }] : [])),
    async order() {
      asked++;
      return has.byId ? ok(order()) : missing();
    },
    async orderByClientId() {
      asked++;
      return has.byClientId ? ok(order()) : missing();
    },
    allActivities: async () => ok([]),
    marketClock: async () => {
      const timestamp = new Date(time.clock.wall()).toISOString();
      return ok({ timestamp, isOpen: true, nextOpen: timestamp, nextClose: timestamp });
    },
    account: async () =>
      ok({
        accountNumber: 'PA1',
        status: 'ACTIVE',
        currency: 'USD',
        equity: decimal('1'),
        lastEquity: decimal('1'),
        cash: decimal('1'),
        buyingPower: decimal('1'),
      }),
    positions: async () => ok([]),
  } as unknown as Client;
  const sync = createAccountSync({
    client,
    onAnswer: () => undefined,
    journal,
    book,
    credentials: () => CREDENTIALS,
    onOrder: (news) => book.putOrders([news]),
    lookUpUnsettled: async () => true,
    onComplete: () => completed++,
    isOrderStreamLive: () => state.isLive,
    signal: ending.signal,
    clock: time.clock,
    delay: time.delay,
    random: createFakeRandom(),
    log: () => undefined,
  });
  stops.push(() => {
    ending.abort();
    sync.stop();
  });
  async function pass(minutes: number): Promise<void> {
    for (let passed = 0; passed < minutes * MINUTE_MS; passed += 250) {
      time.advance(250);
      for (let turn = 0; turn < 12; turn++) await Promise.resolve();
    }
  }
  return {
    journal,
    book,
    sync,
    has,
    state,
    pass,
    time,
    asked: () => asked,
    passes: () => completed,
  };
}

describe('an open order that the broker does not know', () => {
  it('is gone after three looks over ten minutes, with evidence, and not before', async () => {
    const { journal, book, sync, pass } = setUp();
    const { intent } = value(journal.record(draft()));
    book.putOrders([order({ clientOrderId: intent.intentId })]);
    sync.start();
    await pass(9);
    expect(book.order('ghost')?.status).toBe('new');
    await pass(6);
    expect(book.order('ghost')).toMatchObject({ status: 'gone', statusBefore: 'new' });
    expect(book.openOrders()).toEqual([]);
    const lines = value(journal.evidence(intent.intentId)).map(({ kind, text }) => [kind, text]);
    expect(lines.at(-1)).toEqual(['not-found', expect.stringContaining('Gone at the broker')]);
    expect(lines.at(-1)?.[1]).toContain('404');
  });

  it('is found within seconds of the moment the broker shows it, while its stream is mute', async () => {
    const { book, sync, pass, has } = setUp();
    book.putOrders([order({ status: 'pending_new', updatedAt: '2026-01-05T13:59:59Z' })]);
    sync.start();
    await pass(10 / 60);
    expect(book.order('ghost')?.status).toBe('pending_new');
    has.byId = true;
    await pass(8 / 60);
    expect(book.order('ghost')?.status).toBe('new');
  });

  it('is asked for soon only a few times, and of many only a few', async () => {
    const { book, sync, pass, asked } = setUp();
    book.putOrders([order()]);
    sync.start();
    await pass(2);
    // For the pass, by both of its ids, and after 1, 2, 4, 8, 15 and 30 s by its id.
    expect(asked()).toBe(1 + 2 + 6);
    const before = asked();
    const many = Array.from({ length: 40 }, (_, n) => order({ id: `ghost ${n}` }));
    book.putOrders(many);
    sync.reconcile();
    await pass(2);
    expect(asked() - before).toBeGreaterThan(3 * many.length);
    expect(asked() - before).toBeLessThan(3 * many.length + 60);
  });

  it('is not gone while the list of its time has a record that cannot be read', async () => {
    const { book, sync, pass, state } = setUp();
    book.putOrders([order()]);
    state.isOdd = true;
    sync.start();
    await pass(30);
    expect(book.order('ghost')?.status).toBe('new');
    state.isOdd = false;
    await pass(30);
    expect(book.order('ghost')?.status).toBe('gone');
  });

  it('is asked for seldom meanwhile, and not at all afterwards', async () => {
    const { book, sync, pass, asked } = setUp();
    book.putOrders([order()]);
    sync.start();
    await pass(20);
    const before = asked();
    expect(before).toBeLessThan(20);
    await pass(60);
    expect(asked()).toBe(before);
  });

  it('is asked for no more often than once a minute after the first while the stream is down', async () => {
    const { book, sync, state, pass, asked, passes } = setUp();
    state.isLive = false;
    book.putOrders([order()]);
    sync.start();
    await pass(10);
    expect(passes()).toBeGreaterThan(200);
    // The first time by its id for whoever waits for the pass, then by both of its ids; in the first minute six times more.
    expect(asked()).toBeLessThanOrEqual(1 + 2 * 10 + 6);
  });

  it('counts from the beginning when the stream was down in between', async () => {
    const { book, sync, state, pass } = setUp();
    book.putOrders([order()]);
    sync.start();
    await pass(8);
    state.isLive = false;
    sync.reconcile();
    await pass(1);
    state.isLive = true;
    await pass(7);
    expect(book.order('ghost')?.status).toBe('new');
    await pass(9);
    expect(book.order('ghost')?.status).toBe('gone');
  });

  it('is told in the activity when another program placed it', async () => {
    const { journal, book, sync, pass } = setUp();
    book.putOrders([order()]);
    sync.start();
    await pass(15);
    const { lines } = value(journal.activity({ kinds: [], text: 'gone at the broker', limit: 5 }));
    expect(lines.map(({ text }) => text).join()).toContain('order ghost');
  });

  it.each([
    ['its client order id finds it', { byClientId: true }],
    ['a list has it', { listed: true }],
    ['its id finds it again', { byId: true }],
  ])('is not gone when %s', async (_what, found) => {
    const { book, sync, has, pass } = setUp();
    book.putOrders([order()]);
    sync.start();
    await pass(8);
    Object.assign(has, found);
    await pass(12);
    expect(book.order('ghost')?.status).toBe('new');
  });

  it.each([
    ['the order stream is down', { isLive: false }],
    ['the broker is silent', { isSilent: true }],
  ])('is not gone while %s', async (_what, change) => {
    const { book, sync, state, pass } = setUp();
    Object.assign(state, change);
    book.putOrders([order()]);
    sync.start();
    await pass(20);
    expect(book.order('ghost')?.status).toBe('new');
  });

  it('is back as soon as it is heard of, also after a restart', async () => {
    const { journal, book, sync, pass } = setUp();
    book.putOrders([order()]);
    sync.start();
    await pass(15);
    journal.close();
    const next = openAccountBook(harness.open(), () => undefined);
    expect(next.order('ghost')).toMatchObject({ status: 'gone', statusBefore: 'new' });
    expect(isOpen(next.order('ghost')?.status ?? '')).toBe(false);
    next.putOrders([order()]);
    expect(next.order('ghost')).toEqual(order());
    expect(next.openOrders()).toHaveLength(1);
  });
});
