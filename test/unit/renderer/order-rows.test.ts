import { expect, it } from 'vitest';
import { Intent } from '#contract/intents.ts';
import { Order } from '#contract/orders.ts';
import { createSlices } from '#renderer/core/feeds/slices.ts';
import {
  acceptsOrder,
  compareOrders,
  NO_FILTER,
  type OrderFilter,
} from '#renderer/trading/orders/order-filter.ts';
import { createOrderList } from '#renderer/trading/orders/order-list.ts';
import { isCancellable, type OrderRow } from '#renderer/trading/orders/order-rows.ts';

const ACCOUNT = '019a8000-0000-7000-8000-000000000001';
const idOf = (n: number): string =>
  `019a8000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`;

const order = (n: number, status: string, more: object = {}): Order =>
  Order.parse({
    id: `order-${n}`,
    clientOrderId: idOf(n),
    symbol: `S${n}`,
    side: 'buy',
    type: 'limit',
    timeInForce: 'day',
    status,
    qty: '5',
    filledQty: '0',
    limitPrice: '10',
    submittedAt: new Date(n * 1_000).toISOString(),
    ...more,
  });

const intent = (n: number, state: string, more: object = {}): Intent =>
  Intent.parse({
    intentId: idOf(n),
    accountId: ACCOUNT,
    kind: 'place',
    state,
    body: '{"side":"sell","qty":"7","type":"stop_limit","limit_price":"9","stop_price":"8"}',
    symbol: `S${n}`,
    title: 'Sell 7',
    confirmedAt: n * 1_000,
    cancelWhenFound: false,
    isConflict: false,
    unanswered: 0,
    changedAt: n * 1_000,
    ...more,
  });

/** Two feeds and the list that follows them; `flush` is the frame. */
function desk(orders: Order[] = [], intents: Intent[] = []) {
  const frames: (() => void)[] = [];
  const feeds = {
    orders: createSlices<string, Order>((run) => frames.push(run)),
    intents: createSlices<string, Intent>((run) => frames.push(run)),
  };
  const list = createOrderList(feeds);
  for (const item of orders) feeds.orders.put(item.id, item);
  for (const item of intents) feeds.intents.put(item.intentId, item);
  const flush = () => frames.splice(0).forEach((run) => run());
  flush();
  list.start();
  const rows = (): OrderRow[] => [...list.rows.view().rows];
  return { ...feeds, list, flush, rows };
}

const orderRows = (orders: Order[], intents: Intent[]): OrderRow[] => desk(orders, intents).rows();
const rowsIn = (rows: OrderRow[], status: OrderFilter['status']): OrderRow[] =>
  rows.filter(acceptsOrder({ ...NO_FILTER, status }, 0));
const cancellable = (rows: OrderRow[]): OrderRow[] => rows.filter(isCancellable);

const symbols = (rows: { symbol: string }[]): string[] => rows.map(({ symbol }) => symbol);

it('shows what is unknown first, then what is open, then the rest, each newest first', () => {
  const rows = orderRows(
    [order(1, 'new'), order(2, 'filled'), order(3, 'partially_filled'), order(4, 'canceled')],
    [intent(5, 'unknown'), intent(6, 'refused'), intent(7, 'set-aside'), intent(1, 'accepted')],
  );
  expect(symbols(rows)).toEqual(['S7', 'S5', 'S3', 'S1', 'S6', 'S4', 'S2']);
  expect(symbols(rowsIn(rows, 'open'))).toEqual(['S7', 'S5', 'S3', 'S1']);
  expect(symbols(rowsIn(rows, 'unknown'))).toEqual(['S7', 'S5']);
  expect(symbols(cancellable(rows))).toEqual(['S7', 'S5', 'S3', 'S1']);
});

it('joins an order with the intent that became it, and offers evidence for our own alone', () => {
  const rows = orderRows([order(1, 'new'), order(2, 'new')], [intent(1, 'accepted')]);
  expect(rows.map(({ key, intentId }) => [key, intentId])).toEqual([
    ['order-2', undefined],
    ['order-1', idOf(1)],
  ]);
});

it('reads what an unknown order asked for from the bytes that were sent', () => {
  const [row] = orderRows([], [intent(1, 'unknown', { cancelWhenFound: true })]);
  expect(row).toMatchObject({
    side: 'sell',
    qty: '7',
    type: 'stop_limit',
    prices: { limitPrice: '9', stopPrice: '8' },
    status: 'unknown',
    orderId: undefined,
    reason: 'It is cancelled as soon as it appears.',
  });
});

it('survives a body that cannot be read', () => {
  const [row] = orderRows([], [intent(1, 'unknown', { body: 'not json' })]);
  expect(row).toMatchObject({ symbol: 'S1', side: undefined, status: 'unknown' });
});

it('shows a conflict beside the order that has the id', () => {
  const rows = orderRows([order(1, 'new')], [intent(1, 'unknown', { isConflict: true })]);
  expect(rows.map(({ status }) => status)).toEqual(['conflict', 'new']);
});

it('leaves out mints, and an order of unknown status counts as open', () => {
  const rows = orderRows([order(1, 'brand_new_status')], [intent(2, 'unknown', { kind: 'mint' })]);
  expect(rows.map(({ symbol, group, status }) => [symbol, group, status])).toEqual([
    ['S1', 'open', 'brand new status'],
  ]);
});

