import '#renderer/screens/desk/watchlist/watchlist.css';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { delay } from '#renderer/core/delay.ts';
import { createDayLines } from '#renderer/core/feeds/day-lines.ts';
import { AddSymbol } from '#renderer/screens/desk/watchlist/AddSymbol.tsx';
import { ListMenu } from '#renderer/screens/desk/watchlist/ListMenu.tsx';
import { createLiveRows } from '#renderer/screens/desk/watchlist/live-rows.ts';
import { useWatchlists } from '#renderer/screens/desk/watchlist/use-watchlists.ts';
import { watchColumns } from '#renderer/screens/desk/watchlist/watch-columns.tsx';
import {
  moveSymbol,
  sortSymbols,
  type WatchRow,
} from '#renderer/screens/desk/watchlist/watch-rows.ts';
import { FeedLabel } from '#renderer/session/Market.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { useRemembered } from '#renderer/session/use-remembered.ts';
import { pageClock } from '#renderer/core/clock.ts';
import type { Sorting } from '#renderer/ui/table/compare.ts';
import { DataTable, type TableState } from '#renderer/ui/table/DataTable.tsx';
import { pageTurns } from '#renderer/core/turns.ts';
import { useWhenNow } from '#renderer/ui/use-now.ts';
import { useWidth } from '#renderer/ui/use-width.ts';
import { useColumnLayout } from '#renderer/session/use-column-layout.ts';

/** Rows that trade places under the pointer are worse than rows that are a moment behind. */
const SORT_EVERY_MS = 2_000;
const NARROW_PX = 390;
const NONE: readonly string[] = [];

export function WatchlistPanel() {
  const { bridge, profile, feeds, symbol: selected, choose } = useSession();
  const kept = useColumnLayout('watchlist');
  const watchlists = useWatchlists(bridge, profile.accountId);
  const { list, problem, arrange, remove } = watchlists;
  const notes = useSlice(feeds.streams, 'prices')?.notes;
  const symbols = list?.symbols ?? NONE;
  const [sorting, setSorting] = useRemembered<Sorting | undefined>('watchlist sorting', undefined);
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const [said, setSaid] = useState('');
  const panel = useRef<HTMLElement>(null);
  const isNarrow = useWidth(panel) < NARROW_PX;
  // The clock counts only while it is sorted.
  const orderedAt = useWhenNow(SORT_EVERY_MS, (now) => (sorting ? now : 0));
  // The minutes of another feed are not put behind those of the one before.
  const feed = useSlice(feeds.market, 'market')?.feed;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- begun anew with each feed
  const lines = useMemo(() => createDayLines({ ...feeds, delayMs: delay }), [feeds, feed]);
  const live = useMemo(
    () => createLiveRows({ ...feeds, clock: pageClock, turns: pageTurns }),
    [feeds],
  );

  const [first] = symbols;
  useEffect(() => {
    if (selected === undefined && first !== undefined) choose(first);
  }, [selected, first, choose]);

  const rowOf = useMemo(() => new Map(symbols.map((symbol) => [symbol, { symbol }])), [symbols]);
  const view = useMemo(() => {
    const order = sortSymbols(symbols, sorting, feeds.prices.get);
    const rows = order.flatMap((symbol) => rowOf.get(symbol) ?? []);
    return { rows, total: rows.length, orderedAt };
  }, [symbols, rowOf, sorting, feeds, orderedAt]);

  const columns = useMemo(
    () =>
      watchColumns({
        symbols,
        rows: live,
        lines,
        isNarrow,
        onSelect: choose,
        onRemove: (symbol) => void remove(symbol),
      }),
    [symbols, live, lines, isNarrow, choose, remove],
  );

  function move(symbol: string, to: number): void {
    if (sorting) {
      setSaid('The list is sorted by a column. Turn sorting off to reorder it by hand.');
      return;
    }
    const next = moveSymbol(symbols, symbol, to);
    setSaid(`${symbol} is now number ${next.indexOf(symbol) + 1} of ${next.length}.`);
    if (next.some((listed, nth) => listed !== symbols[nth])) void arrange(next);
  }

  function onRowKey({ symbol }: WatchRow, event: KeyboardEvent): boolean {
    if (event.key === 'Delete') {
      void remove(symbol);
      return true;
    }
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return false;
    move(symbol, symbols.indexOf(symbol) + (event.key === 'ArrowUp' ? -1 : 1));
    return true;
  }

  function endDrag(): void {
    setDragged(undefined);
    setOver(undefined);
  }

  const drag = {
    onStart: ({ symbol }: WatchRow) => setDragged(symbol),
    onOver: ({ symbol }: WatchRow) => setOver(symbol),
    onDrop() {
      if (dragged !== undefined && over !== undefined) move(dragged, symbols.indexOf(over));
      endDrag();
    },
    onEnd: endDrag,
  };

  function rowClass({ symbol }: WatchRow): string | undefined {
    if (dragged === undefined || sorting || symbol !== over || symbol === dragged) return undefined;
    return symbols.indexOf(dragged) < symbols.indexOf(symbol) ? 'drop-after' : 'drop-before';
  }

  return (
    <section ref={panel} className="panel watchlist" aria-labelledby="watchlist-title">
      <div className="panel-head watchlist-head">
        <h2 id="watchlist-title" className="panel-title">
          Watchlist
        </h2>
        <FeedLabel />
        <div className="panel-action watchlist-lists">
          <ListMenu watchlists={watchlists} />
        </div>
      </div>
      <AddSymbol
        add={watchlists.add}
        problem={list ? problem : undefined}
        onEdit={list && watchlists.forget}
      />
      {notes !== undefined && (
        <p className="watchlist-note" role="status" aria-label="Watchlist prices">
          {notes.join(' ')}
        </p>
      )}
      <DataTable
        name="Watchlist"
        kept={kept}
        columns={columns}
        view={view}
        keyOf={keyOf}
        state={stateOf(list !== undefined, problem, watchlists.reload)}
        sorting={sorting}
        onSort={setSorting}
        rowClass={rowClass}
        selectedKey={selected}
        onOpen={({ symbol }) => choose(symbol)}
        onMove={({ symbol }) => choose(symbol)}
        onRowKey={onRowKey}
        drag={drag}
        empty="This watchlist is empty. Add a symbol above, for example AAPL."
      />
      <p className="visually-hidden" role="status" aria-label="Watchlist order">
        {said}
      </p>
    </section>
  );
}

const keyOf = ({ symbol }: WatchRow): string => symbol;

function stateOf(isKnown: boolean, problem: string | undefined, onRetry: () => void): TableState {
  if (isKnown) return { kind: 'ready' };
  return problem === undefined ? { kind: 'loading' } : { kind: 'failed', text: problem, onRetry };
}
