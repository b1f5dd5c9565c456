// The packed program. Two folders that differ in one fuse: with the inspector open Playwright drives it; as it is
// shipped it is driven from outside only, over D-Bus, the window manager and its files.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from 'playwright/test';
import { electronProgram, ended, launchDesk } from '#test/e2e/support/electron-desk.ts';
import { clickTray, trayItems, trayMenu, type TrayItem } from '#test/e2e/support/session-bus.ts';

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' });

/** The Electron of the test runtime is x64 wherever it runs. */
const ARCH = process.env['ELECTRON_RUNTIME_EMULATED'] ? 'x64' : process.arch;
const SHIPPED = resolve(
  'dist/shipped',
  ARCH === 'x64' ? 'linux-unpacked' : `linux-${ARCH}-unpacked`,
);
const TESTABLE = resolve('dist/testable');
const ON = 49;
const OFF = 48;

let child: ChildProcess | undefined;
let folder = '';

/** A program in its folder; the test runtime starts it in its own way. */
function programIn(place: string): { executable: string; env: Record<string, string> } {
  return process.env['ELECTRON_OVERRIDE_DIST_PATH']
    ? {
        executable: electronProgram(),
        env: { ELECTRON_RUNTIME_DIST: place, ELECTRON_RUNTIME_BIN: 'ballast' },
      }
    : { executable: join(place, 'ballast'), env: {} };
}

