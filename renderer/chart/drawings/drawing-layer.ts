// The drawings of a chart as one primitive of the library: where each lies now, and what of it lies under a pointer.
import type { ISeriesPrimitive, ISeriesPrimitiveAxisView } from 'lightweight-charts';
import type { Anchor, Drawing } from '#contract/drawings.ts';
import type { ChartTheme } from '#renderer/chart/chart-theme.ts';
import {
  linesOf,
  partAt,
  type Part,
  type Point,
  type Size,
} from '#renderer/chart/drawings/geometry.ts';
import type { TimePlaces } from '#renderer/chart/drawings/time-places.ts';
import { measureWords } from '#renderer/chart/drawings/words.ts';
import { priceText } from '#renderer/chart/order-marks.ts';
import { createPaintedLayer } from '#renderer/chart/painted-layer.ts';

type Shown = {
  drawings: readonly Drawing[];
  selected: string | undefined;
  /** Where the next point would be, while one is drawing by keyboard. */
  cursor: Anchor | undefined;
};

type DrawingLayer = ISeriesPrimitive & {
  show(shown: Shown): void;
  setTheme(theme: ChartTheme): void;
  /** The newest one first: it lies on top. */
  at(point: Point): { drawing: Drawing; part: Part } | undefined;
};

type Deps = { theme: ChartTheme; places: () => TimePlaces | undefined; size: () => Size };
type Placed = { drawing: Drawing; ends: Point[]; words?: [string, string] };

const HANDLE_PX = 4;
const TEXT_PX = 11;

export function createDrawingLayer({ theme: first, places, size }: Deps): DrawingLayer {
  let theme = first;
  let shown: Shown = { drawings: [], selected: undefined, cursor: undefined };
  let placed: Placed[] = [];
  let cursor: Point | undefined;
  let labels: ISeriesPrimitiveAxisView[] = [];
  /** The library tells of every price; what is seen is placed once a frame. */
  let isPlaced = false;

  function pointOf({ time, price }: Anchor, by: TimePlaces): Point | undefined {
    const on = layer.on();
    const x = on?.chart.timeScale().logicalToCoordinate(by.placeOf(time) as never) ?? null;
    const y = on?.series.priceToCoordinate(price) ?? null;
    return x === null || y === null ? undefined : { x, y };
  }

  function place(): void {
    if (isPlaced) return;
    isPlaced = true;
    const by = places();
    cursor = by && shown.cursor && pointOf(shown.cursor, by);
    placed = by
      ? shown.drawings.flatMap((drawing): Placed[] => {
          const ends = drawing.points.flatMap((point) => pointOf(point, by) ?? []);
          if (ends.length < drawing.points.length || isOutside(drawing, ends)) return [];
          const words = drawing.kind === 'measure' && measureWords(drawing.points, by);
          return [{ drawing, ends, ...(words && { words }) }];
        })
      : [];
    labels = placed.flatMap(({ drawing: { kind, points }, ends }) => {
      const price = points[0]?.price;
      const y = ends[0]?.y;
      return kind === 'horizontal' && price !== undefined && y !== undefined
        ? [axisLabel(priceText(price), y)]
        : [];
    });
  }

  function isOutside({ kind }: Drawing, ends: readonly Point[]): boolean {
    if (kind === 'horizontal' || kind === 'ray') return false;
    const { width } = size();
    return ends.every(({ x }) => x < 0) || ends.every(({ x }) => x > width);
  }

  const axisLabel = (text: string, y: number): ISeriesPrimitiveAxisView => ({
    coordinate: () => y,
    text: () => text,
    textColor: () => theme.panel,
    backColor: () => theme.focus,
  });

  function drawOne(
    context: CanvasRenderingContext2D,
    { drawing, ends, words }: Placed,
    area: Size,
  ): void {
    const isSelected = drawing.id === shown.selected;
    const [a, b] = ends;
    context.strokeStyle = theme.focus;
    context.lineWidth = isSelected ? 2.5 : 1.5;
    if (a && b && (drawing.kind === 'rectangle' || drawing.kind === 'measure')) {
      context.globalAlpha = 0.12;
      context.fillStyle = theme.focus;
      context.fillRect(a.x, a.y, b.x - a.x, b.y - a.y);
      context.globalAlpha = 1;
    }
    context.beginPath();
    for (const [from, to] of linesOf(drawing.kind, ends, area)) {
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
    }
    context.stroke();
    if (words && a && b) writeWords(context, words, a, b, area);
    if (isSelected && drawing.kind !== 'horizontal')
      for (const end of ends) drawHandle(context, end);
  }

  function drawHandle(context: CanvasRenderingContext2D, { x, y }: Point): void {
    context.beginPath();
    context.arc(x, y, HANDLE_PX, 0, 2 * Math.PI);
    context.fillStyle = theme.panel;
    context.fill();
    context.stroke();
  }

  /** Beyond the end that was drawn last, and always within the pane. */
  function writeWords(
    context: CanvasRenderingContext2D,
    words: readonly string[],
    a: Point,
    b: Point,
    { width, height }: Size,
  ): void {
    context.font = `${TEXT_PX}px ${theme.font}`;
    const wide = Math.max(...words.map((word) => context.measureText(word).width)) + 12;
    const high = words.length * (TEXT_PX + 4) + 6;
    const within = (at: number, most: number) => Math.min(Math.max(at, 2), Math.max(most, 2));
    const left = within((a.x + b.x) / 2 - wide / 2, width - wide - 2);
    const top = within(b.y < a.y ? b.y - high - 6 : b.y + 6, height - high - 2);
    context.fillStyle = theme.panel;
    context.fillRect(left, top, wide, high);
    context.lineWidth = 1;
    context.strokeRect(left, top, wide, high);
    context.fillStyle = theme.text;
    context.textAlign = 'center';
    context.textBaseline = 'top';
    for (const [n, word] of words.entries())
      context.fillText(word, left + wide / 2, top + 5 + n * (TEXT_PX + 4));
  }

  const layer = createPaintedLayer((context, area) => {
    place();
    context.save();
    for (const one of placed) drawOne(context, one, area);
    if (cursor) {
      context.strokeStyle = theme.focus;
      context.lineWidth = 1.5;
      drawHandle(context, cursor);
    }
    context.restore();
  }, 'normal');

  return {
    ...layer.primitive,
    updateAllViews() {
      isPlaced = false;
    },
    priceAxisViews() {
      place();
      return labels;
    },
    show(next) {
      shown = next;
      isPlaced = false;
      layer.repaint();
    },
    setTheme(next) {
      theme = next;
      layer.repaint();
    },
    at(point) {
      place();
      const area = size();
      for (const { drawing, ends } of placed.toReversed()) {
        const part = partAt(drawing.kind, ends, area, point);
        if (part !== undefined) return { drawing, part };
      }
      return undefined;
    },
  };
}
