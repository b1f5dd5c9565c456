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

/** A spreadsheet runs what begins like a formula; a name from outside must stay a name. */
function csvCell(value: string | undefined): string {
  if (value === undefined) return '';
  const isFormula = /^\s*[=+\-@\t\r]/.test(value) && !NUMBER.test(value);
  const safe = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const momentText = (epochMs: number | undefined): string | undefined =>
  epochMs === undefined ? undefined : new Date(epochMs).toISOString();
