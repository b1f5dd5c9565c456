// A log of one JSON line per event, in the data folder, turned over when it grows large. Writing is synchronous: the
// lines before a crash are the ones worth having.
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '#main/ports.ts';
import { createRedactor, type Redactor } from '#main/shell/common/redact.ts';

const MAX_BYTES = 5 * 1024 * 1024;

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
  return (level, message, details) => {
    const time = new Date(now()).toISOString();
    const clean = details && (redactor.value(details) as Record<string, unknown>);
    const line = `${JSON.stringify({ time, level, message: redactor.text(message), ...clean })}\n`;
    try {
      if (size + line.length > MAX_BYTES) {
        renameSync(path, `${path}.1`);
        size = 0;
      }
      appendFileSync(path, line, { mode: 0o600 });
      size += line.length;
    } catch {
      // A full or read-only disk must not take the desk down with its log.
    }
  };
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
