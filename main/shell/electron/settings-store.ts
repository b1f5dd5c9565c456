import Store from 'electron-store';
import type { SettingsStore } from '#main/ports.ts';
import { openSettingsDocument } from '#main/shell/common/settings-document.ts';
import { systemClock } from '#main/shell/common/system.ts';

/** The same file, in the same format, as the web shell keeps. */
export function createSettingsStore(folder: string): SettingsStore {
  return openSettingsDocument(folder, systemClock.wall, () => {
    const store = new Store<{ settings?: unknown }>({
      cwd: folder,
      name: 'settings',
      clearInvalidConfig: true,
      configFileMode: 0o600,
    });
    return {
      read: () => store.get('settings'),
      write: (value) => store.set('settings', value),
    };
  });
}
