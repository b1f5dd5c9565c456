// Waiting that ends with the broker: a fault's delay must not keep the process alive, nor act after the ledger closed.
export type Waits = {
  /** True once the time has passed, false when the broker stopped first. */
  wait(ms: number): Promise<boolean>;
  stop(): void;
};

export function createWaits(after: (ms: number, run: () => void) => () => void): Waits {
  const open = new Set<() => void>();
  let stopped = false;
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        if (stopped) return resolve(false);
        const abandon = () => {
          cancel();
          resolve(false);
        };
        const cancel = after(ms, () => {
          open.delete(abandon);
          resolve(true);
        });
        open.add(abandon);
      }),
    stop() {
      stopped = true;
      for (const abandon of open) abandon();
      open.clear();
    },
  };
}
