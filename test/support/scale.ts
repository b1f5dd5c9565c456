// One setting for every count of tries: the share of the full proof. a landing runs a hundredth of it; BALLAST_SCALE=1
// is the whole, which `npm run proof` writes down. Time limits grow with it.
const EVERY_RUN = 0.01;

export const SCALE = Number(process.env['BALLAST_SCALE'] ?? EVERY_RUN);
/** How many times as much as on every run. */
export const GROWTH = SCALE / EVERY_RUN;

/** For a count that the proof names: so many at scale 1, and never fewer than what a single run needs to mean something. */
export const atScale = (full: number, least = 1): number =>
  Math.max(least, Math.round(full * SCALE));

/** For any other count: so many on every run, more at a larger scale. */
export const scaled = (count: number): number => Math.max(1, Math.round(count * GROWTH));
