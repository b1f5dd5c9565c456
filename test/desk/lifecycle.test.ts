// How a desk starts and ends, as the processes of this computer show it.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { processesWith } from '#test/e2e/support/processes.ts';
import {
  startWebShell,
  temporaryFolder,
  type RunningShell,
} from '#test/e2e/support/running-shell.ts';

let shell: RunningShell;
beforeAll(async () => {
  shell = await startWebShell({ folder: temporaryFolder('lifecycle') });
});
afterAll(async () => {
  await shell.stop();
  rmSync(shell.folder, { recursive: true, force: true });
});

it('a second start on the same folder says who holds it and ends', () => {
  const second = spawnSync(
    process.execPath,
    ['main/shell/start.ts', '--shell', 'web', '--no-open', '--data', shell.folder],
    { encoding: 'utf8', timeout: 20_000 },
  );
  expect(second.status).toBe(1);
  expect(second.stderr).toContain(`in use by the web shell (process ${shell.child.pid}`);
});

it('Ctrl-C ends the desk and its broker', async () => {
  const folder = temporaryFolder();
  const own = await startWebShell({ folder });
  expect(processesWith(folder)).toContain('out/main/paper.js');
  expect(await own.stop()).toBe(0);
  await expect.poll(() => processesWith(folder)).toBe('');
  rmSync(folder, { recursive: true });
});

it('a killed desk leaves no broker behind', async () => {
  const folder = temporaryFolder();
  const own = await startWebShell({ folder });
  own.child.kill('SIGKILL');
  await expect.poll(() => processesWith(folder), { timeout: 15_000 }).toBe('');
  rmSync(folder, { recursive: true });
});

it('no key or token is in any process’s arguments', () => {
  const ticket = new URL(shell.address).searchParams.get('ticket') ?? 'none';
  for (const secret of [shell.token, ticket]) expect(processesWith(secret)).toBe('');
  expect(processesWith(shell.folder)).not.toMatch(/EB[0-9A-F]{18}/);
});

it('a wrong option gets a sentence', () => {
  const start = (...args: string[]) =>
    spawnSync(process.execPath, ['main/shell/start.ts', ...args], { encoding: 'utf8' });
  expect(start('--port', 'x')).toMatchObject({ status: 2 });
  expect(start('--port', 'x').stderr).toContain('--port must be a number from 0 to 65535');
  expect(start('--help').stdout).toContain('--data DIR');
});
