// What the tests need from the machine beyond npm. On Debian as root it is installed; elsewhere Playwright's own
// browser serves; what is missing and cannot be had is named.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { systemChromium } from '#test/support/chromium.ts';

type Need = { what: string; packages: string[]; isThere: () => boolean };

const HEADLESS = 'chromium-headless-shell';

const needs: Need[] = [
  {
    what: 'a Chromium browser',
    packages: [HEADLESS],
    isThere: () => systemChromium() !== undefined || existsSync(chromium.executablePath()),
  },
  {
    what: 'libsecret, for the keychain',
    packages: ['libsecret-1-0'],
    isThere: () =>
      process.platform !== 'linux' || run('ldconfig', ['-p']).stdout.includes('libsecret-1.so.0'),
  },
  {
    what: 'a keyring and a D-Bus session',
    packages: ['gnome-keyring', 'dbus'],
    isThere: () =>
      process.platform !== 'linux' ||
      (isCommand('gnome-keyring-daemon') && isCommand('dbus-run-session')),
  },
  {
    what: 'the list of processes',
    packages: ['procps'],
    isThere: () => process.platform === 'win32' || isCommand('ps'),
  },
];

/** Installs what can be installed; answers a sentence for each thing that is still missing. */
export function meetPrerequisites(): string[] {
  const missing = needs.filter((need) => !need.isThere());
  if (missing.length === 0) return [];
  const packages = missing.flatMap((need) => need.packages);
  if (isCommand('apt-get') && process.getuid?.() === 0) {
    process.stdout.write(`Installing what the tests need: ${packages.join(' ')}\n`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['-q', 'update'], env);
    const install = (names: string[]) =>
      run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], env);
    install(packages);
    // Older Debian has only the one with a window; and a name that apt does not know fails all the others.
    if (missing.some((need) => !need.isThere()))
      install(packages.map((name) => (name === HEADLESS ? 'chromium' : name)));
  } else if (packages.includes(HEADLESS)) {
    run('npx', ['playwright', 'install', 'chromium']);
  }
  return missing
    .filter((need) => !need.isThere())
    .map((need) => `${need.what} is missing: install ${need.packages.join(' and ')}.`);
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv = process.env) {
  return spawnSync(command, args, { encoding: 'utf8', env });
}

function isCommand(name: string): boolean {
  return run('sh', ['-c', `command -v ${name}`]).status === 0;
}
