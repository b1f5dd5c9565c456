// What the broker books, heard on its stream, over restarts; and by comparing fills where there is no stream.
import { afterEach, expect, it } from 'vitest';
import { ok } from '#contract/failure.ts';
import type { Execution } from '#contract/orders.ts';
import { createActivities } from '#main/account/reconciling/activities.ts';
import { openAccountBook } from '#main/account/standing/stored-book.ts';
import type { ActivitiesFrom, ActivityListener } from '#main/broker/calls/activity-events.ts';
import type { Client } from '#main/broker/client.ts';
import { decimal } from '#main/domain/decimal.ts';
import { diskFailure, failed } from '#main/journal/failure.ts';
import type { Journal } from '#main/journal/types.ts';
import type { ActivityEvent } from '#main/wire/activity-events.ts';
import { createFakeRandom } from '#test/support/fake-time.ts';
import { anExecution, anOrder } from '#test/unit/domain/samples.ts';
import { createHarness, value } from '#test/unit/journal/harness.ts';

const harness = createHarness();
const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));
const settle = async () => {
  for (let n = 0; n < 30; n++) await Promise.resolve();
};

const fill = (more: object = {}) =>
  anExecution({ qty: '10', cumQty: '10', price: '187.2', executionId: 'x1', ...more });
type Revised = Extract<ActivityEvent, { kind: 'bust' | 'correct' }>;
const bust = (eventId: string, more: Partial<Revised> = {}): ActivityEvent => ({
  eventId,
  at: '2026-11-13T15:30:00Z',
  kind: 'bust',
  orderId: 'order-1',
  symbol: 'AAPL',
  previousId: 'x1',
  executionId: 'x2',
  qty: decimal('10'),
  price: decimal('187.2'),
  ...more,
});

function setUp(newestOrders = 1_000, isMarkReadable = true) {
  const { time } = harness.state;
  const disk = { isReadable: true, isMarkReadable };
  const opened = harness.open();
  const journal: Journal = {
    ...opened,
    activityMark: () =>
      disk.isMarkReadable ? opened.activityMark() : failed(diskFailure('io', 'not readable')),
    savedOrder: (id) =>
      disk.isReadable ? opened.savedOrder(id) : failed(diskFailure('io', 'not readable')),
  };
  const book = openAccountBook(journal, () => undefined, newestOrders);
  const asked: ActivitiesFrom[] = [];
  const read: string[] = [];
  const state = {
    doubt: undefined as string | undefined,
    listener: undefined as ActivityListener | undefined,
    listed: [] as Execution[],
    order: anOrder({ status: 'filled', filledQty: '10' }),
    lists: 0,
  };
  const client = {
    openActivities(from: ActivitiesFrom, listener: ActivityListener) {
      asked.push(from);
      state.listener = listener;
      return () => undefined;
    },
    marketClock: async () => ok({ timestamp: '2026-11-13T15:00:00Z' }),
    async allActivities() {
      state.lists++;
      return ok(state.listed.map((execution, n) => ({ id: `a${n}`, execution })));
    },
    order: async () => ok(state.order),
  } as unknown as Client;
  const activities = createActivities({
    clock: time.clock,
    delay: time.delay,
    random: createFakeRandom(1),
    log: () => undefined,
    client,
    journal,
    book,
    accountDoubt: () => state.doubt,
    readAccount: () => read.push('account'),
    readOrder: (orderId) => read.push(orderId),
    readPrices: () => read.push('prices'),
    onSharesMoved: () => read.push('requests'),
    signal: new AbortController().signal,
  });
  const stop = () => {
    activities.stop();
    journal.close();
  };
  stops.push(stop);
  activities.start();
  const hear = (event: ActivityEvent | undefined) => state.listener?.onEvent(event);
  const answer = (status: number) => state.listener?.onAnswer({ status, headers: {}, body: '' });
  const lines = () =>
    value(journal.activity({ kinds: ['desk'], text: '', limit: 50 }))
      .lines.map(({ text }) => text)
      .toReversed();
  const advance = async (ms: number) => {
    time.advance(ms);
    await settle();
  };
  return { disk, book, asked, read, state, hear, answer, lines, advance, stop };
}

it('writes no mark over one that it could not read', async () => {
  const first = setUp();
  await settle();
  first.answer(200);
  first.hear(bust('e1'));
  first.stop();
  const second = setUp(1_000, false);
  await settle();
  expect(second.asked).toEqual([{ since: '2026-11-13T14:55:00.000Z' }]);
  second.answer(200);
  second.hear(bust('e9', { previousId: 'x9' }));
  second.stop();
  const third = setUp();
  await settle();
  expect(third.asked).toEqual([{ sinceId: 'e1' }]);
});

