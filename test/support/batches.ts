import { countRows } from '#contract/batch-summary.ts';
import { Batch, BatchRow, type BatchHead } from '#contract/tokenization.ts';

/** A batch that is counted as its rows are. */
export function aBatch(batch: { rows: readonly object[]; [field: string]: unknown }): Batch {
  const rows = batch.rows.map((row) => BatchRow.parse(row));
  return Batch.parse({ ...batch, rows, counts: countRows(rows) });
}

export const headOf = ({ rows: _rows, ...head }: Batch): BatchHead => head;
