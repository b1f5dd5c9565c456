// A batch in words.
import type { Batch, BatchRow } from '#contract/tokenization.ts';

export const isResumable = (state: Batch['state']): boolean => state === 'paused';

export const ROW_WORDS: Record<BatchRow['state'], string> = {
  ready: 'ready',
  wrong: 'wrong',
  waiting: 'waiting',
  sending: 'sending',
  accepted: 'accepted',
  refused: 'refused',
  unknown: 'unknown',
  'not-sent': 'not sent',
};

const OVER: ReadonlySet<BatchRow['state']> = new Set(['accepted', 'refused']);

type Progress = { going: number; settled: number; wrong: number };

export function progressOf({ rows }: Batch): Progress {
  const going = rows.filter(({ state }) => state !== 'wrong');
  const settled = going.filter(({ state }) => OVER.has(state)).length;
  return { going: going.length, settled, wrong: rows.length - going.length };
}

/** '4 ready, 1 wrong' in the order of the table. */
export function countWords({ rows }: Batch): string {
  const counts = new Map<string, number>();
  for (const { state } of rows)
    counts.set(ROW_WORDS[state], (counts.get(ROW_WORDS[state]) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
}

export function stateWords(batch: Batch): string {
  const { going, settled } = progressOf(batch);
  switch (batch.state) {
    case 'dry':
      return going === 0 ? 'Tried dry. No row of it can go.' : 'Tried dry. Nothing was sent.';
    case 'running':
      return `Running: ${settled} of ${going} settled.`;
    case 'paused':
      return `Paused: ${settled} of ${going} settled. It can go on where it was; no row is sent twice.`;
    case 'done':
      return `Done: ${settled} of ${going} settled.`;
    default:
      return batch.state satisfies never;
  }
}
