import { useEffect, useState } from 'react';
import type { Drawing } from '#contract/drawings.ts';
import { isWithinDay } from '#contract/periods.ts';
import type { Running } from '#renderer/chart/bar-series.ts';
import type { ChartBar } from '#renderer/chart/bar-store.ts';
import { every } from '#renderer/core/delay.ts';
import type { ChartFeed } from '#renderer/chart/chart-feed.ts';
import { DrawingsTable } from '#renderer/chart/drawings/DrawingsTable.tsx';
import { barPrice, formingWords } from '#renderer/chart/legend.ts';
import { formatBarTime } from '#renderer/chart/time-axis.ts';
import { formatTimeTooltip } from '#renderer/ui/format.ts';

type Props = { feed: ChartFeed; symbol: string; drawings: readonly Drawing[] };
type Row = ChartBar & { running: Running | undefined };

const MOST_ROWS = 500;
const REFRESH_MS = 1_000;
const VOLUME = new Intl.NumberFormat('en-US');

/** The same bars as rows, newest first; looked at once a second while it is shown. */
export function ChartTable({ feed, symbol, drawings }: Props) {
  const [rows, setRows] = useState<readonly Row[]>([]);
  useEffect(() => {
    const read = () => setRows(rowsOf(feed));
    read();
    return every(REFRESH_MS, read);
  }, [feed]);
  const timeframe = feed.series()?.timeframe;
  const isShort = timeframe !== undefined && isWithinDay(timeframe);
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long table is scrolled by keyboard too
    <div className="chart-table table-scroll" role="region" aria-label="Bars" tabIndex={0}>
      {drawings.length > 0 && <DrawingsTable symbol={symbol} drawings={drawings} />}
      <table aria-label={`Bars of ${symbol}`}>
        <thead>
          <tr>
            <th scope="col">New York</th>
            {['Open', 'High', 'Low', 'Close', 'Volume'].map((name) => (
              <th key={name} scope="col" className="right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.time}>
              <th scope="row" className="num" title={formatTimeTooltip(row.time)}>
                <time dateTime={new Date(row.time).toISOString()}>
                  {formatBarTime(row.time, isShort)}
                </time>
                {row.running && (
                  <span className="quiet-text">
                    {' '}
                    {(timeframe && formingWords({ ...row, timeframe })) || 'running'}
                  </span>
                )}
              </th>
              {[row.open, row.high, row.low, row.close].map((price, n) => (
                // oxlint-disable-next-line react/no-array-index-key -- the four prices always stand in this order
                <td key={n} className="right num">
                  {barPrice(price)}
                </td>
              ))}
              <td className="right num">
                {row.running && row.volume === 0 ? '–' : VOLUME.format(row.volume)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function rowsOf(feed: ChartFeed): Row[] {
  const series = feed.series();
  const rows: Row[] = [];
  const length = series?.store.length() ?? 0;
  for (let index = length - 1; index >= 0 && rows.length < MOST_ROWS; index--) {
    const bar = series?.store.at(index);
    if (series && bar) rows.push({ ...bar, running: series.running(index) });
  }
  return rows;
}
