// One trade from the start to its evidence, by keyboard alone: this file has no call of a mouse.
import type { Page } from 'playwright/test';
import { paletteOf } from '#test/e2e/support/frame.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { field, FILLED, reviewOf, ticketOf, watched } from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'keyboard-trade' });
test.describe.configure({ mode: 'serial' });

const orders = (page: Page) => page.getByRole('table', { name: 'Orders' });

/** Tab until what is wanted has the focus. */
async function tabTo(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 40 && !(await isThere()); presses += 1)
    await page.keyboard.press('Tab');
  expect(await isThere()).toBe(true);
}

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const active = document.activeElement;
    return active?.getAttribute('aria-label') ?? active?.textContent ?? '';
  });

test('a symbol is found, bought, filled and its evidence read, by keyboard alone', async ({
  page,
  shell,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(shell.address);
  await expect(ticketOf(page).getByRole('button', { name: 'Review order' })).toBeEnabled();
  await expect(watched(page, 'AAPL')).toContainText(/\d+\.\d\d/);

  // The watchlist: chart and ticket follow the arrows.
  await page.keyboard.press('Alt+1');
  await tabTo(page, () => watched(page, 'AAPL').evaluate((row) => row === document.activeElement));
  await page.keyboard.press('ArrowDown');
  await expect(watched(page, 'MSFT')).toBeFocused();
  await expect(field(page, 'Symbol')).toHaveValue('MSFT');
  await takePictures(page, 'keyboard-1-watchlist');

  // b: the ticket, ready for the quantity.
  await page.keyboard.press('b');
  await expect(field(page, 'Quantity')).toBeFocused();
  await page.keyboard.type('4');
  await expect(ticketOf(page)).toContainText(/Estimated cost\s*[1-9][\d,]*\.\d\d/);
  await takePictures(page, 'keyboard-2-ticket');

  // Enter opens the review, and sends nothing.
  await page.keyboard.press('Enter');
  await expect(reviewOf(page)).toContainText('MSFT');
  const place = reviewOf(page).getByRole('button', { name: /^Place order/ });
  await expect(place).toHaveText('Place order: Buy 4 MSFT, market, PRACTICE');
  await tabTo(page, async () => (await focusedName(page)).startsWith('Place order'));
  await takePictures(page, 'keyboard-3-review');
  await page.keyboard.press('Enter');
  await expect(reviewOf(page)).toHaveCount(0);
  const row = orders(page).getByRole('row', { name: /^MSFT / });
  await expect(row).toContainText(FILLED);

  // The orders, and the evidence of this one.
  await page.keyboard.press('Alt+4');
  await expect(row).toBeFocused();
  await tabTo(page, async () => (await focusedName(page)).startsWith('Evidence'));
  await page.keyboard.press('Enter');
  const evidence = page.getByRole('dialog', { name: 'Evidence' });
  await expect(evidence).toContainText('Buy 4 MSFT, market, PRACTICE');
  await expect(evidence).toContainText('The broker has this order.');
  await expect(
    evidence.getByRole('listitem').filter({ hasText: /It ended: filled, 4 at \d/ }),
  ).toHaveCount(1);
  await takePictures(page, 'keyboard-4-evidence');
  await page.keyboard.press('Escape');
  await expect(evidence).toHaveCount(0);
});

test('and out again in words', async ({ page, shell }) => {
  await page.goto(shell.address);
  await expect(page.getByRole('table', { name: 'Orders' })).toContainText('MSFT');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('close msft');
  await expect(paletteOf(page).getByRole('option', { selected: true })).toContainText('Close MSFT');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Close MSFT' });
  await expect(dialog.getByRole('button', { name: 'Close 4 MSFT' })).toBeEnabled();
  await tabTo(page, async () => (await focusedName(page)).startsWith('Close 4 MSFT'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log', { name: 'Notices' })).toContainText(
    /Closed 4 MSFT at [\d,]+\.\d\d/,
  );
  await expect(dialog).toHaveCount(0);
  // Positions lie behind the orders in a window of this height.
  await page.keyboard.press('Alt+5');
  await expect(page.getByText('No positions.')).toBeVisible();
});
