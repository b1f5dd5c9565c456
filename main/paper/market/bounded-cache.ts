// A cache in two generations: what was used since the last turn, and what was used in the turn before. Cheaper than an exact
// least-recently-used list, and as good here, where use comes in runs.

/** Remembers at least the `capacity` / 2 values used last, and never more than `capacity`. */
export type BoundedCache<K, V> = {
  get(key: K): V | undefined;
  set(key: K, value: V): V;
  clear(): void;
};

export function createBoundedCache<K, V>(capacity: number): BoundedCache<K, V> {
  let recent = new Map<K, V>();
  let older = new Map<K, V>();

  function set(key: K, value: V): V {
    if (recent.size >= capacity / 2) {
      older = recent;
      recent = new Map();
    }
    recent.set(key, value);
    return value;
  }

  return {
    get(key) {
      const found = recent.get(key);
      if (found !== undefined) return found;
      const kept = older.get(key);
      return kept === undefined ? undefined : set(key, kept);
    },
    set,
    clear() {
      recent = new Map();
      older = new Map();
    },
  };
}
