// A cancel that the broker has not taken is seen: from when it was asked for to its end, over a restart too.
import { expect, it } from 'vitest';
import { orderLine } from '#main/desk/order-line.ts';
import {
  anOrder,
  createWorlds,
  newId,
  value,
  type World,
} from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

async function withOrder() {
  const world = createWorld();
  const intent = value(await world.submit());
  return { world, orderId: intent.resultId! };
}

const trayLine = ({ book, journal, trading, time }: World, orderId: string): string =>
  orderLine(book.order(orderId)!, { unsettled: journal.unsettled(), trading }, time.clock.wall());

it('is told as waiting until the broker takes it, as asked until the order has ended, then as over', async () => {
  const { world, orderId } = await withOrder();
  const since = world.time.clock.wall();
  world.broker.cancelModes.push('silent', 'silent', 'asked-only');
  void world.trading.cancel(orderId);
  await world.pass(150);
  expect(world.trading.cancelWaits()).toEqual([{ id: orderId, since, state: 'waiting' }]);
  await world.pass(2_000);
  expect(world.trading.cancelWaits()).toEqual([{ id: orderId, since, state: 'asked' }]);
  world.broker.change(orderId, { status: 'canceled' });
  await world.pass(5_000);
  expect(world.trading.cancelWaits()).toEqual([]);
  expect(world.newsOf('cancel-wait').map(({ wait }) => wait.state)).toEqual([
    'waiting',
    'asked',
    'over',
  ]);
});

it('is as old after a restart as it was before', async () => {
  const { world, orderId } = await withOrder();
  const since = world.time.clock.wall();
  world.broker.cancelModes.push(...Array.from({ length: 50 }, () => 'silent' as const));
  void world.trading.cancel(orderId);
  await world.pass(30_000, 500);
  world.restart();
  expect(world.trading.cancelWaits()).toEqual([{ id: orderId, since, state: 'waiting' }]);
});

it('of an order that nobody has found yet goes over to the order, with its age', async () => {
  const world = createWorld({ refusesReusedIds: false });
  const id = newId();
  world.broker.will({ kind: 'answer-lost' });
  world.broker.state.lookups = 'silent';
  await world.submit(undefined, id);
  const since = world.time.clock.wall();
  value(await world.trading.cancelUnknown(id));
  expect(world.trading.cancelWaits()).toEqual([{ id, since, state: 'waiting' }]);
  await world.pass(3_000);
  world.restart();
  expect(world.trading.cancelWaits()).toEqual([{ id, since, state: 'waiting' }]);
  world.broker.cancelModes.push(...Array.from({ length: 50 }, () => 'silent' as const));
  world.broker.state.lookups = 'honest';
  await world.pass(5_000);
  const orderId = world.intent(id).resultId;
  expect(world.trading.cancelWaits()).toEqual([{ id: orderId, since, state: 'waiting' }]);
});

it('follows the order through a change to the head of its chain', async () => {
  const { world, orderId } = await withOrder();
  world.broker.cancelModes.push(...Array.from({ length: 50 }, () => 'silent' as const));
  void world.trading.cancel(orderId);
  await world.pass(500);
  const replaced = value(await world.replace(orderId));
  await world.pass(5_000);
  expect(world.trading.cancelWaits()).toMatchObject([{ id: replaced.resultId, state: 'waiting' }]);
});

it('is in the tray with its age in front, and gone from it with the wait', async () => {
  const { world, orderId } = await withOrder();
  expect(trayLine(world, orderId)).toBe('Buy 10 AAPL, working');
  world.broker.cancelModes.push(...Array.from({ length: 500 }, () => 'silent' as const));
  void world.trading.cancel(orderId);
  await world.pass(500);
  expect(trayLine(world, orderId)).toBe('Buy 10 AAPL, working');
  await world.pass(1_000);
  expect(trayLine(world, orderId)).toBe('Cancel waiting for the broker, under 1 min: Buy 10 AAPL');
  await world.pass(180_000, 1_000);
  expect(trayLine(world, orderId)).toBe('Cancel waiting for the broker, 3 min: Buy 10 AAPL');
});

it('is in the tray when the broker has taken it as well, as in the tables', async () => {
  const { world, orderId } = await withOrder();
  world.broker.cancelModes.push('asked-only');
  void world.trading.cancel(orderId);
  await world.pass(1_500);
  expect(trayLine(world, orderId)).toBe('Cancel requested, under 1 min: Buy 10 AAPL');
  world.broker.change(orderId, { status: 'pending_cancel' });
  await world.pass(5_000);
  expect(trayLine(world, orderId)).toMatch(/^Buy 10 AAPL, /);
});

it('of an order that was placed elsewhere, or of a leg, is counted as lost with this run until it is taken', async () => {
  const { world, orderId } = await withOrder();
  const elsewhere = anOrder({ id: 'elsewhere', clientOrderId: 'another program' });
  world.broker.ledger.push(elsewhere);
  world.book.putOrders([elsewhere]);
  world.broker.cancelModes.push(...Array.from({ length: 6 }, () => 'silent' as const));
  void world.trading.cancel(orderId);
  expect(world.trading.unkeptCancels()).toBe(0);
  void world.trading.cancel('elsewhere');
  await world.pass(150);
  expect(world.trading.cancelWaits()).toHaveLength(2);
  expect(world.trading.unkeptCancels()).toBe(1);
  await world.pass(30_000, 500);
  expect(world.trading.unkeptCancels()).toBe(0);
});

it('a change that waits is in the tray too, until the person stops waiting for it', async () => {
  const { world, orderId } = await withOrder();
  world.broker.will({ kind: 'request-lost' });
  world.broker.state.lookups = 'silent';
  const { intentId } = value(await world.replace(orderId));
  await world.pass(120_000, 1_000);
  expect(trayLine(world, orderId)).toBe('Change waiting for the broker, 2 min: Buy 10 AAPL');
  value(world.trading.setAside(intentId, false));
  expect(trayLine(world, orderId)).toBe('Buy 10 AAPL, working');
});
