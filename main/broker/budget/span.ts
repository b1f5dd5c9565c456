// A stretch of time that sleep cannot lengthen: it has passed when either the date or the running time says so
// (docs/orders.md, "Either clock ends a limit").
import type { Clock } from '#main/ports.ts';

export type Span = { leftMs(): number; passedMs(): number };

export function beginSpan(clock: Clock, lengthMs: number): Span {
  const wall = clock.wall();
  const elapsed = clock.elapsed();
  const passedMs = () => Math.max(clock.wall() - wall, clock.elapsed() - elapsed);
  return { passedMs, leftMs: () => Math.max(0, lengthMs - passedMs()) };
}
