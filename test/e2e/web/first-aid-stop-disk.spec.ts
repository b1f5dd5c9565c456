// Stopping all trading is not forgotten, whatever the disk does: asked of a running desk over its bridge, which is then
// killed and started again on the same folder.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TradingState } from '#contract/trading.ts';
import { need } from '#test/e2e/support/desk-call.ts';
import { tradingState } from '#test/e2e/support/desk-trading.ts';
import {
  expect,
  startWebShell,
  temporaryFolder,
  test,
  type RunningShell,
} from '#test/e2e/support/web-shell.ts';
import { createSmallDisk, type SmallDisk } from '#test/faults/support/small-disk.ts';

const PERMISSION = 'trading-allowed';
const OWN_DISK = 'a file system of its own';

let folder: string;
let shell: RunningShell | undefined;
let disk: SmallDisk | undefined;
let held: string[] = [];
test.beforeEach(() => {
  folder = temporaryFolder('stop-disk');
  shell = undefined;
  disk = undefined;
});
test.afterEach(async () => {
  await shell?.stop();
  letGo();
  disk?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<RunningShell> {
  shell = await startWebShell({ folder });
  return shell;
}

async function kill(running: RunningShell): Promise<void> {
  const gone = once(running.child, 'exit');
  running.child.kill('SIGKILL');
  await gone;
}

function mountDisk(): SmallDisk {
  disk = createSmallDisk(folder);
  test.skip(disk.how !== OWN_DISK, 'a disk that can be filled needs the right to mount one');
  return disk;
}

/** Files that can be neither written, replaced nor deleted, as on a disk that went read-only. */
function holdFast(names: readonly string[]): () => void {
  const paths = names.map((name) => join(folder, name));
  const mount = (...args: string[]): boolean => spawnSync('mount', args).status === 0;
  const isHeld = paths.every(
    (path) => mount('--bind', path, path) && mount('-o', 'remount,ro,bind', path),
  );
  held = paths;
  test.skip(!isHeld, 'a file that cannot be changed needs the right to mount it');
  return letGo;
}

function letGo(): void {
  for (const path of held.splice(0)) spawnSync('umount', [path]);
}

const stop = (running: RunningShell): Promise<TradingState> =>
  need<TradingState>(running, 'trading.stop');

test('a fresh desk may trade, and one that was stopped and killed may not', async () => {
  const first = await start();
  expect(await tradingState(first)).toMatchObject({ isStopped: false });
  expect(await stop(first)).toMatchObject({ isStopped: true });
  await kill(first);
  expect(await tradingState(await start())).toMatchObject({ isStopped: true });
});

test('on a full disk it stops, says so, and is still stopped after a kill', async () => {
  const small = mountDisk();
  const first = await start();
  small.fill();
  expect(await stop(first)).toMatchObject({ isStopped: true });
  expect(await tradingState(first)).toMatchObject({ isStopped: true });
  await kill(first);
  small.makeRoom();
  expect(await tradingState(await start())).toMatchObject({ isStopped: true });
});

test('on a disk that cannot be written it stops, says what is not on the disk, and writes it once it can', async ({
  page,
}) => {
  const first = await start();
  const release = holdFast([PERMISSION, 'settings.json']);
  const stopped = await stop(first);
  expect(stopped).toMatchObject({ isStopped: true });
  expect(stopped.stopNote).toMatch(/could not be written to the disk/);
  expect(stopped.stopNote).toContain(PERMISSION);
  await page.goto(first.address);
  const banner = page.getByRole('region', { name: 'Trading is stopped' });
  await expect(banner).toContainText('could not be written to the disk');
  release();
  await expect(banner).not.toContainText('could not be written', { timeout: 20_000 });
  await kill(first);
  expect(await tradingState(await start())).toMatchObject({ isStopped: true });
});

test('without its permission it starts stopped, and says why', async ({ page }) => {
  await (await start()).stop();
  rmSync(join(folder, PERMISSION));
  const second = await start();
  const { isStopped, stopNote } = await tradingState(second);
  expect(isStopped).toBe(true);
  expect(stopNote).toContain(PERMISSION);
  await page.goto(second.address);
  await expect(page.getByRole('region', { name: 'Trading is stopped' })).toContainText(
    'starts stopped',
  );
});

test('with a permission that is not as it was written it starts stopped', async () => {
  await (await start()).stop();
  writeFileSync(join(folder, PERMISSION), '');
  const { isStopped, stopNote } = await tradingState(await start());
  expect([isStopped, stopNote]).toEqual([true, expect.stringContaining(PERMISSION)]);
});

/** As the first edition left it: the settings alone say whether trading is stopped. */
function makeFirstEdition(isStopped: boolean): void {
  rmSync(join(folder, PERMISSION), { force: true });
  const path = join(folder, 'settings.json');
  const document = JSON.parse(readFileSync(path, 'utf8')) as { settings: Record<string, unknown> };
  delete document.settings['tradingPermission'];
  document.settings['isStopped'] = isStopped;
  writeFileSync(path, JSON.stringify(document));
}

test('the folder of a first edition opens as it was left', async () => {
  await (await start()).stop();
  makeFirstEdition(true);
  const stopped = await start();
  expect(await tradingState(stopped)).toMatchObject({ isStopped: true });
  await stopped.stop();
  makeFirstEdition(false);
  const allowed = await start();
  expect(await tradingState(allowed)).toMatchObject({ isStopped: false });
  await stop(allowed);
  await kill(allowed);
  expect(await tradingState(await start())).toMatchObject({ isStopped: true });
});

test('a desk that took over a first edition is stopped for good on a full disk', async () => {
  const small = mountDisk();
  await (await start()).stop();
  makeFirstEdition(false);
  const taken = await start();
  small.fill();
  await stop(taken);
  await kill(taken);
  small.makeRoom();
  expect(await tradingState(await start())).toMatchObject({ isStopped: true });
});

test('a person who allows trading again is still allowed after a restart', async ({ page }) => {
  test.skip(process.platform !== 'linux', 'the terminal is made by script(1) as Linux has it');
  const first = await startWebShell({ folder, hasTerminal: true });
  shell = first;
  await stop(first);
  await page.goto(first.address);
  const banner = page.getByRole('region', { name: 'Trading is stopped' });
  await banner.getByRole('button', { name: 'Allow trading…' }).click();
  await first.type(/Type "yes" to allow trading: /, 'yes');
  await expect(banner).toHaveCount(0);
  await first.stop();
  expect(await tradingState(await start())).toMatchObject({ isStopped: false });
});
