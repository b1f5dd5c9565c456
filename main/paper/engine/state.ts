// What the engine holds in memory: a cache of the ledger's accounts, positions and open orders. A unit of work changes it
// freely; `flush` writes what was touched, and after a rollback `load` reads everything anew, so the two never differ.
import type { Ledger } from '#main/paper/types.ts';
import { createPosition, hasOrders, reachFor, type Position } from '#main/paper/engine/position.ts';
import { configurationsFrom, type Configurations } from '#main/paper/engine/configurations.ts';
import { isClosing, isOpen, leaves, type Order } from '#main/paper/engine/order.ts';
import { createTimestamps, type Timestamps } from '#main/paper/engine/timestamps.ts';
import { atLeast, sharesFor, worth, type Money, type Shares } from '#main/paper/engine/units.ts';
import {
  createAccountRows,
  type AccountRows,
  type CloseRow,
} from '#main/paper/ledger/account-rows.ts';
import { createActivityRows, type ActivityRows } from '#main/paper/ledger/activity-rows.ts';
import { createOrderRows, type OrderRows } from '#main/paper/ledger/order-rows.ts';

export type Account = {
  readonly id: string;
  readonly number: string;
  readonly createdMs: number;
  readonly createdAt: string;
  readonly initialCash: Money;
  cash: Money;
  configurations: Configurations;
  /** Buying power that open orders hold. */
  reserve: Money;
  readonly positions: Map<string, Position>;
  /** The newest close before a date, remembered because every valuation asks for it. */
  lastClose: LastClose | null;
};

export type LastClose = {
  before: string;
  row: CloseRow | undefined;
  held: ReadonlyMap<string, Shares>;
};

/** All positions with open orders in one symbol, and how far its trades have been matched against them. */
export type ActiveSymbol = {
  readonly symbol: string;
  readonly positions: Set<Position>;
  matchedMs: number;
};

/** What an open order takes up, so that it can be given back. */
type Claim = { hold: Shares; reserve: Money; deadlineMs: number };

export type State = {
  readonly orderRows: OrderRows;
  readonly accountRows: AccountRows;
  readonly activityRows: ActivityRows;
  readonly timestamps: Timestamps;
  readonly accounts: Map<string, Account>;
  readonly activeSymbols: Map<string, ActiveSymbol>;
  /** Open orders by the moment at which the clock alone does something to them. */
  readonly deadlines: Map<number, Set<Order>>;
  /** Every trade up to here has been matched. */
  matchedMs: number;
  isDirty(): boolean;
  position(account: Account, symbol: string): Position;
  order(id: string): Order | undefined;
  /** The open orders of one bracket, oco or oto. */
  group(order: Order): Order[];
  touch(order: Order): void;
  touchPosition(position: Position): void;
  touchAccount(account: Account): void;
  nextOrderSeq(): number;
  nextActivitySeq(): number;
  lastActivitySeq(): number;
  /** Brings activeSymbols and reach up to date with what was touched, for whoever matches next. */
  settle(): void;
  /** Writes what was touched since the last call. */
  flush(): void;
  load(): void;
};

