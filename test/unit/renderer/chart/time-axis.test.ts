import { expect, it } from 'vitest';
import { createNewYorkScale } from '#renderer/chart/time-axis.ts';

const HOUR = 3_600;
/** Of the library: a new day, and an hour that is nothing more. */
const DAY_WEIGHT = 50;

function pointsFrom(start: number, hours: number) {
  const scale = createNewYorkScale();
  const times = Array.from({ length: hours }, (_, n) => start + n * HOUR);
  const convert = scale.createConverterToInternalObj(times.map((time) => ({ time })) as never);
  const points = times.map((time) => ({
    time: convert(time as never),
    originalTime: time,
    timeWeight: 0,
  }));
  const weigh = (from: number) => scale.fillWeightsForPoints(points as never, from);
  return { points, weigh };
}

it('marks a new day at midnight in New York, in winter and in summer, and leaves the times alone', () => {
  for (const [day, midnight] of [
    [Date.UTC(2026, 0, 14), 5],
    [Date.UTC(2026, 6, 14), 4],
  ] as const) {
    const { points, weigh } = pointsFrom(day / 1_000 - 2 * HOUR, 12);
    const before = JSON.stringify(points.map(({ time }) => time));
    weigh(0);
    const days = points.filter(({ timeWeight }) => timeWeight >= DAY_WEIGHT);
    expect(days.map(({ originalTime }) => originalTime - day / 1_000)).toEqual([midnight * HOUR]);
    expect(JSON.stringify(points.map(({ time }) => time))).toBe(before);
  }
});

it('weighs only what is new, and by what lies before it', () => {
  const { points, weigh } = pointsFrom(Date.UTC(2026, 0, 14) / 1_000, 8);
  weigh(5);
  expect(points.map(({ timeWeight }) => timeWeight >= DAY_WEIGHT)).toEqual(
    points.map((_, n) => n === 5),
  );
  expect(points.slice(0, 5).every(({ timeWeight }) => timeWeight === 0)).toBe(true);
});
