// Many mints from one table. Each row has its key from the dry run on, on disk before anything is sent, so that a batch
// which dies half way goes on where it was and no row is ever sent under a second key that a first one may have used.
import { invalid, notAllowed, ok, type Result } from '#contract/failure.ts';
import type { TableLayout, TableReading } from '#contract/mint-table.ts';
import type { Batch, BatchRow, TokenizationRequest } from '#contract/tokenization.ts';
import type { Decimal } from '#main/domain/decimal.ts';
import type { StoredBatch, StoredBatchRow } from '#main/journal/batch-rows.ts';
import { toFailed } from '#main/journal/failure.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Ports } from '#main/ports.ts';
import { createBatchJudging, type BatchJudging } from '#main/account/mints/batch-judging.ts';
import {
  createBatchTeller,
  type BatchNews,
  type BatchStanding,
} from '#main/account/mints/batch-news.ts';
import { createBatchRun, isRowOver, type RowMints } from '#main/account/mints/batch-run.ts';
import { describeTable, readTable, type ChosenLayout } from '#main/account/mints/batch-table.ts';
import { batchState, rowView } from '#main/account/mints/batch-view.ts';
import type { MintJudging } from '#main/account/mints/mint-judging.ts';
import type { MintLedger } from '#main/account/mints/mint-ledger.ts';
import type { TableSource } from '#main/account/mints/table/decode-table.ts';
import type { ArmState } from '#main/account/intents/gate.ts';
import type { Gate } from '#main/account/intents/ports.ts';

export type Batches = {
  /** How a table is understood; nothing is kept. */
  read(table: TableSource, layout?: TableLayout): Result<TableReading>;
  dryRun(name: string, table: TableSource, layout?: TableLayout): Result<Batch>;
  /** Begins, or goes on with what an earlier run left. Rows that repeat a mint go only if `meant` was typed for them. */
  start(batchId: string, meant?: string): Result<Batch>;
  /** What is under way is finished; nothing new begins. */
  pause(batchId: string): Result<Batch>;
  /** Newest first. */
  list(): Batch[];
  /** Rows are being sent, or will be without the person. */
  isRunning(): boolean;
  /** Those that run, stand or are awaited. */
  standings(): BatchStanding[];
  /** The batch that this mint is a row of. */
  batchOf(intentId: string): Pick<Batch, 'batchId' | 'name'> | undefined;
  /** An intent or its request changed: the batch that has it may look different now. */
  onIntent(intentId: string): void;
  /** Tells of what an earlier run left. */
  announce(): void;
  /** Rows that wait and look like this mint. */
  waiting: BatchJudging['waiting'];
  stop(): void;
};

type Deps = Pick<Ports, 'clock' | 'delay' | 'log'> &
  RowMints & {
    journal: Pick<Journal, 'saveBatch' | 'batches'>;
    available: (symbol: string) => Decimal | undefined;
    judging: MintJudging;
    ledger: Pick<MintLedger, 'mintOf' | 'stateOf'>;
    gate: Pick<Gate, 'isStopped' | 'stops'> & { armState(): ArmState };
    newId: () => string;
    request: (tokenizationRequestId: string) => TokenizationRequest | undefined;
    /** How long until the broker's limit lets the next mint go; 0 when it does now. */
    turnInMs: () => number;
    onChange: (batch: Batch) => void;
    onNews: (news: BatchNews) => void;
  };

/** Windows hear of a batch this often, however fast its rows go. */
const PUBLISH_EVERY_MS = 200;
/** A long one costs more to tell, and is told more seldom: each ten thousand rows are megabytes, every 4 s. */
const ROWS_PER_TELLING = 500;
const publishEveryMs = (rows: number): number =>
  PUBLISH_EVERY_MS * Math.max(1, rows / ROWS_PER_TELLING);
/** A row that waits is looked at again no sooner. */
const LOOK_AFTER_MS = 1_000;

