// Starting with the computer. macOS and Windows keep a list of their own; Linux desktops read a folder of entries.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { autostartEntry } from '#main/shell/electron/autostart-entry.ts';

export function setStartsAtLogin(startsAtLogin: boolean): void {
  if (process.platform === 'linux') setAutostartEntry(startsAtLogin);
  else app.setLoginItemSettings({ openAtLogin: startsAtLogin, args: ['--hidden'] });
}

function setAutostartEntry(startsAtLogin: boolean): void {
  const folder = join(app.getPath('appData'), 'autostart');
  const entry = join(folder, 'ballast.desktop');
  if (!startsAtLogin) return rmSync(entry, { force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(entry, autostartEntry(process.env['APPIMAGE'] ?? process.execPath));
}
