import { useMemo } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  LabelList,
  ReferenceLine,
  XAxis,
  YAxis,
} from 'recharts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { AXIS, nameAxisWidth, OLD_FILL, ZERO } from '#renderer/screens/account/axes.ts';
import { allocationOf, type Share } from '#renderer/screens/account/holdings.ts';
import { Plot } from '#renderer/screens/account/Plot.tsx';
import { allocationBars, missingWords, scaleFromZero } from '#renderer/screens/account/plots.ts';
import { ChartSkeleton, TwinPanel } from '#renderer/screens/account/TwinPanel.tsx';
import { ExportMenu } from '#renderer/session/ExportMenu.tsx';
import { useSession } from '#renderer/session/session.ts';
import { ReadAgo, useAge } from '#renderer/session/Age.tsx';
import { Amount } from '#renderer/ui/Amount.tsx';
import { formatMoney } from '#renderer/ui/format.ts';
import { Num } from '#renderer/ui/Num.tsx';
import { figures, type Column } from '#renderer/ui/table/column.ts';
import { DataTable } from '#renderer/ui/table/DataTable.tsx';
import type { ExportColumn } from '#renderer/ui/table/export-text.ts';

export function AllocationPanel() {
  const { feeds } = useSession();
  const held = useSlice(feeds.positions, 'positions');
  const reading = useSlice(feeds.account, 'account');
  const { isStale, words } = useAge(held?.receivedAt, reading?.receivedAt);
  const positions = held?.positions;
  const cash = reading?.account.cash;
  const isCashEstimate = reading?.estimates?.includes('cash');
  const shares = useMemo(
    () => allocationOf(positions ?? [], cash, isCashEstimate),
    [positions, cash, isCashEstimate],
  );
  const unpriced = (positions ?? []).flatMap(({ symbol, marketValue }) =>
    marketValue === undefined ? [symbol] : [],
  );
  const view = { rows: shares, total: shares.length };
  return (
    <TwinPanel
      title="Allocation"
      action={<ExportMenu what="allocation" view={view} columns={ALLOCATION_EXPORT} />}
      chart={<AllocationChart shares={shares} isStale={isStale} />}
      table={
        <DataTable
          name="Allocation"
          columns={isStale ? OLD_COLUMNS : COLUMNS}
          view={view}
          keyOf={({ name }) => name}
          state={{ kind: 'ready' }}
          empty=""
        />
      }
      instead={cash === undefined ? <ChartSkeleton what="the allocation" /> : undefined}
    >
      <ReadAgo words={words} />
      {unpriced.length > 0 && (
        <span className="quiet-text">{missingWords(unpriced, 'no price')}</span>
      )}
    </TwinPanel>
  );
}

function AllocationChart({ shares, isStale }: { shares: readonly Share[]; isStale: boolean }) {
  const data = useMemo(
    () =>
      allocationBars(shares).map((share) => {
        const part = Number(share.percent ?? 0);
        const label = `${share.isPercentEstimate ? '≈' : ''}${percentWords(share.percent ?? '0')}`;
        return { ...share, part, ...(part < 0 ? { owed: label } : { label }) };
      }),
    [shares],
  );
  const { domain, ticks } = scaleFromZero([100, ...data.map(({ part }) => part)]);
  return (
    <Plot
      name="Allocation in percent"
      words={['As a percentage of everything held and owed; amounts owed are below zero.']}
    >
      <BarChart
        data={data}
        layout="vertical"
        margin={{ top: 4, right: 56, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid stroke="var(--line)" horizontal={false} />
        <XAxis {...AXIS} type="number" domain={domain} ticks={ticks} unit="%" />
        <YAxis
          {...AXIS}
          type="category"
          dataKey="name"
          width={nameAxisWidth(data.map(({ name }) => name))}
          interval={0}
        />
        <Bar dataKey="part" barSize={14} isAnimationActive={false}>
          {data.map(({ name, part }) => (
            <Cell key={name} fill={isStale ? OLD_FILL : colorOf(name, part)} />
          ))}
          <LabelList dataKey="label" position="right" fill="var(--text)" fontSize={11} />
          {/* Where its bar begins: at the other end stand the names. */}
          <LabelList dataKey="owed" position="left" fill="var(--text)" fontSize={11} />
        </Bar>
        <ReferenceLine x={0} {...ZERO} />
      </BarChart>
    </Plot>
  );
}

function colorOf(name: string, part: number): string {
  if (part < 0) return 'var(--down)';
  return name === 'Cash' ? 'var(--text-faint)' : 'var(--focus)';
}

/** With both decimals, as every other percentage. */
const percentWords = (percent: string): string => `${formatMoney(percent)}%`;

const columnsOf = (stale: boolean): Column<Share>[] => [
  { id: 'name', head: 'Holding', width: 90, cell: ({ name }) => name },
  figures('value', 'Value', 120, ({ value, isEstimate }) => (
    <Amount value={value} stale={stale} isEstimate={isEstimate} />
  )),
  figures('percent', 'Weight', 80, ({ percent, isPercentEstimate }) => (
    <Num text={percent && percentWords(percent)} stale={stale} isEstimate={isPercentEstimate} />
  )),
];
const COLUMNS = columnsOf(false);
const OLD_COLUMNS = columnsOf(true);

const ALLOCATION_EXPORT: readonly ExportColumn<Share>[] = [
  ['holding', ({ name }) => name],
  ['value', ({ value }) => value],
  ['percent', ({ percent }) => percent],
  ['estimate', ({ isPercentEstimate }) => (isPercentEstimate ? 'yes' : 'no')],
];
