// The rules that need only the order, its asset and the market: what may be combined with what, and when.
import { forbidden, unprocessable } from '#main/paper/refusal.ts';
import type { Asset, Calendar, PriceUnits } from '#main/paper/types.ts';
import type { Configurations } from '#main/paper/engine/configurations.ts';
import type { Draft } from '#main/paper/engine/draft.ts';
import { newYorkDate, newYorkMinute } from '#main/paper/market/new-york.ts';
import { isComplex, opposite, type Side } from '#main/paper/engine/order.ts';
import { CENT, isWhole, ONE_DOLLAR, priceText } from '#main/paper/engine/units.ts';

type RuleInput = {
  asset: Asset;
  calendar: Calendar;
  configurations: Configurations;
  nowMs: number;
  /** The last trade. */
  last: PriceUnits;
};

/** Minutes of the New York day. */
const OPENING_BOOK_ENDS = 9 * 60 + 28;
const CLOSING_BOOK_ENDS = 15 * 60 + 50;
const AUCTION_BOOK_OPENS = 19 * 60;
const CLOSING_LEAD_MS = 10 * 60_000;

export function checkRules(draft: Draft, input: RuleInput): void {
  checkAsset(input.asset);
  checkFraction(draft, input);
  checkTimeInForce(draft);
  checkExtendedHours(draft);
  checkClass(draft, input.last);
  checkAuction(draft, input);
}

function checkAsset({ symbol, status, tradable }: Asset): void {
  if (status !== 'active') throw unprocessable(`asset "${symbol}" is not active`);
  if (!tradable) throw unprocessable(`asset "${symbol}" is not tradable`);
}

function checkFraction(draft: Draft, { asset, configurations }: RuleInput): void {
  const isFractional = draft.notional !== null || !isWhole(draft.qty ?? 0n);
  if (!isFractional) return;
  if (!configurations.fractional_trading) {
    throw forbidden('fractional trading is turned off for this account');
  }
  if (!asset.fractionable) throw forbidden(`asset "${asset.symbol}" is not fractionable`);
  if (draft.timeInForce !== 'day') throw unprocessable('fractional orders must be DAY orders');
  if (isComplex(draft)) throw unprocessable('fractional orders must be simple orders');
  if (draft.type === 'trailing_stop') {
    throw unprocessable('fractional orders must be market, limit, stop or stop_limit orders');
  }
  if (draft.extendedHours && !asset.attributes.includes('fractional_eh_enabled')) {
    throw unprocessable(
      `asset "${asset.symbol}" does not take fractional orders in extended hours`,
    );
  }
  if (draft.notional === null) return;
  if (draft.type !== 'market') throw unprocessable('notional orders must be market orders');
  if (draft.notional < ONE_DOLLAR) {
    throw forbidden('cost basis must be >= minimal amount of order 1');
  }
}

function checkTimeInForce({ type, timeInForce }: Draft): void {
  if (timeInForce === 'day' || timeInForce === 'gtc') return;
  if (type !== 'market' && type !== 'limit') {
    throw unprocessable(`${timeInForce} orders must be market or limit orders`);
  }
}

function checkExtendedHours(draft: Draft): void {
  if (!draft.extendedHours) return;
  const isGood = draft.timeInForce === 'day' || draft.timeInForce === 'gtc';
  if (draft.type !== 'limit' || !isGood) {
    throw unprocessable('extended hours order must be DAY or GTC limit orders');
  }
  if (isComplex(draft)) throw unprocessable('extended hours order must be a simple order');
}

function checkClass(draft: Draft, last: PriceUnits): void {
  const { orderClass, type, takeProfit, stopLoss } = draft;
  if (!isComplex(draft)) {
    if (takeProfit || stopLoss) {
      throw unprocessable(
        'take_profit and stop_loss require order_class to be bracket, oco or oto',
      );
    }
    return;
  }
  if (draft.timeInForce !== 'day' && draft.timeInForce !== 'gtc') {
    throw unprocessable(`${orderClass} orders must be DAY or GTC orders`);
  }
  if (orderClass === 'bracket') {
    if (type !== 'market' && type !== 'limit') {
      throw unprocessable('bracket orders must be entered with a market or limit order');
    }
    if (!takeProfit) throw unprocessable('bracket orders require take_profit.limit_price');
    if (!stopLoss) throw unprocessable('bracket orders require stop_loss.stop_price');
  }
  if (orderClass === 'oco') {
    if (type !== 'limit') throw unprocessable('oco orders must be limit orders');
    if (!stopLoss) throw unprocessable('oco orders require stop_loss.stop_price');
    if (takeProfit && takeProfit.limitPrice !== draft.limitPrice) {
      throw unprocessable('oco orders have one limit price: take_profit.limit_price');
    }
  }
  if (orderClass === 'oto') {
    if (type === 'trailing_stop') {
      throw unprocessable('oto orders cannot be entered with a trailing stop');
    }
    if ((takeProfit === null) === (stopLoss === null)) {
      throw unprocessable('oto orders require exactly one of take_profit and stop_loss');
    }
  }
  checkExits(draft, last);
}

/** Where the exits may stand: the stop beyond every price it could start from, the take-profit on the other side. */
function checkExits(draft: Draft, last: PriceUnits): void {
  const exitSide: Side = draft.orderClass === 'oco' ? draft.side : opposite(draft.side);
  const { takeProfit, stopLoss, limitPrice, stopPrice } = draft;
  if (!stopLoss) return;
  if (takeProfit) {
    const isBeyond =
      exitSide === 'sell'
        ? takeProfit.limitPrice > stopLoss.stopPrice
        : takeProfit.limitPrice < stopLoss.stopPrice;
    if (!isBeyond) {
      throw unprocessable(
        `take_profit.limit_price must be ${exitSide === 'sell' ? '>' : '<'} stop_loss.stop_price`,
      );
    }
  }
  for (const base of [limitPrice ?? stopPrice, last]) {
    if (base === null) continue;
    const base_price = priceText(base);
    if (exitSide === 'sell' && stopLoss.stopPrice > base - CENT) {
      throw unprocessable('stop_loss.stop_price must be <= base_price - 0.01', { base_price });
    }
    if (exitSide === 'buy' && stopLoss.stopPrice < base + CENT) {
      throw unprocessable('stop_loss.stop_price must be >= base_price + 0.01', { base_price });
    }
  }
}

/** Auction orders are accepted until shortly before their auction, and from 19:00 on for the next one. */
function checkAuction({ timeInForce }: Draft, { calendar, nowMs }: RuleInput): void {
  if (timeInForce !== 'opg' && timeInForce !== 'cls') return;
  const date = newYorkDate(nowMs);
  const day = calendar.days(date, date)[0];
  const minute = newYorkMinute(nowMs);
  if (!day || minute >= AUCTION_BOOK_OPENS) return;
  if (timeInForce === 'opg' && minute >= OPENING_BOOK_ENDS) {
    throw unprocessable('opg orders are not accepted between 09:28 and 19:00 New York time');
  }
  const isEarlyEnd = nowMs >= day.closeMs - CLOSING_LEAD_MS;
  if (timeInForce === 'cls' && (minute >= CLOSING_BOOK_ENDS || isEarlyEnd)) {
    throw unprocessable('cls orders are not accepted between 15:50 and 19:00 New York time');
  }
}
