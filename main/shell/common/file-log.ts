// A log of one JSON line per event, in the data folder, turned over when it grows large. Writing is synchronous: the
// lines before a crash are the ones worth having. A page can cause lines, so what it can make of the log is bounded:
// texts are cut, many of one kind in a minute are counted, and the first file of a start is not turned over again.
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '#main/ports.ts';
import { createRedactor, type Redactor } from '#main/shell/common/redact.ts';

const MAX_BYTES = 5 * 1024 * 1024;
const LONGEST_TEXT = 1_500;
const LONGEST_LINE = 12_000;
const MINUTE_MS = 60_000;
/** Lines with one message in a minute; more are counted. */
const MOST_ALIKE = 60;
/** Messages that are counted apart from each other. */
const MOST_KINDS = 500;

type Level = Parameters<Log>[0];

export function createFileLog(
  folder: string,
  now: () => number,
  redactor: Redactor = createRedactor(),
): Log {
  try {
    mkdirSync(join(folder, 'logs'), { recursive: true, mode: 0o700 });
  } catch {
    // Every line will fail, like this, without taking the desk down.
  }
  const path = join(folder, 'logs', 'ballast.log');
  let size = sizeOf(path);
  let isFirstFile = true;
  const alike = new Map<string, { since: number; written: number; leftOut: number }>();

  function write(level: Level, message: string, details?: Record<string, unknown>): void {
    const line = lineOf({ time: new Date(now()).toISOString(), level, message, ...details });
    const bytes = Buffer.byteLength(line);
    try {
      if (size + bytes > MAX_BYTES) {
        renameSync(path, isFirstFile ? `${path}.start` : `${path}.1`);
        isFirstFile = false;
        size = 0;
      }
      appendFileSync(path, line, { mode: 0o600 });
      size += bytes;
    } catch {
      // A full or read-only disk must not take the desk down with its log.
    }
  }

  function tellLeftOut(): void {
    const at = now();
    for (const [kind, { since, leftOut }] of alike) {
      // A clock that was set back begins a new minute as well.
      if (at >= since && at < since + MINUTE_MS) continue;
      alike.delete(kind);
      if (leftOut > 0) write('warn', 'more lines of one kind were left out', { kind, leftOut });
    }
  }

  return (level, message, details) => {
    tellLeftOut();
    const clean = cut(redactor.text(message));
    const kind = alike.has(clean) || alike.size < MOST_KINDS ? clean : 'other';
    const minute = alike.get(kind) ?? { since: now(), written: 0, leftOut: 0 };
    alike.set(kind, minute);
    if (minute.written === MOST_ALIKE) {
      minute.leftOut++;
      return;
    }
    minute.written++;
    write(level, clean, details && (cutIn(redactor.value(details)) as Record<string, unknown>));
  };
}

function lineOf(entry: { time: string; level: Level; message: string }): string {
  const text = JSON.stringify(entry);
  if (text.length <= LONGEST_LINE) return `${text}\n`;
  const { time, level, message } = entry;
  return `${JSON.stringify({ time, level, message, cut: text.slice(0, LONGEST_TEXT) })}\n`;
}

const cut = (text: string): string =>
  text.length <= LONGEST_TEXT
    ? text
    : `${text.slice(0, LONGEST_TEXT)}… and ${text.length - LONGEST_TEXT} more characters`;

function cutIn(value: unknown): unknown {
  if (typeof value === 'string') return cut(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cutIn);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [cut(name), cutIn(member)]),
  );
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
