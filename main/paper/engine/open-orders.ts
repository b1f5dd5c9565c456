// The open orders in memory, by everything that they are looked up by: id, group, deadline, and the symbols that are to be
// matched. What an order claims of its position and its account's buying power is counted here.
import { isClosing, isOpen, leaves, type Order } from '#main/paper/engine/order.ts';
import { hasOrders, reachFor, type Account, type Position } from '#main/paper/engine/position.ts';
import { atLeast, sharesFor, worth, type Money, type Shares } from '#main/paper/engine/units.ts';

/** All positions with open orders in one symbol, and how far its trades have been matched against them. */
export type ActiveSymbol = {
  readonly symbol: string;
  readonly positions: Set<Position>;
  matchedMs: number;
};

/** What an open order holds, so that it can be released. */
type Claim = { hold: Shares; reserve: Money; deadlineMs: number };

type Deps = {
  accountOf(id: string): Account;
  positionOf(account: Account, symbol: string): Position;
};

export function createOpenOrders({ accountOf, positionOf }: Deps) {
  const orders = new Map<string, Order>();
  const groups = new Map<string, Set<Order>>();
  const claims = new Map<string, Claim>();
  const unsettled = new Set<Order>();
  const activeSymbols = new Map<string, ActiveSymbol>();
  /** Open orders by the time at which the clock alone does something to them. */
  const deadlines = new Map<number, Set<Order>>();

  /** The open orders of one bracket, oco or oto. */
  const group = (order: Order): Order[] =>
    order.groupId === null ? [] : [...(groups.get(order.groupId) ?? [])];

  /** Brings every index in line with the order's present state. */
  function index(order: Order): void {
    const account = accountOf(order.accountId);
    const position = positionOf(account, order.symbol);
    const before = claims.get(order.id);
    unsettled.add(order);
    if (before) {
      position.held[order.side] -= before.hold;
      account.reserve -= before.reserve;
      unlist(deadlines, before.deadlineMs, order);
    }
    if (!isOpen(order)) {
      claims.delete(order.id);
      orders.delete(order.id);
      position.orders[order.side].delete(order.id);
      if (order.groupId !== null) unlist(groups, order.groupId, order);
      return;
    }
    orders.set(order.id, order);
    position.orders[order.side].set(order.id, order);
    if (order.groupId !== null) list(groups, order.groupId, order);
    const claim = claimOf(order, group(order));
    claims.set(order.id, claim);
    position.held[order.side] += claim.hold;
    account.reserve += claim.reserve;
    list(deadlines, claim.deadlineMs, order);
  }

  function settleReach(order: Order): void {
    const { symbol } = order;
    const position = positionOf(accountOf(order.accountId), symbol);
    reachFor(position, order);
    const active = activeSymbols.get(symbol);
    if (hasOrders(position)) {
      if (active) active.positions.add(position);
      else {
        const positions = new Set([position]);
        activeSymbols.set(symbol, { symbol, positions, matchedMs: order.activeMs });
      }
    } else if (active) {
      active.positions.delete(position);
      if (active.positions.size === 0) activeSymbols.delete(symbol);
    }
  }

  return {
    activeSymbols,
    deadlines,
    order: (id: string) => orders.get(id),
    group,
    index,
    /** Active symbols and reach follow later than the other indexes: an order that is filled as it arrives never enters them. */
    settle(): void {
      for (const order of unsettled) settleReach(order);
      unsettled.clear();
    },
    clear(): void {
      for (const map of [orders, groups, claims, activeSymbols, deadlines]) map.clear();
      unsettled.clear();
    },
  };
}

function claimOf(order: Order, group: readonly Order[]): Claim {
  const deadlineMs = order.routeMs ?? order.expiresMs;
  const none: Claim = { hold: 0n, reserve: 0n, deadlineMs };
  if (order.status === 'held') return none;
  // Both exits of a pair sell the same shares: the take-profit speaks for the two.
  const isSpokenFor =
    order.role === 'stop_loss' && group.some((other) => other.role === 'take_profit');
  if (isSpokenFor) return none;
  if (order.notional !== null) {
    const rest = atLeast(0n, order.notional - order.filledValue);
    return isClosing(order)
      ? { ...none, hold: sharesFor(rest, order.reservePrice) }
      : { ...none, reserve: rest };
  }
  if (isClosing(order)) return { ...none, hold: leaves(order) };
  return { ...none, reserve: worth(leaves(order), order.reservePrice) };
}

function list<K, V>(index: Map<K, Set<V>>, key: K, value: V): void {
  const values = index.get(key);
  if (values) values.add(value);
  else index.set(key, new Set([value]));
}

function unlist<K, V>(index: Map<K, Set<V>>, key: K, value: V): void {
  const values = index.get(key);
  if (!values?.delete(value)) return;
  if (values.size === 0) index.delete(key);
}
