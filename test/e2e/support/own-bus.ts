// A session bus of the test's own, on which a tray host comes and goes without touching the desktop's.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { until } from '#test/support/until.ts';

const HOST_NAME = 'org.kde.StatusNotifierWatcher';

export type OwnBus = {
  /** For the surroundings of a program that is to use it. */
  env: { DBUS_SESSION_BUS_ADDRESS: string };
  /** Answers when the tray host is there. */
  startTrayHost(): Promise<void>;
  /** Answers when it is gone. */
  stopTrayHost(): Promise<void>;
  stop(): Promise<void>;
};

export async function startOwnBus(): Promise<OwnBus> {
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    daemon.once('error', reject);
    createInterface({ input: daemon.stdout }).once('line', resolve);
  });
  const env = { DBUS_SESSION_BUS_ADDRESS: address };
  const surroundings = { ...process.env, ...env };
  let panel: ChildProcess | undefined;

  /** The panel's plugins are processes of their own, and the one that is the host ends after the panel. */
  async function stopTrayHost(): Promise<void> {
    if (!panel) return;
    await end(panel);
    panel = undefined;
    await until(async () => !(await hasHost()), 'the tray host is gone');
  }

  async function hasHost(): Promise<boolean> {
    const { stdout } = await promisify(execFile)(
      'gdbus',
      [
        'call',
        '--session',
        '--dest=org.freedesktop.DBus',
        '--object-path=/org/freedesktop/DBus',
        '--method=org.freedesktop.DBus.NameHasOwner',
        HOST_NAME,
      ],
      { env: surroundings },
    );
    return stdout.includes('true');
  }

  return {
    env,
    async startTrayHost() {
      panel = spawn('xfce4-panel', ['--disable-wm-check'], { env: surroundings, stdio: 'ignore' });
      await promisify(execFile)('gdbus', ['wait', '--session', '--timeout', '15', HOST_NAME], {
        env: surroundings,
      });
    },
    stopTrayHost,
    async stop() {
      await stopTrayHost();
      await end(daemon);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await gone;
}
