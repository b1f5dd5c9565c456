// A batch in words.
import {
  isAllCompleted,
  isAllHeld,
  progressOf,
  ROW_WORDS,
  summaryWords,
} from '#contract/batch-summary.ts';
import type { BatchHead, BatchRow } from '#contract/tokenization.ts';
import { formatExchangeTime } from '#renderer/ui/format.ts';

export { ROW_WORDS };
export const isResumable = (state: BatchHead['state']): boolean => state === 'paused';

/** '3 rows repeat earlier mints. 1 row is blocked by a guard.' Nothing where none is. */
export function heldWords({ counts }: Pick<BatchHead, 'counts'>): string {
  const { repeats = 0, guard = 0, 'second-person': second = 0 } = counts;
  return [
    repeats > 0 &&
      `${repeats === 1 ? '1 row repeats an earlier mint' : `${repeats} rows repeat earlier mints`}.`,
    guard > 0 && `${guard === 1 ? '1 row is' : `${guard} rows are`} blocked by a guard.`,
    second > 0 && `${second === 1 ? '1 row needs' : `${second} rows need`} a second person.`,
  ]
    .filter((words) => words !== false)
    .join(' ');
}

type Again = {
  /** It was typed that the repetitions are meant. */
  isMeant: boolean;
  isProposal: boolean;
  /** Rows that go, or are proposed, as things stand. */
  requests: number;
};

/** What becomes of the rows that repeat a mint, and of the others. */
export function againWords(
  batch: Pick<BatchHead, 'counts'>,
  { isMeant, isProposal, requests }: Again,
): string {
  const second = batch.counts['second-person'] ?? 0;
  const done = isProposal ? 'proposed' : 'sent';
  const others = requests === 1 ? '1 other row is' : `${requests} other rows are`;
  const meant = 'unless you confirm below';
  return [
    heldWords(batch),
    'Each repeated row says in the table what it repeats.',
    isMeant && `These rows are ${done} too: you confirmed it.`,
    !isMeant && requests === 0 && `Nothing is ${done} ${meant}.`,
    !isMeant && requests > 0 && `These rows are left out ${meant}; ${others} ${done}.`,
    !isProposal && second > 0 && 'Rows that need a second person are not sent now.',
  ]
    .filter((words) => words !== false)
    .join(' ');
}

/** '68 completed, 2 rejected, 0 pending' */
export const countWords = (batch: BatchHead): string => summaryWords(batch);

/** Good only when everything that was asked for is minted. */
export function toneOf({ state, counts }: BatchHead): 'good' | 'open' | 'short' | 'dry' {
  if (state === 'dry') return 'dry';
  if (state !== 'done' && state !== 'discarded') return 'open';
  return isAllCompleted(counts) ? 'good' : 'short';
}

export function stateWords(batch: BatchHead, isProposed = false): string {
  const { going, answered, ended } = progressOf(batch.counts);
  switch (batch.state) {
    case 'dry':
      if (isProposed) return 'Waiting for a second person. Nothing was sent.';
      return going === 0 ? 'Dry run done. No row can be sent.' : 'Dry run done. Nothing was sent.';
    case 'running':
      return `Running: ${answered} of ${going} sent.`;
    case 'paused':
      if (isAllHeld(batch.counts) && !isProposed)
        return `Paused at ${answered} of ${going}: nothing of the rest may be minted as it is.`;
      return `Paused at ${answered} of ${going}. ${isProposed ? 'The rest is waiting for a second person.' : 'You can continue where it stopped; no row is sent twice.'}`;
    case 'awaiting':
      return `All rows were sent. The issuer has finished ${ended} of ${going}.`;
    case 'done':
      return isAllCompleted(batch.counts)
        ? 'Done: everything requested was minted.'
        : 'Ended: not everything requested was minted.';
    case 'discarded':
      return 'Discarded: rows that were not sent will never be sent. What was sent stays in the record, and Ballast keeps tracking it.';
    default:
      return batch.state satisfies never;
  }
}

/** In the list of batches. */
export function shortState(batch: BatchHead, isProposed = false): string {
  const { going, answered } = progressOf(batch.counts);
  switch (batch.state) {
    case 'dry':
      return isProposed ? 'waiting for a second person' : 'dry run done';
    case 'running':
      return `running, ${answered} of ${going}`;
    case 'paused':
      return `paused at ${answered} of ${going}${isProposed ? ', waiting for a second person' : ''}`;
    case 'discarded':
      return `discarded at ${answered} of ${going}`;
    case 'awaiting':
    case 'done':
      return countWords(batch);
    default:
      return batch.state satisfies never;
  }
}

/** Something of it is in the journal. */
export const isBegun = (state: BatchRow['state']): boolean =>
  !['ready', 'wrong', 'waiting', 'discarded'].includes(state);

/** Why a row is as it is, in a sentence; nothing where its state says it all. */
export function noteOf({ issues, note, state, turnAt }: BatchRow): string {
  if (issues.length > 0) return issues.join(' ');
  if (state === 'queued')
    return turnAt === undefined
      ? 'Not sent yet: waiting its turn.'
      : `Not sent yet: the broker’s request limit is used up until ${formatExchangeTime(turnAt)}.`;
  return note ?? '';
}

/** One without a name has its day: wherever it is named, “Batch” stands before it. */
export const nameOfBatch = (typed: string, now: number): string =>
  typed.trim() === '' ? new Date(now).toISOString().slice(0, 10) : typed.trim();
