import { expect, it } from 'vitest';
import type { Bar, LiveBar } from '#contract/bars.ts';
import { Price } from '#contract/records.ts';
import { createDayLines } from '#renderer/core/feeds/day-lines.ts';
import { moveSymbol, sortSymbols } from '#renderer/screens/desk/watchlist/watch-rows.ts';
import { drawingOf } from '#renderer/ui/Sparkline.tsx';

const DAY = 24 * 60;
/** Minutes from midnight in New York. */
const barAt = (minute: number, close: number) =>
  ({ time: Date.parse('2026-07-15T04:00:00Z') + minute * 60_000, close }) as Bar;

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
  const feeds = new Map<string, (bars: LiveBar[], isReset: boolean) => void>();
  const lines = createDayLines({
    prices: { get: () => undefined },
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
  feeds.get('AAPL')?.([barAt(1, 1), barAt(2, 2)], true);
  feeds.get('AAPL')?.([barAt(3, 3)], false);
  // A minute that runs has no close yet.
  feeds.get('AAPL')?.([{ ...barAt(4, 4), forming: {} }], false);
  expect([lines.get('AAPL')?.closes, wakes]).toEqual([[1, 2, 3], 4]);
  for (const stop of stops) stop();
  expect(watched).toEqual(['+AAPL', '-AAPL']);
  expect(lines.get('AAPL')?.closes).toEqual([1, 2, 3]);
});

it('has the minutes of one day in their order, each once, and the close that the change counts from', () => {
  let tell: (bars: Bar[], isReset: boolean) => void = () => undefined;
  const price = Price.parse({
    symbol: 'AAPL',
    price: '12',
    tradedAt: 1,
    receivedAt: 1,
    previousClose: '10.5',
  });
  const lines = createDayLines({
    prices: { get: () => price },
    delayMs(_ms, run) {
      run();
      return () => undefined;
    },
    watchBars(_symbol, onBars) {
      tell = onBars;
      return () => undefined;
    },
  });
  lines.on('AAPL', () => undefined);
  tell([barAt(-DAY, 3), barAt(1, 11), barAt(5, 15)], true);
  // What a gap cost comes late, and a minute may be told again.
  tell([barAt(3, 13), barAt(2, 12), barAt(5, 16)], false);
  tell([barAt(-1, 4), barAt(6, 17)], false);
  expect(lines.get('AAPL')).toEqual({ closes: [11, 12, 13, 16, 17], from: 10.5 });
  tell(
    Array.from({ length: 500 }, (_, n) => barAt(n + 7, n)),
    false,
  );
  expect(lines.get('AAPL')?.closes).toEqual(Array.from({ length: 390 }, (_, n) => n + 110));
});

it('draws a line from edge to edge however many points there are', () => {
  for (const count of [2, 47, 117, 121, 389, 390]) {
    const closes = Array.from({ length: count }, (_, n) => 100 + n);
    const path = drawingOf({ closes, from: undefined }).points?.split(' ') ?? [];
    expect(path.length).toBeLessThanOrEqual(49);
    expect(path.at(-1)).toBe('48.0,2.0');
    // The first point is of the first bars: near the foot of a rising line, and its rise is even.
    expect(path[0]?.startsWith('0.0,')).toBe(true);
    const heights = path.map((point) => Number(point.split(',')[1]));
    const drops = heights.slice(1).map((y, nth) => (heights[nth] ?? 0) - y);
    expect(Math.max(...drops)).toBeLessThanOrEqual(count === 2 ? 14 : 2);
  }
  expect(drawingOf({ closes: [5, 5], from: undefined })).toEqual({ points: '0.0,9.0 48.0,9.0' });
  expect([drawingOf(undefined), drawingOf({ closes: [5], from: 4 })]).toEqual([{}, {}]);
});

it.each([
  ['falls, and is above the close all the same', [14, 12], 10, '0.0,2.0 48.0,9.0', '16.0', 'up'],
  ['rises, and is below the close all the same', [10, 12], 14, '0.0,16.0 48.0,9.0', '2.0', 'down'],
  ['is where the close was', [10, 12], 12, '0.0,16.0 48.0,2.0', '2.0', undefined],
])(
  'colors a line as the change beside it: one that %s',
  (_what, closes, from, points, y, direction) => {
    expect(drawingOf({ closes, from })).toEqual({ points, y, ...(direction && { direction }) });
  },
);
