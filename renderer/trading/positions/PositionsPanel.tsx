import '#renderer/trading/positions/way-out.css';
import { useCallback, useMemo, useRef } from 'react';
import { isOpen, type Position, type UnreadPosition } from '#contract/orders.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { ExportMenu } from '#renderer/session/ExportMenu.tsx';
import { useDesk } from '#renderer/trading/desk-control.ts';
import {
  figureRoom,
  hasEntryAt,
  isRestingFoldedAt,
  isWideFor,
  POSITION_EXPORT,
  positionColumns,
  totalCells,
  sortPositions,
} from '#renderer/trading/positions/position-columns.tsx';
import { positionMenu, type PositionAction } from '#renderer/trading/positions/PositionActions.tsx';
import { positionTotals } from '#renderer/trading/positions/position-totals.ts';
import { restingAgainst, restingWords } from '#renderer/trading/positions/resting.ts';
import { useAll } from '#renderer/session/use-all.ts';
import { usePanelState } from '#renderer/session/use-panel-state.ts';
import { FeedLabel } from '#renderer/session/Market.tsx';
import { useSession } from '#renderer/session/session.ts';
import { usePrivacy } from '#renderer/ui/privacy.ts';
import { ReadAgo, useAge, useUnpriced } from '#renderer/session/Age.tsx';
import { DataTable } from '#renderer/ui/table/DataTable.tsx';
import { useWidth } from '#renderer/ui/use-width.ts';
import { useColumnLayout, useKeptSorting } from '#renderer/session/use-column-layout.ts';

export function PositionsPanel() {
  const { feeds, choose } = useSession();
  const kept = useColumnLayout('positions');
  const { wayOut } = useDesk();
  const held = useSlice(feeds.positions, 'positions');
  const [sorting, setSorting] = useKeptSorting('positions');
  const panel = usePanelState('positions');
  const { isStale, words } = useAge(held?.receivedAt);
  const isUnpriced = useUnpriced();
  const view = useMemo(() => {
    const rows = sortPositions(held?.positions ?? [], sorting);
    return { rows, total: rows.length };
  }, [held, sorting]);

  const isPrivate = usePrivacy();
  const panelElement = useRef<HTMLElement>(null);
  // The same object until one of them needs another room: prices come ten times a second.
  const needed = JSON.stringify(figureRoom(view.rows));
  const room = useMemo(() => JSON.parse(needed) as ReturnType<typeof figureRoom>, [needed]);
  const width = useWidth(panelElement);
  const isWide = isWideFor(width, room);
  const hasEntry = hasEntryAt(width, room);
  const resting = useResting(view.rows);
  const act = useCallback(
    (kind: PositionAction, symbol: string) => wayOut({ kind, symbols: [symbol] }),
    [wayOut],
  );
  const columns = useMemo(() => {
    const made = (isRestingFolded: boolean) =>
      positionColumns(
        { isStale, isUnpriced, isPrivate, isWide, hasEntry, isRestingFolded, resting, room },
        act,
      );
    const plain = made(false);
    return isRestingFoldedAt(width, plain) ? made(true) : plain;
  }, [isStale, isUnpriced, isPrivate, isWide, hasEntry, width, resting, room, act]);

  const totals = useMemo(
    () => totalCells(positionTotals(view.rows), isStale || isUnpriced),
    [view, isStale, isUnpriced],
  );

  return (
    <section ref={panelElement} className="panel" aria-labelledby="positions-title">
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
        kept={kept}
        columns={columns}
        view={view}
        keyOf={keyOf}
        // A reading may come long after the feed has opened.
        state={held || panel.kind === 'failed' ? panel : { kind: 'loading' }}
        sorting={sorting}
        onSort={setSorting}
        // A total of one would say the same twice.
        totals={view.rows.length > 1 ? totals : undefined}
        onOpen={({ symbol }) => choose(symbol)}
        menuOf={({ symbol }) => positionMenu(symbol, act, choose)}
        empty="No positions. Filled orders appear here as positions. Fill in the ticket to open one."
      />
    </section>
  );
}

/** What rests against each, by its symbol; the same object until one of them reads differently. */
function useResting(positions: readonly Position[]): Readonly<Record<string, string>> {
  const { feeds } = useSession();
  const orders = useAll(feeds.orders);
  const words = useMemo(() => {
    const symbols = new Set(positions.map(({ symbol }) => symbol.replace('/', '')));
    // The entry of a leg counts too, be it filled.
    const own = orders.filter(
      ({ symbol, status, legs }) =>
        symbols.has(symbol.replace('/', '')) && (isOpen(status) || legs !== undefined),
    );
    return JSON.stringify(
      Object.fromEntries(
        positions.map((position) => [
          position.symbol,
          restingWords(restingAgainst(position, own), position),
        ]),
      ),
    );
  }, [positions, orders]);
  return useMemo(() => JSON.parse(words) as Record<string, string>, [words]);
}

/** 'Held at the broker and not readable: TSLA (qty).' */
function unreadWords(unread: readonly UnreadPosition[]): string {
  const names = unread.map(
    ({ symbol = 'one without a symbol', where }) => symbol + (where && ` (${where})`),
  );
  return `Held at the broker but not readable: ${names.join(', ')}. Not in this table, and cannot be closed from here. Check at the broker.`;
}

const keyOf = ({ symbol }: Position): string => symbol;
