import { memo } from 'react';

type Props = { points: readonly number[] | undefined };

const WIDTH = 48;
const HEIGHT = 18;
const MOST = 48;

/** The way a price went, without figures. Its row says the same in numbers, so a screen reader passes it over. */
export const Sparkline = memo(function Sparkline({ points }: Props) {
  if (!points || points.length < 2) return null;
  const [first = 0] = points;
  const isUp = (points.at(-1) ?? 0) >= first;
  return (
    <svg
      className={isUp ? 'sparkline up' : 'sparkline down'}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      <polyline points={pathOf(points)} fill="none" stroke="currentColor" strokeWidth="1.2" />
    </svg>
  );
});

/** At most a point a pixel; the last is always there. */
export function pathOf(points: readonly number[]): string {
  const step = Math.max(1, points.length / MOST);
  const drawn: number[] = [];
  for (let at = points.length - 1; at > -0.5; at -= step) drawn.push(points[Math.round(at)] ?? 0);
  drawn.reverse();
  const low = Math.min(...drawn);
  const span = Math.max(...drawn) - low;
  const x = (nth: number): number => (nth / Math.max(1, drawn.length - 1)) * WIDTH;
  const y = (value: number): number =>
    span === 0 ? HEIGHT / 2 : HEIGHT - 2 - ((value - low) / span) * (HEIGHT - 4);
  return drawn.map((value, nth) => `${x(nth).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
}
