import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { describeFailure } from '#contract/failure.ts';
import { OrderChange } from '#contract/orders.ts';
import type { ChartLook } from '#contract/ui.ts';
import { ChartNotes } from '#renderer/chart/ChartNotes.tsx';
import { ChartTable } from '#renderer/chart/ChartTable.tsx';
import { ChartContextMenu } from '#renderer/chart/ChartContextMenu.tsx';
import type { ChartControl } from '#renderer/chart/chart-control.ts';
import type { ToolActions } from '#renderer/chart/chart-tools.ts';
import { LinesAway } from '#renderer/chart/LinesAway.tsx';
import { NO_PLAN, type ChartPlan, type PlanMove } from '#renderer/chart/line-marks.ts';
import { ToolNotes } from '#renderer/chart/ToolNotes.tsx';
import { TypedSymbol, useTypedSymbol } from '#renderer/chart/TypedSymbol.tsx';
import type { ChartToolset } from '#renderer/chart/use-chart-tools.ts';
import { useGaps } from '#renderer/chart/use-gaps.ts';
import { useSession } from '#renderer/session/session.ts';
import { usePrivacy } from '#renderer/ui/privacy.ts';

type Props = {
  symbol: string;
  control: ChartControl;
  tools: ChartToolset;
  look: ChartLook;
  isTable: boolean;
  /** Absent where there is no ticket to put it into. */
  onPickPrice?: (price: string) => void;
  onMoveOrder: (orderId: string, change: OrderChange) => void;
  onRemoveIndicator: (place: number) => void;
  onCancelOrder: (orderId: string) => Promise<void>;
  /** Prices that are no order's yet, and what becomes of moving them. */
  plan?: ChartPlan;
  onPlan?: (move: PlanMove) => void;
  onSymbol: (symbol: string) => void;
};

/** The chart itself, its table twin, and what must be said over it. The drawing is fed past React. */
export function ChartFigure(props: Props) {
  const { symbol, control, tools, look, isTable, onPickPrice, onMoveOrder } = props;
  const { plan = NO_PLAN, onSymbol } = props;
  const { bridge, profile } = useSession();
  const { accountId } = profile;
  const host = useRef<HTMLDivElement>(null);
  const { state, isAway, outOfSight } = useSyncExternalStore(control.onStatus, control.status);
  const gaps = useGaps(bridge, accountId);
  const isPrivate = usePrivacy();
  const { timeframe } = look;
  const feed = control.feed();

  const pickPrice = useEffectEvent((price: string) => onPickPrice?.(price));
  const moveOrder = useEffectEvent((orderId: string, change: OrderChange) =>
    onMoveOrder(orderId, change),
  );
  const removeIndicator = useEffectEvent((place: number) => props.onRemoveIndicator(place));
  /** With what the tools know now, not with what they knew when the chart was made. */
  const act = useEffectEvent((run: (actions: ToolActions) => void) => run(tools.actions));
  const cancelOrder = useEffectEvent(async (orderId: string) => props.onCancelOrder(orderId));
  const movePlan = useEffectEvent((move: PlanMove) => props.onPlan?.(move));
  const mount = useEffectEvent((of: ChartControl, element: HTMLElement) =>
    of.mount(element, look, {
      onPickPrice: (price) => pickPrice(price),
      onMoveOrder: ({ orderId, member }, price) =>
        moveOrder(orderId, OrderChange.parse({ [member]: price })),
      onRemoveIndicator: (place) => removeIndicator(place),
      tools: {
        onDraw: (change) => act(({ onDraw }) => onDraw(change)),
        onDoing: (doing) => act(({ onDoing }) => onDoing(doing)),
        onAlert: (price) => act(({ onAlert }) => onAlert(price)),
        onMoveAlert: (id, price) => act(({ onMoveAlert }) => onMoveAlert(id, price)),
        onRemoveAlert: (id) => act(({ onRemoveAlert }) => onRemoveAlert(id)),
        onUndo: () => act(({ onUndo }) => onUndo()),
      },
      onCancelOrder: async (orderId) => cancelOrder(orderId),
      onPlan: (move) => movePlan(move),
    }),
  );
  useEffect(() => (host.current ? mount(control, host.current) : undefined), [control]);
  useEffect(() => control.show(symbol, timeframe), [control, symbol, timeframe]);
  useEffect(() => control.setLook(look), [control, look]);
  useEffect(() => control.setGaps(gaps), [control, gaps]);
  useEffect(() => control.setPrivate(isPrivate), [control, isPrivate]);
  useEffect(() => control.setPlan(plan), [control, plan]);
  const typed = useTypedSymbol(host, state.phase === 'ready');

  const how = onPickPrice
    ? 'Click the axis or Alt-click to set a price. Type to change the symbol.'
    : 'Drag an open order’s line, or focus it and use the arrow keys, to change the order.';
  return (
    <figure
      className="chart-figure"
      aria-label={`Price chart, ${symbol}`}
      aria-busy={state.phase === 'loading'}
    >
      <div className="chart-stage">
        <ChartContextMenu tools={tools}>
          <div ref={host} className="chart-host" inert={isTable || state.phase !== 'ready'} />
        </ChartContextMenu>
        {state.phase === 'ready' && !isTable && (
          <LinesAway
            out={outOfSight}
            onBring={(key) => control.bring(key)}
            onFit={() => control.fitBars()}
          />
        )}
        {typed.begun !== undefined && (
          <TypedSymbol begun={typed.begun} onSymbol={onSymbol} onLeave={typed.leave} />
        )}
        {state.phase === 'loading' && <Skeleton symbol={symbol} />}
        {state.phase === 'failed' && (
          <div className="chart-message" role="alert">
            <p>
              Could not load bars for {symbol}. {describeFailure(state.failure)}
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
            The broker has no bars for {symbol}. Check the symbol, or wait for its first trade.
          </p>
        )}
        {isTable && feed && <ChartTable feed={feed} symbol={symbol} drawings={tools.drawings} />}
        <ChartNotes
          symbol={symbol}
          state={state}
          gaps={gaps}
          isAway={isAway && !isTable}
          onLatest={() => control.showLatest()}
          onCancel={() => feed?.cancelOlder()}
          onRetry={() => feed?.loadOlder()}
          onReload={() => feed?.reload()}
        >
          <ToolNotes tools={tools} />
        </ChartNotes>
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
      <p className="quiet-text">Loading bars for {symbol}</p>
      <div className="chart-bones" aria-hidden="true">
        {[40, 52, 40, 64, 64, 74, 52, 64, 86, 74, 52, 64].map((height, n) => (
          // oxlint-disable-next-line react/no-array-index-key -- they have nothing but their place
          <span key={n} className="bone" style={{ height: `${height}%` }} />
        ))}
      </div>
    </div>
  );
}
