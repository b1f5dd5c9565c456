// Months are of UTC.
import { Month } from '#contract/archives.ts';

/** Undefined for a moment that no calendar has. */
export function monthOf(ms: number): Month | undefined {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return undefined;
  return Month.safeParse(date.toISOString().slice(0, 7)).data;
}

/** [from, to), epoch ms. */
export function spanOf(month: Month): { from: number; to: number } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: Date.UTC(year, number - 1), to: Date.UTC(year, number) };
}
