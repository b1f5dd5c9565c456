import { expect, it } from 'vitest';
import { limitWarnings } from '#main/domain/orders/limit-warnings.ts';
import { changedDraft } from '#main/domain/orders/order-change.ts';
import { whatIf } from '#main/domain/orders/what-if.ts';
import { decimal } from '#main/domain/decimal.ts';
import { aDraft, anOrder } from '#test/unit/domain/samples.ts';

const stopLimit = (side: 'buy' | 'sell', stop: string, limit: string) =>
  aDraft({ type: 'stop_limit', side, stopPrice: stop, limitPrice: limit });
const withLeg = (members: object, stop: string, limit?: string) =>
  aDraft({
    ...members,
    takeProfit: { limitPrice: '200' },
    stopLoss: { stopPrice: stop, ...(limit !== undefined && { limitPrice: limit }) },
  });

it('says of a sell that its limit is above its stop, and of a buy that it is below', () => {
  expect(limitWarnings(stopLimit('sell', '180', '181'))).toEqual([
    'The limit of 181.00 is above the stop of 180.00: once the price has fallen to 180.00, the order waits until it rises back to 181.00. If the price falls further, it does not fill.',
  ]);
  expect(limitWarnings(stopLimit('buy', '200', '199.5'))).toEqual([
    'The limit of 199.50 is below the stop of 200.00: once the price has risen to 200.00, the order waits until it falls back to 199.50. If the price rises further, it does not fill.',
  ]);
});

it.each([
  [stopLimit('sell', '180', '180')],
  [stopLimit('sell', '180', '179')],
  [stopLimit('buy', '200', '200')],
  [stopLimit('buy', '200', '201')],
  [aDraft({ type: 'limit', side: 'sell', limitPrice: '500' })],
  [withLeg({ orderClass: 'bracket' }, '180')],
  [withLeg({ orderClass: 'bracket' }, '180', '179')],
  [withLeg({ orderClass: 'bracket', side: 'sell' }, '220', '221')],
  [withLeg({ orderClass: 'oco', side: 'sell' }, '180', '180')],
])('says nothing where it may fill at its stop', (draft) => {
  expect(limitWarnings(draft)).toEqual([]);
});

it.each([
  ['bracket', 'buy', '180', '181', 'above'],
  ['oto', 'buy', '180', '181', 'above'],
  ['oco', 'sell', '180', '181', 'above'],
  ['bracket', 'sell', '220', '219', 'below'],
  ['oco', 'buy', '220', '219', 'below'],
] as const)('warns of the stop loss of a %s to %s', (orderClass, side, stop, limit, where) => {
  const [text, ...more] = limitWarnings(withLeg({ orderClass, side }, stop, limit));
  expect(more).toEqual([]);
  expect(text).toContain(`limit of ${limit}.00 is ${where} the stop loss of ${stop}.00`);
  expect(text).toContain('the position stays open.');
});

it('is part of what an order and a change would do', () => {
  const ask = (draft: ReturnType<typeof aDraft>) =>
    whatIf({
      draft,
      marketPrice: decimal('190'),
      account: undefined,
      positions: [],
      openOrders: [],
      unknownOrders: [],
    });
  expect(ask(stopLimit('sell', '180', '181')).warnings).toHaveLength(1);
  expect(ask(stopLimit('sell', '180', '179'))).not.toHaveProperty('warnings');
  const order = anOrder({ type: 'stop_limit', side: 'sell', stopPrice: '180', limitPrice: '179' });
  const changed = changedDraft(order, { limitPrice: decimal('185') });
  expect(changed && ask(changed).warnings).toEqual([expect.stringContaining('limit of 185.00')]);
});
