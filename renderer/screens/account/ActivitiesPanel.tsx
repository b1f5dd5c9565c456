import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure } from '#contract/failure.ts';
import type { ActivityRow } from '#contract/market.ts';
import { delay } from '#renderer/core/delay.ts';
import { Trouble } from '#renderer/screens/account/Trouble.tsx';
import { ExportMenu } from '#renderer/session/ExportMenu.tsx';
import { useSession } from '#renderer/session/session.ts';
import { Amount } from '#renderer/ui/Amount.tsx';
import { formatExchangeMoment, formatTimeTooltip } from '#renderer/ui/format.ts';
import { Price } from '#renderer/ui/Price.tsx';
import { Quantity } from '#renderer/ui/Quantity.tsx';
import { Select } from '#renderer/ui/Select.tsx';
import { figures, widthFor, type Column } from '#renderer/ui/table/column.ts';
import { DataTable } from '#renderer/ui/table/DataTable.tsx';
import type { ExportColumn } from '#renderer/ui/table/export-text.ts';
import { useNow } from '#renderer/ui/use-now.ts';

const TYPES = [
  ['', 'All types'],
  ['FILL', 'Fills'],
  ['DIV', 'Dividends'],
  ['INT', 'Interest'],
  ['FEE', 'Fees'],
  ['CSD', 'Deposits'],
  ['CSW', 'Withdrawals'],
  ['JNLC', 'Cash journals'],
  ['JNLS', 'Stock journals'],
] as const;

/** What one of them is called; a type of a broker's own stays as it is. */
const WORDS: Record<string, string> = {
  DIV: 'dividend',
  INT: 'interest',
  FEE: 'fee',
  CSD: 'deposit',
  CSW: 'withdrawal',
  JNLC: 'cash journal',
  JNLS: 'stock journal',
};

type Pages = { rows: readonly ActivityRow[]; next: string | undefined };

/** What the broker wrote down about the account, page by page. */
export function ActivitiesPanel() {
  const { bridge, profile, feeds } = useSession();
  const { accountId } = profile;
  const [type, setType] = useState<(typeof TYPES)[number][0]>('');
  const [pages, setPages] = useState<Pages>();
  const [failure, setFailure] = useState<Failure>();
  const asked = useRef(0);
  const now = useNow(60_000);

  const load = useCallback(
    async (pageToken?: string) => {
      const mine = ++asked.current;
      const types = type === '' ? [] : [type];
      const page = await bridge.call('activities.list', {
        accountId,
        types,
        ...(pageToken !== undefined && { pageToken }),
      });
      if (mine !== asked.current) return;
      setFailure(page.ok ? undefined : page.failure);
      if (!page.ok) return;
      const { rows, next } = page.value;
      setPages((before) => ({
        rows: pageToken === undefined ? rows : [...(before?.rows ?? []), ...rows],
        next,
      }));
    },
    [bridge, accountId, type],
  );
  useEffect(() => delay(0, () => void load()), [load]);
  // A fill is an activity too: what is shown follows what was heard.
  useEffect(() => feeds.executions.onAny(() => void load()), [load, feeds]);

  const rows = pages?.rows ?? [];
  const view = { rows, total: rows.length };
  return (
    <section className="panel" aria-labelledby="activities-title">
      <div className="panel-head">
        <h2 id="activities-title" className="panel-title">
          Activities
        </h2>
        <Select
          label="Type of activity"
          value={type}
          options={TYPES}
          onChange={(next) => {
            setPages(undefined);
            setType(next);
          }}
        />
        <div className="panel-action">
          {pages?.next !== undefined && (
            <button type="button" className="small" onClick={() => void load(pages.next)}>
              Load older
            </button>
          )}
          <ExportMenu what="activities" view={view} columns={ACTIVITY_EXPORT} />
        </div>
      </div>
      {failure && <Trouble failure={failure} onRetry={() => void load()} />}
      {!(failure && rows.length === 0) && (
        <DataTable
          name="Activities"
          columns={activityColumns(now, rows)}
          view={view}
          keyOf={({ id }) => id}
          state={pages ? { kind: 'ready' } : { kind: 'loading' }}
          empty="No activity of this type yet. Fills, dividends and fees appear here. Choose another type, or come back after a trade."
        />
      )}
    </section>
  );
}

/** A fill by what it did: bought, sold, sold short. */
const fillWords = (side = 'fill'): string =>
  side.replaceAll('_', ' ').replace('buy', 'bought').replace('sell', 'sold');

const momentOf = ({ at }: ActivityRow): number => Date.parse(at);

const activityColumns = (now: number, rows: readonly ActivityRow[]): Column<ActivityRow>[] => [
  {
    id: 'time',
    head: 'Time',
    title: 'Time, New York',
    width: 122,
    className: () => 'num',
    // A day without a time is a day wherever one is.
    cell: (row) =>
      row.at.length > 10 && !Number.isNaN(momentOf(row))
        ? formatExchangeMoment(momentOf(row), now)
        : row.at,
    tooltip: (row) => (Number.isNaN(momentOf(row)) ? undefined : formatTimeTooltip(momentOf(row))),
  },
  {
    id: 'type',
    head: 'Type',
    width: 78,
    className: ({ side }) => (side === undefined ? '' : side === 'buy' ? 'up' : 'down'),
    cell: ({ activityType, side }) =>
      activityType === 'FILL' ? fillWords(side) : (WORDS[activityType] ?? activityType),
  },
  { id: 'symbol', head: 'Symbol', width: 60, cell: ({ symbol }) => symbol ?? '–' },
  {
    ...figures(
      'qty',
      'Quantity',
      widthFor(
        rows.map(({ qty }) => qty),
        66,
      ),
      ({ qty }) => <Quantity value={qty} />,
    ),
    fold: 2,
  },
  {
    ...figures('price', 'Price', 76, ({ price }) =>
      price === undefined ? '–' : <Price value={price} stale={false} />,
    ),
    fold: 1,
  },
  figures(
    'amount',
    'Amount',
    widthFor(
      rows.map(({ netAmount }) => netAmount),
      84,
    ),
    ({ netAmount }) => <Amount value={netAmount} isOptional isSigned />,
  ),
];

const ACTIVITY_EXPORT: readonly ExportColumn<ActivityRow>[] = [
  ['at', (row) => row.at],
  ['type', (row) => row.activityType],
  ['symbol', (row) => row.symbol],
  ['side', (row) => row.side],
  ['quantity', (row) => row.qty],
  ['price', (row) => row.price],
  ['net_amount', (row) => row.netAmount],
  ['order_id', (row) => row.orderId],
  ['description', (row) => row.description],
  ['id', (row) => row.id],
];
