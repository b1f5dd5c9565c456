// Where the price stands at the end of each day: a walk by midpoint displacement. The level of any day is found by halving a
// block of 2048 days eleven times, so that asking for a day costs the same wherever it lies and no other day is computed.
import type { Character } from './catalog.ts';
import { exp, keyAt, normal } from './hashed-random.ts';

const BLOCK = 2048;
/** Above this many days the walk is pulled back, so that a symbol stays near its usual price for decades. */
const FREE_DAYS = 32;
const PULL_PER_OCTAVE = 0.8;
/** How much of each step all symbols share, and the rest: the squares add up to 1. */
const SHARED = 0.55;
const OWN = 0.835;

/** The price in units of 1/10000 dollar, not yet rounded to a tick, at the end of the trading day with this index. */
export type LevelAt = (index: number) => number;

export function createLevels(marketKey: number, key: number, character: Character): LevelAt {
  const deviations = midpointDeviations(character.dailyVolatility);
  const anchorDeviation = Math.min(0.2, 7 * character.dailyVolatility);
  const base = character.level * 10_000;
  const step = (position: number) =>
    SHARED * normal(keyAt(marketKey, position)) + OWN * normal(keyAt(key, position));

  function logLevel(index: number): number {
    let low = Math.floor(index / BLOCK) * BLOCK;
    let left = anchorDeviation * step(low);
    let right = anchorDeviation * step(low + BLOCK);
    // Each position is the middle of exactly one interval, so the position alone names its random value.
    for (let days = BLOCK, octave = 0; index !== low; octave++) {
      days /= 2;
      const middle = low + days;
      const level = (left + right) / 2 + (deviations[octave] ?? 0) * step(middle);
      if (index < middle) right = level;
      else {
        low = middle;
        left = level;
      }
    }
    return left;
  }

  return (index) => base * exp(logLevel(index));
}

/** How far the middle of an interval strays from the mean of its ends: as in a random walk up to FREE_DAYS days. */
function midpointDeviations(dailyVolatility: number): number[] {
  const deviations: number[] = [];
  for (let days = BLOCK; days > 1; days /= 2) {
    let pull = 1;
    for (let wide = days; wide > FREE_DAYS; wide /= 2) pull *= PULL_PER_OCTAVE;
    deviations.push((dailyVolatility * Math.sqrt(days) * pull) / 2);
  }
  return deviations;
}
