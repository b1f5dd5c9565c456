import { useEffect, useRef } from 'react';
import { pageTurns } from '#renderer/core/turns.ts';

type Source = {
  get(key: string): readonly number[] | undefined;
  on(key: string, run: () => void): () => void;
};
type Props = { lines: Source; of: string };

const WIDTH = 48;
const HEIGHT = 18;
const MOST = 48;
/** A line of hours does not look another a second later. */
const TURN = { cost: 1 / 8, restMs: 1_000 };

/**
 * The way a price went, without figures, drawn past React. Its row says the same in numbers, so a screen reader passes
 * it over.
 */
export function Sparkline({ lines, of }: Props) {
  const element = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const draw = () => {
      if (element.current) write(element.current, lines.get(of));
    };
    const turn = pageTurns.join(draw, TURN);
    const stop = lines.on(of, turn.want);
    draw();
    return () => {
      stop();
      turn.leave();
    };
  }, [lines, of]);
  return (
    <svg
      ref={element}
      className="sparkline"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      <polyline fill="none" stroke="currentColor" strokeWidth="1.2" />
    </svg>
  );
}

function write(svg: SVGSVGElement, points: readonly number[] | undefined): void {
  const line = svg.firstElementChild;
  if (!points || points.length < 2) {
    line?.removeAttribute('points');
    return;
  }
  const isUp = (points.at(-1) ?? 0) >= (points[0] ?? 0);
  svg.classList.toggle('up', isUp);
  svg.classList.toggle('down', !isUp);
  line?.setAttribute('points', pathOf(points));
}

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
