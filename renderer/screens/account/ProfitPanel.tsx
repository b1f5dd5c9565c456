import { useMemo } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useAll } from '#renderer/session/use-all.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { AXIS, useMoneyTick } from '#renderer/screens/account/axes.ts';
import { abs, isMore } from '#renderer/core/exact.ts';
import { profitBySymbol, type SymbolProfit } from '#renderer/screens/account/holdings.ts';
import { ChartSkeleton, TwinPanel } from '#renderer/screens/account/TwinPanel.tsx';
import { ExportMenu } from '#renderer/session/ExportMenu.tsx';
import { useSession } from '#renderer/session/session.ts';
import { Amount } from '#renderer/ui/Amount.tsx';
import { Gain } from '#renderer/ui/Gain.tsx';
import { Quantity } from '#renderer/ui/Quantity.tsx';
import { figures, type Column } from '#renderer/ui/table/column.ts';
import { DataTable } from '#renderer/ui/table/DataTable.tsx';
import type { ExportColumn } from '#renderer/ui/table/export-text.ts';
import { useNow } from '#renderer/ui/use-now.ts';

/** So many bars can be told apart; the table has all of them. */
const MOST_BARS = 12;
/** A holding that neither gained nor lost is there too. */
const LEAST_BAR_PX = 2;

export function ProfitPanel() {
  const { feeds } = useSession();
  const positions = useSlice(feeds.positions, 'positions')?.positions;
  const executions = useAll(feeds.executions);
  const isHeard = useSlice(feeds.heard, 'positions');
  const now = useNow(60_000);
  const rows = useMemo(
    () => profitBySymbol(positions ?? [], executions, now),
    [positions, executions, now],
  );
  const view = { rows, total: rows.length };
  return (
    <TwinPanel
      title="Profit and loss by symbol"
      action={<ExportMenu what="profit" view={view} columns={PROFIT_EXPORT} />}
      chart={<ProfitChart rows={rows} />}
      table={
        <DataTable
          name="Profit and loss by symbol"
          columns={COLUMNS}
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
            Nothing is held and nothing was filled today. What is bought or sold appears here.
          </p>
        ) : undefined
      }
    >
      <span className="quiet-text">today</span>
    </TwinPanel>
  );
}

type Drawn = SymbolProfit & { todayNumber: number };

function ProfitChart({ rows }: { rows: readonly SymbolProfit[] }) {
  const tick = useMoneyTick();
  const data = useMemo(
    () =>
      rows
        .flatMap((row): Drawn[] =>
          row.today === undefined ? [] : [{ ...row, todayNumber: Number(row.today) }],
        )
        .toSorted((a, b) => (isMore(abs(a.today ?? '0'), abs(b.today ?? '0')) ? -1 : 1))
        .slice(0, MOST_BARS),
    [rows],
  );
  return (
    <figure className="account-chart" aria-label="Today's profit and loss by symbol">
      <ResponsiveContainer width="100%" height="100%" minWidth={0}>
        <BarChart
          data={data}
          layout="vertical"
          margin={{ top: 4, right: 20, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid stroke="var(--line)" horizontal={false} />
          <XAxis {...AXIS} type="number" tickFormatter={tick} />
          <YAxis {...AXIS} type="category" dataKey="symbol" width={64} interval={0} />
          <Tooltip
            content={<Read />}
            cursor={{ fill: 'var(--raised)' }}
            isAnimationActive={false}
          />
          <Bar
            dataKey="todayNumber"
            barSize={14}
            minPointSize={LEAST_BAR_PX}
            isAnimationActive={false}
          >
            {data.map(({ symbol, todayNumber }) => (
              <Cell key={symbol} fill={colorOf(todayNumber)} />
            ))}
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </figure>
  );
}

const colorOf = (gain: number): string =>
  gain === 0 ? 'var(--text-faint)' : gain < 0 ? 'var(--down)' : 'var(--up)';

type ReadProps = { active?: boolean; payload?: readonly { payload?: unknown }[] };

function Read({ active = false, payload }: ReadProps) {
  const row = payload?.[0]?.payload as Drawn | undefined;
  if (!active || !row) return null;
  return (
    <div className="account-tip">
      <p>{row.symbol}</p>
      <p>
        Today <Gain value={row.today} />
      </p>
      <p>
        Unrealised <Gain value={row.unrealized} />
      </p>
    </div>
  );
}

const COLUMNS: Column<SymbolProfit>[] = [
  { id: 'symbol', head: 'Symbol', width: 72, cell: ({ symbol }) => symbol },
  figures('qty', 'Held', 70, ({ qty }) => <Quantity value={qty} />),
  figures('value', 'Value', 96, ({ marketValue }) => <Amount value={marketValue} isOptional />),
  figures('unrealized', 'Unrealised', 90, ({ unrealized }) => <Gain value={unrealized} />),
  figures('bought', 'Bought today', 96, ({ bought }) => <Amount value={bought} />),
  figures('sold', 'Sold today', 96, ({ sold }) => <Amount value={sold} />),
  figures('today', 'Today', 90, ({ today }) => <Gain value={today} />),
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
