// Positions: their wire records, closing them by ordinary market orders, and moving shares in and out by journal.
import { compare, div, mul, type Decimal } from '#main/domain/decimal.ts';
import { Refusal } from '#main/paper/parts.ts';
import { available, type Book } from '#main/paper/engine/book.ts';
import { insufficientShares } from '#main/paper/engine/check-account.ts';
import { activityId, shift } from '#main/paper/engine/execution.ts';
import type { Floor } from '#main/paper/engine/floor.ts';
import type { Orders } from '#main/paper/engine/orders.ts';
import type { OrderRecord } from '#main/paper/engine/order-record.ts';
import type { CatchUp, Placing } from '#main/paper/engine/placing.ts';
import { badParameter, missing } from '#main/paper/engine/read-fields.ts';
import { carried, lastClose, previousTradingDate } from '#main/paper/engine/standing.ts';
import {
  averageText,
  isWhole,
  magnitude,
  ONE_SHARE,
  priceText,
  moneyText,
  ratioText,
  sharesText,
  SHARE_DECIMALS,
  toShares,
  worth,
  type Shares,
} from '#main/paper/engine/units.ts';

export type Closing = { qty?: Decimal | undefined; percentage?: Decimal | undefined };
export type Closed = { symbol: string; status: number; body: Record<string, unknown> };

/** An exact journal of shares: `qty` is positive into the account and negative out of it. */
export type Movement = {
  accountId: string;
  symbol: string;
  qty: Decimal;
  type: 'JNLS' | 'OCT';
  description?: string;
};

export type Positions = {
  positions(accountId: string): Record<string, unknown>[];
  position(accountId: string, symbolOrId: string): Record<string, unknown>;
  closePosition(accountId: string, symbolOrId: string, closing: Closing): OrderRecord;
  closePositions(accountId: string, cancelOrders: boolean): Closed[];
  /** Shares of a long position that no order has a claim on. */
  availableQty(accountId: string, symbol: string): Decimal;
  /** Answers the activity's id; refuses to take out more than is available. */
  move(movement: Movement): string;
};

const ALL = '100' as Decimal;

type Deps = { placing: Placing; orders: Orders; catchUp: CatchUp };

export function createPositions(floor: Floor, { placing, orders, catchUp }: Deps): Positions {
  const { state } = floor;

  function bookOf(accountId: string, symbolOrId: string): Book {
    const symbol = floor.market.asset(symbolOrId)?.symbol;
    const book = symbol === undefined ? undefined : floor.account(accountId).books.get(symbol);
    if (!book || book.qty === 0n) throw missing('position does not exist');
    return book;
  }

  const held = (accountId: string) =>
    [...floor.account(accountId).books.values()]
      .filter((book) => book.qty !== 0n)
      .sort((a, b) => (a.symbol < b.symbol ? -1 : 1));

  function close(accountId: string, book: Book, qty: Shares): OrderRecord {
    return placing.placeDraft(accountId, {
      symbol: book.symbol,
      side: book.qty > 0n ? 'sell' : 'buy',
      type: 'market',
      timeInForce: 'day',
      orderClass: '',
      qty,
      notional: null,
      limitPrice: null,
      stopPrice: null,
      trailPrice: null,
      trailPercent: null,
      extendedHours: false,
      clientOrderId: null,
      intent: null,
      takeProfit: null,
      stopLoss: null,
    });
  }

  return {
    positions: (accountId) => held(accountId).map((book) => positionRecord(floor, book)),
    position: (accountId, symbolOrId) => positionRecord(floor, bookOf(accountId, symbolOrId)),
    closePosition(accountId, symbolOrId, closing) {
      catchUp(bookOf(accountId, symbolOrId).symbol, floor.nowMs());
      const book = bookOf(accountId, symbolOrId);
      return close(accountId, book, closingQty(book, closing));
    },
    closePositions(accountId, cancelOrders) {
      if (cancelOrders) orders.cancelAll(accountId);
      return held(accountId).map((book) => {
        try {
          const body = close(accountId, book, magnitude(book.qty));
          return { symbol: book.symbol, status: 200, body };
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          const { status, code, message, extra } = error;
          return { symbol: book.symbol, status, body: { code, message, ...extra } };
        }
      });
    },
    availableQty(accountId, symbol) {
      const book = floor.account(accountId).books.get(symbol);
      return sharesText(book && book.qty > 0n ? available(book) : 0n);
    },
    move({ accountId, symbol, qty, type, description }) {
      const account = floor.account(accountId);
      const asset = floor.asset(symbol);
      const nowMs = floor.nowMs();
      catchUp(asset.symbol, nowMs);
      const book = state.book(account, asset.symbol);
      const delta = toShares(qty);
      const free = book.qty > 0n ? available(book) : 0n;
      if (-delta > free) throw insufficientShares(book, -delta, free);
      return floor.commit(() => {
        shift(book, delta, worth(magnitude(delta), floor.last(asset.symbol, nowMs)));
        state.touchBook(book);
        const id = activityId(nowMs, floor.ids.uuid());
        state.activityRows.add({
          seq: state.nextActivitySeq(),
          id,
          accountId,
          type,
          timeMs: nowMs,
          time: floor.stamp(nowMs),
          symbol: asset.symbol,
          qty: delta,
          positionQty: book.qty,
          executionId: null,
          orderId: null,
          side: null,
          price: null,
          cumQty: null,
          leavesQty: null,
          orderStatus: null,
          netAmount: 0n,
          description: description ?? null,
        });
        return id;
      });
    },
  };
}

