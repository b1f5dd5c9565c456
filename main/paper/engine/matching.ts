// The paper-fill model: an order meets the quote of one time. Stops are elected by trades, limits need the far side of
// the quote, sizes on the quote do not matter, and now and then only a part is filled.
import type { PriceUnits, Quote, Session } from '#main/paper/types.ts';
import { limitOf, waitsForStop } from '#main/paper/engine/position.ts';
import { execute, rest } from '#main/paper/engine/execution.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import { isHaltedAt } from '#main/paper/market/halts.ts';
import { drop } from '#main/paper/engine/lifecycle.ts';
import { isClosing, isWorking, type Order } from '#main/paper/engine/order.ts';
import {
  atMost,
  CENT,
  DOLLAR_PRICE,
  isWhole,
  ONE_SHARE,
  type Shares,
} from '#main/paper/engine/units.ts';

/** One time of one symbol's market. */
type Tick = { timeMs: number; last: PriceUnits; quote: Quote; session: Session };

/** All of a price, in the units of trailPercent. */
const PERCENT_UNITS = 1_000_000n;
const PART_STEPS = 1_000_000;

/** Fills what can be filled of one working order. */
export function match(context: EngineContext, order: Order, tick: Tick): void {
  if (!isWorking(order) || !isEligible(context, order, tick.session)) return;
  if (isHaltedAt(context.market.halts(order.symbol), tick.timeMs)) return;
  if (waitsForStop(order) && !elect(context, order, tick.last)) return;
  const price = fillPrice(order, tick.quote);
  if (price === null) return;
  const whole = fillable(context, order, price);
  if (whole <= 0n) {
    drop(context, order, tick.timeMs); // an order by value whose rest no longer buys anything
    return;
  }
  const shares = order.timeInForce === 'fok' ? whole : portion(context, whole);
  execute(context, order, { shares, price, timeMs: tick.timeMs, isLast: shares === whole });
}

/** The one match of an opening or closing auction, at its single price; what it leaves is canceled. */
export function matchAuction(
  context: EngineContext,
  order: Order,
  price: PriceUnits,
  timeMs: number,
): void {
  const { limitPrice } = order;
  const isWilling =
    limitPrice === null || (order.side === 'buy' ? limitPrice >= price : limitPrice <= price);
  if (isWorking(order) && isWilling) {
    execute(context, order, { shares: rest(order, price), price, timeMs, isLast: true });
  } else {
    drop(context, order, timeMs);
  }
}

/** Where a trailing stop stands when the best price since its submission is `hwm`. */
export function trailedStop(
  order: Pick<Order, 'side' | 'trailPrice' | 'trailPercent'>,
  hwm: PriceUnits,
): PriceUnits {
  const isSell = order.side === 'sell';
  const away =
    order.trailPrice ?? Number((BigInt(hwm) * BigInt(order.trailPercent ?? 0)) / PERCENT_UNITS);
  const exact = Math.max(1, isSell ? hwm - away : hwm + away);
  if (exact < DOLLAR_PRICE) return exact;
  return isSell ? Math.floor(exact / CENT) * CENT : Math.ceil(exact / CENT) * CENT;
}

/** Applies a new extreme to a trailing stop, or finds the stop reached. */
function elect(context: EngineContext, order: Order, last: PriceUnits): boolean {
  if (order.type === 'trailing_stop') trail(context, order, last);
  const stop = order.stopPrice ?? 0;
  const isReached = order.side === 'buy' ? last >= stop : last <= stop;
  if (isReached) {
    order.isTriggered = true;
    context.state.touch(order);
  }
  return isReached;
}

export function trail(context: EngineContext, order: Order, price: PriceUnits): void {
  const hwm = order.hwm ?? price;
  const isBetter = order.side === 'sell' ? price > hwm : price < hwm;
  if (!isBetter) return;
  order.hwm = price;
  order.stopPrice = trailedStop(order, price);
  context.state.touch(order);
}

function fillPrice(order: Order, { bid, ask }: Quote): PriceUnits | null {
  const limit = limitOf(order);
  if (order.side === 'buy') return ask > 0 && (limit === null || ask <= limit) ? ask : null;
  return bid > 0 && (limit === null || bid >= limit) ? bid : null;
}

function isEligible(context: EngineContext, order: Order, session: Session): boolean {
  if (order.timeInForce === 'opg' || order.timeInForce === 'cls') return false;
  if (session === 'regular') return true;
  if (!order.extendedHours || session === 'closed') return false;
  if (session !== 'overnight') return true;
  const { configurations } = context.account(order.accountId);
  const isTradable = context.market.asset(order.symbol)?.attributes.includes('overnight_tradable');
  return isTradable === true && !configurations.disable_overnight_trading;
}

/** A closing order by value was sized at another price: it must not use shares that are not there. */
function fillable(context: EngineContext, order: Order, price: PriceUnits): Shares {
  const wanted = rest(order, price);
  if (order.notional === null || !isClosing(order)) return wanted;
  const position = context.state.position(context.account(order.accountId), order.symbol);
  const closable = order.side === 'sell' ? position.qty : -position.qty;
  const ownHold = rest(order, order.reservePrice);
  return atMost(closable - position.held[order.side] + ownHold, wanted);
}

function portion(context: EngineContext, whole: Shares): Shares {
  if (context.partialFillShare === 0 || context.random() >= context.partialFillShare) return whole;
  const steps = isWhole(whole) ? Number(whole / ONE_SHARE) : PART_STEPS;
  const unit = isWhole(whole) ? ONE_SHARE : whole / BigInt(PART_STEPS);
  if (steps < 2 || unit === 0n) return whole;
  return unit * BigInt(1 + Math.floor(context.random() * (steps - 1)));
}
