// Many mints from one table. Each row has its key from the dry run on, on disk before anything is sent, so that a batch
// which dies half way goes on where it was and no row is ever sent under a second key that a first one may have used.
import { invalid, notAllowed, ok, type Result } from '#contract/failure.ts';
import type { TableLayout, TableReading } from '#contract/mint-table.ts';
import { summaryWords } from '#contract/batch-summary.ts';
import type { Batch, BatchHead, BatchRow, TokenizationRequest } from '#contract/tokenization.ts';
import type { Decimal } from '#main/domain/decimal.ts';
import type { StoredBatch, StoredBatchRow, StoredHead } from '#main/journal/batch-rows.ts';
import { toFailed } from '#main/journal/failure.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Ports } from '#main/ports.ts';
import { createBatchJudging, type BatchJudging } from '#main/account/mints/batch-judging.ts';
import {
  createBatchTeller,
  type BatchNews,
  type BatchStanding,
} from '#main/account/mints/batch-news.ts';
import { createRowWatches, type RowWatch } from '#main/account/mints/batch-row-watches.ts';
import { createBatchRun, isRowOver, type RowMints } from '#main/account/mints/batch-run.ts';
import { countTried, createBatchShelf, isGoing } from '#main/account/mints/batch-shelf.ts';
import { describeTable, readTable, type ChosenLayout } from '#main/account/mints/batch-table.ts';
import { batchState, headFrom, isOver, ofTable, rowView } from '#main/account/mints/batch-view.ts';
import type { Repetition } from '#main/account/mints/judged-mints.ts';
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
  /** The rows that a start would mint a second time, because that was typed to be meant. */
  repeats(batchId: string, meant?: string): Repetition[];
  /** What is under way is finished; nothing new begins. */
  pause(batchId: string): Result<Batch>;
  /** Ready to be proposed to a second person: every row has the key that it would go under, and what is meant is kept. */
  prepare(batchId: string, meant?: string): Result<StoredBatch>;
  /** Why it does not start as things stand, whatever its rows are. */
  refusal(batchId: string): string | undefined;
  proposable(batchId: string): ReturnType<BatchJudging['proposable']>;
  stored(batchId: string): StoredBatch | undefined;
  /** As it was written down. */
  stateOf(batchId: string): StoredBatch['state'] | undefined;
  /** Of one that stands: nothing more of it is sent, in this run and every other. */
  discard(batchId: string): Result<Batch>;
  /** Newest first, without their rows. */
  list(): BatchHead[];
  /** Undefined where there is none, or its rows cannot be read. */
  get(batchId: string): Batch | undefined;
  /** Its rows, for as long as somebody has it open. */
  watchRows(batchId: string, publish: (rows: BatchRow[]) => void): Result<RowWatch>;
  /** Rows are being sent, or will be without the person. */
  isRunning(): boolean;
  /** Those that run, stand or are awaited. */
  standings(): BatchStanding[];
  /** The batch that this mint is a row of. */
  batchOf(intentId: string): Pick<BatchHead, 'batchId' | 'name'> | undefined;
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
    journal: Pick<Journal, 'saveBatch' | 'batches' | 'batchRows' | 'batchKeys' | 'saveEvent'>;
    available: (symbol: string) => Decimal | undefined;
    judging: MintJudging;
    ledger: Pick<MintLedger, 'mintOf' | 'stateOf'>;
    gate: Pick<Gate, 'isStopped' | 'stops'> & { armState(): ArmState };
    /** That a second person agreed to the row, in words. */
    approvalOf: (intentId: string | undefined) => string | undefined;
    newId: () => string;
    request: (tokenizationRequestId: string) => TokenizationRequest | undefined;
    /** How long until the broker's limit lets the next mint go; 0 when it does now. */
    turnInMs: () => number;
    onChange: (batch: BatchHead) => void;
    onNews: (news: BatchNews) => void;
  };

/** Windows hear of a batch this often, however fast its rows go. */
const PUBLISH_EVERY_MS = 200;
/** A long one costs more to look at, and is told more seldom: one of ten thousand rows every second. */
const ROWS_PER_TELLING = 2_000;
const publishEveryMs = (rows: number): number =>
  PUBLISH_EVERY_MS * Math.max(1, rows / ROWS_PER_TELLING);
/** A row that waits is looked at again no sooner. */
const LOOK_AFTER_MS = 1_000;

