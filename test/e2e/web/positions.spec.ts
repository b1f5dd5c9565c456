// A position acted on from its row: what rests against it, protected, halved, reversed; by role and name.
import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { accountIdOf, call } from '#test/e2e/support/bridge-call.ts';
import { pick } from '#test/e2e/support/choice.ts';
import { takePicture } from '#test/e2e/support/pictures.ts';
import { openDesk, reviewOf } from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'positions', viewport: { width: 1280, height: 720 } });
test.describe.configure({ mode: 'serial' });

const rowOf = (page: Page, symbol: string): Locator =>
  page
    .getByRole('table', { name: 'Positions' })
    .getByRole('row', { name: new RegExp(`^${symbol}\\b`) });

test.beforeEach(async ({ page, shell }) => {
  await openDesk(page, shell.address);
  await page.getByRole('tab', { name: 'Positions' }).click();
});

async function buy(page: Page, symbol: string, qty: string): Promise<void> {
  const accountId = await accountIdOf(page);
  const { intentId } = await call<{ intentId: string }>(page, 'tickets.open', { accountId });
  const draft = { symbol, side: 'buy', qty, type: 'market', timeInForce: 'day' };
  await call(page, 'orders.submit', { accountId, intentId, confirmations: [], draft });
}

/** From the row, or from its menu where there is no room for every button. */
async function act(page: Page, name: string, symbol: string): Promise<Locator> {
  const row = rowOf(page, symbol);
  const button = row.getByRole('button', { name: `${name} ${symbol}`, exact: true });
  const more = row.getByRole('button', { name: `More ${symbol}` });
  await expect(button.or(more)).toBeVisible();
  if (await button.isVisible()) await button.click();
  else {
    await more.click();
    await page.getByRole('menuitem', { name: `${name} ${symbol}` }).click();
  }
  return page.getByRole('dialog', { name: `${name} ${symbol}` });
}

/** As it is held now, as its row has it. */
const held = (page: Page, symbol: string, side: string, qty: string) =>
  expect(rowOf(page, symbol)).toContainText(new RegExp(`${symbol}\\s*${side}\\s*${qty}`));

test('a position is protected, and its row says what rests against it', async ({ page }) => {
  await buy(page, 'AAPL', '10');
  await held(page, 'AAPL', 'long', '10');
  await expect(rowOf(page, 'AAPL')).toContainText('nothing');
  const dialog = await act(page, 'Protect', 'AAPL');
  await pick(dialog.getByRole('combobox', { name: 'Unit' }), 'Percent');
  await dialog.getByLabel('Stop loss').fill('5');
  await dialog.getByLabel('Take profit').fill('10');
  const confirm = dialog.getByRole('button', { name: /^Protect 10 AAPL: stop .*, target / });
  await expect(confirm).toBeEnabled();
  await expect(dialog).toContainText(/\d : 1/);
  await expectAccessible(page);
  await takePicture(page, 'protect-dark');
  await confirm.click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, 'AAPL')).toContainText(/stop \d+\.\d\d · target \d+\.\d\d/);
  await takePicture(page, 'positions-1280-dark');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await takePicture(page, 'positions-1440');
});

test('half cancels what holds its shares, and offers to protect the rest', async ({ page }) => {
  const dialog = await act(page, 'Half', 'AAPL');
  await expect(dialog.getByRole('listitem')).toContainText([/Sell 5 of 10 AAPL.*after canceling/]);
  await takePicture(page, 'half-plan');
  await dialog.getByRole('button', { name: 'Half: sell 5 AAPL' }).click();
  await expect(dialog.getByRole('listitem')).toContainText(['5 of 10 AAPL: half closed'], {
    timeout: 30_000,
  });
  await dialog.getByRole('button', { name: 'Protect AAPL…' }).click();
  const protect = page.getByRole('dialog', { name: 'Protect AAPL' });
  await protect.getByLabel('Stop loss').fill('20');
  const confirm = protect.getByRole('button', { name: 'Protect 5 AAPL: stop 20.00' });
  await expect(confirm).toBeEnabled();
  await confirm.click();
  await expect(protect).toHaveCount(0);
  await held(page, 'AAPL', 'long', '5');
  await expect(rowOf(page, 'AAPL')).toContainText('stop 20.00');
});

test('one that is protected is replaced only after it was said', async ({ page }) => {
  const dialog = await act(page, 'Protect', 'AAPL');
  await dialog.getByLabel('Stop loss').fill('30');
  await expect(dialog).toContainText('Canceled first: Sell 5 AAPL, stop 20.00.');
  await dialog.getByRole('button', { name: 'Protect 5 AAPL: stop 30.00' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, 'AAPL')).toContainText('stop 30.00');
});

test('reverse closes to the end, and opens the other side only through its review', async ({
  page,
}) => {
  const dialog = await act(page, 'Reverse', 'AAPL');
  await expect(dialog.getByRole('listitem')).toContainText(['then review: Sell short 5 AAPL']);
  await takePicture(page, 'reverse-plan');
  await dialog.getByRole('button', { name: 'Reverse 5 AAPL' }).click();
  const review = reviewOf(page);
  await expect(review).toBeVisible({ timeout: 30_000 });
  await expect(rowOf(page, 'AAPL')).toHaveCount(0);
  await expect(review).toContainText('Sell short');
  const place = review.getByRole('button', { name: /^Place order: Sell short 5 AAPL/ });
  await expect(place).toBeEnabled();
  await takePicture(page, 'reverse-review');
  await place.click();
  await held(page, 'AAPL', 'short', '-?5');
});
