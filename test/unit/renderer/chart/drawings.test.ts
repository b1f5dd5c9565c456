import { describe, expect, it } from 'vitest';
import { Drawings, type Drawing } from '#contract/drawings.ts';
import { createBarStore, type BarStore } from '#renderer/chart/bar-store.ts';
import { withChange } from '#renderer/chart/drawings/document.ts';
import { dragged, linesOf, nearestPrice, partAt } from '#renderer/chart/drawings/geometry.ts';
import { timePlaces, type TimePlaces } from '#renderer/chart/drawings/time-places.ts';
import { drawingName, measureWords } from '#renderer/chart/drawings/words.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY = Date.parse('2026-11-16T00:00:00-05:00');
const SIZE = { width: 400, height: 200 };

/** Minutes of two days from 09:30 on, ten each. */
function storeOf(): BarStore {
  const store = createBarStore();
  for (const day of [0, 1])
    for (let n = 0; n < 10; n++)
      store.put({
        time: DAY + day * 24 * HOUR_MS + 9.5 * HOUR_MS + n * MINUTE_MS,
        open: 10,
        high: 12,
        low: 9,
        close: 11,
        volume: 1,
        vwap: undefined,
      });
  return store;
}

function placesOf(from = 0): TimePlaces {
  const places = timePlaces(storeOf(), '1Min', from);
  if (!places) throw new Error('there are bars');
  return places;
}

const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const lineOf = (n: number, price = 10): Drawing => ({
  id: idOf(n),
  kind: 'horizontal',
  points: [{ time: DAY, price }],
});

describe('places in time', () => {
  const first = DAY + 9.5 * HOUR_MS;
  const last = first + 24 * HOUR_MS + 9 * MINUTE_MS;

  it.each([
    ['the bar that it falls into', first + 90_000, 1],
    ['the next bar, between two days', first + 10 * HOUR_MS, 10],
    ['a place without a bar, to the right', last + 7 * MINUTE_MS, 26],
    ['a place without a bar, to the left', first - 3 * MINUTE_MS, -3],
  ])('puts a moment at %s', (_where, time, place) => {
    expect(placesOf().placeOf(time)).toBe(place);
    expect(placesOf(5).placeOf(time)).toBe(place - 5);
  });

  it('comes back to the same place from every moment that it names', () => {
    const places = placesOf(3);
    for (let place = -20; place < 40; place++)
      expect(places.placeOf(places.timeAt(place))).toBe(place);
  });

  it('has none without bars', () => {
    expect(timePlaces(createBarStore(), '1Min')).toBeUndefined();
  });
});

describe('what lies under a pointer', () => {
  const ends = [
    { x: 100, y: 100 },
    { x: 200, y: 50 },
  ];

  it.each([
    ['trend', { x: 102, y: 103 }, 0],
    ['trend', { x: 197, y: 53 }, 1],
    ['trend', { x: 150, y: 78 }, 'body'],
    ['trend', { x: 150, y: 90 }, undefined],
    ['trend', { x: 240, y: 30 }, undefined],
    ['ray', { x: 240, y: 30 }, 'body'],
    ['ray', { x: 60, y: 120 }, undefined],
    ['rectangle', { x: 150, y: 101 }, 'body'],
    ['rectangle', { x: 150, y: 75 }, undefined],
    ['measure', { x: 199, y: 80 }, 'body'],
  ] as const)('of a %s at %o is %s', (kind, at, part) => {
    expect(partAt(kind, ends, SIZE, at)).toBe(part);
  });

  it('is all of a horizontal line, at any width', () => {
    expect(partAt('horizontal', [{ x: 900, y: 60 }], SIZE, { x: 3, y: 63 })).toBe('body');
    expect(partAt('horizontal', [{ x: 3, y: 60 }], SIZE, { x: 3, y: 60 })).toBe('body');
    expect(partAt('horizontal', [{ x: 900, y: 60 }], SIZE, { x: 3, y: 70 })).toBeUndefined();
  });

  it('a ray leaves the pane, also straight up, and one of no length is a point', () => {
    const [[, up] = []] = linesOf(
      'ray',
      [
        { x: 100, y: 100 },
        { x: 100, y: 99 },
      ],
      SIZE,
    );
    expect(up?.x).toBeCloseTo(100);
    expect(up?.y).toBeLessThan(0);
    const spot = { x: 5, y: 5 };
    expect(linesOf('ray', [spot, spot], SIZE)).toEqual([[spot, spot]]);
  });
});

