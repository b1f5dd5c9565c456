// What a drawing is called and what a measure says.
import type { Anchor, Drawing, DrawingKind } from '#contract/drawings.ts';
import type { TimePlaces } from '#renderer/chart/drawings/time-places.ts';
import { priceText } from '#renderer/chart/order-marks.ts';
import { formatPrice, formatSigned, formatSignedPrice } from '#renderer/ui/format.ts';

export const DRAWING_WORDS: Record<DrawingKind, string> = {
  horizontal: 'Horizontal line',
  trend: 'Trend line',
  ray: 'Ray',
  rectangle: 'Rectangle',
  measure: 'Measure',
};

/** 'Trend line, 189.20 to 191.00' */
export function drawingName({ kind, points }: Pick<Drawing, 'kind' | 'points'>): string {
  const prices = points.map(({ price }) => formatPrice(priceText(price)));
  return `${DRAWING_WORDS[kind]}, ${prices.join(' to ')}`;
}

/** '+1.20 (+0.63%)' and '12 bars, 1 h 12 min' */
export function measureWords(
  points: readonly Anchor[],
  places: Pick<TimePlaces, 'placeOf'>,
): [string, string] {
  const [a, b] = points;
  if (!a || !b) return ['', ''];
  const change = b.price - a.price;
  const bars = places.placeOf(b.time) - places.placeOf(a.time);
  const percent = formatSigned(((change / a.price) * 100).toFixed(6));
  return [
    `${formatSignedPrice(change.toFixed(10))} (${percent}%)`,
    `${bars} ${Math.abs(bars) === 1 ? 'bar' : 'bars'}, ${spanText(Math.abs(b.time - a.time))}`,
  ];
}

/** '3 d 4 h', '1 h 12 min', '0 min': the two largest units. */
function spanText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const units = [
    [Math.floor(minutes / 1_440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  const first = units.findIndex(([count]) => count > 0);
  if (first === -1) return '0 min';
  return units
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
