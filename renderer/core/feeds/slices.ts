// ⑦ Values by key, for readers that care about one of them. However many writes a frame brings, each listener wakes
// once. No React in here.
import { createListeners } from '#renderer/core/listeners.ts';

export type Slices<K, V> = {
  get(key: K): V | undefined;
  keys(): IterableIterator<K>;
  /** Every value in the order in which its key first came; the same array until something changes. */
  all(): readonly V[];
  put(key: K, value: V): void;
  clear(): void;
  /**
   * All of them at once, in place of what was. Of many the listeners hear in parts, so that no frame is held up by them;
   * `onTold`: once they have heard of all.
   */
  replace(values: Map<K, V>, onTold: () => void): void;
  on(key: K, run: () => void): () => void;
  /** Wakes once a frame when anything changed. */
  onAny(run: () => void): () => void;
  /** Wakes once a frame with the keys that changed, for tables that take over only those. */
  onKeys(run: (keys: readonly K[]) => void): () => void;
};

/** So many keys are told in a frame; fewer than that are told together. */
export const MOST_TOLD = 1_000;

export function createSlices<K, V>(schedule: (flush: () => void) => void): Slices<K, V> {
  let values = new Map<K, V>();
  const listeners = new Map<K, Set<() => void>>();
  const anyListeners = createListeners();
  const keysListeners = createListeners<[keys: readonly K[]]>();
  const dirty = new Set<K>();
  /** What was replaced and what took its place, as far as the listeners have not heard of it. */
  let untold: Iterator<K> | undefined;
  let onceTold: () => void = () => undefined;
  let isDue = false;
  let list: readonly V[] | undefined;

  function flush(): void {
    isDue = false;
    const keys = [...dirty];
    const isChanged = keys.length > 0;
    dirty.clear();
    for (let most = MOST_TOLD; untold && most > 0; most--) {
      const next = untold.next();
      if (next.done === true) untold = undefined;
      else keys.push(next.value);
    }
    const isLast = !untold;
    if (!isLast) later();
    for (const key of keys) for (const run of listeners.get(key) ?? []) run();
    keysListeners.notify(keys);
    // Whoever looks at everything looks when all has been told.
    if (isChanged || isLast) anyListeners.notify();
    if (!isLast) return;
    const told = onceTold;
    onceTold = () => undefined;
    told();
  }

  function later(): void {
    if (isDue) return;
    isDue = true;
    schedule(flush);
  }

  function touch(key: K): void {
    list = undefined;
    dirty.add(key);
    later();
  }

  /** Twice told is no harm, and what changes meanwhile is told as it is then. */
  function* changesFrom(before: ReadonlyMap<K, V>, rest: Iterator<K> | undefined): Generator<K> {
    for (let next = rest?.next(); next && next.done !== true; next = rest?.next()) yield next.value;
    for (const key of before.keys()) if (!values.has(key)) yield key;
    yield* values.keys();
  }

  return {
    get: (key) => values.get(key),
    keys: () => values.keys(),
    all: () => (list ??= [...values.values()]),
    put(key, value) {
      values.set(key, value);
      touch(key);
    },
    clear() {
      const keys = [...values.keys()];
      values.clear();
      for (const key of keys) touch(key);
    },
    replace(next, onTold) {
      const before = values;
      values = next;
      list = undefined;
      untold = changesFrom(before, untold);
      onceTold = onTold;
      later();
    },
    on(key, run) {
      const set = listeners.get(key) ?? new Set();
      listeners.set(key, set.add(run));
      return () => {
        set.delete(run);
        if (set.size === 0 && listeners.get(key) === set) listeners.delete(key);
      };
    },
    onAny: anyListeners.add,
    onKeys: keysListeners.add,
  };
}
