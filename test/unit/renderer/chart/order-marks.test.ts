import { expect, it } from 'vitest';
import { Execution, Order, type Position } from '#contract/orders.ts';
import { lineWords, orderLine, shortWords } from '#renderer/chart/line-marks.ts';
import {
  fillMarks,
  orderMarks,
  positionMark,
  rangeWithOrders,
} from '#renderer/chart/order-marks.ts';

const order = Order.parse({
  id: 'one',
  clientOrderId: 'c-one',
  symbol: 'AAPL',
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  status: 'new',
  qty: '1234',
  filledQty: '0',
  limitPrice: '99.5',
});
const held = { symbol: 'AAPL', side: 'long', qty: '777', avgEntryPrice: '98' } as Position;

it('marks what was busted as that, and what was corrected by its new terms', () => {
  const at = '2026-01-05T15:00:00Z';
  const fill = (n: number, revision?: object) =>
    Execution.parse({
      orderId: `o${n}`,
      symbol: 'AAPL',
      side: 'buy',
      qty: '3',
      cumQty: '3',
      price: '99',
      at,
      ...(revision && { revision: { at, qty: '0', price: '99', ...revision } }),
    });
  const corrected = { kind: 'correct', at, qty: '2', price: '98' };
  const fills = [
    fill(1),
    fill(2, { kind: 'bust' }),
    Execution.parse({ ...fill(4, { kind: 'bust' }), revisedBefore: [corrected] }),
    fill(3, { kind: 'correct', qty: '2', price: '98' }),
  ];
  expect(fillMarks(fills, 'AAPL')).toMatchObject([
    { qty: 3, price: 99 },
    { qty: 3, price: 99, isBusted: true },
    { qty: 2, price: 98, isBusted: true },
    { qty: 2, price: 98 },
  ]);
});

it('says how much is ordered and held', () => {
  expect(orderMarks([order], 'AAPL', { isPrivate: false })[0]?.title).toBe('Buy 1,234 limit');
  expect(positionMark([held], 'AAPL', false)?.title).toBe('Long 777 average');
  const estimate = { ...held, isEstimate: true } as const;
  expect(positionMark([estimate], 'AAPL', false)?.title).toBe('Long ≈777 average');
  const short = { ...held, side: 'short', qty: '-5' } as Position;
  expect(positionMark([short], 'AAPL', false)?.title).toBe('Short 5 average');
});

const exit = { ...order, side: 'sell', qty: '10', limitPrice: undefined, stopPrice: '150.00' };
const long = { ...held, qty: '10', avgEntryPrice: '158.42' } as Position;
const linesOf = (orders: object[], position: Position, isPrivate = false) =>
  orderMarks(orders as Order[], 'AAPL', { isPrivate, positions: [position] }).map(orderLine);

it.each<[string, object, object, string]>([
  ['a stop below the average', {}, {}, 'Sell 10 stop −$84.20'],
  ['a target', { stopPrice: undefined, limitPrice: '160.005' }, {}, 'Sell 10 limit +$15.85'],
  ['at the average', { stopPrice: '158.42' }, {}, 'Sell 10 stop $0.00'],
  ['what is left of it', { filledQty: '7.5' }, {}, 'Sell 10 stop −$21.05'],
  ['no more than is held', { qty: '40' }, { qty: '5' }, 'Sell 40 stop −$42.10'],
  ['an average of many digits', {}, { avgEntryPrice: '150.0000000001' }, 'Sell 10 stop $0.00'],
  ['a position that is an estimate', {}, { isEstimate: true }, 'Sell 10 stop ≈−$84.20'],
  [
    'a short that is bought back',
    { side: 'buy' },
    { side: 'short', qty: '-10' },
    'Buy 10 stop +$84.20',
  ],
  ['one that waits', { status: 'done_for_day' }, {}, 'Sell 10 stop −$84.20, done for day'],
])('an exit says what it would gain or lose: %s', (_what, ofOrder, ofPosition, words) => {
  const [line] = linesOf([{ ...exit, ...ofOrder }], { ...long, ...ofPosition });
  expect(line && shortWords(line)).toBe(words);
});

