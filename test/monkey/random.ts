// What a step has in hand.
import type { Page } from 'playwright';
import type { Rig } from '#test/monkey/rig.ts';

export type Random = () => number;
/** Each answers what was done, in words. */
export type World = { rig: Rig; page: Page; random: Random; onFinding(text: string): void };

export const pick = <T>(random: Random, of: readonly T[]): T => {
  const one = of[Math.floor(random() * of.length)];
  if (one === undefined) throw new Error('nothing to choose from');
  return one;
};
