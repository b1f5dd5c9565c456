// An account that is opened anew in the same run, because its journal could be read only late or had to be opened again:
// what goes on with the orders that were being canceled.
import { expect, it } from 'vitest';
import { anOrder, createWorlds, value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

it('goes on with the cancel of an order that no intent of the journal became', async () => {
  const world = createWorld();
  world.broker.ledger.push(anOrder({ id: 'elsewhere', clientOrderId: 'of another program' }));
  world.book.putOrders(world.broker.ledger);
  world.broker.cancelModes.push('silent');
  await world.trading.cancel('elsewhere');
  const since = world.time.clock.wall();
  const begun = world.trading.untakenCancels();
  expect(begun).toEqual([{ orderId: 'elsewhere', since }]);
  world.time.advance(60_000);
  world.restart();
  expect(world.trading.cancelWaits()).toEqual([]);
  world.trading.goOnCanceling(begun);
  expect(world.trading.cancelWaits()).toEqual([{ id: 'elsewhere', since, state: 'waiting' }]);
  await world.pass(5_000);
  expect(world.broker.ledger[0]).toMatchObject({ status: 'canceled' });
});

it('marks the intents of what is being canceled, and none for another order under its id', async () => {
  const world = createWorld();
  const [own, shared] = [value(await world.submit()), value(await world.submit())];
  const twin = anOrder({ id: 'twin', clientOrderId: shared.intentId });
  world.book.putOrders([...world.broker.ledger, twin]);
  world.broker.cancelModes.push('silent', 'silent', 'silent', 'silent');
  await Promise.all([world.trading.cancel(own.resultId!), world.trading.cancel('twin')]);
  expect(world.trading.intentsBeingCanceled()).toEqual([own.intentId]);
});
