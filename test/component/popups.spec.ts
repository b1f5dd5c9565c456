// What menus, lists, notices and tips do alike, wherever they open.
import type { Locator, Page } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import { expect, test } from '#test/component/support/component.ts';
import { AMD, DESK, ok, type World } from '#test/component/support/world.ts';
import { choicesOf, pick } from '#test/e2e/support/choice.ts';
import { changeOf, field, openDesk } from '#test/e2e/support/ticket.ts';

const noticesOf = (page: Page): Locator => page.getByRole('log', { name: 'Notices' });

async function openChange(page: Page, main: World, address: string): Promise<Locator> {
  main.addOrder({ symbol: 'AAPL', qty: Decimal.parse('5'), limitPrice: Decimal.parse('170') });
  await openDesk(page, address);
  await page
    .getByRole('table', { name: 'Orders' })
    .getByRole('row', { name: /^AAPL/ })
    .getByRole('button', { name: 'Change order' })
    .click();
  return changeOf(page);
}

test('a list in a dialog is drawn over it, and Escape closes the list alone', async ({
  page,
  main,
  address,
}) => {
  const dialog = await openChange(page, main, address);
  const time = dialog.getByLabel('Time in force');
  expect(await choicesOf(time)).toContain('Good till canceled');
  await expect(dialog).toBeVisible();
  await expect(time).toBeFocused();
  await pick(time, 'Good till canceled');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('a list is opened, searched by letters and taken from by keys', async ({ page, address }) => {
  await openDesk(page, address);
  const type = field(page, 'Order type');
  await type.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Market' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('option', { name: 'Trailing stop' })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.getByRole('option', { name: 'Market' })).toBeFocused();
  await page.keyboard.type('stop l');
  await expect(page.getByRole('option', { name: 'Stop limit' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(type).toHaveText('Stop limit');
  await expect(type).toBeFocused();
  // Nothing was reviewed by it.
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('letters in a list and in a menu are no commands', async ({ page, address }) => {
  await openDesk(page, address);
  const type = field(page, 'Order type');
  for (const opened of [type, page.getByRole('button', { name: /^Switch account/ })]) {
    await opened.focus();
    await page.keyboard.press('ArrowDown');
    await expect(opened).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(opened).toHaveAttribute('aria-expanded', 'false');
  }
  await type.focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('all trading is stopped by its keys over an open list and an open menu', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  await field(page, 'Order type').click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Control+Shift+X');
  await expect.poll(() => main.inputsOf('trading.stop').length).toBe(1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Switch account/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Control+Shift+X');
  await expect.poll(() => main.inputsOf('trading.stop').length).toBe(2);
});

test('a dialog that a menu opened gives the focus back to its button', async ({
  page,
  address,
}) => {
  await openDesk(page, address);
  const manage = page.getByRole('button', { name: 'Manage watchlists' });
  await manage.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'New list…' })).toBeFocused();
  await page.keyboard.press('Enter');
  const naming = page.getByRole('dialog', { name: 'New watchlist' });
  await expect(naming.getByRole('heading')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(naming).toHaveCount(0);
  await expect(manage).toBeFocused();
});

test('a field with offers keeps what is typed when they are left', async ({
  page,
  main,
  address,
}) => {
  main.answer('assets.search', () => ok([AMD]));
  await openDesk(page, address);
  const symbol = field(page, 'Symbol');
  const offers = page.getByRole('listbox', { name: 'Symbols' });
  // Before any list was open, and after.
  await symbol.focus();
  const before = await symbol.inputValue();
  await page.keyboard.press('Escape');
  await expect(symbol).toHaveValue(before);
  await symbol.fill('am');
  await expect(offers).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(offers).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(symbol).toHaveValue('AM');
  await symbol.fill('amdx');
  await expect(offers).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(offers).toHaveCount(0);
  await expect(symbol).toHaveValue('AMDX');
  await expect(field(page, 'Quantity')).toBeFocused();
});

test('a tip is shown to a pointer and to the keyboard', async ({ page, address }) => {
  await openDesk(page, address);
  const hide = page.getByRole('button', { name: 'Hide amounts' });
  const tip = page.getByText('Amounts are hidden. Show them');
  await hide.press('Enter');
  await hide.hover();
  await expect(tip).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(tip).toHaveCount(0);
  await page.getByRole('button', { name: /^Alerts/ }).focus();
  await page.keyboard.press('Tab');
  await expect(hide).toBeFocused();
  await expect(tip).toBeVisible();
});

test('bad news stays, is said once, and gives way to nothing', async ({ page, main, address }) => {
  await page.clock.install();
  await openDesk(page, address);
  const notes = ['One', 'Two', 'Three', 'Four', 'Five'];
  main.tell('desk', { ...DESK, notes });
  await expect(noticesOf(page).getByText('Five')).toBeVisible();
  main.tell('desk', { ...DESK, notes: [...notes] });
  await page.clock.runFor(60_000);
  await noticesOf(page).getByRole('button', { name: 'Dismiss' }).last().click();
  await expect(noticesOf(page).getByText('Five')).toHaveCount(0);
  for (const text of ['One', 'Two', 'Three', 'Four'])
    await expect(noticesOf(page).getByText(text)).toBeVisible();
});

test('notices are reached by F6, and left again to where one was', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  await field(page, 'Quantity').focus();
  main.tell('desk', { ...DESK, notes: ['One'] });
  await expect(noticesOf(page).getByText('One')).toBeVisible();
  await page.keyboard.press('F6');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(noticesOf(page).getByRole('button', { name: 'Dismiss' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(noticesOf(page).getByText('One')).toHaveCount(0);
  await expect(field(page, 'Quantity')).toBeFocused();
});
