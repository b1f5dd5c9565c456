// A number is read as it stands or refused in words at its field: what a person sees is what is ordered.
import type { Locator, Page } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import { fieldOf, fillMint, formOf, MINT, openTokenization } from '#test/e2e/support/mint.ts';
import {
  changeOf,
  choose,
  field,
  fill,
  openDesk,
  place,
  reviewOf,
  ticketOf,
} from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/component/support/component.ts';
import { COMMA, REFUSED } from '#test/support/typed-texts.ts';

async function expectRefused(control: Locator, words: string): Promise<void> {
  await expect(control).toHaveAttribute('aria-invalid', 'true');
  await expect(control).toHaveAccessibleDescription(words);
}

async function goTo(page: Page, screen: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: screen })
    .click();
}

async function openSection(page: Page, name: string): Promise<Locator> {
  await goTo(page, 'Settings');
  await page
    .getByRole('navigation', { name: 'Settings sections' })
    .getByRole('button', { name, exact: true })
    .click();
  return page.getByRole('main', { name: 'Settings' }).getByRole('region', { name, exact: true });
}

test('a quantity that is no plain number is refused in words and never reviewed', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  await choose(page, 'AAPL');
  for (const [typed, words] of REFUSED) {
    await fill(page, { Quantity: typed });
    await expectRefused(field(page, 'Quantity'), words);
    await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
    await expect(field(page, 'Quantity')).toBeFocused();
    await expect(reviewOf(page)).toHaveCount(0);
  }
  await fill(page, { Quantity: '$5' });
  await expectRefused(field(page, 'Quantity'), '"$5": write it without a dollar sign.');
  expect(main.inputsOf('orders.submit')).toEqual([]);
});

test('every number of the ticket refuses a decimal comma at its field', async ({
  page,
  address,
}) => {
  await openDesk(page, address);
  await choose(page, 'AAPL');
  const cases: readonly (readonly [Record<string, string>, string])[] = [
    [{ 'Order type': 'Limit' }, 'Limit price'],
    [{ 'Order type': 'Stop' }, 'Stop price'],
    [{ 'Order type': 'Trailing stop' }, 'Trail'],
    [{ 'Order type': 'Market', 'Order class': 'Bracket' }, 'Take profit'],
    [{}, 'Stop loss'],
    [{ 'Stop loss': '100' }, 'Stop-limit price'],
    [{ 'Order class': 'Simple', 'Size in': 'Dollars' }, 'Amount in dollars'],
    [{ 'Size in': '% of buying power' }, 'Percent of buying power'],
    [{ 'Size in': 'Risk to stop' }, 'Risk in dollars'],
    [{}, 'Stop to size by'],
  ];
  for (const [choices, name] of cases) {
    await fill(page, { ...choices, [name]: '190,50' });
    await expectRefused(field(page, name), '"190,50": write 190.50 with a point.');
    await fill(page, { [name]: '' });
  }
});

test('thousands that are grouped properly, spaces around and a dollar sign are read', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  await choose(page, 'AMZN');
  await fill(page, { Quantity: ' 1,234 ' });
  await expect(ticketOf(page)).toContainText(/Position after\s*1,234 at/);
  for (const [typed, after] of [
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
  ] as const) {
    await fill(page, { Quantity: typed });
    await expect(ticketOf(page)).toContainText(new RegExp(`Position after\\s*${after} at`));
  }
  await fill(page, { 'Order type': 'Limit', Quantity: '2', 'Limit price': '$10.50' });
  expect(await place(page)).toBe('Buy 2 AMZN at 10.50, limit, PRACTICE');
  expect(main.inputsOf('orders.submit')).toMatchObject([
    { draft: { symbol: 'AMZN', qty: '2', limitPrice: '10.50' } },
  ]);
});

