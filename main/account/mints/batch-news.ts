// What a person is told of a batch while nobody looks at it: once that it stands, and once how it ended. Its rows are not
// told one by one.
import { heldWhy, isAllCompleted, progressOf, summaryWords } from '#contract/batch-summary.ts';
import type { Batch, BatchRow } from '#contract/tokenization.ts';

export type BatchNews = {
  kind: 'batch';
  batchId: string;
  name: string;
  /** Stands: it waits for the person. Ended: nothing more is expected. Otherwise what was said before is over. */
  phase: 'stands' | 'ended' | 'goes-on';
  /** '173 of 300' */
  at: string;
  summary: string;
  /** What there is to know beside the counts. */
  text: string;
  /** Not everything that it asked for was minted. */
  isShort: boolean;
  /** Something is so of it that was not so before. */
  isAnew: boolean;
};

/** A batch that is under way in one way or another, for the tray and the frame of the window. */
export type BatchStanding = Pick<BatchNews, 'batchId' | 'name' | 'at' | 'summary'> & {
  state: Batch['state'];
  /** All that is left of it is held back, and by what. */
  heldWhy?: string;
};

/** 'Batch november is paused at 173 of 300' */
export function standingWords({ name, state, at, summary }: BatchStanding): string {
  if (state === 'paused') return `Batch ${name} is paused at ${at}`;
  return state === 'running' ? `Batch ${name} is running, ${at}` : `Batch ${name}: ${summary}`;
}

type BatchTeller = {
  /** How it stands now. Whoever listens hears of it when that is news. */
  look(batch: Batch): void;
  /** The person let it go: however soon it stands again, that is news. */
  began(batchId: string): void;
  /** It stands because the person wants it so. */
  hush(batchId: string): void;
  /** The person gave it up: that it stands is so no longer. How it ended is news if something of it is awaited. */
  discarded(batch: Batch): void;
  /** The desk began: what stands is told, unless it was before. */
  begin(batches: readonly Batch[], wasRunning: ReadonlySet<string>): void;
  standings(): BatchStanding[];
};

const ENDED_WHILE_RUNNING = 'Ballast closed while the batch was running.';
const MOST_NAMED = 5;

export function createBatchTeller(onNews: (news: BatchNews) => void): BatchTeller {
  const told = new Map<string, string>();
  const interrupted = new Set<string>();
  const hushed = new Set<string>();
  const standings = new Map<string, BatchStanding>();

  function note(batch: Batch): void {
    const { batchId, name, state } = batch;
    const why = state === 'paused' ? heldWhy(batch) : undefined;
    if (state === 'dry' || state === 'done' || state === 'discarded') standings.delete(batchId);
    else
      standings.set(batchId, {
        batchId,
        name,
        state,
        at: atWords(batch),
        summary: summaryWords(batch),
        ...(why !== undefined && { heldWhy: why }),
      });
  }

  function tell(batch: Batch, isAnew: boolean, phase = phaseOf(batch)): void {
    const { batchId, name, rows } = batch;
    onNews({
      kind: 'batch',
      batchId,
      name,
      phase,
      at: atWords(batch),
      summary: summaryWords(batch),
      text: [
        phase === 'stands' &&
          (interrupted.has(batchId) ? ENDED_WHILE_RUNNING : (obstacleOf(rows) ?? heldWhy(batch))),
        namesOf(rows, 'rejected', 'Rejected by the issuer'),
        namesOf(rows, 'refused', 'Refused by the broker'),
        phase === 'ended' && sharedReason(rows),
      ]
        .filter(Boolean)
        .join(' '),
      isShort: !isAllCompleted(batch.counts),
      isAnew,
    });
  }

  return {
    look(batch) {
      const { batchId, state } = batch;
      note(batch);
      if (state === 'dry') return;
      const phase = phaseOf(batch);
      const key = keyOf(batch);
      const before = told.get(batchId);
      told.set(batchId, key);
      const isHushed = hushed.delete(batchId) && phase === 'stands';
      if (before === key || isHushed) return;
      // An earlier run may have told its end.
      tell(batch, before !== undefined || phase === 'stands');
    },
    began(batchId) {
      told.delete(batchId);
      hushed.delete(batchId);
      interrupted.delete(batchId);
    },
    hush: (batchId) => void hushed.add(batchId),
    discarded(batch) {
      note(batch);
      told.set(batch.batchId, keyOf(batch));
      tell(batch, false, 'goes-on');
    },
    begin(batches, wasRunning) {
      for (const batch of batches) {
        note(batch);
        if (phaseOf(batch) !== 'stands') continue;
        if (wasRunning.has(batch.batchId)) interrupted.add(batch.batchId);
        told.set(batch.batchId, keyOf(batch));
        tell(batch, false);
      }
    },
    standings: () => [...standings.values()],
  };
}

function phaseOf({ state, counts }: Batch): BatchNews['phase'] {
  if (state === 'paused') return 'stands';
  // What a person stopped waiting for keeps nobody waiting.
  const isOver = state === 'done' || (counts.pending ?? 0) === 0;
  return state !== 'running' && isOver ? 'ended' : 'goes-on';
}

/** Told once for each. */
function keyOf(batch: Batch): string {
  const phase = phaseOf(batch);
  return phase === 'goes-on' ? phase : `${phase} ${batch.counts.rejected ?? 0}`;
}

function atWords({ counts }: Pick<Batch, 'counts'>): string {
  const { answered, going } = progressOf(counts);
  return `${answered} of ${going}`;
}

/** Why it does not go on by itself, as far as a row says it. */
function obstacleOf(rows: readonly BatchRow[]): string | undefined {
  for (const state of ['not-sent', 'unknown', 'refused'] as const) {
    const note = rows.findLast((row) => row.state === state)?.note;
    if (note !== undefined) return note;
  }
  return undefined;
}

/** What the broker said, where it said the same of every row that it refused. */
function sharedReason(rows: readonly BatchRow[]): string | undefined {
  const [reason, ...others] = new Set(
    rows.filter(({ state }) => state === 'refused').map(({ note }) => note),
  );
  return others.length === 0 ? reason : undefined;
}

function namesOf(
  rows: readonly BatchRow[],
  state: BatchRow['state'],
  words: string,
): string | undefined {
  const names = rows
    .filter((row) => row.state === state)
    .map(({ form, line }) => (form?.label ? form.label : `line ${line}`));
  if (names.length === 0) return undefined;
  const more = names.length - MOST_NAMED;
  return `${words}: ${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
