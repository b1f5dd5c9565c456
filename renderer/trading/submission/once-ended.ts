import { isTerminal, type Order } from '#contract/orders.ts';
import type { AccountFeeds } from '#renderer/core/feeds/account-feeds.ts';

/** Runs once, as soon as the order has ended: at once, or when that is heard. */
export function onceEnded(
  { orders }: Pick<AccountFeeds, 'orders'>,
  orderId: string,
  run: (order: Order) => void,
): void {
  const look = (): boolean => {
    const order = orders.get(orderId);
    if (!order || !isTerminal(order.status)) return false;
    run(order);
    return true;
  };
  if (look()) return;
  const stop = orders.on(orderId, () => {
    if (look()) stop();
  });
}
