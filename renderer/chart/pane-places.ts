// Between pixels of the pane with the bars, and bars and prices.
import type { IChartApiBase, ISeriesApi, SeriesType } from 'lightweight-charts';
import type { BarSeries } from '#renderer/chart/bar-series.ts';
import type { Stretch } from '#renderer/chart/bar-window.ts';
import {
  nearestPrice,
  type Point,
  type Size,
  type Spot,
} from '#renderer/chart/drawings/geometry.ts';
import { timePlaces, type TimePlaces } from '#renderer/chart/drawings/time-places.ts';

export type PanePlaces = {
  /** Undefined while there are no bars. Places count from the first bar that is drawn. */
  places(): TimePlaces | undefined;
  size(): Size;
  /** Where a pointer is in the pane. */
  pointOf(event: Pick<MouseEvent, 'clientX' | 'clientY'>): Point;
  /** Undefined outside of the pane. With Ctrl or Cmd it is the nearest price of the bar. */
  spotAt(event: MouseEvent): Spot | undefined;
  priceAt(y: number): number | undefined;
  yOf(price: number): number | undefined;
  middle(): Spot;
  /** How much so many pixels are. */
  priceSpan(pixels: number): number;
};

type Deps = {
  chart: IChartApiBase;
  host: HTMLElement;
  main: () => ISeriesApi<SeriesType>;
  shown: () => { series: BarSeries | undefined; window: Stretch };
};

export function createPanePlaces({ chart, host, main, shown }: Deps): PanePlaces {
  const size = () => chart.paneSize(0);
  const priceAt = (y: number): number | undefined => main().coordinateToPrice(y) ?? undefined;
  const yOf = (price: number): number | undefined => main().priceToCoordinate(price) ?? undefined;

  function pointOf({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): Point {
    const { left, top } = host.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  function spotOf({ x, y }: Point): Spot | undefined {
    const place = chart.timeScale().coordinateToLogical(x) ?? undefined;
    const price = priceAt(y);
    return place === undefined || price === undefined ? undefined : { place, price };
  }

  return {
    places() {
      const { series, window } = shown();
      return series && timePlaces(series.store, series.timeframe, window.from);
    },
    size,
    pointOf,
    spotAt(event) {
      const point = pointOf(event);
      const { width, height } = size();
      if (point.x < 0 || point.y < 0 || point.x > width || point.y > height) return undefined;
      const spot = spotOf(point);
      const { series, window } = shown();
      const isSnapped = event.ctrlKey || event.metaKey;
      const bar = spot && isSnapped ? series?.store.at(spot.place + window.from) : undefined;
      return spot && bar
        ? { ...spot, price: nearestPrice(bar, point.y, yOf), isExact: true }
        : spot;
    },
    priceAt,
    yOf,
    middle() {
      const { width, height } = size();
      return spotOf({ x: width / 2, y: height / 2 }) ?? { place: 0, price: 1 };
    },
    priceSpan(pixels) {
      const middle = size().height / 2;
      return Math.abs((priceAt(middle) ?? 0) - (priceAt(middle + pixels) ?? 0));
    },
  };
}
