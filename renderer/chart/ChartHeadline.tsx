import { memo, type ReactNode } from 'react';
import type { Price as PriceRecord, Quote } from '#contract/records.ts';
import { useSliceInTurn } from '#renderer/session/use-slice.ts';
import { BEAT_MS } from '#renderer/core/turns.ts';
import { usePriceStale } from '#renderer/session/Age.tsx';
import { FeedLabel } from '#renderer/session/Market.tsx';
import {
  bandWords,
  haltWords,
  QUOTE_STATES,
  sidePrice,
  sideSize,
  spreadWords,
} from '#renderer/session/quote-words.ts';
import { useSession } from '#renderer/session/session.ts';
import { useMarket } from '#renderer/session/use-market.ts';
import { Change } from '#renderer/ui/Change.tsx';
import {
  formatAge,
  formatExchangeMoment,
  formatPrice,
  formatTimeTooltip,
} from '#renderer/ui/format.ts';
import { Price } from '#renderer/ui/Price.tsx';
import { useWhenNow, useWritten, writeText, writeTitle } from '#renderer/ui/use-now.ts';

type Props = { symbol: string };

const TURN = { cost: 1 / 8, restMs: BEAT_MS };

/** The price now, how it moved and how old it is, in one row. What changes with every second is written past React. */
export function ChartHeadline({ symbol }: Props) {
  const { feeds, profile } = useSession();
  const price = useSliceInTurn(feeds.prices, symbol, TURN);
  const isStale = usePriceStale(price);
  const traded = useWhenNow(1_000, (now) => price && formatExchangeMoment(price.tradedAt, now));
  return (
    <header className="chart-head">
      <h2 className="chart-symbol">{symbol}</h2>
      <p className="chart-price">
        <Price value={price?.price} stale={isStale} />
        <Change amount={price?.change} percent={price?.changePercent} stale={isStale} />
        <FeedLabel />
      </p>
      <HaltNote symbol={symbol} />
      <dl className="chart-facts">
        <div>
          <dt>Age</dt>
          <PriceAge price={price} stale={isStale} />
        </div>
        <QuoteFacts symbol={symbol} />
        <div>
          <dt>Last trade, New York</dt>
          <dd className="num" title={price && formatTimeTooltip(price.tradedAt)}>
            {traded ?? '–'}
          </dd>
        </div>
        <div>
          <dt>Previous close</dt>
          <dd className="num">
            {price?.previousClose === undefined ? '–' : formatPrice(price.previousClose)}
          </dd>
        </div>
        {profile.environment === 'embedded' && (
          <div>
            <dt>Prices</dt>
            <dd>simulated</dd>
          </div>
        )}
      </dl>
    </header>
  );
}

const HaltNote = memo(function HaltNote({ symbol }: Props) {
  const { market } = useMarket(symbol);
  const words = useWhenNow(1_000, (now) => market && haltWords(market, now));
  if (words === undefined) return null;
  return (
    <p className="halt-note" title={words}>
      Halted
    </p>
  );
});

function PriceAge({ price, stale }: { price: PriceRecord | undefined; stale: boolean }) {
  const age = useWritten<HTMLElement>(1_000, (element, now) =>
    writeText(element, price ? ageWords(price, now) : '–'),
  );
  return <dd ref={age} className={stale ? 'num stale' : 'num'} />;
}

/** Apart from the price: each of the two comes without the other. */
const QuoteFacts = memo(function QuoteFacts({ symbol }: Props) {
  const { market, quote, isStale } = useMarket(symbol);
  const facts = { quote, stale: isStale };
  const state = quote && QUOTE_STATES[quote.state];
  return (
    <>
      {(['bid', 'ask'] as const).map((side) => (
        <div key={side}>
          <dt>{side === 'bid' ? 'Bid' : 'Ask'}</dt>
          <QuoteFact {...facts}>
            {sidePrice(quote, side) ?? '–'}
            {quote && <span className="quiet-text"> × {sideSize(quote, side) ?? '0'}</span>}
          </QuoteFact>
        </div>
      ))}
      <div>
        <dt>Spread</dt>
        <QuoteFact {...facts} title={market && bandWords(market)}>
          {[spreadWords(quote) ?? '–', state].filter((word) => word !== undefined).join(', ')}
        </QuoteFact>
      </div>
    </>
  );
});

type QuoteFactProps = {
  quote: Quote | undefined;
  stale: boolean;
  /** In place of when the quote was received. */
  title?: string | undefined;
  children: ReactNode;
};

function QuoteFact({ quote, stale, title, children }: QuoteFactProps) {
  const fact = useWritten<HTMLElement>(1_000, (element, now) =>
    writeTitle(element, title ?? (quote && `Received ${formatAge(now - quote.receivedAt)} ago`)),
  );
  return (
    <dd ref={fact} className={stale ? 'num stale' : 'num'}>
      {children}
    </dd>
  );
}

const ageWords = ({ receivedAt, readAt }: PriceRecord, now: number): string =>
  readAt === undefined ? formatAge(now - receivedAt) : `${formatAge(now - readAt)}, by snapshot`;