function closingQty(book: Book, { qty, percentage }: Closing): Shares {
  const whole = magnitude(book.qty);
  if (qty !== undefined && percentage !== undefined) {
    throw badParameter('only one of qty and percentage is accepted');
  }
  if (qty !== undefined) return toShares(qty);
  if (percentage === undefined) return whole;
  if (compare(percentage, ALL) > 0) throw badParameter('percentage must be between 0 and 100');
  const part = toShares(div(mul(sharesText(whole), percentage), ALL, SHARE_DECIMALS, 'down'));
  // A position of whole shares is closed by whole shares.
  const closed = isWhole(whole) ? part - (part % ONE_SHARE) : part;
  if (closed === 0n) throw badParameter('percentage is less than the smallest part to close');
  return closed;
}

function positionRecord(floor: Floor, book: Book): Record<string, unknown> {
  const { symbol, qty, cost } = book;
  const nowMs = floor.nowMs();
  const account = floor.account(book.accountId);
  const asset = floor.asset(symbol);
  const price = floor.last(symbol, nowMs);
  const value = worth(qty, price);
  const lastday = floor.last(symbol, lastdayMs(floor, nowMs));
  const kept = carried(book, lastClose(floor, account, nowMs).held.get(symbol) ?? 0n);
  // Today's gain counts from yesterday's close for what was there, from its cost for what came today.
  const dayBasis = worth(kept, lastday) + (cost * magnitude(qty - kept)) / magnitude(qty);
  return {
    asset_id: asset.id,
    symbol,
    exchange: asset.exchange,
    asset_class: 'us_equity',
    asset_marginable: asset.marginable,
    qty: sharesText(qty),
    avg_entry_price: averageText(cost, qty),
    side: qty > 0n ? 'long' : 'short',
    market_value: moneyText(value),
    cost_basis: moneyText(cost),
    unrealized_pl: moneyText(value - cost),
    unrealized_plpc: ratioText(value - cost, magnitude(cost)),
    unrealized_intraday_pl: moneyText(value - dayBasis),
    unrealized_intraday_plpc: ratioText(value - dayBasis, magnitude(dayBasis)),
    current_price: priceText(price),
    lastday_price: priceText(lastday),
    change_today: ratioText(BigInt(price - lastday), BigInt(lastday)),
    qty_available: sharesText(qty > 0n ? available(book) : -available(book)),
  };
}

/** The close of the last trading day before today. */
function lastdayMs(floor: Floor, nowMs: number): number {
  const date = previousTradingDate(floor, nowMs);
  return floor.market.calendar.days(date, date)[0]?.closeMs ?? nowMs;
}
