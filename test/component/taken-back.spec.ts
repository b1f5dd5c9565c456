// Fills that the broker took back or corrected, in the table of fills; and orders that are pending for long.
import { Decimal } from '#contract/decimal.ts';
import { Execution } from '#contract/orders.ts';
import { expect, test } from '#test/component/support/component.ts';
import { tab } from '#test/e2e/support/frame.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

const fill = (n: number, revision?: object, revisedBefore?: object[]) =>
  Execution.parse({
    orderId: `order-${n}`,
    symbol: 'AMZN',
    side: 'buy',
    qty: '7',
    cumQty: '7',
    price: '150',
    at: new Date(Date.UTC(2026, 0, 5, 15, n)).toISOString(),
    ...(revision && {
      revision: { at: '2026-01-05T16:00:00Z', qty: '0', price: '150', ...revision },
    }),
    ...(revisedBefore && { revisedBefore }),
  });

test('a fill that was taken back is struck through, and a corrected one beside what it is', async ({
  page,
  main,
  address,
}) => {
  main.showDefaultLayout();
  main.tell('executions', fill(1));
  main.tell('executions', fill(2, { kind: 'bust' }));
  main.tell('executions', fill(3, { kind: 'correct', qty: '7', price: '149.5' }));
  await openDesk(page, address);
  await tab(page, 'Fills').click();
  const rows = page.getByRole('table', { name: 'Fills' }).locator('tbody tr');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0).locator('s')).toHaveText(['150.00']);
  await expect(rows.nth(0)).toContainText('149.50');
  await expect(rows.nth(1).locator('s')).toHaveText(['7', '150.00']);
  await expect(rows.nth(1)).toContainText('busted by the broker');
  await expect(rows.nth(2).locator('s')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Filter fills by text' }).fill('busted');
  await expect(rows).toHaveCount(1);
});

test('a fill that was corrected and then taken back shows all that it was', async ({
  page,
  main,
  address,
}) => {
  main.showDefaultLayout();
  const corrected = { kind: 'correct', at: '2026-01-05T15:30:00Z', qty: '7', price: '149.5' };
  main.tell('executions', fill(1, { kind: 'bust', price: '149.5' }, [corrected]));
  await openDesk(page, address);
  await tab(page, 'Fills').click();
  const row = page.getByRole('table', { name: 'Fills' }).locator('tbody tr');
  await expect(row.locator('s')).toHaveText(['7', '149.50', '150.00']);
  await expect(row).toContainText('then busted by the broker at 149.50');
  // Neither figure is cut off.
  for (const cell of await row.locator('td.num').all())
    expect(await cell.evaluate((td) => td.scrollWidth <= td.clientWidth)).toBe(true);
});

test('an order whose fill was busted says so in its row, uncut', async ({
  page,
  main,
  address,
}) => {
  const filledQty = Decimal.parse('0');
  main.addOrder({ symbol: 'AMZN', status: 'filled', qty: Decimal.parse('2'), filledQty });
  await openDesk(page, address);
  const row = page.getByRole('table', { name: 'Orders' }).locator('tbody tr');
  const status = row.getByText('filled, then busted');
  await expect(status).toBeVisible();
  expect(await status.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
});

test('an order that is pending for long says for how long', async ({ page, main, address }) => {
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
  main.addOrder({ symbol: 'AMZN', status: 'pending_replace', updatedAt: ago(200_000) });
  main.addOrder({ symbol: 'TSLA', status: 'pending_cancel', updatedAt: ago(5_000) });
  await openDesk(page, address);
  const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody tr');
  await expect(rows.filter({ hasText: 'AMZN' })).toContainText('being changed 3 min');
  await expect(rows.filter({ hasText: 'TSLA' })).toContainText(/being canceled(?! \d)/);
});
