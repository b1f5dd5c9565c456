// How the chart looks, from the tokens.
import {
  ColorType,
  CrosshairMode,
  LineStyle,
  type ChartOptions,
  type DeepPartial,
  type Time,
} from 'lightweight-charts';
import type { ChartLook } from '#contract/ui.ts';
import { SCALE_MARGINS } from '#renderer/chart/legend-room.ts';
import type { ChartTheme } from '#renderer/chart/chart-theme.ts';
import { formatBarTime, formatTick } from '#renderer/chart/time-axis.ts';

const FONT_SIZE = 11;
/** Empty bars between the newest one and the price axis. */
export const RIGHT_OFFSET = 6;

export const chartOptions = (theme: ChartTheme): DeepPartial<ChartOptions> => ({
  autoSize: true,
  layout: {
    background: { type: ColorType.Solid, color: theme.panel },
    textColor: theme.textQuiet,
    fontFamily: theme.font,
    fontSize: FONT_SIZE,
    // The library would inject a style element for its logo, which the page's policy refuses; the panel names it.
    attributionLogo: false,
    panes: { separatorColor: theme.line, separatorHoverColor: theme.line, enableResize: true },
  },
  grid: {
    vertLines: { color: theme.line, style: LineStyle.Dotted },
    horzLines: { color: theme.line, style: LineStyle.Dotted },
  },
  crosshair: {
    mode: CrosshairMode.Normal,
    vertLine: { color: theme.textQuiet, labelBackgroundColor: theme.textQuiet },
    horzLine: { color: theme.textQuiet, labelBackgroundColor: theme.textQuiet },
  },
  rightPriceScale: { borderColor: theme.line, scaleMargins: SCALE_MARGINS },
  timeScale: {
    borderColor: theme.line,
    rightOffset: RIGHT_OFFSET,
    barSpacing: 7,
    // Finer than this and the screen would hold more bars than the window.
    minBarSpacing: 1,
    secondsVisible: false,
    tickMarkFormatter: formatTick,
  },
  localization: { locale: 'en-US' },
  // A window that moves while the chart glides would jump.
  kineticScroll: { mouse: false, touch: false },
});

/** Bars of a day or more have a date, the others an hour of it too: on the axis and under the crosshair. */
export const timeOptions = (isWithinDay: boolean) => ({
  timeScale: { timeVisible: isWithinDay },
  localization: {
    timeFormatter: (time: Time) => formatBarTime(Number(time) * 1_000, isWithinDay),
  },
});

/** Cents; below a dollar hundredths of them, and as many more as leave four digits to read. */
export const decimalsOf = (price: number): number =>
  price >= 1 || price <= 0 ? 2 : Math.min(Math.max(4, 3 - Math.floor(Math.log10(price))), 12);

/** How finely the price axis is written. */
export function priceFormat(price: number) {
  const precision = decimalsOf(price);
  return { priceFormat: { type: 'price', precision, minMove: 10 ** -precision } } as const;
}

export function seriesOptions(style: ChartLook['style'], theme: ChartTheme) {
  switch (style) {
    case 'candles':
      return {
        upColor: theme.up,
        downColor: theme.down,
        wickUpColor: theme.up,
        wickDownColor: theme.down,
        borderVisible: false,
      };
    case 'bars':
      return { upColor: theme.up, downColor: theme.down, thinBars: true };
    case 'line':
      return { color: theme.text, lineWidth: 2 as const };
    case 'area':
      return {
        lineColor: theme.text,
        topColor: theme.upTint,
        bottomColor: theme.upTint,
        lineWidth: 2 as const,
      };
    default:
      return style satisfies never;
  }
}
