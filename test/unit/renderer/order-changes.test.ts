// An order and the change of it that was accepted and is not made yet.
import { expect, it } from 'vitest';
import { canSelect, isCancellable, type OrderRow } from '#renderer/trading/orders/order-rows.ts';
import { desk, order } from '#test/unit/renderer/order-world.ts';

it('offers of an order and the change of it what can work, whichever is heard of first', () => {
  const before = order(1, 'pending_replace');
  const after = order(2, 'new', { replaces: 'order-1' });
  const offered = (row: OrderRow) => [
    row.key,
    [isCancellable(row), canSelect(row), row.isChangeable, row.isAwaited],
  ];
  for (const orders of [
    [before, after],
    [after, before],
  ]) {
    const { rows, orders: feed, flush } = desk();
    for (const one of orders) {
      feed.put(one.id, one);
      flush();
    }
    expect(rows().map(offered)).toEqual([
      ['order-2', [false, false, false, true]],
      ['order-1', [true, true, false, false]],
    ]);
    expect(rows()[0]?.reason).toMatch(/Not in effect yet/);
    feed.put(before.id, order(1, 'replaced', { replacedBy: 'order-2' }));
    flush();
    expect(rows().map(offered)).toEqual([
      ['order-2', [true, true, true, false]],
      ['order-1', [false, false, false, false]],
    ]);
    expect(rows()[0]?.reason).toBeUndefined();
    // Or it was rejected late, and the old terms stand again.
    feed.put(before.id, order(1, 'new'));
    feed.put(after.id, order(2, 'rejected', { replaces: 'order-1' }));
    flush();
    expect(rows().map(offered)).toEqual([
      ['order-1', [true, true, true, false]],
      ['order-2', [false, false, false, false]],
    ]);
  }
});
