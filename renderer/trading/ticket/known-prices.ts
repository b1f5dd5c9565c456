import { isPriceStale } from '#renderer/core/staleness.ts';
import type { AccountFeeds } from '#renderer/core/feeds/account-feeds.ts';
import type { KnownPrices } from '#renderer/trading/ticket/ticket-prices.ts';

/** What the feeds say of a symbol at this moment. Prices that go into a field are looked at when it is asked for. */
export function knownPrices(feeds: AccountFeeds, symbol: string, now: number): KnownPrices {
  const quote = feeds.quotes.get(symbol)?.quote;
  const isStale = isPriceStale(quote, feeds.streams.get('prices'), now);
  const side = (name: 'bid' | 'ask'): string | undefined =>
    quote && !isStale && /[1-9]/.test(quote[name]) ? quote[name] : undefined;
  const held = feeds.positions.get('positions')?.positions.find((each) => each.symbol === symbol);
  return {
    bid: side('bid'),
    ask: side('ask'),
    last: feeds.prices.get(symbol)?.price,
    heldAt: held?.avgEntryPrice,
  };
}
