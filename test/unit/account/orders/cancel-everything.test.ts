// Canceling everything means what is there when a person asks for it, however long the broker takes to hear of it.
import { describe, expect, it } from 'vitest';
import {
  aDraft,
  anOrder,
  createWorlds,
  failureOf,
  value,
  type World,
} from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

const timesAsked = ({ broker }: World): number =>
  broker.calls.cancel.filter((id) => id === 'everything').length;
const statusOf = ({ broker }: World, orderId: string) =>
  broker.ledger.find(({ id }) => id === orderId)?.status;
const fail = ({ broker }: World, times: number): void =>
  void broker.state.everything.push(...Array.from({ length: times }, () => 'silent' as const));

describe('a request to cancel everything that the broker does not take', () => {
  it('is not repeated once another order was placed; what was open is canceled by its id', async () => {
    const world = createWorld();
    const first = value(await world.submit()).resultId!;
    const unheard = world.broker.add(anOrder({ id: 'unheard', clientOrderId: 'other' })).id;
    fail(world, 1);
    expect(failureOf(await world.trading.cancelEverything())).toContain('503');
    const next = value(await world.submit(aDraft({ qty: '7' }))).resultId!;
    await world.pass(30_000, 200);
    expect(timesAsked(world)).toBe(1);
    expect([first, unheard, next].map((id) => statusOf(world, id))).toEqual([
      'canceled',
      'canceled',
      'new',
    ]);
  });

  it('is repeated for a few seconds only, and reaches nothing that was placed elsewhere since', async () => {
    const world = createWorld();
    fail(world, 100);
    world.broker.state.lookups = 'silent';
    const told = world.trading.cancelEverything();
    await world.pass(20_000, 200);
    expect(failureOf(await told)).toContain('keeps asking');
    const before = timesAsked(world);
    expect(before).toBeLessThanOrEqual(3);
    world.broker.add(anOrder({ id: 'since', clientOrderId: 'other' }));
    world.broker.state.lookups = 'honest';
    await world.pass(60_000, 500);
    expect(timesAsked(world)).toBe(before);
    expect(statusOf(world, 'since')).toBe('new');
  });

  it('is not repeated with a key that may be that of another account', async () => {
    const world = createWorld();
    world.broker.add(anOrder({ id: 'unheard', clientOrderId: 'other' }));
    fail(world, 1);
    await world.trading.cancelEverything();
    world.settings.accountDoubt = 'The new key has not been checked yet.';
    await world.pass(20_000, 200);
    expect(timesAsked(world)).toBe(1);
    expect(statusOf(world, 'unheard')).toBe('new');
    world.settings.accountDoubt = undefined;
    await world.pass(40_000, 500);
    expect(statusOf(world, 'unheard')).toBe('canceled');
  });
});

it('an order that is placed while the request waits for its answer stays, with its legs', async () => {
  const world = createWorld();
  world.listen();
  world.broker.broker.cancelEverything = () => new Promise(() => undefined);
  void world.trading.cancelEverything();
  await world.pass(1_000);
  const { resultId = '', intentId } = value(await world.submit());
  const leg = anOrder({ id: 'leg', clientOrderId: 'of the broker', side: 'sell', status: 'held' });
  world.broker.ledger.push(leg);
  world.book.putOrders([
    anOrder({ id: resultId, clientOrderId: intentId, orderClass: 'bracket', legs: [leg] }),
  ]);
  await world.pass(10_000);
  expect(world.broker.calls.cancel).toEqual([]);
  expect(world.book.openOrders().map(({ id }) => id)).toEqual([resultId, 'leg']);
});
