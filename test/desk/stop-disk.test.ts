// Stopping all trading is not forgotten, whatever the disk does: asked of a running desk over its bridge, which is then
// killed and started again on the same folder.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, type TestContext } from 'vitest';
import type { TradingState } from '#contract/trading.ts';
import { need } from '#test/e2e/support/desk-call.ts';
import { tradingState } from '#test/e2e/support/desk-trading.ts';
import {
  startWebShell,
  temporaryFolder,
  type RunningShell,
} from '#test/e2e/support/running-shell.ts';
import { createSmallDisk, type SmallDisk } from '#test/faults/support/small-disk.ts';
import { until } from '#test/support/until.ts';

const PERMISSION = 'trading-allowed';
const OWN_DISK = 'a file system of its own';

let folder: string;
let shell: RunningShell | undefined;
let disk: SmallDisk | undefined;
let held: string[] = [];
beforeEach(() => {
  folder = temporaryFolder('stop-disk');
  shell = undefined;
  disk = undefined;
});
afterEach(async () => {
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

/** The reporter of dots would swallow the reason. */
function skip(context: TestContext, reason: string): never {
  process.stdout.write(`Skipped: ${context.task.name}: ${reason}\n`);
  return context.skip(reason);
}

function mountDisk(context: TestContext): SmallDisk {
  disk = createSmallDisk(folder);
  if (disk.how !== OWN_DISK)
    skip(context, 'a disk that can be filled needs the right to mount one');
  return disk;
}

/** Files that can be neither written, replaced nor deleted, as on a disk that went read-only. */
function holdFast(context: TestContext, names: readonly string[]): () => void {
  const paths = names.map((name) => join(folder, name));
  const mount = (...args: string[]): boolean => spawnSync('mount', args).status === 0;
  const isHeld = paths.every(
    (path) => mount('--bind', path, path) && mount('-o', 'remount,ro,bind', path),
  );
  held = paths;
  if (!isHeld) skip(context, 'a file that cannot be changed needs the right to mount it');
  return letGo;
}

function letGo(): void {
  for (const path of held.splice(0)) spawnSync('umount', [path]);
}

const stop = (running: RunningShell): Promise<TradingState> =>
  need<TradingState>(running, 'trading.stop');

it('a fresh desk may trade, and one that was stopped and killed may not', async () => {
  const first = await start();
  expect(await tradingState(first)).toMatchObject({ isStopped: false });
  expect(await stop(first)).toMatchObject({ isStopped: true });
  await kill(first);
  expect(await tradingState(await start())).toMatchObject({ isStopped: true });
});

it('on a full disk it stops, says so, and is still stopped after a kill', async (context) => {
  const small = mountDisk(context);
  const first = await start();
  small.fill();
  expect(await stop(first)).toMatchObject({ isStopped: true });
  expect(await tradingState(first)).toMatchObject({ isStopped: true });
  await kill(first);
  small.makeRoom();
  expect(await tradingState(await start())).toMatchObject({ isStopped: true });
});

it('on a disk that cannot be written it stops, says what is not on the disk, and writes it once it can', async (context) => {
  const first = await start();
  const release = holdFast(context, [PERMISSION, 'settings.json']);
  const stopped = await stop(first);
  expect(stopped).toMatchObject({ isStopped: true });
  expect(stopped.stopNote).toMatch(/could not be saved to disk/);
  expect(stopped.stopNote).toContain(PERMISSION);
  expect((await tradingState(first)).stopNote).toBe(stopped.stopNote);
  release();
  await until(
    async () => !(await tradingState(first)).stopNote?.includes('could not be saved'),
    'the stop is on the disk',
  );
  await kill(first);
  expect(await tradingState(await start())).toMatchObject({ isStopped: true });
});

it('without its permission it starts stopped, and says why', async () => {
  await (await start()).stop();
  rmSync(join(folder, PERMISSION));
  const second = await start();
  const { isStopped, stopNote } = await tradingState(second);
  expect(isStopped).toBe(true);
  expect(stopNote).toContain(PERMISSION);
  expect(stopNote).toContain('starts stopped');
});

it('with a permission that is not as it was written it starts stopped', async () => {
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

it('the folder of a first edition opens as it was left', async () => {
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

it('a desk that took over a first edition is stopped for good on a full disk', async (context) => {
  const small = mountDisk(context);
  await (await start()).stop();
  makeFirstEdition(false);
  const taken = await start();
  small.fill();
  await stop(taken);
  await kill(taken);
  small.makeRoom();
  expect(await tradingState(await start())).toMatchObject({ isStopped: true });
});

it('a person who allows trading again is still allowed after a restart', async (context) => {
  if (process.platform !== 'linux')
    skip(context, 'the terminal is made by script(1) as Linux has it');
  const first = await startWebShell({ folder, hasTerminal: true });
  shell = first;
  await stop(first);
  const resumed = need<TradingState>(first, 'trading.resume');
  await first.type(/Type "yes" to allow trading: /, 'yes');
  expect(await resumed).toMatchObject({ isStopped: false });
  await first.stop();
  expect(await tradingState(await start())).toMatchObject({ isStopped: false });
});
