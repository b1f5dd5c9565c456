import { isOpen } from '#contract/orders.ts';
import type { AccountFeeds } from '#renderer/core/feeds/account-feeds.ts';

/** Runs once, as soon as none of these orders is open with a cancel that the broker has not taken. */
export function onceCancelsSettled(
  { orders, cancels }: Pick<AccountFeeds, 'orders' | 'cancels'>,
  orderIds: readonly string[],
  run: () => void,
): void {
  const isWaiting = (id: string): boolean =>
    isOpen(orders.get(id)?.status ?? '') && cancels.get(id)?.state !== 'asked';
  const settle = (): void => {
    if (orderIds.some(isWaiting)) return;
    for (const stop of stops) stop();
    run();
  };
  const stops = orderIds.flatMap((id) => [orders.on(id, settle), cancels.on(id, settle)]);
}
