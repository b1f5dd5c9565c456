// Who wants to hear of something. A listener that throws stops the ones after it.
type Listeners<T extends unknown[]> = {
  /** Answers a function that removes the listener. The same function counts once. */
  add(listener: (...values: T) => void): () => void;
  /** In the order in which they were added. */
  notify(...values: T): void;
};

export function createListeners<T extends unknown[] = []>(): Listeners<T> {
  const listeners = new Set<(...values: T) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(...values) {
      for (const listener of listeners) listener(...values);
    },
  };
}
