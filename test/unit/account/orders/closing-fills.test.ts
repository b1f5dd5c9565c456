// What a way out sold or bought, and at which average price: by its own exits alone.
import { expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { createClosingWorld } from '#test/unit/account/orders/closing-world.ts';
import { createWorlds, value } from '#test/unit/account/orders/world.ts';

const open = createWorlds();

/** Closes 100 AAPL with two exits: 30 of it at the first price, the rest at the second. */
async function closedInTwo(first: string | undefined, second: string) {
  const desk = createClosingWorld(open);
  await desk.hold('AAPL', '100');
  desk.state.fills = decimal('30');
  if (first !== undefined) desk.state.fillPrice = decimal(first);
  const { closingId } = desk.begin('close', ['AAPL']);
  await desk.world.pass(50);
  desk.state.fills = 'all';
  desk.state.fillPrice = decimal(second);
  await desk.world.pass(10_000);
  expect(desk.exits().map(({ qty }) => qty)).toEqual(['100', '70']);
  return desk.now(closingId).symbols[0];
}

it('says how much its exits filled, and the average price of all of them', async () => {
  const closed = await closedInTwo('190', '191');
  expect(closed).toMatchObject({ step: 'closed', filled: { qty: '100' } });
  expect(Number(closed?.filled?.price)).toBe(190.7);
});

it('says no average where one of its fills came without a price', async () => {
  const closed = await closedInTwo(undefined, '191');
  expect(closed).toMatchObject({ step: 'closed' });
  expect(closed?.filled).toEqual({ qty: '100' });
});

it('claims no fill for a position that went away by itself', async () => {
  const desk = createClosingWorld(open);
  await desk.hold('AAPL', '100');
  const plan = desk.plan();
  await desk.hold('AAPL', '0');
  value(desk.closings.begin(plan.closingId, 'market'));
  await desk.world.pass(5_000);
  const [closed] = desk.now(plan.closingId).symbols;
  expect(closed).toMatchObject({ step: 'closed' });
  expect(closed).not.toHaveProperty('filled');
});
