// Work on many things in turns of main's thread, so that whatever else is due comes in between.
import type { Delay } from '#main/ports.ts';

/** A few milliseconds of what is done with an order. */
const IN_ONE_TURN = 100;

type Turns = { delay: Delay; signal?: AbortSignal };

/** Ends early where nobody wants it any more. */
export async function inTurns<T>(
  items: readonly T[],
  each: (item: T) => void,
  { delay, signal }: Turns,
): Promise<void> {
  for (let from = 0; from < items.length; from += IN_ONE_TURN) {
    if (from > 0) await new Promise<void>((resolve) => delay(0, resolve));
    if (signal?.aborted) return;
    items.slice(from, from + IN_ONE_TURN).forEach(each);
  }
}
