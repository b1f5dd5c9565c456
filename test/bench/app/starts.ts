// What a bench of the whole application starts, and how long it waits for what it wants to see.
import type { Run } from '#test/bench/app/run-watched.ts';
import type { Seen } from '#test/bench/app/watch-page.ts';

/** The desk in a folder, or a page of the bench in a window of its own. */
export type Start = { folder: string; page?: string; isCounting?: boolean; mayOrder?: boolean };
export type Launch = (start: Start) => Promise<Run>;

export const SETTLE_MS = 15_000;
const LONGEST_MS = 60_000;

export const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

export async function until(run: Run, isThere: (seen: Seen) => boolean): Promise<Seen> {
  const end = performance.now() + LONGEST_MS;
  for (;;) {
    const seen = await run.seen();
    if (isThere(seen)) return seen;
    if (performance.now() > end)
      throw new Error(`It was not seen in time: ${JSON.stringify(seen)}`);
    await wait(20);
  }
}
