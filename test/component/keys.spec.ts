// Keys: what they do is explained, they can be changed, and what keeps people safe cannot be changed away.
import type { Locator, Page } from 'playwright/test';
import { expect, test } from '#test/component/support/component.ts';
import { ok } from '#test/component/support/world.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { paletteOf } from '#test/e2e/support/frame.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { field, openDesk, watched } from '#test/e2e/support/ticket.ts';

const rowOf = (page: Page, command: string): Locator =>
  page.getByRole('table', { name: 'Keys' }).getByRole('row', { name: new RegExp(`^${command}`) });

async function openKeys(page: Page, address: string): Promise<void> {
  await openDesk(page, address);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page
    .getByRole('navigation', { name: 'Settings sections' })
    .getByRole('button', { name: 'Keyboard shortcuts' })
    .click();
}

async function record(page: Page, command: string, keys: string): Promise<void> {
  await page.getByRole('button', { name: `Add keys to ${command}` }).click();
  await page.keyboard.press(keys);
}

test('a key is recorded, works at once, and is kept', async ({ page, main, address }) => {
  await openKeys(page, address);
  await record(page, 'Command palette', 'Control+j');
  await expect(rowOf(page, 'Command palette')).toContainText(/Ctrl\s*J/);
  await expect(page.getByRole('status', { name: 'Keys' })).toContainText(
    'Ctrl+J now belongs to Command palette.',
  );
  await page.getByRole('button', { name: 'Remove Ctrl+K from Command palette' }).click();
  await expect.poll(() => main.documents.keys.changed).toEqual({ palette: ['/', 'mod+j'] });
  await expectAccessible(page);
  await takePictures(page, 'settings-keys');
  await openDesk(page, address);
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page)).toHaveCount(0);
  await page.keyboard.press('Control+j');
  await expect(paletteOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  // Wherever the keys are named, they are the changed ones.
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText(/\/\s*or\s*Ctrl\s*J/);
});

test('what another command has is named, and moved only when asked', async ({
  page,
  main,
  address,
}) => {
  await openKeys(page, address);
  await record(page, 'Hide amounts (privacy)', 'b');
  const row = rowOf(page, 'Hide amounts');
  const own = page.getByRole('button', { name: 'Add keys to Hide amounts (privacy)' });
  await expect(row.getByRole('alert')).toContainText('B belongs to New buy order.');
  // Whoever goes by keyboard is at the question, and afterwards where it was asked.
  await expect(row.getByRole('button', { name: 'Move it here' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(row.getByRole('button', { name: 'Keep it there' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(own).toBeFocused();
  expect(main.documents.keys.changed).toEqual({});
  await record(page, 'Hide amounts (privacy)', 'b');
  await expect(row.getByRole('button', { name: 'Move it here' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(own).toBeFocused();
  await expect
    .poll(() => main.documents.keys.changed)
    .toEqual({ 'appearance.privacy': ['mod+shift+h', 'b'], 'ticket.buy': [] });
  await page.getByRole('button', { name: 'Reset the keys of New buy order' }).click();
  await expect.poll(() => Object.keys(main.documents.keys.changed)).toEqual(['appearance.privacy']);
  await page.getByRole('button', { name: 'Reset all keys' }).click();
  await expect.poll(() => main.documents.keys.changed).toEqual({});
});

test('the keys of the chart are named as taken', async ({ page, main, address }) => {
  await openKeys(page, address);
  await record(page, 'Hide amounts (privacy)', 'Alt+a');
  await expect(rowOf(page, 'Hide amounts').getByRole('alert')).toHaveText(
    'Alt+A is taken: Chart, “Set an alert at the price under the crosshair”. Choose other keys.',
  );
  await page.keyboard.press('Escape');
  expect(main.documents.keys.changed).toEqual({});
});

test('no single key cancels or sends, and the stop keeps its own keys', async ({
  page,
  main,
  address,
}) => {
  let stops = 0;
  main.answer('trading.stop', () => {
    stops += 1;
    return ok({ isArmed: true, isStopped: true });
  });
  await openKeys(page, address);
  await record(page, 'Cancel all orders', 'x');
  await expect(rowOf(page, 'Cancel all orders')).toContainText(
    'a single key must not send or cancel anything',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Remove .* from the kill switch/ })).toHaveCount(
    0,
  );
  await record(page, 'the kill switch', 'Control+Shift+F9');
  await expect(rowOf(page, 'Stop all trading')).toContainText('F9');
  await page.getByRole('textbox', { name: 'Find a command' }).focus();
  expect(stops).toBe(0);
  await page.keyboard.press('Control+Shift+F9');
  await expect.poll(() => stops).toBe(1);
  await page.keyboard.press('Control+Shift+X');
  await expect.poll(() => stops).toBe(2);
});

test('the arrows of the watchlist take the symbol along at once', async ({ page, address }) => {
  await openDesk(page, address);
  await watched(page, 'AAPL').focus();
  await page.keyboard.press('ArrowDown');
  await expect(watched(page, 'MSFT')).toBeFocused();
  await expect(field(page, 'Symbol')).toHaveValue('MSFT');
  await page.keyboard.press('End');
  await expect(field(page, 'Symbol')).toHaveValue('QQQ');
  await page.keyboard.press('Home');
  await expect(field(page, 'Symbol')).toHaveValue('AAPL');
  await page.keyboard.press('/');
  await expect(paletteOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(watched(page, 'AAPL')).toBeFocused();
});

test('help explains the keys of every place', async ({ page, address }) => {
  await openDesk(page, address);
  await watched(page, 'AAPL').focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const place of ['Anywhere', 'Desk', 'Tables', 'Chart', 'Order ticket', 'Dialogs'])
    await expect(sheet.getByRole('heading', { name: place, exact: true })).toBeAttached();
  await expect(sheet).toContainText('Open the ticket to buy the symbol in hand');
  await expect(sheet).toContainText('Open the review. It never sends the order.');
  await expectAccessible(page);
  await takePictures(page, 'key-sheet');
  await sheet.getByRole('button', { name: 'Change keys in Settings' }).press('Enter');
  await expect(page.getByRole('table', { name: 'Keys' })).toBeAttached();
});
