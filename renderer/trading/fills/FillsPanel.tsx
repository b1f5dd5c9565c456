import { Fragment, useEffect, useMemo, type ReactNode } from 'react';
import { termsOf } from '#contract/orders.ts';
import { LastHeard } from '#renderer/session/Age.tsx';
import { FirstReading } from '#renderer/session/FirstReading.tsx';
import { ExportMenu } from '#renderer/session/ExportMenu.tsx';
import {
  acceptsFill,
  compareFills,
  createFillList,
  revisionWords,
  struckOf,
  type FillFilter,
  type FillRow,
  type Terms,
} from '#renderer/trading/fills/fill-rows.ts';
import { fillTotals } from '#renderer/trading/fills/fill-totals.ts';
import { SIDES } from '#renderer/trading/orders/order-filter.ts';
import { usePanelState } from '#renderer/session/use-panel-state.ts';
import { useSession } from '#renderer/session/session.ts';
import { useRemembered } from '#renderer/session/use-remembered.ts';
import { formatPrice } from '#renderer/ui/format.ts';
import { Amount } from '#renderer/ui/Amount.tsx';
import { TotalsLine } from '#renderer/ui/TotalsLine.tsx';
import { usePrivacy } from '#renderer/ui/privacy.ts';
import { Quantity } from '#renderer/ui/Quantity.tsx';
import { Select } from '#renderer/ui/Select.tsx';
import {
  figures,
  ids,
  MOMENT_PX,
  moments,
  NINE_DECIMALS,
  widthFor,
  widthForPrice,
  type Column,
} from '#renderer/ui/table/column.ts';
import { DataTable } from '#renderer/ui/table/DataTable.tsx';
import type { ExportColumn } from '#renderer/ui/table/export-text.ts';
import type { RowsView } from '#renderer/ui/table/sorted-rows.ts';
import { useRows } from '#renderer/ui/table/use-rows.ts';
import { useNow } from '#renderer/ui/use-now.ts';
import { useColumnLayout, useKeptSorting } from '#renderer/session/use-column-layout.ts';

const NO_FILTER: FillFilter = { text: '', side: 'any' };
const NO_ROWS: RowsView<FillRow> = { rows: [], total: 0 };

export function FillsPanel() {
  const { feeds, choose } = useSession();
  const kept = useColumnLayout('fills');
  const list = useMemo(() => createFillList(feeds.executions), [feeds]);
  const [filter, setFilter] = useRemembered('fills filter', NO_FILTER);
  const [sorting, setSorting] = useKeptSorting('fills');
  const state = usePanelState('executions');
  const now = useNow(60_000);
  useEffect(() => list.rows.arrange({ accepts: acceptsFill(filter) }), [list, filter]);
  useEffect(() => list.rows.arrange({ compare: compareFills(sorting) }), [list, sorting]);
  useEffect(() => list.start(), [list]);
  const rows = useRows(list.rows);
  // Until all are there no part of them is shown, and no sum.
  const view = state.kind === 'loading' ? NO_ROWS : rows;
  const totals = useMemo(() => fillTotals(view.rows), [view]);
  const { qty, price } = useMemo(() => figureRoom(view.rows), [view]);
  const isPrivate = usePrivacy();
  const columns = useMemo(
    () => fillColumns(now, { qty, price }, isPrivate),
    [now, qty, price, isPrivate],
  );

  return (
    <section className="panel" aria-labelledby="fills-title">
      <div className="panel-head">
        <h2 id="fills-title" className="panel-title">
          Fills
        </h2>
        <input
          className="filter-text"
          type="search"
          aria-label="Filter fills by text"
          placeholder="Find"
          value={filter.text}
          maxLength={200}
          onChange={(event) => setFilter({ ...filter, text: event.target.value })}
        />
        <Select
          label="Filter fills by side"
          value={filter.side}
          options={SIDES}
          onChange={(side) => setFilter({ ...filter, side })}
        />
        <div className="panel-action">
          <ExportMenu what="fills" view={view} columns={FILL_EXPORT} />
        </div>
      </div>
      {state.kind === 'ready' && <LastHeard />}
      <FirstReading />
      <DataTable
        name="Fills"
        kept={kept}
        columns={columns}
        view={view}
        keyOf={keyOf}
        state={state}
        sorting={sorting}
        onSort={setSorting}
        rowClass={rowClass}
        onOpen={(row) => choose(row.symbol)}
        empty={
          view.total > 0
            ? 'No fills match the filter. Change it above to see more.'
            : 'No fills yet. Each fill appears here with its price and time. Place an order to get one.'
        }
      />
      {view.rows.length > 0 && (
        <TotalsLine
          name="Fills in this table"
          totals={[
            ['Bought', <Amount key="bought" value={totals.bought} />],
            ['Sold', <Amount key="sold" value={totals.sold} />],
            ['Net', <Amount key="net" value={totals.net} />],
          ]}
        />
      )}
    </section>
  );
}

