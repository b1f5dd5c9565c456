// A sale of more than is held is recorded as its review called it.
import { expect, it } from 'vitest';
import { aMarketDraft, createWorlds, newId, value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
const titleOf = async (held: string | undefined, draft: object, isExit = false) => {
  const world = createWorld();
  if (held !== undefined) world.hold(held, world.book.markFills());
  const submitted = await world.trading.submit({
    intentId: newId(),
    draft: aMarketDraft({ side: 'sell', qty: '10', ...draft }),
    confirmations: [],
    ...(isExit && { isExit }),
  });
  return value(submitted).title;
};

it('is a short sale beyond what is held', async () => {
  expect(await titleOf('4', {})).toBe('Sell short 10 AAPL, market, PRACTICE');
  expect(await titleOf('-3', {})).toBe('Sell short 10 AAPL, market, PRACTICE');
});

it('is a sale where it closes, and where nobody has read what is held', async () => {
  expect(await titleOf('10', {})).toBe('Sell 10 AAPL, market, PRACTICE');
  expect(await titleOf('4', {}, true)).toBe('Sell 10 AAPL, market, PRACTICE');
  expect(await titleOf(undefined, {})).toBe('Sell 10 AAPL, market, PRACTICE');
  expect(await titleOf('0', { side: 'buy' })).toBe('Buy 10 AAPL, market, PRACTICE');
});
