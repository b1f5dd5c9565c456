// The open orders, which are looked at often and are few beside all that ever were; and those that matter to one symbol,
// because a check of one order must not cost more the more others are open.
import type { Order } from '#contract/orders.ts';
import { bareSymbol } from '#main/domain/orders/order-terms.ts';

type OpenOrders = {
  put(order: Order): void;
  delete(orderId: string): void;
  count(): number;
  /** All of them, or the first so many. */
  all(most?: number): Order[];
  /**
   * Those of this symbol, those with a leg of it, and whatever replaces one of these or has one of these ids among its
   * own, its legs and what it replaces: all that can make a difference to what is left to close or could be held of it.
   */
  of(symbol: string, ids?: Iterable<string | undefined>): Order[];
};

/** What a book answers of it. */
export type OpenOrdersView = {
  openOrders: OpenOrders['all'];
  openOrdersOf: OpenOrders['of'];
  openCount: OpenOrders['count'];
};

export function createOpenOrders(): OpenOrders {
  const open = new Map<string, Order>();
  const bySymbol = createIndex();
  /** By the ids of its legs, and by what it and they replace. */
  const byOther = createIndex();

  function forget(orderId: string): void {
    const order = open.get(orderId);
    if (!order) return;
    for (const symbol of symbolsOf(order)) bySymbol.delete(symbol, orderId);
    for (const other of othersOf(order)) byOther.delete(other, orderId);
  }

  return {
    put(order) {
      const before = open.get(order.id);
      const isPlaced = before !== undefined && isAlike(before, order);
      if (!isPlaced) forget(order.id);
      open.set(order.id, order);
      if (isPlaced) return;
      for (const symbol of symbolsOf(order)) bySymbol.add(symbol, order.id);
      for (const other of othersOf(order)) byOther.add(other, order.id);
    },
    delete(orderId) {
      forget(orderId);
      open.delete(orderId);
    },
    count: () => open.size,
    all(most = Infinity) {
      const first: Order[] = [];
      for (const order of open.values()) {
        if (first.length >= most) break;
        first.push(order);
      }
      return first;
    },
    of(symbol, ids = []) {
      const found = new Set(bySymbol.get(bareSymbol(symbol)));
      const named = new Set(ids);
      for (const id of found) {
        named.add(id);
        for (const leg of open.get(id)?.legs ?? []) named.add(leg.id);
      }
      for (const id of named) {
        if (id === undefined) continue;
        if (open.has(id)) found.add(id);
        for (const other of byOther.get(id)) found.add(other);
      }
      return [...found].flatMap((id) => open.get(id) ?? []);
    },
  };
}

/** Most orders have neither legs nor a predecessor, and never will. */
const isAlike = (before: Order, order: Order): boolean =>
  before.symbol === order.symbol &&
  before.replaces === order.replaces &&
  before.legs === undefined &&
  order.legs === undefined;

const symbolsOf = ({ symbol, legs = [] }: Order): Set<string> =>
  new Set([symbol, ...legs.map((leg) => leg.symbol)].map(bareSymbol));

const othersOf = ({ replaces, legs = [] }: Order): Set<string> =>
  new Set(
    [replaces, ...legs.flatMap((leg) => [leg.id, leg.replaces])].filter((id) => id !== undefined),
  );

/** Ids under a name, in the order in which they came. */
function createIndex() {
  const names = new Map<string, Set<string>>();
  const none: ReadonlySet<string> = new Set();
  return {
    get: (name: string): ReadonlySet<string> => names.get(name) ?? none,
    add(name: string, id: string): void {
      const ids = names.get(name);
      if (ids) ids.add(id);
      else names.set(name, new Set([id]));
    },
    delete(name: string, id: string): void {
      const ids = names.get(name);
      if (ids?.delete(id) && ids.size === 0) names.delete(name);
    },
  };
}
