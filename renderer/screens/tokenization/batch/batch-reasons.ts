// What keeps a batch, said above its rows: a table of hundreds hides the one that matters, and cuts what it says short.
import { cellsOf, type BatchRow } from '#contract/tokenization.ts';
import { noteOf, ROW_WORDS } from '#renderer/screens/tokenization/batch/batch-words.ts';
import { formatExchangeTime } from '#renderer/ui/format.ts';

/** The gravest first. */
const TOLD = ['unknown', 'refused', 'rejected', 'not-sent', 'wrong'] as const;
/** Each row of these says something else: the first stands for all. */
const HELD = { guard: 'blocked', repeats: 'repeats a mint' } as const;
const MOST_REASONS = 4;
const MOST_LINES = 5;

type Reasons = {
  /** Of rows that wait for the broker. */
  waiting?: string;
  told: { where: string; text: string }[];
  /** How many more there are. */
  more: number;
};

export function reasonsOf(rows: readonly BatchRow[]): Reasons {
  const groups = Map.groupBy(
    rows.filter((row) => isTold(row) && noteOf(row) !== ''),
    (row) => `${row.state} ${noteOf(row)}`,
  );
  const ofState = (isWrong: boolean): Reasons['told'] =>
    [...groups.values()]
      .filter(([first]) => (first?.state === 'wrong') === isWrong)
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .map((same) => ({ where: whereOf(same), text: same[0] ? noteOf(same[0]) : '' }));
  // A batch waits for what is held back; a row that is wrong goes in no case.
  const reasons = [
    ...ofState(false),
    ...(['guard', 'repeats'] as const).flatMap((kind) => heldReason(rows, kind)),
    ...ofState(true),
  ];
  const waiting = waitingWords(rows);
  return {
    ...(waiting !== undefined && { waiting }),
    told: reasons.slice(0, MOST_REASONS),
    more: Math.max(0, reasons.length - MOST_REASONS),
  };
}

const placeOf = ([first]: readonly BatchRow[]): number =>
  TOLD.findIndex((state) => state === first?.state);

const isTold = ({ state, held }: BatchRow): boolean =>
  held === undefined && TOLD.some((one) => one === state);

function heldReason(rows: readonly BatchRow[], kind: keyof typeof HELD): Reasons['told'] {
  const [first, ...others] = rows.filter(({ held }) => held === kind);
  if (!first) return [];
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return [{ where: `${nameOf(first)}, ${HELD[kind]}${more}`, text: noteOf(first) }];
}

/** The next row leaves when the broker's limit of requests lets it. */
function waitingWords(rows: readonly BatchRow[]): string | undefined {
  const turns = rows.flatMap(({ state, turnAt }) =>
    state === 'queued' && turnAt !== undefined ? [turnAt] : [],
  );
  if (turns.length === 0) return undefined;
  const at = formatExchangeTime(Math.min(...turns));
  return `The broker’s request limit is used up. The next row goes at ${at}.`;
}

/** 'Line 154, N17-150, wrong', 'Lines 5, 6 and 7, rejected' */
function whereOf(rows: readonly BatchRow[]): string {
  const [first] = rows;
  if (!first) return '';
  const word = ROW_WORDS[first.state];
  if (rows.length === 1) return `${nameOf(first)}, ${word}`;
  const lines = rows.map(({ line }) => String(line));
  const more = lines.length - MOST_LINES;
  const named = more > 0 ? [...lines.slice(0, MOST_LINES), `${more} more`] : lines;
  return `Lines ${named.slice(0, -1).join(', ')} and ${named.at(-1)}, ${word}`;
}

function nameOf(row: BatchRow): string {
  const { label } = cellsOf(row);
  return `Line ${row.line}${label ? `, ${label}` : ''}`;
}
