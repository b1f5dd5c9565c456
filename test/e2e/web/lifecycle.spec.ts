import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { picture } from '#test/e2e/support/pictures.ts';
import { processesWith } from '#test/e2e/support/processes.ts';
import { expect, startWebShell, temporaryFolder, test } from '#test/e2e/support/web-shell.ts';

test('a second start on the same folder says who holds it and ends', async ({ shell }) => {
  const second = spawnSync(
    process.execPath,
    ['main/shell/start.ts', '--shell', 'web', '--no-open', '--data', shell.folder],
    { encoding: 'utf8', timeout: 20_000 },
  );
  expect(second.status).toBe(1);
  expect(second.stderr).toContain(`in use by the web shell (process ${shell.child.pid}`);
});

test('Ctrl-C ends the desk and its broker', async () => {
  const folder = temporaryFolder();
  const shell = await startWebShell({ folder });
  expect(processesWith(folder)).toContain('paper/process.ts');
  expect(await shell.stop()).toBe(0);
  await expect.poll(() => processesWith(folder)).toBe('');
  rmSync(folder, { recursive: true });
});

test('a killed desk leaves no broker behind', async () => {
  const folder = temporaryFolder();
  const shell = await startWebShell({ folder });
  shell.child.kill('SIGKILL');
  await expect.poll(() => processesWith(folder), { timeout: 15_000 }).toBe('');
  rmSync(folder, { recursive: true });
});

test('no key or token is in any process’s arguments', async ({ shell }) => {
  const token = new URL(shell.address).searchParams.get('token') ?? 'none';
  expect(processesWith(token)).toBe('');
  expect(processesWith(shell.folder)).not.toMatch(/EB[0-9A-F]{18}/);
});

test('the desk heals when its broker dies', async ({ page, shell }) => {
  await page.goto(shell.address);
  const orders = page.getByRole('status', { name: 'Order stream' });
  await expect(orders).toContainText('live');
  const broker = processesWith(shell.folder)
    .split('\n')
    .find((line) => line.includes('paper/process.ts'));
  process.kill(Number(broker?.trim().split(' ')[0]), 'SIGKILL');
  await Promise.all([
    expect(orders).not.toContainText('live'),
    expect(page.getByText('The order stream is not live')).toBeVisible(),
  ]);
  await expect(orders).toContainText('live', { timeout: 30_000 });
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live', {
    timeout: 30_000,
  });
});

test('a desk that is gone is said to be gone', async ({ page }) => {
  const folder = temporaryFolder();
  const shell = await startWebShell({ folder });
  await page.goto(shell.address);
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
  await shell.stop();
  // The frame says it, and so may a panel that was asking at that moment.
  const said = page.getByRole('alert').filter({ hasText: 'Is Ballast still running?' });
  await expect(said.first()).toBeVisible();
  // A screen whose file cannot be had any more says so, and takes nothing else with it.
  const screens = page.getByRole('navigation', { name: 'Screens' });
  await screens.getByRole('button', { name: 'Activity', exact: true }).click();
  const broken = page.getByRole('alert').filter({ hasText: 'could not be shown' });
  await expect(broken).toContainText('The screen Activity could not be shown.');
  await screens.getByRole('button', { name: 'Desk', exact: true }).click();
  await expect(page.getByRole('form', { name: 'Order ticket' })).toBeVisible();
  rmSync(folder, { recursive: true });
});

test('a panel that fails says so in its place, and comes when it can', async ({ page, shell }) => {
  await page.route('**/ChartPanel-*.js', (route) => route.abort());
  await page.goto(shell.address);
  const broken = page.getByRole('alert').filter({ hasText: 'The panel Chart' });
  await expect(broken).toContainText('could not be shown. Orders do not depend on it.');
  await expect(page.getByRole('button', { name: 'Review order' })).toBeEnabled();
  await page.screenshot({ path: picture('broken-panel') });
  await page.unroute('**/ChartPanel-*.js');
  await broken.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('figure', { name: 'Price chart, AAPL' })).toBeVisible();
});

test('a wrong option gets a sentence', () => {
  const start = (...args: string[]) =>
    spawnSync(process.execPath, ['main/shell/start.ts', ...args], { encoding: 'utf8' });
  expect(start('--port', 'x')).toMatchObject({ status: 2 });
  expect(start('--port', 'x').stderr).toContain('--port must be a number from 0 to 65535');
  expect(start('--help').stdout).toContain('--data DIR');
});
