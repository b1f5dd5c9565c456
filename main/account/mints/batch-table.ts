// A table of mints, read into rows with a verdict on each: what is wrong with the row by itself, whether it repeats
// another, and whether the account has enough for it after the rows above. Nothing is sent.
import { invalid, ok, type Issue, type Result } from '#contract/failure.ts';
import {
  MOST_TABLE_ROWS,
  type DecimalMark,
  type TableColumn,
  type TableLayout,
  type TableReading,
} from '#contract/mint-table.ts';
import type { MintForm } from '#contract/tokenization.ts';
import { add, sub, max, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { contentsKey } from '#main/domain/mints/mint-guards.ts';
import { availableIssue, mintWarnings } from '#main/domain/mints/mint-issues.ts';
import { decimalMarkOf } from '#main/account/mints/table/decimal-mark.ts';
import { decodeTable, type TableSource } from '#main/account/mints/table/decode-table.ts';
import { layoutIssues, plainHeading, proposeColumns } from '#main/account/mints/table/headings.ts';
import { readCells, type Cells } from '#main/account/mints/table/table-cells.ts';
import { isLonger, readRow, type TableRow } from '#main/account/mints/table/table-rows.ts';

type Deps = {
  /** What can leave the account; undefined when that is not known. */
  available: (symbol: string) => Decimal | undefined;
  /** Whether a row of this file repeats an earlier mint: it stays behind unless that is meant, and leaves the others theirs. */
  repeats?: (fingerprint: string) => (row: { form: MintForm; line: number }) => boolean;
};

/** What a person chose for a table, by the words of its headings, for the next one that has them. */
export type ChosenLayout = {
  headings: Record<string, TableColumn>;
  decimal?: DecimalMark | undefined;
};

type ReadTable = {
  rows: TableRow[];
  fingerprint: string;
  decimal?: 'comma';
  chosen?: ChosenLayout;
};

/** Newest first: what was chosen last for a heading counts. */
export function describeTable(
  source: TableSource,
  before: readonly ChosenLayout[],
  layout?: TableLayout,
): Result<TableReading> {
  const opened = openTable(source, before, layout);
  if (!opened.ok) return opened;
  const { encoding, fingerprint, delimiter, heading, lines, columns, issues, mark } = opened.value;
  return ok({
    fingerprint,
    encoding,
    delimiter,
    headingLine: heading.line,
    headings: heading.record,
    samples: lines.slice(0, SAMPLES).map(({ record }) => record),
    rows: lines.length,
    columns,
    decimal: mark.decimal,
    ...(mark.decimal === 'ask' && { doubt: mark.doubt }),
    issues,
  });
}

const SAMPLES = 3;

export function readTable(
  source: TableSource,
  deps: Deps,
  before: readonly ChosenLayout[] = [],
  layout?: TableLayout,
): Result<ReadTable> {
  const opened = openTable(source, before, layout);
  if (!opened.ok) return opened;
  const { fingerprint, delimiter, heading, lines, columns, issues } = opened.value;
  const { mark, isChosen } = opened.value;
  const [issue] = issues;
  if (issue !== undefined) return invalid(issue, 'csv');
  if (mark.decimal === 'ask')
    return invalid(`${mark.doubt}: choose how numbers are written in this table.`, 'csv');
  const headings = heading.record.length;
  const how = {
    columns,
    headings,
    numbers: { ...mark, mayGroup: isChosen || delimiter === ',' },
    isSplit: delimiter === ',' && lines.some(({ record }) => isLonger(record, headings)),
  };
  const rows = judgeRows(
    lines.map((line) => readRow(line, how)),
    askedOnce(deps.available),
    deps.repeats?.(fingerprint),
  );
  return ok({
    rows,
    fingerprint,
    ...(mark.decimal === 'comma' && { decimal: mark.decimal }),
    ...(layout && { chosen: chosenFrom(layout, heading) }),
  });
}

function openTable(source: TableSource, before: readonly ChosenLayout[], layout?: TableLayout) {
  const decoded = decodeTable(source);
  if (!decoded.ok) return decoded;
  const known = new Map(before.toReversed().flatMap(({ headings }) => Object.entries(headings)));
  const table = readCells(decoded.value.text, (heading) => known.has(plainHeading(heading)));
  if (!table.ok) return table;
  const { cells, headingAt, delimiter } = table.value;
  const [heading, ...lines] = cells.slice(headingAt);
  if (!heading || lines.length > MOST_TABLE_ROWS)
    return invalid(
      `The table has ${lines.length} lines; the limit is ${MOST_TABLE_ROWS} at a time. Split it into several.`,
      'csv',
    );
  const proposed = layout
    ? { columns: layout.columns, issues: layoutIssues(layout.columns, heading.record.length) }
    : proposeColumns(heading.record, known);
  const at = proposed.columns.qty ?? -1;
  const found = decimalMarkOf(lines.map(({ record }) => (record[at] ?? '').trim()));
  const decimal = layout?.decimal ?? (found.decimal === 'ask' ? chosenBefore() : undefined);
  const { fingerprint, encoding } = decoded.value;
  return ok({
    fingerprint,
    encoding,
    delimiter,
    heading,
    lines,
    ...proposed,
    mark: decimal === undefined ? found : { decimal, isMixed: false },
    isChosen: decimal !== undefined,
  });

  /** For a table with the same headings. */
  function chosenBefore(): DecimalMark | undefined {
    const has = new Set(heading?.record.map(plainHeading));
    return before.find(
      ({ headings, decimal: one }) => one && Object.keys(headings).every((name) => has.has(name)),
    )?.decimal;
  }
}

const chosenFrom = ({ columns, decimal }: TableLayout, { record }: Cells): ChosenLayout => ({
  headings: Object.fromEntries(
    Object.entries(columns).map(([column, at]) => [
      plainHeading(record[at] ?? ''),
      column as TableColumn,
    ]),
  ),
  ...(decimal && { decimal }),
});

/** The rows are judged in one turn, in which nothing changes: asked for each, it was most of the time they took. */
function askedOnce(available: Deps['available']): Deps['available'] {
  const known = new Map<string, Decimal | undefined>();
  return (symbol) => {
    if (!known.has(symbol)) known.set(symbol, available(symbol));
    return known.get(symbol);
  };
}

function judgeRows(
  rows: readonly TableRow[],
  available: Deps['available'],
  isRepeat: (row: { form: MintForm; line: number }) => boolean = () => false,
): TableRow[] {
  const lines = new Map<string, number>();
  const unlabeled = new Map<string, number>();
  const labels = new Map<string, { line: number; contents: string }>();
  const taken = new Map<string, Decimal>();
  const repeating: { at: number; form: MintForm }[] = [];
  const judged = rows.map((row, at) => {
    const { form, line } = row;
    if (!form || row.issues.length > 0) return row;
    // 1 and 1.0 are one quantity, and a wallet is the same in every spelling. Two labels tell two mints apart.
    const { label } = form;
    const contents = contentsKey(form);
    const namesake = label === '' ? undefined : labels.get(label);
    const isSame = namesake?.contents === contents;
    const first =
      (label === '' ? lines : unlabeled).get(contents) ?? (isSame ? namesake.line : undefined);
    if (first !== undefined)
      return {
        ...row,
        issues: [`It repeats line ${first}. If you want both, give each its own label.`],
      };
    if (namesake)
      return {
        ...row,
        issues: [
          `Its label, ${label}, is also used on line ${namesake.line}. Give each its own label.`,
        ],
      };
    lines.set(contents, lines.get(contents) ?? line);
    if (label === '') unlabeled.set(contents, line);
    else labels.set(label, { line, contents });
    if (isRepeat({ form, line })) repeating.push({ at, form });
    else {
      const issue = shortage(form, available(form.underlyingSymbol), taken);
      if (issue) return { ...row, issues: [issue.message] };
    }
    return withNotes(row, mintWarnings(form));
  });
  for (const { at, form } of repeating) {
    const row = judged[at];
    const issue = shortage(form, available(form.underlyingSymbol), taken);
    if (row && issue)
      judged[at] = withNotes(row, [
        `Minting it again would exceed what is available. ${issue.message}`,
      ]);
  }
  return judged;
}

const withNotes = (row: TableRow, notes: readonly string[]): TableRow =>
  notes.length === 0 ? row : { ...row, note: [row.note, ...notes].filter(Boolean).join(' ') };

function shortage(
  form: MintForm,
  available: Decimal | undefined,
  taken: Map<string, Decimal>,
): Issue | undefined {
  const { underlyingSymbol, qty } = form;
  const above = taken.get(underlyingSymbol) ?? ZERO;
  const left = available === undefined ? undefined : max(ZERO, sub(available, above));
  const issue = availableIssue(form, left);
  if (!issue) taken.set(underlyingSymbol, add(above, qty));
  else if (above !== ZERO) return { ...issue, message: `After the lines above: ${issue.message}` };
  return issue;
}
