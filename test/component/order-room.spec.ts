// What an order is and what it costs has room before the words on its buttons have.
import type { Page } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import { expect, test } from '#test/component/support/component.ts';
import type { World } from '#test/component/support/world.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

const headsOf = (page: Page): Promise<string[]> =>
  page.getByRole('table', { name: 'Orders' }).locator('thead th').allInnerTexts();

function addOrders(main: World): void {
  main.showDefaultLayout();
  main.addOrder({
    symbol: 'SPY',
    type: 'market',
    status: 'filled',
    qty: undefined,
    notional: Decimal.parse('500'),
    filledQty: Decimal.parse('1.105070061'),
    filledAvgPrice: Decimal.parse('452.46'),
  });
  main.addOrder({ symbol: 'AAPL', qty: Decimal.parse('5'), limitPrice: Decimal.parse('150') });
}

async function openAll(page: Page, address: string): Promise<void> {
  await openDesk(page, address);
  await page
    .getByRole('group', { name: 'Which orders' })
    .getByRole('button', { name: 'all', exact: true })
    .click();
  await expect(page.getByRole('table', { name: 'Orders' })).toContainText('SPY');
}

test('shares of an amount in dollars cost the table no column', async ({ page, main, address }) => {
  addOrders(main);
  await openAll(page, address);
  const heads = await headsOf(page);
  expect(heads.map((head) => head.trim())).toEqual(
    expect.arrayContaining(['Quantity', 'Filled', 'Type', 'Price', 'Time', 'Status']),
  );
  const table = page.getByRole('table', { name: 'Orders' });
  await expect(table.getByRole('button', { name: /^Cancel order: .*AAPL/ })).toBeVisible();
  await expect(table.getByRole('button', { name: /^Change order: .*AAPL/ })).toHaveAttribute(
    'title',
    'Change',
  );
  await takePictures(page, 'order-room-1440');
  await expectAccessible(page);
});

test('in a window of 900 pixels the price is there', async ({ page, main, address }) => {
  addOrders(main);
  await page.setViewportSize({ width: 900, height: 700 });
  await openAll(page, address);
  expect((await headsOf(page)).map((head) => head.trim())).toContain('Price');
  await takePictures(page, 'order-room-900');
});

test('with usual figures the buttons are written out', async ({ page, main, address }) => {
  main.showDefaultLayout();
  main.addOrder({ symbol: 'AAPL', qty: Decimal.parse('5'), limitPrice: Decimal.parse('150') });
  await openDesk(page, address);
  const table = page.getByRole('table', { name: 'Orders' });
  await expect(table.getByRole('button', { name: /^Change order/ })).toHaveText('Change');
  expect((await headsOf(page)).map((head) => head.trim())).toContain('Type');
});