export function createState(ledger: Ledger): State {
  const orderRows = createOrderRows(ledger);
  const accountRows = createAccountRows(ledger);
  const activityRows = createActivityRows(ledger);
  const timestamps = createTimestamps();

  const accounts = new Map<string, Account>();
  const activeSymbols = new Map<string, ActiveSymbol>();
  const deadlines = new Map<number, Set<Order>>();
  const orders = new Map<string, Order>();
  const groups = new Map<string, Set<Order>>();
  const claims = new Map<string, Claim>();
  const dirtyOrders = new Set<Order>();
  const unsettled = new Set<Order>();
  const dirtyPositions = new Set<Position>();
  const dirtyAccounts = new Set<Account>();
  let orderSeq = 0;
  let activitySeq = 0;

  function accountOf(id: string): Account {
    const account = accounts.get(id);
    if (!account) throw new Error(`no account ${id}`);
    return account;
  }

  function position(account: Account, symbol: string): Position {
    let found = account.positions.get(symbol);
    if (!found) account.positions.set(symbol, (found = createPosition(account.id, symbol)));
    return found;
  }

  const group = (order: Order): Order[] =>
    order.groupId === null ? [] : [...(groups.get(order.groupId) ?? [])];

  /** Brings every index in line with the order's present state. */
  function index(order: Order): void {
    const account = accountOf(order.accountId);
    const at = position(account, order.symbol);
    const before = claims.get(order.id);
    if (before) {
      at.held[order.side] -= before.hold;
      account.reserve -= before.reserve;
      unlist(deadlines, before.deadlineMs, order);
    }
    if (!isOpen(order)) {
      claims.delete(order.id);
      orders.delete(order.id);
      at.orders[order.side].delete(order.id);
      if (order.groupId !== null) unlist(groups, order.groupId, order);
      return;
    }
    orders.set(order.id, order);
    at.orders[order.side].set(order.id, order);
    if (order.groupId !== null) list(groups, order.groupId, order);
    const claim = claimOf(order, group(order));
    claims.set(order.id, claim);
    at.held[order.side] += claim.hold;
    account.reserve += claim.reserve;
    list(deadlines, claim.deadlineMs, order);
  }

  /** Lanes and reach follow later than the other indexes: an order that is filled as it arrives never enters them. */
  function settleReach(order: Order): void {
    const at = position(accountOf(order.accountId), order.symbol);
    reachFor(at, order);
    const active = activeSymbols.get(order.symbol);
    if (hasOrders(at)) {
      if (active) active.positions.add(at);
      else {
        activeSymbols.set(order.symbol, {
          symbol: order.symbol,
          positions: new Set([at]),
          matchedMs: order.activeMs,
        });
      }
    } else if (active) {
      active.positions.delete(at);
      if (active.positions.size === 0) activeSymbols.delete(order.symbol);
    }
  }

  function forget(): void {
    for (const collection of [accounts, activeSymbols, deadlines, orders, groups, claims]) {
      collection.clear();
    }
    for (const collection of [dirtyOrders, unsettled, dirtyPositions, dirtyAccounts]) {
      collection.clear();
    }
  }

  function settle(): void {
    for (const order of unsettled) settleReach(order);
    unsettled.clear();
  }

  const state: State = {
    orderRows,
    accountRows,
    activityRows,
    timestamps,
    accounts,
    activeSymbols,
    deadlines,
    matchedMs: 0,
    isDirty: () => dirtyOrders.size > 0 || dirtyPositions.size > 0 || dirtyAccounts.size > 0,
    position,
    order: (id) => orders.get(id),
    group,
    touch(order) {
      dirtyOrders.add(order);
      unsettled.add(order);
      index(order);
    },
    touchPosition: (at) => void dirtyPositions.add(at),
    touchAccount: (account) => void dirtyAccounts.add(account),
    nextOrderSeq: () => ++orderSeq,
    nextActivitySeq: () => ++activitySeq,
    lastActivitySeq: () => activitySeq,
    settle,
    flush() {
      settle();
      for (const account of dirtyAccounts) {
        accountRows.saveAccount({
          ...account,
          configurations: JSON.stringify(account.configurations),
        });
      }
      for (const at of dirtyPositions) accountRows.savePosition(at);
      for (const order of dirtyOrders) orderRows.save(order);
      accountRows.saveProgress({ matchedMs: state.matchedMs, stamp: timestamps.last() });
      for (const collection of [dirtyOrders, dirtyPositions, dirtyAccounts]) collection.clear();
    },
    load() {
      forget();
      orderSeq = orderRows.lastSeq();
      activitySeq = activityRows.lastSeq();
      const progress = accountRows.progress();
      state.matchedMs = progress?.matchedMs ?? 0;
      timestamps.resume(progress?.stamp ?? '');
      for (const row of accountRows.accounts()) {
        accounts.set(row.id, {
          ...row,
          configurations: configurationsFrom(row.configurations),
          reserve: 0n,
          positions: new Map(),
          lastClose: null,
        });
      }
      for (const { accountId, symbol, qty, cost } of accountRows.positions()) {
        Object.assign(position(accountOf(accountId), symbol), { qty, cost });
      }
      // A stop leg's claim depends on its sibling, so all orders are in before the claims are counted.
      const open = orderRows.loadOpen();
      for (const order of open) index(order);
      for (const order of open) index(order);
      for (const order of open) settleReach(order);
      for (const active of activeSymbols.values()) active.matchedMs = state.matchedMs;
    },
  };
  state.load();
  return state;
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