test('a long number is refused as a whole and not cut to one that fits', async ({
  page,
  address,
}) => {
  await openDesk(page, address);
  await choose(page, 'AMZN');
  // Pasted as from a padded column.
  await field(page, 'Quantity').fill(`${' '.repeat(22)}1234`);
  await expect(ticketOf(page)).toContainText(/Position after\s*1,234 at/);
  await field(page, 'Quantity').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(`1.${'0'.repeat(24)}9`);
  await expect(field(page, 'Quantity')).toHaveValue(`1.${'0'.repeat(24)}9`);
  await expect(field(page, 'Quantity')).toHaveAttribute('aria-invalid', 'true');
});

test('a change of an order refuses a decimal comma', async ({ page, main, address }) => {
  await openDesk(page, address);
  const price = 369;
  main.addOrder({ symbol: 'MSFT', limitPrice: Decimal.parse(`${price}`) });
  await page
    .getByRole('table', { name: 'Orders' })
    .getByRole('row', { name: /^MSFT / })
    .getByRole('button', { name: 'Change order' })
    .click();
  const dialog = changeOf(page);
  const confirm = dialog.getByRole('button', { name: /^Change order/ });
  for (const name of ['Quantity', 'Limit price']) {
    await dialog.getByLabel(name).fill('1,5');
    await expectRefused(dialog.getByLabel(name), COMMA);
  }
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Quantity').fill('1');
  await dialog.getByLabel('Limit price').fill(`$${price}.00`);
  await expect(dialog.getByLabel('Limit price')).toHaveAttribute('aria-invalid', 'false');
  await dialog.getByRole('button', { name: 'Back' }).click();
  expect(main.inputsOf('orders.replace')).toEqual([]);
});

test('guards and alerts read numbers as the ticket does', async ({ page, address }) => {
  await openDesk(page, address);
  const guards = await openSection(page, 'Guards');
  const save = guards.getByRole('button', { name: 'Save guards' });
  // Empty: its unit stands once, beside it.
  await expect(guards.getByLabel('Daily loss limit')).toHaveAttribute('placeholder', '');
  for (const name of ['Max shares per order', 'Max price age', 'Max orders per minute']) {
    const limit = guards.getByLabel(name);
    const before = await limit.inputValue();
    await limit.fill('1,5');
    await save.click();
    await expectRefused(limit, COMMA);
    await limit.fill(before);
  }
  await guards.getByLabel('Max shares per order').fill('4,321');
  await save.click();
  await expect(guards.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  await expect(guards.getByLabel('Max shares per order')).toHaveValue('4321');

  const alerts = await openSection(page, 'Alerts');
  const form = alerts.getByRole('form', { name: 'Add price alert' });
  await form.getByLabel('Symbol').fill('AAPL');
  await form.getByLabel('Price').fill('190,50');
  await form.getByRole('button', { name: 'Add alert' }).click();
  await expectRefused(form.getByLabel('Price'), '"190,50": write 190.50 with a point.');
  await form.getByLabel('Price').fill('$1,190.50');
  await form.getByRole('button', { name: 'Add alert' }).click();
  await expect(alerts).toContainText('rises to 1,190.50');
  const seconds = alerts.getByLabel('Alert when a stream has been down for (seconds)');
  await seconds.fill('1,5');
  await expectRefused(seconds, COMMA);
});

test('a mint refuses a decimal comma in its form', async ({ page, main, address }) => {
  await openDesk(page, address);
  await openTokenization(page);
  await fillMint(page, { ...MINT, Quantity: '1,5' });
  await formOf(page).getByRole('button', { name: 'Review mint' }).click();
  await expectRefused(fieldOf(page, 'Quantity'), COMMA);
  await expect(page.getByRole('dialog', { name: 'Review mint' })).toHaveCount(0);
  // Read as it stands: more than can leave the account, and told in its own words.
  await fillMint(page, { Quantity: '1,234' });
  await expect(fieldOf(page, 'Quantity')).toHaveAccessibleDescription(/^1,?234 AAPL requested/);
  expect(main.inputsOf('mints.submit')).toEqual([]);
});
