import { expect, test } from '#test/e2e/support/web-shell.ts';

test.beforeEach(async ({ page, shell }) => {
  await page.goto(shell.address);
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
});

test('a newcomer sees an account and prices that move', async ({ page }) => {
  const account = page.getByRole('region', { name: 'Account' });
  await expect(account).toContainText('PRACTICE · SIMULATED');
  await expect(account).toContainText('100,000.00');
  await expect(page.getByRole('status', { name: 'Order stream' })).toContainText('live');
  const row = page.getByRole('table', { name: 'Watchlist' }).getByRole('row', { name: /^AAPL/ });
  await expect(row).toContainText(/\d+\.\d\d/);
  const before = await row.innerText();
  await expect(row).not.toHaveText(before.replace(/\t/g, ''), { timeout: 20_000 });
  await expect.poll(async () => row.innerText(), { timeout: 20_000 }).not.toBe(before);
});

test('the token leaves the address at once and a reload still works', async ({ page }) => {
  expect(new URL(page.url()).search).toBe('');
  await page.reload();
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
});

test('a tab without the token gets no data, and says how to get in', async ({ browser, shell }) => {
  const page = await browser.newPage();
  await page.goto(new URL('/', shell.address).href);
  await expect(page.getByRole('heading', { name: 'The desk could not be opened' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(
    'Open the last address that Ballast printed in the terminal; each opens one tab.',
  );
  await expect(page.getByRole('region', { name: 'Account' })).toHaveCount(0);
  await page.close();
});

test('symbols are added and removed by keyboard, and nonsense changes nothing', async ({
  page,
}) => {
  const table = page.getByRole('table', { name: 'Watchlist' });
  const field = page.getByRole('combobox', { name: 'Add symbol' });
  await expect(table.getByRole('row')).toHaveCount(11);
  await field.fill('nflx');
  await field.press('Enter');
  const row = table.getByRole('row', { name: /^NFLX/ });
  await expect(row).toContainText(/\d+\.\d\d/);
  for (const [nonsense, words] of [
    ['ZZZZZZ', 'The broker does not know ZZZZZZ.'],
    ['../../x', 'must be a symbol such as AAPL'],
    ['<img src=x>', 'must be a symbol such as AAPL'],
  ] as const) {
    await field.fill(nonsense);
    await field.press('Enter');
    await expect(page.getByRole('alert')).toContainText(words);
    await expect(table.getByRole('row')).toHaveCount(12);
  }
  await row.getByRole('button', { name: 'Remove NFLX' }).press('Enter');
  await expect(table.getByRole('row')).toHaveCount(11);
});

test('the watchlist is remembered', async ({ page }) => {
  const table = page.getByRole('table', { name: 'Watchlist' });
  const field = page.getByRole('combobox', { name: 'Add symbol' });
  await field.fill('AMD');
  await field.press('Enter');
  await expect(table.getByRole('row', { name: /^AMD/ })).toBeVisible();
  await page.reload();
  await expect(table.getByRole('row', { name: /^AMD/ })).toBeVisible();
  await table.getByRole('button', { name: 'Remove AMD' }).click();
  await expect(table.getByRole('row', { name: /^AMD/ })).toHaveCount(0);
});
