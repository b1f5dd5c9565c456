// Market time, in order: trades meet resting orders, sessions open, orders reach their end, days close. It gives the same
// result however often it is called, because only trades and deadlines are looked at, never the moment of the call.
import type { Trade } from '#main/paper/parts.ts';
import { isInReach, type Book } from '#main/paper/engine/book.ts';
import { closeDay } from '#main/paper/engine/day-close.ts';
import type { Floor } from '#main/paper/engine/floor.ts';
import { expire, route } from '#main/paper/engine/lifecycle.ts';
import { match, matchAuction, trail, trailedStop } from '#main/paper/engine/matching.ts';
import { isOpen, isWorking, type Order } from '#main/paper/engine/order.ts';
import { limitOf, openOrders, waitsForStop } from '#main/paper/engine/book.ts';
import type { Lane } from '#main/paper/engine/state.ts';
import type { Bar, Quote } from '#main/paper/parts.ts';

export type Timeline = {
  /** Lets everything happen that the market and the clock do up to `toMs`. */
  advance(toMs: number): void;
  /** The same for one symbol only, unless a deadline has passed; cheap enough for every request. */
  catchUp(symbol: string, toMs: number): void;
};

type Cursor = { lane: Lane; trades: Iterator<Trade>; next: Trade | undefined };

const MINUTE_MS = 60_000;
/** Shorter gaps are read trade by trade. */
const BARS_FROM_MS = 2 * MINUTE_MS;
/** After a restart at most this much is looked at twice. */
const SAVE_EVERY_MS = MINUTE_MS;

export function createTimeline(floor: Floor): Timeline {
  const { state, market } = floor;
  const { calendar } = market;
  if (state.matchedMs === 0) state.matchedMs = floor.nowMs();
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

  function advance(toMs: number): void {
    for (let dueMs = nextDueMs(); ; dueMs = nextDueMs()) {
      const stopMs = Math.min(toMs, dueMs);
      matchLanes(floor, [...state.lanes.values()], stopMs);
      state.matchedMs = Math.max(state.matchedMs, stopMs);
      if (dueMs > toMs) break;
      floor.commit(() => {
        runDeadline(floor, dueMs);
        if (dueMs === closeMs) closeDay(floor, dueMs);
      });
      if (dueMs === closeMs) closeMs = nextClose(dueMs);
    }
    if (state.matchedMs - savedMs >= SAVE_EVERY_MS) {
      savedMs = state.matchedMs;
      state.accountRows.saveProgress({ matchedMs: savedMs, stamp: state.stamps.last() });
    }
  }

  return {
    advance,
    catchUp(symbol, toMs) {
      if (nextDueMs() <= toMs) {
        advance(toMs);
        return;
      }
      const lane = state.lanes.get(symbol);
      if (lane) matchLanes(floor, [lane], toMs);
    },
  };
}

