// When windows are told what the account stands at: at once after a reading and after fills, and with prices as often as
// an eye can follow. A burst of trades would otherwise reckon every position anew for each of them.
import type { Book, BookChange } from '#main/account/standing/book.ts';
import { bareSymbol } from '#main/domain/orders/order-terms.ts';
import type { Delay } from '#main/ports.ts';

const PRICES_EVERY_MS = 100;

/** Answers a function that ends it. */
export function watchStanding(
  book: Pick<Book, 'onChange' | 'standingPositions'>,
  delay: Delay,
  onChange: () => void,
): () => void {
  let cancel: (() => void) | undefined;

  function tell(): void {
    cancel?.();
    cancel = undefined;
    onChange();
  }

  const isHeld = (symbol: string): boolean =>
    book.standingPositions().some((held) => bareSymbol(held.symbol) === bareSymbol(symbol));

  function listen(change: BookChange): void {
    switch (change.kind) {
      case 'account':
      case 'positions':
      case 'transfers':
      case 'fills':
      case 'reserves':
      case 'executions':
        return tell();
      case 'prices':
        if (!cancel && change.prices.some(({ symbol }) => isHeld(symbol)))
          cancel = delay(PRICES_EVERY_MS, tell);
        return;
      case 'owner':
      case 'stream':
      case 'orders':
      case 'named':
      case 'revised':
        return;
      default:
        change satisfies never;
    }
  }

  const remove = book.onChange(listen);
  return () => {
    remove();
    cancel?.();
  };
}
