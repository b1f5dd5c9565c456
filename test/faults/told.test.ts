// That the audit of what the page is told can fail: its silence about the real desk means nothing otherwise.
import { expect, it } from 'vitest';
import type { Item } from '#contract/feeds.ts';
import { Order } from '#contract/orders.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createSlices } from '#renderer/core/feeds/slices.ts';
import { createOrderList } from '#renderer/trading/orders/order-list.ts';
import { standingDifferences } from '#test/faults/support/broker-standing.ts';
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
const cash = (second: number, readAt: number, value: string, more: object = {}): Telling => ({
  at: at(second),
  feed: 'account',
  item: { account: { cash: value, ...more }, receivedAt: at(readAt) } as Item<'account'>,
});
/** Three shares at 9 to 11 each. */
const equity = (value: string) => cash(12, 12, '970', { equity: value });
const pricesOf = () => ({ low: decimal('9'), high: decimal('11') });
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
  ['cash as it was read', [equity('1000')], true],
  ['cash that never was', [cash(12, 12, '971', { equity: '1000' })], false],
  ['cash that was read after it was told', [cash(12, 13, '970', { equity: '1000' })], false],
  ['equity that the prices allow', [equity('997')], true],
  ['equity below all that they allow', [equity('996')], false],
  ['equity above all that they allow', [equity('1004')], false],
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
  const own = await ledger();
  const { untrue, misjudged, told } = auditTold({ tellings }, own, ANSWER_MS, pricesOf);
  expect([untrue.length + misjudged.length === 0, told > 0]).toEqual([isTrue, true]);
});

function pageWith(change: (page: Page) => void = () => undefined): Page {
  const slices = () => createSlices<string, never>(queueMicrotask);
  const feeds = {
    orders: slices(),
    intents: slices(),
    cancels: slices(),
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

/** As the broker answers, and what the page has of it; `change` says what is told otherwise. */
const FIGURES = { equity: '1000', last_equity: '990', cash: '970', buying_power: '1900' };
const HELD = { symbol: 'AAPL', qty: '-3', qty_available: '-1', avg_entry_price: '10' };

function standing(account: object, position: object | undefined, more: object = {}): Page['feeds'] {
  const { feeds } = pageWith();
  const figures = { equity: '1000', lastEquity: '990', cash: '970', buyingPower: '1900' };
  const held = { symbol: 'AAPL', qty: '-3', qtyAvailable: '-1', avgEntryPrice: '10' };
  const receivedAt = at(30);
  feeds.account.put('account', {
    account: { ...figures, ...account },
    receivedAt,
    dayChange: '10',
    ...more,
  } as Item<'account'>);
  const told = position === undefined ? [] : [{ ...held, ...position }];
  feeds.positions.put('positions', { positions: told, receivedAt } as Item<'positions'>);
  return feeds;
}

it.each<[what: string, feeds: Page['feeds'], words: RegExp, at?: number]>([
  ['equity', standing({ equity: '1001' }, {}, { dayChange: '11' }), /equity is 1000, .* 1001/],
  ['buying power', standing({ buyingPower: '2000' }, {}), /buying_power is 1900, .* 2000/],
  ['available shares', standing({}, { qtyAvailable: '-3' }), /qty_available is -1, .* -3/],
  ['a price', standing({}, { avgEntryPrice: undefined }), /avg_entry_price is 10, .* undefined/],
  ['a position that is missing', standing({}, undefined), /qty is -3, and told as undefined/],
  ['the change of the day', standing({}, {}, { dayChange: '9' }), /changed by 10, .* 9/],
  ['a mark that stays', standing({}, {}, { areTransfersOpen: true }), /still told as an estimate/],
  ['a reading that is old', standing({}, {}), /read 21000 ms ago/, at(51)],
  ['a reading of the future', standing({}, {}), /read -1000 ms ago/, at(29)],
])('when nothing moves it complains of %s', (_what, feeds, words, now = at(31)) => {
  const broker = { account: FIGURES, positions: [HELD] };
  expect(standingDifferences({ feeds: standing({}, {}) }, broker, at(31))).toEqual([]);
  expect(standingDifferences({ feeds }, broker, now).join('\n')).toMatch(words);
});
