// A document of its own beside the settings, for what the desk writes by itself: a write that fails here costs no
// setting, and the settings are not written anew for every alert.
import type { z } from 'zod';
import type { Log, SettingsStore } from '#main/ports.ts';
import { writeOrTell } from '#main/desk/settings/not-kept.ts';
import { messageOf } from '#main/tools/message-of.ts';

export type Document<T> = {
  get(): T;
  /** Because a person asked for it: throws a sentence, and changes nothing, when it cannot be kept. */
  change(next: T): void;
  /** Because something happened: holds while the desk runs, whatever the disk says. */
  note(next: T): void;
};

export type OpenedDocument<T> = Document<T> & {
  /** For the person: what the start had to do about the file. */
  notes(): string[];
  /** Whether the file has it: what was kept elsewhere is not needed for it any more. */
  isOnDisk: boolean;
  /** Whether nothing that is written stays. */
  isLost: boolean;
};

type Deps<T> = {
  /** In a sentence: what the person calls it. */
  what: string;
  store: SettingsStore;
  schema: z.ZodType<T>;
  /** What is kept elsewhere, by an earlier edition or as a copy; used where there is no file that can be read. */
  old: T | undefined;
  fresh: T;
  /** Of a file that cannot be read whole, what can be. */
  salvage?: (raw: unknown) => T;
  log: Log;
};

export function openDocument<T>({
  what,
  store,
  schema,
  old,
  fresh,
  salvage,
  log,
}: Deps<T>): OpenedDocument<T> {
  const raw = store.read();
  const read = raw === undefined ? undefined : schema.safeParse(raw);
  const notes: string[] = [];
  const salvaged = read?.success === false && old === undefined ? salvage?.(raw) : undefined;
  let value = read?.data ?? old ?? salvaged ?? fresh;
  let isOnDisk = read?.success === true;
  if (read?.success === false) setAside();
  if (!isOnDisk && old !== undefined) isOnDisk = tryWrite();

  function setAside(): void {
    const aside = store.setAside?.();
    const where = aside === undefined ? '' : ` The file was set aside as ${aside}.`;
    const next = old === undefined ? 'start fresh' : 'fall back to the earlier ones';
    const how = salvaged ? 'could not all be read' : `could not be read and ${next}`;
    notes.push(`${what} ${how}.${where}`);
  }

  function tryWrite(): boolean {
    try {
      store.write(value);
      return store.isLost !== true;
    } catch (error) {
      log('warn', `${what} could not be written`, { error: messageOf(error) });
      return false;
    }
  }

  return {
    get: () => value,
    notes: () => [...(store.notes?.() ?? []), ...notes],
    isOnDisk,
    isLost: store.isLost === true,
    change(next) {
      writeOrTell(() => store.write(next));
      value = next;
    },
    note(next) {
      value = next;
      tryWrite();
    },
  };
}
