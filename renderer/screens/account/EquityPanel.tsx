import { useEffect, useMemo } from 'react';
import { EquityChart } from '#renderer/screens/account/EquityChart.tsx';
import {
  equityPoints,
  worstDrawdown,
  type EquityPoint,
} from '#renderer/screens/account/equity-points.ts';
import { every } from '#renderer/core/delay.ts';
import { isZero } from '#renderer/core/exact.ts';
import { Trouble } from '#renderer/screens/account/Trouble.tsx';
import { ChartSkeleton, TwinPanel } from '#renderer/screens/account/TwinPanel.tsx';
import { ExportMenu } from '#renderer/session/ExportMenu.tsx';
import { ReadAgo, useAge } from '#renderer/session/Age.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useCall } from '#renderer/session/use-call.ts';
import { useRemembered } from '#renderer/session/use-remembered.ts';
import { Amount } from '#renderer/ui/Amount.tsx';
import { formatMoney, formatTimeTooltip } from '#renderer/ui/format.ts';
import { Gain } from '#renderer/ui/Gain.tsx';
import { Num } from '#renderer/ui/Num.tsx';
import { figures, type Column } from '#renderer/ui/table/column.ts';
import { DataTable } from '#renderer/ui/table/DataTable.tsx';
import { momentText, type ExportColumn } from '#renderer/ui/table/export-text.ts';
import { Tabs } from '#renderer/ui/Tabs.tsx';

const PERIODS = [
  ['1D', '1 day'],
  ['1W', '1 week'],
  ['1M', '1 month'],
  ['3M', '3 months'],
  ['1A', '1 year'],
  ['all', 'All'],
] as const;
type Period = (typeof PERIODS)[number][0];

/** Twice within the time after which what was read is old. */
const AGAIN_MS = 30_000;

export function EquityPanel() {
  const { bridge, profile } = useSession();
  const { accountId } = profile;
  const [period, setPeriod] = useRemembered<Period>('equity period', '1M');
  const { value, failure, readAt, ask } = useCall(bridge, 'portfolio.history', {
    accountId,
    period,
  });
  useEffect(() => every(AGAIN_MS, () => void ask()), [ask]);
  const points = useMemo(() => value && equityPoints(value), [value]);
  const format = period === '1D' || period === '1W' ? formatMoment : formatDay;
  const newestFirst = useMemo(() => points?.toReversed() ?? [], [points]);
  const view = { rows: newestFirst, total: newestFirst.length };
  const only = points?.length === 1 ? points[0] : undefined;
  const worst = points && worstDrawdown(points);
  const { isStale, words } = useAge(readAt);
  const columns = useMemo(() => equityColumns(format, isStale), [format, isStale]);

  return (
    <TwinPanel
      title="Equity and drawdown"
      action={<ExportMenu what="equity" view={view} columns={EQUITY_EXPORT} />}
      chart={
        only ? (
          <p className="empty">
            So far there is only one value for this period:{' '}
            <Amount value={only.equity} stale={isStale} /> on {format(only.time)}. The chart starts
            with the second value.
          </p>
        ) : (
          <EquityChart points={points ?? []} format={format} />
        )
      }
      table={
        <DataTable
          name="Equity"
          columns={columns}
          view={view}
          keyOf={({ time }) => String(time)}
          state={{ kind: 'ready' }}
          empty=""
        />
      }
      instead={
        !points ? (
          failure ? (
            <Trouble failure={failure} onRetry={() => void ask()} />
          ) : (
            <ChartSkeleton what="the equity curve" />
          )
        ) : points.length === 0 ? (
          <p className="empty">
            The broker has no data for this period yet. Choose another period, or check back after
            the next trading day.
          </p>
        ) : undefined
      }
    >
      <Tabs
        name="Period"
        value={period}
        onChange={setPeriod}
        choices={PERIODS}
        className="account-periods"
      />
      {worst && !isZero(worst.drawdown) && (
        <span className="account-worst quiet-text">
          Max drawdown <Gain value={worst.drawdown} stale={isStale} isEstimate={worst.isEstimate} />
          {worst.drawdownPercent !== undefined && (
            <Num text={` (${formatMoney(worst.drawdownPercent)}%)`} stale={isStale} />
          )}
        </span>
      )}
      {points && <ReadAgo words={words} />}
    </TwinPanel>
  );
}

const DAY = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});
const MOMENT = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Exchange time: a day, or a moment of it. */
const formatDay = (at: number): string => DAY.format(at);
const formatMoment = (at: number): string => MOMENT.format(at);

const equityColumns = (format: (at: number) => string, stale: boolean): Column<EquityPoint>[] => [
  {
    id: 'time',
    head: 'New York',
    width: 130,
    className: () => 'num',
    cell: ({ time }) => format(time),
    tooltip: ({ time }) => formatTimeTooltip(time),
  },
  figures('equity', 'Equity', 110, ({ equity }) => <Amount value={equity} stale={stale} />),
  figures('profit', 'Profit', 110, ({ profitLoss, isEstimate }) => (
    <Gain value={profitLoss} stale={stale} isEstimate={isEstimate} />
  )),
  figures('drawdown', 'Drawdown', 110, ({ drawdown, isEstimate }) => (
    <Gain value={drawdown} stale={stale} isEstimate={isEstimate} />
  )),
  figures('percent', 'Drawdown %', 90, ({ drawdownPercent }) => (
    <Num text={drawdownPercent && `${formatMoney(drawdownPercent)}%`} stale={stale} />
  )),
];

const EQUITY_EXPORT: readonly ExportColumn<EquityPoint>[] = [
  ['time', ({ time }) => momentText(time)],
  ['equity', ({ equity }) => equity],
  ['profit_loss', ({ profitLoss }) => profitLoss],
  ['moved', ({ moved }) => moved],
  ['drawdown', ({ drawdown }) => drawdown],
  ['drawdown_percent', ({ drawdownPercent }) => drawdownPercent],
];