export function createBatches(deps: Deps): Batches {
  const { journal, find, gate, clock } = deps;
  const batches = new Map<string, StoredBatch>();
  const batchOf = new Map<string, string>();
  const pending = new Map<string, () => void>();
  const looks = new Map<string, () => void>();
  /** Rows as they were last seen, by intent: of thousands only those are read again of which something was heard. */
  const seen = new Map<string, BatchRow>();
  const wasRunning = new Set<string>();
  const teller = createBatchTeller(deps.onNews);
  const stored = journal.batches();
  for (const batch of stored.ok ? stored.value : []) {
    if (batch.state === 'running') wasRunning.add(batch.batchId);
    // Nobody is at work on it any more: a person decides whether it goes on.
    keep(batch.state === 'running' ? { ...batch, state: 'paused' } : batch);
  }

  const rowJudging = createBatchJudging({ ...deps, batches: () => batches.values() });

  const run = createBatchRun({
    ...deps,
    isHeld(batchId, row) {
      const batch = batches.get(batchId);
      return batch !== undefined && rowJudging.isHeld(batch, row);
    },
    noteOf: rowJudging.noteOf,
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
      if (intentId !== undefined) {
        batchOf.set(intentId, batch.batchId);
        seen.delete(intentId);
      }
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
    const rowCount = batches.get(batchId)?.rows.length ?? 0;
    const cancel = deps.delay(publishEveryMs(rowCount), () => {
      pending.delete(batchId);
      const batch = batches.get(batchId);
      if (!batch) return;
      const view = viewOf(batch);
      teller.look(view);
      deps.onChange(view);
      lookWhenItsTurnComes(view);
    });
    pending.set(batchId, cancel);
  }

  /** A time that was told and is past would be wrong. */
  function lookWhenItsTurnComes({ batchId, rows }: Batch): void {
    looks.get(batchId)?.();
    const queued = rows.filter(({ state }) => state === 'queued');
    if (queued.length === 0) return;
    const inMs = queued.map(({ turnAt = 0 }) => turnAt - clock.wall());
    const cancel = deps.delay(Math.max(LOOK_AFTER_MS, Math.min(...inMs)), () => {
      for (const { intentId = '' } of queued) seen.delete(intentId);
      publishSoon(batchId);
    });
    looks.set(batchId, cancel);
  }

  function viewOf(batch: StoredBatch): Batch {
    const { batchId, name, createdAt, state, fingerprint } = batch;
    const rows = batch.rows.map((row) => viewOfRow(row, state));
    return {
      batchId,
      name,
      createdAt,
      state: batchState(state, rows),
      ...(fingerprint !== undefined && { fingerprint }),
      rows: rowJudging.mark(batch, rows),
    };
  }

  function viewOfRow(row: StoredBatchRow, state: StoredBatch['state']): BatchRow {
    const { intentId } = row;
    const known = intentId === undefined ? undefined : seen.get(intentId);
    if (known) return known;
    const intent = intentId === undefined ? undefined : find(intentId);
    const turnInMs = intent?.state === 'recorded' ? deps.turnInMs() : 0;
    const view = rowView(row, state, {
      intent,
      request: intent?.resultId === undefined ? undefined : deps.request(intent.resultId),
      turnAt: turnInMs > 0 ? clock.wall() + turnInMs : undefined,
    });
    if (intentId !== undefined) seen.set(intentId, view);
    return view;
  }

  /** What was not sent has proof that nothing left, so a fresh key cannot be a second one. */
  function withFreshKeys(batch: StoredBatch): StoredBatch {
    const rows = batch.rows.map((row) =>
      row.intentId !== undefined && find(row.intentId)?.state === 'not-sent'
        ? { ...row, intentId: deps.newId() }
        : row,
    );
    return { ...batch, rows };
  }

  /** What the person chose for tables before, newest first. */
  const chosenBefore = (): ChosenLayout[] =>
    [...batches.values()]
      .sort((a, b) => b.createdAt - a.createdAt)
      .flatMap(({ chosen }) => chosen ?? []);

  const isRunning = (): boolean => [...batches.values()].some(({ state }) => state === 'running');

  function refusalOf(batch: StoredBatch): string | undefined {
    const { state } = viewOf(batch);
    if (state === 'done') return 'This batch is done.';
    if (state === 'awaiting') return 'Every row was sent. The issuer is awaited.';
    if (goingRows(batch).length === 0) return 'No row of this batch can go.';
    if (isRunning()) return 'Another batch is running. Pause it first.';
    if (gate.isStopped()) return 'All trading is stopped.';
    const arm = gate.armState();
    return arm.isArmed ? undefined : `Trading is not armed. ${arm.why}`;
  }

  return {
    read: (source, layout) => describeTable(source, chosenBefore(), layout),
    dryRun(name, source, layout) {
      const table = readTable(source, deps, chosenBefore(), layout);
      if (!table.ok) return table;
      const { rows, ...told } = table.value;
      const batch: StoredBatch = {
        batchId: deps.newId(),
        name,
        createdAt: clock.wall(),
        state: 'dry',
        ...told,
        rows: rows.map((row) =>
          row.form && row.issues.length === 0 ? { ...row, intentId: deps.newId() } : row,
        ),
      };
      const saved = journal.saveBatch(batch);
      if (!saved.ok) return toFailed(saved.failure);
      keep(batch);
      publishSoon(batch.batchId);
      return ok(viewOf(batch));
    },
    start(batchId, meant) {
      const batch = batches.get(batchId);
      if (!batch) return noSuchBatch();
      if (batch.state === 'running') return ok(viewOf(batch));
      const message = refusalOf(batch);
      if (message !== undefined) return notAllowed(message);
      const begun = rowJudging.begin(withFreshKeys(batch), meant);
      if (!begun.ok) return begun;
      const next: StoredBatch = { ...begun.value, state: 'running' };
      const saved = journal.saveBatch(next);
      if (!saved.ok) return toFailed(saved.failure);
      keep(next);
      publishSoon(batchId);
      teller.began(batchId);
      run.begin(next.batchId, goingRows(next));
      return ok(viewOf(next));
    },
    pause(batchId) {
      const batch = batches.get(batchId);
      if (!batch) return noSuchBatch();
      if (batch.state !== 'running') return ok(viewOf(batch));
      teller.hush(batchId);
      const saved = save({ ...batch, state: 'paused' });
      return saved.ok ? ok(viewOf({ ...batch, state: 'paused' })) : saved;
    },
    list: () => [...batches.values()].sort((a, b) => b.createdAt - a.createdAt).map(viewOf),
    isRunning,
    standings: teller.standings,
    batchOf: (intentId) => batches.get(batchOf.get(intentId) ?? ''),
    onIntent(intentId) {
      seen.delete(intentId);
      const batchId = batchOf.get(intentId);
      if (batchId !== undefined) publishSoon(batchId);
    },
    announce() {
      const left = [...batches.values()].filter(({ state }) => state === 'paused');
      teller.begin(left.map(viewOf), wasRunning);
    },
    waiting: rowJudging.waiting,
    stop() {
      run.stop();
      for (const cancel of [...pending.values(), ...looks.values()]) cancel();
    },
  };
}

const goingRows = ({ rows }: StoredBatch): StoredBatchRow[] =>
  rows.filter(
    ({ form, issues, intentId }) => form && issues.length === 0 && intentId !== undefined,
  );

const noSuchBatch = () => invalid('There is no such batch.', 'batchId');
