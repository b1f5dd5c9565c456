// What both shells do about a settings file around the library that keeps it. One that is no document is set aside
// under a name of its own before the library may touch it, and one that cannot be reached costs its contents, not the
// start. Writing is not left to the library: on a nearly full disk it takes part of a document for all of it, and puts
// that part in the place of the file that was whole.
import { copyFileSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SettingsStore } from '#main/ports.ts';
import { writeWhole } from '#main/shell/common/whole-file.ts';
import { isRecord, parseJson } from '#main/tools/json.ts';
import { plainReason } from '#main/tools/plain-reason.ts';

/** The library's own store, opened once the file is known to be a document. */
type Library = { path: string; store: Record<string, unknown> };
type Options = { folder: string; now: () => number; isReadOnly?: boolean };

/** What the library leaves behind when the process is killed while it writes. */
const LEFTOVER = /^settings\.json\.tmp-\d{10}[0-9a-f]{6}$/;

export function openSettingsDocument(
  { folder, now, isReadOnly = false }: Options,
  openLibrary: () => Library,
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
      `The settings file was damaged and was set aside as ${basename(aside)}. Connect your accounts again; their records are still in the data folder.`,
    );
  }

  try {
    if (!isReadOnly) {
      removeLeftovers(folder);
      checkFile();
    }
    const library = openLibrary();
    const first = wasStopped ? { isStopped: true } : undefined;
    return {
      isLost: isReadOnly,
      read: () => library.store['settings'] ?? first,
      write(settings) {
        const document = { ...library.store, settings };
        writeWhole(realPathOf(library.path), JSON.stringify(document, undefined, '\t'));
      },
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
    const reason = plainReason(error);
    return {
      read: () => undefined,
      write: () => undefined,
      isLost: true,
      notes: () => [
        ...notes,
        `The settings file could not be used (${reason}). This run uses the defaults, and your changes are not saved.`,
      ],
    };
  }
}

function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder))
    if (LEFTOVER.test(name)) rmSync(join(folder, name), { force: true });
}

/** A link stays a link, and what it leads to is replaced. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
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
