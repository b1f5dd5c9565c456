import { expect, it } from 'vitest';
import { onceCancelsSettled } from '#renderer/trading/orders/cancels-settled.ts';
import { desk, order } from '#test/unit/renderer/order-world.ts';

function setUp() {
  const world = desk([order(1, 'new'), order(2, 'new')]);
  const settled: string[] = [];
  onceCancelsSettled(world, ['order-1', 'order-2'], () => settled.push('settled'));
  const cancel = (id: string, state: 'waiting' | 'asked' | 'over') => {
    world.cancels.put(id, { id, since: 1, state });
    world.flush();
    return [...settled];
  };
  return { ...world, settled, cancel };
}

it('waits until the broker has taken each of them, or the order has ended', () => {
  const { cancel, orders, flush, settled } = setUp();
  expect(cancel('order-1', 'waiting')).toEqual([]);
  expect(cancel('order-1', 'asked')).toEqual([]);
  orders.put('order-2', order(2, 'filled'));
  flush();
  expect(settled).toEqual(['settled']);
});

it('settles once', () => {
  const { cancel } = setUp();
  cancel('order-2', 'asked');
  expect(cancel('order-1', 'asked')).toEqual(['settled']);
  expect(cancel('order-1', 'over')).toEqual(['settled']);
});

it('is not settled by a cancel that was given up: the order is open', () => {
  const { cancel, orders, flush, settled } = setUp();
  orders.put('order-2', order(2, 'canceled'));
  flush();
  cancel('order-1', 'waiting');
  expect(cancel('order-1', 'over')).toEqual([]);
  expect(settled).toEqual([]);
});
