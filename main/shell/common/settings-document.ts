// What both shells do about a settings file before the library that keeps it may touch it: one that is no document is
// set aside under a name of its own, and one that cannot be reached costs its contents, not the start.
import { copyFileSync, readFileSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SettingsStore } from '#main/ports.ts';
import { isRecord, parseJson } from '#main/tools/json.ts';
import { messageOf } from '#main/tools/message-of.ts';

/** The library's own store, opened once the file is known to be a document. */
type Keep = { read(): unknown; write(value: unknown): void };

export function openSettingsDocument(
  folder: string,
  now: () => number,
  openKeep: () => Keep,
): SettingsStore {
  const path = join(folder, 'settings.json');
  const notes: string[] = [];
  const asideName = (): string =>
    join(folder, `settings.damaged-${new Date(now()).toISOString().replaceAll(':', '-')}.json`);
  let wasStopped = false;

  function checkFile(): void {
    const text = readText(path);
    if (text === undefined || isDocument(text)) return;
    const aside = asideName();
    renameSync(path, aside);
    // Nothing else can be had from it, but trading that was stopped stays stopped.
    wasStopped = /"isStopped"\s*:\s*true/.test(text);
    notes.push(
      `The settings file was damaged and was set aside as ${basename(aside)}. Accounts must be connected again; their records are still in the data folder.`,
    );
  }

  try {
    checkFile();
    const keep = openKeep();
    const first = wasStopped ? { isStopped: true } : undefined;
    return {
      read: () => keep.read() ?? first,
      write: keep.write,
      notes: () => notes,
      setAside() {
        const aside = asideName();
        try {
          copyFileSync(path, aside);
          return basename(aside);
        } catch {
          return undefined;
        }
      },
    };
  } catch (error) {
    const reason = messageOf(error);
    return {
      read: () => undefined,
      write: () => undefined,
      isLost: true,
      notes: () => [
        ...notes,
        `The settings file could not be used (${reason}). This start has the defaults, and what you change is not kept.`,
      ],
    };
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Members without the one that holds the settings are a document that lost it, not one that never had it. */
function isDocument(text: string): boolean {
  const value = parseJson(text);
  if (!isRecord(value)) return false;
  return Object.hasOwn(value, 'settings') || Object.keys(value).length === 0;
}
