// That the audit of what the page is told can fail: its silence about the real desk means nothing otherwise.
import { expect, it } from 'vitest';
import type { Item } from '#contract/feeds.ts';
import { Order } from '#contract/orders.ts';
import { createSlices } from '#renderer/core/feeds/slices.ts';
import { createOrderList } from '#renderer/trading/orders/order-list.ts';
import { readLedgers, type Ledger } from '#test/faults/support/ledger.ts';
import type { Page, Telling } from '#test/faults/support/page.ts';
import { auditTold, differencesOf } from '#test/faults/support/told.ts';

const ANSWER_MS = 500;
const at = (second: number): number => Date.UTC(2026, 0, 5, 15, 0, second);
const row = (id: string, members: object = {}) => ({
  id,
  client_order_id: `client ${id}`,
  account_id: 'own',
  parent_id: null,
  replaces: null,
  status: 'new',
  symbol: 'AAPL',
  side: 'buy',
  type: 'limit',
  qty: '5',
  filled_qty: '0',
  limit_price: '1',
  stop_price: null,
  ...members,
});
const fill = (second: number, qty: string, cum: string) => ({
  account_id: 'own',
  order_id: 'bought',
  symbol: 'AAPL',
  side: 'buy',
  qty,
  cum_qty: cum,
  price: '10',
  timestamp: new Date(at(second)).toISOString(),
});
/** Bought 3 at second 10 and 2 more at second 20; and a bracket whose entry was changed. */
const ROWS = {
  orders: [
    row('bought', { status: 'filled', filled_qty: '5' }),
    row('entry', { status: 'replaced' }),
    row('changed entry', { replaces: 'entry' }),
    row('leg', { parent_id: 'changed entry', side: 'sell', status: 'held', limit_price: '9' }),
  ],
  executions: [fill(10, '3', '3'), fill(20, '2', '5')],
};

async function ledger(): Promise<Ledger> {
  const control = () => Promise.resolve(ROWS as never);
  const [own] = await readLedgers(control, [{ brokerAccountId: 'own', cash: '1000' }]);
  if (!own) throw new Error('no ledger');
  return own;
}

const positions = (second: number, readAt: number, qty: string, more: object = {}): Telling => {
  const position = { symbol: 'AAPL', side: 'long', qty, avgEntryPrice: '10', ...more };
  const item = { positions: [position], receivedAt: at(readAt) };
  return { at: at(second), feed: 'positions', item: item as Item<'positions'> };
};
const cash = (second: number, readAt: number, value: string): Telling => ({
  at: at(second),
  feed: 'account',
  item: { account: { cash: value }, receivedAt: at(readAt) } as Item<'account'>,
});
const order = (id: string, members: object = {}): Order =>
  Order.parse({
    id,
    clientOrderId: `client ${id}`,
    symbol: 'AAPL',
    side: 'buy',
    type: 'limit',
    timeInForce: 'gtc',
    status: 'new',
    qty: '5',
    filledQty: '0',
    limitPrice: '1',
    ...members,
  });
const orders = (second: number, item: Order): Telling => ({ at: at(second), feed: 'orders', item });
const LEG = { side: 'sell', status: 'held', limitPrice: '9' };
const ESTIMATE = { isEstimate: true };
const heard = orders(20, order('bought', { filledQty: '5', status: 'filled' }));

