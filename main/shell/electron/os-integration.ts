// The computer around the application: starting with it, its sleep, its lock and its shutdown. macOS and Windows keep a
// list of their own of what starts with them; Linux desktops read a folder of entries.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, powerMonitor } from 'electron';
import type { Log } from '#main/ports.ts';
import type { Desk } from '#main/desk.ts';

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

type Deps = { desk: Pick<Desk, 'wake' | 'lock'>; end: () => void; log: Log };

export function followPower({ desk, end, log }: Deps): void {
  powerMonitor.on('suspend', () => log('info', 'the computer goes to sleep'));
  powerMonitor.on('resume', () => {
    log('info', 'the computer is awake again');
    desk.wake();
  });
  powerMonitor.on('lock-screen', () => desk.lock());
  powerMonitor.on('shutdown', (event?: { preventDefault?: () => void }) => {
    // Holds the shutdown back for the moment that ending takes.
    event?.preventDefault?.();
    end();
  });
}

/** Only a program's own path goes in, quoted as the desktop entry rules ask. */
export const autostartEntry = (program: string): string => `[Desktop Entry]
Type=Application
Name=Ballast
Comment=A trading desk that places an order once
Exec="${program.replaceAll(/(["\\`$])/g, '\\$1').replaceAll('%', '%%')}" --hidden
Terminal=false
X-GNOME-Autostart-enabled=true
`;
