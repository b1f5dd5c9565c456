import type { DrawingKind } from '#contract/drawings.ts';
import { barPrice } from '#renderer/chart/legend.ts';
import { DRAWING_WORDS } from '#renderer/chart/drawings/words.ts';
import { formatBarTime } from '#renderer/chart/time-axis.ts';
import type { ChartToolset } from '#renderer/chart/use-chart-tools.ts';

type Props = { tools: ChartToolset };

/** What the tool in hand waits for, and the way back from what was done last. */
export function ToolNotes({ tools: { doing, undo, take } }: Props) {
  return (
    <>
      {doing && (
        <p className="chart-note" role="status" aria-label="Drawing">
          {DRAWING_WORDS[doing.kind]}: {asks(doing.kind, doing.placed)} Ctrl snaps to the bar’s
          prices.
          {doing.at && (
            <span className="num">
              {barPrice(doing.at.price)}, {formatBarTime(doing.at.time, true)}
            </span>
          )}
          <button type="button" className="small" onClick={() => take(undefined)}>
            Stop
          </button>
        </p>
      )}
      {undo.news !== undefined && (
        <p className="chart-note" role="status" aria-label="Done on the chart">
          {undo.news}
          <button type="button" className="small" onClick={undo.undo}>
            Undo
          </button>
        </p>
      )}
    </>
  );
}

const asks = (kind: DrawingKind, placed: number): string =>
  kind === 'horizontal'
    ? 'click a price, or use the arrow keys and Enter.'
    : `click the ${placed === 0 ? 'first' : 'second'} point, or use the arrow keys and Enter.`;
