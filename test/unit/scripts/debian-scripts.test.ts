// What the deb runs as root, with every folder of the system in a temporary one and programs that tell what they were
// asked. What dpkg and a whole system make of it is tried by test/package/installed.test.ts.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const HELPER = 'opt/Ballast/chrome-sandbox';
const PROFILE = 'etc/apparmor.d/ballast';
/** Where AppArmor restricts namespaces, and would let the program with its profile have them. */
const STUBS = {
  'update-alternatives': 'exit 0',
  apparmor_status: 'exit 0',
  apparmor_parser: 'exit 0',
  ischroot: 'exit 1',
  setpriv: 'exit 1',
  'dpkg-statoverride': 'exit 1',
};

let folder = '';
const at = (path: string): string => join(folder, path);
function put(path: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), content, { mode });
}

/** As electron-builder fills it in, and below the folder. */
function run(name: string, argument: string): void {
  const script = readFileSync(`assets/debian/${name}`, 'utf8')
    .replaceAll('${sanitizedProductName}', 'Ballast')
    .replaceAll('${executable}', 'ballast')
    .replace(/^PATH=/m, `PATH=${at('stubs')}:`)
    .replaceAll(/\/(?=opt\/|etc\/|proc\/sys\/|var\/)/g, `${folder}/`);
  put(name, script);
  const { status, stderr } = spawnSync('sh', [at(name), argument], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
}
const mode = (): string => (statSync(at(HELPER)).mode & 0o7777).toString(8);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-scripts-'));
  for (const [name, line] of Object.entries(STUBS))
    put(`stubs/${name}`, `#!/bin/sh\n${line}\n`, 0o755);
  put(HELPER, 'a helper', 0o755);
  put('opt/Ballast/resources/apparmor-profile', 'a profile');
  mkdirSync(at('etc/apparmor.d/disable'), { recursive: true });
  put('proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('after the installation', () => {
  it('the helper is as without privileges where the profile is loaded', () => {
    run('after-install.sh', 'configure');
    expect([mode(), readFileSync(at(PROFILE), 'utf8')]).toEqual(['755', 'a profile']);
  });

  it.each(['a link to the profile', 'a link to nothing', 'a file'])(
    'it has them where the administrator disabled the profile with %s',
    (how) => {
      const disabled = 'etc/apparmor.d/disable/ballast';
      if (how === 'a file') put(disabled, '');
      else symlinkSync(how === 'a link to nothing' ? '/nowhere' : at(PROFILE), at(disabled));
      // AppArmor leaves such a profile out and says that all is well.
      run('after-install.sh', 'configure');
      expect(mode()).toBe('4755');
    },
  );
});

it('after the removal AppArmor keeps nothing of the profile, and what others have stays', () => {
  for (const name of [
    PROFILE,
    'var/cache/apparmor/1a2b.0/ballast',
    'var/cache/apparmor/1a2b.0/other',
  ])
    put(name, 'a profile');
  run('after-remove.sh', 'remove');
  expect(existsSync(at(PROFILE))).toBe(false);
  expect(existsSync(at('var/cache/apparmor/1a2b.0/ballast'))).toBe(false);
  expect(existsSync(at('var/cache/apparmor/1a2b.0/other'))).toBe(true);
  rmSync(at('var'), { recursive: true });
  run('after-remove.sh', 'purge');
});
