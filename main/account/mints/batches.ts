// Many mints from one table. Each row has its key from the dry run on, on disk before anything is sent, so that a batch
// which dies half way goes on where it was and no row is ever sent under a second key that a first one may have used.
import { invalid, notAllowed, ok, type Result } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import type { Batch, BatchRow, MintForm } from '#contract/tokenization.ts';
import type { Decimal } from '#main/domain/decimal.ts';
import type { StoredBatch, StoredBatchRow } from '#main/journal/batch-rows.ts';
import { toFailed } from '#main/journal/failure.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Ports } from '#main/ports.ts';
import { createBatchRun, isRowOver, type RowMints } from '#main/account/mints/batch-run.ts';
import { readTable } from '#main/account/mints/batch-table.ts';
import type { ArmState } from '#main/account/intents/gate.ts';
import type { Gate } from '#main/account/intents/ports.ts';

export type Batches = {
  dryRun(name: string, csv: string): Result<Batch>;
  /** Begins, or goes on with what an earlier run left. */
  start(batchId: string): Result<Batch>;
  /** What is under way is finished; nothing new begins. */
  pause(batchId: string): Result<Batch>;
  /** Newest first. */
  list(): Batch[];
  /** Rows are being sent, or will be without the person. */
  isRunning(): boolean;
  /** An intent changed: the batch that has it may look different now. */
  onIntent(intentId: string): void;
  stop(): void;
};

type Deps = Pick<Ports, 'clock' | 'delay' | 'log'> &
  RowMints & {
    journal: Pick<Journal, 'saveBatch' | 'batches'>;
    available: (symbol: string) => Decimal | undefined;
    repeatOf: (form: MintForm) => string | undefined;
    gate: Pick<Gate, 'isStopped' | 'stops'> & { armState(): ArmState };
    newId: () => string;
    onChange: (batch: Batch) => void;
  };

/** Windows hear of a batch this often, however fast its rows go. */
const PUBLISH_EVERY_MS = 200;

