/** Writes the newest value once a frame, however often one is put. */
export function latestEachFrame<T>(
  schedule: (run: () => void) => void,
  write: (value: T) => void,
): (value: T) => void {
  let waiting: { value: T } | undefined;
  const run = () => {
    const newest = waiting;
    waiting = undefined;
    if (newest) write(newest.value);
  };
  return (value) => {
    if (!waiting) schedule(run);
    waiting = { value };
  };
}
