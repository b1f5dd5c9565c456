// What a batch comes to, in one sentence that the screen, the alerts and the tray share.
import type { BatchCounts, BatchHead, BatchRow } from '#contract/tokenization.ts';

type State = BatchRow['state'];

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
  unknown: 'unconfirmed',
  'not-sent': 'not sent',
  discarded: 'not sent',
};

/** What holds a row back says more than that it is ready, or waits. */
const WORDS: Record<keyof BatchCounts, string> = {
  ...ROW_WORDS,
  repeats: 'repeating a mint',
  guard: 'blocked',
  'second-person': 'for a second person',
};

/** What a person asks for first; these are named also when there is none. */
const ALWAYS = ['completed', 'rejected', 'pending'];
const IN_ORDER = [
  ...ALWAYS,
  'refused',
  'unconfirmed',
  'not sent',
  'sending',
  'waiting',
  'ready',
  'repeating a mint',
  'blocked',
  'for a second person',
  'wrong',
];

export function countRows(rows: Iterable<Pick<BatchRow, 'state' | 'held'>>): BatchCounts {
  const counts: BatchCounts = {};
  for (const { state, held = state } of rows) counts[held] = (counts[held] ?? 0) + 1;
  return counts;
}

const entriesOf = (counts: BatchCounts) => Object.entries(counts) as [keyof BatchCounts, number][];

const sumOf = (counts: BatchCounts, isCounted: (key: keyof BatchCounts) => boolean): number =>
  entriesOf(counts).reduce((sum, [key, count]) => sum + (isCounted(key) ? count : 0), 0);

export const rowCountOf = (counts: BatchCounts): number => sumOf(counts, () => true);

/** '68 completed, 2 rejected, 0 pending, 1 wrong'; of one that was only tried, '4 ready, 1 wrong'. */
export function summaryWords({ state, counts }: Pick<BatchHead, 'state' | 'counts'>): string {
  const countOf = (word: string) => sumOf(counts, (key) => WORDS[key] === word);
  return IN_ORDER.filter((word) => countOf(word) > 0 || (state !== 'dry' && ALWAYS.includes(word)))
    .map((word) => `${countOf(word)} ${word}`)
    .join(', ');
}

const ANSWERED: ReadonlySet<string> = new Set(['pending', 'completed', 'rejected', 'refused']);
const ENDED: ReadonlySet<string> = new Set(['completed', 'rejected', 'refused']);

/** Of the rows that can go: how many the broker has answered, and how many are over. */
export const progressOf = (
  counts: BatchCounts,
): { going: number; answered: number; ended: number; wrong: number } => ({
  going: sumOf(counts, (key) => key !== 'wrong'),
  answered: sumOf(counts, (key) => ANSWERED.has(key)),
  ended: sumOf(counts, (key) => ENDED.has(key)),
  wrong: counts.wrong ?? 0,
});

/** Rows that could go, or whose fate may still let them go. */
const MAY_GO: ReadonlySet<string> = new Set([
  'ready',
  'waiting',
  'queued',
  'sending',
  'unknown',
  'not-sent',
]);
const HELD = ['guard', 'repeats', 'second-person'] as const;

/** All that can go has gone: what is left is held back, and to continue alone would send nothing. */
export const isAllHeld = (counts: BatchCounts): boolean =>
  sumOf(counts, (key) => MAY_GO.has(key)) === 0 && HELD.some((kind) => (counts[kind] ?? 0) > 0);

/** '2 minted, 1 blocked: Ballast does not know the network mars.' Undefined unless all that is left is held back. */
export function heldWhy({
  counts,
  rows,
}: {
  counts: BatchCounts;
  rows: readonly Pick<BatchRow, 'held' | 'note'>[];
}): string | undefined {
  if (!isAllHeld(counts)) return undefined;
  const others = (['rejected', 'pending', 'refused', ...HELD] as const).filter(
    (kind) => (counts[kind] ?? 0) > 0,
  );
  const words = [
    `${counts.completed ?? 0} minted`,
    ...others.map((kind) => `${counts[kind] ?? 0} ${WORDS[kind]}`),
  ].join(', ');
  const first = HELD.find((kind) => (counts[kind] ?? 0) > 0);
  const note = rows.find(({ held }) => held === first)?.note;
  return note === undefined ? `${words}.` : `${words}: ${note}`;
}

/** Everything that the table asked for was minted. */
export const isAllCompleted = (counts: BatchCounts): boolean =>
  (counts.completed ?? 0) > 0 && counts.completed === rowCountOf(counts);

/** Nothing was minted for it, and as it stands nothing will be: it can be put right and run anew. */
export const needsMending = ({ state }: Pick<BatchRow, 'state'>): boolean =>
  state === 'wrong' || state === 'refused' || state === 'rejected' || state === 'discarded';
