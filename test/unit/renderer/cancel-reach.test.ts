import { expect, it } from 'vitest';
import { Order, Position } from '#contract/orders.ts';
import { alsoEnding, cancelReach, leftBare } from '#renderer/trading/orders/cancel-reach.ts';

const held = (qty: string): Position[] => [
  Position.parse({
    symbol: 'AAPL',
    side: qty.startsWith('-') ? 'short' : 'long',
    qty,
    avgEntryPrice: '345',
  }),
];
const order = (id: string, more: object = {}): Order =>
  Order.parse({
    id,
    clientOrderId: id,
    symbol: 'AAPL',
    side: 'sell',
    type: 'limit',
    timeInForce: 'gtc',
    status: 'new',
    qty: '10',
    filledQty: '0',
    ...more,
  });
const TARGET = order('t', { orderClass: 'oco', limitPrice: '355' });
const STOP = order('s', {
  orderClass: 'oco',
  type: 'stop',
  stopPrice: '340',
  status: 'held',
  parentId: 't',
});
const SELL_STOP = 'Sell 10 AAPL stop 340.00';
const SELL_LIMIT = 'Sell 10 AAPL limit 355.00';
const NAKED = 'Nothing would protect the position of 10 AAPL.';

it('names both exits of an OCO and what they protect, whichever of them is canceled', () => {
  const text = 'This is one of two exits of 10 AAPL. The broker cancels both:';
  expect(cancelReach('s', [TARGET, STOP], held('10'))).toEqual({
    text,
    ends: [SELL_STOP, SELL_LIMIT],
    left: NAKED,
  });
  expect(cancelReach('t', [TARGET, STOP], held('10'))).toEqual({
    text,
    ends: [SELL_LIMIT, SELL_STOP],
    left: NAKED,
  });
});

it('knows a leg that is on record with its order alone', () => {
  const { parentId: _, ...leg } = STOP;
  const whole = { ...TARGET, legs: [leg] };
  expect(cancelReach('t', [whole], held('10'))?.ends).toEqual([SELL_LIMIT, SELL_STOP]);
  expect(cancelReach('s', [whole, leg], held('10'))?.ends).toEqual([SELL_STOP, SELL_LIMIT]);
});

it('says what is left where other orders protect the position too', () => {
  const other = order('o', { type: 'stop', stopPrice: '330', qty: '4' });
  expect(cancelReach('s', [TARGET, STOP, other], held('10'))?.left).toBe(
    'Left to protect 10 AAPL: stop 330.00 · 4 of 10.',
  );
});

it('calls a short position short, and says nothing of a position that is not known', () => {
  const pair = [TARGET, STOP].map((each) => ({ ...each, side: 'buy' }));
  expect(cancelReach('s', pair, held('-10'))).toMatchObject({
    text: 'This is one of two exits of 10 AAPL short. The broker cancels both:',
    left: 'Nothing would protect the position of 10 AAPL short.',
  });
  expect(cancelReach('s', pair, [])).toMatchObject({
    text: 'This is one of two exits. The broker cancels both:',
    left: undefined,
  });
});

const bracket = (entry: object): Order[] => [
  order('e', { side: 'buy', orderClass: 'bracket', limitPrice: '345', ...entry }),
  order('t', { orderClass: 'bracket', limitPrice: '355', parentId: 'e', status: 'held' }),
  order('s', { type: 'stop', stopPrice: '340', parentId: 'e', status: 'held' }),
];

it('takes the exits of a filled bracket as a pair', () => {
  expect(cancelReach('t', bracket({ status: 'filled', filledQty: '10' }), held('10'))).toEqual({
    text: 'This is one of two exits of 10 AAPL. The broker cancels both:',
    ends: [SELL_LIMIT, SELL_STOP],
    left: NAKED,
  });
});

it('says that an entry which is still open ends with its exit', () => {
  expect(cancelReach('s', bracket({}), held('10'))).toEqual({
    text: 'This exit belongs to an entry that is still open. The broker cancels the entry and its exits together:',
    ends: [SELL_STOP, 'Buy 10 AAPL limit 345.00', SELL_LIMIT],
    // They protect nothing of what is held already.
    left: undefined,
  });
});

it('asks for an entry only once a part of it has filled', () => {
  expect(cancelReach('e', bracket({}), held('10'))).toBeUndefined();
  const part = bracket({ status: 'partially_filled', filledQty: '4' });
  expect(cancelReach('e', part, held('4'))).toMatchObject({
    text: 'This entry is partly filled: 4 of 10. The broker cancels the entry and its exits together:',
    left: 'Nothing would protect the position of 4 AAPL.',
  });
});

it('does not ask for what ends alone', () => {
  expect(cancelReach('a', [order('a'), order('b')], held('10'))).toBeUndefined();
  expect(cancelReach('unheard', [TARGET, STOP], held('10'))).toBeUndefined();
  for (const status of ['canceled', 'filled', 'replaced', 'pending_cancel'])
    expect(cancelReach('t', [TARGET, { ...STOP, status }], held('10'))).toBeUndefined();
  const legs = [order('l', { orderClass: 'mleg', parentId: 'm' })];
  expect(cancelReach('m', [order('m', { orderClass: 'mleg', legs })], [])).toBeUndefined();
});

it('lists what ends with a selection and is not in it', () => {
  expect(alsoEnding(['s'], [TARGET, STOP, order('x')])).toEqual([SELL_LIMIT]);
  expect(alsoEnding(['s', 't'], [TARGET, STOP, order('x')])).toEqual([]);
  expect(alsoEnding(['x'], [TARGET, STOP, order('x')])).toEqual([]);
});

it('names every position that loses its last exit with orders that are canceled together', () => {
  const msft = order('m', { symbol: 'MSFT', type: 'stop', stopPrice: '300' });
  const both = [...held('10'), { ...held('4')[0]!, symbol: 'MSFT' }];
  const orders = [TARGET, STOP, msft];
  // The broker ends the other exit with it.
  expect(leftBare(['s'], orders, both)).toBe(NAKED);
  expect(leftBare(['m'], orders, both)).toBe('Nothing would protect the position of 4 MSFT.');
  const all = 'Nothing would protect the positions of 10 AAPL, 4 MSFT.';
  expect(leftBare(['t', 'm'], orders, both)).toBe(all);
  expect(leftBare(undefined, orders, both)).toBe(all);
  // One that has another exit, or had none, loses nothing.
  expect(leftBare(['s'], [...orders, order('x', { qty: '2' })], both)).toBeUndefined();
  expect(leftBare(['m'], [msft], held('10'))).toBeUndefined();
});
