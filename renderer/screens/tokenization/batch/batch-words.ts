// A batch in words.
import {
  isAllCompleted,
  progressOf as countProgress,
  ROW_WORDS,
  summaryWords,
} from '#contract/batch-summary.ts';
import type { Batch, BatchRow } from '#contract/tokenization.ts';
import { formatExchangeTime } from '#renderer/ui/format.ts';

export { ROW_WORDS };
export const isResumable = (state: Batch['state']): boolean => state === 'paused';

type Progress = { going: number; settled: number; ended: number; wrong: number };

export function progressOf({ rows }: Batch): Progress {
  const { going, answered, ended } = countProgress(rows);
  return { going, settled: answered, ended, wrong: rows.length - going };
}

/** '3 rows repeat earlier mints. 1 row is held back by a guard.' Nothing where none is. */
export function heldWords({ rows }: Batch): string {
  const countOf = (held: BatchRow['held']) => rows.filter((row) => row.held === held).length;
  const [repeats, guarded] = [countOf('repeats'), countOf('guard')];
  return [
    repeats > 0 &&
      `${repeats === 1 ? '1 row repeats an earlier mint' : `${repeats} rows repeat earlier mints`}.`,
    guarded > 0 && `${guarded === 1 ? '1 row is' : `${guarded} rows are`} held back by a guard.`,
  ]
    .filter((words) => words !== false)
    .join(' ');
}

/** '68 completed, 2 rejected, 0 pending' */
export const countWords = (batch: Batch): string => summaryWords(batch);

/** Good only when everything that was asked for is minted. */
export function toneOf({ state, rows }: Batch): 'good' | 'open' | 'short' | 'dry' {
  if (state === 'dry') return 'dry';
  if (state !== 'done') return 'open';
  return isAllCompleted(rows) ? 'good' : 'short';
}

export function stateWords(batch: Batch): string {
  const { going, settled, ended } = progressOf(batch);
  switch (batch.state) {
    case 'dry':
      return going === 0 ? 'Tried dry. No row of it can go.' : 'Tried dry. Nothing was sent.';
    case 'running':
      return `Running: ${settled} of ${going} sent.`;
    case 'paused':
      return `Stands at ${settled} of ${going}. It can go on where it was; no row is sent twice.`;
    case 'awaiting':
      return `All rows were sent. The issuer has ended ${ended} of ${going}.`;
    case 'done':
      return isAllCompleted(batch.rows)
        ? 'Done: everything that it asked for was minted.'
        : 'Ended: not everything that it asked for was minted.';
    default:
      return batch.state satisfies never;
  }
}

/** In the list of batches. */
export function shortState(batch: Batch): string {
  const { going, settled } = progressOf(batch);
  switch (batch.state) {
    case 'dry':
      return 'tried dry';
    case 'running':
      return `running, ${settled} of ${going}`;
    case 'paused':
      return `stands at ${settled} of ${going}`;
    case 'awaiting':
    case 'done':
      return countWords(batch);
    default:
      return batch.state satisfies never;
  }
}

/** Something of it is in the journal. */
export const isBegun = (state: BatchRow['state']): boolean =>
  state !== 'ready' && state !== 'wrong' && state !== 'waiting';

/** Why a row is as it is, in a sentence; nothing where its state says it all. */
export function noteOf({ issues, note, state, turnAt }: BatchRow): string {
  if (issues.length > 0) return issues.join(' ');
  if (state === 'queued')
    return turnAt === undefined
      ? 'Not sent yet: it waits for its turn.'
      : `Not sent yet: the broker’s limit of requests is used up until ${formatExchangeTime(turnAt)}.`;
  return note ?? '';
}