export function createBatches(deps: Deps): Batches {
  const { journal, find, gate, clock } = deps;
  const batches = new Map<string, StoredBatch>();
  const batchOf = new Map<string, string>();
  const pending = new Map<string, () => void>();
  const stored = journal.batches();
  for (const batch of stored.ok ? stored.value : [])
    // Nobody is at work on it any more: a person decides whether it goes on.
    keep(batch.state === 'running' ? { ...batch, state: 'paused' } : batch);

  const run = createBatchRun({
    ...deps,
    isRunning: (batchId) => batches.get(batchId)?.state === 'running',
    onRow: (batchId) => publishSoon(batchId),
    onEnd(batchId) {
      const batch = batches.get(batchId);
      if (!batch) return;
      const isDone = goingRows(batch).every(({ intentId }) => isRowOver(find(intentId ?? '')));
      save({ ...batch, state: isDone ? 'done' : 'paused' });
    },
  });

  function keep(batch: StoredBatch): void {
    batches.set(batch.batchId, batch);
    for (const { intentId } of batch.rows)
      if (intentId !== undefined) batchOf.set(intentId, batch.batchId);
  }

  /** In memory even when the disk refuses: a state is also what this run does. */
  function save(batch: StoredBatch): Result<null> {
    const saved = journal.saveBatch(batch);
    keep(batch);
    publishSoon(batch.batchId);
    return saved.ok ? ok(null) : toFailed(saved.failure);
  }

  function publishSoon(batchId: string): void {
    if (pending.has(batchId)) return;
    const cancel = deps.delay(PUBLISH_EVERY_MS, () => {
      pending.delete(batchId);
      const batch = batches.get(batchId);
      if (batch) deps.onChange(viewOf(batch));
    });
    pending.set(batchId, cancel);
  }

  const viewOf = ({ batchId, name, createdAt, state, rows }: StoredBatch): Batch => ({
    batchId,
    name,
    createdAt,
    state,
    rows: rows.map((row) =>
      rowView(row, state, row.intentId === undefined ? undefined : find(row.intentId)),
    ),
  });

  /** What was not sent has proof that nothing left, so a fresh key cannot be a second one. */
  function withFreshKeys(batch: StoredBatch): StoredBatch {
    const rows = batch.rows.map((row) =>
      row.intentId !== undefined && find(row.intentId)?.state === 'not-sent'
        ? { ...row, intentId: deps.newId() }
        : row,
    );
    return { ...batch, rows };
  }

  const isRunning = (): boolean => [...batches.values()].some(({ state }) => state === 'running');

  function refusalOf(batch: StoredBatch): string | undefined {
    if (batch.state === 'done') return 'This batch is done.';
    if (goingRows(batch).length === 0) return 'No row of this batch can go.';
    if (isRunning()) return 'Another batch is running. Pause it first.';
    if (gate.isStopped()) return 'All trading is stopped.';
    const arm = gate.armState();
    return arm.isArmed ? undefined : `Trading is not armed. ${arm.why}`;
  }

  return {
    dryRun(name, csv) {
      const table = readTable(csv, deps);
      if (!table.ok) return table;
      const batch: StoredBatch = {
        batchId: deps.newId(),
        name,
        createdAt: clock.wall(),
        state: 'dry',
        rows: table.value.map((row) =>
          row.form && row.issues.length === 0 ? { ...row, intentId: deps.newId() } : row,
        ),
      };
      const saved = journal.saveBatch(batch);
      if (!saved.ok) return toFailed(saved.failure);
      keep(batch);
      publishSoon(batch.batchId);
      return ok(viewOf(batch));
    },
    start(batchId) {
      const batch = batches.get(batchId);
      if (!batch) return noSuchBatch();
      if (batch.state === 'running') return ok(viewOf(batch));
      const message = refusalOf(batch);
      if (message !== undefined) return notAllowed(message);
      const next: StoredBatch = { ...withFreshKeys(batch), state: 'running' };
      const saved = journal.saveBatch(next);
      if (!saved.ok) return toFailed(saved.failure);
      keep(next);
      publishSoon(batchId);
      run.begin(next.batchId, goingRows(next));
      return ok(viewOf(next));
    },
    pause(batchId) {
      const batch = batches.get(batchId);
      if (!batch) return noSuchBatch();
      if (batch.state !== 'running') return ok(viewOf(batch));
      const saved = save({ ...batch, state: 'paused' });
      return saved.ok ? ok(viewOf({ ...batch, state: 'paused' })) : saved;
    },
    list: () => [...batches.values()].sort((a, b) => b.createdAt - a.createdAt).map(viewOf),
    isRunning,
    onIntent(intentId) {
      const batchId = batchOf.get(intentId);
      if (batchId !== undefined) publishSoon(batchId);
    },
    stop() {
      run.stop();
      for (const cancel of pending.values()) cancel();
    },
  };
}

const goingRows = ({ rows }: StoredBatch): StoredBatchRow[] =>
  rows.filter(
    ({ form, issues, intentId }) => form && issues.length === 0 && intentId !== undefined,
  );

function rowView(row: StoredBatchRow, state: Batch['state'], intent: Intent | undefined): BatchRow {
  const { line, form, issues, intentId } = row;
  const note = noteOf(row, intent);
  return {
    line,
    ...(form && { form }),
    issues,
    ...(intentId !== undefined && { intentId }),
    state: issues.length > 0 || !form ? 'wrong' : rowState(state, intent),
    ...(note !== undefined && { note }),
    ...(intent?.resultId !== undefined && { tokenizationRequestId: intent.resultId }),
  };
}

function rowState(batch: Batch['state'], intent: Intent | undefined): BatchRow['state'] {
  if (!intent) return batch === 'dry' ? 'ready' : 'waiting';
  switch (intent.state) {
    case 'recorded':
    case 'sent':
      return 'sending';
    case 'set-aside':
      return 'unknown';
    case 'accepted':
    case 'refused':
    case 'not-sent':
    case 'unknown':
      return intent.state;
    default:
      return intent.state satisfies never;
  }
}

function noteOf({ note }: StoredBatchRow, intent: Intent | undefined): string | undefined {
  if (!intent) return note;
  if (intent.state === 'set-aside') return 'You stopped waiting for it.';
  return intent.state === 'accepted' ? undefined : intent.reason;
}

const noSuchBatch = () => invalid('There is no such batch.', 'batchId');
