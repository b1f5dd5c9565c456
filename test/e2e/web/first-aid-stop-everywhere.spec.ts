// 'Stop all trading' over the review of an order, through to the broker's books. Every other place to stop from is a
// component test.
import { rmSync } from 'node:fs';
import { tradingState } from '#test/e2e/support/desk-trading.ts';
import { bookedOrders } from '#test/e2e/support/ledger.ts';
import { fill, openDesk, reviewOf, ticketOf } from '#test/e2e/support/ticket.ts';
import { expect, startWebShell, temporaryFolder, test } from '#test/e2e/support/web-shell.ts';

test('all trading is stopped with the review of an order open, and the order does not go', async ({
  page,
}) => {
  // A desk of its own: only a person in front of a terminal allows trading again.
  const folder = temporaryFolder('stop-everywhere');
  const shell = await startWebShell({ folder });
  try {
    await openDesk(page, shell.address);
    await fill(page, { Quantity: '2' });
    await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
    await expect(reviewOf(page)).toBeVisible();
    await page.keyboard.press('Control+Shift+X');
    await expect.poll(async () => (await tradingState(shell)).isStopped).toBe(true);
    await expect(page.getByText(/^All trading was stopped at/).first()).toBeVisible();
    const place = reviewOf(page).getByRole('button', { name: /^Place order/ });
    await expect(place).toBeDisabled();
    await expect(reviewOf(page)).toContainText('All trading is stopped');
    await place.dispatchEvent('click');
    expect(bookedOrders(folder)).toEqual([]);
  } finally {
    await shell.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
