// Whether a row of samples is flat after its first tenth: neither its highest point nor its drift may exceed what is
// allowed, and both are measured against the sample at one tenth.
export type Flatness = {
  atTenth: number;
  highest: number;
  last: number;
  /** By a straight line through the samples after the first tenth: what a whole day of it would add. */
  driftOverDay: number;
  isFlat: boolean;
};

export type Allowed = { share: number; absolute: number };

export function flatnessOf(samples: readonly number[], { share, absolute }: Allowed): Flatness {
  const start = Math.ceil(samples.length / 10);
  const atTenth = samples[start - 1] ?? Number.NaN;
  const after = samples.slice(start - 1);
  const highest = Math.max(...after);
  const driftOverDay = slopeOf(after) * samples.length;
  const allowed = atTenth * share + absolute;
  return {
    atTenth,
    highest,
    last: after.at(-1) ?? Number.NaN,
    driftOverDay,
    isFlat: highest - atTenth <= allowed && driftOverDay <= allowed,
  };
}

/** Least squares. */
function slopeOf(values: readonly number[]): number {
  const middleX = (values.length - 1) / 2;
  const middleY = values.reduce((sum, value) => sum + value, 0) / values.length;
  let above = 0;
  let below = 0;
  for (const [x, y] of values.entries()) {
    above += (x - middleX) * (y - middleY);
    below += (x - middleX) ** 2;
  }
  return below === 0 ? 0 : above / below;
}
