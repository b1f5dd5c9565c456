// A table of mints as it comes: text that was pasted, or the bytes of a file. Its limits are in one place, and the
// transports, main and the page take them from here.
import { z } from 'zod';

export const MOST_TABLE_ROWS = 10_000;
/** Of the file, or of the text in UTF-8: 10,000 rows with every cell as long as it may be fit. */
export const MOST_TABLE_BYTES = 4 * 1024 * 1024;
/** Text may be twice as long in JSON, where quotes, tabs and line ends take two bytes; base64 takes a third more. */
export const MOST_CALL_BYTES = 2 * MOST_TABLE_BYTES + 64 * 1024;

const MOST_HEADINGS = 200;

export const TableColumn = z.enum([
  'underlyingSymbol',
  'qty',
  'issuer',
  'network',
  'walletAddress',
  'label',
]);
export type TableColumn = z.infer<typeof TableColumn>;

/** How numbers are written: 1.5 or 1,5. */
export const DecimalMark = z.enum(['point', 'comma']);
export type DecimalMark = z.infer<typeof DecimalMark>;

/** What a person chose for a table: which heading is which column, counted from 0, and how numbers are written. */
export const TableLayout = z.strictObject({
  columns: z.partialRecord(TableColumn, z.number().int().min(0).max(MOST_HEADINGS)),
  decimal: DecimalMark.optional(),
});
export type TableLayout = z.infer<typeof TableLayout>;

/** One of the two. */
export const tableSource = {
  csv: z.string().max(MOST_TABLE_BYTES).optional(),
  /** The bytes of a file, whatever their encoding. */
  file: z
    .base64()
    .max(Math.ceil(MOST_TABLE_BYTES / 3) * 4)
    .optional(),
};
export const isOneSource = ({ csv, file }: { csv?: unknown; file?: unknown }): boolean =>
  (csv === undefined) !== (file === undefined);

/** How a table is understood, before anything is judged. */
export const TableReading = z.strictObject({
  /** SHA-256 of its text, however it was saved and its lines end. */
  fingerprint: z.string(),
  encoding: z.enum(['UTF-8', 'UTF-16', 'Windows-1252']),
  delimiter: z.string(),
  /** The line with the names of the columns; those above it are left out. */
  headingLine: z.number().int(),
  headings: z.array(z.string()),
  /** The first few rows. */
  samples: z.array(z.array(z.string())),
  rows: z.number().int(),
  columns: TableLayout.shape.columns,
  /** 'ask': the numbers can be meant in two ways, and `doubt` is one of them. */
  decimal: z.enum(['point', 'comma', 'ask']),
  doubt: z.string().optional(),
  /** What a person has to choose before it can be tried. */
  issues: z.array(z.string()),
});
export type TableReading = z.infer<typeof TableReading>;
