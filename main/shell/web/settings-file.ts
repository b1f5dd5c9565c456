import Conf from 'conf';
import type { SettingsStore } from '#main/ports.ts';
import { openSettingsDocument } from '#main/shell/common/settings-document.ts';
import { systemClock } from '#main/shell/common/system.ts';

/** The same file, in the same format, as electron-store keeps in the desktop shell. */
export function createSettingsFile(folder: string): SettingsStore {
  return openSettingsDocument(folder, systemClock.wall, () => {
    const conf = new Conf<{ settings?: unknown }>({
      cwd: folder,
      configName: 'settings',
      projectName: 'ballast',
      clearInvalidConfig: true,
      configFileMode: 0o600,
    });
    return {
      read: () => conf.get('settings'),
      write: (value) => conf.set('settings', value),
    };
  });
}
