import type { Price as PriceRecord } from '#contract/records.ts';
import { useSlice, useSliceInTurn } from '#renderer/session/use-slice.ts';
import { isPriceStale } from '#renderer/core/staleness.ts';
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
import { useNow } from '#renderer/ui/use-now.ts';

type Props = { symbol: string };

const TURN = { cost: 1 / 8, restMs: 200 };

/** The price now, how it moved and how old it is, in one row. */
export function ChartHeadline({ symbol }: Props) {
  const { feeds, profile } = useSession();
  const price = useSliceInTurn(feeds.prices, symbol, TURN);
  const stream = useSlice(feeds.streams, 'prices');
  const now = useNow(1_000);
  const isStale = isPriceStale(price, stream, now);
  const { market, quote, isStale: isQuoteStale } = useMarket(symbol);
  const halted = market && haltWords(market, now);
  const quoteClass = isQuoteStale ? 'num stale' : 'num';
  const quoteTitle = quote && `Received ${formatAge(now - quote.receivedAt)} ago`;
  return (
    <header className="chart-head">
      <h2 className="chart-symbol">{symbol}</h2>
      <p className="chart-price">
        <Price value={price?.price} stale={isStale} />
        <Change amount={price?.change} percent={price?.changePercent} stale={isStale} />
        <FeedLabel />
      </p>
      {halted !== undefined && (
        <p className="halt-note" title={halted}>
          Halted
        </p>
      )}
      <dl className="chart-facts">
        <div>
          <dt>Age</dt>
          <dd className={isStale ? 'num stale' : 'num'}>{price ? ageWords(price, now) : '–'}</dd>
        </div>
        {(['bid', 'ask'] as const).map((side) => (
          <div key={side}>
            <dt>{side === 'bid' ? 'Bid' : 'Ask'}</dt>
            <dd className={quoteClass} title={quoteTitle}>
              {sidePrice(quote, side) ?? '–'}
              {quote && <span className="quiet-text"> × {sideSize(quote, side) ?? '0'}</span>}
            </dd>
          </div>
        ))}
        <div>
          <dt>Spread</dt>
          <dd className={quoteClass} title={(market && bandWords(market)) ?? quoteTitle}>
            {[spreadWords(quote) ?? '–', quote && QUOTE_STATES[quote.state]]
              .filter((word) => word !== undefined)
              .join(', ')}
          </dd>
        </div>
        <div>
          <dt>Last trade, New York</dt>
          <dd className="num" title={price && formatTimeTooltip(price.tradedAt)}>
            {price ? formatExchangeMoment(price.tradedAt, now) : '–'}
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

const ageWords = ({ receivedAt, readAt }: PriceRecord, now: number): string =>
  readAt === undefined ? formatAge(now - receivedAt) : `${formatAge(now - readAt)}, by snapshot`;
