// What a person chose about windows and the system. The page keeps it; the shell acts on it.
import { SystemChoices } from '#contract/ui.ts';
import type { OpenedSettings } from '#main/desk/settings/settings.ts';

export type SystemChoicesService = {
  get(): SystemChoices;
  /** Only when one of them is another than before. */
  onChange(listener: (choices: SystemChoices) => void): () => void;
};

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
