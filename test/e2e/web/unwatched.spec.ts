import { FILLED } from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test('a symbol that is on no watchlist gets a price as soon as the ticket asks', async ({
  page,
  shell,
}) => {
  await page.goto(shell.address);
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  const symbol = ticket.getByRole('combobox', { name: 'Symbol' });
  await expect(symbol).toHaveValue('AAPL');
  await symbol.fill('KO');
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('2');
  await expect(ticket).toContainText(/Estimated cost\s*[\d,]+\.\d\d/);
  await ticket.getByRole('button', { name: 'Review order' }).click();
  await page
    .getByRole('dialog', { name: 'Review order' })
    .getByRole('button', { name: /^Place order: Buy 2 KO, market/ })
    .click();
  const row = page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: /KO/ });
  await expect(row).toContainText(FILLED);
});
