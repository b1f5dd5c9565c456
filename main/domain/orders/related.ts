// The orders that one belongs with, by its own record: what it replaces or was replaced by, its parent and its legs.
import type { Order } from '#contract/orders.ts';

export function relatedIds(order: Order | undefined): string[] {
  if (!order) return [];
  const { id, replaces, replacedBy, parentId, legs = [] } = order;
  // Most belong with none.
  if ((replaces ?? replacedBy ?? parentId) === undefined && legs.length === 0) return [];
  const named = [replaces, replacedBy, parentId, ...legs.map((leg) => leg.id)];
  return named.flatMap((other) => (other === undefined || other === id ? [] : [other]));
}
