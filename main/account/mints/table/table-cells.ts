// Text as rows of cells. What parts the cells is told by `sep=` or found: the one under which the first lines look most
// like a table of mints.
import { CsvError, parse } from 'csv-parse/sync';
import { invalid, ok, type Result } from '#contract/failure.ts';
import { columnOf } from '#main/account/mints/table/headings.ts';

export type Cells = { record: string[]; line: number };
type Table = { delimiter: string; cells: Cells[]; headingAt: number };

/** Titles, dates and the like may stand above the names of the columns. */
const MOST_ABOVE = 25;
const DELIMITERS = ['\t', ';', ',', '|'] as const;
/** Of a heading whose words nobody here knows. */
const FEWEST_HEADINGS = 3;

/** `isKnown`: a heading that a person has mapped before. */
export function readCells(text: string, isKnown: (heading: string) => boolean): Result<Table> {
  const told = /^"?sep=([;,|:^~\t])"?[^\S\r\n]*(?=\r|\n|$)/i.exec(text);
  // An empty line in its place: lines keep their numbers.
  const rest = told ? text.slice(told[0].length) : text;
  const candidates = told?.[1] === undefined ? DELIMITERS : [told[1]];
  const heads = candidates.flatMap((delimiter) => {
    const head = parsed(rest, delimiter, MOST_ABOVE + 1);
    return head.ok ? [{ delimiter, ...headingIn(head.value, isKnown) }] : [];
  });
  const best = heads.reduce<(typeof heads)[number] | undefined>(
    (a, b) => (a && a.score >= b.score ? a : b),
    undefined,
  );
  const delimiter = best?.delimiter ?? candidates[0] ?? ',';
  const whole = parsed(rest, best ? delimiter : guessed(rest), undefined);
  if (!whole.ok) return whole;
  const headingAt = best?.at ?? -1;
  if (headingAt < 0 || headingAt >= whole.value.length - 1)
    return invalid('The table needs a header row and at least one mint.', 'csv');
  const mint = whole.value.slice(0, headingAt).find(({ record }) => looksLikeMint(record));
  if (mint)
    return invalid(
      `Line ${mint.line} looks like a mint but is above the header row, where it would be ignored. Move the header row to the top.`,
      'csv',
    );
  return ok({ delimiter, cells: whole.value, headingAt });
}

/** As many cells as a mint has, one of them a number. */
const looksLikeMint = (record: readonly string[]): boolean =>
  record.filter((cell) => cell !== '').length >= 5 && record.some((cell) => NUMBER.test(cell));
const NUMBER = /^[\d.,'\s]*\d[\d.,'\s]*$/;

/** Where nothing can be parsed, the sentence is about the likeliest. */
const guessed = (text: string): string =>
  DELIMITERS.find((candidate) => text.split(/[\r\n]/, 1)[0]?.includes(candidate)) ?? ',';

function headingIn(
  head: readonly Cells[],
  isKnown: (heading: string) => boolean,
): { at: number; score: number } {
  let best = { at: -1, score: 0 };
  head.forEach(({ record }, at) => {
    const words = record.filter((cell) => cell !== '');
    const known = new Set(words.filter((cell) => columnOf(cell) !== undefined || isKnown(cell)))
      .size;
    // Names are words: a line with a number or an address in it is a mint.
    const isHeading =
      words.length >= FEWEST_HEADINGS &&
      words.every((cell) => !NUMBER.test(cell) && !cell.startsWith('0x'));
    const score = known >= 2 ? known * 1_000 : isHeading ? words.length : 0;
    if (score > best.score) best = { at, score };
  });
  return best;
}

function parsed(text: string, delimiter: string, to: number | undefined): Result<Cells[]> {
  try {
    const rows = parse(text, {
      bom: true,
      info: true,
      trim: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      ...(to !== undefined && { to }),
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return ok(rows.map(({ record, info }) => ({ record, line: info.lines })));
  } catch (error) {
    return invalid(`The table cannot be read: ${wordsOf(error)}`, 'csv');
  }
}

function wordsOf(error: unknown): string {
  const line = error instanceof CsvError ? Number(error['lines']) : Number.NaN;
  const where = Number.isInteger(line) ? ` on line ${line}` : '';
  const code = error instanceof CsvError ? error.code : '';
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `a quotation mark opened${where} is never closed.`;
  return code === 'INVALID_OPENING_QUOTE' || code === 'CSV_INVALID_CLOSING_QUOTE'
    ? `there is a quotation mark inside a cell${where}. Remove it, or double it inside a quoted cell.`
    : `it is not a text table${where}.`;
}
