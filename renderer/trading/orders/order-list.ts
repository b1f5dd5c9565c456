// The rows of the table of orders, kept in step with two feeds that meet in the client order id. A change rebuilds the
// order it is about, its legs and the intent it came from, and nothing else.
import type { CancelWait } from '#contract/cancel-waits.ts';
import { isUnsettled, type Intent } from '#contract/intents.ts';
import { isOpen, type Order, type OrderLeg } from '#contract/orders.ts';
import {
  familyOf,
  rowOfIntent,
  rowOfOrder,
  type OrderRow,
  type StatusKind,
} from '#renderer/trading/orders/order-rows.ts';
import type { Pace } from '#renderer/core/delay.ts';
import { inParts } from '#renderer/core/in-parts.ts';
import { createListeners } from '#renderer/core/listeners.ts';
import { isChanging } from '#renderer/core/order-waits.ts';
import { compareOrders } from '#renderer/trading/orders/order-filter.ts';
import { smallWidthFor, widthFor, widthForPrice } from '#renderer/ui/table/column.ts';
import { createSortedRows, type SortedRows } from '#renderer/ui/table/sorted-rows.ts';

/** As much of the slices as the list reads. */
type Source<V> = {
  get(key: string): V | undefined;
  keys(): Iterable<string>;
  onKeys(run: (keys: readonly string[]) => void): () => void;
};
type Sources = {
  orders: Source<Order>;
  intents: Source<Intent>;
  cancels: Source<CancelWait>;
};

export type OrderRoom = { qty: number; filled: number; price: number };

export type OrderList = {
  rows: SortedRows<OrderRow>;
  /** How many rows there are of each kind. */
  counts(): Readonly<Record<StatusKind, number>>;
  /** Whether another program placed it: nothing here decided it. Undecided for what is older than the intents held. */
  isElsewhere(row: OrderRow): boolean;
  /** Room for the longest figures that there were, in pixels: they are never cut off. */
  room(): Readonly<OrderRoom>;
  /** Begins to follow the feeds, which may have very many orders already; answers a function that ends it. */
  start(): () => void;
  /** False until all of them are rows: no count is one before. */
  isWhole(): boolean;
  onWhole(run: () => void): () => void;
  /** Makes rows of all that are known now: whoever cancels what is listed must not be shown a part of it. */
  catchUp(): void;
};

/**
 * A window begins with so many of the newest intents, and with older ones that are not over; where there are fewer,
 * there are no others.
 */
const PAST_INTENTS = 500;

/** So many orders become rows in one go. */
const MOST_AT_ONCE = 1_000;

/** Room for the usual figures. */
const [QUANTITY_PX, PRICE_PX] = [66, 106];

/** Alone it is written large, with a second price both are small. */
function priceRoom({ filledAvgPrice, prices }: OrderRow, least: number): number {
  const { limitPrice, stopPrice } = prices;
  return Math.max(
    widthForPrice(filledAvgPrice, least),
    widthFor([stopPrice === undefined ? limitPrice : undefined], least),
    filledAvgPrice === undefined ? 0 : smallWidthFor('limit', limitPrice),
    smallWidthFor('stop', stopPrice),
  );
}

