import { expect, it } from 'vitest';
import { inParts } from '#renderer/core/in-parts.ts';
import { createSlices } from '#renderer/core/feeds/slices.ts';
import { createOrderList } from '#renderer/trading/orders/order-list.ts';
import { order } from '#test/unit/renderer/order-world.ts';
import type { Order } from '#contract/orders.ts';
import type { Intent } from '#contract/intents.ts';
import type { CancelWait } from '#contract/cancel-waits.ts';

function tasks() {
  const waiting: (() => void)[] = [];
  const later = (run: () => void) => {
    waiting.push(run);
    return () => void waiting.splice(waiting.indexOf(run), 1);
  };
  return { later, waiting, next: () => waiting.shift()?.() };
}

it('goes through things in parts, all at once where nothing may wait, and ends when it is told to', () => {
  const { later, waiting, next } = tasks();
  const parts: string[] = [];
  const run = (part: readonly number[], isLast: boolean) =>
    parts.push(`${part.join('')}${isLast ? '.' : ''}`);
  const stop = inParts([1, 2, 3, 4, 5], 2, later, run);
  next();
  next();
  expect(parts.splice(0)).toEqual(['12', '34', '5.']);
  expect(waiting).toEqual([]);
  stop();
  inParts([1, 2, 3], 2, later, run)();
  expect(waiting).toEqual([]);
  expect(parts.splice(0)).toEqual(['12']);
  inParts([1, 2, 3], 2, undefined, run);
  inParts([], 2, later, run);
  expect(parts).toEqual(['123.', '.']);
});

it('a list of very many orders is whole once all are rows; whoever cancels them is shown all at once', () => {
  const { later, next } = tasks();
  const feeds = {
    orders: createSlices<string, Order>(() => undefined),
    intents: createSlices<string, Intent>(() => undefined),
    cancels: createSlices<string, CancelWait>(() => undefined),
  };
  for (let n = 0; n < 2_500; n++) {
    const one = order(n, 'new');
    feeds.orders.put(one.id, one);
  }
  const list = createOrderList(feeds, { now: () => 0, later });
  let wakes = 0;
  list.onWhole(() => wakes++);
  const stop = list.start();
  expect([list.isWhole(), [...list.rows.all()].length]).toEqual([false, 1_000]);
  list.catchUp();
  expect([...list.rows.all()]).toHaveLength(2_500);
  expect(list.isWhole()).toBe(false);
  next();
  next();
  expect([list.isWhole(), wakes]).toEqual([true, 1]);
  expect([...list.rows.all()]).toHaveLength(2_500);
  expect(list.counts().open).toBe(2_500);
  stop();
});
