// Whether closing the window may leave the desk in the tray. Linux desktops differ: without a tray host an application
// that hides is an application that is lost.
import { execFile } from 'node:child_process';

const ASK_MS = 2_000;

export async function hasTrayHost(platform: NodeJS.Platform): Promise<boolean> {
  if (platform !== 'linux') return true;
  const answer = await run('gdbus', [
    'call',
    '--session',
    '--dest=org.freedesktop.DBus',
    '--object-path=/org/freedesktop/DBus',
    '--method=org.freedesktop.DBus.NameHasOwner',
    'org.kde.StatusNotifierWatcher',
  ]);
  return answer.includes('true');
}

/** What it printed; nothing when it could not be run. */
function run(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, args, { timeout: ASK_MS }, (error, stdout) => resolve(error ? '' : stdout));
  });
}
