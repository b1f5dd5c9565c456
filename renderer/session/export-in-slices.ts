// A large table becomes a file a slice at a time: the page stays awake, says how far it is, and can be told to stop.
import type { Delay } from '#renderer/core/delay.ts';
import { toCsv, toJson, type ExportColumn } from '#renderer/ui/table/export-text.ts';

type Export<T> = {
  rows: readonly T[];
  columns: readonly ExportColumn<T>[];
  kind: 'csv' | 'json';
  delay: Delay;
  /** Told before each slice but the first; false ends it. */
  onSlice: (done: number) => boolean;
};

/** About a frame's work. */
export const SLICE = 2_000;

/** The same text as at once; undefined when it was ended. */
export async function exportInSlices<T>(asked: Export<T>): Promise<string | undefined> {
  const { columns, kind, delay, onSlice } = asked;
  // What is shown now: the table goes on changing meanwhile.
  const rows = [...asked.rows];
  const write = kind === 'csv' ? toCsv : toJson;
  if (rows.length <= SLICE) return write(rows, columns);
  const parts: string[] = [];
  for (let at = 0; at < rows.length; at += SLICE) {
    if (at > 0) {
      await new Promise<void>((resolve) => void delay(0, resolve));
      if (!onSlice(at)) return undefined;
    }
    const text = write(rows.slice(at, at + SLICE), columns);
    parts.push(kind === 'csv' ? (at === 0 ? text : withoutHead(text)) : withoutBrackets(text));
  }
  return kind === 'csv' ? parts.join('') : `[\n${parts.join(',\n')}\n]\n`;
}

const withoutHead = (csv: string): string => csv.slice(csv.indexOf('\r\n') + 2);
const withoutBrackets = (json: string): string => json.slice('[\n'.length, -'\n]\n'.length);