it('lists legs once, under the order they hang on', () => {
  const leg = order(2, 'held');
  const rows = orderRows([order(2, 'new'), order(3, 'new'), order(1, 'new', { legs: [leg] })], []);
  expect(rows.map(({ key, status, leg: nth }) => [key, status, nth])).toEqual([
    ['order-3', 'new', 0],
    ['order-1', 'new', 0],
    ['order-2', 'new', 1],
  ]);
});

it('keeps a filled order with its open legs among what is open', () => {
  const legs = [order(2, 'new'), order(3, 'held')];
  const rows = orderRows([order(9, 'filled'), order(1, 'filled', { legs }), order(5, 'new')], []);
  expect(rows.map(({ key }) => key)).toEqual([
    'order-5',
    'order-1',
    'order-2',
    'order-3',
    'order-9',
  ]);
  expect(symbols(rowsIn(rows, 'open'))).toEqual(['S5', 'S2', 'S3']);
});

it('does not call an order unknown while its answer is still expected', () => {
  const rows = orderRows([], [intent(1, 'sent'), intent(2, 'recorded')]);
  expect(rows.map(({ group, status }) => [group, status])).toEqual([
    ['open', 'sending'],
    ['open', 'sending'],
  ]);
});

it('follows one change at a time to where a fresh list would be', () => {
  const states = ['new', 'partially_filled', 'filled', 'canceled', 'rejected'];
  const live = desk();
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let step = 0; step < 400; step++) {
    const n = random(40);
    const status = states[random(states.length)] ?? 'new';
    if (random(3) === 0) live.intents.put(idOf(n), intent(n, random(2) ? 'unknown' : 'accepted'));
    else if (n % 5 === 0)
      live.orders.put(
        `order-${n}`,
        order(n, status, { legs: [order(n + 1, 'held'), order(n + 2, 'held')] }),
      );
    else live.orders.put(`order-${n}`, order(n, status));
    live.flush();
    if (step === 200)
      live.list.rows.arrange({ compare: compareOrders({ column: 'status', isDescending: true }) });
    if (step === 250)
      live.list.rows.arrange({ accepts: acceptsOrder({ ...NO_FILTER, status: 'open' }, 0) });
  }
  const fresh = desk([...live.orders.all()], [...live.intents.all()]);
  fresh.list.rows.arrange({
    compare: compareOrders({ column: 'status', isDescending: true }),
    accepts: acceptsOrder({ ...NO_FILTER, status: 'open' }, 0),
  });
  expect(live.rows().map(({ key }) => key)).toEqual(fresh.rows().map(({ key }) => key));
  expect(live.list.counts()).toEqual(fresh.list.counts());
  expect(live.rows().length).toBeGreaterThan(5);
  live.orders.clear();
  live.intents.clear();
  live.flush();
  expect(live.rows()).toEqual([]);
  expect(live.list.counts()).toMatchObject({ open: 0, unknown: 0, filled: 0 });
});

it('keeps what is unknown on top however it is sorted, and under every status', () => {
  const { list, rows } = desk([order(1, 'filled'), order(3, 'new')], [intent(2, 'unknown')]);
  for (const isDescending of [true, false]) {
    list.rows.arrange({ compare: compareOrders({ column: 'symbol', isDescending }) });
    expect(symbols(rows())).toEqual(isDescending ? ['S2', 'S3', 'S1'] : ['S2', 'S1', 'S3']);
  }
  list.rows.arrange({ accepts: acceptsOrder({ ...NO_FILTER, status: 'filled' }, 0) });
  expect(symbols(rows())).toEqual(['S2', 'S1']);
});

it.each([
  ['status', { status: 'canceled' }, ['S4']],
  ['refusals of the broker and of the desk', { status: 'refused' }, ['S7', 'S5']],
  ['side', { side: 'sell' }, ['S3', 'S7']],
  ['symbol, from its first letter on', { symbol: 's3' }, ['S3']],
  ['time', { days: 1 }, ['S90000']],
  ['all words of a text', { text: 'LIMIT s1' }, ['S1']],
  ['a part of an id', { text: 'order-4' }, ['S4']],
] as const)('filters by %s', (_what, change, expected) => {
  const rows = orderRows(
    [
      order(1, 'new'),
      order(3, 'new', { side: 'sell' }),
      order(4, 'expired'),
      order(5, 'rejected'),
      order(90_000, 'new'),
    ],
    [intent(7, 'not-sent')],
  );
  const accepts = acceptsOrder({ ...NO_FILTER, ...change }, 90_000_000);
  expect(symbols(rows.filter(accepts))).toEqual(expected);
});

it('says which orders were placed elsewhere, and legs of our own are not', () => {
  const bracket = order(1, 'new', { legs: [order(2, 'held')] });
  const { list, rows } = desk(
    [bracket, order(3, 'new')],
    [intent(1, 'accepted'), intent(6, 'unknown')],
  );
  const elsewhere = rows().filter(list.isElsewhere);
  expect(symbols(elsewhere)).toEqual(['S3']);
});

it('does not call an order foreign that is older than the intents at hand', () => {
  const intents = Array.from({ length: 500 }, (_, n) =>
    intent(10, 'accepted', {
      intentId: `019a8000-0000-7000-9000-${String(n).padStart(12, '0')}`,
      confirmedAt: 50_000 + n,
    }),
  );
  const { list, rows } = desk([order(49, 'new'), order(51, 'new')], intents);
  expect(symbols(rows().filter(list.isElsewhere))).toEqual(['S51']);
});
