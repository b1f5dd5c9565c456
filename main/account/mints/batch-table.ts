// A table of mints as text, read into rows with a verdict on each: what is wrong with the row by itself, whether it
// repeats another, and whether the account has enough for it after the rows above. Nothing is sent.
import { parse } from 'csv-parse/sync';
import { invalid, ok, type Issue, type Result } from '#contract/failure.ts';
import { MINT_NAMES, MintForm } from '#contract/tokenization.ts';
import { readTypedNumber } from '#contract/typed-number.ts';
import { add, sub, max, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { availableIssue, mintIssues, mintWarnings } from '#main/domain/mints/mint-issues.ts';
import { ISSUERS, NETWORKS } from '#main/domain/mints/tokenization.ts';
import { messageOf } from '#main/tools/message-of.ts';

type TableRow = {
  line: number;
  form?: MintForm;
  issues: string[];
  note?: string;
};

type Deps = {
  /** What can leave the account; undefined when that is not known. */
  available: (symbol: string) => Decimal | undefined;
  /** A mint of this desk that looks the same, in words. */
  repeatOf: (form: MintForm) => string | undefined;
};

const MOST_ROWS = 1_000;

type Column = keyof MintForm;
const COLUMNS: Record<string, Column> = {
  symbol: 'underlyingSymbol',
  underlying: 'underlyingSymbol',
  underlying_symbol: 'underlyingSymbol',
  qty: 'qty',
  quantity: 'qty',
  issuer: 'issuer',
  network: 'network',
  wallet: 'walletAddress',
  address: 'walletAddress',
  wallet_address: 'walletAddress',
  label: 'label',
  client_request_id: 'label',
};
const REQUIRED: readonly [Column, string][] = [
  ['underlyingSymbol', 'symbol'],
  ['qty', 'qty'],
  ['issuer', 'issuer'],
  ['network', 'network'],
  ['walletAddress', 'wallet'],
];
const NAMES: Readonly<Record<string, string>> = MINT_NAMES;

export function readTable(csv: string, deps: Deps): Result<TableRow[]> {
  const delimiter = delimiterOf(csv);
  const cells = readCells(csv, delimiter);
  if (!cells.ok) return cells;
  const [header, ...lines] = cells.value;
  if (!header || lines.length === 0)
    return invalid('The table needs a line of names and at least one line of mints.', 'csv');
  if (lines.length > MOST_ROWS)
    return invalid(`The table has ${lines.length} lines; ${MOST_ROWS} go at once.`, 'csv');
  const columns = readHeader(header.record);
  if (!columns.ok) return columns;
  return ok(
    judgeRows(
      lines.map((line) => readRow(line, columns.value, delimiter !== ',')),
      deps,
    ),
  );
}

type Cells = { record: string[]; line: number };

function readCells(csv: string, delimiter: string): Result<Cells[]> {
  try {
    const parsed = parse(csv, {
      bom: true,
      info: true,
      trim: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return ok(parsed.map(({ record, info }) => ({ record, line: info.lines })));
  } catch (error) {
    return invalid(`The table cannot be read: ${messageOf(error)}.`, 'csv');
  }
}

/** What a spreadsheet copies is parted by tabs, and in half the world what it saves by semicolons. */
function delimiterOf(csv: string): string {
  const firstLine = csv.trimStart().split(/[\r\n]/, 1)[0] ?? '';
  return ['\t', ';'].find((candidate) => firstLine.includes(candidate)) ?? ',';
}

function readHeader(names: readonly string[]): Result<(Column | undefined)[]> {
  const columns = names.map(
    (name) =>
      COLUMNS[
        name
          .trim()
          .toLowerCase()
          .replaceAll(/[\s-]+/g, '_')
      ],
  );
  const missing = REQUIRED.filter(([column]) => !columns.includes(column)).map(([, name]) => name);
  if (missing.length > 0)
    return invalid(
      `The first line must name the columns; missing: ${missing.join(', ')}. Known are symbol, qty, issuer, network, wallet and label.`,
      'csv',
    );
  const twice = columns.find((column, at) => column && columns.indexOf(column) !== at);
  return twice ? invalid(`The first line names ${NAMES[twice]} twice.`, 'csv') : ok(columns);
}

/** Where cells are not parted by commas, a comma in a number is as likely a decimal one. */
function readRow(
  { record, line }: Cells,
  columns: readonly (Column | undefined)[],
  isCommaInDoubt: boolean,
): TableRow {
  const draft: Record<string, string> = { label: '' };
  columns.forEach((column, at) => {
    if (column) draft[column] = record[at] ?? '';
  });
  if (record.length > columns.length && record.slice(columns.length).some((cell) => cell !== ''))
    return {
      line,
      issues: [
        'This line has more cells than the first line has names. Write numbers with a point: a decimal comma makes two cells of one.',
      ],
    };
  // The other half of such a number, where the last column was free to take the cell too many.
  if (/^\d+$/.test(draft['issuer'] ?? ''))
    return {
      line,
      issues: [
        `The issuer is "${draft['issuer']}". If that is the rest of a quantity with a decimal comma, write it with a point.`,
      ],
    };
  const qty = readTypedNumber(draft['qty'] ?? '', { isCommaInDoubt });
  if (qty.ok) draft['qty'] = qty.value;
  draft['issuer'] = knownName(ISSUERS, draft['issuer'] ?? '');
  draft['network'] = knownName(NETWORKS, draft['network'] ?? '');
  const form = MintForm.safeParse(draft);
  if (!form.success)
    return {
      line,
      issues: form.error.issues.map(({ path, message }) =>
        path[0] === 'qty' && !qty.ok && draft['qty'] !== ''
          ? qty.issue
          : `${NAMES[String(path[0])] ?? 'It'} ${message}.`,
      ),
    };
  return { line, form: form.data, issues: mintIssues(form.data).map(({ message }) => message) };
}

/** Ethereum is ethereum; names that nobody here knows are left as they are. */
const knownName = (known: readonly string[], name: string): string =>
  known.find((candidate) => candidate === name.toLowerCase()) ?? name;

function judgeRows(rows: readonly TableRow[], { available, repeatOf }: Deps): TableRow[] {
  const firstLines = new Map<string, number>();
  const taken = new Map<string, Decimal>();
  return rows.map((row) => {
    const { form, line } = row;
    if (!form || row.issues.length > 0) return row;
    const key = JSON.stringify(form);
    const first = firstLines.get(key);
    if (first !== undefined)
      return {
        ...row,
        issues: [`It repeats line ${first}. If both are meant, give each a label of its own.`],
      };
    firstLines.set(key, line);
    const issue = shortage(form, available(form.underlyingSymbol), taken);
    if (issue) return { ...row, issues: [issue.message] };
    const notes = [...mintWarnings(form), repeatOf(form)].filter((note) => note !== undefined);
    return notes.length > 0 ? { ...row, note: notes.join(' ') } : row;
  });
}

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
