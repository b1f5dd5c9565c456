// One row of cells as a mint. A row that is wrong keeps what it said, and each mistake in it has its own sentence.
import type { TableLayout } from '#contract/mint-table.ts';
import { MINT_NAMES, MintForm, type SaidCells } from '#contract/tokenization.ts';
import type { Cells } from '#main/account/mints/table/table-cells.ts';
import { readQuantity, type HowNumbers } from '#main/account/mints/table/decimal-mark.ts';
import { mintIssues } from '#main/domain/mints/mint-issues.ts';

export type TableRow = {
  line: number;
  form?: MintForm;
  /** What the cells of a wrong row said, as they said it. */
  said?: SaidCells;
  issues: string[];
  note?: string;
};

type How = {
  columns: TableLayout['columns'];
  headings: number;
  numbers: HowNumbers;
  /** Some row of a table that is parted by commas has a cell too many: a comma in it parted a number. */
  isSplit: boolean;
};

const LONGEST_SAID = 160;

export function readRow({ record, line }: Cells, how: How): TableRow {
  const draft: Record<keyof MintForm, string> = {
    underlyingSymbol: cellOf('underlyingSymbol'),
    qty: cellOf('qty'),
    issuer: cellOf('issuer'),
    network: cellOf('network'),
    walletAddress: cellOf('walletAddress'),
    label: cellOf('label'),
  };
  const said = Object.fromEntries(
    Object.entries(draft).flatMap(([column, cell]) =>
      cell === '' ? [] : [[column, cell.slice(0, LONGEST_SAID)]],
    ),
  ) as SaidCells;
  const shifted = shiftIssue(record, how);
  if (shifted !== undefined) return { line, said, issues: [shifted] };

  const qty = readQuantity(draft.qty, how.numbers);
  // What is not read is not a number either where it looks like one.
  const typed = { ...draft, qty: qty.ok ? qty.value : '' };
  const form = MintForm.safeParse(typed);
  if (form.success) {
    const issues = mintIssues(form.data).map(({ message }) => message);
    return { line, form: form.data, ...(issues.length > 0 && { said }), issues };
  }
  const issues = new Map<string, string>();
  for (const { path, message } of form.error.issues) {
    const column = String(path[0]) as keyof MintForm;
    const words = column === 'qty' && !qty.ok ? qty.issue : `${quoted(column)} ${message}.`;
    if (!issues.has(column))
      issues.set(column, draft[column] === '' ? `${MINT_NAMES[column]} is missing.` : words);
  }
  // What is wrong with the other cells is worth knowing now, and not after these are put right.
  for (const { path, message } of mintIssues(typed as MintForm))
    if (!issues.has(path) && !(path === 'walletAddress' && issues.has('network')))
      issues.set(path, message);
  return { line, said, issues: [...issues.values()] };

  function cellOf(column: keyof MintForm): string {
    const at = how.columns[column];
    return at === undefined ? '' : (record[at] ?? '').trim();
  }
  function quoted(column: keyof MintForm): string {
    const cell = draft[column];
    return cell.length > LONGEST_QUOTE ? MINT_NAMES[column] : `${MINT_NAMES[column]} "${cell}"`;
  }
}

const LONGEST_QUOTE = 40;

/** A decimal comma without quotes makes two cells of one, and every cell after it is another column's. */
function shiftIssue(record: readonly string[], how: How): string | undefined {
  if (isLonger(record, how.headings))
    return 'This line has more cells than the header row. Write numbers with a decimal point: a decimal comma splits one cell into two.';
  const next = (how.columns.qty ?? -1) + 1;
  const [rest = '', isFree] = [record[next]?.trim(), isFreeText(how.columns, next)];
  if (!/^\d+$/.test(rest) || (isFree && !how.isSplit)) return undefined;
  return `The quantity is followed by "${rest}". If that is the rest of a number with a decimal comma, write the number with a point.`;
}

export const isLonger = (record: readonly string[], headings: number): boolean =>
  record.slice(headings).some((cell) => cell.trim() !== '');

/** Where digits alone may stand: the label, and what is no column of a mint. */
const isFreeText = (columns: TableLayout['columns'], at: number): boolean =>
  columns.label === at || !Object.values(columns).includes(at);