it('begins at the broker’s present, and goes on after the last event over a restart', async () => {
  const first = setUp();
  await settle();
  expect(first.asked).toEqual([{ since: '2026-11-13T14:55:00.000Z' }]);
  first.answer(200);
  first.book.putExecutions([fill()]);
  first.hear(bust('01B'));
  first.stop();
  const second = setUp();
  await settle();
  expect(second.asked).toEqual([{ sinceId: '01B' }]);
  expect(second.book.executions('order-1')[0]?.revision?.kind).toBe('bust');
  // Told once more, or an older one: nothing happens.
  second.hear(bust('01B'));
  second.hear(bust('01A', { kind: 'correct' }));
  expect(second.lines()).toEqual(['Fill of 10 AAPL at 187.20 was busted by the broker.']);
  expect(second.read).toEqual([]);
});

it('names what held until a corrected fill was taken back, and tells neither again', async () => {
  const { book, hear, lines, answer } = setUp();
  await settle();
  answer(200);
  book.putExecutions([fill()]);
  const corrected = { kind: 'correct' as const, price: decimal('189'), at: '2026-11-13T15:20:00Z' };
  hear(bust('01', corrected));
  hear(bust('02', { previousId: 'x2', executionId: 'x3', price: decimal('189') }));
  hear(bust('03', corrected));
  expect(lines()).toEqual([
    'Fill of 10 AAPL at 187.20 was corrected by the broker to 10 at 189.00.',
    'Fill of 10 AAPL at 189.00 was busted by the broker.',
  ]);
  expect(book.executions('order-1')[0]?.revision?.kind).toBe('bust');
});

it('reads the order of a fill that was taken back', async () => {
  const { book, hear, read, lines } = setUp();
  await settle();
  book.putExecutions([fill()]);
  hear(bust('01', { kind: 'correct', price: decimal('187.1') }));
  expect(read).toEqual(['order-1']);
  expect(lines()).toEqual([
    'Fill of 10 AAPL at 187.20 was corrected by the broker to 10 at 187.10.',
  ]);
});

it('says so where the fill is not known here', async () => {
  const { hear, read, lines } = setUp();
  await settle();
  hear(bust('01'));
  expect(lines()).toEqual([
    'The broker busted a fill of AAPL that is not recorded here: execution x1 of order order-1.',
  ]);
  expect(read).toEqual(['account', 'order-1']);
});

const told = (eventId: string, execution: Execution): ActivityEvent => ({
  eventId,
  at: execution.at,
  kind: 'fill',
  execution,
});

it('reads the order of a fill that nobody knows here first, so that the fill is news', async () => {
  const { book, read, hear, advance, stop } = setUp();
  await settle();
  hear(told('01', fill()));
  hear(told('02', fill({ orderId: 'order-2', executionId: 'y1' })));
  await advance(2_000);
  expect([book.allExecutions(), read]).toEqual([[], ['order-1', 'order-2']]);
  book.putOrders([anOrder({ id: 'order-1' })]);
  expect(book.allExecutions()).toEqual([fill()]);
  // What is not known when the desk ends is found with its order at the next start.
  stop();
  stops.pop();
  expect(book.executions('order-2')).toEqual([]);
});

it('leaves a fill to the order stream for a moment, and not when it is taken back', async () => {
  const { book, hear, advance } = setUp();
  await settle();
  book.putOrders([anOrder({ id: 'order-1' })]);
  hear(told('01', fill()));
  expect(book.allExecutions()).toEqual([]);
  await advance(2_000);
  expect(book.allExecutions()).toEqual([fill()]);
  hear(told('02', fill({ orderId: 'order-2', executionId: 'y1' })));
  hear(bust('03', { orderId: 'order-2', previousId: 'y1' }));
  expect(book.executions('order-2')[0]?.revision?.kind).toBe('bust');
});

it('tells of fees, dividends and splits, and reads what they changed', async () => {
  const { hear, read, lines } = setUp();
  await settle();
  const entry = (eventId: string, more: object): ActivityEvent =>
    ({ eventId, at: '2026-11-13T15:30:00Z', kind: 'entry', ...more }) as ActivityEvent;
  hear(entry('01', { type: 'FEE', netAmount: '-0.02' }));
  hear(entry('02', { type: 'DIV', symbol: 'KO', netAmount: '4.8' }));
  hear(entry('03', { type: 'SPLIT', symbol: 'AAPL', split: { oldQty: '10', newQty: '40' } }));
  hear(undefined);
  hear(undefined);
  expect(lines()).toEqual([
    'The broker booked a fee, -$0.02.',
    'The broker booked a dividend of KO, $4.80.',
    'AAPL was split: 10 shares became 40.',
    expect.stringMatching(/^The broker reported an activity that could not be read/),
  ]);
  expect(read).toEqual(['account', 'account', 'account', 'prices', 'account', 'account']);
});

