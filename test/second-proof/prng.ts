// Where every choice of a run comes from: mulberry32 over a seed and a name, so that one number repeats a run's choices
// and what one part draws moves nobody else's.
export type Prng = {
  unit(): number;
  below(limit: number): number;
  between(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  weighted<T>(list: readonly (readonly [T, number])[]): T;
  fork(name: string): Prng;
};

export function createPrng(seed: number, path = ''): Prng {
  let state = mix(seed, path);
  const unit = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(unit() * limit);
  return {
    unit,
    below,
    between: (from, to) => from + below(to - from + 1),
    chance: (probability) => unit() < probability,
    pick: (list) => {
      if (list.length === 0) throw new Error('nothing to pick from');
      return list[below(list.length)] as (typeof list)[number];
    },
    weighted: (list) => {
      let left = unit() * list.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of list) if ((left -= weight) < 0) return value;
      throw new Error('nothing to pick from');
    },
    fork: (name) => createPrng(seed, `${path}/${name}`),
  };
}

/** FNV-1a of the name, on top of the seed. */
function mix(seed: number, name: string): number {
  let hash = (0x81_1c_9d_c5 ^ seed) | 0;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01_00_01_93);
  return hash;
}
