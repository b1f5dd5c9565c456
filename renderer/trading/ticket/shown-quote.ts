// The quote that the ticket draws at this moment. Whatever else of the ticket names a side of it goes by this one: main's
// preview is up to two seconds older, and two prices of one side in one ticket leave the person to guess.
import type { OrderPreview } from '#contract/trading.ts';
import type { Quote } from '#contract/records.ts';
import { createListeners } from '#renderer/core/listeners.ts';

type Shown = { symbol: string; quote: Quote } | undefined;
type Market = NonNullable<OrderPreview['market']>;

export type ShownQuote = {
  get(): Shown;
  set(next: Shown): void;
  on(run: () => void): () => void;
};

export function createShownQuote(): ShownQuote {
  const listeners = createListeners();
  let shown: Shown;
  return {
    get: () => shown,
    set(next) {
      if (shown?.quote === next?.quote && shown?.symbol === next?.symbol) return;
      shown = next;
      listeners.notify();
    },
    on: listeners.add,
  };
}

/** Where the preview went by a side of the quote, that side as it is drawn; otherwise what the preview said. */
export function marketAsShown(market: Market, symbol: string | undefined, shown: Shown): Market {
  const { by } = market;
  if (by === 'last' || !shown || shown.symbol !== symbol) return market;
  const { quote } = shown;
  // What cannot be gone by main will not have gone by when it is asked next.
  const isUsable = quote.state === 'good' || quote.state === 'locked';
  return isUsable ? { ...market, price: quote[by], receivedAt: quote.receivedAt } : market;
}
