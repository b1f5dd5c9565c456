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
  on(key: K, run: () => void): () => void;
  /** Wakes once a frame when anything changed. */
  onAny(run: () => void): () => void;
  /** Wakes once a frame with the keys that changed, for tables that take over only those. */
  onKeys(run: (keys: readonly K[]) => void): () => void;
};

export function createSlices<K, V>(schedule: (flush: () => void) => void): Slices<K, V> {
  const values = new Map<K, V>();
  const listeners = new Map<K, Set<() => void>>();
  const anyListeners = createListeners();
  const keysListeners = createListeners<[keys: readonly K[]]>();
  const dirty = new Set<K>();
  let list: readonly V[] | undefined;

  function flush(): void {
    const keys = [...dirty];
    dirty.clear();
    for (const key of keys) for (const run of listeners.get(key) ?? []) run();
    keysListeners.notify(keys);
    anyListeners.notify();
  }

  function touch(key: K): void {
    list = undefined;
    if (dirty.size === 0) schedule(flush);
    dirty.add(key);
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
