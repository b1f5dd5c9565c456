// Orders that are typed: the palette says what a line will do, and the ticket's review and the dialogs do it.
import type { Page } from 'playwright/test';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { paletteOf, runCommand } from '#test/e2e/support/frame.ts';
import { takePicture, takePictures } from '#test/e2e/support/pictures.ts';
import { field, FILLED, openDesk, reviewOf } from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'commands' });
test.describe.configure({ mode: 'serial' });
test.beforeEach(async ({ page, shell }) => openDesk(page, shell.address));

const orderRow = (page: Page, symbol: string) =>
  page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: new RegExp(`^${symbol} `) });
const position = (page: Page, symbol: string) =>
  page
    .getByRole('table', { name: 'Positions' })
    .getByRole('row', { name: new RegExp(`^${symbol} `) });

/** Every order that the page asked main to place. */
function submissions(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (body.includes('"orders.submit"')) sent.push(body);
  });
  return sent;
}

test('a typed order is reviewed, placed once, and becomes a position', async ({ page }) => {
  const sent = submissions(page);
  await runCommand(page, 'buy 10 aapl', 'Buy 10 AAPL, market');
  const place = reviewOf(page).getByRole('button', { name: /^Place order: / });
  await expect(place).toHaveText('Place order: Buy 10 AAPL, market, PRACTICE');
  expect(sent).toEqual([]);
  await takePicture(page, 'commands-review');
  await place.click();
  await expect(reviewOf(page)).toHaveCount(0);
  await expect(orderRow(page, 'AAPL')).toContainText(FILLED);
  await expect(position(page, 'AAPL')).toContainText('10');
  expect(sent).toHaveLength(1);
});

test('a limit that is typed in another order of words rests, and its symbol is canceled', async ({
  page,
}) => {
  await runCommand(page, 'msft @ 200 gtc buy 3', 'Buy 3 MSFT at 200.00, limit, good till canceled');
  await reviewOf(page)
    .getByRole('button', {
      name: 'Place order: Buy 3 MSFT at 200.00, limit, good till canceled, PRACTICE',
    })
    .click();
  await expect(reviewOf(page)).toHaveCount(0);
  await expect(orderRow(page, 'MSFT')).toContainText('working');
  await runCommand(page, 'cancel all msft', 'Cancel all open orders in MSFT');
  const dialog = page.getByRole('dialog', { name: 'Cancel these orders' });
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Cancel 1 order' }).click();
  await expect(orderRow(page, 'MSFT')).toContainText('canceled');
});

test('a size that is not clear is refused, and nothing is filled in', async ({ page }) => {
  const sent = submissions(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('buy 1k aapl');
  const first = paletteOf(page).getByRole('option', { selected: true });
  await expect(first).toContainText('write the number out, without k');
  await page.keyboard.press('Enter');
  await expect(paletteOf(page)).toBeVisible();
  await expectAccessible(page);
  for (const size of [
    { width: 1280, height: 720 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await takePictures(page, `commands-refused-${size.width}`);
  }
  await page.keyboard.press('Escape');
  await expect(field(page, 'Quantity')).toHaveValue('');
  expect(sent).toEqual([]);
});

test('what is held is protected, halved and closed by name', async ({ page }) => {
  const sent = submissions(page);
  await runCommand(page, 'protect aapl 5 9000', 'Protect AAPL: stop 5.00, target 9,000.00');
  const protect = page.getByRole('dialog', { name: 'Protect AAPL' });
  await protect
    .getByRole('button', { name: 'Protect 10 AAPL: stop 5.00, target 9,000.00' })
    .click();
  await expect(protect).toHaveCount(0);
  await runCommand(page, 'half aapl', 'Half AAPL');
  const half = page.getByRole('dialog', { name: 'Half AAPL' });
  await expect(half.getByRole('button', { name: 'Half: sell 5 AAPL' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await runCommand(page, 'close aapl', 'Close AAPL');
  const dialog = page.getByRole('dialog', { name: 'Close AAPL' });
  await dialog.getByRole('button', { name: 'Close 10 AAPL' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(position(page, 'AAPL')).toHaveCount(0);
  expect(sent).toEqual([]);
});

test('an alert is set from the palette and stands in the settings', async ({ page }) => {
  await runCommand(page, 'alert aapl 9000', 'Set an alert: AAPL rises to 9,000.00');
  await expect(page.getByRole('log', { name: 'Notices' })).toContainText('Alert set: AAPL');
  await page.getByRole('navigation', { name: 'Screens' }).getByText('Settings').click();
  await expect(page.getByRole('table', { name: 'Price alerts' })).toContainText(
    'rises to 9,000.00',
  );
});
