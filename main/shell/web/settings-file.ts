import Conf from 'conf';
import type { SettingsStore } from '#main/ports.ts';
import { openSettingsDocument } from '#main/shell/common/settings-document.ts';
import { systemClock } from '#main/shell/common/system.ts';

/** The same file, in the same format, as electron-store keeps in the desktop shell. */
export function createSettingsFile(folder: string, isReadOnly = false): SettingsStore {
  return openSettingsDocument(
    { folder, now: systemClock.wall, isReadOnly },
    () =>
      new Conf<Record<string, unknown>>({
        cwd: folder,
        configName: 'settings',
        projectName: 'ballast',
        clearInvalidConfig: !isReadOnly,
        configFileMode: 0o600,
      }),
  );
}
