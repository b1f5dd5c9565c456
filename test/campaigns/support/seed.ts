// One seed for a run of the fuzz, fresh unless it is given; whatever fails names it with the command that repeats it.
import { randomInt } from 'node:crypto';
import { createRandom } from '#test/faults/support/campaign.ts';
import { SCALE } from '#test/support/scale.ts';

export const SEED = Number(process.env['BALLAST_FUZZ_SEED'] ?? randomInt(2 ** 31));

export const repeatFile = (file: string): string =>
  `BALLAST_SCALE=${SCALE} BALLAST_FUZZ_SEED=${SEED} npx vitest run --project campaigns test/campaigns/${file}`;

export type Dice = {
  random: () => number;
  below(limit: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
};

export function createDice(seed: number): Dice {
  const random = createRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  return {
    random,
    below,
    chance: (share) => random() < share,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
  };
}