export function createOrderList({ orders, intents, cancels }: Sources, pace?: Pace): OrderList {
  const rows = createSortedRows<OrderRow>({
    keyOf: ({ key }) => key,
    compare: compareOrders(undefined),
    ...(pace && { pace }),
  });
  const headOf = new Map<string, string>();
  const legsOf = new Map<string, Set<string>>();
  const orderOfClient = new Map<string, string>();
  /** The intent of a change that is on its way, by the order that it is to change. */
  const changeOf = new Map<string, string>();
  /** The order that is to replace another, or has, by that other. */
  const nextOf = new Map<string, string>();
  /** The keys of the rows that a unit (an order with its legs, or an intent alone) put into the table. */
  const keysOf = new Map<string, readonly string[]>();
  const counts: Record<StatusKind, number> = {
    unknown: 0,
    open: 0,
    filled: 0,
    canceled: 0,
    refused: 0,
    ended: 0,
  };
  const room: OrderRoom = { qty: QUANTITY_PX, filled: QUANTITY_PX, price: PRICE_PX };
  /** Every intent that was confirmed since is at hand; found again when there are others. */
  let wholeFrom: number | undefined;
  const wholeListeners = createListeners();
  let isWhole = false;

  function learn(order: Order, units: Set<string>): void {
    orderOfClient.set(order.clientOrderId, order.id);
    if (order.parentId !== undefined) hang(order, order.parentId, units);
    for (const leg of order.legs ?? []) {
      // The order that replaced this one has them now.
      if (order.status === 'replaced' && headOf.has(leg.id)) continue;
      hang(leg, order.id, units);
    }
    // Its legs may have been here before it.
    for (const id of legsOf.get(order.id) ?? []) units.add(id);
    units.add(headOf.get(order.id) ?? order.id);
    units.add(order.id);
    const { replaces } = order;
    // Of several changes the one that is under way, in whatever order they are told.
    if (replaces !== undefined && (isOpen(order.status) || !openOrder(nextOf.get(replaces))))
      nextOf.set(replaces, order.id);
    // Which of the two can be canceled hangs on how the other stands.
    for (const id of [replaces, nextOf.get(order.id)])
      if (id !== undefined) units.add(headOf.get(id) ?? id);
    addIntent(order, units);
  }

  /** What was decided here may be a row until its order is there. */
  function addIntent({ clientOrderId }: OrderLeg, units: Set<string>): void {
    if (intents.get(clientOrderId) || keysOf.has(clientOrderId)) units.add(clientOrderId);
  }

  /** A leg has one place: under the newest of the orders that had it. */
  function hang(leg: OrderLeg, headId: string, units: Set<string>): void {
    const before = headOf.get(leg.id);
    if (before === headId) return;
    if (before !== undefined) {
      legsOf.get(before)?.delete(leg.id);
      units.add(before);
    }
    headOf.set(leg.id, headId);
    legsOf.set(headId, (legsOf.get(headId) ?? new Set()).add(leg.id));
    orderOfClient.set(leg.clientOrderId, leg.id);
    // It may have been shown as an order of its own.
    units.add(leg.id);
    addIntent(leg, units);
  }

  function build(unit: string): OrderRow[] {
    const intent = intents.get(unit);
    if (intent) return rowsOfIntent(intent);
    const order = orders.get(unit);
    if (!order || orders.get(headOf.get(unit) ?? '')) return [];
    const nested = new Map((order.legs ?? []).map((leg) => [leg.id, leg]));
    const legs = [...(legsOf.get(unit) ?? [])].flatMap(
      (id) => orders.get(id) ?? nested.get(id) ?? [],
    );
    return familyOf(rowOf(order), legs.map(rowOf));
  }

  const rowOf = (order: OrderLeg): OrderRow =>
    rowOfOrder(order, intents.get(order.clientOrderId), {
      cancel: cancels.get(order.id),
      change: intents.get(changeOf.get(order.id) ?? ''),
      ...(isOpen(order.status) && {
        before: openOrder(order.replaces),
        next: openOrder(nextOf.get(order.id)),
      }),
    });

  function openOrder(id: string | undefined): Order | undefined {
    const order = id === undefined ? undefined : orders.get(id);
    return order && isOpen(order.status) ? order : undefined;
  }

  /** An order that is there already and an intent that is not settled are two rows: a conflict is shown, not adopted. */
  function rowsOfIntent(intent: Intent): OrderRow[] {
    const { kind, state, intentId } = intent;
    if (kind !== 'place' && kind !== 'replace') return [];
    const isShown = isUnsettled({ state }) || !hasOrder(intentId);
    return isShown ? familyOf(rowOfIntent(intent, cancels.get(intentId))) : [];
  }

  function hasOrder(clientOrderId: string): boolean {
    const id = orderOfClient.get(clientOrderId);
    if (id === undefined) return false;
    return orders.get(id) !== undefined || orders.get(headOf.get(id) ?? '') !== undefined;
  }

  /** Where a change of an order begins or ends, its row says something else. */
  function learnChange(intent: Intent | undefined, units: Set<string>): void {
    if (intent?.kind !== 'replace' || intent.targetId === undefined) return;
    const { targetId, intentId } = intent;
    if (isChanging(intent)) changeOf.set(targetId, intentId);
    else if (changeOf.get(targetId) === intentId) changeOf.delete(targetId);
    units.add(headOf.get(targetId) ?? targetId);
  }

  function update(
    orderIds: Iterable<string>,
    intentIds: Iterable<string>,
    cancelIds: Iterable<string> = [],
  ): void {
    const units = new Set<string>();
    for (const id of cancelIds) units.add(headOf.get(id) ?? id);
    for (const id of orderIds) {
      const order = orders.get(id);
      if (order) learn(order, units);
      else units.add(headOf.get(id) ?? id);
    }
    for (const id of intentIds) {
      units.add(id);
      learnChange(intents.get(id), units);
      const orderId = orderOfClient.get(id);
      if (orderId !== undefined) units.add(headOf.get(orderId) ?? orderId);
    }
    const put: OrderRow[] = [];
    const gone: string[] = [];
    for (const unit of units) {
      for (const key of keysOf.get(unit) ?? []) {
        const before = rows.get(key);
        if (before) counts[before.kind]--;
        gone.push(key);
      }
      const built = build(unit);
      for (const row of built) {
        counts[row.kind]++;
        // What was asked is short even where what came of it is not, as of an amount in dollars.
        room.qty = widthFor([row.qty], room.qty);
        room.filled = widthFor([row.filledQty], room.filled);
        room.price = priceRoom(row, room.price);
      }
      put.push(...built);
      if (built.length > 0)
        keysOf.set(
          unit,
          built.map(({ key }) => key),
        );
      else keysOf.delete(unit);
    }
    rows.change(put, gone);
  }

  function setWhole(now: boolean): void {
    if (isWhole === now) return;
    isWhole = now;
    wholeListeners.notify();
  }

  function findWholeFrom(): number {
    const times = [...intents.keys()].map((id) => intents.get(id)?.confirmedAt ?? 0);
    return times.sort((a, b) => b - a)[PAST_INTENTS - 1] ?? -Infinity;
  }

  return {
    rows,
    counts: () => counts,
    isElsewhere({ family, at }) {
      if (family.head.intentId !== undefined || family.head.orderId === undefined) return false;
      wholeFrom ??= findWholeFrom();
      return (at ?? 0) >= wholeFrom;
    },
    room: () => room,
    isWhole: () => isWhole,
    onWhole: wholeListeners.add,
    catchUp() {
      const isNew = (id: string): boolean => !keysOf.has(id) && !headOf.has(id);
      const untold = [...intents.keys()].filter((id) => isNew(id) && !orderOfClient.has(id));
      update([...orders.keys()].filter(isNew), untold);
    },
    start() {
      const rest = [...orders.keys(), ...intents.keys()];
      // What is both is asked for as both, which is no harm.
      const stopParts = inParts(rest, MOST_AT_ONCE, pace?.later, (keys, isLast) => {
        update(keys, keys);
        setWhole(isLast);
      });
      const stops = [
        stopParts,
        orders.onKeys((keys) => update(keys, [])),
        intents.onKeys((keys) => {
          wholeFrom = undefined;
          update([], keys);
        }),
        cancels.onKeys((keys) => update([], [], keys)),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
