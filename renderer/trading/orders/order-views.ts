// Filters that a person gave a name. The document is checked on both sides of the bridge.
import { isSameName, isSeen, UNSEEN_IN_NAME } from '#contract/names.ts';
import { OrdersView, type Views } from '#contract/ui.ts';
import type { OrderFilter } from '#renderer/trading/orders/order-filter.ts';

export const MOST_VIEWS = 50;

export type NamedViews = Views['orders'];

/** The views with one more, or with the one of that name put anew; a sentence when that cannot be. */
export function withView(
  views: NamedViews,
  name: string,
  filter: OrderFilter,
): NamedViews | string {
  const view = OrdersView.safeParse({ ...filter, name });
  if (!view.success) return 'Give the view a name of at most 40 characters.';
  if (!isSeen(view.data.name)) return `The name of the view ${UNSEEN_IN_NAME}.`;
  const others = views.filter((other) => !isSameName(other.name, view.data.name));
  if (others.length >= MOST_VIEWS)
    return `There are ${MOST_VIEWS} views already. Remove one to save another.`;
  return [...others, view.data].sort((a, b) => a.name.localeCompare(b.name));
}

export const withoutView = (views: NamedViews, name: string): NamedViews =>
  views.filter((view) => view.name !== name);

export function filterOf({ text, status, side, symbol, days }: OrdersView): OrderFilter {
  return { text, status, side, symbol, days };
}
