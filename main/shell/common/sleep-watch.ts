// Notices that the computer slept, where nothing else tells: the date has moved on by more than the timer waited.
import type { Clock, Delay } from '#main/ports.ts';

const LOOK_MS = 5_000;
const JUMP_MS = 15_000;

/** Answers a function that ends the watch. */
export function watchForSleep(clock: Clock, delay: Delay, onWake: () => void): () => void {
  let cancel: () => void;
  function look(): void {
    const before = clock.wall();
    cancel = delay(LOOK_MS, () => {
      if (clock.wall() - before > LOOK_MS + JUMP_MS) onWake();
      look();
    });
  }
  look();
  return () => cancel();
}
