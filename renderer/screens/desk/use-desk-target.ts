// Something was asked for from outside of the desk: the evidence of an order, an order's row, the list before a cancel
// of all. It waits until the desk has heard of its orders; the way out, which is about every account, does not: the one in
// front may be one that main cannot open.
import { useEffect, useEffectEvent } from 'react';
import { useSlice } from '#renderer/session/use-slice.ts';
import type { DeskControl } from '#renderer/trading/desk-control.ts';
import { useSession, type Target } from '#renderer/session/session.ts';

export function useDeskTarget(desk: DeskControl): void {
  const { feeds, target, takeTarget, go, toast } = useSession();
  const hasOrders = useSlice(feeds.heard, 'orders') === true;
  const hasIntents = useSlice(feeds.heard, 'intents') === true;
  const isReady = isReadyFor(target, hasOrders && hasIntents);

  const act = useEffectEvent(() => {
    switch (target?.kind) {
      case 'evidence':
        takeTarget();
        // A mint is shown where mints are.
        if (feeds.intents.get(target.intentId)?.kind === 'mint') return go('tokenization');
        return desk.showEvidence(target.intentId);
      case 'order':
        takeTarget();
        if (desk.orders.rows.get(target.orderId)) return desk.showOrder(target.orderId);
        return toast({ kind: 'note', text: 'That order is older than the orders shown here.' });
      case 'cancel-all':
        takeTarget();
        return desk.cancelAll();
      case 'flatten':
        takeTarget();
        return desk.wayOut({ kind: 'flatten' }, true);
      case 'tokenization':
      case 'batch':
      case undefined:
        return undefined;
      default:
        return target satisfies never;
    }
  });
  useEffect(() => {
    if (target === undefined || !isReady) return undefined;
    // The rows are built from the feeds a frame after they were heard.
    const frame = requestAnimationFrame(act);
    return () => cancelAnimationFrame(frame);
  }, [target, isReady]);
}

export const isReadyFor = (target: Target | undefined, hasRows: boolean): boolean =>
  hasRows || target?.kind === 'flatten';