/** Several symbols at once, trade by trade in the order in which they happened. */
function matchLanes(floor: Floor, lanes: readonly Lane[], toMs: number): void {
  const behind = lanes.filter((lane) => lane.matchedMs < toMs);
  if (behind.length === 0) return;
  const cursors = behind.map((lane) => {
    const trades = concerning(floor, lane, toMs);
    const cursor: Cursor = { lane, trades, next: undefined };
    pull(cursor);
    return cursor;
  });
  // Mostly nothing happens, and then nothing is written.
  if (cursors.some(({ next }) => next) || floor.state.isDirty()) {
    floor.commit(() => {
      for (let cursor = earliest(cursors); cursor?.next; cursor = earliest(cursors)) {
        matchTrade(floor, cursor.lane, cursor.next);
        floor.state.settle();
        pull(cursor); // only now: what was just filled decides which trades matter next
      }
    });
  }
  for (const lane of behind) lane.matchedMs = toMs;
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

/** The trades after the lane's mark that could matter to its orders; whole quiet minutes are passed over by their bars. */
function* concerning(floor: Floor, lane: Lane, toMs: number): Generator<Trade, undefined> {
  const { market } = floor;
  const { symbol, matchedMs: fromMs } = lane;
  if (toMs - fromMs < BARS_FROM_MS) {
    yield* relevant(lane, market.trades(symbol, fromMs, toMs));
    return undefined;
  }
  const firstMs = Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS;
  const endMs = Math.floor((toMs + 1) / MINUTE_MS) * MINUTE_MS;
  yield* relevant(lane, market.trades(symbol, fromMs, firstMs - 1));
  const minutes = { unit: 'minute', count: 1 } as const;
  for (const bar of market.bars(symbol, minutes, firstMs, endMs - MINUTE_MS, toMs)) {
    if (lane.books.size === 0) return undefined;
    if (isQuiet(floor, lane, bar)) continue;
    yield* relevant(lane, market.trades(symbol, bar.timeMs - 1, bar.timeMs + MINUTE_MS - 1));
  }
  yield* relevant(lane, market.trades(symbol, endMs - 1, toMs));
  return undefined;
}

function* relevant(lane: Lane, trades: Iterable<Trade>): Generator<Trade> {
  for (const trade of trades) if (concerns(lane, trade.price)) yield trade;
}

function concerns(lane: Lane, price: number): boolean {
  for (const book of lane.books) {
    const { eager, trailing } = book.reach;
    if (eager.size > 0 || trailing.size > 0 || isInReach(book, price, price)) return true;
  }
  return false;
}

/** Whether no order can do anything in this minute; trailing stops then take its extreme as their own. */
function isQuiet(floor: Floor, lane: Lane, bar: Bar): boolean {
  const isTrailingTime = floor.market.calendar.session(bar.timeMs) === 'regular';
  for (const book of lane.books) {
    if (book.reach.eager.size > 0 || isInReach(book, bar.low, bar.high)) return false;
    if (isTrailingTime && mayElect(book, bar)) return false;
  }
  if (!isTrailingTime) return true;
  for (const book of lane.books) {
    for (const order of book.reach.trailing) {
      trail(floor, order, order.side === 'sell' ? bar.high : bar.low);
    }
  }
  return true;
}

function mayElect(book: Book, { low, high }: Bar): boolean {
  for (const order of book.reach.trailing) {
    const isSell = order.side === 'sell';
    const hwm = order.hwm ?? (isSell ? high : low);
    const stop = trailedStop(order, isSell ? Math.max(hwm, high) : Math.min(hwm, low));
    if (isSell ? low <= stop : high >= stop) return true;
  }
  return false;
}

function matchTrade(floor: Floor, lane: Lane, trade: Trade): void {
  const { timeMs, price } = trade;
  const quote = floor.market.quote(lane.symbol, timeMs);
  const session = floor.market.calendar.session(timeMs);
  const touched: Order[] = [];
  for (const book of lane.books) {
    for (const order of openOrders(book)) {
      if (order.activeMs < timeMs && isTouched(order, price, quote)) touched.push(order);
    }
  }
  touched.sort(bySeq);
  for (const order of touched) match(floor, order, { timeMs, last: price, quote, session });
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
function runDeadline(floor: Floor, dueMs: number): void {
  const { state, market } = floor;
  const due = [...(state.deadlines.get(dueMs) ?? [])].sort(bySeq);
  for (const order of due) {
    if (!isOpen(order) || order.routeMs === null) continue;
    route(floor, order, dueMs);
    const last = floor.last(order.symbol, dueMs);
    const quote = market.quote(order.symbol, dueMs);
    const session = market.calendar.session(dueMs);
    if (order.timeInForce === 'opg') matchAuction(floor, order, last, dueMs);
    else match(floor, order, { timeMs: dueMs, last, quote, session });
  }
  for (const order of due) {
    if (isOpen(order) && order.timeInForce === 'cls' && order.expiresMs === dueMs) {
      matchAuction(floor, order, floor.last(order.symbol, dueMs), dueMs);
    }
  }
  for (const order of due) {
    if (isOpen(order) && order.expiresMs <= dueMs) expire(floor, order, dueMs);
  }
}

const bySeq = (a: Order, b: Order): number => a.seq - b.seq;
