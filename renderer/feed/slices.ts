// ⑦ Values by key, for readers that care about one of them. However many writes a frame brings, each listener wakes
// once. No React in here.
export type Slices<K, V> = {
  get(key: K): V | undefined;
  keys(): IterableIterator<K>;
  put(key: K, value: V): void;
  clear(): void;
  on(key: K, run: () => void): () => void;
};

export function createSlices<K, V>(schedule: (flush: () => void) => void): Slices<K, V> {
  const values = new Map<K, V>();
  const listeners = new Map<K, Set<() => void>>();
  const dirty = new Set<K>();

  function flush(): void {
    const keys = [...dirty];
    dirty.clear();
    for (const key of keys) for (const run of listeners.get(key) ?? []) run();
  }

  function touch(key: K): void {
    if (dirty.size === 0) schedule(flush);
    dirty.add(key);
  }

  return {
    get: (key) => values.get(key),
    keys: () => values.keys(),
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
  };
}
