import { expect, it } from 'vitest';
import type { Intent } from '#contract/intents.ts';
import type { Order } from '#contract/orders.ts';
import {
  acceptsOrder,
  compareOrders,
  NO_FILTER,
  type OrderFilter,
} from '#renderer/trading/orders/order-filter.ts';
import { isCancellable, type OrderRow } from '#renderer/trading/orders/order-rows.ts';
import { desk, idOf, intent, order } from '#test/unit/renderer/order-world.ts';

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
    status: 'unconfirmed',
    orderId: undefined,
    reason: 'It will be canceled as soon as it appears.',
  });
});

it('survives a body that cannot be read', () => {
  const [row] = orderRows([], [intent(1, 'unknown', { body: 'not json' })]);
  expect(row).toMatchObject({ symbol: 'S1', side: undefined, status: 'unconfirmed' });
});

it('shows a conflict beside the order that has the id', () => {
  const rows = orderRows([order(1, 'new')], [intent(1, 'unknown', { isConflict: true })]);
  expect(rows.map(({ status }) => status)).toEqual(['conflict', 'working']);
});

it('leaves out mints, and an order of unknown status counts as open', () => {
  const rows = orderRows([order(1, 'brand_new_status')], [intent(2, 'unknown', { kind: 'mint' })]);
  expect(rows.map(({ symbol, group, status }) => [symbol, group, status])).toEqual([
    ['S1', 'open', 'brand new status'],
  ]);
});

it('says of an order whose fills were taken back that they were, and finds it by that', () => {
  const rows = orderRows(
    [
      order(1, 'filled', { filledQty: '5' }),
      order(2, 'filled', { filledQty: '0.00' }),
      order(3, 'filled', { filledQty: '4.5' }),
      order(4, 'filled', { qty: '10', filledQty: '9.0' }),
      order(5, 'filled', { qty: undefined, notional: '100', filledQty: '2' }),
      order(6, 'filled', { unread: ['filledQty'] }),
      order(7, 'filled', { qty: '5.50', filledQty: '5.5' }),
    ],
    [],
  );
  expect(rows.toReversed().map(({ kind, status }) => `${kind}: ${status}`)).toEqual([
    'filled: filled',
    'ended: filled, then busted',
    'filled: filled, then partly taken back',
    'filled: filled, then partly taken back',
    'filled: filled',
    'filled: filled',
    'filled: filled',
  ]);
  const found = rows.filter(acceptsOrder({ ...NO_FILTER, text: 'busted' }, 0));
  expect(symbols(found)).toEqual(['S2']);
  const filled = rows.filter(acceptsOrder({ ...NO_FILTER, status: 'filled' }, 0));
  expect(symbols(filled)).not.toContain('S2');
});

it.each([
  ['last', [1, 2, 3]],
  ['first', [3, 2, 1]],
])('knows the change that is under way among those that were rejected, told %s', (_when, told) => {
  const all = [
    order(1, 'new'),
    order(2, 'rejected', { replaces: 'order-1' }),
    order(3, 'new', { replaces: 'order-1' }),
  ];
  const { rows } = desk(told.flatMap((n) => all[n - 1] ?? []));
  const row = rows().find(({ key }) => key === 'order-1');
  expect(row).toMatchObject({ isChangeable: false, claim: 'order-1' });
});

it('lists legs once, under the order they hang on', () => {
  const leg = order(2, 'held');
  const rows = orderRows([order(2, 'new'), order(3, 'new'), order(1, 'new', { legs: [leg] })], []);
  expect(rows.map(({ key, status, leg: nth }) => [key, status, nth])).toEqual([
    ['order-3', 'working', 0],
    ['order-1', 'working', 0],
    ['order-2', 'working', 1],
  ]);
});

