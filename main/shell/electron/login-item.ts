// Starting with the computer. macOS and Windows keep a list of their own; Linux desktops read a folder of entries.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { Log } from '#main/ports.ts';
import { autostartEntry } from '#main/shell/electron/autostart-entry.ts';

/** A system that refuses costs the entry, and is no reason to fail. */
export function applyStartsAtLogin(startsAtLogin: boolean, log: Log): void {
  try {
    if (process.platform === 'linux') setAutostartEntry(startsAtLogin);
    else app.setLoginItemSettings({ openAtLogin: startsAtLogin, args: ['--hidden'] });
  } catch (error) {
    log('error', 'starting with the computer could not be set', { error: String(error) });
  }
}

/** macOS tells it only here; elsewhere the entry has an argument. */
export const isStartedAtLogin = (): boolean =>
  process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;

function setAutostartEntry(startsAtLogin: boolean): void {
  const folder = join(app.getPath('appData'), 'autostart');
  const entry = join(folder, 'ballast.desktop');
  if (!startsAtLogin) return rmSync(entry, { force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(entry, autostartEntry(process.env['APPIMAGE'] ?? process.execPath));
}
