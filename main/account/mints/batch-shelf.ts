// The batches of an account. Every one is known by its head; the rows of those that run, stand or are awaited are in
// memory, and those of the others are read from the journal when somebody needs them: a hundred batches of ten thousand
// rows would be a gigabyte.
import { countRows } from '#contract/batch-summary.ts';
import type { RowKey, StoredBatch, StoredBatchRow, StoredHead } from '#main/journal/batch-rows.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Ports } from '#main/ports.ts';

type BatchShelf = {
  /** Newest first. */
  heads(): StoredHead[];
  head(batchId: string): StoredHead | undefined;
  /** With its rows. Undefined where there is none, or its rows cannot be read. */
  get(batchId: string): StoredBatch | undefined;
  /** With their rows: those that run or stand. */
  going(): StoredBatch[];
  /** Rows of other batches of the same file; of those that were run, because one that was only tried minted nothing. */
  ranBefore(batch: StoredHead): RowKey[];
  put(batch: StoredBatch): void;
  /** The batch that this mint is a row of. */
  batchOf(intentId: string): StoredHead | undefined;
};

type Deps = Pick<Ports, 'log'> & {
  journal: Pick<Journal, 'batches' | 'batchRows' | 'batchKeys'>;
  /** Nobody needs its rows any more. */
  onClosed: (rows: readonly StoredBatchRow[]) => void;
};

/** Read from the journal and kept for whoever looks at them next. */
const MOST_OPEN = 3;

export function createBatchShelf({ journal, log, onClosed }: Deps): BatchShelf {
  const heads = new Map<string, StoredHead>();
  const live = new Map<string, StoredBatch>();
  const open = new Map<string, StoredBatch>();
  const batchOf = new Map<string, string>();

  const stored = journal.batches();
  for (const head of stored.ok ? stored.value : []) {
    if (head.counts) keepHead(head, head.state === 'dry' ? [] : keysOf(head));
    else {
      const batch = read(head);
      if (batch) put(head.state === 'dry' ? { ...batch, counts: countTried(batch.rows) } : batch);
    }
  }

  function keysOf({ batchId }: StoredHead): RowKey[] {
    const rows = (live.get(batchId) ?? open.get(batchId))?.rows;
    if (rows) return rows.flatMap(({ line, intentId }) => (intentId ? [{ line, intentId }] : []));
    const keys = journal.batchKeys(batchId);
    return keys.ok ? keys.value : [];
  }

  function read(head: StoredHead): StoredBatch | undefined {
    const rows = journal.batchRows(head.batchId);
    if (rows.ok && rows.value) return { ...head, rows: rows.value };
    log('warn', 'the rows of a batch could not be read', { batchId: head.batchId });
    return undefined;
  }

  function keepHead(head: StoredHead, rows: Iterable<{ intentId?: string | undefined }>): void {
    heads.set(head.batchId, head);
    for (const { intentId } of rows)
      if (intentId !== undefined) batchOf.set(intentId, head.batchId);
  }

  function put(batch: StoredBatch): void {
    const { rows, ...head } = batch;
    keepHead(head, batch.state === 'dry' ? [] : rows);
    live.delete(batch.batchId);
    open.delete(batch.batchId);
    if (batch.counts) keepOpen(batch);
    else live.set(batch.batchId, batch);
  }

  /** The one that was looked at last is the last to go. */
  function keepOpen(batch: StoredBatch): void {
    open.delete(batch.batchId);
    open.set(batch.batchId, batch);
    const [oldest] = open.values();
    if (open.size <= MOST_OPEN || !oldest) return;
    open.delete(oldest.batchId);
    onClosed(oldest.rows);
  }

  return {
    heads: () => [...heads.values()].sort((a, b) => b.createdAt - a.createdAt),
    head: (batchId) => heads.get(batchId),
    get(batchId) {
      const head = heads.get(batchId);
      const batch = live.get(batchId) ?? open.get(batchId) ?? (head && read(head));
      if (batch?.counts) keepOpen(batch);
      return batch;
    },
    going: () =>
      [...live.values()].filter(({ state }) => state === 'running' || state === 'paused'),
    ranBefore: ({ batchId, fingerprint }) =>
      [...heads.values()]
        .filter(
          (other) =>
            fingerprint !== undefined &&
            other.fingerprint === fingerprint &&
            other.batchId !== batchId &&
            other.state !== 'dry',
        )
        .flatMap(keysOf),
    put,
    batchOf: (intentId) => heads.get(batchOf.get(intentId) ?? ''),
  };
}

/** Of a batch that was only tried: what the table says of its rows is all there is. */
export const countTried = (rows: readonly StoredBatchRow[]) =>
  countRows(rows.map((row) => ({ state: isGoing(row) ? 'ready' : 'wrong' })));

/** It can be sent. */
export const isGoing = ({ form, issues, intentId }: StoredBatchRow): boolean =>
  form !== undefined && issues.length === 0 && intentId !== undefined;
