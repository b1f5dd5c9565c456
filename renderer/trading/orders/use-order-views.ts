import { useState } from 'react';
import { useUiDocument } from '#renderer/session/use-ui-documents.ts';
import type { OrderFilter } from '#renderer/trading/orders/order-filter.ts';
import { withoutView, withView, type NamedViews } from '#renderer/trading/orders/order-views.ts';

export type OrderViews = {
  views: NamedViews;
  /** Why the last view could not be saved. */
  note: string | undefined;
  save(name: string, filter: OrderFilter): boolean;
  remove(name: string): void;
};

export function useOrderViews(): OrderViews {
  const [{ orders: views }, setViews] = useUiDocument('views');
  const [note, setNote] = useState<string>();
  return {
    views,
    note,
    save(name, filter) {
      const next = withView(views, name, filter);
      const isSaved = typeof next !== 'string';
      if (isSaved) setViews({ orders: next });
      setNote(isSaved ? undefined : next);
      return isSaved;
    },
    remove(name) {
      setViews({ orders: withoutView(views, name) });
      setNote(undefined);
    },
  };
}
