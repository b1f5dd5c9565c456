// An order as it was asked for: readable, but not yet held against the asset, the market or the account.
import { malformed, unprocessable } from '#main/paper/refusal.ts';
import type { PriceUnits } from '#main/paper/types.ts';
import {
  INTENTS,
  ORDER_CLASSES,
  ORDER_TYPES,
  SIDES,
  TIMES_IN_FORCE,
  type Intent,
  type OrderClass,
  type OrderType,
  type Side,
  type TimeInForce,
} from '#main/paper/engine/order.ts';
import {
  readBody,
  readChoice,
  readFlag,
  readMember,
  readMoney,
  readObject,
  readPositive,
  readPrice,
  readShares,
  readText,
  type Body,
} from '#main/paper/engine/read-fields.ts';
import { decimalsOf, type Decimal } from '#main/domain/decimal.ts';
import { toPrice, type Money, type Shares } from '#main/paper/engine/units.ts';

export type Draft = {
  symbol: string;
  side: Side;
  type: OrderType;
  timeInForce: TimeInForce;
  orderClass: OrderClass;
  qty: Shares | null;
  notional: Money | null;
  limitPrice: PriceUnits | null;
  stopPrice: PriceUnits | null;
  trailPrice: PriceUnits | null;
  trailPercent: number | null;
  extendedHours: boolean;
  clientOrderId: string | null;
  positionIntent: Intent | null;
  takeProfit: { limitPrice: PriceUnits } | null;
  stopLoss: { stopPrice: PriceUnits; limitPrice: PriceUnits | null } | null;
};

/** What a PATCH may change; null leaves a member as it is. */
export type Changes = {
  qty: Shares | null;
  timeInForce: TimeInForce | null;
  limitPrice: PriceUnits | null;
  stopPrice: PriceUnits | null;
  trail: Decimal | null;
  clientOrderId: string | null;
};

const LONGEST_ID = 128;
const LONGEST_SYMBOL = 64;
const LARGEST_TRAIL = '1000000' as Decimal;
const LARGEST_PERCENT = '99.9999' as Decimal;
const TRAIL_DECIMALS = 4;

export function readDraft(raw: unknown): Draft {
  const body = readBody(raw);
  if (readMember(body, 'order_class') === 'mleg') {
    throw unprocessable('order class mleg is for options, which are not traded here');
  }
  const orderClass = readChoice(body, 'order_class', ORDER_CLASSES) ?? '';
  const symbol = required(readText(body, 'symbol', LONGEST_SYMBOL) || null, 'symbol');
  const qty = readShares(body, 'qty');
  const notional = readMoney(body, 'notional');
  if (qty === null && notional === null) throw malformed('qty or notional is required');
  if (qty !== null && notional !== null) throw malformed('only one of qty or notional is accepted');
  const side = required(readChoice(body, 'side', SIDES), 'side');
  const type = required(readChoice(body, 'type', ORDER_TYPES), 'type');
  const timeInForce = required(readChoice(body, 'time_in_force', TIMES_IN_FORCE), 'time_in_force');
  const takeProfit = readTakeProfit(body);
  const limitPrice = readPrice(body, 'limit_price');
  if (readMember(body, 'legs') !== null) throw unprocessable('legs are only for mleg orders');
  readObject(body, 'advanced_instructions'); // accepted, and without effect on simulated fills
  const draft: Draft = {
    symbol,
    side,
    type,
    timeInForce,
    orderClass,
    qty,
    notional,
    // An oco's own order is its take-profit.
    limitPrice: orderClass === 'oco' ? (limitPrice ?? takeProfit?.limitPrice ?? null) : limitPrice,
    stopPrice: readPrice(body, 'stop_price'),
    trailPrice: readTrail(body, 'trail_price', LARGEST_TRAIL, trailPriceFrom),
    trailPercent: readTrail(body, 'trail_percent', LARGEST_PERCENT, trailPercentFrom),
    extendedHours: readFlag(body, 'extended_hours') ?? false,
    clientOrderId: readClientOrderId(body),
    // Some clients send "" for none, as with the class and the id.
    positionIntent: readChoice(body, 'position_intent', ['', ...INTENTS]) || null,
    takeProfit,
    stopLoss: readStopLoss(body),
  };
  checkPrices(draft);
  return draft;
}

