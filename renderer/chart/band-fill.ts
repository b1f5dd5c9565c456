// The space between two lines of an indicator, filled lightly; only what is in sight.
import type { ISeriesPrimitive, SeriesAttachedParameter } from 'lightweight-charts';
import { createPaintedLayer } from '#renderer/chart/painted-layer.ts';

export type BandFill = ISeriesPrimitive & { setColor(color: string): void };

type On = Pick<SeriesAttachedParameter, 'chart' | 'series'>;
type Edges = readonly [upper: number | undefined, lower: number | undefined];

/** `edgesAt` tells both values at a place among the bars that are drawn. */
export function createBandFill(first: string, edgesAt: (place: number) => Edges): BandFill {
  let color = first;

  function outline({ chart, series }: On): [upper: [number, number][], lower: [number, number][]] {
    const scale = chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    const upper: [number, number][] = [];
    const lower: [number, number][] = [];
    if (!range) return [upper, lower];
    for (let place = Math.floor(range.from); place <= Math.ceil(range.to); place++) {
      const [high, low] = edgesAt(place);
      if (high === undefined || low === undefined) continue;
      const x = scale.logicalToCoordinate(place as never);
      const [top, bottom] = [series.priceToCoordinate(high), series.priceToCoordinate(low)];
      if (x === null || top === null || bottom === null) continue;
      upper.push([x, top]);
      lower.push([x, bottom]);
    }
    return [upper, lower];
  }

  const layer = createPaintedLayer((context, _area, on) => {
    const [upper, lower] = outline(on);
    if (upper.length < 2) return;
    context.save();
    context.globalAlpha = 0.08;
    context.fillStyle = color;
    context.beginPath();
    for (const [x, y] of [...upper, ...lower.toReversed()]) context.lineTo(x, y);
    context.fill();
    context.restore();
  });

  return {
    ...layer.primitive,
    setColor(next) {
      color = next;
      layer.repaint();
    },
  };
}
