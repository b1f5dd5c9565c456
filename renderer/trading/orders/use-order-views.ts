import { useCallback, useEffect, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import type { OrderFilter } from '#renderer/trading/orders/order-filter.ts';
import { withoutView, withView, type NamedViews } from '#renderer/trading/orders/order-views.ts';

export type OrderViews = {
  views: NamedViews;
  /** What is to be known about the last thing asked. */
  note: string | undefined;
  save(name: string, filter: OrderFilter): Promise<boolean>;
  remove(name: string): Promise<void>;
};

const NOT_KEPT = 'The view could not be stored: it is kept until this window is closed.';

export function useOrderViews(bridge: Bridge): OrderViews {
  const [views, setViews] = useState<NamedViews>([]);
  const [note, setNote] = useState<string>();

  useEffect(() => {
    let isOver = false;
    void bridge.call('ui.get', {}).then((stored) => {
      if (stored.ok && !isOver) setViews(stored.value.views.orders);
    });
    return () => {
      isOver = true;
    };
  }, [bridge]);

  const keep = useCallback(
    async (next: NamedViews): Promise<void> => {
      setViews(next);
      const stored = await bridge.call('ui.set', { area: 'views', value: { orders: next } });
      setNote(stored.ok ? undefined : NOT_KEPT);
    },
    [bridge],
  );

  return {
    views,
    note,
    async save(name, filter) {
      const next = withView(views, name, filter);
      if (typeof next === 'string') {
        setNote(next);
        return false;
      }
      await keep(next);
      return true;
    },
    remove: (name) => keep(withoutView(views, name)),
  };
}
