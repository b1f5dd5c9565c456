// A small JSON document in a file of its own, written whole or not at all. One that is no JSON is set aside.
import { copyFileSync, readFileSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Ports, SettingsStore } from '#main/ports.ts';
import { writeWhole } from '#main/shell/common/whole-file.ts';
import { parseJson } from '#main/tools/json.ts';
import { plainReason } from '#main/tools/plain-reason.ts';

type Options = { folder: string; now: () => number; isReadOnly?: boolean };

export const createDocumentFiles = (options: Options): Ports['documents'] => ({
  alerts: createDocumentFile('alerts', options),
  // lock.json says who has the folder open.
  lock: createDocumentFile('desk-lock', options),
  updates: createDocumentFile('updates', options),
});

function createDocumentFile(
  name: string,
  { folder, now, isReadOnly = false }: Options,
): SettingsStore {
  const path = join(folder, `${name}.json`);
  const notes: string[] = [];
  let isLost = isReadOnly;

  function setAside(move: (from: string, to: string) => void): string | undefined {
    const time = new Date(now()).toISOString().replaceAll(':', '-');
    const aside = join(folder, `${name}.damaged-${time}.json`);
    try {
      move(path, aside);
      return basename(aside);
    } catch {
      return undefined;
    }
  }

  return {
    get isLost() {
      return isLost;
    },
    notes: () => notes,
    read() {
      let text: string;
      try {
        text = readFileSync(path, 'utf8');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        isLost = true;
        notes.push(
          `The file ${path} could not be used (${plainReason(error)}). Changes to it are not saved.`,
        );
        return undefined;
      }
      const value = parseJson(text);
      if (value !== undefined) return value;
      const aside = setAside(renameSync);
      notes.push(
        `The file ${basename(path)} was damaged${aside === undefined ? '' : ` and was set aside as ${aside}`}. What was stored only there starts fresh.`,
      );
      return undefined;
    },
    write(value) {
      if (!isLost) writeWhole(path, `${JSON.stringify(value)}\n`);
    },
    setAside: () => setAside(copyFileSync),
  };
}
