import { useLayoutEffect } from 'react';
import type { Quote } from '#contract/records.ts';
import {
  bandWords,
  haltWords,
  QUOTE_STATES,
  sidePrice,
  sideSize,
  spreadWords,
} from '#renderer/session/quote-words.ts';
import { useMarket } from '#renderer/session/use-market.ts';
import type { ShownQuote } from '#renderer/trading/ticket/shown-quote.ts';
import { formatAge } from '#renderer/ui/format.ts';
import { Num } from '#renderer/ui/Num.tsx';
import { useWhenNow, useWritten, writeText } from '#renderer/ui/use-now.ts';

type Props = {
  symbol: string;
  /** What a press on a side does, or why it does nothing. */
  press: { words: string } | { why: string };
  onPress: (price: string) => void;
  /** Told what is drawn, before it is seen. */
  shown: ShownQuote;
};

/** What somebody bids and asks for the symbol of the ticket, always there, so that nothing moves when it becomes known. */
export function QuoteGroup({ symbol, press, onPress, shown }: Props) {
  const { market, quote, isStale } = useMarket(symbol);
  useLayoutEffect(() => shown.set(quote && !isStale ? { symbol, quote } : undefined));
  const halted = useWhenNow(1_000, (now) => market && haltWords(market, now));
  const old = useWhenNow(1_000, (now) =>
    isStale && quote ? `too old to use, ${ageOf(quote, now)}` : undefined,
  );
  const whyNot = 'why' in press ? press.why : old;
  const sides = { quote, stale: isStale, whyNot, onPress, words: 'words' in press && press.words };
  return (
    <div role="group" aria-label="Quote">
      <dl className="quote-facts">
        <Side name="Bid" side="bid" {...sides} />
        <Side name="Ask" side="ask" {...sides} />
        <div>
          <dt>Spread</dt>
          <dd>
            <Num text={spreadWords(quote)} stale={isStale} />
            <QuoteAge quote={quote} stale={isStale} />
          </dd>
        </div>
      </dl>
      {halted !== undefined && (
        <p className="halt-note" role="status">
          {halted}
        </p>
      )}
      {market?.band && <p className="ticket-note">{bandWords(market)}</p>}
    </div>
  );
}

const ageOf = ({ receivedAt }: Quote, now: number): string => `${formatAge(now - receivedAt)} old`;

function QuoteAge({ quote, stale }: { quote: Quote | undefined; stale: boolean }) {
  const state = quote && QUOTE_STATES[quote.state];
  const age = useWritten<HTMLSpanElement>(1_000, (element, now) => {
    const words = [state, quote && ageOf(quote, now)].filter((word) => word !== undefined);
    writeText(element, words.join(', ') || '\u00a0');
  });
  return <span ref={age} className={stale ? 'num stale' : 'num quiet-text'} />;
}

type SideProps = {
  name: string;
  side: 'bid' | 'ask';
  quote: Quote | undefined;
  stale: boolean;
  words: string | false;
  whyNot: string | undefined;
  onPress: (price: string) => void;
};

function Side({ name, side, quote, stale, words, whyNot, onPress }: SideProps) {
  const price = sidePrice(quote, side);
  const size = sideSize(quote, side);
  const why = !quote ? 'no quote yet' : price === undefined ? NOBODY[side] : whyNot;
  const what = why ?? words;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <button
          type="button"
          className="quote-side"
          aria-label={[name, price, size && `× ${size}`].filter(Boolean).join(' ')}
          // Said after it.
          title={what || undefined}
          aria-disabled={why !== undefined}
          onClick={() => why === undefined && quote && onPress(quote[side])}
        >
          <Num text={price} stale={stale} />
          <span className="num quiet-text">{size === undefined ? '\u00a0' : `× ${size}`}</span>
        </button>
      </dd>
    </div>
  );
}

const NOBODY = { bid: 'nobody bids', ask: 'nobody offers' } as const;
