// What the engine holds in memory: a cache of the ledger's accounts, positions and open orders. A unit of work changes it
// freely; `flush` writes what was touched, and after a rollback `load` reads everything anew, so the two never differ.
import { DEFAULT_CONFIGURATIONS } from '#main/paper/engine/configurations.ts';
import { createOpenOrders } from '#main/paper/engine/open-orders.ts';
import type { Order } from '#main/paper/engine/order.ts';
import { createPosition, type Account, type Position } from '#main/paper/engine/position.ts';
import { createTimestamps } from '#main/paper/engine/timestamps.ts';
import { createAccountRows } from '#main/paper/engine/ledger/account-rows.ts';
import { createActivityRows } from '#main/paper/engine/ledger/activity-rows.ts';
import { createOrderRows } from '#main/paper/engine/ledger/order-rows.ts';
import type { Ledger } from '#main/paper/types.ts';

export function createState(ledger: Ledger) {
  const orderRows = createOrderRows(ledger);
  const accountRows = createAccountRows(ledger);
  const activityRows = createActivityRows(ledger);
  const timestamps = createTimestamps();
  const accounts = new Map<string, Account>();
  const { index, settle, clear, ...openOrders } = createOpenOrders({
    accountOf,
    positionOf: position,
  });
  const dirtyOrders = new Set<Order>();
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

  const forgetTouched = () => {
    for (const touched of [dirtyOrders, dirtyPositions, dirtyAccounts]) touched.clear();
  };

  const state = {
    ...openOrders,
    orderRows,
    accountRows,
    activityRows,
    timestamps,
    accounts,
    /** Every trade up to here has been matched. */
    matchedMs: 0,
    isDirty: () => dirtyOrders.size > 0 || dirtyPositions.size > 0 || dirtyAccounts.size > 0,
    position,
    touch(order: Order): void {
      dirtyOrders.add(order);
      index(order);
    },
    touchPosition: (touched: Position) => void dirtyPositions.add(touched),
    touchAccount: (account: Account) => void dirtyAccounts.add(account),
    nextOrderSeq: () => ++orderSeq,
    nextActivitySeq: () => ++activitySeq,
    lastActivitySeq: () => activitySeq,
    /** Brings active symbols and reach up to date with what was touched, for whoever matches next. */
    settle,
    saveProgress: (): void =>
      accountRows.saveProgress({ matchedMs: state.matchedMs, timestamp: timestamps.last() }),
    /** Writes what was touched since the last call. */
    flush(): void {
      settle();
      for (const account of dirtyAccounts) accountRows.saveAccount(account);
      for (const touched of dirtyPositions) accountRows.savePosition(touched);
      for (const order of dirtyOrders) orderRows.save(order);
      state.saveProgress();
      forgetTouched();
    },
    load(): void {
      accounts.clear();
      clear();
      forgetTouched();
      orderSeq = orderRows.lastSeq();
      activitySeq = activityRows.lastSeq();
      const progress = accountRows.progress();
      state.matchedMs = progress?.matchedMs ?? 0;
      timestamps.resume(progress?.timestamp ?? '');
      for (const row of accountRows.accounts()) {
        accounts.set(row.id, {
          ...row,
          configurations: { ...DEFAULT_CONFIGURATIONS, ...row.configurations },
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
      for (const order of [...open, ...open]) index(order);
      settle();
      for (const active of openOrders.activeSymbols.values()) active.matchedMs = state.matchedMs;
    },
  };
  state.load();
  return state;
}