it('tells what was booked and is taken back as that, in words', async () => {
  const { hear, lines } = setUp();
  await settle();
  const at = '2026-11-13T15:30:00Z';
  const common = { at, kind: 'entry', symbol: undefined, revises: undefined, split: undefined };
  const entry = (eventId: string, more: object) =>
    hear({ ...common, eventId, ...more } as ActivityEvent);
  entry('01', { type: 'FEE', netAmount: '0.02', revises: 'canceled' });
  entry('02', { type: 'DIV', symbol: 'KO', netAmount: '4.9', revises: 'corrected' });
  entry('03', { type: 'JNLC', netAmount: '-25' });
  const split = { oldQty: '10', newQty: '40' };
  entry('04', { type: 'SPLIT', symbol: 'AAPL', revises: 'canceled', split });
  expect(lines()).toEqual([
    'The broker reversed a fee, $0.02.',
    'The broker corrected a dividend of KO, $4.90.',
    'The broker booked cash to or from another account, -$25.00.',
    'The broker reversed a split of AAPL.',
  ]);
});

it('looks for mints and redeems when shares moved, and not for money', async () => {
  const { hear, read } = setUp();
  await settle();
  const entry = (eventId: string, more: object): ActivityEvent =>
    ({ eventId, at: '2026-11-13T15:30:00Z', kind: 'entry', ...more }) as ActivityEvent;
  hear(entry('01', { type: 'JNLC', netAmount: '-5' }));
  hear(entry('02', { type: 'DIV', symbol: 'KO', netAmount: '4.8' }));
  expect(read).not.toContain('requests');
  hear(entry('03', { type: 'JNLS', symbol: 'AAPL' }));
  hear(entry('04', { type: 'OCT', symbol: 'AAPL' }));
  expect(read.filter((one) => one === 'requests')).toHaveLength(2);
});

it('believes nothing while the key may be another account’s, and hears it again', async () => {
  const { book, hear, state, asked, advance } = setUp();
  await settle();
  book.putExecutions([fill()]);
  state.doubt = 'not checked';
  hear(bust('01'));
  expect(book.executions('order-1')[0]?.revision).toBeUndefined();
  state.doubt = undefined;
  await advance(5_000);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toEqual(asked[0]);
});

it('compares fills where the broker has no stream, and believes what two readings say', async () => {
  const { book, answer, state, advance, lines } = setUp();
  await settle();
  book.putExecutions([fill()]);
  answer(404);
  state.listed = [fill()];
  await advance(120_000);
  state.listed = [];
  // The order has what it had: the list lags.
  await advance(360_000);
  expect(book.executions('order-1')[0]?.revision).toBeUndefined();
  state.order = anOrder({ status: 'filled', filledQty: '0', updatedAt: '2026-11-13T16:00:00Z' });
  await advance(120_000);
  expect(book.executions('order-1')[0]?.revision).toMatchObject({
    kind: 'bust',
    at: '2026-11-13T16:00:00Z',
  });
  await advance(600_000);
  expect(lines()).toEqual([
    'The broker has no activity stream for this key (404). Fills are compared with the broker’s list instead.',
    'Fill of 10 AAPL at 187.20 was busted by the broker.',
  ]);
});

it('finds a correction on the list, in price or in size, once', async () => {
  const { book, answer, state, advance, lines } = setUp();
  await settle();
  book.putExecutions([fill(), fill({ orderId: 'order-2', executionId: 'y1' })]);
  answer(501);
  const at = '2026-11-13T16:00:00Z';
  state.listed = [
    anExecution({ qty: '10', cumQty: '10', price: '187.1', at }),
    anExecution({ orderId: 'order-2', qty: '8', cumQty: '8', price: '187.2', at }),
  ];
  await advance(120_000);
  expect(book.allExecutions().some(({ revision }) => revision)).toBe(false);
  await advance(600_000);
  expect(lines().slice(1)).toEqual([
    'Fill of 10 AAPL at 187.20 was corrected by the broker to 10 at 187.10.',
    'Fill of 10 AAPL at 187.20 was corrected by the broker to 8 at 187.20.',
  ]);
});

it('does not compare while the stream is heard', async () => {
  const { book, answer, state, advance } = setUp();
  await settle();
  book.putExecutions([fill()]);
  answer(200);
  await advance(600_000);
  expect(state.lists).toBe(0);
});

it('takes back a fill of an order that cannot be looked up now as soon as it can be', async () => {
  const first = setUp();
  await settle();
  first.book.putOrders([anOrder({ status: 'filled', filledQty: '10' })]);
  first.book.putExecutions([fill()]);
  first.stop();
  const { disk, book, hear, lines, read } = setUp(0);
  await settle();
  expect(book.orders()).toEqual([]);
  disk.isReadable = false;
  hear(bust('01B'));
  expect([lines(), read]).toEqual([[], ['account', 'order-1']]);
  disk.isReadable = true;
  book.catchUp();
  expect(book.executions('order-1')[0]?.revision?.kind).toBe('bust');
  expect(lines()).toEqual(['Fill of 10 AAPL at 187.20 was busted by the broker.']);
});
