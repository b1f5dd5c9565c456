// The line of numbers over the bars: the bar under the crosshair, or the last one. Written into the page without React,
// because it follows the pointer, and once a frame, because prices may come more often.
import { formatTimeTooltip } from '#renderer/ui/format.ts';
import { latestEachFrame } from '#renderer/core/latest-each-frame.ts';
import type { ChartBar } from '#renderer/chart/bar-store.ts';
import { formatBarTime } from '#renderer/chart/time-axis.ts';

export type LegendValue = {
  title: string;
  colour: string;
  values: readonly (number | undefined)[];
};

export type LegendContent = {
  bar: ChartBar;
  before: ChartBar | undefined;
  isWithinDay: boolean;
  isRunning: boolean;
  studies: readonly LegendValue[];
};

export type Legend = { show(content: LegendContent | undefined): void; stop(): void };

const PRICE = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
const SIGNED = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'always',
});
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
    const { bar, before, isWithinDay, isRunning } = content;
    const change = bar.close - (before?.close ?? bar.open);
    const percent = (change / (before?.close ?? bar.open)) * 100;
    const direction = change > 0 ? 'up' : change < 0 ? 'down' : '';
    const title = formatTimeTooltip(bar.time);
    if (root.title !== title) root.title = title;
    time(`${formatBarTime(bar.time, isWithinDay)} New York`);
    open?.(PRICE.format(bar.open), direction);
    high?.(PRICE.format(bar.high), direction);
    low?.(PRICE.format(bar.low), direction);
    close?.(PRICE.format(bar.close), direction);
    moved(`${SIGNED.format(change)} (${SIGNED.format(percent)} %)`, direction);
    // The running minute's volume is told when it is over.
    volume(isRunning && bar.volume === 0 ? '–' : VOLUME.format(bar.volume));
    writeStudies(content.studies);
  }

  function writeStudies(values: readonly LegendValue[]): void {
    const next = JSON.stringify(values);
    if (next === shownStudies) return;
    shownStudies = next;
    studies.replaceChildren(
      ...values.map(({ title, colour, values: numbers }) => {
        const line = element(title, 'legend-study');
        for (const value of numbers)
          line.append(' ', element(value === undefined ? '–' : value.toFixed(2), ''));
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
