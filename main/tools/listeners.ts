// Who wants to hear of something. A listener that throws keeps it from nobody else. With a log the error is a line in it;
// without one the first error reaches whoever notifies, once all have heard, because what it means differs from place to
// place.
import type { Log } from '#main/ports.ts';

type Listeners<T extends unknown[]> = {
  /** Answers a function that removes the listener. The same function counts once. */
  add(listener: (...values: T) => void): () => void;
  /** In the order in which they were added. */
  notify(...values: T): void;
};

export function createListeners<T extends unknown[] = []>(log?: Log): Listeners<T> {
  const listeners = new Set<(...values: T) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(...values) {
      const errors: unknown[] = [];
      for (const listener of listeners) {
        try {
          listener(...values);
        } catch (error) {
          if (log) log('error', 'a listener failed', { error: String(error) });
          else errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}
