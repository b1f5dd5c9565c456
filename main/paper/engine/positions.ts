// Positions: their wire records, closing them by ordinary market orders, and moving shares in and out by journal.
import { Refusal, badParameter, notFound } from '#main/paper/refusal.ts';
import { compare, div, mul, type Decimal } from '#main/domain/decimal.ts';
import { available, type Position } from '#main/paper/engine/position.ts';
import { insufficientShares } from '#main/paper/engine/check-account.ts';
import { journalRow } from '#main/paper/engine/bookings.ts';
import { shift } from '#main/paper/engine/execution.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import type { Orders } from '#main/paper/engine/orders.ts';
import type { OrderRecord } from '#main/paper/engine/order.ts';
import type { CatchUp, OrderEntry } from '#main/paper/engine/order-entry.ts';
import { carried, lastClose, previousTradingDate } from '#main/paper/engine/balances.ts';
import { rateOf } from '#main/paper/engine/splits.ts';
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

type Closing = { qty?: Decimal | undefined; percentage?: Decimal | undefined };
type Closed = { symbol: string; status: number; body: Record<string, unknown> };

/** An exact journal of shares: `qty` is positive into the account and negative out of it. */
type Movement = {
  accountId: string;
  symbol: string;
  qty: Decimal;
  description?: string;
};

const ALL = '100' as Decimal;

type Deps = { orderEntry: OrderEntry; orders: Orders; catchUp: CatchUp };

export function createPositions(context: EngineContext, { orderEntry, orders, catchUp }: Deps) {
  const { state } = context;

  function positionOf(accountId: string, symbolOrId: string): Position {
    const symbol = context.market.asset(symbolOrId)?.symbol;
    const position =
      symbol === undefined ? undefined : context.account(accountId).positions.get(symbol);
    if (!position || position.qty === 0n) throw notFound('position does not exist');
    return position;
  }

  const held = (accountId: string) =>
    [...context.account(accountId).positions.values()]
      .filter((position) => position.qty !== 0n)
      .sort((a, b) => (a.symbol < b.symbol ? -1 : 1));

  function close(accountId: string, position: Position, qty: Shares): OrderRecord {
    return orderEntry.placeDraft(accountId, {
      symbol: position.symbol,
      side: position.qty > 0n ? 'sell' : 'buy',
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
      positionIntent: null,
      takeProfit: null,
      stopLoss: null,
    });
  }

  return {
    positions: (accountId: string) =>
      held(accountId).map((position) => positionRecord(context, position)),
    position: (accountId: string, symbolOrId: string) =>
      positionRecord(context, positionOf(accountId, symbolOrId)),
    closePosition(accountId: string, symbolOrId: string, closing: Closing): OrderRecord {
      catchUp(positionOf(accountId, symbolOrId).symbol, context.nowMs());
      const position = positionOf(accountId, symbolOrId);
      return close(accountId, position, closingQty(position, closing));
    },
    closePositions(accountId: string, cancelOrders: boolean): Closed[] {
      if (cancelOrders) orders.cancelAll(accountId);
      return held(accountId).map((position) => {
        try {
          const body = close(accountId, position, magnitude(position.qty));
          return { symbol: position.symbol, status: 200, body };
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          const { status, code, message, extra } = error;
          return { symbol: position.symbol, status, body: { code, message, ...extra } };
        }
      });
    },
    /** Shares of a long position that no order has a claim on. */
    availableQty(accountId: string, symbol: string): Decimal {
      const position = context.account(accountId).positions.get(symbol);
      return sharesText(position && position.qty > 0n ? available(position) : 0n);
    },
    /** Answers the activity's id; refuses to move out more than is available. */
    move({ accountId, symbol, qty, description }: Movement): string {
      const account = context.account(accountId);
      const asset = context.asset(symbol);
      const nowMs = context.nowMs();
      catchUp(asset.symbol, nowMs);
      const position = state.position(account, asset.symbol);
      const delta = toShares(qty);
      const free = position.qty > 0n ? available(position) : 0n;
      if (-delta > free) throw insufficientShares(position, -delta, free);
      return context.commit(() => {
        shift(position, delta, worth(magnitude(delta), context.last(asset.symbol, nowMs)));
        state.touchPosition(position);
        const row = journalRow(context, {
          accountId,
          type: 'JNLS',
          symbol: asset.symbol,
          qty: delta,
          positionQty: position.qty,
          netAmount: 0n,
          description: description ?? null,
        });
        state.activityRows.add(row);
        return row.id;
      });
    },
  };
}

function closingQty(position: Position, { qty, percentage }: Closing): Shares {
  const whole = magnitude(position.qty);
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

function positionRecord(context: EngineContext, position: Position): Record<string, unknown> {
  const { symbol, qty, cost } = position;
  const nowMs = context.nowMs();
  const account = context.account(position.accountId);
  const asset = context.asset(symbol);
  const price = context.last(symbol, nowMs);
  const value = worth(qty, price);
  const { held, splits } = lastClose(context, account, nowMs);
  const kept = carried(position, held.get(symbol) ?? 0n);
  const lastday = splits
    .filter((split) => split.symbol === symbol)
    .map(rateOf)
    .reduce(
      (close, { to, from }) => Math.round((close * Number(from)) / Number(to)),
      context.last(symbol, lastdayMs(context, nowMs)),
    );
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
    qty_available: sharesText(qty > 0n ? available(position) : -available(position)),
  };
}

/** The close of the last trading day before today. */
function lastdayMs(context: EngineContext, nowMs: number): number {
  const date = previousTradingDate(context, nowMs);
  return context.market.calendar.days(date, date)[0]?.closeMs ?? nowMs;
}
