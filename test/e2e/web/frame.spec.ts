import { ticketOf } from '#test/e2e/support/ticket.ts';
import {
  chooseLayout,
  expectDesk,
  kept,
  openFrame,
  runCommand,
  tab,
} from '#test/e2e/support/frame.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.beforeEach(async ({ page, shell }) => openFrame(page, shell.address));

test.describe('layouts', () => {
  test.describe.configure({ mode: 'serial' });

  test('are saved by name, come back after a reload, and are reset', async ({ page }) => {
    await chooseLayout(page, 'Add a chart');
    await expect(tab(page, 'Chart')).toHaveCount(2);
    await tab(page, 'Positions').click();
    await page.getByRole('button', { name: 'Close Positions' }).click();
    await expect(tab(page, 'Positions')).toHaveCount(0);
    await chooseLayout(page, 'Save as…');
    const dialog = page.getByRole('dialog', { name: 'Save layout' });
    await dialog.getByLabel('Layout name').fill(' ');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('Give the layout a name.');
    await dialog.getByLabel('Layout name').fill('Two charts');
    await kept(page, () => page.keyboard.press('Enter'), '"saved":{"Two charts"');
    await expect(page.getByRole('button', { name: 'Layouts Two charts' })).toBeVisible();

    await page.reload();
    await expectDesk(page);
    await expect(tab(page, 'Chart')).toHaveCount(2);
    await expect(tab(page, 'Positions')).toHaveCount(0);

    await chooseLayout(page, /^Reset/);
    await expect(tab(page, 'Chart')).toHaveCount(1);
    await expect(tab(page, 'Positions')).toBeVisible();
    await chooseLayout(page, 'Two charts');
    await expect(tab(page, 'Chart')).toHaveCount(2);
    await expect(tab(page, 'Positions')).toHaveCount(0);
  });

  test('survive a tab that dies, with sizes, and the last change before leaving', async ({
    page,
    shell,
  }) => {
    await chooseLayout(page, 'Standard');
    await expect(tab(page, 'Chart')).toHaveCount(1);
    await page.keyboard.press('Control+3');
    await expect(ticketOf(page).locator(':focus')).toHaveCount(1);
    const width = async () => (await ticketOf(page).boundingBox())?.width ?? 0;
    const before = await width();
    await runCommand(page, 'panel wider', 'Make the current panel wider');
    await expect.poll(width).toBeGreaterThan(before + 25);
    const wider = await width();
    // At once, before the change would be written by itself.
    await page.goto('about:blank');
    await openFrame(page, shell.address);
    await expect.poll(width).toBe(wider);
    // To the pixel, or the panels would wander with every start.
    await page.reload();
    await expect.poll(width).toBe(wider);
    await chooseLayout(page, /^Reset/);
    await expect.poll(width).toBe(before);
  });

  test('that are deleted are gone', async ({ page }) => {
    await chooseLayout(page, 'Two charts');
    await chooseLayout(page, 'Delete Two charts');
    await page.getByRole('button', { name: /^Layouts/ }).click();
    await expect(page.getByRole('menuitemradio')).toHaveText(['Standard']);
    await page.keyboard.press('Escape');
    await kept(page, () => chooseLayout(page, /^Reset/), '"saved":{}');
  });
});
