import type { ReactNode } from 'react';
import { describeFailure } from '#contract/failure.ts';
import { isHearing } from '#contract/records.ts';
import type { Gap } from '#contract/trading.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import type { ChartState } from '#renderer/chart/chart-feed.ts';
import { haltWords } from '#renderer/session/quote-words.ts';
import { useMarket } from '#renderer/session/use-market.ts';
import { useSession } from '#renderer/session/session.ts';
import { formatExchangeMoment } from '#renderer/ui/format.ts';
import { useNow } from '#renderer/ui/use-now.ts';

type Props = {
  symbol: string;
  state: ChartState;
  gaps: readonly Gap[];
  isAway: boolean;
  onLatest: () => void;
  onCancel: () => void;
  onRetry: () => void;
  onReload: () => void;
  /** More to be said, of the tools. */
  children?: ReactNode;
};

const COUNT = new Intl.NumberFormat('en-US');
/** How long a gap that was filled is still spoken of. */
const RECENT_MS = 5 * 60_000;

/** What must be said over the bars: what is being read, what is old, what was missed. None of it moves the chart. */
export function ChartNotes(props: Props) {
  const { symbol, state, gaps, isAway, onLatest, onCancel, onRetry, onReload, children } = props;
  const { feeds } = useSession();
  const stream = useSlice(feeds.streams, 'prices');
  const now = useNow(5_000);
  const { market } = useMarket(symbol);
  const halted = market && haltWords(market, now);
  const gap = gaps.at(-1);
  const isGapTold = gap && (gap.filledAt === undefined || now - gap.filledAt < RECENT_MS);
  const ready = state.phase === 'ready' ? state : undefined;
  return (
    <div className="chart-notes">
      {halted !== undefined && (
        <p className="chart-note warn" role="status" aria-label="Trading halt">
          {halted}
        </p>
      )}
      {ready?.older !== undefined && (
        <p className="chart-note" role="status" aria-label="Loading earlier bars">
          <progress aria-label="Loading earlier bars" />
          <span>
            Loading earlier bars
            {ready.older > 0 && <span className="num"> · {COUNT.format(ready.older)} read</span>}
          </span>
          <button type="button" className="small" onClick={onCancel}>
            Cancel
          </button>
        </p>
      )}
      {ready?.olderFailure && (
        <p className="chart-note" role="alert">
          Earlier bars could not be loaded. {describeFailure(ready.olderFailure)}
          <button type="button" className="small" onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
      {ready?.savedAt !== undefined && (
        <p className="chart-note warn" role="status">
          Saved bars from {formatExchangeMoment(ready.savedAt, now)} New York. The broker cannot be
          reached right now.
        </p>
      )}
      {ready?.partialFrom !== undefined && ready.savedAt === undefined && (
        <p className="chart-note warn" role="status" aria-label="Incomplete bar">
          The bar from {formatExchangeMoment(ready.partialFrom, now)} New York is incomplete: part
          of its data could not be loaded.
          <button type="button" className="small" onClick={onReload}>
            Reload
          </button>
        </p>
      )}
      {stream?.phase === 'quiet' && stream.message !== undefined && (
        <p className="chart-note" role="status" aria-label="Quiet prices">
          {stream.message}
        </p>
      )}
      {stream && !isHearing(stream.phase) && ready && ready.savedAt === undefined && (
        <p className="chart-note warn" role="status">
          The price stream is {stream.phase}. The latest bars are only as recent as the last price.
        </p>
      )}
      {isGapTold && (
        <p className="chart-note" role="status" aria-label="Gap in prices">
          Prices were missed from {formatExchangeMoment(gap.from, now)} to{' '}
          {formatExchangeMoment(gap.to, now)}
          {gap.filledAt === undefined ? ', reloading' : ', filled'}
        </p>
      )}
      {children}
      {isAway && (
        <button type="button" className="small chart-latest" onClick={onLatest}>
          Show latest
        </button>
      )}
    </div>
  );
}
