// Tables as files: RFC 4180 for spreadsheets, JSON for programs. Values are the exact texts, not the ones rounded for
// the screen.
export type ExportColumn<T> = readonly [name: string, value: (row: T) => string | undefined];

export function toCsv<T>(rows: readonly T[], columns: readonly ExportColumn<T>[]): string {
  const lines = [columns.map(([name]) => csvCell(name)).join(',')];
  for (const row of rows) lines.push(columns.map(([, value]) => csvCell(value(row))).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

export function toJson<T>(rows: readonly T[], columns: readonly ExportColumn<T>[]): string {
  const records = rows.map((row) =>
    Object.fromEntries(columns.map(([name, value]) => [name, value(row) ?? null])),
  );
  return `${JSON.stringify(records, null, 2)}\n`;
}

const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** What nobody sees before the first sign: blanks, controls, marks of direction, fillers. */
const UNSEEN = /^[\s\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]+/u;

/** A spreadsheet runs what begins like a formula; a name from outside must stay a name. */
function csvCell(value: string | undefined): string {
  if (value === undefined) return '';
  const safe = isFormula(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Also in full width or as a small sign, which some spreadsheets read as the plain one. */
const isFormula = (value: string): boolean =>
  /^[\t\r]/.test(value) || /^[=+\-\u2212@]/.test(value.replace(UNSEEN, '').normalize('NFKC'));

export const momentText = (epochMs: number | undefined): string | undefined =>
  epochMs === undefined ? undefined : new Date(epochMs).toISOString();
