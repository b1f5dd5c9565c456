import { useEffect, useRef } from 'react';
import { pageTurns } from '#renderer/core/turns.ts';

type Line = {
  closes: readonly number[];
  /** What it is held against: drawn as a level. */
  from: number | undefined;
};
type Source = {
  get(key: string): Line | undefined;
  on(key: string, run: () => void): () => void;
};
type Props = { lines: Source; of: string };

const WIDTH = 48;
const HEIGHT = 18;
const MOST = 48;
/** A line of hours does not look another a second later. */
const TURN = { cost: 1 / 8, restMs: 1_000 };

/**
 * The way a price went, without figures, drawn past React, with the level that its row's change counts from. The row
 * says the same in numbers, so a screen reader passes it over.
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
      <line className="sparkline-level" x1="0" x2={WIDTH} />
      <polyline fill="none" stroke="currentColor" strokeWidth="1.2" />
    </svg>
  );
}

function write(svg: SVGSVGElement, line: Line | undefined): void {
  const [level, path] = svg.children;
  const { points, y, direction } = drawingOf(line);
  svg.classList.toggle('up', direction === 'up');
  svg.classList.toggle('down', direction === 'down');
  put(path, 'points', points);
  put(level, 'y1', y);
  put(level, 'y2', y);
}

function put(element: Element | undefined, name: string, value: string | undefined): void {
  if (value === undefined) element?.removeAttribute(name);
  else element?.setAttribute(name, value);
}

type Drawing = { points?: string; y?: string; direction?: 'up' | 'down' };

/** At most a point a pixel; the last is always there. Its color says where it is from its level, like the change. */
export function drawingOf(line: Line | undefined): Drawing {
  if (!line || line.closes.length < 2) return {};
  const { closes: points, from } = line;
  const last = points.at(-1) ?? 0;
  const step = Math.max(1, points.length / MOST);
  const drawn: number[] = [];
  for (let at = points.length - 1; at > -0.5; at -= step) drawn.push(points[Math.round(at)] ?? 0);
  drawn.reverse();
  const levels = from === undefined ? drawn : [...drawn, from];
  const low = Math.min(...levels);
  const span = Math.max(...levels) - low;
  const x = (nth: number): number => (nth / Math.max(1, drawn.length - 1)) * WIDTH;
  const y = (value: number): string =>
    (span === 0 ? HEIGHT / 2 : HEIGHT - 2 - ((value - low) / span) * (HEIGHT - 4)).toFixed(1);
  return {
    points: drawn.map((value, nth) => `${x(nth).toFixed(1)},${y(value)}`).join(' '),
    ...(from !== undefined && { y: y(from) }),
    ...(from !== undefined && last !== from && { direction: last > from ? 'up' : 'down' }),
  };
}
