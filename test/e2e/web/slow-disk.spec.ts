// A disk on which every record of the journal takes long: an order is written down before it leaves, so it waits, is
// placed once however often it is pressed, and the page says meanwhile that it is on its way.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SLOW_JOURNAL_FILE } from '#test/e2e/support/slow-journal.ts';
import { closedJournal } from '#test/e2e/support/closed-journal.ts';
import { need } from '#test/e2e/support/desk-call.ts';
import { tradingState } from '#test/e2e/support/desk-trading.ts';
import { bookedOrders } from '#test/e2e/support/ledger.ts';
import { choose, fill, openDesk, reviewOf, ticketOf } from '#test/e2e/support/ticket.ts';
import { expect, startWebShell, temporaryFolder, test } from '#test/e2e/support/web-shell.ts';

const SLOW_MS = 1_500;

test('an order waits for a slow disk, is placed once, and trading can still be stopped', async ({
  page,
}) => {
  const folder = temporaryFolder('slow-disk');
  const slow = join(folder, 'slow-journal');
  const preloaded = pathToFileURL(join(process.cwd(), 'test/e2e/support/slow-journal.ts')).href;
  const shell = await startWebShell({
    folder,
    env: { NODE_OPTIONS: `--import=${preloaded}`, [SLOW_JOURNAL_FILE]: slow },
  });
  try {
    await openDesk(page, shell.address);
    const [account] = await need<{ accountId: string }[]>(shell, 'accounts.list');
    await choose(page, 'NVDA');
    await fill(page, { 'Order type': 'Limit', Quantity: '3', 'Limit price': '60' });
    await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
    const action = reviewOf(page).getByRole('button', { name: /^Place order/ });
    await expect(action).toBeEnabled();
    writeFileSync(slow, String(SLOW_MS));
    const began = performance.now();
    await action.click();
    // Pressed again and again while nothing seems to happen.
    await page.keyboard.press('Enter');
    await action.click({ force: true, timeout: 1_000 }).catch(() => undefined);
    await page.keyboard.press('Escape');
    await expect(reviewOf(page)).toHaveCount(0, { timeout: 60_000 });
    expect(performance.now() - began).toBeGreaterThan(SLOW_MS);
    await expect(ticketOf(page).getByRole('status')).toContainText(
      'Accepted by the broker: Buy 3 NVDA',
      {
        timeout: 60_000,
      },
    );
    const row = page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: /^NVDA / });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText('working', { timeout: 60_000 });
    expect(bookedOrders(folder)).toHaveLength(1);

    // Cancels and the stop wait as well, and come through.
    await row.getByRole('button', { name: 'Cancel order' }).click();
    await page.keyboard.press('Control+Shift+X');
    await expect(page.getByRole('region', { name: 'Trading is stopped' })).toBeVisible({
      timeout: 60_000,
    });
    await expect(row).toContainText('canceled', { timeout: 60_000 });
    expect((await tradingState(shell)).isStopped).toBe(true);

    rmSync(slow);
    for (const name of ['Order stream', 'Price stream'])
      await expect(page.getByRole('status', { name })).toContainText('live', { timeout: 60_000 });
    await expect(page.getByRole('alert').filter({ hasText: 'still running?' })).toHaveCount(0);
    expect(await shell.stop()).toBe(0);
    const journal = closedJournal(folder, account?.accountId ?? '');
    expect(journal).toMatchObject({ leftBeside: [], health: 'ok' });
    expect(Object.values(journal.states)).toEqual(['accepted']);
  } finally {
    await shell.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
