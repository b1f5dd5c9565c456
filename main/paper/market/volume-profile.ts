// How trading is spread over the minutes of a day: heavy at the open and the close, thin outside of regular hours. Around
// the clock, the night is quieter than the day but never asleep.
import type { DayShape } from './calendar.ts';

export type VolumeProfile = {
  /** Trades expected in each minute, where the regular session averages about 1; in 1/256. */
  intensity: Int32Array;
  /** Standard deviation of each minute's move; the squares add up to 1. */
  deviation: Float64Array;
  /** Share of the day's variance before each minute: 0 at the first, 1 after the last. */
  elapsed: Float64Array;
};

const OPEN = 570;

/** `minutes[i]` is the wall-clock minute of the day at which the i-th minute of trading begins. */
const SHAPES: Record<DayShape, { minutes: () => number[]; close: number; minimum: number }> = {
  full: { minutes: () => range(240, 1200), close: 960, minimum: 0 },
  early: { minutes: () => range(240, 1020), close: 780, minimum: 0 },
  around: { minutes: () => range(0, 1440), close: 960, minimum: 0.5 },
  'around-short': {
    minutes: () => [...range(0, 120), ...range(180, 1440)],
    close: 960,
    minimum: 0.5,
  },
  'around-long': {
    minutes: () => [...range(0, 120), ...range(60, 1440)],
    close: 960,
    minimum: 0.5,
  },
};

export function createVolumeProfile(shape: DayShape): VolumeProfile {
  const { minutes, close, minimum } = SHAPES[shape];
  const intensity = Float64Array.from(minutes(), (minute) =>
    Math.max(minimum, intensityAt(minute, close)),
  );
  const total = intensity.reduce((sum, value) => sum + value, 0);
  const elapsed = new Float64Array(intensity.length + 1);
  intensity.forEach((value, index) => {
    elapsed[index + 1] = (elapsed[index] ?? 0) + value / total;
  });
  return {
    intensity: Int32Array.from(intensity, (value) => Math.round(value * 256)),
    deviation: intensity.map((value) => Math.sqrt(value / total)),
    elapsed,
  };
}

function intensityAt(minute: number, close: number): number {
  if (minute < OPEN) {
    const nearness = Math.max(0, (minute - 240) / (OPEN - 240));
    return 0.012 + 0.14 * nearness * nearness * nearness;
  }
  if (minute >= close) {
    const fading = Math.max(0, 1 - (minute - close) / 240);
    return 0.012 + 0.16 * fading * fading * fading;
  }
  const fromMiddle = (2 * (minute - OPEN)) / (close - 1 - OPEN) - 1;
  const square = fromMiddle * fromMiddle;
  const auction = minute === OPEN || minute === close - 1 ? 1.6 : 0;
  return 0.62 + 0.7 * square + 0.8 * square * square * square * square + auction;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
