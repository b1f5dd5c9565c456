// A desk moves: backed up in one shell, restored in another, each asked in its own terminal.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { openSettings } from '#test/e2e/support/accounts.ts';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { choose, fill, openDesk, place } from '#test/e2e/support/ticket.ts';
import { expect, startWebShell, temporaryFolder, test } from '#test/e2e/support/web-shell.ts';

const data = (page: Page) =>
  page.getByRole('main', { name: 'Settings' }).getByRole('region', { name: 'Data', exact: true });

test('a desk is backed up in one place and restored in another', async ({ page }) => {
  test.skip(process.platform !== 'linux', 'the terminal is made by script(1) as Linux has it');
  test.slow();
  const [here, there, away] = ['here-', 'there-', 'away-'].map(temporaryFolder);
  if (!here || !there || !away) throw new Error('no folders');
  const file = join(away, 'moved.ballast');
  const first = await startWebShell({ folder: here, hasTerminal: true });
  try {
    await openDesk(page, first.address);
    await choose(page, 'AAPL');
    await fill(page, { Quantity: '3' });
    await place(page);
    await openSettings(page, 'Data');
    await data(page).getByRole('button', { name: 'Back up…' }).click();
    await first.type(/Where should the backup be saved\?.*File: /s, file);
    await expect(data(page).getByText(`Saved to ${file}`)).toBeVisible();
    expect(existsSync(file)).toBe(true);
  } finally {
    await first.stop();
  }

  let second = await startWebShell({ folder: there, hasTerminal: true });
  try {
    await openDesk(page, second.address);
    await openSettings(page, 'Data');
    const ended = new Promise((resolve) => second.child.once('exit', resolve));
    await data(page).getByRole('button', { name: 'Restore…' }).click();
    await second.type(/Which backup do you want to restore\?.*File: /s, file);
    await second.type(/Practice account.*1 order.*Type "yes" to replace: /s, 'yes');
    await expect(data(page).getByText('Ballast is closing. Start it again.')).toBeVisible();
    await ended;

    second = await startWebShell({ folder: there, hasTerminal: true });
    await openDesk(page, second.address, false);
    await expect(page.getByText('Restored from the backup of').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Allow trading/ })).toBeVisible();
    await page.getByRole('tab', { name: 'Positions' }).click();
    await expect(page.getByRole('table', { name: 'Positions' })).toContainText('AAPL');
    expect(readdirSync(there).filter((name) => name.startsWith('before-restore-'))).toHaveLength(2);
    await openSettings(page, 'Data');
    await data(page).getByRole('button', { name: 'Restore…' }).scrollIntoViewIfNeeded();
    await expectAccessibleInBoth(page, 'restored');
  } finally {
    await second.stop();
    for (const folder of [here, there, away]) rmSync(folder, { recursive: true, force: true });
  }
});
