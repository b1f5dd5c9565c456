/** Ids that were seen lately; the oldest are forgotten, so that a long day does not fill the memory. */
export type RecentIds = {
  /** Whether it is new. */
  add(id: string): boolean;
};

const MOST = 10_000;

export function createRecentIds(most = MOST): RecentIds {
  const known = new Set<string>();
  return {
    add(id) {
      if (known.has(id)) return false;
      known.add(id);
      const [oldest] = known;
      if (known.size > most && oldest !== undefined) known.delete(oldest);
      return true;
    },
  };
}
