import { useEffect, useEffectEvent, useMemo, useRef, useSyncExternalStore } from 'react';
import { describeFailure } from '#contract/failure.ts';
import { OrderChange } from '#contract/orders.ts';
import type { ChartLook } from '#contract/ui.ts';
import { ChartNotes } from '#renderer/chart/ChartNotes.tsx';
import { ChartTable } from '#renderer/chart/ChartTable.tsx';
import { createChartControl, type ChartControl } from '#renderer/chart/chart-control.ts';
import { useGaps } from '#renderer/chart/use-gaps.ts';
import { useSession } from '#renderer/session/session.ts';
import { usePrivacy } from '#renderer/ui/privacy.ts';
import { pageTurns } from '#renderer/core/turns.ts';

type Props = {
  symbol: string;
  look: ChartLook;
  isTable: boolean;
  /** Absent where there is no ticket to put it into. */
  onPickPrice?: (price: string) => void;
  onMoveOrder: (orderId: string, change: OrderChange) => void;
};

/** The chart itself, its table twin, and what must be said over it. The drawing is fed past React. */
export function ChartFigure({ symbol, look, isTable, onPickPrice, onMoveOrder }: Props) {
  const { bridge, profile, feeds } = useSession();
  const { accountId } = profile;
  const host = useRef<HTMLDivElement>(null);
  const control = useMemo(
    () => createChartControl({ bridge, feeds, accountId, now: Date.now, turns: pageTurns }),
    [bridge, feeds, accountId],
  );
  const { state, isAway } = useSyncExternalStore(control.onStatus, control.status);
  const gaps = useGaps(bridge, accountId);
  const isPrivate = usePrivacy();
  const { timeframe } = look;
  const feed = control.feed();

  const pickPrice = useEffectEvent((price: string) => onPickPrice?.(price));
  const moveOrder = useEffectEvent((orderId: string, change: OrderChange) =>
    onMoveOrder(orderId, change),
  );
  const mount = useEffectEvent((of: ChartControl, element: HTMLElement) =>
    of.mount(element, look, {
      onPickPrice: (price) => pickPrice(price),
      onMoveOrder: ({ orderId, member }, price) =>
        moveOrder(orderId, OrderChange.parse({ [member]: price })),
    }),
  );
  useEffect(() => (host.current ? mount(control, host.current) : undefined), [control]);
  useEffect(() => control.show(symbol, timeframe), [control, symbol, timeframe]);
  useEffect(() => control.setLook(look), [control, look]);
  useEffect(() => control.setGaps(gaps), [control, gaps]);
  useEffect(() => control.setPrivate(isPrivate), [control, isPrivate]);

  const how = onPickPrice
    ? 'Click the price axis, or Alt-click the chart, to put a price into the ticket.'
    : 'Drag the line of an open order, or use its arrow keys, to change it.';
  return (
    <figure
      className="chart-figure"
      aria-label={`Price chart, ${symbol}`}
      aria-busy={state.phase === 'loading'}
    >
      <div className="chart-stage">
        <div ref={host} className="chart-host" inert={isTable || state.phase !== 'ready'} />
        {state.phase === 'loading' && <Skeleton symbol={symbol} />}
        {state.phase === 'failed' && (
          <div className="chart-message" role="alert">
            <p>
              The bars of {symbol} could not be read. {describeFailure(state.failure)}
            </p>
            {'requestId' in state.failure && state.failure.requestId !== undefined && (
              <p className="quiet-text">
                Request <code>{state.failure.requestId}</code>
              </p>
            )}
            <button type="button" onClick={() => feed?.reload()}>
              Try again
            </button>
          </div>
        )}
        {state.phase === 'ready' && state.isEmpty && (
          <p className="chart-message">
            The broker has no bars of {symbol}. Check the symbol, or wait for its first trade.
          </p>
        )}
        {isTable && feed && <ChartTable feed={feed} symbol={symbol} />}
        <ChartNotes
          symbol={symbol}
          state={state}
          gaps={gaps}
          isAway={isAway && !isTable}
          onLatest={() => control.showLatest()}
          onCancel={() => feed?.cancelOlder()}
          onRetry={() => feed?.loadOlder()}
          onReload={() => feed?.reload()}
        />
      </div>
      <figcaption className="chart-caption">
        <span className="cut" title={how}>
          {how}
        </span>
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          Charts by TradingView
        </a>
      </figcaption>
    </figure>
  );
}

function Skeleton({ symbol }: { symbol: string }) {
  return (
    <div className="chart-message">
      <p className="quiet-text">Reading the bars of {symbol}</p>
      <div className="chart-bones" aria-hidden="true">
        {[40, 52, 40, 64, 64, 74, 52, 64, 86, 74, 52, 64].map((height, n) => (
          // oxlint-disable-next-line react/no-array-index-key -- they have nothing but their place
          <span key={n} className="bone" style={{ height: `${height}%` }} />
        ))}
      </div>
    </div>
  );
}