it.each<[what: string, tellings: Telling[], isTrue: boolean]>([
  ['a position as it was read', [positions(12, 12, '3')], true],
  ['one that was so when the reading was asked for', [positions(20, 20, '3')], true],
  ['one that was another by then', [positions(30, 25, '3')], false],
  ['one that was not so yet', [positions(12, 12, '5')], false],
  ['one that never was', [positions(30, 12, '4')], false],
  ['an estimate that a fill led to', [heard, positions(21, 12, '5', ESTIMATE)], true],
  ['an estimate that counts a fill twice', [heard, positions(21, 20, '10', ESTIMATE)], true],
  ['an estimate that no fill explains', [heard, positions(21, 20, '6', ESTIMATE)], false],
  ['a size that counts a fill twice and is no estimate', [heard, positions(21, 20, '10')], false],
  ['cash as it was read', [cash(12, 12, '970')], true],
  ['cash that never was', [cash(12, 12, '971')], false],
  [
    'an end that the order did not have',
    [orders(12, order('bought', { status: 'canceled' }))],
    false,
  ],
  ['a fill that had not happened yet', [orders(12, order('bought', { filledQty: '5' }))], false],
  ['an order that there is not', [orders(12, order('strange'))], false],
  ['a leg under the entry before', [orders(12, order('leg', { ...LEG, parentId: 'entry' }))], true],
  ['a leg under another order', [orders(12, order('leg', { ...LEG, parentId: 'bought' }))], false],
])('of what was told it takes %s for what it is', async (_what, tellings, isTrue) => {
  const { untrue, misjudged, told } = auditTold({ tellings }, await ledger(), ANSWER_MS);
  expect([untrue.length + misjudged.length === 0, told > 0]).toEqual([isTrue, true]);
});

function pageWith(change: (page: Page) => void = () => undefined): Page {
  const slices = () => createSlices<string, never>(queueMicrotask);
  const feeds = {
    orders: slices(),
    intents: slices(),
    executions: slices(),
    positions: slices(),
    account: slices(),
    streams: slices(),
  } as unknown as Page['feeds'];
  const page: Page = { feeds, orderList: createOrderList(feeds), tellings: [], close() {} };
  page.orderList.start();
  const leg = order('leg', { ...LEG, parentId: 'changed entry' });
  feeds.orders.put('bought', order('bought', { status: 'filled', filledQty: '5' }));
  feeds.orders.put('entry', order('entry', { status: 'replaced' }));
  feeds.orders.put('changed entry', order('changed entry', { legs: [leg] }));
  feeds.orders.put('leg', leg);
  for (const { qty, cum_qty: cumQty, price, symbol, side } of ROWS.executions) {
    const execution = { orderId: 'bought', qty, cumQty, price, symbol, side, at: '' };
    feeds.executions.put(cumQty, execution as Item<'executions'>);
  }
  feeds.positions.put('positions', positions(30, 30, '5').item as Item<'positions'>);
  feeds.account.put('account', cash(30, 30, '950').item as Item<'account'>);
  for (const stream of ['orders', 'prices'] as const)
    feeds.streams.put(stream, { stream, phase: 'live', since: 0 });
  change(page);
  return page;
}

it.each<[what: string, change: (page: Page) => void, words: RegExp]>([
  [
    'a leg that is told under the old parent',
    ({ feeds }) => {
      const leg = order('leg', { ...LEG, parentId: 'entry' });
      feeds.orders.put('entry', order('entry', { status: 'replaced', legs: [leg] }));
      feeds.orders.put('changed entry', order('changed entry'));
      feeds.orders.put('leg', leg);
    },
    /leg is told as one of entry/,
  ],
  [
    'a leg that is told under both',
    ({ feeds }) => {
      const leg = order('leg', { ...LEG, parentId: 'changed entry' });
      feeds.orders.put('entry', order('entry', { status: 'replaced', legs: [leg] }));
    },
    /legs are .* told as/,
  ],
  [
    'a position of another size',
    ({ feeds }) =>
      feeds.positions.put('positions', positions(30, 30, '6').item as Item<'positions'>),
    /5 AAPL held, 6 told/,
  ],
  [
    'cash of another amount',
    ({ feeds }) => feeds.account.put('account', cash(30, 30, '949').item as Item<'account'>),
    /cash is 950/,
  ],
  [
    'a stream that is not live',
    ({ feeds }) => feeds.streams.put('orders', { stream: 'orders', phase: 'stale', since: 0 }),
    /orders is told as stale/,
  ],
  [
    'an order that ended and is told as open',
    ({ feeds }) => feeds.orders.put('bought', order('bought', { filledQty: '5' })),
    /status is filled, and told as new.*counts are/s,
  ],
  ['a fill that is missing', ({ feeds }) => feeds.executions.clear(), /2 fills, and 0 told/],
])('when all is quiet it complains of %s', async (_what, change, words) => {
  expect(differencesOf(pageWith(), await ledger())).toEqual([]);
  expect(differencesOf(pageWith(change), await ledger()).join('\n')).toMatch(words);
});
