// What menus, lists, notices and tips do alike, wherever they open.
import type { Locator, Page } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import { demoReplies } from '#test/component/support/apps-world.ts';
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

test('an arrow that is pressed before the offers are there marks the first of them', async ({
  page,
  main,
  address,
}) => {
  let answer = (): void => undefined;
  main.answer(
    'assets.search',
    () =>
      new Promise((resolve) => {
        answer = () => resolve(ok([AMD]));
      }),
  );
  await openDesk(page, address);
  const add = page.getByRole('combobox', { name: 'Add symbol' });
  await add.fill('advanced');
  await expect.poll(() => main.inputsOf('assets.search').length).toBeGreaterThan(0);
  await page.keyboard.press('ArrowDown');
  answer();
  const offers = page.getByRole('listbox', { name: 'Symbols found' });
  await expect(offers.getByRole('option', { selected: true })).toContainText('AMD');
  // Out of the list at its end, and into it again.
  await page.keyboard.press('ArrowDown');
  await expect(offers.getByRole('option', { selected: true })).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(offers.getByRole('option', { selected: true })).toContainText('AMD');
});

test('a tip is shown to a pointer and to the keyboard', async ({ page, address }) => {
  await openDesk(page, address);
  const hide = page.getByRole('button', { name: 'Hide amounts' });
  const tip = page.getByText('Amounts are hidden. Click to show them');
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
  await noticesOf(page).getByRole('button', { name: 'Dismiss: Five' }).click();
  await expect(noticesOf(page).getByText('Five')).toHaveCount(0);
  // Three at once; the others wait behind the bell.
  for (const text of ['Two', 'Three', 'Four'])
    await expect(noticesOf(page).getByText(text)).toBeVisible();
  await expect(noticesOf(page).getByText('One')).toBeHidden();
  await page.getByRole('button', { name: 'Alerts, 1 new' }).click();
  await page.getByRole('menuitem', { name: /^Notice.*One$/ }).click();
  await page.getByRole('button', { name: 'Alerts', exact: true }).click();
  // Those that have gone are read there, with their time.
  for (const text of ['One', 'Five'])
    await expect(
      page.getByRole('menuitem', { name: new RegExp(`^Notice *\\d\\d:\\d\\d.*${text}$`) }),
    ).toBeVisible();
  await page.keyboard.press('Escape');
  // Gone with what it said, and kept nowhere.
  main.tell('desk', { ...DESK, notes: ['Two', 'Three', 'Five'] });
  await expect(noticesOf(page).getByText('Four')).toHaveCount(0);
  await expect(noticesOf(page).getByText('Three')).toBeVisible();
  await page.getByRole('button', { name: 'Alerts', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: /Five$/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /(One|Four)$/ })).toHaveCount(0);
});

test('notices cover nothing and move nothing', async ({ page, main, address }) => {
  demoReplies(main);
  main.showDefaultLayout();
  await openDesk(page, address);
  const cancelAll = page.getByRole('button', { name: 'Cancel all' });
  const before = await cancelAll.boundingBox();
  const long = 'The settings file was damaged and set aside, and what was in it is gone. '.repeat(
    4,
  );
  main.tell('desk', { ...DESK, notes: [long] });
  await expect(noticesOf(page).getByText(long)).toBeVisible();
  await expect.poll(async () => (await noticesOf(page).boundingBox())?.height).toBeLessThan(28);
  await expect.poll(() => cancelAll.boundingBox()).toEqual(before);
  main.tell('desk', { ...DESK, notes: [long, 'Two', 'Three', 'Four'] });
  await expect(noticesOf(page).getByText('Four')).toBeVisible();
  await expect(noticesOf(page).getByRole('button', { name: 'Dismiss' })).toHaveCount(3);
  await expect.poll(() => cancelAll.boundingBox()).toEqual(before);
  const screens = page.getByRole('navigation', { name: 'Screens' }).getByRole('button');
  for (const screen of await screens.all()) {
    await screen.click();
    await expect.poll(() => noticesOf(page).evaluate(coveredBy)).toEqual([]);
  }
});

/** What could be pressed below the notices, were they not there. */
function coveredBy(notices: HTMLElement): string[] {
  const { left, top, right, bottom } = notices.getBoundingClientRect();
  notices.style.visibility = 'hidden';
  const covered: string[] = [];
  for (let x = left + 1; x < right; x += 8)
    for (let y = top + 1; y < bottom; y += 8) {
      const below = document.elementFromPoint(x, y);
      if (below && !below.closest('footer')) covered.push(below.outerHTML.slice(0, 80));
    }
  notices.style.visibility = '';
  return covered;
}

test('that something was not remembered is said until it is', async ({ page, main, address }) => {
  await openDesk(page, address);
  const hide = page.getByRole('button', { name: 'Hide amounts' });
  main.fails('ui.set', { kind: 'offline', message: 'The disk is full.' });
  await hide.click();
  await expect(noticesOf(page)).toContainText('The appearance could not be saved.');
  main.answer('ui.set', () => ok(null));
  await hide.click();
  await expect(noticesOf(page)).not.toContainText('The appearance could not');
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
