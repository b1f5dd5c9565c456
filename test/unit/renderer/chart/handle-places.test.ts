import { expect, it } from 'vitest';
import { arrange, placesOf, ROW_PX, spread } from '#renderer/chart/handle-places.ts';

const HEIGHT = 300;
const wishes = (...ys: number[]) => ys.map((y, n) => ({ key: `line ${n}`, y }));
const placed = (ys: number[], columns = 1) =>
  placesOf(wishes(...ys), { top: 0, bottom: HEIGHT, columns });
const at = (ys: number[], columns = 1) => ys.map((_, n) => placed(ys, columns).get(`line ${n}`)?.y);

it.each([
  ['far apart they stand at their prices', [200, 40, 120], [200, 40, 120]],
  ['of one price they stand around it', [100, 100], [100 - ROW_PX / 2, 100 + ROW_PX / 2]],
  ['three that touch are moved as little as can be', [100, 110, 120], [82, 110, 138]],
  ['at the upper edge they go down', [2, 3], [14, 42]],
  ['at the lower edge they go up', [299, 298], [286, 258]],
])('%s', (_what, ys, expected) => {
  expect(at(ys)).toEqual(expected);
});

it('keeps them apart and in the pane whatever their prices are', () => {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let n = 0; n < 500; n++) {
    const ys = Array.from({ length: 1 + Math.floor(random() * 10) }, () => random() * HEIGHT).sort(
      (a, b) => a - b,
    );
    const spreadOut = spread(ys, HEIGHT);
    expect(spreadOut[0]).toBeGreaterThanOrEqual(ROW_PX / 2);
    expect(spreadOut.at(-1)).toBeLessThanOrEqual(HEIGHT - ROW_PX / 2 + 1e-9);
    spreadOut.slice(1).forEach((y, at1) => {
      expect(y - (spreadOut[at1] ?? 0)).toBeGreaterThanOrEqual(ROW_PX - 1e-9);
    });
  }
});

it('takes more columns where one is too short, and leaves out the last of those without room', () => {
  const ys = Array.from({ length: 50 }, (_, n) => 100 + n);
  const two = placed(ys, 2);
  expect(two.size).toBe(2 * Math.floor(HEIGHT / ROW_PX));
  expect(new Set([...two.values()].map(({ column }) => column))).toEqual(new Set([0, 1]));
  expect(two.has('line 0')).toBe(true);
  expect(two.has('line 49')).toBe(false);
  expect(placed(ys, 9).size).toBe(50);
  expect(placed([10, 20], 9).get('line 1')?.column).toBe(0);
});

it('leaves room at the edges for what stands there', () => {
  const room = { top: 40, bottom: 260, columns: 1 };
  const places = placesOf(wishes(1, 299), room);
  expect([...places.values()].map(({ y }) => y)).toEqual([54, 246]);
});

const line = (n: number, y: number | undefined, more: object = {}) => ({
  key: `line ${n}`,
  y,
  width: 120,
  beside: undefined,
  hasFocus: false,
  distance: n,
  ...more,
});
const PANE = { width: 600, height: HEIGHT, top: 0, hasFoot: false };

it('tells what is beyond the edges, and nothing of handles without a line', () => {
  const { above, below, places } = arrange(
    [
      line(0, -5),
      line(1, 150),
      line(2, 301),
      line(3, 500, { beside: 'above' }),
      line(4, undefined),
    ],
    PANE,
  );
  expect([above, below, [...places.keys()]]).toEqual([['line 0'], ['line 2'], ['line 1']]);
});

it('keeps the handles near the market, and the one with the focus, where there is no room for all', () => {
  const lines = Array.from({ length: 50 }, (_, n) =>
    line(n, 290 - 5 * n, { distance: Math.abs(n - 25), hasFocus: n === 49 }),
  );
  const { places, crowded } = arrange(lines, PANE);
  expect(places.size + crowded.length).toBe(50);
  expect([25, 24, 26, 49].every((n) => places.has(`line ${n}`))).toBe(true);
  expect(crowded).toContain('line 0');
});

it('puts a handle without a line on its side of the others at that price', () => {
  const { places } = arrange(
    [line(0, 150), line(1, 150, { beside: 'below' }), line(2, 150, { beside: 'above' })],
    PANE,
  );
  const [own = 0, below = 0, above = 0] = [0, 1, 2].map((n) => places.get(`line ${n}`)?.y);
  expect([above < own, own < below]).toEqual([true, true]);
});

it('keeps below the legend and the name of what is above, at the left edge', () => {
  const { places } = arrange([line(0, 10), line(1, 200)], { ...PANE, top: 60 });
  expect(Object.fromEntries(places)).toEqual({
    'line 0': { x: 12, y: 60 + ROW_PX / 2 },
    'line 1': { x: 12, y: 200 },
  });
  const under = arrange([line(0, 10), line(1, -5)], { ...PANE, top: 60 });
  expect(under.places.get('line 0')?.y).toBe(60 + ROW_PX + ROW_PX / 2);
});

it('leaves the newest bars free however many lines there are', () => {
  const lines = Array.from({ length: 50 }, (_, n) => line(n, 290 - 5 * n));
  const { places } = arrange(lines, PANE);
  const right = Math.max(...[...places.values()].map(({ x }) => x + 120));
  expect(new Set([...places.values()].map(({ x }) => x)).size).toBe(2);
  expect(right).toBeLessThanOrEqual(PANE.width * 0.6);
});

it('has no place where there is no room for a row', () => {
  const { places, crowded } = arrange([line(0, 40)], { ...PANE, height: 80, top: 60 });
  expect([places.size, crowded]).toEqual([0, ['line 0']]);
});

it('keeps its lower edge free for what is named there only where they would meet', () => {
  const foot = (width: number) =>
    arrange([line(0, 299)], { ...PANE, width, hasFoot: true }).places.get('line 0')?.y;
  expect([foot(600), foot(300)]).toEqual([HEIGHT - ROW_PX / 2, HEIGHT - 32 - ROW_PX / 2]);
});
