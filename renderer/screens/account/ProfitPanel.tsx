import { useMemo } from 'react';
import { Bar, BarChart, CartesianGrid, Cell, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import { useAll } from '#renderer/session/use-all.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import {
  AXIS,
  nameAxisWidth,
  OLD_FILL,
  useMoneyTick,
  useUnit,
  ZERO,
} from '#renderer/screens/account/axes.ts';
import { profitBySymbol, type SymbolProfit } from '#renderer/screens/account/holdings.ts';
import { Plot } from '#renderer/screens/account/Plot.tsx';
import {
  missingWords,
  profitBars,
  scaleFromZero,
  type ProfitBar,
} from '#renderer/screens/account/plots.ts';
import { ChartSkeleton, TwinPanel } from '#renderer/screens/account/TwinPanel.tsx';
import { ExportMenu } from '#renderer/session/ExportMenu.tsx';
import { useSession } from '#renderer/session/session.ts';
import { ReadAgo, useAge } from '#renderer/session/Age.tsx';
import { Amount } from '#renderer/ui/Amount.tsx';
import { Gain } from '#renderer/ui/Gain.tsx';
import { Quantity } from '#renderer/ui/Quantity.tsx';
import { figures, widthFor, type Column } from '#renderer/ui/table/column.ts';
import { DataTable } from '#renderer/ui/table/DataTable.tsx';
import type { ExportColumn } from '#renderer/ui/table/export-text.ts';
import { useNow } from '#renderer/ui/use-now.ts';

/** A holding that neither gained nor lost is there too. */
const LEAST_BAR_PX = 2;

export function ProfitPanel() {
  const { feeds } = useSession();
  const held = useSlice(feeds.positions, 'positions');
  const { isStale, words } = useAge(held?.receivedAt);
  const positions = held?.positions;
  const sharesMoved = useSlice(feeds.account, 'account')?.sharesMoved;
  const executions = useAll(feeds.executions);
  const isHeard = useSlice(feeds.heard, 'positions');
  const now = useNow(60_000);
  const rows = useMemo(
    () => profitBySymbol(positions ?? [], executions, now, sharesMoved),
    [positions, executions, now, sharesMoved],
  );
  const view = { rows, total: rows.length };
  const qtyPx = widthFor(
    rows.map(({ qty }) => qty),
    70,
  );
  const columns = useMemo(() => columnsOf(isStale, qtyPx), [isStale, qtyPx]);
  return (
    <TwinPanel
      title="Profit and loss by symbol"
      action={<ExportMenu what="profit" view={view} columns={PROFIT_EXPORT} />}
      chart={<ProfitChart rows={rows} isStale={isStale} />}
      table={
        <DataTable
          name="Profit and loss by symbol"
          columns={columns}
          view={view}
          keyOf={({ symbol }) => symbol}
          state={{ kind: 'ready' }}
          empty=""
        />
      }
      instead={
        !isHeard ? (
          <ChartSkeleton what="profit and loss" />
        ) : rows.length === 0 ? (
          <p className="empty">
            No positions, and no fills today. Profit and loss by symbol appears here after a trade.
          </p>
        ) : undefined
      }
    >
      <span className="quiet-text">today</span>
      <ReadAgo words={words} />
    </TwinPanel>
  );
}

type Drawn = ProfitBar & { todayNumber: number };

function ProfitChart({ rows, isStale }: { rows: readonly SymbolProfit[]; isStale: boolean }) {
  const tick = useMoneyTick();
  const unit = useUnit();
  const data = useMemo(
    () => profitBars(rows).map((bar): Drawn => ({ ...bar, todayNumber: Number(bar.today) })),
    [rows],
  );
  const { domain, ticks } = scaleFromZero(data.map(({ todayNumber }) => todayNumber));
  const unknown = rows.filter(({ today }) => today === undefined).map(({ symbol }) => symbol);
  return (
    <Plot
      name="Today's profit and loss by symbol"
      words={[unit, missingWords(unknown, 'current price, last close or fills not known')]}
    >
      <BarChart
        data={data}
        layout="vertical"
        margin={{ top: 4, right: 20, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid stroke="var(--line)" horizontal={false} />
        <XAxis {...AXIS} type="number" domain={domain} ticks={ticks} tickFormatter={tick} />
        <YAxis
          {...AXIS}
          type="category"
          dataKey="name"
          width={nameAxisWidth(data.map(({ name }) => name))}
          interval={0}
        />
        <Tooltip
          content={<Read isStale={isStale} />}
          cursor={{ fill: 'var(--raised)' }}
          isAnimationActive={false}
        />
        <Bar
          dataKey="todayNumber"
          barSize={14}
          minPointSize={LEAST_BAR_PX}
          isAnimationActive={false}
        >
          {data.map(({ name, todayNumber }) => (
            <Cell key={name} fill={isStale ? OLD_FILL : colorOf(todayNumber)} />
          ))}
        </Bar>
        <ReferenceLine x={0} {...ZERO} />
      </BarChart>
    </Plot>
  );
}

const colorOf = (gain: number): string =>
  gain === 0 ? 'var(--text-faint)' : gain < 0 ? 'var(--down)' : 'var(--up)';

type ReadProps = { isStale: boolean; active?: boolean; payload?: readonly { payload?: unknown }[] };

function Read({ isStale, active = false, payload }: ReadProps) {
  const row = payload?.[0]?.payload as Drawn | undefined;
  if (!active || !row) return null;
  return (
    <div className="account-tip">
      <p>{row.name}</p>
      <p>
        Today <Gain value={row.today} stale={isStale} isEstimate={row.isEstimate} />
      </p>
      <p>
        Unrealized <Gain value={row.unrealized} stale={isStale} isEstimate={row.isEstimate} />
      </p>
    </div>
  );
}

const columnsOf = (stale: boolean, qtyPx: number): Column<SymbolProfit>[] => [
  { id: 'symbol', head: 'Symbol', width: 72, cell: ({ symbol }) => symbol },
  figures('qty', 'Held', qtyPx, ({ qty, isEstimate }) => (
    <Quantity value={qty} stale={stale} isEstimate={isEstimate} />
  )),
  figures('value', 'Value', 96, ({ marketValue, isEstimate }) => (
    <Amount value={marketValue} stale={stale} isOptional isEstimate={isEstimate} />
  )),
  figures('unrealized', 'Unrealized', 90, ({ unrealized, isEstimate }) => (
    <Gain value={unrealized} stale={stale} isEstimate={isEstimate} />
  )),
  figures('bought', 'Bought today', 96, ({ bought }) => <Amount value={bought} isOptional />),
  figures('sold', 'Sold today', 96, ({ sold }) => <Amount value={sold} isOptional />),
  figures('today', 'Today', 90, ({ today, isEstimate }) => (
    <Gain value={today} stale={stale} isEstimate={isEstimate} />
  )),
];

const PROFIT_EXPORT: readonly ExportColumn<SymbolProfit>[] = [
  ['symbol', (row) => row.symbol],
  ['held', (row) => row.qty],
  ['market_value', (row) => row.marketValue],
  ['unrealized', (row) => row.unrealized],
  ['bought_today', (row) => row.bought],
  ['sold_today', (row) => row.sold],
  ['profit_today', (row) => row.today],
];
