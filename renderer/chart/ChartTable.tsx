import { useEffect, useState } from 'react';
import { isWithinDay } from '#contract/periods.ts';
import type { ChartBar } from '#renderer/chart/bar-store.ts';
import { every } from '#renderer/core/delay.ts';
import type { ChartFeed } from '#renderer/chart/chart-feed.ts';
import { barPrice } from '#renderer/chart/legend.ts';
import { formatBarTime } from '#renderer/chart/time-axis.ts';
import { formatTimeTooltip } from '#renderer/ui/format.ts';

type Props = { feed: ChartFeed; symbol: string };
type Row = ChartBar & { isRunning: boolean };

const MOST_ROWS = 500;
const REFRESH_MS = 1_000;
const VOLUME = new Intl.NumberFormat('en-US');

/** The same bars as rows, newest first; looked at once a second while it is shown. */
export function ChartTable({ feed, symbol }: Props) {
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
                {row.isRunning && <span className="quiet-text"> running</span>}
              </th>
              {[row.open, row.high, row.low, row.close].map((price, n) => (
                // oxlint-disable-next-line react/no-array-index-key -- the four prices always stand in this order
                <td key={n} className="right num">
                  {barPrice(price)}
                </td>
              ))}
              <td className="right num">
                {row.isRunning && row.volume === 0 ? '–' : VOLUME.format(row.volume)}
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
    if (bar) rows.push({ ...bar, isRunning: series?.isRunning(index) ?? false });
  }
  return rows;
}
