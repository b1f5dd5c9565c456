// Whose quotes somebody looks at: counted, so that two panels are one wish, and kept a little longer, because a panel
// that is drawn anew releases and holds again. What a scrolled list comes to is told once.
import type { Ports } from '#main/ports.ts';

type QuoteWatch = {
  /** Until the answered function is called. Releasing twice is releasing once. */
  hold(symbol: string): () => void;
  symbols(): readonly string[];
  stop(): void;
};

const LINGER_MS = 5_000;
const TOGETHER_MS = 100;

export function createQuoteWatch({
  delay,
  onChange,
}: Pick<Ports, 'delay'> & { onChange: () => void }): QuoteWatch {
  const holders = new Map<string, number>();
  let cancelTell: (() => void) | undefined;
  let isOver = false;

  function tellSoon(): void {
    if (isOver) return;
    cancelTell ??= delay(TOGETHER_MS, () => {
      cancelTell = undefined;
      onChange();
    });
  }

  function count(symbol: string, more: 1 | -1): void {
    const before = holders.get(symbol) ?? 0;
    const after = before + more;
    if (after === 0) holders.delete(symbol);
    else holders.set(symbol, after);
    if (before === 0 || after === 0) tellSoon();
  }

  return {
    hold(symbol) {
      count(symbol, 1);
      let isHeld = true;
      return () => {
        if (isHeld) delay(LINGER_MS, () => count(symbol, -1));
        isHeld = false;
      };
    },
    symbols: () => [...holders.keys()],
    stop() {
      isOver = true;
      cancelTell?.();
    },
  };
}
