// The frame by role and name, and the ways through it that tests of two levels take.
import { expect, type Locator, type Page } from 'playwright/test';
import { ticketOf } from '#test/e2e/support/ticket.ts';

export const paletteOf = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Command palette' });
export const tab = (page: Page, name: string): Locator =>
  page.getByRole('tab', { name, exact: true });
export const accountOf = (page: Page): Locator => page.getByRole('region', { name: 'Account' });

export async function openFrame(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expectDesk(page);
}

export async function expectDesk(page: Page): Promise<void> {
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
  await expect(ticketOf(page).getByLabel('Symbol')).not.toHaveValue('');
}

/** A layout by its name, or another item of the menu. */
export async function chooseLayout(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Layouts/ }).click();
  await page
    .getByRole(/^Standard$|^Two/.test(String(item)) ? 'menuitemradio' : 'menuitem', { name: item })
    .click();
}

/** By keyboard alone, from wherever the focus is. */
export async function runCommand(page: Page, typed: string, found: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(typed);
  await expect(paletteOf(page).getByRole('option', { selected: true })).toContainText(found);
  await page.keyboard.press('Enter');
  await expect(paletteOf(page)).toHaveCount(0);
}

/** The layout in use was written down. */
export async function kept(page: Page, change: () => Promise<void>, text: string): Promise<void> {
  const written = page.waitForResponse(
    (response) => (response.request().postData() ?? '').includes(text) && response.ok(),
  );
  await change();
  await written;
}
