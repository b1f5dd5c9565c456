// The deb, installed, used, upgraded and removed as a user would, on a Debian of its own. Each test goes on where the one
// before ended.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';
import { installedDesk, type InstalledDesk } from '#test/package/support/desk.ts';
import { install, startMachine, type Machine } from '#test/package/support/machine.ts';
import { makePackage, versionOf } from '#test/package/support/packages.ts';

const PACKAGES = 'dist/package';
const LINK =
  'ballast://oauth/authorize?response_type=code&client_id=nobody&redirect_uri=https%3A%2F%2Fexample.com%2Fback';
/** Outside of the home; dpkg's and apt's own lists and logs may name it. */
const NAMED_SO = `find / -xdev \\( -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp -o -path /home -o -path /var/log \\) -prune -o -iname '*ballast*' -print`;

let machine: Machine;
let desk: InstalledDesk;
let paper: Paper;
let folder = '';

const out = async (line: string): Promise<string> => {
  const said = await machine.root(line);
  if (said.status !== 0) throw new Error(`${line}\n${said.out}\n${said.err}`);
  return said.out.trim();
};
/** An AppArmor that does as it is told; this Debian has none. */
const useArmor = ({ reads, loads }: { reads: boolean; loads: boolean }): Promise<string> =>
  out(`mkdir -p /etc/apparmor.d && cd /usr/sbin && printf '#!/bin/sh\\n' >apparmor_status
printf '#!/bin/sh\\n[ "$1" = --replace ] && exec ${loads}\\nexec ${reads}\\n' >apparmor_parser
chmod 755 apparmor_status apparmor_parser`);
const WITHOUT_ARMOR =
  'rm -f /usr/sbin/apparmor_status /usr/sbin/apparmor_parser /etc/apparmor.d/ballast';
const installed = (): Promise<string> =>
  out("dpkg-query --show --showformat '${Version} ${Status}' ballast");

beforeAll(async () => {
  for (const nth of [1, 2]) makePackage(PACKAGES, nth);
  mkdirSync(join(PACKAGES, 'archives'), { recursive: true });
  folder = mkdtempSync(join(tmpdir(), 'ballast-package-'));
  paper = await startPaper({ folder, seed: 11 });
  machine = await startMachine(PACKAGES);
  desk = installedDesk(machine);
  await out('apt-get -qq update');
});