it('shows a leg once, under the order that replaced the one it hung on', () => {
  const leg = order(2, 'new');
  const old = order(1, 'replaced', { replacedBy: 'order-3', legs: [leg] });
  const next = order(3, 'new', { replaces: 'order-1', legs: [leg] });
  const expected = [
    ['order-3', 'working', 0],
    ['order-2', 'working', 1],
    ['order-1', 'replaced', 0],
  ];
  const shown = (rows: OrderRow[]) => rows.map(({ key, status, leg: nth }) => [key, status, nth]);
  for (const all of [
    [old, next, leg],
    [leg, next, old],
  ]) {
    const whole = desk(all);
    expect(shown(whole.rows())).toEqual(expected);
    expect(whole.list.counts()).toMatchObject({ open: 2, canceled: 0, ended: 1 });
  }
  const live = desk([order(1, 'new', { legs: [leg] }), leg]);
  for (const one of [next, old]) {
    live.orders.put(one.id, one);
    live.flush();
  }
  expect(shown(live.rows())).toEqual(expected);
  expect(live.list.counts()).toMatchObject({ open: 2, ended: 1 });
  expect(cancellable(live.rows()).map(({ orderId }) => orderId)).toEqual(['order-3', 'order-2']);
});

it('keeps a replaced leg with its order, and shows a leg alone while its order is not there', () => {
  const old = order(2, 'replaced', { parentId: 'order-1', replacedBy: 'order-3' });
  const now = order(3, 'new', { parentId: 'order-1' });
  const live = desk([old, now]);
  expect(live.rows().map(({ key, leg }) => [key, leg])).toEqual([
    ['order-3', 0],
    ['order-2', 0],
  ]);
  live.orders.put('order-1', order(1, 'filled', { legs: [now] }));
  live.flush();
  expect(live.rows().map(({ key, leg }) => [key, leg])).toEqual([
    ['order-1', 0],
    ['order-2', 1],
    ['order-3', 2],
  ]);
  expect(live.list.counts()).toMatchObject({ open: 1, filled: 1, ended: 1 });
});

