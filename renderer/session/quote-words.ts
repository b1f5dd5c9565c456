// A quote, a halt and a price band in the words of every panel.
import type { Quote, SymbolMarket } from '#contract/records.ts';
import {
  formatAge,
  formatExchangeMoment,
  formatPrice,
  formatQuantity,
} from '#renderer/ui/format.ts';

/** What to know before going by it; nothing of an ordinary one. */
export const QUOTE_STATES: Record<Quote['state'], string | undefined> = {
  good: undefined,
  locked: 'locked',
  crossed: 'crossed',
  'no-bid': 'no bid',
  'no-ask': 'no ask',
  empty: 'no bid, no ask',
  wide: 'wide',
};

type Side = 'bid' | 'ask';

const isNobody = (price: string): boolean => !/[1-9]/.test(price);

/** Undefined where nobody is, or nothing was heard. */
export const sidePrice = (quote: Quote | undefined, side: Side): string | undefined =>
  quote && !isNobody(quote[side]) ? formatPrice(quote[side]) : undefined;

export const sideSize = (quote: Quote | undefined, side: Side): string | undefined =>
  quote && !isNobody(quote[side]) ? formatQuantity(quote[`${side}Size`]) : undefined;

export const spreadWords = (quote: Quote | undefined): string | undefined =>
  quote?.spread === undefined ? undefined : formatPrice(quote.spread);

/** All of it in a line. */
export const quoteWords = (quote: Quote, now: number): string =>
  [
    `Bid ${sidePrice(quote, 'bid') ?? 'none'} × ${sideSize(quote, 'bid') ?? '0'}`,
    `ask ${sidePrice(quote, 'ask') ?? 'none'} × ${sideSize(quote, 'ask') ?? '0'}`,
    quote.spread !== undefined && `spread ${formatPrice(quote.spread)}`,
    QUOTE_STATES[quote.state],
    `${formatAge(now - quote.receivedAt)} old`,
  ]
    .filter((word) => word !== undefined && word !== false)
    .join(', ');

export function haltWords({ halt }: SymbolMarket, now: number): string | undefined {
  if (!halt) return undefined;
  const since = `Halted since ${formatExchangeMoment(halt.since, now)} New York`;
  return halt.reason === undefined ? since : `${since}: ${halt.reason}`;
}

export const bandWords = ({ band }: SymbolMarket): string | undefined =>
  band && `Price band ${formatPrice(band.lower)} to ${formatPrice(band.upper)}`;
