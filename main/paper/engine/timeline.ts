// Market time, in order: trades meet resting orders, sessions open, orders reach their end, days close. It gives the same
// result however often it is called, because only trades and deadlines are looked at, never the time of the call.
import { closeDay } from '#main/paper/engine/balances.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import { expire, route } from '#main/paper/engine/lifecycle.ts';
import { match, matchAuction, trail, trailedStop } from '#main/paper/engine/matching.ts';
import type { ActiveSymbol } from '#main/paper/engine/open-orders.ts';
import { isOpen, isWorking, type Order } from '#main/paper/engine/order.ts';
import {
  isInReach,
  limitOf,
  openOrders,
  waitsForStop,
  type Position,
} from '#main/paper/engine/position.ts';
import { MINUTE } from '#main/paper/market/frames.ts';
import { MINUTE_MS } from '#main/paper/market/new-york.ts';
import type { Bar, Quote, Trade } from '#main/paper/types.ts';

type Cursor = { active: ActiveSymbol; trades: Iterator<Trade>; next: Trade | undefined };

/** Shorter gaps are read trade by trade. */
const BARS_FROM_MS = 2 * MINUTE_MS;
/** After a restart at most this much is looked at twice. */
const SAVE_EVERY_MS = MINUTE_MS;

export function createTimeline(context: EngineContext) {
  const { state, market } = context;
  const { calendar } = market;
  if (state.matchedMs === 0) state.matchedMs = context.nowMs();
  let savedMs = state.matchedMs;
  let closeMs = nextClose(state.matchedMs);

  function nextClose(afterMs: number): number {
    const nextMs = calendar.nextClose(afterMs);
    return nextMs > afterMs ? nextMs : calendar.nextClose(afterMs + 1);
  }

  function nextDueMs(): number {
    let dueMs = closeMs;
    for (const deadlineMs of state.deadlines.keys()) if (deadlineMs < dueMs) dueMs = deadlineMs;
    return dueMs;
  }

  /** Lets everything happen that the market and the clock do up to `toMs`. */
  function advance(toMs: number): void {
    for (let dueMs = nextDueMs(); ; dueMs = nextDueMs()) {
      const stopMs = Math.min(toMs, dueMs);
      matchSymbols(context, [...state.activeSymbols.values()], stopMs);
      state.matchedMs = Math.max(state.matchedMs, stopMs);
      if (dueMs > toMs) break;
      context.commit(() => {
        runDeadline(context, dueMs);
        if (dueMs === closeMs) closeDay(context, dueMs);
      });
      if (dueMs === closeMs) closeMs = nextClose(dueMs);
    }
    if (state.matchedMs - savedMs >= SAVE_EVERY_MS) {
      savedMs = state.matchedMs;
      state.saveProgress();
    }
  }

  return {
    advance,
    /** The same for one symbol only, unless a deadline has passed; cheap enough for every request. */
    catchUp(symbol: string, toMs: number): void {
      if (nextDueMs() <= toMs) {
        advance(toMs);
        return;
      }
      const active = state.activeSymbols.get(symbol);
      if (active) matchSymbols(context, [active], toMs);
    },
  };
}

/** Several symbols at once, trade by trade in the order in which they happened. */
function matchSymbols(
  context: EngineContext,
  activeSymbols: readonly ActiveSymbol[],
  toMs: number,
): void {
  const behind = activeSymbols.filter((active) => active.matchedMs < toMs);
  if (behind.length === 0) return;
  const cursors = behind.map((active) => {
    const trades = concerning(context, active, toMs);
    const cursor: Cursor = { active, trades, next: undefined };
    pull(cursor);
    return cursor;
  });
  // Mostly nothing happens, and then nothing is written.
  if (cursors.some(({ next }) => next) || context.state.isDirty()) {
    context.commit(() => {
      for (let cursor = earliest(cursors); cursor?.next; cursor = earliest(cursors)) {
        matchTrade(context, cursor.active, cursor.next);
        context.state.settle();
        pull(cursor); // only now: what was just filled decides which trades matter next
      }
    });
  }
  for (const active of behind) active.matchedMs = toMs;
}

function pull(cursor: Cursor): void {
  const { done, value } = cursor.trades.next();
  cursor.next = done === true ? undefined : value;
}

function earliest(cursors: readonly Cursor[]): Cursor | undefined {
  let first: Cursor | undefined;
  for (const cursor of cursors) {
    if (cursor.next && (!first?.next || cursor.next.timeMs < first.next.timeMs)) first = cursor;
  }
  return first;
}