function startShipped(args: string[], env: Record<string, string> = {}): ChildProcess {
  const program = programIn(SHIPPED);
  return spawn(program.executable, args, {
    env: { ...process.env, ...program.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test.beforeAll(async () => {
  test.setTimeout(180_000);
  folder = mkdtempSync(join(tmpdir(), 'ballast-packed-'));
  rmSync('dist', { recursive: true, force: true });
  const packing = spawnSync(
    process.execPath,
    ['scripts/dist.ts', '--dir', `--${ARCH}`, '-c.directories.output=dist/shipped'],
    { encoding: 'utf8' },
  );
  expect([packing.status, packing.stdout, packing.stderr]).toEqual([
    0,
    expect.stringMatching(/of which ours \d+\.\d of \d+ MiB/),
    expect.anything(),
  ]);
  cpSync(SHIPPED, TESTABLE, { recursive: true });
  await flipFuses(join(TESTABLE, 'ballast'), {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
});
test.afterAll(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test('15: the shipped fuses, read back from the binary', async () => {
  const wire = await getCurrentFuseWire(join(SHIPPED, 'ballast'));
  expect(wire).toMatchObject({
    [FuseV1Options.RunAsNode]: OFF,
    [FuseV1Options.EnableCookieEncryption]: ON,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: OFF,
    [FuseV1Options.EnableNodeCliInspectArguments]: OFF,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: ON,
    [FuseV1Options.OnlyLoadAppFromAsar]: ON,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: OFF,
  });
});

test('only what is needed is inside, and the keychain’s binary is beside it', () => {
  const { files } = asarHeader(join(SHIPPED, 'resources/app.asar'));
  expect(Object.keys(files).sort()).toEqual(['node_modules', 'out', 'package.json']);
  expect(Object.keys(files['node_modules']?.files ?? {})).toEqual(['keytar']);
  const unpacked = join(SHIPPED, 'resources/app.asar.unpacked/node_modules/keytar/prebuilds');
  expect(existsSync(join(unpacked, `${process.platform}-${ARCH}`, 'keytar.node'))).toBe(true);
  expect(existsSync(join(SHIPPED, 'resources/app-update.yml'))).toBe(false);
});

test('16: works when packed, with its keychain and without developer tools', async () => {
  const desk = await launchDesk({ ...programIn(TESTABLE), program: [] });
  try {
    await expect(desk.page.getByRole('region', { name: 'Account' })).toContainText('100,000.00');
    await expect
      .poll(() => desk.call('keys.status', {}))
      .toMatchObject({
        ok: true,
        value: { homes: [{ home: 'keychain', isAvailable: true }, {}, {}] },
      });
    const seen = await desk.app.evaluate(async ({ app, BrowserWindow, Menu }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      contents?.openDevTools({ mode: 'detach' });
      // They open with a delay: by the time a window that allows them has them, ours would.
      const other = new BrowserWindow({ show: false });
      await other.loadURL('data:text/html,<p>other</p>');
      const opened = new Promise<void>((done) =>
        other.webContents.once('devtools-opened', () => done()),
      );
      other.webContents.openDevTools({ mode: 'detach' });
      await opened;
      const isOpenInOther = other.webContents.isDevToolsOpened();
      other.destroy();
      return {
        isPackaged: app.isPackaged,
        isOpenInOther,
        isOpen: contents?.isDevToolsOpened(),
        isInMenu: JSON.stringify(
          Menu.getApplicationMenu()?.items.flatMap(
            ({ submenu }) => submenu?.items.map(({ role }) => role) ?? [],
          ),
        ).includes('devtools'),
      };
    });
    expect(seen).toEqual({
      isPackaged: true,
      isOpenInOther: true,
      isOpen: false,
      isInMenu: false,
    });
  } finally {
    await desk.close();
  }
});

test('17: as shipped it refuses every door for debuggers', async () => {
  for (const door of ['--remote-debugging-port=9333', '--remote-debugging-pipe']) {
    const { code, stderr } = await ended(startShipped([door, '--data', folder]));
    expect([door, code]).toEqual([door, 2]);
    expect(stderr).toContain('does not start with a debugger port open');
    expect(stderr).not.toContain('DevTools listening');
  }
  const asNode = startShipped(['-e', 'console.log("this is node")', '--data', '/dev/null/x'], {
    ELECTRON_RUN_AS_NODE: '1',
  });
  let printed = '';
  asNode.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const timer = setTimeout(() => asNode.kill('SIGKILL'), 15_000);
  await ended(asNode);
  clearTimeout(timer);
  expect(printed).not.toContain('this is node');
});

test('as shipped it is there for the desktop alone: window, tray and files', async () => {
  child = startShipped(['--inspect=0', '--data', folder]);
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const gone = new Promise((done) => child?.once('exit', done));
  await expect.poll(() => trayItems().length).toBe(1);
  const item = trayItems()[0] as TrayItem;
  const windows = (): string =>
    spawnSync('xdotool', ['search', '--onlyvisible', '--name', 'Ballast'], { encoding: 'utf8' })
      .stdout;
  await expect.poll(windows).not.toBe('');
  await expect.poll(() => trayMenu(item)[0]?.label).toBe('Connected, 0 open orders');
  expect(stderr).not.toContain('Debugger listening');
  execFileSync('import', ['-window', 'root', 'test-results/packed.png']);

  clickTray(item, 'Stop all trading');
  await expect
    .poll(() => readFileSync(join(folder, 'settings.json'), 'utf8'))
    .toMatch(/"isStopped":\s*true/);
  expect(existsSync(join(folder, 'trading-allowed'))).toBe(false);
  clickTray(item, 'Hide Ballast');
  await expect.poll(windows).toBe('');
  clickTray(item, 'Quit Ballast');
  await gone;
  expect(trayItems()).toEqual([]);
});

type AsarFolder = { files: Record<string, AsarFolder | undefined> };

/** The archive begins with four lengths; the fourth is that of the list of its files. */
function asarHeader(path: string): AsarFolder {
  const file = openSync(path, 'r');
  const lengths = Buffer.alloc(16);
  readSync(file, lengths, 0, 16, 0);
  const header = Buffer.alloc(lengths.readUInt32LE(12));
  readSync(file, header, 0, header.length, 16);
  return JSON.parse(header.toString('utf8')) as AsarFolder;
}
