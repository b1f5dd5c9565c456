// Whatever opens over a screen: what axe objects to in it, and what in it is too small to press. The menus are found on
// the page and not listed here, so that a new one is looked at too; so is every dialog that an item of a menu opens.
import type { Locator, Page } from 'playwright/test';
import { expect, test } from '#test/component/support/component.ts';
import { fillWorld } from '#test/component/support/full-world.ts';
import { smallTargets } from '#test/component/support/measures.ts';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { openTokenization } from '#test/e2e/support/mint.ts';
import { field, openDesk } from '#test/e2e/support/ticket.ts';

const SCREENS = ['Desk', 'Account', 'Tokenization', 'Apps', 'Activity', 'Settings'];

const go = (page: Page, screen: string): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: screen, exact: true })
    .click();

async function expectInOrder(page: Page, what: string, within: string): Promise<void> {
  await expectAccessibleInBoth(page, undefined, within);
  expect.soft(await page.evaluate(smallTargets), what).toEqual([]);
}

/** A dialog over the page, or a popover of the chart. */
const OPENED = 'dialog, .popup[role="dialog"]';

/** Escape closes it, whatever it is. */
async function leave(page: Page, opened: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(opened).toHaveCount(0);
}

test('every menu and popover is in order in both themes, and every dialog of theirs', async ({
  page,
  main,
  address,
}) => {
  test.slow();
  fillWorld(main);
  await openDesk(page, address);
  const seen: string[] = [];
  for (const screen of SCREENS) {
    await go(page, screen);
    await expect(page.getByText('Opening…')).toHaveCount(0);
    const openers = page
      .locator('[aria-haspopup="menu"], [aria-haspopup="dialog"]')
      .filter({ visible: true });
    const popup = page.locator('.popup').filter({ visible: true });
    for (let nth = 0; nth < (await openers.count()); nth += 1) {
      const opener = openers.nth(nth);
      const name = await opener.evaluate(
        (one: HTMLElement) => one.ariaLabel ?? (one.innerText || one.title),
      );
      // The frame around the screens has the same menus on each.
      if (seen.includes(name) || (await opener.isDisabled())) continue;
      seen.push(name);
      await opener.click();
      await expect(popup).toHaveCount(1);
      await expectInOrder(page, name, '.popup');
      const items = await popup.getByRole('menuitem', { name: /…$/ }).all();
      for (let item = 0; item < items.length; item += 1) {
        const one = popup.getByRole('menuitem', { name: /…$/ }).nth(item);
        if ((await one.getAttribute('aria-disabled')) === 'true') continue;
        const words = await one.innerText();
        await one.click();
        const dialog = page.getByRole('dialog');
        await expect(dialog).toBeVisible();
        await expectInOrder(page, `${name}, ${words}`, OPENED);
        await leave(page, dialog);
        if (item + 1 < items.length) await opener.click();
      }
      if ((await popup.count()) > 0) await leave(page, popup);
    }
  }
});

test('every dialog is in order in both themes', async ({ page, main, address }) => {
  test.slow();
  fillWorld(main);
  await openDesk(page, address);
  const dialog = page.getByRole('dialog');
  const press = (name: string | RegExp, within: Locator | Page = page) =>
    within.getByRole('button', { name }).filter({ visible: true }).first().click();
  const look = async (what: string): Promise<void> => {
    await expect(dialog).toBeVisible();
    await page.setViewportSize({ width: 900, height: 700 });
    expect.soft(await page.evaluate(smallTargets), `${what} at 900`).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 720 });
    await expectInOrder(page, what, 'dialog');
    await leave(page, dialog);
  };
  const row = (table: string, symbol: string) =>
    page.getByRole('table', { name: table }).getByRole('row', { name: new RegExp(`^${symbol}`) });
  await field(page, 'Quantity').fill('3');
  await field(page, 'Quantity').press('Enter');
  await look('Review order');
  await page.keyboard.press('Control+k');
  await look('Command palette');
  await field(page, 'Quantity').blur();
  await page.keyboard.press('?');
  await look('Keyboard shortcuts');
  await press(/^Change order/, row('Orders', 'NVDA'));
  await look('Change order');
  await press('Evidence');
  await look('Evidence');
  await press('Cancel all');
  await look('Cancel all');
  await press(/^Flatten/);
  await look('Flatten');
  await page.getByRole('tab', { name: 'Positions', exact: true }).click();
  await press(/^Close/, row('Positions', 'AAPL'));
  await look('Close');
  // The others wait behind a menu where there is little room.
  for (const name of ['Half', 'Reverse', 'Protect']) {
    await press(/^More/, row('Positions', 'AAPL'));
    await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
    await look(name);
  }
  await openTokenization(page);
  await page
    .getByRole('table', { name: 'Tokenization requests' })
    .locator('tbody')
    .getByRole('button')
    .last()
    .click();
  await look('Tokenization request');
});
