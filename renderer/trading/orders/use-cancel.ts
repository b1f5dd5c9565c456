import { useCallback } from 'react';
import { describeFailure } from '#contract/failure.ts';
import { onceCancelsSettled } from '#renderer/trading/orders/cancels-settled.ts';
import { useSession } from '#renderer/session/session.ts';

/** Asks for the cancel of an order. That it has not left yet is said until the broker has taken it or the order has ended. */
export function useCancel(): (orderId: string) => Promise<void> {
  const { bridge, profile, feeds, toast, untoast } = useSession();
  const { accountId } = profile;
  return useCallback(
    async (orderId) => {
      const id = `cancel:${orderId}`;
      const result = await bridge.call('orders.cancel', { accountId, orderId });
      if (result.ok) return untoast(id);
      toast({ kind: 'bad', text: describeFailure(result.failure), id });
      onceCancelsSettled(feeds, [orderId], () => untoast(id));
    },
    [bridge, accountId, feeds, toast, untoast],
  );
}
