/** Never two at a time. Who asks while one is under way gets the next, because that one may be older than the question. */
export function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let waiting: Promise<T> | undefined;

  function start(): Promise<T> {
    running ??= work().finally(() => (running = undefined));
    return running;
  }

  return () => {
    if (!running) return start();
    waiting ??= running
      .catch(() => undefined)
      .then(() => {
        waiting = undefined;
        return start();
      });
    return waiting;
  };
}
