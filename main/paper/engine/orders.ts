// Looking orders up and canceling them.
import { badParameter, notFound, unprocessable } from '#main/paper/refusal.ts';
import { openOrders } from '#main/paper/engine/position.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import { cancel } from '#main/paper/engine/lifecycle.ts';
import { isOpen, type Order } from '#main/paper/engine/order.ts';
import { orderRecord, type OrderRecord } from '#main/paper/engine/order.ts';
import type { CatchUp } from '#main/paper/engine/order-entry.ts';
import { isUuid } from '#main/paper/ids.ts';
import type { OrderQuery } from '#main/paper/engine/ledger/order-rows.ts';

/** The filters of docs/wire.md, "Placing, finding and listing orders"; the cursors are order ids. */
export type OrderFilter = Omit<OrderQuery, 'accountId' | 'afterSeq' | 'beforeSeq'> & {
  afterOrderId?: string | undefined;
  beforeOrderId?: string | undefined;
};

export type Orders = ReturnType<typeof createOrders>;

export function createOrders(context: EngineContext, catchUp: CatchUp) {
  const { state } = context;

  function find(accountId: string, given: string): Order {
    if (!isUuid(given)) throw badParameter('order_id is not a valid UUID');
    const id = given.toLowerCase();
    const open = state.order(id);
    const order = open?.accountId === accountId ? open : state.orderRows.find(accountId, id);
    if (!order) throw notFound(`order not found for ${id}`);
    return order;
  }

  const withLegs = (order: Order) => orderRecord(order, state.orderRows.legsOf(order.id));

  return {
    find,
    list(accountId: string, filter: OrderFilter): OrderRecord[] {
      const { afterOrderId, beforeOrderId, ...query } = filter;
      const seqOf = (id: string | undefined) =>
        id === undefined ? undefined : find(accountId, id).seq;
      const orders = state.orderRows.list({
        ...query,
        accountId,
        afterSeq: seqOf(afterOrderId),
        beforeSeq: seqOf(beforeOrderId),
      });
      return orders.map((order) => (filter.nested ? withLegs(order) : orderRecord(order, null)));
    },
    get(accountId: string, id: string, nested: boolean): OrderRecord {
      const order = find(accountId, id);
      return nested ? withLegs(order) : orderRecord(order, null);
    },
    getByClientOrderId(accountId: string, clientOrderId: string): OrderRecord {
      const order = state.orderRows.findByClientId(accountId, clientOrderId);
      if (!order) throw notFound(`order not found for ${clientOrderId}`);
      return withLegs(order);
    },
    cancel(accountId: string, id: string): void {
      const nowMs = context.nowMs();
      catchUp(find(accountId, id).symbol, nowMs);
      const order = find(accountId, id);
      if (!isOpen(order)) throw unprocessable(`order is already in "${order.status}" state`);
      if (order.status === 'pending_replace') throw unprocessable('order pending replace');
      context.commit(() => cancel(context, order, nowMs));
    },
    cancelAll(accountId: string): { id: string; status: number }[] {
      const nowMs = context.nowMs();
      const { positions } = context.account(accountId);
      for (const symbol of positions.keys()) catchUp(symbol, nowMs);
      const open: Order[] = [];
      for (const position of positions.values()) open.push(...openOrders(position));
      open.sort((a, b) => a.seq - b.seq);
      return context.commit(() =>
        open.map((order) => {
          if (isOpen(order)) cancel(context, order, nowMs);
          return { id: order.id, status: 200 };
        }),
      );
    },
  };
}
