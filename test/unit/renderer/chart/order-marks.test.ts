import { expect, it } from 'vitest';
import { Execution, Order, type Position } from '#contract/orders.ts';
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
  const fills = [
    fill(1),
    fill(2, { kind: 'bust' }),
    fill(3, { kind: 'correct', qty: '2', price: '98' }),
  ];
  expect(fillMarks(fills, 'AAPL')).toMatchObject([
    { qty: 3, price: 99 },
    { qty: 3, price: 99, isBusted: true },
    { qty: 2, price: 98 },
  ]);
});

it('says how much is ordered and held', () => {
  expect(orderMarks([order], 'AAPL', false)[0]?.title).toBe('Buy 1,234 limit');
  expect(positionMark([held], 'AAPL', false)?.title).toBe('Long 777 average');
  const short = { ...held, side: 'short', qty: '-5' } as Position;
  expect(positionMark([short], 'AAPL', false)?.title).toBe('Short 5 average');
});

it('says no quantity in privacy mode, and keeps the prices of the lines', () => {
  const [mark] = orderMarks([order], 'AAPL', true);
  expect([mark?.title, mark?.price]).toEqual(['Buy limit', 99.5]);
  expect(positionMark([held], 'AAPL', true)).toEqual({ title: 'Long average', price: 98 });
});

it.each([
  ['new', 'Buy 1,234 limit'],
  ['done_for_day', 'Buy 1,234 limit, done for day'],
  ['suspended', 'Buy 1,234 limit, suspended'],
  ['brand_new_status', 'Buy 1,234 limit'],
  ['canceled', undefined],
  ['gone', undefined],
])('draws an order for as long as it is open: %s', (status, title) => {
  expect(orderMarks([{ ...order, status }], 'AAPL', false)[0]?.title).toBe(title);
});

it.each([
  ['none', [], 100, 104],
  ['one among the bars', [101], 100, 104],
  ['one below and one above, within the height of the bars', [96, 108], 96, 108],
  ['one that would flatten them', [95.9, 109], 100, 104],
])('brings orders into sight with the bars: %s', (_what, prices, minValue, maxValue) => {
  expect(rangeWithOrders({ minValue: 100, maxValue: 104 }, prices)).toEqual({ minValue, maxValue });
});