/** The trades after the active's mark that could matter to its orders; whole quiet minutes are passed over by their bars. */
function* concerning(
  context: EngineContext,
  active: ActiveSymbol,
  toMs: number,
): Generator<Trade, undefined> {
  const { market } = context;
  const { symbol, matchedMs: fromMs } = active;
  if (toMs - fromMs < BARS_FROM_MS) {
    yield* relevant(active, market.trades(symbol, fromMs, toMs));
    return undefined;
  }
  const firstMs = Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS;
  const endMs = Math.floor((toMs + 1) / MINUTE_MS) * MINUTE_MS;
  yield* relevant(active, market.trades(symbol, fromMs, firstMs - 1));
  for (const bar of market.bars(symbol, MINUTE, firstMs, endMs - MINUTE_MS, toMs)) {
    if (active.positions.size === 0) return undefined;
    if (isQuiet(context, active, bar)) continue;
    yield* relevant(active, market.trades(symbol, bar.timeMs - 1, bar.timeMs + MINUTE_MS - 1));
  }
  yield* relevant(active, market.trades(symbol, endMs - 1, toMs));
  return undefined;
}

function* relevant(active: ActiveSymbol, trades: Iterable<Trade>): Generator<Trade> {
  for (const trade of trades) if (concerns(active, trade.price)) yield trade;
}

function concerns(active: ActiveSymbol, price: number): boolean {
  for (const position of active.positions) {
    const { eager, trailing } = position.reach;
    if (eager.size > 0 || trailing.size > 0 || isInReach(position, price, price)) return true;
  }
  return false;
}

/** Whether no order can do anything in this minute; trailing stops then have its extreme as their own. */
function isQuiet(context: EngineContext, active: ActiveSymbol, bar: Bar): boolean {
  const isTrailingTime = context.market.calendar.session(bar.timeMs) === 'regular';
  for (const position of active.positions) {
    if (position.reach.eager.size > 0 || isInReach(position, bar.low, bar.high)) return false;
    if (isTrailingTime && mayElect(position, bar)) return false;
  }
  if (!isTrailingTime) return true;
  for (const position of active.positions) {
    for (const order of position.reach.trailing) {
      trail(context, order, order.side === 'sell' ? bar.high : bar.low);
    }
  }
  return true;
}

function mayElect(position: Position, { low, high }: Bar): boolean {
  for (const order of position.reach.trailing) {
    const isSell = order.side === 'sell';
    const hwm = order.hwm ?? (isSell ? high : low);
    const stop = trailedStop(order, isSell ? Math.max(hwm, high) : Math.min(hwm, low));
    if (isSell ? low <= stop : high >= stop) return true;
  }
  return false;
}

function matchTrade(context: EngineContext, active: ActiveSymbol, trade: Trade): void {
  const { timeMs, price } = trade;
  const quote = context.market.quote(active.symbol, timeMs);
  const session = context.market.calendar.session(timeMs);
  const touched: Order[] = [];
  for (const position of active.positions) {
    for (const order of openOrders(position)) {
      if (order.activeMs < timeMs && isTouched(order, price, quote)) touched.push(order);
    }
  }
  touched.sort(bySeq);
  for (const order of touched) match(context, order, { timeMs, last: price, quote, session });
}

/** A cheap look before the full one, since every open order of the symbol is asked. */
function isTouched(order: Order, last: number, { bid, ask }: Quote): boolean {
  if (!isWorking(order)) return false;
  const isBuy = order.side === 'buy';
  if (order.type === 'trailing_stop') return true;
  if (waitsForStop(order)) {
    const stop = order.stopPrice ?? 0;
    return isBuy ? last >= stop : last <= stop;
  }
  const limit = limitOf(order);
  return limit === null || (isBuy ? ask <= limit : bid >= limit);
}

/** What the clock does: opens before auctions before ends, each in the order of submission. */
function runDeadline(context: EngineContext, dueMs: number): void {
  const { state, market } = context;
  const due = [...(state.deadlines.get(dueMs) ?? [])].sort(bySeq);
  for (const order of due) {
    if (!isOpen(order) || order.routeMs === null) continue;
    route(context, order, dueMs);
    const last = context.last(order.symbol, dueMs);
    const quote = market.quote(order.symbol, dueMs);
    const session = market.calendar.session(dueMs);
    if (order.timeInForce === 'opg') matchAuction(context, order, last, dueMs);
    else match(context, order, { timeMs: dueMs, last, quote, session });
  }
  for (const order of due) {
    if (isOpen(order) && order.timeInForce === 'cls' && order.expiresMs === dueMs) {
      matchAuction(context, order, context.last(order.symbol, dueMs), dueMs);
    }
  }
  for (const order of due) {
    if (isOpen(order) && order.expiresMs <= dueMs) expire(context, order, dueMs);
  }
}

const bySeq = (a: Order, b: Order): number => a.seq - b.seq;