it.each<[string, object, object]>([
  ['opens more', { side: 'buy' }, {}],
  ['is of another symbol', {}, { symbol: 'MSFT' }],
  ['is for a contract', {}, { assetClass: 'us_option' }],
  ['is filled but for its last word', { filledQty: '10' }, {}],
  ['was not read completely', { unread: ['qty'] }, {}],
])('an order says nothing of a gain where it %s', (_what, ofOrder, ofPosition) => {
  const [line] = linesOf([{ ...exit, ...ofOrder }], { ...long, ...ofPosition });
  expect(line?.closes).toBeUndefined();
});

it('says nothing of a gain while amounts are hidden', () => {
  const [line] = linesOf([exit], long, true);
  expect(line && lineWords(line)).toBe('Sell stop 150.00');
});

it('says with its price what it would gain there while it is moved', () => {
  const [line] = linesOf([exit], long);
  expect(line && lineWords(line)).toBe('Sell 10 stop 150.00 −$84.20');
  expect(line && lineWords({ ...line, price: 160.1 })).toBe('Sell 10 stop 160.10 +$16.80');
});

it('exits of an entry that still works are measured once it is filled, in whichever record they come', () => {
  const leg = { ...exit, id: 'leg' };
  const entry = { ...order, qty: '10', legs: [leg] };
  const closing = (orders: object[]) => linesOf(orders, long).filter(({ closes }) => closes);
  expect(closing([leg, entry])).toEqual([]);
  expect(closing([leg, { ...entry, status: 'filled' }])).toHaveLength(1);
  // An OCO is an exit itself.
  const pair = { ...exit, stopPrice: undefined, limitPrice: '170', legs: [leg] };
  expect(closing([pair])).toHaveLength(2);
});

it('says no quantity in privacy mode, and keeps the prices of the lines', () => {
  const [mark] = orderMarks([order], 'AAPL', { isPrivate: true });
  expect([mark?.title, mark?.price]).toEqual(['Buy limit', 99.5]);
  expect(positionMark([held], 'AAPL', true)).toEqual({ title: 'Long average', price: 98 });
});

it('names the × by the order, without its size in privacy mode', () => {
  const stop = { ...order, side: 'sell', type: 'stop_limit', stopPrice: '98' } as Order;
  expect(orderMarks([order], 'AAPL', { isPrivate: false })[0]?.cancel).toBe(
    'Cancel order: Buy 1,234 AAPL limit 99.50',
  );
  expect(orderMarks([stop], 'AAPL', { isPrivate: true })[1]?.cancel).toBe(
    'Cancel order: Sell AAPL stop limit 98.00',
  );
});

it('draws a trailing stop where the broker has it, and lets nobody move it', () => {
  const trailing = {
    ...order,
    side: 'sell',
    type: 'trailing_stop',
    limitPrice: undefined,
    stopPrice: '95.5',
  } as unknown as Order;
  const [mark] = orderMarks([trailing], 'AAPL', { isPrivate: false });
  expect(mark).toMatchObject({ title: 'Sell 1,234 trailing stop', price: 95.5, isTrailing: true });
  expect(mark && orderLine(mark)).toMatchObject({
    moves: 'never',
    cancel: 'Cancel order: Sell 1,234 AAPL trailing stop 95.50',
  });
});

it.each([
  ['Sell 1,234 limit', 'Sell 1,234 limit 215.00'],
  ['Buy limit, cancel requested 4 s', 'Buy limit 215.00, cancel requested 4 s'],
])('says a line that is out of sight with its price: %s', (title, words) => {
  expect(lineWords({ title, price: 215 })).toBe(words);
});

it.each([
  ['new', 'Buy 1,234 limit'],
  ['done_for_day', 'Buy 1,234 limit, done for day'],
  ['suspended', 'Buy 1,234 limit, suspended'],
  ['brand_new_status', 'Buy 1,234 limit'],
  ['canceled', undefined],
  ['gone', undefined],
])('draws an order for as long as it is open: %s', (status, title) => {
  expect(orderMarks([{ ...order, status }], 'AAPL', { isPrivate: false })[0]?.title).toBe(title);
});

it.each([
  ['none', [], 100, 104],
  ['one among the bars', [101], 100, 104],
  ['one below and one above, within the height of the bars', [96, 108], 96, 108],
  ['one that would flatten them', [95.9, 109], 100, 104],
])('brings orders into sight with the bars: %s', (_what, prices, minValue, maxValue) => {
  expect(rangeWithOrders({ minValue: 100, maxValue: 104 }, prices)).toEqual({ minValue, maxValue });
});
