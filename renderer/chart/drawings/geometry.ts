// What a drawing looks like in pixels, what of it lies under a pointer, and what becomes of it when it is dragged. Pure.
import type { Anchor, Drawing, DrawingKind } from '#contract/drawings.ts';
import type { TimePlaces } from '#renderer/chart/drawings/time-places.ts';
import { priceText } from '#renderer/chart/order-marks.ts';

export type Point = { x: number; y: number };
export type Size = { width: number; height: number };
/** One of its ends, or all of it. */
export type Part = 0 | 1 | 'body';
/** A bar and a price, as a pointer or the keyboard names them. */
export type Spot = {
  place: number;
  price: number;
  /** A price of the bar itself, as it was told; others are rounded to what can be traded. */
  isExact?: true;
};

const END_PX = 8;
const LINE_PX = 5;

/** The lines that a drawing consists of, from its ends in pixels. */
export function linesOf(kind: DrawingKind, ends: readonly Point[], size: Size): [Point, Point][] {
  const [a, b = a] = ends;
  if (!a || !b) return [];
  switch (kind) {
    case 'horizontal':
      return [
        [
          { x: 0, y: a.y },
          { x: size.width, y: a.y },
        ],
      ];
    case 'trend':
      return [[a, b]];
    case 'ray':
      return [[a, farEnd(a, b, size)]];
    case 'rectangle':
    case 'measure': {
      const [c, d] = [
        { x: b.x, y: a.y },
        { x: a.x, y: b.y },
      ];
      return [
        [a, c],
        [c, b],
        [b, d],
        [d, a],
      ];
    }
    default:
      return kind satisfies never;
  }
}

/** Through `b` and on, until it has left the pane for certain. */
function farEnd(a: Point, b: Point, { width, height }: Size): Point {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return b;
  const far = width + height + Math.abs(a.x) + Math.abs(a.y);
  return { x: a.x + (dx / length) * far, y: a.y + (dy / length) * far };
}

/** Its ends come before its lines. */
export function partAt(
  kind: DrawingKind,
  ends: readonly Point[],
  size: Size,
  at: Point,
): Part | undefined {
  const end = ends.findIndex((one) => Math.hypot(one.x - at.x, one.y - at.y) <= END_PX);
  // A horizontal line has no end to take hold of: all of it moves up and down.
  if (end !== -1 && kind !== 'horizontal') return end === 0 ? 0 : 1;
  return linesOf(kind, ends, size).some(([a, b]) => distance(at, a, b) <= LINE_PX)
    ? 'body'
    : undefined;
}

/** From a point to the nearest one of a line between two. */
function distance(at: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : ((at.x - a.x) * dx + (at.y - a.y) * dy) / squared;
  const t = Math.min(Math.max(along, 0), 1);
  return Math.hypot(at.x - a.x - t * dx, at.y - a.y - t * dy);
}

export const anchorAt = ({ place, price, isExact }: Spot, places: TimePlaces): Anchor => ({
  time: places.timeAt(place),
  price: isExact ? price : Number(priceText(price)),
});

/** The drawing after a part of it went from one spot to another. */
export function dragged(
  drawing: Drawing,
  part: Part,
  from: Spot,
  to: Spot,
  places: TimePlaces,
): Drawing {
  const move = (point: Anchor, n: number): Anchor => {
    if (part === n) return anchorAt(to, places);
    if (part !== 'body') return point;
    const by = to.place - from.place;
    return {
      // A line that did not move in time keeps the moment that it was given, in whatever timeframe.
      time: by === 0 ? point.time : places.timeAt(places.placeOf(point.time) + by),
      price: Number(priceText(point.price + to.price - from.price)),
    };
  };
  return { ...drawing, points: drawing.points.map(move) };
}

/** Of four prices the one that is nearest on the screen. */
export function nearestPrice(
  bar: { open: number; high: number; low: number; close: number },
  y: number,
  yOf: (price: number) => number | undefined,
): number {
  const far = (price: number) => Math.abs((yOf(price) ?? Infinity) - y);
  return [bar.open, bar.high, bar.low, bar.close].reduce((best, price) =>
    far(price) < far(best) ? price : best,
  );
}
