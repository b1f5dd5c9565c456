// The line of numbers over the bars: the bar under the crosshair, or the last one. Written into the page without React,
// because it follows the pointer, and once a frame, because prices may come more often.
import {
  directionOf,
  formatPrice,
  formatSigned,
  formatSignedPrice,
  formatTimeTooltip,
} from '#renderer/ui/format.ts';
import { latestEachFrame } from '#renderer/core/latest-each-frame.ts';
import type { ChartBar } from '#renderer/chart/bar-store.ts';
import { decimalsOf } from '#renderer/chart/chart-options.ts';
import { formatBarTime } from '#renderer/chart/time-axis.ts';

export type LegendValue = {
  title: string;
  colour: string;
  values: readonly (number | undefined)[];
};

type LegendContent = {
  bar: ChartBar;
  before: ChartBar | undefined;
  isWithinDay: boolean;
  isRunning: boolean;
  studies: readonly LegendValue[];
};

type Legend = { show(content: LegendContent | undefined): void; stop(): void };

const VOLUME = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

export function createLegend(host: HTMLElement): Legend {
  const root = document.createElement('div');
  root.className = 'chart-legend num';
  const facts = document.createElement('div');
  const studies = document.createElement('div');
  const time = field(facts, 'legend-time');
  const [open, high, low, close] = ['O', 'H', 'L', 'C'].map((name) => pair(facts, name));
  const moved = field(facts, '');
  const volume = pair(facts, 'Vol');
  root.append(facts, studies);
  host.append(root);
  let shownStudies = '';

  function write(content: LegendContent | undefined): void {
    root.hidden = !content;
    if (!content) return;
    const { bar, isWithinDay, isRunning } = content;
    const { candle, change, direction } = legendTexts(content);
    const title = formatTimeTooltip(bar.time);
    if (root.title !== title) root.title = title;
    time(`${formatBarTime(bar.time, isWithinDay)} New York`);
    open?.(barPrice(bar.open), candle);
    high?.(barPrice(bar.high), candle);
    low?.(barPrice(bar.low), candle);
    close?.(barPrice(bar.close), candle);
    moved(change, direction);
    // The running minute's volume is told when it is over.
    volume(isRunning && bar.volume === 0 ? '–' : VOLUME.format(bar.volume));
    writeStudies(content.studies, decimalsOf(bar.close));
  }

  function writeStudies(values: readonly LegendValue[], decimals: number): void {
    const next = JSON.stringify([values, decimals]);
    if (next === shownStudies) return;
    shownStudies = next;
    studies.replaceChildren(
      ...values.map(({ title, colour, values: numbers }) => {
        const line = element(title, 'legend-study');
        for (const value of numbers)
          line.append(' ', element(value === undefined ? '–' : value.toFixed(decimals), ''));
        line.style.color = colour;
        return line;
      }),
    );
  }

  return {
    show: latestEachFrame((run) => requestAnimationFrame(run), write),
    stop: () => root.remove(),
  };
}

/** A bar's price, as every price is written. */
export const barPrice = (price: number): string => formatPrice(String(price));

/** The colours of the legend: the bar's own prices have the candle's, the change since the bar before has its own. */
export function legendTexts({ bar, before }: Pick<LegendContent, 'bar' | 'before'>) {
  const from = before?.close ?? bar.open;
  // Rounded, so that what floating point leaves over of two equal prices is no change.
  const change = formatSignedPrice((bar.close - from).toFixed(10));
  const percent = formatSigned(String(((bar.close - from) / from) * 100));
  return {
    candle: bar.close > bar.open ? 'up' : bar.close < bar.open ? 'down' : '',
    change: `${change} (${percent} %)`,
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

function pair(into: Element, name: string): Write {
  const whole = element('', 'legend-pair');
  whole.append(element(name, 'legend-name'));
  into.append(whole);
  return field(whole, '');
}