describe('dragging', () => {
  const places = placesOf();
  const drawing: Drawing = {
    id: idOf(1),
    kind: 'trend',
    points: [
      { time: places.timeAt(2), price: 10 },
      { time: places.timeAt(8), price: 12 },
    ],
  };

  it('of the body moves both ends, over the night between two bars', () => {
    const moved = dragged(
      drawing,
      'body',
      { place: 4, price: 11 },
      { place: 8, price: 10.5 },
      places,
    );
    expect(moved.points).toEqual([
      { time: places.timeAt(6), price: 9.5 },
      { time: places.timeAt(12), price: 11.5 },
    ]);
  });

  it('of an end moves that alone, to what can be traded or exactly to a bar', () => {
    const from = { place: 8, price: 12 };
    const to = { place: 30, price: 12.3456 };
    expect(dragged(drawing, 1, from, to, places).points).toEqual([
      drawing.points[0],
      { time: places.timeAt(30), price: 12.35 },
    ]);
    const exact = dragged(drawing, 1, from, { ...to, isExact: true }, places);
    expect(exact.points[1]?.price).toBe(12.3456);
  });

  it('up and down leaves the moments as they were given, in any timeframe', () => {
    const odd = { ...drawing, points: drawing.points.map((p) => ({ ...p, time: p.time + 1 })) };
    const moved = dragged(odd, 'body', { place: 4, price: 11 }, { place: 4, price: 12 }, places);
    expect(moved.points.map(({ time }) => time)).toEqual(odd.points.map(({ time }) => time));
  });

  it('never ends below a price', () => {
    const moved = dragged(drawing, 'body', { place: 0, price: 12 }, { place: 0, price: 1 }, places);
    expect(moved.points[0]?.price).toBeGreaterThan(0);
  });
});

it('snaps to the nearest of the four prices on the screen', () => {
  const bar = { open: 10, high: 12, low: 9, close: 11 };
  const yOf = (price: number): number => 200 - price * 10;
  expect(nearestPrice(bar, 0, yOf)).toBe(12);
  expect(nearestPrice(bar, 200, yOf)).toBe(9);
  expect(nearestPrice(bar, 91, yOf)).toBe(11);
});

describe('words', () => {
  const places = placesOf();

  it.each([
    [2, 8, 100, 101.5, '+1.50 (+1.50%)', '6 bars, 6 min'],
    [8, 2, 100, 99, '-1.00 (-1.00%)', '-6 bars, 6 min'],
    [0, 10, 10, 10, '0.00 (0.00%)', '10 bars, 1 d'],
    [3, 4, 10, 10.01, '+0.01 (+0.10%)', '1 bar, 1 min'],
  ])('of a measure from %i to %i', (from, to, a, b, prices, span) => {
    const points = [
      { time: places.timeAt(from), price: a },
      { time: places.timeAt(to), price: b },
    ];
    const [first, second] = measureWords(points, places);
    expect([first.replaceAll('−', '-'), second]).toEqual([prices, span]);
  });

  it('name a drawing by its prices', () => {
    expect(drawingName(lineOf(1, 191.2))).toBe('Horizontal line, 191.20');
    const points = [10, 11.5].map((price) => ({ time: DAY, price }));
    expect(drawingName({ kind: 'trend', points })).toBe('Trend line, 10.00 to 11.50');
  });
});

describe('the document', () => {
  it('takes a change and its way back, and leaves alone what another window drew', () => {
    const before = { symbols: { AAPL: [lineOf(1)], MSFT: [lineOf(9)] } };
    const moved = lineOf(1, 12);
    const change = { before: [lineOf(1)], after: [moved] };
    const { document } = withChange(before, 'AAPL', change);
    expect(document.symbols).toEqual({ AAPL: [moved], MSFT: [lineOf(9)] });
    const other = withChange(document, 'AAPL', { before: [], after: [lineOf(2)] }).document;
    const back = withChange(other, 'AAPL', { before: change.after, after: change.before });
    expect(back.document.symbols['AAPL']).toEqual([lineOf(1), lineOf(2)]);
  });

  it('forgets a symbol on which nothing is left', () => {
    const all = [lineOf(1), lineOf(2)];
    const { document } = withChange({ symbols: { AAPL: all } }, 'AAPL', { before: all, after: [] });
    expect(document).toEqual({ symbols: {} });
  });

  it('drops the oldest of a symbol that has too many, and says which', () => {
    const many = Array.from({ length: 100 }, (_, n) => lineOf(n));
    const { document, dropped } = withChange({ symbols: { AAPL: many } }, 'AAPL', {
      before: [],
      after: [lineOf(500)],
    });
    expect(document.symbols['AAPL']).toEqual([...many.slice(1), lineOf(500)]);
    expect(dropped).toEqual([{ symbol: 'AAPL', drawing: many[0] }]);
    expect(Drawings.safeParse(document).success).toBe(true);
  });

  it('drops the oldest of the first symbol where all together are too many', () => {
    const symbols = Object.fromEntries(
      Array.from({ length: 10 }, (_, s) => [
        `S${String.fromCharCode(65 + s)}`,
        Array.from({ length: 100 }, (__, n) => lineOf(s * 100 + n)),
      ]),
    );
    const change = { before: [], after: [lineOf(5_000)] };
    const { document, dropped } = withChange({ symbols }, 'ZZZ', change);
    expect(dropped).toEqual([{ symbol: 'SA', drawing: lineOf(0) }]);
    expect(Drawings.safeParse(document).success).toBe(true);
    // What a settings document may hold.
    expect(JSON.stringify(document).length).toBeLessThan(200_000);
  });

  it.each([
    ['a trend line of one point', { id: idOf(1), kind: 'trend', points: [{ time: 1, price: 1 }] }],
    ['a price of nothing', { id: idOf(1), kind: 'horizontal', points: [{ time: 1, price: 0 }] }],
    ['another kind', { id: idOf(1), kind: 'spiral', points: [{ time: 1, price: 1 }] }],
  ])('is refused with %s', (_what, drawing) => {
    expect(Drawings.safeParse({ symbols: { AAPL: [drawing] } }).success).toBe(false);
  });
});
