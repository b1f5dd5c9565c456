// A table of what is known by key: each value that came or went is taken over, and no other. No React in here.
import { createSortedRows, type Compare, type SortedRows } from '#renderer/ui/table/sorted-rows.ts';

export type RowSource<V> = {
  get(key: string): V | undefined;
  keys(): Iterable<string>;
  onKeys(run: (keys: readonly string[]) => void): () => void;
};

export type FollowedRows<R> = {
  rows: SortedRows<R>;
  /** Begins to follow; answers a function that ends it. */
  start(): () => void;
};

export function createFollowedRows<V, R extends { key: string }>(
  source: RowSource<V>,
  rowOf: (key: string, value: V) => R,
  compare: Compare<R>,
): FollowedRows<R> {
  const rows = createSortedRows<R>({ keyOf: ({ key }) => key, compare });

  function update(keys: Iterable<string>): void {
    const put: R[] = [];
    const gone: string[] = [];
    for (const key of keys) {
      const value = source.get(key);
      if (value === undefined) gone.push(key);
      else put.push(rowOf(key, value));
    }
    rows.change(put, gone);
  }

  return {
    rows,
    start() {
      update(source.keys());
      return source.onKeys(update);
    },
  };
}
