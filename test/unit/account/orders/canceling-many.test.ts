// Cancels of many orders, and after an outage: as few requests as will do, and none late.
import { describe, expect, it } from 'vitest';
import { anOrder, createWorlds, value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

describe('canceling everything, as the broker reports it', () => {
  it('asks by id only for orders that the request did not reach, and not for their relatives', async () => {
    const world = createWorld();
    const legs = [anOrder({ id: 'l-1', status: 'held' }), anOrder({ id: 'l-2', status: 'held' })];
    const parent = anOrder({ id: 'p', orderClass: 'bracket', legs });
    for (const order of [parent, anOrder({ id: 'plain' }), anOrder({ id: 'missed' })]) {
      world.broker.ledger.push(order);
      world.trading.onOrder(order, 'found');
    }
    const { broker, calls } = world.broker;
    broker.cancelEverything = async () => ({ kind: 'asked', taken: ['p', 'plain'] });
    value(await world.trading.cancelEverything());
    expect(calls.cancel).toEqual(['missed']);
    expect(['p', 'l-1', 'l-2', 'plain'].every((id) => world.trading.isCanceling(id))).toBe(true);
    for (const id of ['p', 'plain']) world.broker.change(id, { status: 'canceled' });
    for (const leg of legs) world.trading.onOrder({ ...leg, status: 'canceled' }, 'heard');
    await world.pass(4_000);
    expect(calls.cancel).toEqual(['missed']);
    expect(world.book.openOrders()).toEqual([]);
  });
});

describe('a cancel that could not leave for a long time', () => {
  it('leaves as soon as the broker answers anything', async () => {
    const world = createWorld();
    const orderId = value(await world.submit()).resultId!;
    const { cancel } = world.broker.broker;
    world.broker.broker.cancel = async () => ({ kind: 'not-sent', reason: 'no route' });
    void world.trading.cancel(orderId);
    await world.pass(120_000, 500);
    world.broker.broker.cancel = cancel;
    world.trading.hurryCancels();
    await world.pass(100);
    expect(world.broker.ledger[0]).toMatchObject({ status: 'canceled' });
  });
});
