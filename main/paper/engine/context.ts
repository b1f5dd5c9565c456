// What every operation of the engine works with: the market, the state, and the one way to change it.
import { notFound, unprocessable } from '#main/paper/refusal.ts';
import type {
  Asset,
  BrokerClock,
  Ids,
  Market,
  PriceUnits,
  TradeUpdate,
} from '#main/paper/types.ts';
import type { Order } from '#main/paper/engine/order.ts';
import { orderRecord } from '#main/paper/engine/order.ts';
import type { Account } from '#main/paper/engine/position.ts';
import type { Restrictions } from '#main/paper/engine/restrictions.ts';
import { createState } from '#main/paper/engine/state.ts';
import type { LedgerFile } from '#main/paper/engine/ledger/open-ledger.ts';

export type EngineDeps = {
  ledger: LedgerFile;
  market: Market;
  clock: BrokerClock;
  ids: Ids;
  /** Numbers in [0, 1). */
  random: () => number;
  /** How often a fill is only a part of what was asked for; the service's paper model says 0.1. */
  partialFillShare?: number;
  /** A subscriber failed: what it was told is committed all the same. */
  report?: (error: unknown) => void;
};

export type EngineContext = ReturnType<typeof createContext>;

export function createContext(deps: EngineDeps) {
  const { ledger, market, clock, ids, random, partialFillShare = 0.1, report } = deps;
  const state = createState(ledger);
  const listeners = new Set<(update: TradeUpdate) => void>();
  const activityListeners = new Set<() => void>();
  const outbox: TradeUpdate[] = [];
  const committed: TradeUpdate[] = [];
  let isPublishing = false;

  function publish(): void {
    committed.push(...outbox.splice(0));
    if (isPublishing) return; // a listener traded: its updates come after the ones before them
    isPublishing = true;
    for (let next = committed.shift(); next; next = committed.shift()) {
      for (const listen of listeners) {
        try {
          listen(next);
        } catch (error) {
          report?.(error);
        }
      }
    }
    isPublishing = false;
  }

  const tellActivity = () => activityListeners.forEach((run) => run());

  return {
    market,
    ids,
    state,
    random,
    partialFillShare,
    /** By account. */
    restrictions: new Map<string, Restrictions>(),
    nowMs: () => clock.now(),
    timestamp: state.timestamps.at,
    account(id: string): Account {
      const account = state.accounts.get(id);
      if (!account) throw notFound('account not found');
      return account;
    },
    asset(symbolOrId: string): Asset {
      const asset = market.asset(symbolOrId);
      if (!asset) throw unprocessable(`asset "${symbolOrId}" not found`);
      return asset;
    },
    last(symbol: string, atMs: number): PriceUnits {
      const trade = market.lastTrade(symbol, atMs);
      if (trade) return trade.price;
      const { bid, ask } = market.quote(symbol, atMs);
      return Math.round((bid + ask) / 2);
    },
    /** One unit of work: all of it is on disk before any of it is published, or none of it happened. */
    commit: <T>(work: () => T): T =>
      ledger.transaction(() => {
        const sent = outbox.length;
        const booked = state.lastActivitySeq();
        let isChanged = false;
        ledger.onRollback(() => {
          outbox.length = Math.min(outbox.length, sent);
          // What was refused before it changed anything costs no reload.
          if (isChanged || state.isDirty()) state.load();
        });
        const result = work();
        if (state.isDirty()) {
          isChanged = true;
          state.flush();
        }
        if (outbox.length > 0) ledger.afterCommit(publish);
        if (state.lastActivitySeq() !== booked) {
          ledger.afterCommit(tellActivity);
        }
        return result;
      }),
    /** Tells the stream, once the unit of work is committed, how the order stands right now. */
    announce(order: Order, event: string, extra?: Record<string, unknown>): void {
      if (listeners.size === 0) return;
      outbox.push({
        accountId: order.accountId,
        data: { event, timestamp: order.updatedAt, ...extra, order: orderRecord(order, null) },
      });
    },
    tellActivity,
    /** Something was booked and is on disk, or everything is gone; which, the ledger tells. */
    onActivity(listener: () => void): () => void {
      activityListeners.add(listener);
      return () => activityListeners.delete(listener);
    },
    onUpdate(listener: (update: TradeUpdate) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