export function createBatches(deps: Deps): Batches {
  const { journal, find, gate, clock } = deps;
  const pending = new Map<string, () => void>();
  const looks = new Map<string, () => void>();
  /** Rows as they were last seen, by intent: of thousands only those are read again of which something was heard. */
  const seen = new Map<string, BatchRow>();
  const wasRunning = new Set<string>();
  const teller = createBatchTeller(deps.onNews);
  const forget = (rows: readonly StoredBatchRow[]): void =>
    rows.forEach(({ intentId = '' }) => seen.delete(intentId));
  const shelf = createBatchShelf({ ...deps, onClosed: forget });
  for (const batch of shelf.going()) {
    if (batch.state === 'running') wasRunning.add(batch.batchId);
    // Nobody is at work on it any more: a person decides whether it goes on.
    shelf.put({ ...batch, state: 'paused' });
  }
  const watches = createRowWatches({
    ...deps,
    rowsOf(batchId) {
      const batch = shelf.get(batchId);
      return batch ? viewOf(batch).rows : [];
    },
  });

  const rowJudging = createBatchJudging({
    ...deps,
    going: shelf.going,
    ranBefore: shelf.ranBefore,
  });

  const run = createBatchRun({
    ...deps,
    isHeld(batchId, row) {
      const batch = shelf.get(batchId);
      return batch !== undefined && rowJudging.isHeld(batch, row);
    },
    noteOf: (row) =>
      [rowJudging.noteOf(row), deps.approvalOf(row.intentId)].filter(Boolean).join(' ') ||
      undefined,
    isRunning: (batchId) => shelf.head(batchId)?.state === 'running',
    onRow: (batchId) => publishSoon(batchId),
    onEnd(batchId) {
      const batch = shelf.get(batchId);
      if (!batch || batch.state === 'discarded') return;
      const isDone = goingRows(batch).every(({ intentId }) => isRowOver(find(intentId ?? '')));
      save({ ...batch, state: isDone ? 'done' : 'paused' });
    },
  });

  function keep(batch: StoredBatch): void {
    shelf.put(batch);
    forget(batch.rows);
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
    const rowCount = shelf.get(batchId)?.rows.length ?? 0;
    const cancel = deps.delay(publishEveryMs(rowCount), () => {
      pending.delete(batchId);
      const batch = shelf.get(batchId);
      if (!batch) return;
      const view = viewOf(batch);
      keepCounts(batch, view);
      teller.look(view);
      deps.onChange(headOf(view));
      if (watches.isOpen(batchId)) watches.update(batchId, view.rows);
      lookWhenItsTurnComes(view);
    });
    pending.set(batchId, cancel);
  }

  /** What it came to, once that stays so: its rows need not be read to tell it. */
  function keepCounts(batch: StoredBatch, { state, counts }: Batch): void {
    if (batch.state === 'dry') return;
    const next = isOver(state, counts) ? counts : undefined;
    if (JSON.stringify(next) === JSON.stringify(batch.counts)) return;
    const ended = { ...batch, counts: next };
    if (journal.saveBatch(ended).ok) shelf.put(ended);
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
    const rows = rowJudging.mark(batch, rowsOf(batch));
    return { ...headFrom(batch, rows), rows };
  }

  const rowsOf = ({ rows, state }: StoredBatch): BatchRow[] =>
    rows.map((row) => viewOfRow(row, state));

  /** Whatever holds rows back now. */
  function headNow(head: StoredHead): BatchHead {
    const batch = head.counts ? undefined : shelf.get(head.batchId);
    if (batch) return headFrom(batch, rowsOf(batch));
    const { state, counts = {} } = head;
    return { ...ofTable(head), state, counts };
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
  const chosenBefore = (): ChosenLayout[] => shelf.heads().flatMap(({ chosen }) => chosen ?? []);

  const isRunning = (): boolean => shelf.going().some(({ state }) => state === 'running');

  function overOf(batch: StoredBatch): string | undefined {
    const state = batchState(batch.state, rowsOf(batch));
    if (state === 'done') return 'This batch is done.';
    if (state === 'discarded') return 'This batch was discarded.';
    if (state === 'awaiting') return 'Every row was sent. Waiting for the issuer.';
    return goingRows(batch).length === 0 ? 'No row of this batch can be sent.' : undefined;
  }

  function refusalOf(batch: StoredBatch): string | undefined {
    const over = overOf(batch);
    if (over !== undefined) return over;
    if (isRunning()) return 'Another batch is running. Pause it first.';
    if (gate.isStopped()) return 'All trading is stopped.';
    const arm = gate.armState();
    return arm.isArmed ? undefined : arm.why;
  }

  function discardRefusal(batch: StoredBatch): string | undefined {
    const state = batchState(batch.state, rowsOf(batch));
    if (state === 'running') return 'This batch is running. Pause it first.';
    if (state !== 'paused') return 'Only a paused batch can be discarded.';
    if (run.isAlive(batch.batchId))
      return 'One of its rows is being sent or is waiting for an answer. Try again in a moment.';
    const isSentAgain = goingRows(batch).some(({ intentId = '' }) => deps.isBusy(intentId));
    return isSentAgain ? 'Ballast is sending a row again. Set it aside first.' : undefined;
  }

  return {
    read: (source, layout) => describeTable(source, chosenBefore(), layout),
    dryRun(name, source, layout) {
      const { available } = deps;
      const { repeats } = rowJudging;
      const table = readTable(source, { available, repeats }, chosenBefore(), layout);
      if (!table.ok) return table;
      const { rows, ...told } = table.value;
      const withKeys = rows.map((row) =>
        row.form && row.issues.length === 0 ? { ...row, intentId: deps.newId() } : row,
      );
      const batch: StoredBatch = {
        batchId: deps.newId(),
        name,
        createdAt: clock.wall(),
        state: 'dry',
        ...told,
        counts: countTried(withKeys),
        rows: withKeys,
      };
      const saved = journal.saveBatch(batch);
      if (!saved.ok) return toFailed(saved.failure);
      keep(batch);
      publishSoon(batch.batchId);
      return ok(viewOf(batch));
    },
    start(batchId, meant) {
      const batch = shelf.get(batchId);
      if (!batch) return noSuchBatch();
      if (batch.state === 'running') return ok(viewOf(batch));
      const message = refusalOf(batch);
      if (message !== undefined) return notAllowed(message);
      const begun = rowJudging.begin(withFreshKeys(batch), meant);
      if (!begun.ok) return begun;
      const next: StoredBatch = { ...begun.value, state: 'running', counts: undefined };
      const saved = journal.saveBatch(next);
      if (!saved.ok) return toFailed(saved.failure);
      keep(next);
      publishSoon(batchId);
      teller.began(batchId);
      run.begin(next.batchId, goingRows(next));
      return ok(viewOf(next));
    },
    repeats(batchId, meant) {
      const batch = shelf.get(batchId);
      return batch ? rowJudging.repetitions(batch, meant) : [];
    },
    prepare(batchId, meant) {
      const batch = shelf.get(batchId);
      if (!batch) return noSuchBatch();
      if (batch.state === 'running') return notAllowed('This batch is running. Pause it first.');
      const message = overOf(batch);
      if (message !== undefined) return notAllowed(message);
      const begun = rowJudging.propose(withFreshKeys(batch), meant);
      if (!begun.ok) return begun;
      const saved = save(begun.value);
      return saved.ok ? begun : saved;
    },
    refusal(batchId) {
      const batch = shelf.get(batchId);
      return batch && refusalOf(batch);
    },
    proposable(batchId) {
      const batch = shelf.get(batchId);
      return batch ? rowJudging.proposable(batch) : { rows: [], waiting: 0 };
    },
    stored: shelf.get,
    stateOf: (batchId) => shelf.head(batchId)?.state,
    pause(batchId) {
      const batch = shelf.get(batchId);
      if (!batch) return noSuchBatch();
      if (batch.state !== 'running') return ok(viewOf(batch));
      teller.hush(batchId);
      const saved = save({ ...batch, state: 'paused' });
      return saved.ok ? ok(viewOf({ ...batch, state: 'paused' })) : saved;
    },
    discard(batchId) {
      const batch = shelf.get(batchId);
      if (!batch) return noSuchBatch();
      if (batch.state === 'discarded') return ok(viewOf(batch));
      const message = discardRefusal(batch);
      if (message !== undefined) return notAllowed(message);
      const next: StoredBatch = { ...batch, state: 'discarded' };
      const saved = journal.saveBatch(next);
      if (!saved.ok) return toFailed(saved.failure);
      keep(next);
      const view = viewOf(next);
      const { discarded = 0 } = view.counts;
      const rows = discarded === 1 ? '1 row was' : `${discarded} rows were`;
      const text = `Batch ${batch.name} was discarded: ${rows} not sent. ${summaryWords(view)}.`;
      journal.saveEvent({ kind: 'desk', detail: 'batch-discarded', text });
      teller.discarded(view);
      deps.onChange(headOf(view));
      publishSoon(batchId);
      return ok(view);
    },
    list: () => shelf.heads().map(headNow),
    get(batchId) {
      const batch = shelf.get(batchId);
      return batch && viewOf(batch);
    },
    watchRows: (batchId, publish) =>
      shelf.get(batchId) ? ok(watches.open(batchId, publish)) : noSuchBatch(),
    isRunning,
    standings: teller.standings,
    batchOf: shelf.batchOf,
    onIntent(intentId) {
      seen.delete(intentId);
      const batch = shelf.batchOf(intentId);
      if (batch) publishSoon(batch.batchId);
    },
    announce() {
      teller.begin(shelf.going().map(viewOf), wasRunning);
    },
    waiting: rowJudging.waiting,
    stop() {
      run.stop();
      watches.stop();
      for (const cancel of [...pending.values(), ...looks.values()]) cancel();
    },
  };
}

/** Without its rows. */
export const headOf = ({ rows: _rows, ...head }: Batch): BatchHead => head;

const goingRows = ({ rows }: StoredBatch): StoredBatchRow[] => rows.filter(isGoing);

const noSuchBatch = () => invalid('There is no such batch.', 'batchId');
