import { BEAT_MS } from '#renderer/core/turns.ts';
import { isPriceStale } from '#renderer/core/staleness.ts';
import { useSession } from '#renderer/session/session.ts';
import { useSlice, useSliceInTurn } from '#renderer/session/use-slice.ts';
import { useWhenNow } from '#renderer/ui/use-now.ts';

const TURN = { cost: 1 / 8, restMs: BEAT_MS };

/** Quote, halt and price band of a symbol in sight, and whether the quote is old or not heard now. */
export function useMarket(symbol: string) {
  const { feeds } = useSession();
  const market = useSliceInTurn(feeds.quotes, symbol, TURN);
  const stream = useSlice(feeds.streams, 'prices');
  const quote = market?.quote;
  const isStale = useWhenNow(1_000, (now) => isPriceStale(quote, stream, now));
  return { market, quote, isStale };
}