it('says of an order that the broker no longer knows that it is gone, and does not count it as open', () => {
  const { list, rows } = desk([order(1, 'gone', { statusBefore: 'new' })]);
  expect(rows()).toMatchObject([
    {
      group: 'done',
      kind: 'ended',
      status: 'gone at the broker',
      reason: expect.any(String) as string,
    },
  ]);
  expect(list.counts()).toMatchObject({ open: 0, canceled: 0 });
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
  expect(symbols(rowsIn(rows, 'open'))).toEqual(['S5', 'S1', 'S2', 'S3']);
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

it('shows a change that is on its way, and whether the order it makes is there', () => {
  const change = intent(2, 'sent', { kind: 'replace', body: '{"qty":"7","trail_percent":"3"}' });
  const [row] = orderRows([], [change]);
  expect(row).toMatchObject({ type: 'change', qty: '7', prices: { trailPercent: '3' } });
  expect(symbols(orderRows([order(2, 'new')], [{ ...change, state: 'accepted' }]))).toEqual(['S2']);
});

it.each([
  [{ trail_price: '1.5' }, { trailPrice: '1.5' }],
  [{ trail_percent: '2' }, { trailPercent: '2' }],
  [{ limit_price: 9 }, {}],
  [{}, {}],
])('reads of a body %j the prices %j', (body, prices) => {
  const [row] = orderRows([], [intent(1, 'unknown', { body: JSON.stringify(body) })]);
  expect(row?.prices).toEqual(prices);
});

it.each([
  ['recorded', 'open', 'sending'],
  ['sent', 'open', 'sending'],
  ['unknown', 'unknown', 'unconfirmed'],
  ['set-aside', 'unknown', 'set aside'],
  ['refused', 'refused', 'refused'],
  ['not-sent', 'refused', 'not sent'],
  ['accepted', 'ended', 'accepted'],
] as const)('an intent that is %s is %s and says %s', (state, kind, status) => {
  const [row] = orderRows([], [intent(1, state, { reason: 'Because.' })]);
  expect(row).toMatchObject({ kind, status, reason: 'Because.', at: 1_000 });
});

it('takes an order without a time for one, and the first time that the broker names', () => {
  const created = new Date(9_000).toISOString();
  const rows = orderRows(
    [
      order(1, 'new', { submittedAt: undefined }),
      order(2, 'new', { submittedAt: undefined, createdAt: created }),
    ],
    [],
  );
  expect(rows.map(({ key, at }) => [key, at])).toEqual([
    ['order-2', 9_000],
    ['order-1', undefined],
  ]);
});

it('an order whose intent comes later becomes our own, also as a leg, and loses it again', () => {
  const { intents, flush, rows, list } = desk([
    order(1, 'new', { legs: [order(2, 'held')] }),
    order(3, 'new'),
  ]);
  const own = (): string[] => symbols(rows().filter(({ intentId }) => intentId !== undefined));
  expect([own(), symbols(rows().filter(list.isElsewhere))]).toEqual([[], ['S3', 'S1', 'S2']]);
  intents.put(idOf(3), intent(3, 'accepted'));
  intents.put(idOf(2), intent(2, 'accepted'));
  flush();
  expect(own()).toEqual(['S3', 'S2']);
  expect(symbols(rows().filter(list.isElsewhere))).toEqual(['S1', 'S2']);
  intents.clear();
  flush();
  expect(own()).toEqual([]);
});

it('what the desk decided is there until its order is, and again when that is gone', () => {
  const { orders, flush, rows, list } = desk([], [intent(1, 'accepted'), intent(2, 'accepted')]);
  expect(rows().map(({ key, status }) => [key, status])).toEqual([
    [idOf(2), 'accepted'],
    [idOf(1), 'accepted'],
  ]);
  orders.put('order-1', order(1, 'new', { legs: [order(2, 'held')] }));
  flush();
  expect(rows().map(({ key }) => key)).toEqual(['order-1', 'order-2']);
  expect(list.counts()).toMatchObject({ open: 2, ended: 0 });
  expect(rows().some(list.isElsewhere)).toBe(false);
  orders.clear();
  flush();
  expect(rows()).toEqual([]);
});

it('an order that is as old as the oldest intent at hand is placed elsewhere', () => {
  const intents = Array.from({ length: 500 }, (_, n) =>
    intent(10, 'refused', {
      intentId: `019a8000-0000-7000-9000-${String(n).padStart(12, '0')}`,
      confirmedAt: 50_000 + n,
    }),
  );
  const { list, rows } = desk([order(50, 'new')], intents);
  expect(symbols(rows().filter(list.isElsewhere))).toEqual(['S50']);
});

it('counts the intents that come while it runs', () => {
  const { intents, list, rows, flush } = desk([order(1, 'new')]);
  expect(symbols(rows().filter(list.isElsewhere))).toEqual(['S1']);
  for (let n = 0; n < 500; n++) {
    const intentId = `019a8000-0000-7000-9000-${String(n).padStart(12, '0')}`;
    intents.put(intentId, intent(10, 'refused', { intentId, confirmedAt: 50_000 }));
  }
  flush();
  expect(symbols(rows().filter(list.isElsewhere))).toEqual([]);
});

it('an intent without an order was placed by nobody else', () => {
  const { list, rows } = desk([], [intent(1, 'unknown')]);
  expect(rows().map(list.isElsewhere)).toEqual([false]);
});

it('follows nothing any more once it is stopped', () => {
  const { orders, intents, flush, rows, stop } = desk([order(1, 'new')]);
  stop();
  orders.put('order-2', order(2, 'new'));
  intents.put(idOf(3), intent(3, 'unknown'));
  flush();
  expect(symbols(rows())).toEqual(['S1']);
});

it('two families of one moment do not mix, whichever was heard first', () => {
  const at = { submittedAt: new Date(1_000).toISOString() };
  const families = [
    order(1, 'new', { ...at, legs: [order(3, 'held')] }),
    order(2, 'new', { ...at, legs: [order(4, 'held')] }),
  ];
  for (const orders of [families, families.toReversed()])
    expect(symbols(orderRows(orders, []))).toEqual(['S1', 'S3', 'S2', 'S4']);
});
