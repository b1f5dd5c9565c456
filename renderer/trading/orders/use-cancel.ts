import { useCallback } from 'react';
import { describeFailure } from '#contract/failure.ts';
import { isOpen } from '#contract/orders.ts';
import { useSession } from '#renderer/session/session.ts';

/** Asks for the cancel of an order. That it has not left yet is said for as long as the order is open. */
export function useCancel(): (orderId: string) => Promise<void> {
  const { bridge, profile, feeds, toast, untoast } = useSession();
  const { accountId } = profile;
  return useCallback(
    async (orderId) => {
      const id = `cancel:${orderId}`;
      const result = await bridge.call('orders.cancel', { accountId, orderId });
      if (result.ok) return untoast(id);
      toast({ kind: 'bad', text: describeFailure(result.failure), id });
      const stop = feeds.orders.on(orderId, () => {
        if (isOpen(feeds.orders.get(orderId)?.status ?? '')) return;
        untoast(id);
        stop();
      });
    },
    [bridge, accountId, feeds, toast, untoast],
  );
}
