// Rows that were not minted as a table of their own: to be put right and tried again, here or in a spreadsheet.
import { needsMending, ROW_WORDS } from '#contract/batch-summary.ts';
import { cellsOf, type Batch, type BatchRow } from '#contract/tokenization.ts';
import { noteOf } from '#renderer/screens/tokenization/batch/batch-words.ts';
import { toCsv, type ExportColumn } from '#renderer/ui/table/export-text.ts';

export const rowsToMend = ({ rows }: Pick<Batch, 'rows'>): BatchRow[] => rows.filter(needsMending);

/** The columns that a dry run reads, as they were written where they are no mint; then what it leaves alone: the line it was, and why. */
export const MEND_COLUMNS: readonly ExportColumn<BatchRow>[] = [
  ['symbol', (row) => cellsOf(row).underlyingSymbol],
  ['qty', (row) => cellsOf(row).qty],
  ['issuer', (row) => cellsOf(row).issuer],
  ['network', (row) => cellsOf(row).network],
  ['wallet', (row) => cellsOf(row).walletAddress],
  ['label', (row) => cellsOf(row).label],
  ['was_line', ({ line }) => String(line)],
  ['was', ({ state }) => ROW_WORDS[state]],
  ['reason', noteOf],
];

export const mendTable = (batch: Pick<Batch, 'rows'>): string =>
  toCsv(rowsToMend(batch), MEND_COLUMNS).replaceAll('\r\n', '\n');

/** 'november, mended'; as long as a name may be. */
export const mendName = (name: string): string => `${name.slice(0, 110)}, mended`;
