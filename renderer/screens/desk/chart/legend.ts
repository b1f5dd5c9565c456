// The line of numbers over the bars: the bar under the crosshair, or the last one. Written into the page without React,
// because it follows the pointer, and once a frame, because prices may come more often.
import { formatTimeTooltip } from '#renderer/ui/format.ts';
import { latestEachFrame } from '#renderer/ui/latest-each-frame.ts';
import type { ChartBar } from '#renderer/screens/desk/chart/bar-store.ts';
import { formatBarTime } from '#renderer/screens/desk/chart/time-axis.ts';

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
  root.append(facts, studies);
  host.append(root);

  function write(content: LegendContent | undefined): void {
    root.hidden = !content;
    if (!content) return;
    const { bar, before, isWithinDay, isRunning } = content;
    const change = bar.close - (before?.close ?? bar.open);
    const percent = (change / (before?.close ?? bar.open)) * 100;
    const direction = change > 0 ? 'up' : change < 0 ? 'down' : '';
    root.title = formatTimeTooltip(bar.time);
    facts.replaceChildren(
      text(`${formatBarTime(bar.time, isWithinDay)} New York`, 'legend-time'),
      ...pair('O', PRICE.format(bar.open), direction),
      ...pair('H', PRICE.format(bar.high), direction),
      ...pair('L', PRICE.format(bar.low), direction),
      ...pair('C', PRICE.format(bar.close), direction),
      text(`${SIGNED.format(change)} (${SIGNED.format(percent)} %)`, direction),
      // The running minute's volume is told when it is over.
      ...pair('Vol', isRunning && bar.volume === 0 ? '–' : VOLUME.format(bar.volume), ''),
    );
    studies.replaceChildren(
      ...content.studies.map(({ title, colour, values }) => {
        const line = text(title, 'legend-study');
        for (const value of values)
          line.append(' ', text(value === undefined ? '–' : value.toFixed(2), ''));
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

function text(content: string, className: string): HTMLSpanElement {
  const span = document.createElement('span');
  span.className = className;
  span.textContent = content;
  return span;
}

const pair = (name: string, value: string, direction: string): HTMLSpanElement[] => {
  const whole = text('', 'legend-pair');
  whole.append(text(name, 'legend-name'), text(value, direction));
  return [whole];
};
