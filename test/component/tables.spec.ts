// Views of the orders, kept by main and shown by the page.
import { expect, test } from '#test/component/support/component.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';
import type { Locator, Page } from 'playwright/test';

const rowsOf = (page: Page, name: string): Locator =>
  page
    .getByRole('table', { name, exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

test('a filter is saved under a name and comes back', async ({ page, main, address }) => {
  for (const symbol of ['AAPL', 'MSFT', 'NVDA']) main.addOrder({ symbol });
  await openDesk(page, address);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByLabel('Filter by symbol').fill('NVDA');
  await page.getByLabel('Name of the view').fill('Only Nvidia');
  await page.keyboard.press('Enter');
  const views = page.getByRole('combobox', { name: 'Saved view' });
  await expect(views).toHaveValue('Only Nvidia');
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(rowsOf(page, 'Orders')).toHaveCount(3);
  // Kept by main, not by the page: it is there after a reload, and does what it did.
  await expect.poll(() => main.documents.views.orders).toMatchObject([{ name: 'Only Nvidia' }]);
  await page.reload();
  await expect(rowsOf(page, 'Orders')).toHaveCount(3);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await views.selectOption('Only Nvidia');
  await expect(rowsOf(page, 'Orders')).toHaveCount(1);
  await expect(page.getByLabel('Filter by symbol')).toHaveValue('NVDA');
  await page.getByRole('button', { name: 'Remove view' }).click();
  await expect(views).toBeDisabled();
});
