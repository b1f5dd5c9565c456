// Which of the broker's lanes an order takes: an exit goes before everything else that waits.
import { expect, it } from 'vitest';
import type { OrderDraft } from '#contract/orders.ts';
import { aDraft, aMarketDraft, createWorlds, value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

it.each<[string, OrderDraft, boolean]>([
  ['a sale of what is held', aMarketDraft({ side: 'sell', qty: '10' }), true],
  ['a sale of all of it', aMarketDraft({ side: 'sell', qty: '100' }), true],
  ['a purchase', aDraft(), false],
])('%s', async (_what, draft, isExit) => {
  const world = createWorld();
  world.hold('100');
  const lanes: unknown[] = [];
  const { place } = world.broker.broker;
  world.broker.broker.place = (body, options) => {
    lanes.push(options.isExit ?? false);
    return place(body, options);
  };
  expect(value(await world.submit(draft)).state).toBe('accepted');
  expect(lanes).toEqual([isExit]);
});

it('a change takes the lane of orders, also that of an exit', async () => {
  const world = createWorld();
  world.hold('100');
  const { resultId } = value(await world.submit(aDraft({ side: 'sell', limitPrice: '200' })));
  const lanes: unknown[] = [];
  const { replace } = world.broker.broker;
  world.broker.broker.replace = (orderId, body, options) => {
    lanes.push(options.isExit ?? false);
    return replace(orderId, body, options);
  };
  await world.replace(resultId!, { limitPrice: '201' });
  expect(lanes).toEqual([false]);
});
