// What a batch comes to, in one sentence that the screen, the alerts and the tray share.
import type { Batch, BatchRow } from '#contract/tokenization.ts';

type State = BatchRow['state'];
type Row = Pick<BatchRow, 'state' | 'held'>;
type Rows = readonly Row[];

export const ROW_WORDS: Record<State, string> = {
  ready: 'ready',
  wrong: 'wrong',
  waiting: 'waiting',
  queued: 'waiting',
  sending: 'sending',
  pending: 'pending',
  completed: 'completed',
  rejected: 'rejected',
  refused: 'refused',
  unknown: 'in doubt',
  'not-sent': 'not sent',
};

/** What a person asks for first; these are named also when there is none. */
const ALWAYS = ['completed', 'rejected', 'pending'];
const IN_ORDER = [
  ...ALWAYS,
  'refused',
  'in doubt',
  'not sent',
  'sending',
  'waiting',
  'ready',
  'repeating a mint',
  'held back',
  'wrong',
];

/** What holds a row back says more than that it is ready, or waits. */
const countedAs = ({ state, held }: Row): string =>
  held === 'repeats' ? 'repeating a mint' : held === 'guard' ? 'held back' : ROW_WORDS[state];

/** '68 completed, 2 rejected, 0 pending, 1 wrong'; of one that was only tried, '4 ready, 1 wrong'. */
export function summaryWords({ state, rows }: Pick<Batch, 'state'> & { rows: Rows }): string {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(countedAs(row), countOf(counts, countedAs(row)) + 1);
  return IN_ORDER.filter(
    (word) => countOf(counts, word) > 0 || (state !== 'dry' && ALWAYS.includes(word)),
  )
    .map((word) => `${countOf(counts, word)} ${word}`)
    .join(', ');
}

const countOf = (counts: ReadonlyMap<string, number>, word: string): number =>
  counts.get(word) ?? 0;

const ANSWERED: ReadonlySet<State> = new Set(['pending', 'completed', 'rejected', 'refused']);
const ENDED: ReadonlySet<State> = new Set(['completed', 'rejected', 'refused']);

/** Of the rows that can go: how many the broker has answered, and how many are over. */
export function progressOf(rows: Rows): { going: number; answered: number; ended: number } {
  const going = rows.filter(({ state }) => state !== 'wrong');
  return {
    going: going.length,
    answered: going.filter(({ state }) => ANSWERED.has(state)).length,
    ended: going.filter(({ state }) => ENDED.has(state)).length,
  };
}

/** Everything that the table asked for was minted. */
export const isAllCompleted = (rows: Rows): boolean =>
  rows.length > 0 && rows.every(({ state }) => state === 'completed');

/** Nothing was minted for it, and as it stands nothing will be: it can be put right and run anew. */
export const needsMending = ({ state }: Pick<BatchRow, 'state'>): boolean =>
  state === 'wrong' || state === 'refused' || state === 'rejected';