export function readChanges(raw: unknown): Changes {
  // Some clients send what they leave alone as "".
  const given = Object.entries(readBody(raw)).filter(([, value]) => value !== '');
  const body: Body = Object.fromEntries(given);
  if (readMember(body, 'notional') !== null) {
    throw unprocessable('notional can only be replaced on ipo orders');
  }
  readObject(body, 'advanced_instructions');
  return {
    qty: readShares(body, 'qty'),
    timeInForce: readChoice(body, 'time_in_force', TIMES_IN_FORCE),
    limitPrice: readPrice(body, 'limit_price'),
    stopPrice: readPrice(body, 'stop_price'),
    trail: readPositive(body, 'trail', 'trail', LARGEST_TRAIL),
    clientOrderId: readClientOrderId(body),
  };
}

/** Which prices each type needs and must not have. */
export function checkPrices(draft: Draft): void {
  const { type, limitPrice, stopPrice, trailPrice, trailPercent } = draft;
  const isTrailing = type === 'trailing_stop';
  if (!isTrailing && (trailPrice !== null || trailPercent !== null)) {
    throw malformed('trail_price and trail_percent are only for trailing_stop orders');
  }
  switch (type) {
    case 'market':
      if (limitPrice !== null || stopPrice !== null) {
        throw malformed('market orders require no stop or limit price');
      }
      return;
    case 'limit':
      if (limitPrice === null) throw malformed('limit orders require a limit price');
      if (stopPrice !== null) throw malformed('limit orders require no stop price');
      return;
    case 'stop':
      if (stopPrice === null) throw malformed('stop orders require a stop price');
      if (limitPrice !== null) throw malformed('stop orders require no limit price');
      return;
    case 'stop_limit':
      if (stopPrice === null || limitPrice === null) {
        throw malformed('stop limit orders require both stop and limit price');
      }
      return;
    case 'trailing_stop':
      if (limitPrice !== null || stopPrice !== null) {
        throw malformed('trailing stop orders require no stop or limit price');
      }
      if ((trailPrice === null) === (trailPercent === null)) {
        throw malformed('trailing stop orders require exactly one of trail_price or trail_percent');
      }
      return;
    default:
      return type satisfies never;
  }
}

export const trailPriceFrom = (trail: Decimal): PriceUnits => trailUnits(trail, 'trail_price');

export function trailPercentFrom(percent: Decimal): number {
  const units = trailUnits(percent, 'trail_percent');
  if (units >= 100 * 10 ** TRAIL_DECIMALS) throw unprocessable('trail_percent must be < 100');
  return units;
}

/** A price and a percentage have the same four decimals. */
function trailUnits(trail: Decimal, name: string): number {
  if (decimalsOf(trail) > TRAIL_DECIMALS) {
    throw unprocessable(`${name} can have at most ${TRAIL_DECIMALS} decimals`);
  }
  return toPrice(trail);
}

function readTrail(
  body: Body,
  name: string,
  largest: Decimal,
  toUnits: (trail: Decimal) => number,
): number | null {
  const trail = readPositive(body, name, name, largest);
  return trail === null ? null : toUnits(trail);
}

function readClientOrderId(body: Body): string | null {
  return readText(body, 'client_order_id', LONGEST_ID) || null;
}

function readTakeProfit(body: Body): Draft['takeProfit'] {
  const given = readObject(body, 'take_profit');
  if (given === null) return null;
  const limitPrice = readPrice(given, 'limit_price', 'take_profit.limit_price');
  return { limitPrice: required(limitPrice, 'take_profit.limit_price') };
}

function readStopLoss(body: Body): Draft['stopLoss'] {
  const given = readObject(body, 'stop_loss');
  if (given === null) return null;
  const stopPrice = readPrice(given, 'stop_price', 'stop_loss.stop_price');
  return {
    stopPrice: required(stopPrice, 'stop_loss.stop_price'),
    limitPrice: readPrice(given, 'limit_price', 'stop_loss.limit_price'),
  };
}

function required<T>(value: T | null, name: string): T {
  if (value === null) throw malformed(`${name} is required`);
  return value;
}