afterAll(async () => {
  await machine?.stop();
  await paper?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('lintian has nothing to say', () => {
  install(['lintian']);
  const file = resolve(PACKAGES, 'ballast_0.1.0-testvehicle.1_amd64.deb');
  const { status, stdout, stderr } = spawnSync(
    'lintian',
    ['--no-cfg', '--tag-display-limit', '0', file],
    { encoding: 'utf8' },
  );
  expect(stdout.split('\n').filter((line) => /^[EW]:/.test(line))).toEqual([]);
  // One that did not run has nothing to say either.
  expect(status, stderr).toBe(0);
});

it('apt installs it with all that it is linked to', async () => {
  await out(`cp /run/packages/ballast_0.1.0-testvehicle.1_amd64.deb /tmp/ballast.deb`);
  await out('cd /tmp && apt-get install -y --no-install-recommends ./ballast.deb');
  expect(await installed()).toBe(`${versionOf(1)} install ok installed`);
  expect(await out('dpkg --verify ballast')).toBe('');
  const linked = await out(
    'find /opt/Ballast -type f \\( -perm -100 -o -name "*.so*" -o -name "*.node" \\) -print0 | LD_LIBRARY_PATH=/opt/Ballast xargs -0 ldd 2>&1',
  );
  const lines = linked.split('\n');
  expect(lines.filter((line) => line.includes('not found'))).toEqual([]);
  expect(lines.filter((line) => line.includes('libasound.so.2 => /'))).toHaveLength(1);
  // Loaded once it runs: notifications and the keychain.
  for (const library of ['libnotify.so.4', 'libsecret-1.so.0'])
    expect(await out('ldconfig -p')).toContain(library);
});

it('its scripts run nothing but the system’s programs, wherever they are called', async () => {
  const named =
    'update-alternatives setpriv unshare chmod dpkg-statoverride apparmor_status ischroot cp rm';
  await out(
    `mkdir -p /tmp/here && cd /tmp/here && for name in ${named}; do printf '#!/bin/sh\\necho "$0" >>/tmp/here/ran\\n' >$name; chmod 755 $name; done`,
  );
  for (const script of [
    'prerm remove',
    'postrm remove',
    'postinst configure',
    'postrm purge',
    'postinst configure',
  ])
    await out(`cd /tmp/here && PATH=/tmp/here:$PATH /var/lib/dpkg/info/ballast.${script}`);
  expect(await out('cat /tmp/here/ran 2>/dev/null || true')).toBe('');
  expect(await out('readlink -f /usr/bin/ballast')).toBe('/opt/Ballast/ballast');
});

describe('the sandbox’s helper', () => {
  const mode = () => out('stat --format "%a %U" /opt/Ballast/chrome-sandbox');
  /** With an `unshare` of this script in place of the system’s, and what else is done before. */
  async function configured(unshare: string, before = 'true'): Promise<string> {
    await out(
      `printf '#!/bin/sh\\n%s\\n' '${unshare}' >/tmp/unshare && chmod 755 /tmp/unshare && mount --bind /tmp/unshare /usr/bin/unshare`,
    );
    await out(`${before} && /var/lib/dpkg/info/ballast.postinst configure`);
    await out('umount /usr/bin/unshare');
    return mode();
  }
  const restrictedBy = (setting: string) =>
    `mkdir -p /tmp/kernel && echo 1 >/tmp/kernel/${setting} && mount --bind /tmp/kernel /proc/sys/kernel`;
  const OF_ARMOR = 'apparmor_restrict_unprivileged_userns';
  const NO_CAPABILITIES = '! echo "$*" | grep -q -e --net';

  afterEach(async () => {
    await out(`umount /proc/sys/kernel 2>/dev/null; rm -rf /tmp/kernel; ${WITHOUT_ARMOR}`);
    await out('/var/lib/dpkg/info/ballast.postinst configure');
    expect(await mode()).toBe('755 root');
  });

  it.each([
    ['the system gives namespaces to root alone', '[ "$(id -u)" = 0 ]'],
    ['AppArmor lets nobody be root in one', '! echo "$*" | grep -q -e --map-root-user'],
    ['AppArmor keeps the capabilities from what unshare starts', NO_CAPABILITIES],
  ])('is setuid where %s', async (_where, unshare) => {
    expect(await mode()).toBe('755 root');
    expect(await configured(unshare)).toBe('4755 root');
  });

  it('is not where AppArmor has loaded the profile', async () => {
    await useArmor({ reads: true, loads: true });
    expect(await configured(NO_CAPABILITIES, restrictedBy(OF_ARMOR))).toBe('755 root');
  });

  it('is setuid where AppArmor did not load it, or where it is not AppArmor that restricts', async () => {
    await useArmor({ reads: true, loads: false });
    expect(await configured(NO_CAPABILITIES, restrictedBy(OF_ARMOR))).toBe('4755 root');
    await useArmor({ reads: true, loads: true });
    await out('echo 0 >/tmp/kernel/unprivileged_userns_clone');
    expect(await configured(NO_CAPABILITIES)).toBe('4755 root');
    await out('rm /tmp/kernel/*');
    expect(await configured(NO_CAPABILITIES)).toBe('4755 root');
  });

  it('is setuid where the administrator disabled the profile', async () => {
    await useArmor({ reads: true, loads: true });
    const disable =
      'mkdir /etc/apparmor.d/disable && ln -s /etc/apparmor.d/ballast /etc/apparmor.d/disable/';
    expect(await configured(NO_CAPABILITIES, `${disable} && ${restrictedBy(OF_ARMOR)}`)).toBe(
      '4755 root',
    );
    await out('rm -r /etc/apparmor.d/disable');
  });

  it('stays as an administrator decided', async () => {
    await out('dpkg-statoverride --update --add root root 4755 /opt/Ballast/chrome-sandbox');
    await out('/var/lib/dpkg/info/ballast.postinst configure');
    expect(await mode()).toBe('4755 root');
    await out('dpkg-statoverride --remove /opt/Ballast/chrome-sandbox');
  });
});

it('an AppArmor that comes with an upgrade of the system gets the profile', async () => {
  await useArmor({ reads: false, loads: true });
  await out('/var/lib/dpkg/info/ballast.postinst configure');
  expect(await out('ls /etc/apparmor.d')).toBe('');
  await useArmor({ reads: true, loads: true });
  await out(`mkdir -p /tmp/newer/DEBIAN /tmp/newer/etc/apparmor.d/abi && cd /tmp/newer && echo abi >etc/apparmor.d/abi/4.0
printf 'Package: newer-armor\\nVersion: 4\\nArchitecture: all\\nMaintainer: x <x@y.z>\\nDescription: x\\n' >DEBIAN/control
dpkg-deb --root-owner-group --build . /tmp/newer.deb && dpkg --install /tmp/newer.deb`);
  await out('cmp /opt/Ballast/resources/apparmor-profile /etc/apparmor.d/ballast');
  expect(await installed()).toBe(`${versionOf(1)} install ok installed`);
  await out(`dpkg --purge newer-armor && ${WITHOUT_ARMOR}`);
});

it('an AppArmor that does not load its profile does not keep it from being installed', async () => {
  await useArmor({ reads: true, loads: false });
  expect(await machine.root('/var/lib/dpkg/info/ballast.postinst configure')).toMatchObject({
    status: 0,
    err: expect.stringContaining('AppArmor did not load /etc/apparmor.d/ballast'),
  });
  // It reads the folder when it starts.
  await out('cmp /opt/Ballast/resources/apparmor-profile /etc/apparmor.d/ballast');
  await out(WITHOUT_ARMOR);
});

it('its desktop entry starts it: a window, a tray item, and a page in its sandbox', async () => {
  await machine.startSession();
  expect(
    await machine.user('desktop-file-validate /usr/share/applications/ballast.desktop'),
  ).toMatchObject({ status: 0, out: '' });
  await desk.start('gtk-launch ballast');
  await expect
    .poll(async () => (await machine.user('wmctrl -lx')).out)
    .toContain('ballast.ballast');
  await expect.poll(async () => (await desk.trayLabels())[0]).toBe('Connected, 0 open orders');
  const [main = '', ...others] = await desk.processes();
  const page = others.find((line) => line.includes('--type=renderer')) ?? '';
  const idOf = (line: string) => line.split(' ')[0];
  expect(page).not.toBe('');
  const namespaceOf = (line: string) => out(`readlink /proc/${idOf(line)}/ns/user`);
  expect(await namespaceOf(page)).not.toBe(await namespaceOf(main));
  expect(await out(`grep ^Seccomp: /proc/${idOf(page)}/status`)).toMatch(/2$/);
  expect(await out(`cat /proc/${idOf(main)}/status | grep ^Uid:`)).toMatch(/1500$/);
  await desk.quit();
});

it('as an AppImage without its sandbox it says so and ends', async () => {
  // The start of an AppImage sets the one, and adds the other where its user has no namespaces.
  const ending = machine.user(
    'APPIMAGE=/tmp/Ballast.AppImage ballast --no-sandbox; echo "ended with $?"',
  );
  await expect.poll(desk.processes).not.toEqual([]);
  const answered = async () => {
    await machine.user('xdotool key Return');
    return desk.processes();
  };
  await expect.poll(answered).toEqual([]);
  expect(await ending).toMatchObject({
    out: expect.stringContaining('ended with 1'),
    err: expect.stringContaining('Ballast was started without its sandbox (--no-sandbox)'),
  });
});

it('a link starts it, and another is followed in its window', async () => {
  expect((await machine.user('xdg-mime query default x-scheme-handler/ballast')).out.trim()).toBe(
    'ballast.desktop',
  );
  await desk.start(`xdg-open '${LINK}'`);
  expect((await desk.processes())[0]).toContain(LINK);
  await expect.poll(async () => (await desk.trayLabels())[0]).toMatch(/^Connected/);
  await desk.quit();
  await desk.start('ballast --force-renderer-accessibility');
  expect(await machine.user(`gio open '${LINK}'`)).toMatchObject({ status: 0 });
  await expect.poll(desk.read).toContain('heading: Authorize an application');
  expect(await desk.read()).toContain(`entry: Link = ${LINK}`);
  await desk.press('button', '^Desk$');
});

it('an order is placed, and told in the tray', async () => {
  await desk.press('button', '^Command palette');
  await expect.poll(desk.read).toMatch(/combo box: .*(Find|Search)/);
  await desk.keys('buy 2 msft limit 100');
  await expect.poll(desk.read).toContain('Buy 2 MSFT');
  await machine.user('xdotool key Return');
  await desk.press('button', '^Place order: Buy 2 MSFT at 100.00, limit');
  await expect.poll(desk.read).toContain('Accepted by the broker: Buy 2 MSFT at 100.00, limit');
  await expect.poll(desk.trayLabels).toContain('Open orders (1)');
});

it('an account is connected, whose key is in the user’s keychain', async () => {
  await desk.press('button', '^Settings$');
  await desk.press('button', '^Accounts$');
  await desk.press('button', '^Connect an account');
  await desk.press('radio button', '^Other addresses');
  // The others are filled in from it.
  await desk.type('entry', '^Trading address$', paper.hosts.rest);
  await desk.type('entry', '^Account name$', 'Outside');
  await desk.press('radio button', '^This computer.s keychain');
  await desk.type('entry', '^Key ID$', paper.key.keyId);
  await desk.type('password text', '^Secret key$', paper.key.secretKey);
  await desk.press('button', '^Check and save$');
  await expect.poll(desk.trayLabels).toContain('Outside, PAPER');
  await expect.poll(() => desk.keptSecrets('Outside')).toHaveLength(1);
  await desk.press('button', '^Stay here$');
});

it('an upgrade leaves the running desk alone, and the next start has data and key', async () => {
  await out(`cp /run/packages/ballast_0.1.0-testvehicle.2_amd64.deb /tmp/newer.deb`);
  await out('cd /tmp && apt-get install -y ./newer.deb');
  expect(await installed()).toBe(`${versionOf(2)} install ok installed`);
  expect(await out('readlink -f /usr/bin/ballast')).toBe('/opt/Ballast/ballast');
  expect((await desk.trayLabels())[0]).toBe('Connected, 1 open order');
  // Of its own processes only the practice broker is left: the keychain's was let go when it was idle, and another one
  // would be the new version's.
  const own = async () =>
    (await desk.processes()).filter((line) => line.includes('node.mojom.NodeService'));
  await expect.poll(own, { timeout: 30_000 }).toHaveLength(1);
  await desk.press('button', '^Settings$');
  await desk.press('button', '^Accounts$');
  await desk.press('button', '^Connect an account');
  await expect.poll(desk.read).toContain('Ballast was upgraded. Restart it to use the keychain.');
  expect(await own()).toHaveLength(1);
  await desk.press('button', '^Activity$');
  await expect.poll(desk.read).toContain('landmark: Activity');
  await desk.quit();
  await desk.start('ballast --force-renderer-accessibility');
  await expect.poll(async () => (await desk.trayLabels())[0]).toBe('Connected, 1 open order');
  await expect
    .poll(desk.trayLabels)
    .toEqual(expect.arrayContaining(['Buy 2 MSFT, working · Practice account', 'Outside, PAPER']));
  expect((await desk.trayLabels()).join()).not.toContain('not watched');
});

it('an older package is refused, in words', async () => {
  const said = await machine.root('cd /tmp && apt-get install -y ./ballast.deb');
  expect([said.status, said.err]).toEqual([
    100,
    expect.stringContaining('Packages were downgraded and -y was used without --allow-downgrades'),
  ]);
  expect(await installed()).toBe(`${versionOf(2)} install ok installed`);
});

it('removing and purging it leaves nothing of it, and everything of its user', async () => {
  await desk.quit();
  const mine =
    'cd /home/desk/.config/Ballast && find . -type f -name "*.json" -o -name "journal.db" | sort | xargs sha256sum';
  const before = await out(mine);
  const secrets = await desk.keptSecrets('Outside');
  expect(before).toContain('journal.db');
  await out('apt-get remove -y ballast');
  expect(
    await out('ls -d /opt/Ballast /usr/bin/ballast /etc/alternatives/ballast 2>/dev/null || true'),
  ).toBe('');
  expect(await out('cat /usr/share/applications/mimeinfo.cache')).not.toContain('ballast');
  await out('apt-get purge -y ballast && apt-get autoremove -y --purge');
  expect((await machine.root('dpkg-query --show ballast')).status).not.toBe(0);
  expect(await out(NAMED_SO)).toBe('');
  expect(await out(mine)).toBe(before);
  expect(await desk.keptSecrets('Outside')).toEqual(secrets);
});
