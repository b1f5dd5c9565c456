import { useCallback, useMemo } from 'react';
import { describeFailure } from '#contract/failure.ts';
import { EquityChart } from '#renderer/screens/account/EquityChart.tsx';
import {
  equityPoints,
  worstDrawdown,
  type EquityPoint,
} from '#renderer/screens/account/equity-points.ts';
import { isZero } from '#renderer/screens/account/exact.ts';
import { Trouble } from '#renderer/screens/account/Trouble.tsx';
import { ChartSkeleton, TwinPanel } from '#renderer/screens/account/TwinPanel.tsx';
import { useAsked } from '#renderer/screens/account/use-asked.ts';
import { ExportMenu } from '#renderer/session/ExportMenu.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useRemembered } from '#renderer/session/use-remembered.ts';
import { Amount } from '#renderer/ui/Amount.tsx';
import { formatAge, formatTimeTooltip } from '#renderer/ui/format.ts';
import { Gain } from '#renderer/ui/Gain.tsx';
import { Num } from '#renderer/ui/Num.tsx';
import type { Column } from '#renderer/ui/table/column.ts';
import { DataTable } from '#renderer/ui/table/DataTable.tsx';
import { momentText, type ExportColumn } from '#renderer/ui/table/export-text.ts';
import { useNow } from '#renderer/ui/use-now.ts';
import { momentFormat } from '#renderer/screens/account/moments.ts';

const PERIODS = [
  ['1D', '1 day'],
  ['1W', '1 week'],
  ['1M', '1 month'],
  ['3M', '3 months'],
  ['1A', '1 year'],
  ['all', 'All'],
] as const;
type Period = (typeof PERIODS)[number][0];

const AGAIN_MS = 60_000;

export function EquityPanel() {
  const { bridge, profile } = useSession();
  const { accountId } = profile;
  const [period, setPeriod] = useRemembered<Period>('equity period', '1M');
  const ask = useCallback(
    () => bridge.call('portfolio.history', { accountId, period }),
    [bridge, accountId, period],
  );
  const { value, failure, readAt, retry } = useAsked(ask, AGAIN_MS);
  const points = useMemo(() => value && equityPoints(value), [value]);
  const format = momentFormat(period === '1D' || period === '1W');
  const newestFirst = useMemo(() => points?.toReversed() ?? [], [points]);
  const view = { rows: newestFirst, total: newestFirst.length };
  const worst = points && worstDrawdown(points);

  return (
    <TwinPanel
      title="Equity and drawdown"
      action={<ExportMenu what="equity" view={view} columns={EQUITY_EXPORT} />}
      chart={<EquityChart points={points ?? []} format={format} />}
      table={
        <DataTable
          name="Equity"
          columns={equityColumns(format)}
          view={view}
          keyOf={({ time }) => String(time)}
          state={{ kind: 'ready' }}
          empty=""
        />
      }
      instead={
        !points ? (
          failure ? (
            <Trouble failure={failure} onRetry={retry} />
          ) : (
            <ChartSkeleton what="the equity curve" />
          )
        ) : points.length === 0 ? (
          <p className="empty">
            The broker has no values for this time yet. Choose another time, or look again after the
            next trading day.
          </p>
        ) : undefined
      }
    >
      <div className="account-periods" role="group" aria-label="Period">
        {PERIODS.map(([choice, title]) => (
          <button
            key={choice}
            type="button"
            className="tab"
            aria-pressed={choice === period}
            onClick={() => setPeriod(choice)}
          >
            {title}
          </button>
        ))}
      </div>
      {worst && !isZero(worst.drawdown) && (
        <span className="account-worst quiet-text">
          Deepest <Gain value={worst.drawdown} />
          {worst.drawdownPercent !== undefined && <Num text={` (${worst.drawdownPercent} %)`} />}
        </span>
      )}
      {points && failure && <Late text={describeFailure(failure)} readAt={readAt} />}
    </TwinPanel>
  );
}

function Late({ text, readAt }: { text: string; readAt: number | undefined }) {
  const now = useNow(5_000);
  return (
    <span className="stale" role="status" title={text}>
      {readAt === undefined ? text : `Read ${formatAge(now - readAt)} ago`}
    </span>
  );
}

const equityColumns = (format: (at: number) => string): Column<EquityPoint>[] => [
  {
    id: 'time',
    head: 'New York',
    width: 130,
    className: () => 'num',
    cell: ({ time }) => format(time),
    tooltip: ({ time }) => formatTimeTooltip(time),
  },
  {
    id: 'equity',
    head: 'Equity',
    width: 110,
    isRight: true,
    cell: ({ equity }) => <Amount value={equity} />,
  },
  {
    id: 'profit',
    head: 'Profit',
    width: 110,
    isRight: true,
    cell: ({ profitLoss }) => <Gain value={profitLoss} />,
  },
  {
    id: 'drawdown',
    head: 'Drawdown',
    width: 110,
    isRight: true,
    cell: ({ drawdown }) => <Gain value={drawdown} />,
  },
  {
    id: 'percent',
    head: 'Drawdown %',
    width: 90,
    isRight: true,
    cell: ({ drawdownPercent }) => <Num text={drawdownPercent && `${drawdownPercent} %`} />,
  },
];

const EQUITY_EXPORT: readonly ExportColumn<EquityPoint>[] = [
  ['time', ({ time }) => momentText(time)],
  ['equity', ({ equity }) => equity],
  ['profit_loss', ({ profitLoss }) => profitLoss],
  ['drawdown', ({ drawdown }) => drawdown],
  ['drawdown_percent', ({ drawdownPercent }) => drawdownPercent],
];
