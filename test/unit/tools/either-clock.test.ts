import { expect, it } from 'vitest';
import { markOf, sinceMs } from '#main/tools/either-clock.ts';

it.each([
  ['both agree', 5_000, 5_000, 5_000],
  ['the running time stood still in sleep', 60_000, 10, 60_000],
  ['the date was set back', -3_600_000, 5_000, 5_000],
])('counts the larger of both clocks: %s', (_when, wall, elapsed, since) => {
  let at = { wall: 1_000_000, elapsed: 50 };
  const clock = { wall: () => at.wall, elapsed: () => at.elapsed };
  const mark = markOf(clock);
  at = { wall: at.wall + wall, elapsed: at.elapsed + elapsed };
  expect(sinceMs(clock, mark)).toBe(since);
});
