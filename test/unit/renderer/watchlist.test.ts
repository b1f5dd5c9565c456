import { expect, it } from 'vitest';
import type { Bar } from '#contract/bars.ts';
import { Price } from '#contract/records.ts';
import { createDayLines } from '#renderer/core/feeds/day-lines.ts';
import { moveSymbol, sortSymbols } from '#renderer/screens/desk/watchlist/watch-rows.ts';
import { pathOf } from '#renderer/ui/Sparkline.tsx';

const LIST = ['AAPL', 'MSFT', 'SPY'];

it.each([
  ['AAPL', 2, ['MSFT', 'SPY', 'AAPL']],
  ['SPY', 0, ['SPY', 'AAPL', 'MSFT']],
  ['MSFT', -5, ['MSFT', 'AAPL', 'SPY']],
  ['MSFT', 99, ['AAPL', 'SPY', 'MSFT']],
  ['MSFT', 1, LIST],
  ['NFLX', 1, LIST],
])('moves %s to %i', (symbol, to, expected) => {
  expect(moveSymbol(LIST, symbol, to)).toEqual(expected);
  expect(LIST).toEqual(['AAPL', 'MSFT', 'SPY']);
});

it('sorts by what prices are, not by how they read, and the unknown last', () => {
  const prices = new Map(
    [
      ['AAPL', '9.5'],
      ['SPY', '100'],
    ].map(([symbol, price]) => [
      symbol,
      Price.parse({ symbol, price, tradedAt: 1, receivedAt: 1 }),
    ]),
  );
  const sorted = (isDescending: boolean) =>
    sortSymbols(LIST, { column: 'last', isDescending }, (symbol) => prices.get(symbol));
  expect(sorted(false)).toEqual(['AAPL', 'SPY', 'MSFT']);
  expect(sorted(true)).toEqual(['SPY', 'AAPL', 'MSFT']);
  expect(sortSymbols(LIST, undefined, () => undefined)).toBe(LIST);
});

it('watches the bars of a symbol only while it is drawn, and not while it flies past', () => {
  const timers: (() => void)[] = [];
  const watched: string[] = [];
  const feeds = new Map<string, (bars: Bar[], isReset: boolean) => void>();
  const lines = createDayLines({
    delayMs(_ms, run) {
      timers.push(run);
      return () => timers.splice(timers.indexOf(run), 1);
    },
    watchBars(symbol, onBars) {
      watched.push(`+${symbol}`);
      feeds.set(symbol, onBars);
      return () => watched.push(`-${symbol}`);
    },
  });
  lines.on('FLY', () => undefined)();
  let wakes = 0;
  const stops = [lines.on('AAPL', () => wakes++), lines.on('AAPL', () => wakes++)];
  for (const run of timers.splice(0)) run();
  const bar = (close: number) => ({ close }) as Bar;
  feeds.get('AAPL')?.([bar(1), bar(2)], true);
  feeds.get('AAPL')?.([bar(3)], false);
  expect([lines.get('AAPL'), wakes]).toEqual([[1, 2, 3], 4]);
  for (const stop of stops) stop();
  expect(watched).toEqual(['+AAPL', '-AAPL']);
  expect(lines.get('AAPL')).toEqual([1, 2, 3]);
});

it('draws a line from edge to edge however many points there are', () => {
  for (const count of [2, 47, 117, 121, 389, 390]) {
    const path = pathOf(Array.from({ length: count }, (_, n) => 100 + n)).split(' ');
    expect(path.length).toBeLessThanOrEqual(49);
    expect(path.at(-1)).toBe('48.0,2.0');
    // The first point is of the first bars: near the foot of a rising line, and its rise is even.
    expect(path[0]?.startsWith('0.0,')).toBe(true);
    const heights = path.map((point) => Number(point.split(',')[1]));
    const drops = heights.slice(1).map((y, nth) => (heights[nth] ?? 0) - y);
    expect(Math.max(...drops)).toBeLessThanOrEqual(count === 2 ? 14 : 2);
  }
  expect(pathOf([5, 5])).toBe('0.0,9.0 48.0,9.0');
});
