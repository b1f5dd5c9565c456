import { useEffect, useRef } from 'react';
import type { AccountFeeds } from '#renderer/feed/account-feeds.ts';
import { useSlice } from '#renderer/feed/use-slice.ts';
import { isPriceStale } from '#renderer/screens/desk/staleness.ts';
import { createTickLine } from '#renderer/screens/desk/tick-line.ts';
import { useSession } from '#renderer/session/session.ts';
import { Change } from '#renderer/ui/Change.tsx';
import {
  formatAge,
  formatExchangeTime,
  formatPrice,
  formatTimeTooltip,
} from '#renderer/ui/format.ts';
import { Price } from '#renderer/ui/Price.tsx';
import { useNow } from '#renderer/ui/use-now.ts';

type Props = { symbol: string; feeds: AccountFeeds };

export function ChartPanel() {
  const { symbol, feeds } = useSession();
  if (symbol === undefined) return <section className="panel" aria-label="Price" />;
  return <SymbolPanel key={symbol} symbol={symbol} feeds={feeds} />;
}

function SymbolPanel({ symbol, feeds }: Props) {
  const price = useSlice(feeds.prices, symbol);
  const stream = useSlice(feeds.streams, 'prices');
  const now = useNow(1_000);
  const isStale = isPriceStale(price, stream, now);
  return (
    <section className="panel symbol-panel" aria-label={`Price of ${symbol}`}>
      <h2 className="panel-title">{symbol}</h2>
      <p className="headline">
        <Price value={price?.price} stale={isStale} />
        <Change amount={price?.change} percent={price?.changePercent} />
      </p>
      <dl className="facts">
        <div>
          <dt>Previous close</dt>
          <dd className="num">
            {price?.previousClose === undefined ? '–' : formatPrice(price.previousClose)}
          </dd>
        </div>
        <div>
          <dt>Last trade, New York</dt>
          <dd className="num" title={price && formatTimeTooltip(price.tradedAt)}>
            {price ? formatExchangeTime(price.tradedAt) : '–'}
          </dd>
        </div>
        <div>
          <dt>Age</dt>
          <dd className={isStale ? 'num stale' : 'num'}>
            {price ? formatAge(now - price.receivedAt) : '–'}
          </dd>
        </div>
      </dl>
      <TickLine symbol={symbol} feeds={feeds} />
    </section>
  );
}

/** The last two hours, minute by minute, and every trade since this panel opened; drawn without React. */
function TickLine({ symbol, feeds }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return undefined;
    const line = createTickLine(canvas.current);
    const take = () => {
      const price = feeds.prices.get(symbol);
      if (price) line.addTrade(price.tradedAt, price.price);
    };
    take();
    const stops = [
      feeds.prices.on(symbol, take),
      feeds.watchBars(symbol, (bars, isReset) => line.addBars(bars, isReset)),
    ];
    return () => {
      for (const stop of stops) stop();
      line.stop();
    };
  }, [symbol, feeds]);
  return (
    <figure className="tick-line">
      <canvas ref={canvas} role="img" aria-label={`${symbol}, the last two hours`} />
      <figcaption className="quiet-text">The last two hours, New York time</figcaption>
    </figure>
  );
}
