// A layer on the canvas of the chart: what the library asks of every one of them. It is painted once a frame, however
// often the library tells of a price.
import type {
  IPrimitivePaneView,
  ISeriesPrimitive,
  PrimitivePaneViewZOrder,
  SeriesAttachedParameter,
} from 'lightweight-charts';

type Size = { width: number; height: number };
type Paint = (
  context: CanvasRenderingContext2D,
  area: Size,
  on: Pick<SeriesAttachedParameter, 'chart' | 'series'>,
) => void;

type PaintedLayer = {
  primitive: Required<Pick<ISeriesPrimitive, 'attached' | 'detached' | 'paneViews'>>;
  /** What it lies on, while it lies on something. */
  on(): SeriesAttachedParameter | undefined;
  repaint(): void;
};

export function createPaintedLayer(
  paint: Paint,
  zOrder: PrimitivePaneViewZOrder = 'bottom',
): PaintedLayer {
  let attached: SeriesAttachedParameter | undefined;
  const view: IPrimitivePaneView = {
    zOrder: () => zOrder,
    renderer: () => ({
      draw(target) {
        target.useMediaCoordinateSpace(({ context, mediaSize }) => {
          if (attached) paint(context, mediaSize, attached);
        });
      },
    }),
  };
  const views = [view];
  return {
    primitive: {
      attached(parameter) {
        attached = parameter;
      },
      detached() {
        attached = undefined;
      },
      paneViews: () => views,
    },
    on: () => attached,
    repaint: () => attached?.requestUpdate(),
  };
}
