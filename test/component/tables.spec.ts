// Views of the orders, kept by main and shown by the page.
import { expect, test } from '#test/component/support/component.ts';
import { ok } from '#test/component/support/world.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';
import type { Locator, Page } from 'playwright/test';
import { pick } from '#test/e2e/support/choice.ts';

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
  await expect(views).toHaveText('Only Nvidia');
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(rowsOf(page, 'Orders')).toHaveCount(3);
  // Kept by main, not by the page: it is there after a reload, and does what it did.
  await expect.poll(() => main.documents.views.orders).toMatchObject([{ name: 'Only Nvidia' }]);
  await page.reload();
  await expect(rowsOf(page, 'Orders')).toHaveCount(3);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await pick(views, 'Only Nvidia');
  await expect(rowsOf(page, 'Orders')).toHaveCount(1);
  await expect(page.getByLabel('Filter by symbol')).toHaveValue('NVDA');
  await page.getByRole('button', { name: 'Remove view' }).click();
  await expect(views).toBeDisabled();
});

test('an order that is canceled by keyboard leaves the focus on its row', async ({
  page,
  main,
  address,
}) => {
  const [first] = ['AAPL', 'MSFT'].map((symbol) => main.addOrder({ symbol }));
  if (!first) throw new Error('no order');
  main.answer('orders.cancel', () => {
    main.tell('orders', { ...first, status: 'canceled' });
    return ok(null);
  });
  await openDesk(page, address);
  const row = page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: /^AAPL/ });
  const cancel = row.getByRole('button', { name: /^Cancel order/ });
  await cancel.press('Enter');
  await expect(cancel).toHaveCount(0);
  await expect(row).toBeFocused();
  // A person who clicks elsewhere is not called back.
  await page.getByRole('contentinfo').click();
  main.tell('orders', { ...first, status: 'canceled', filledQty: first.filledQty });
  await expect(page.locator('body')).toBeFocused();
});

test('an order placed elsewhere has its buttons and its tag in sight', async ({
  page,
  main,
  address,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  main.showDefaultLayout();
  main.addOrder({ symbol: 'AAPL' });
  await openDesk(page, address);
  const row = rowsOf(page, 'Orders').first();
  await expect(row.getByRole('button', { name: /^Change order/ })).toBeVisible();
  const overhang = () =>
    row.getByText('elsewhere').evaluate((tag) => {
      const table = tag.closest('table')?.getBoundingClientRect();
      return tag.getBoundingClientRect().right - (table?.right ?? 0);
    });
  await expect.poll(overhang).toBeLessThanOrEqual(0);
});

test('a double click on Cancel does nothing to the order that comes in its place', async ({
  page,
  main,
  address,
}) => {
  const orders = ['AAPL', 'MSFT', 'NVDA'].map((symbol) => main.addOrder({ symbol }));
  main.answer('orders.cancel', ({ orderId }) => {
    const order = orders.find(({ id }) => id === orderId);
    if (order) main.tell('orders', { ...order, status: 'canceled' });
    return ok(null);
  });
  await openDesk(page, address);
  const table = page.getByRole('table', { name: 'Orders' });
  const cancels = table.getByRole('button', { name: /^Cancel order/ });
  await expect(cancels).toHaveCount(3);
  const box = await cancels.first().boundingBox();
  if (!box) throw new Error('no button');
  const { x, y } = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.click(x, y);
  await expect(cancels).toHaveCount(2);
  // The second of a double one, told as such, so that nothing hangs on how fast this machine is.
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  expect(main.inputsOf('orders.cancel')).toHaveLength(1);
  // Elsewhere it is a decision of its own, however soon.
  await cancels.last().click();
  await expect(cancels).toHaveCount(1);
});
