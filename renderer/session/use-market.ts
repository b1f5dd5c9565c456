import { isPriceStale } from '#renderer/core/staleness.ts';
import { useSession } from '#renderer/session/session.ts';
import { useSlice, useSliceInTurn } from '#renderer/session/use-slice.ts';
import { useNow } from '#renderer/ui/use-now.ts';

const TURN = { cost: 1 / 8, restMs: 200 };

/** Quote, halt and price band of a symbol in sight, and whether the quote is old or not heard now. */
export function useMarket(symbol: string) {
  const { feeds } = useSession();
  const market = useSliceInTurn(feeds.quotes, symbol, TURN);
  const stream = useSlice(feeds.streams, 'prices');
  const now = useNow(1_000);
  const quote = market?.quote;
  return { market, quote, isStale: isPriceStale(quote, stream, now), now };
}
