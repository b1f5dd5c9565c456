// The orders of an account: as they were told, and as they are shown, each in its place among the others.
import { isDeepStrictEqual } from 'node:util';
import { isOpen, type Order } from '#contract/orders.ts';
import { createGoneOrders } from '#main/account/standing/gone-orders.ts';
import { createOpenOrders } from '#main/account/standing/open-orders.ts';
import { createOrderFamilies } from '#main/account/standing/order-families.ts';
import { mergeOrder } from '#main/domain/orders/order-status.ts';

type Changed = { before: Order | undefined; order: Order };

export type OrderRecords = ReturnType<typeof createOrderRecords>;

/** Of a revised order the broker took a fill back, or corrected one. */
export function createOrderRecords(isRevised: (orderId: string) => boolean) {
  /** As they were told, without legs. */
  const records = new Map<string, Order>();
  const orders = new Map<string, Order>();
  const open = createOpenOrders();
  const gone = createGoneOrders();
  const families = createOrderFamilies((orderId) => records.get(orderId));

  /** `touched` takes the orders that may be shown differently since, `onRecord` hears of it and of each of its legs. */
  function put(news: Order, touched: Set<string>, onRecord: (record: Order) => void): void {
    const { legs = [] } = news;
    const told = recordOf(news, gone.hear(news));
    const merged = mergeOrder(records.get(news.id), told, isRevised(news.id));
    records.set(news.id, merged);
    touched.add(news.id);
    onRecord(merged);
    for (const leg of legs) put(leg, touched, onRecord);
    for (const orderId of families.note(news)) touched.add(orderId);
  }

  return {
    put,
    /** Shows these as they are now; answers what is another than before. */
    show(orderIds: Iterable<string>): Changed[] {
      const changed: Changed[] = [];
      for (const orderId of orderIds) {
        const record = records.get(orderId);
        if (!record) continue;
        const order = gone.show(families.place(record));
        const before = orders.get(orderId);
        if (isSame(before, order)) continue;
        orders.set(orderId, order);
        if (isOpen(order.status)) open.put(order);
        else open.delete(orderId);
        changed.push({ before, order });
      }
      return changed;
    },
    putGone: gone.put,
    linksOf: families.linksOf,
    forget(orderId: string): void {
      for (const known of [records, orders, open]) known.delete(orderId);
      gone.forget(orderId);
      families.forget(orderId);
    },
    get: (orderId: string): Order | undefined => orders.get(orderId),
    all: (): Order[] => [...orders.values()],
    openCount: open.count,
    openOrders: open.all,
    openOrdersOf: open.of,
    /** The order that shows this one among its legs. */
    parentOf(orderId: string): Order | undefined {
      const { parentId } = orders.get(orderId) ?? {};
      const parent = parentId === undefined ? undefined : orders.get(parentId);
      return parent?.legs?.some(({ id }) => id === orderId) ? parent : undefined;
    },
  };
}

/** Without what the desk says of its place. Most orders are told as they are kept. */
function recordOf(news: Order, status: string): Order {
  if (news.status === status && !PLACED.some((member) => member in news)) return news;
  const { legs: _, parentId: __, statusBefore: ___, goneAt: ____, ...told } = news;
  return { ...told, status };
}

const PLACED = ['legs', 'parentId', 'statusBefore', 'goneAt'] as const;

/** One that was recalled may have its members in another order. */
const isSame = (a: Order | undefined, b: Order): boolean =>
  a !== undefined && (JSON.stringify(a) === JSON.stringify(b) || isDeepStrictEqual(a, b));
