// The rows of a batch on their way to whoever has it open: a slice at a time to begin with, so that a long table holds
// up neither the desk nor the page, then only those that changed.
import type { BatchRow } from '#contract/tokenization.ts';
import type { Ports } from '#main/ports.ts';

export type RowWatch = {
  /** The first slice; the others follow. */
  snapshot(): BatchRow[];
  stop(): void;
};

type RowWatches = {
  open(batchId: string, publish: (rows: BatchRow[]) => void): RowWatch;
  isOpen(batchId: string): boolean;
  /** The rows as they are now. */
  update(batchId: string, rows: readonly BatchRow[]): void;
  stop(): void;
};

type Deps = Pick<Ports, 'delay'> & { rowsOf: (batchId: string) => readonly BatchRow[] };

export const ROWS_PER_SLICE = 500;
const SLICE_EVERY_MS = 20;

export function createRowWatches({ delay, rowsOf }: Deps): RowWatches {
  const watches = new Map<string, Set<ReturnType<typeof createWatch>>>();

  function createWatch(batchId: string, publish: (rows: BatchRow[]) => void) {
    let sent: BatchRow[] = [];
    let rows: readonly BatchRow[] = [];
    let cancel = (): void => undefined;

    function nextSlice(): BatchRow[] {
      const slice = rows.slice(sent.length, sent.length + ROWS_PER_SLICE);
      sent.push(...slice);
      if (sent.length < rows.length)
        cancel = delay(SLICE_EVERY_MS, () => {
          const next = nextSlice();
          if (next.length > 0) publish(next);
        });
      return slice;
    }

    return {
      snapshot() {
        cancel();
        sent = [];
        rows = rowsOf(batchId);
        return nextSlice();
      },
      update(now: readonly BatchRow[]) {
        rows = now;
        const changed: BatchRow[] = [];
        for (const [at, before] of sent.entries()) {
          const row = now[at];
          if (!row || isSame(before, row)) continue;
          sent[at] = row;
          changed.push(row);
        }
        if (changed.length > 0) publish(changed);
      },
      stop: () => cancel(),
    };
  }

  return {
    open(batchId, publish) {
      const watch = createWatch(batchId, publish);
      const others = watches.get(batchId) ?? new Set();
      watches.set(batchId, others.add(watch));
      return {
        snapshot: watch.snapshot,
        stop() {
          watch.stop();
          others.delete(watch);
          if (others.size === 0 && watches.get(batchId) === others) watches.delete(batchId);
        },
      };
    },
    isOpen: (batchId) => watches.has(batchId),
    update(batchId, rows) {
      for (const watch of watches.get(batchId) ?? []) watch.update(rows);
    },
    stop() {
      for (const all of watches.values()) for (const watch of all) watch.stop();
    },
  };
}

/** Rows of which nothing was heard are the same object; what holds a row back is worked out anew each time. */
const isSame = (a: BatchRow, b: BatchRow): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);
