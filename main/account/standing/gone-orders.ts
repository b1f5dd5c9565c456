// Orders that the broker knows no more, until it speaks of them again: what is told of them is that they are gone.
import { GONE, isOpen, type Order } from '#contract/orders.ts';

export function createGoneOrders() {
  /** Since when. */
  const gone = new Map<string, string>();

  function show(order: Order): Order {
    if (gone.size === 0) return order;
    const goneAt = gone.get(order.id);
    const legs = order.legs?.map(show);
    return {
      ...order,
      ...(goneAt !== undefined &&
        isOpen(order.status) && { status: GONE, statusBefore: order.status, goneAt }),
      ...(legs && { legs }),
    };
  }

  return {
    show,
    forget: (orderId: string): unknown => gone.delete(orderId),
    put: (orderId: string, goneAt: string): unknown => gone.set(orderId, goneAt),
    /** The status that it was told with. Only a book that was kept says `gone`; whoever else speaks of it has it. */
    hear({ id, status, statusBefore, goneAt }: Order): string {
      if (status === GONE) gone.set(id, goneAt ?? '');
      else gone.delete(id);
      return status === GONE ? (statusBefore ?? status) : status;
    },
  };
}