const rowClass = ({ revision }: FillRow): string =>
  revision === undefined ? '' : `fill-${revision.kind}`;
const keyOf = ({ key }: FillRow): string => key;

type RevisedProps = {
  row: FillRow;
  of: (terms: Terms) => string;
  children: (value: string) => ReactNode;
};

/** What the broker took back is struck through, with what holds instead before it. */
function Revised({ row, of, children }: RevisedProps) {
  return (
    <>
      {row.revision?.kind !== 'bust' && children(of(termsOf(row)))}
      {struckOf(row, of).map((value) => (
        <Fragment key={value}>
          {' '}
          <s className="quiet-text">{children(value)}</s>
        </Fragment>
      ))}
    </>
  );
}

type Room = { qty: number; price: number };

/** One that was corrected stands beside those before. */
const [TWO_QUANTITIES_PX, TWO_PRICES_PX, PRICE_PX] = [NINE_DECIMALS, 128, 58];

/** For the longest figures that there are: they are never cut off. */
function figureRoom(rows: readonly FillRow[]): Room {
  const room: Room = { qty: 0, price: 0 };
  for (const { qty, price, revision, revisedBefore = [] } of rows) {
    const pricesPx = TWO_PRICES_PX + revisedBefore.length * PRICE_PX;
    room.qty = Math.max(room.qty, widthFor([qty]), revision ? TWO_QUANTITIES_PX : 0);
    room.price = Math.max(room.price, widthForPrice(price), revision ? pricesPx : 0);
  }
  return room;
}

export const fillColumns = (now: number, room: Room, isPrivate = false): Column<FillRow>[] => [
  { id: 'symbol', head: 'Symbol', width: 66, cell: ({ symbol }) => symbol },
  {
    id: 'side',
    head: 'Side',
    width: 46,
    className: ({ side }) => (side === 'buy' ? 'up' : 'down'),
    // 'sell short'
    isTwoLines: ({ side }) => side.includes('_'),
    cell: (row) => (
      <>
        {row.side.replaceAll('_', ' ')}
        {row.revision && <span className="visually-hidden">, {revisionWords(row, isPrivate)}</span>}
      </>
    ),
  },
  figures('qty', 'Quantity', room.qty, (row) => (
    <Revised row={row} of={({ qty }) => qty}>
      {(qty) => <Quantity value={qty} />}
    </Revised>
  )),
  figures(
    'price',
    'Price',
    room.price,
    (row) => (
      <Revised row={row} of={({ price }) => price}>
        {formatPrice}
      </Revised>
    ),
    { className: () => 'num', tooltip: (row) => revisionWords(row, isPrivate) },
  ),
  { ...moments<FillRow>('Time', MOMENT_PX, now, ({ moment }) => moment), fold: 2 },
  { ...ids<FillRow>('Order', 'Order id', 96, ({ orderId }) => orderId), id: 'order', fold: 3 },
];

const FILL_EXPORT: readonly ExportColumn<FillRow>[] = [
  ['symbol', (row) => row.symbol],
  ['side', (row) => row.side],
  ['quantity', (row) => row.qty],
  ['cumulative_quantity', (row) => row.cumQty],
  ['price', (row) => row.price],
  ['filled_at', (row) => row.at],
  ['order_id', (row) => row.orderId],
  ['execution_id', (row) => row.executionId],
  ['revision', (row) => row.revision?.kind],
  ['revised_at', (row) => row.revision?.at],
  ['quantity_now', (row) => termsOf(row).qty],
  ['price_now', (row) => termsOf(row).price],
];
