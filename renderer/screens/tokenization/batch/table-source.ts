// A table of mints on its way to main: text that was pasted, or a file as it is. Main reads both; the page only hands
// over the bytes, so that the fingerprint is that of the file.
import { MOST_TABLE_BYTES, type TableLayout, type TableReading } from '#contract/mint-table.ts';

export type TableFile = { kind: 'file'; name: string; size: number; base64: string };
export type TableSource = { kind: 'text'; text: string } | TableFile;

export const NO_TABLE: TableSource = { kind: 'text', text: '' };

export const isEmpty = (source: TableSource): boolean =>
  source.kind === 'text' ? source.text.trim() === '' : source.size === 0;

export const isSame = (a: TableSource, b: TableSource): boolean =>
  a.kind === 'text'
    ? b.kind === 'text' && a.text === b.text
    : b.kind === 'file' && a.base64 === b.base64;

export const inputOf = (source: TableSource): { csv: string } | { file: string } =>
  source.kind === 'text' ? { csv: source.text } : { file: source.base64 };

export const tooLarge = (name: string): string =>
  `${name} is larger than 4 MiB, which is more than 10,000 rows need. Split it into several files.`;

/** In bytes, as main counts: a letter may take several. */
export const isTooLarge = (source: TableSource): boolean =>
  (source.kind === 'file' ? source.size : new Blob([source.text]).size) > MOST_TABLE_BYTES;

export async function readFile(file: File): Promise<TableSource> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('not read')));
    reader.readAsDataURL(file);
  });
  const base64 = url.slice(url.indexOf(',') + 1);
  return { kind: 'file', name: file.name, size: file.size, base64: file.size === 0 ? '' : base64 };
}

/** The text of a file, as main reads it, to be changed here. */
export function textOf(base64: string, { encoding }: Pick<TableReading, 'encoding'>): string {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const isBig = bytes[0] === 0xfe || (bytes[0] === 0 && bytes[1] !== 0);
  const label = encoding === 'UTF-16' ? (isBig ? 'utf-16be' : 'utf-16le') : encoding;
  return new TextDecoder(label).decode(bytes);
}

/** What still has to be chosen before it can be tried; nothing when it can. */
export function openChoices(
  reading: TableReading,
  layout: TableLayout | undefined,
): string | undefined {
  const columns = layout?.columns ?? reading.columns;
  const missing = REQUIRED.filter((column) => columns[column] === undefined);
  if (missing.length > 0) return 'Choose a heading for each remaining column.';
  const places = Object.values(columns);
  if (new Set(places).size < places.length) return 'The same heading is chosen for two columns.';
  if (reading.decimal === 'ask' && layout?.decimal === undefined)
    return `Choose how numbers are written: ${reading.doubt}.`;
  return undefined;
}

const REQUIRED = ['underlyingSymbol', 'qty', 'issuer', 'network', 'walletAddress'] as const;

/** 'UTF-16, separated by semicolons, names on line 4 (the 3 lines above are left out), 300 rows' */
export function readingWords(reading: TableReading): string {
  const { encoding, delimiter, headingLine, rows } = reading;
  const above = headingLine - 1;
  const left =
    above === 0 ? '' : ` (${above === 1 ? 'the line' : `the ${above} lines`} above skipped)`;
  const count = rows === 1 ? '1 row' : `${rows.toLocaleString('en-US')} rows`;
  return `${encoding}, separated by ${DELIMITERS[delimiter] ?? `"${delimiter}"`}, headings on line ${headingLine}${left}, ${count}.`;
}

const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};
