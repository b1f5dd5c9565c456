import { expect, it } from 'vitest';
import { Order, Position } from '#contract/orders.ts';
import { restingAgainst, restingWords } from '#renderer/trading/positions/resting.ts';

const held = (qty: string) =>
  Position.parse({
    symbol: 'AAPL',
    side: qty.startsWith('-') ? 'short' : 'long',
    qty,
    avgEntryPrice: '190',
  });
const order = (id: string, more: object): Order =>
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
const say = (qty: string, ...orders: Order[]) =>
  restingWords(restingAgainst(held(qty), orders), held(qty));

const TARGET = order('t', { limitPrice: '200' });
const STOP = { type: 'stop', stopPrice: '180' };

it('says that nothing rests, whatever other symbols, sides and ended orders there are', () => {
  expect(
    say(
      '10',
      order('a', { symbol: 'MSFT', limitPrice: '200' }),
      order('b', { side: 'buy', limitPrice: '100' }),
      order('c', { status: 'canceled', limitPrice: '200' }),
    ),
  ).toBe('nothing');
});

it('counts the two orders of an OCO once, the one that is held with its twin among them', () => {
  expect(say('10', TARGET, order('s', { ...STOP, status: 'held', parentId: 't' }))).toBe(
    'stop 180.00 · target 200.00',
  );
  expect(
    say(
      '10',
      order('t', { limitPrice: '200', qty: '5' }),
      order('s', { ...STOP, qty: '5', status: 'held', parentId: 't' }),
    ),
  ).toBe('stop 180.00 · target 200.00 · 5 of 10');
});

it('adds up orders of their own, less what of them was filled, and never more than is held', () => {
  const half = order('h', { limitPrice: '200', qty: '6', filledQty: '4' });
  expect(say('10', half, order('s', { ...STOP, qty: '3' }))).toBe(
    'stop 180.00 · target 200.00 · 5 of 10',
  );
  expect(say('10', TARGET, order('s', { ...STOP }))).toBe('stop 180.00 · target 200.00');
});

it('reads a short the other way round', () => {
  const stop = order('s', { side: 'buy', type: 'stop', stopPrice: '210', qty: '4' });
  expect(say('-4', stop)).toBe('stop 210.00');
  expect(say('-4', TARGET)).toBe('nothing');
});

it('does not count the legs of an entry that has not filled', () => {
  const entry = order('e', { side: 'buy', limitPrice: '150' });
  const leg = order('l', { ...STOP, status: 'held', parentId: 'e' });
  expect(say('10', entry, leg)).toBe('nothing');
  expect(say('10', order('e', { side: 'buy', status: 'filled' }), leg)).toBe('stop 180.00');
});

it('names trails and orders without a price', () => {
  expect(say('10', order('x', { type: 'trailing_stop', trailPercent: '2' }))).toBe('trail 2%');
  expect(say('10', order('x', { type: 'market', qty: undefined, notional: '100' }))).toBe(
    'market order',
  );
});
