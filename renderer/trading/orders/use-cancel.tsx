import { useCallback, useState, type ReactNode } from 'react';
import { describeFailure } from '#contract/failure.ts';
import { cancelReach } from '#renderer/trading/orders/cancel-reach.ts';
import { onceCancelsSettled } from '#renderer/trading/orders/cancels-settled.ts';
import { CancelTogether } from '#renderer/trading/orders/CancelTogether.tsx';
import { useSession } from '#renderer/session/session.ts';

type Cancel = {
  /** Done when it was asked for, or when the person has kept it. */
  cancel: (orderId: string) => Promise<void>;
  /** Whether others end with it, so that a question comes first. */
  asksFirst: (orderId: string) => boolean;
  /** To be drawn by whoever cancels: the question that comes first where other orders end with this one. */
  question: ReactNode;
};

/**
 * Asks for the cancel of an order; where the broker ends others with it the person is asked before. That it has not
 * left yet is said until the broker has taken it or the order has ended.
 */
export function useCancel(): Cancel {
  const { bridge, profile, feeds, toast, untoast } = useSession();
  const { accountId } = profile;
  const [asking, setAsking] = useState<{ orderId: string; answer: (isYes: boolean) => void }>();

  const asksFirst = useCallback(
    (orderId: string) => cancelReach(orderId, feeds.orders.all(), []) !== undefined,
    [feeds],
  );
  const cancel = useCallback(
    async (orderId: string) => {
      if (asksFirst(orderId)) {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        setAsking({ orderId, answer: resolve });
        const isYes = await promise;
        setAsking(undefined);
        if (!isYes) return;
      }
      const id = `cancel:${orderId}`;
      const result = await bridge.call('orders.cancel', { accountId, orderId });
      if (result.ok) return untoast(id);
      toast({ kind: 'bad', text: describeFailure(result.failure), id });
      onceCancelsSettled(feeds, [orderId], () => untoast(id));
    },
    [bridge, accountId, feeds, toast, untoast, asksFirst],
  );
  return {
    cancel,
    asksFirst,
    question: asking && <CancelTogether key={asking.orderId} {...asking} />,
  };
}
