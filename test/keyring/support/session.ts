// A D-Bus session of its own with a real gnome-keyring, or without one: nothing is started by the bus itself, so a test
// decides what is there. Everything lives in a temporary home and is ended by its process id.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type Session = {
  address: string;
  env: NodeJS.ProcessEnv;
  /** The keyring, opened with its password or left locked. Ready when it has its name on the bus. */
  startKeyring(how: 'unlocked' | 'locked'): Promise<void>;
  killKeyring(): Promise<void>;
  /** What the keyring holds of a service, by its paths; a locked one tells too. */
  entries(service: string): string[];
  killBus(): Promise<void>;
  stop(): Promise<void>;
};

const PASSWORD = 'the-password-of-the-keyring';
const READY_MS = 30_000;

export async function startSession(): Promise<Session> {
  const home = mkdtempSync(join(tmpdir(), 'ballast-keyring-'));
  const runtime = join(home, 'run');
  mkdirSync(runtime, { mode: 0o700 });
  const config = join(home, 'bus.conf');
  writeFileSync(config, BUS_CONFIG(home));
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: home, XDG_RUNTIME_DIR: runtime };
  for (const name of Object.keys(env))
    if (
      /^(DISPLAY|WAYLAND_DISPLAY|DBUS_.*|GNOME_KEYRING_.*|XDG_(DATA|CONFIG|CACHE)_HOME)$/.test(name)
    )
      delete env[name];
  const bus = spawn('dbus-daemon', ['--nofork', '--print-address', `--config-file=${config}`], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const address = await firstLine(bus);
  env['DBUS_SESSION_BUS_ADDRESS'] = address;
  let keyring: ChildProcess | undefined;

  async function killKeyring(): Promise<void> {
    if (keyring) await end(keyring);
    keyring = undefined;
  }

  return {
    address,
    env,
    async startKeyring(how) {
      const unlock = how === 'unlocked' ? ['--unlock'] : [];
      keyring = spawn('gnome-keyring-daemon', ['--foreground', '--components=secrets', ...unlock], {
        env,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      keyring.stdin?.end(how === 'unlocked' ? PASSWORD : '');
      const until = performance.now() + READY_MS;
      while (!hasOwner(env, 'org.freedesktop.secrets')) {
        if (performance.now() > until) throw new Error('the keyring did not start');
        await new Promise((resume) => setTimeout(resume, 50));
      }
    },
    killKeyring,
    entries: (service) =>
      askBus(env, 'org.freedesktop.secrets', [
        '/org/freedesktop/secrets',
        'org.freedesktop.Secret.Service.SearchItems',
        `dict:string:string:service,${service}`,
      ]).match(/\/org\/freedesktop\/secrets\/\S+/g) ?? [],
    killBus: () => end(bus),
    async stop() {
      await killKeyring();
      await end(bus);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout) createInterface({ input: child.stdout }).once('line', resolve);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`dbus-daemon ended with ${code}`)));
  });
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

const hasOwner = (env: NodeJS.ProcessEnv, name: string): boolean =>
  askBus(env, 'org.freedesktop.DBus', [
    '/org/freedesktop/DBus',
    'org.freedesktop.DBus.NameHasOwner',
    `string:${name}`,
  ]).includes('true');

function askBus(env: NodeJS.ProcessEnv, destination: string, call: string[]): string {
  const args = ['--session', '--print-reply=literal', `--dest=${destination}`, ...call];
  return spawnSync('dbus-send', args, { env, encoding: 'utf8' }).stdout;
}

const BUS_CONFIG = (folder: string) => `<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=${folder}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;
