// What a quote is good for, and the price that an order would meet: the far side of the quote, as the broker reckons
// buying power, or the last price where the quote cannot be gone by. Which it was, and why, is said with it.
import type { OrderDraft } from '#contract/orders.ts';
import type { Quote } from '#contract/records.ts';
import {
  decimal,
  div,
  isLess,
  isMore,
  isZero,
  mul,
  sub,
  type Decimal,
} from '#main/domain/decimal.ts';
import { ageText, percentText } from '#main/domain/words.ts';

export type RawQuote = Pick<
  Quote,
  'bid' | 'bidSize' | 'ask' | 'askSize' | 'quotedAt' | 'receivedAt'
>;
type Aged<T> = T & { ageMs: number };
export type LastPrice = Aged<{ price: Decimal }>;

/** A price to reckon with, where it comes from, and why it is not the far side of the quote where that is to be said. */
export type MarketPrice = LastPrice & { by: 'ask' | 'bid' | 'last'; why?: string };

const HUNDRED = decimal('100');
/** A single exchange may quote far from where the others trade: such a quote would wave every typing error through. */
const WIDE_PERCENT = decimal('5');
const OLD_MS = 60_000;
/** Quotes change more often than trades come: one that stands behind a trade for longer than this is not heard now. */
const BEHIND_MS = 5_000;

export function describeQuote(raw: RawQuote): Quote {
  const { bid, ask } = raw;
  if (isZero(bid) || isZero(ask))
    return { ...raw, state: isZero(bid) ? (isZero(ask) ? 'empty' : 'no-bid') : 'no-ask' };
  const spread = sub(ask, bid);
  const spreadPercent = div(mul(spread, HUNDRED), bid, 2, 'half');
  return { ...raw, state: stateOf(bid, ask, spreadPercent), spread, spreadPercent };
}

function stateOf(bid: Decimal, ask: Decimal, percent: Decimal): Quote['state'] {
  if (isLess(ask, bid)) return 'crossed';
  if (!isMore(ask, bid)) return 'locked';
  return isMore(percent, WIDE_PERCENT) ? 'wide' : 'good';
}

/** Stops are set off by trades, so they go by the last price. */
export function marketPriceFor(
  { side, type }: Pick<OrderDraft, 'side' | 'type'>,
  last: LastPrice | undefined,
  quote: Aged<Quote> | undefined,
): MarketPrice | undefined {
  const byLast = last && { ...last, by: 'last' as const };
  if (type !== 'market' && type !== 'limit') return byLast;
  if (!quote) return byLast;
  const why = whyNotBy(quote, last);
  if (why !== undefined) return byLast && { ...byLast, why };
  const by = side === 'buy' ? 'ask' : 'bid';
  return { price: quote[by], ageMs: quote.ageMs, by };
}

export function whyNotBy(
  quote: Aged<Quote>,
  last: Pick<LastPrice, 'ageMs'> | undefined,
): string | undefined {
  switch (quote.state) {
    case 'good':
    case 'locked':
      return isOld(quote, last) ? `the quote is ${ageText(quote.ageMs)} old` : undefined;
    case 'crossed':
      return 'the quote is crossed';
    case 'no-bid':
      return 'there is no bid';
    case 'no-ask':
      return 'there is no ask';
    case 'empty':
      return 'there is no bid or ask';
    case 'wide':
      return `the spread is ${percentText(quote.spreadPercent ?? WIDE_PERCENT)}`;
    default:
      return quote.state satisfies never;
  }
}

const isOld = ({ ageMs }: { ageMs: number }, last: { ageMs: number } | undefined): boolean =>
  ageMs > OLD_MS || (last !== undefined && ageMs > last.ageMs + BEHIND_MS);
