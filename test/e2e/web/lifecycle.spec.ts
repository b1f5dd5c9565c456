import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { processesWith } from '#test/e2e/support/processes.ts';
import { expect, startWebShell, temporaryFolder, test } from '#test/e2e/support/web-shell.ts';

test('the desk heals when its broker dies', async ({ page, shell }) => {
  await page.goto(shell.address);
  const orders = page.getByRole('status', { name: 'Order stream' });
  await expect(orders).toContainText('live');
  const broker = processesWith(shell.folder)
    .split('\n')
    .find((line) => line.includes('out/main/paper.js'));
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
  const said = page.getByRole('alert').filter({ hasText: 'Ballast is not responding' });
  await expect(said.first()).toBeVisible();
  // A screen whose file cannot be had any more says so, and takes nothing else with it.
  const screens = page.getByRole('navigation', { name: 'Screens' });
  await screens.getByRole('button', { name: 'Activity', exact: true }).click();
  const broken = page.getByRole('alert').filter({ hasText: 'could not be displayed' });
  await expect(broken).toContainText('The Activity screen could not be displayed.');
  await screens.getByRole('button', { name: 'Desk', exact: true }).click();
  await expect(page.getByRole('form', { name: 'Order ticket' })).toBeVisible();
  rmSync(folder, { recursive: true });
});

test('whatever the desk writes is for this user alone', async ({ page, shell }) => {
  await page.goto(shell.address);
  await expect(page.getByRole('status', { name: 'Order stream' })).toContainText('live');
  const modes = readdirSync(shell.folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    // A file that is written whole has another name for a moment.
    const found = statSync(join(shell.folder, name), { throwIfNoEntry: false });
    return found ? [`${name} ${(found.mode & 0o077).toString(8)}`] : [];
  });
  expect(modes).toEqual(expect.arrayContaining([expect.stringMatching(/journal\.db-wal 0$/)]));
  expect(modes.filter((line) => !line.endsWith(' 0'))).toEqual([]);
});
