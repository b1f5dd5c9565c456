// The line of numbers over the bars: the bar under the crosshair, or the last one. Written into the page without React,
// because it follows the pointer, and once a frame, because prices may come more often.
import type { IChartApiBase } from 'lightweight-charts';
import type { Timeframe } from '#contract/market.ts';
import { isWithinDay } from '#contract/periods.ts';
import {
  directionOf,
  formatExchangeTime,
  formatPrice,
  formatSigned,
  formatSignedPrice,
  formatTimeTooltip,
} from '#renderer/ui/format.ts';
import { latestEachFrame } from '#renderer/core/latest-each-frame.ts';
import type { Running } from '#renderer/chart/bar-series.ts';
import type { ChartBar } from '#renderer/chart/bar-store.ts';
import { decimalsOf } from '#renderer/chart/chart-options.ts';
import { createLegendRoom } from '#renderer/chart/legend-room.ts';
import { formatBarTime } from '#renderer/chart/time-axis.ts';

export type LegendValue = {
  title: string;
  color: string;
  values: readonly (number | undefined)[];
};

type LegendContent = {
  bar: ChartBar;
  /** 'Pre-market'; absent where nobody has said, and for bars of a day and more. */
  session: string | undefined;
  before: ChartBar | undefined;
  timeframe: Timeframe;
  running: Running | undefined;
  studies: readonly LegendValue[];
};

type Legend = {
  show(content: LegendContent | undefined): void;
  /** After other options of the chart were set. */
  keepRoom(): void;
  stop(): void;
};

type Deps = { chart: IChartApiBase; host: HTMLElement; onRemove(place: number): void };

const VOLUME = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

export function createLegend({ chart, host, onRemove }: Deps): Legend {
  const root = document.createElement('div');
  root.className = 'chart-legend num';
  const facts = document.createElement('div');
  const studies = document.createElement('div');
  const time = field(facts, 'legend-time');
  const session = field(facts, 'legend-more');
  const forming = field(facts, 'quiet-text');
  const [open, high, low] = ['O', 'H', 'L'].map((name) => pair(facts, name, 'legend-more'));
  const close = pair(facts, 'C');
  const moved = field(facts, '');
  const volume = pair(facts, 'Vol', 'legend-more');
  root.append(facts, studies);
  host.append(root);
  const room = createLegendRoom({ chart, host, legend: root });
  let rows: StudyRow[] = [];

  function write(content: LegendContent | undefined): void {
    root.hidden = !content;
    if (!content) return;
    const { bar, timeframe, running } = content;
    const { candle, change, direction } = legendTexts(content);
    const title = formatTimeTooltip(bar.time);
    if (root.title !== title) root.title = title;
    time(`${formatBarTime(bar.time, isWithinDay(timeframe))} New York`);
    session(content.session ?? '');
    forming(formingWords(content));
    open?.(barPrice(bar.open), candle);
    high?.(barPrice(bar.high), candle);
    low?.(barPrice(bar.low), candle);
    close(barPrice(bar.close), candle);
    moved(change, direction);
    // The running minute's volume is told when it is over.
    volume(running && bar.volume === 0 ? '–' : VOLUME.format(bar.volume));
    writeStudies(content.studies, decimalsOf(bar.close));
  }

  /** Rows stay while their indicators do: a button under the pointer must not be another one at the next price. */
  function writeStudies(values: readonly LegendValue[], decimals: number): void {
    const titles = JSON.stringify(
      values.map(({ title, values: numbers }) => [title, numbers.length]),
    );
    if (studies.dataset['titles'] !== titles) {
      studies.dataset['titles'] = titles;
      rows = values.map((value, place) => studyRow(value, () => onRemove(place)));
      studies.replaceChildren(...rows.map(({ element: row }) => row));
    }
    for (const [n, value] of values.entries()) rows[n]?.write(value, decimals);
  }

  return {
    show: latestEachFrame((run) => requestAnimationFrame(run), write),
    keepRoom: room.measure,
    stop() {
      room.stop();
      root.remove();
    },
  };
}

type StudyRow = { element: HTMLElement; write(value: LegendValue, decimals: number): void };

function studyRow({ title, values }: LegendValue, onRemove: () => void): StudyRow {
  const row = element(title, 'legend-study');
  const writes = values.map(() => {
    row.append(' ');
    return field(row, '');
  });
  const remove = document.createElement('button');
  remove.type = 'button';
  remove.className = 'legend-remove';
  remove.textContent = '×';
  remove.ariaLabel = `Remove ${title}`;
  remove.title = remove.ariaLabel;
  remove.addEventListener('click', onRemove);
  row.append(remove);
  return {
    element: row,
    write({ color, values: numbers }, decimals) {
      if (row.dataset['color'] !== color) row.style.color = row.dataset['color'] = color;
      for (const [n, value] of numbers.entries())
        writes[n]?.(value === undefined ? '–' : value.toFixed(decimals));
    },
  };
}

/** Nothing where all of it is known. */
export function formingWords({
  running,
  timeframe,
}: Pick<LegendContent, 'running' | 'timeframe'>): string {
  if (running?.from === undefined) return '';
  const from = `from ${formatExchangeTime(running.from)}`;
  return timeframe === '1Min' ? `forming, ${from}` : `forming, its last minute ${from}`;
}

/** A bar's price, as every price is written. */
export const barPrice = (price: number): string => formatPrice(String(price));

/** The colors of the legend: the bar's own prices have the candle's, the change since the bar before has its own. */
export function legendTexts({ bar, before }: Pick<LegendContent, 'bar' | 'before'>) {
  const from = before?.close ?? bar.open;
  // Rounded, so that what floating point leaves over of two equal prices is no change.
  const change = formatSignedPrice((bar.close - from).toFixed(10));
  const percent = formatSigned(String(((bar.close - from) / from) * 100));
  return {
    candle: bar.close > bar.open ? 'up' : bar.close < bar.open ? 'down' : '',
    change: `${change} (${percent}%)`,
    direction: directionOf(change) ?? '',
  };
}

function element(content: string, className: string): HTMLSpanElement {
  const span = document.createElement('span');
  span.className = className;
  span.textContent = content;
  return span;
}

type Write = (content: string, direction?: string) => void;

/** A place for a text that is written often: only what differs is touched. */
function field(into: Element, className: string): Write {
  const span = element('', className);
  const words = document.createTextNode('');
  span.append(words);
  into.append(span);
  return (content, direction = className) => {
    if (words.data !== content) words.data = content;
    if (span.className !== direction) span.className = direction;
  };
}

function pair(into: Element, name: string, className = ''): Write {
  const whole = element('', className);
  whole.append(element(name, 'legend-name'));
  into.append(whole);
  return field(whole, '');
}
