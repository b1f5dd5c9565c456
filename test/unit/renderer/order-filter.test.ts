import { expect, it } from 'vitest';
import {
  acceptsOrder,
  compareOrders,
  isNarrowed,
  isSameFilter,
  NO_FILTER,
} from '#renderer/trading/orders/order-filter.ts';
import { desk, intent, order } from '#test/unit/renderer/order-world.ts';

it.each([
  ['status', { status: 'canceled' }, ['S4']],
  ['refusals of the broker and of the desk', { status: 'refused' }, ['S7', 'S5']],
  ['side', { side: 'sell' }, ['S3', 'S7']],
  ['symbol, from its first letter on', { symbol: ' s4 ' }, ['S4']],
  ['what a symbol begins with, not ends with', { symbol: '3' }, []],
  ['time, the first moment of it too', { days: 1 }, ['S90000', 'S3600']],
  ['more days', { days: 2 }, ['S90000', 'S3600', 'S3', 'S1', 'S7', 'S5', 'S4']],
  ['all words of a text', { text: ' LIMIT  s1 ' }, ['S1']],
  ['nothing, when the text is only spaces', { text: '  ', status: 'canceled' }, ['S4']],
  ['words as they are shown', { text: 'stop limit not sent' }, ['S7']],
  ['whole words only of one member at a time', { text: 's1buy' }, []],
  ['the beginning of an id', { text: 'order-4' }, ['S4']],
  ['the end of an id, as it is shown', { text: '…-1111111' }, ['S5']],
  ['no letters from the middle of an id', { text: 'abc' }, []],
  ['no digits from the middle of a figure or an id', { text: '11111' }, []],
  ['a price as it is shown', { text: '1,089.50' }, ['S5']],
  ['a price by its first digits', { text: '1089' }, ['S5']],
  ['the time in force', { text: 'gtc' }, ['S5']],
  ['a quantity, and a word', { text: 'limit 77' }, ['S5']],
] as const)('filters by %s', (_what, change, expected) => {
  const rows = desk(
    [
      order(1, 'new'),
      order(3, 'new', { side: 'sell' }),
      order(4, 'expired'),
      order(5, 'rejected', {
        clientOrderId: '0199-abc-1111111',
        limitPrice: '1089.5',
        qty: '77',
        timeInForce: 'gtc',
      }),
      order(3_600, 'new'),
      order(90_000, 'new'),
    ],
    [intent(7, 'not-sent')],
  ).rows();
  const accepts = acceptsOrder({ ...NO_FILTER, ...change }, 90_000_000);
  expect(rows.filter(accepts).map(({ symbol }) => symbol)).toEqual(expected);
});

it('is narrowed by each of its members but the status', () => {
  expect(isNarrowed({ ...NO_FILTER, text: ' ', symbol: ' ', status: 'open' })).toBe(false);
  for (const change of [{ text: 'a' }, { side: 'buy' }, { symbol: 'A' }, { days: 1 }] as const)
    expect(isNarrowed({ ...NO_FILTER, ...change })).toBe(true);
});

it('is the same as another only in all of its members', () => {
  expect(isSameFilter(NO_FILTER, { ...NO_FILTER })).toBe(true);
  for (const change of [
    { text: 'a' },
    { status: 'open' },
    { side: 'buy' },
    { symbol: 'A' },
    { days: 1 },
  ] as const)
    expect(isSameFilter(NO_FILTER, { ...NO_FILTER, ...change })).toBe(false);
});

it.each([
  ['qty', ['S1', 'S2', 'S3']],
  ['price', ['S3', 'S2', 'S1']],
  ['type', ['S2', 'S1', 'S3']],
  ['filled', ['S1', 'S3', 'S2']],
  ['time', ['S1', 'S2', 'S3']],
  ['id', ['S1', 'S2', 'S3']],
  ['no-such-column', ['S3', 'S2', 'S1']],
])('sorts by %s', (column, expected) => {
  const { list, rows } = desk([
    order(1, 'new', { qty: '9', limitPrice: undefined, stopPrice: '30', filledQty: '1' }),
    order(2, 'new', {
      qty: '10',
      limitPrice: undefined,
      trailPrice: '20',
      type: 'alone',
      filledQty: '3',
    }),
    order(3, 'new', { qty: '11', limitPrice: '10', type: 'stop', filledQty: '2' }),
  ]);
  list.rows.arrange({ compare: compareOrders({ column, isDescending: false }) });
  expect(rows().map(({ symbol }) => symbol)).toEqual(expected);
});

it.each([
  ['open', ['S1', 'S1', 'S1']],
  ['filled', ['S1']],
  ['canceled', []],
] as const)('no leg is without its order: %s', (status, expected) => {
  const legs = [order(2, 'new', { symbol: 'S1' }), order(3, 'held', { symbol: 'S1' })];
  const rows = desk([order(1, 'filled', { legs }), order(4, 'new', { symbol: 'S4' })]).rows();
  const filter = { ...NO_FILTER, status, symbol: 'S1' };
  const shown = (folded = new Set<string>()) =>
    rows.filter(acceptsOrder(filter, 0, folded)).map(({ symbol }) => symbol);
  expect(shown()).toEqual(expected);
  // Folded, the order stays for them.
  expect(shown(new Set(['order-1']))).toEqual(expected.slice(0, 1));
});
