import type { Clock } from '#main/ports.ts';

/** A moment on both clocks. */
export type ClockMark = { wall: number; elapsed: number };

export const markOf = (clock: Clock): ClockMark => ({
  wall: clock.wall(),
  elapsed: clock.elapsed(),
});

/** The larger difference: a clock that was set, or that stops in sleep, never makes a limit longer. */
export const sinceMs = (clock: Clock, { wall, elapsed }: ClockMark): number =>
  Math.max(clock.wall() - wall, clock.elapsed() - elapsed);
