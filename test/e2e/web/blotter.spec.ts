// A day at the table of orders with the practice broker: a bracket with its legs, the menu of a row, and a cancel for
// what was picked out.
import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { accountIdOf, call } from '#test/e2e/support/bridge-call.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { FILLED, openDesk } from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'blotter', viewport: { width: 1280, height: 720 } });

const table = (page: Page, name = 'Orders'): Locator =>
  page.getByRole('table', { name, exact: true });
const row = (page: Page, symbol: string): Locator =>
  table(page)
    .getByRole('row', { name: new RegExp(`^${symbol}\\b`) })
    .first();

/** Past the ticket, which has its own tests. */
async function submit(page: Page, draft: object): Promise<void> {
  const accountId = await accountIdOf(page);
  const { intentId } = await call<{ intentId: string }>(page, 'tickets.open', { accountId });
  await call(page, 'orders.submit', {
    accountId,
    intentId,
    confirmations: [],
    draft: { type: 'market', timeInForce: 'day', ...draft },
  });
}

test('a blotter loses nothing', async ({ page, shell }) => {
  await openDesk(page, shell.address);
  await submit(page, {
    symbol: 'TSLA',
    side: 'buy',
    qty: '5',
    orderClass: 'bracket',
    takeProfit: { limitPrice: '9000' },
    stopLoss: { stopPrice: '1' },
  });
  await expect(row(page, 'TSLA')).toContainText(FILLED);
  // What it was filled at, and when, in the row of a market order.
  await expect(row(page, 'TSLA').locator('.column-price')).toHaveText(/filled at [\d,]+\.\d\d/);
  await expect(row(page, 'TSLA').locator('.column-time')).toHaveText(/\d\d:\d\d/);
  const legs = table(page).getByRole('rowheader', { name: /leg of Buy 5 TSLA/ });
  await expect(legs).toHaveCount(2);
  const fold = table(page).getByRole('button', { name: /^2 legs of/ });
  await fold.press('Enter');
  await expect(legs).toHaveCount(0);
  await fold.press('Enter');
  await expect(legs).toHaveCount(2);

  for (const [symbol, limitPrice] of [
    ['AAPL', '10'],
    ['MSFT', '20'],
    ['NVDA', '30'],
  ])
    await submit(page, { symbol, side: 'buy', type: 'limit', qty: '2', limitPrice });
  await expect(row(page, 'NVDA').getByRole('button', { name: /^Cancel order/ })).toBeVisible();
  await takePictures(page, 'blotter-1280');

  // By keys alone: the menu of a row, then two orders that are canceled together.
  await row(page, 'MSFT').focus();
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu', { name: /MSFT/ });
  await expect(menu.getByRole('menuitem', { name: 'Chart MSFT' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(row(page, 'MSFT')).toBeFocused();
  await page.keyboard.press(' ');
  await row(page, 'NVDA').focus();
  await page.keyboard.press(' ');
  await page.getByRole('button', { name: 'Cancel selected (2)' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel selected orders' });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Cancel 2 orders' }).press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('All of them have ended.');
  await dialog.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(row(page, 'AAPL').getByRole('button', { name: /^Cancel order/ })).toBeVisible();

  await page.getByRole('tab', { name: 'Fills' }).click();
  await expect(page.getByRole('group', { name: 'Fills in this table' })).toHaveText(
    /Bought\s*[\d,]+\.\d\d\s*Sold\s*0\.00\s*Net\s*-[\d,]+\.\d\d/,
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await takePictures(page, 'blotter-1440');
});
