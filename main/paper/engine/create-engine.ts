// The matching engine: one writer, synchronous. A request is checked, committed and answered in one go; the market's own
// doings come in through `advance`.
import { createAccounts } from '#main/paper/engine/accounts.ts';
import { listActivities, type ActivityFilter } from '#main/paper/engine/activities.ts';
import { createContext, type EngineDeps } from '#main/paper/engine/context.ts';
import { activityEvent } from '#main/paper/engine/activity-events.ts';
import { createBookings, type Booking } from '#main/paper/engine/bookings.ts';
import { createCorrections, type Correction } from '#main/paper/engine/corrections.ts';
import { orderRecord } from '#main/paper/engine/order.ts';
import { createLateRejections } from '#main/paper/engine/late-rejections.ts';
import { createOrders } from '#main/paper/engine/orders.ts';
import { createOrderEntry } from '#main/paper/engine/order-entry.ts';
import { portfolioHistory, type HistoryQuery } from '#main/paper/engine/portfolio-history.ts';
import { createPositions } from '#main/paper/engine/positions.ts';
import { createOrderReplace } from '#main/paper/engine/order-replace.ts';
import { createSplits, type SplitRate } from '#main/paper/engine/splits.ts';
import { createTimeline } from '#main/paper/engine/timeline.ts';
import { priceText, sharesText } from '#main/paper/engine/units.ts';
import { createWatchlists } from '#main/paper/engine/watchlists.ts';
import type { Activity } from '#main/paper/engine/ledger/activity-rows.ts';

export type Engine = ReturnType<typeof createEngine>;

export function createEngine(deps: EngineDeps) {
  const context = createContext(deps);
  const { state } = context;
  const timeline = createTimeline(context);
  const orderEntry = createOrderEntry(context, timeline.catchUp);
  const { find, ...orders } = createOrders(context, timeline.catchUp);
  const splits = createSplits(context);
  const bookings = createBookings(context);
  const corrections = createCorrections(context, find);
  const lateRejections = createLateRejections(context, find, deps.clock);
  const positions = createPositions(context, {
    orderEntry,
    orders: { find, ...orders },
    catchUp: timeline.catchUp,
  });

  return {
    ...createAccounts(context),
    ...orders,
    ...positions,
    accountIds: () => [...state.accounts.keys()],
    place: orderEntry.place,
    book: (accountId: string, booking: Booking) =>
      activityEvent(context, bookings.book(accountId, booking)),
    split: (symbol: string, rate: SplitRate) =>
      splits.split(symbol, rate).map((row) => activityEvent(context, row)),
    bust: (executionId: string) => activityEvent(context, corrections.bust(executionId)),
    correct: (executionId: string, correction: Correction) =>
      activityEvent(context, corrections.correct(executionId, correction)),
    replace: createOrderReplace(context, find, timeline.catchUp, lateRejections),
    lateRejections,
    activities: (accountId: string, filter: ActivityFilter) =>
      listActivities(context, accountId, filter),
    portfolioHistory: (accountId: string, query: HistoryQuery) =>
      portfolioHistory(context, accountId, query),
    watchlists: createWatchlists(context, deps.ledger),
    /** Lets everything happen that the market and the clock do up to a time; after a restart, all that was missed. */
    advance: timeline.advance,
    onUpdate: context.onUpdate,
    onActivity: context.onActivity,
    lastActivitySeq: state.lastActivitySeq,
    activityEvents: (accountId: string, afterSeq = 0) =>
      state.activityRows.since(accountId, afterSeq).map((row) => activityEvent(context, row)),
    now: context.nowMs,
    /** Every order and execution ever accepted, each with its account. */
    audit: () => ({
      orders: state.orderRows.every().map((order) =>
        Object.assign(orderRecord(order, null), {
          account_id: order.accountId,
          parent_id: order.parentId,
        }),
      ),
      executions: state.activityRows.executions().map(executionRecord),
    }),
    /** Orders, positions and history go; accounts stay, with the cash they started with. */
    reset(): void {
      const nowMs = context.nowMs();
      deps.ledger.transaction(() => {
        state.accountRows.clearTrading();
        for (const account of state.accountRows.accounts()) {
          state.accountRows.saveAccount({ ...account, cash: account.initialCash });
        }
        state.accountRows.saveProgress({ matchedMs: nowMs, timestamp: state.timestamps.last() });
        deps.ledger.onRollback(state.load);
        deps.ledger.afterCommit(context.tellActivity);
        state.load();
      });
    },
  };
}

function executionRecord(execution: Activity): Record<string, unknown> {
  return {
    execution_id: execution.executionId,
    account_id: execution.accountId,
    order_id: execution.orderId,
    symbol: execution.symbol,
    side: execution.side,
    qty: sharesText(execution.qty),
    price: priceText(execution.price ?? 0),
    cum_qty: sharesText(execution.cumQty ?? 0n),
    position_qty: sharesText(execution.positionQty),
    timestamp: execution.time,
  };
}
