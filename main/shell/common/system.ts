// The real clock, timers and randomness, for the shells alone.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock, Delay, Random } from '#main/ports.ts';

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
