// This build, and the real clock, timers and randomness, for the shells alone.
import { randomBytes, randomUUID } from 'node:crypto';
import manifest from '#package' with { type: 'json' };
import type { Clock, Delay, Random } from '#main/ports.ts';

export const VERSION: string = manifest.version;

const CHECK_MS = 5_000;
const JUMP_MS = 15_000;

export const systemClock: Clock = {
  wall: () => Date.now(),
  elapsed: () => performance.now(),
};

export const systemDelay: Delay = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

export const systemRandom: Random = {
  float: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
  uuid: () => randomUUID(),
  secret: (bytes) => randomBytes(bytes).toString('hex'),
};

/**
 * Notices that the computer slept, where nothing else says so: the date has moved on by more than the timer waited.
 * Answers a function that ends the watch.
 */
export function watchForSleep(clock: Clock, delay: Delay, onWake: () => void): () => void {
  let cancel: () => void;
  function check(): void {
    const before = clock.wall();
    cancel = delay(CHECK_MS, () => {
      if (clock.wall() - before > CHECK_MS + JUMP_MS) onWake();
      check();
    });
  }
  check();
  return () => cancel();
}
