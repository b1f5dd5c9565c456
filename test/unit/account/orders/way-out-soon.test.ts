// What is there for sure goes at once, whatever is not known yet of the rest.
import { expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { createClosingWorld } from '#test/unit/account/orders/closing-world.ts';
import { aDraft, createWorlds, value } from '#test/unit/account/orders/world.ts';

const open = createWorlds();
const createDesk = (options?: Parameters<typeof open>[0]) => createClosingWorld(open, options);

it.each([
  ['sale', 'sell', '30'],
  ['purchase', 'buy', '0'],
])('a %s of which nobody knows keeps only what it may take waiting', async (_what, side, left) => {
  const desk = createDesk({ refusesReusedIds: false });
  await desk.hold('AAPL', '100');
  desk.world.broker.will({ kind: 'request-lost' });
  value(await desk.world.submit(aDraft({ side, qty: '30' })));
  desk.begin();
  await desk.world.pass(500);
  expect(desk.held()).toBe(left);
});

it('an order that is not canceled soon keeps only what it holds waiting', async () => {
  const desk = createDesk({ shares: '100' });
  await desk.hold('AAPL', '100');
  desk.rest({ qty: '30' });
  desk.world.broker.cancelModes.push(...Array.from({ length: 8 }, () => 'asked-only' as const));
  const { closingId } = desk.begin();
  await desk.world.pass(1_500);
  expect(desk.held()).toBe('100');
  await desk.world.pass(1_000);
  expect(desk.held()).toBe('30');
  desk.world.broker.cancelModes.length = 0;
  await desk.world.pass(20_000, 100);
  expect(desk.held()).toBe('0');
  expect(desk.now(closingId).symbols[0]).toMatchObject({ step: 'closed' });
});

it('positions that lag behind a fill keep only what was filled waiting', async () => {
  const desk = createDesk();
  await desk.hold('AAPL', '100');
  const { id } = desk.rest({ qty: '30' });
  desk.state.staleReads = 5;
  desk.world.broker.change(id, { status: 'filled', filledQty: decimal('30') });
  const { closingId } = desk.begin();
  await desk.world.pass(500);
  expect(desk.exits()).toMatchObject([{ qty: '70' }]);
  await desk.world.pass(20_000, 100);
  expect(desk.held()).toBe('0');
  expect(desk.exits()).toHaveLength(1);
  expect(desk.now(closingId).symbols[0]).toMatchObject({ step: 'closed' });
});
