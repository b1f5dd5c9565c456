// The settings of this desk: checked when they are read, so that a damaged file costs what is damaged and never the
// start. The file as it was is set aside, and a note tells the person.
import { SystemChoices } from '#contract/ui.ts';
import type { Log, SettingsStore } from '#main/ports.ts';
import { writeOrTell } from '#main/desk/settings/not-kept.ts';
import { readSettings, Settings } from '#main/desk/settings/read-settings.ts';
import { createListeners } from '#main/tools/listeners.ts';
import { messageOf } from '#main/tools/message-of.ts';

export type SettingsService = {
  get(): Settings;
  /** Throws a sentence, and changes nothing, when it cannot be kept. */
  update(change: (settings: Settings) => Settings): void;
};

/** Whether the person chose to place orders without the review. */
export const isReviewSkipped = ({ ui }: Settings): boolean =>
  ui?.appearance?.isReviewSkipped === true;

/** Whether the person hides amounts. */
export const isPrivate = ({ ui }: Settings): boolean => ui?.appearance?.isPrivate === true;

/** Notes are for the person: what the start had to do about the file. */
export type OpenedSettings = SettingsService & {
  notes(): string[];
  /** Whether the document is of the first edition, where it alone said that trading is allowed. */
  isOldAllowed: boolean;
  /** Whether what is written stays. */
  isKept: boolean;
  /** Changes what holds while the desk runs, whatever the disk says. */
  note(change: (settings: Settings) => Settings): void;
  /** After each change, kept or not. */
  onChange(listener: () => void): () => void;
};

/** What a person chose about windows and the system. The page keeps it; the shell acts on it. */
export type SystemChoicesService = {
  get(): SystemChoices;
  /** Only when one of them is another than before. */
  onChange(listener: (choices: SystemChoices) => void): () => void;
};

export function createSettings(deps: { store: SettingsStore; log: Log }): OpenedSettings {
  const { store, log } = deps;
  const read = readSettings(store.read());
  const notes = [...(store.notes?.() ?? [])];
  let { settings } = read;
  const listeners = createListeners();
  const isKept = read.kind !== 'newer' && store.isLost !== true;
  if (read.kind === 'newer') {
    note(
      'The settings were written by a newer version of Ballast and were not changed. This run uses the defaults, and your changes are not saved.',
    );
  } else if (read.kind === 'damaged') {
    const aside = store.setAside?.();
    note(
      `The settings could not all be read (${read.lost.join(', ')}). ${
        aside === undefined
          ? 'Lost settings are back to their defaults'
          : `The file was set aside as ${aside}`
      }; missing accounts can be connected again.`,
    );
  }

  function note(text: string): void {
    notes.push(text);
    log('warn', text);
  }

  return {
    get: () => settings,
    notes: () => notes,
    isOldAllowed: read.kind === 'read' && read.isOldAllowed,
    isKept,
    update(change) {
      const next = Settings.parse(change(settings));
      if (isKept) writeOrTell(() => store.write(next));
      settings = next;
      listeners.notify();
    },
    note(change) {
      settings = Settings.parse(change(settings));
      try {
        if (isKept) store.write(settings);
      } catch (error) {
        log('warn', 'the settings could not be written', { error: messageOf(error) });
      }
      listeners.notify();
    },
    onChange: listeners.add,
  };
}

export function createSystemChoices(
  settings: Pick<OpenedSettings, 'get' | 'onChange'>,
): SystemChoicesService {
  const get = (): SystemChoices => settings.get().ui?.system ?? SystemChoices.parse({});
  return {
    get,
    onChange(listener) {
      let before = JSON.stringify(get());
      return settings.onChange(() => {
        const now = JSON.stringify(get());
        if (now === before) return;
        before = now;
        listener(get());
      });
    },
  };
}
