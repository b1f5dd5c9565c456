// Rows that were not minted as a table of their own: to be put right and tried again, here or in a spreadsheet.
import { needsMending, ROW_WORDS } from '#contract/batch-summary.ts';
import { cellsOf, type Batch, type BatchRow } from '#contract/tokenization.ts';
import { noteOf } from '#renderer/screens/tokenization/batch/batch-words.ts';
import { toCsv, type ExportColumn } from '#renderer/ui/table/export-text.ts';

export const rowsToMend = ({ rows }: Pick<Batch, 'rows'>): BatchRow[] => rows.filter(needsMending);

/** The columns that a dry run reads, as they were written where they are no mint. */
export const CELL_COLUMNS: readonly ExportColumn<BatchRow>[] = [
  ['symbol', (row) => cellsOf(row).underlyingSymbol],
  ['qty', (row) => cellsOf(row).qty],
  ['issuer', (row) => cellsOf(row).issuer],
  ['network', (row) => cellsOf(row).network],
  ['wallet', (row) => cellsOf(row).walletAddress],
  ['label', (row) => cellsOf(row).label],
];

/** Then what a dry run leaves alone: the line it was, and why. */
const MEND_COLUMNS: readonly ExportColumn<BatchRow>[] = [
  ...CELL_COLUMNS,
  ['was_line', ({ line }) => String(line)],
  ['was', ({ state }) => ROW_WORDS[state]],
  ['reason', noteOf],
];

type Mended = Pick<Batch, 'rows' | 'decimal'>;

/** Numbers are written as the table of the batch wrote them, so that a dry run reads the same ones. */
export function mendCsv(batch: Mended): string {
  const rows = rowsToMend(batch);
  // What was no mint is as it was written: as long as that can be meant in two ways, the person is asked.
  const isInDoubt =
    !batch.decimal && rows.some(({ form, said }) => !form && EITHER.test(said?.qty ?? ''));
  const written = isInDoubt ? rows : rows.map((row) => withPlainQty(row, batch));
  return toCsv(written, MEND_COLUMNS);
}

export const mendTable = (batch: Mended): string => mendCsv(batch).replaceAll('\r\n', '\n');

/** 1.234 is 1234 to half of the world, and whoever said which is not asked again: 1.2340 is not. */
const EITHER = /^[1-9]\d{0,2}[.,]\d{3}$/;
function withPlainQty({ form, ...row }: BatchRow, { decimal }: Mended): BatchRow {
  if (!form) return row;
  const qty = EITHER.test(form.qty) ? `${form.qty}0` : form.qty;
  return { ...row, said: { ...form, qty: decimal ? qty.replace('.', ',') : qty } };
}

/** 'november, fixed'; as long as a name may be. */
export const mendName = (name: string): string => `${name.slice(0, 110)}, fixed`;
