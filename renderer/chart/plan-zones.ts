// What an order would gain and lose, as tinted bands behind the bars: from its entry to its target and to its stop.
import type { ISeriesPrimitive } from 'lightweight-charts';
import type { ChartTheme } from '#renderer/chart/chart-theme.ts';
import type { PlanZone } from '#renderer/chart/line-marks.ts';
import { createPaintedLayer } from '#renderer/chart/painted-layer.ts';

type PlanZones = ISeriesPrimitive & {
  set(zones: readonly PlanZone[]): void;
  setTheme(theme: ChartTheme): void;
};

export function createPlanZones(theme: ChartTheme): PlanZones {
  let zones: readonly PlanZone[] = [];
  let colors = theme;
  const layer = createPaintedLayer((context, { width }, { series }) => {
    for (const { from, to, isGain } of zones) {
      const a = series.priceToCoordinate(Number(from));
      const b = series.priceToCoordinate(Number(to));
      if (a === null || b === null) continue;
      context.fillStyle = isGain ? colors.upTint : colors.downTint;
      context.fillRect(0, Math.min(a, b), width, Math.abs(a - b));
    }
  });
  return {
    ...layer.primitive,
    set(next) {
      zones = next;
      layer.repaint();
    },
    setTheme(next) {
      colors = next;
    },
  };
}
