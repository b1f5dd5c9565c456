import { notTradedHere } from '#contract/order-choices.ts';
import { useMemo } from 'react';
import type { Position, UnreadPosition } from '#contract/orders.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { ExportMenu } from '#renderer/session/ExportMenu.tsx';
import { useDesk } from '#renderer/trading/desk-control.ts';
import {
  figureRoom,
  POSITION_EXPORT,
  positionColumns,
  sortPositions,
} from '#renderer/trading/positions/position-columns.tsx';
import { usePanelState } from '#renderer/session/use-panel-state.ts';
import { FeedLabel } from '#renderer/session/Market.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useRemembered } from '#renderer/session/use-remembered.ts';
import { usePrivacy } from '#renderer/ui/privacy.ts';
import type { Sorting } from '#renderer/ui/table/compare.ts';
import { ReadAgo, useAge } from '#renderer/session/Age.tsx';
import { DataTable } from '#renderer/ui/table/DataTable.tsx';

export function PositionsPanel() {
  const { feeds, choose } = useSession();
  const { wayOut } = useDesk();
  const held = useSlice(feeds.positions, 'positions');
  const [sorting, setSorting] = useRemembered<Sorting | undefined>('positions sorting', undefined);
  const panel = usePanelState('positions');
  const { isStale, words } = useAge(held?.receivedAt);
  const view = useMemo(() => {
    const rows = sortPositions(held?.positions ?? [], sorting);
    return { rows, total: rows.length };
  }, [held, sorting]);

  const isPrivate = usePrivacy();
  const hasOthers = view.rows.some(
    ({ symbol, assetClass }) => notTradedHere(symbol, assetClass) !== undefined,
  );
  const { qty, entry, price, percent } = figureRoom(view.rows);
  const columns = useMemo(
    () =>
      positionColumns(
        { isStale, isPrivate, hasOthers, room: { qty, entry, price, percent } },
        (symbol) => wayOut({ kind: 'close', symbols: [symbol] }),
      ),
    [isStale, isPrivate, hasOthers, qty, entry, price, percent, wayOut],
  );

  return (
    <section className="panel" aria-labelledby="positions-title">
      <div className="panel-head">
        <h2 id="positions-title" className="panel-title">
          Positions
        </h2>
        <FeedLabel />
        <ReadAgo words={words} />
        <div className="panel-action">
          <ExportMenu what="positions" view={view} columns={POSITION_EXPORT} />
          <button
            type="button"
            className="small"
            disabled={view.rows.length === 0 && !held?.unread}
            onClick={() => wayOut({ kind: 'flatten' })}
          >
            Flatten
          </button>
        </div>
      </div>
      {held?.unread && (
        <p className="panel-stale warning" role="status">
          {unreadWords(held.unread)}
        </p>
      )}
      <DataTable
        name="Positions"
        columns={columns}
        view={view}
        keyOf={keyOf}
        // A reading may come long after the feed has opened.
        state={held || panel.kind === 'failed' ? panel : { kind: 'loading' }}
        sorting={sorting}
        onSort={setSorting}
        onOpen={({ symbol }) => choose(symbol)}
        empty="Nothing is held. What an order buys appears here."
      />
    </section>
  );
}

/** 'Held at the broker and not readable: TSLA (qty).' */
function unreadWords(unread: readonly UnreadPosition[]): string {
  const names = unread.map(
    ({ symbol = 'one without a symbol', where }) => symbol + (where && ` (${where})`),
  );
  return `Held at the broker and not readable: ${names.join(', ')}. Not in this table, and not closed from here: look at it there.`;
}

const keyOf = ({ symbol }: Position): string => symbol;
