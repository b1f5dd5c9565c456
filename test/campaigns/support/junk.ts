// Values that nobody expects, and values that were expected with something wrong about them. Everything here can be
// written as JSON, save what is marked as fit for Electron's own way of copying alone.
import type { Dice } from '#test/campaigns/support/seed.ts';

/** Names that every object seems to have, and names that change what an object is. */
export const PROTOTYPE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'then',
  'toJSON',
] as const;

const SMALL: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  0.5,
  1e308,
  -1e308,
  2 ** 53,
  1e21,
  '',
  ' ',
  '0',
  '1',
  '-1',
  '1e9',
  '0x10',
  'NaN',
  'Infinity',
  '1.0000000000',
  '999999999999.999999999',
  '٣',
  '１',
  'null',
  'true',
  '[]',
  '{}',
  '\0',
  'a\0b',
  '\ud800',
  '\u202eevil',
  '💥',
  '../..',
  '%00',
  '<script>',
  "' OR 1=1 --",
  '\r\nX-Evil: 1',
  'AAPL',
  'aapl',
  'day',
  'buy',
  '2026-02-31',
  '9999-12-31T23:59:59Z',
  'ballast://oauth/authorize',
  'file:///etc/passwd',
  [],
  {},
  [[]],
  [null],
  [{}],
  { length: 1 },
  { toString: null },
  ...PROTOTYPE_NAMES,
];

const HUGE_CHARS = [1_000, 20_000, 200_000, 300_000] as const;
const DEEP_LEVELS = [50, 1_000, 3_000] as const;
const LONG_ITEMS = [100, 5_001, 20_000] as const;
/** One in so many values is large: what is large is slow, and one of a kind is enough. */
const LARGE_SHARE = 0.004;

export type Mutator = {
  junk(): unknown;
  /** The same with one to three things wrong about it. */
  mutate(value: unknown): unknown;
};

/** `isCloned`: also values that JSON has no word for. */
export function createMutator(dice: Dice, isCloned: boolean): Mutator {
  const { pick, below, chance } = dice;

  function junk(): unknown {
    if (chance(LARGE_SHARE)) return large();
    if (isCloned && chance(0.15)) return pick(CLONED)();
    if (chance(0.1)) return polluting();
    return structuredClone(pick(SMALL));
  }

  function large(): unknown {
    const kind = below(3);
    if (kind === 0) return 'x'.repeat(pick(HUGE_CHARS));
    if (kind === 1) return Array.from({ length: pick(LONG_ITEMS) }, () => pick([1, 'AAPL', null]));
    let deep: unknown = 1;
    for (let level = pick(DEEP_LEVELS); level > 0; level--) deep = level % 2 ? [deep] : { a: deep };
    return deep;
  }

  /** An own member named as one of the prototype's, which only JSON.parse and definitions make. */
  const polluting = (): unknown => ({ [pick(PROTOTYPE_NAMES)]: { polluted: true } });

  function once(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || chance(0.1)) return junk();
    if (Array.isArray(value)) {
      const copy: unknown[] = [...(value as unknown[])];
      if (copy.length > 0 && chance(0.6)) {
        const at = below(copy.length);
        copy[at] = once(copy[at]);
      } else copy.push(junk());
      return copy;
    }
    const copy: Record<string, unknown> = { ...value };
    const key = pick(Object.keys(copy));
    const kind = below(10);
    if (key === undefined || kind === 0)
      return { ...copy, [pick(['x', ...PROTOTYPE_NAMES])]: junk() };
    if (kind === 1) delete copy[key];
    else if (kind === 2) copy[pick(Object.keys(copy))] = copy[key];
    else if (kind === 3) copy[key] = [copy[key]];
    else copy[key] = once(copy[key]);
    return copy;
  }

  return {
    junk,
    mutate(value) {
      let mutated = value;
      for (let times = 1 + below(3); times > 0; times--) mutated = once(mutated);
      return mutated;
    },
  };
}

const CLONED: readonly (() => unknown)[] = [
  () => undefined,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => 10n ** 30n,
  () => new Date(Number.NaN),
  () => new Date(0),
  () => new Map<unknown, unknown>([['__proto__', 1]]),
  () => new Set([1]),
  () => /(a+)+$/,
  () => new Uint8Array(9),
  () => new Error('not yours'),
  () => Object.create(null) as unknown,
  () => circular(),
];

function circular(): unknown {
  const ring: Record<string, unknown> = {};
  ring['ring'] = ring;
  return ring;
}
