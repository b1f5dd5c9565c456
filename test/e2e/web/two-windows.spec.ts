// Two windows of one desk: what is done in one is seen in the other, and neither writes over what the other chose.
import type { Locator, Page } from 'playwright/test';
import { need } from '#test/e2e/support/desk-call.ts';
import { chooseLayout, runCommand, tab } from '#test/e2e/support/frame.ts';
import { bookedOrders } from '#test/e2e/support/ledger.ts';
import { choose, FILLED, fill, openDesk, place } from '#test/e2e/support/ticket.ts';
import { expect, test, type RunningShell } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'two-windows' });

const orderRow = (page: Page, symbol: string): Locator =>
  page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: new RegExp(`^${symbol} `) });
const openCount = (page: Page): Locator =>
  page.getByRole('group', { name: 'Which orders' }).getByRole('button', { name: /^open/ });
const stopped = (page: Page): Locator => page.getByRole('region', { name: 'Trading is stopped' });

/** Two windows of the same browser, the second one in front. */
async function openBoth(page: Page, shell: RunningShell): Promise<Page> {
  await openDesk(page, shell.address);
  const other = await page.context().newPage();
  await openDesk(other, shell.address);
  return other;
}

async function saveLayout(page: Page, name: string): Promise<void> {
  await chooseLayout(page, 'Save as…');
  const dialog = page.getByRole('dialog', { name: 'Save layout' });
  await dialog.getByLabel('Layout name').fill(name);
  await dialog.getByRole('button', { name: 'Save layout' }).click();
  await expect(page.getByRole('button', { name: `Layouts ${name}` })).toBeVisible();
}

async function layoutNames(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: /^Layouts/ }).click();
  const names = await page.getByRole('menuitemradio').allInnerTexts();
  await page.keyboard.press('Escape');
  return names;
}

test('an order placed in one is in the other, and is canceled from there', async ({
  page,
  shell,
}) => {
  const other = await openBoth(page, shell);
  await choose(page, 'NVDA');
  await fill(page, { 'Order type': 'Limit', Quantity: '3', 'Limit price': '60' });
  await place(page);
  await expect(orderRow(other, 'NVDA')).toContainText(/buy\s*3\s*0\s*limit\s*60\.00/);
  for (const window of [page, other]) await expect(openCount(window)).toHaveText('open 1');
  // Evidence is the account's, not the window's that placed it.
  await orderRow(other, 'NVDA').getByRole('button', { name: 'Evidence' }).click();
  const evidence = other.getByRole('dialog', { name: 'Evidence' });
  await expect(evidence).toContainText('The broker has this order.');
  await evidence.press('Escape');
  await orderRow(other, 'NVDA').getByRole('button', { name: 'Cancel order' }).click();
  for (const window of [page, other]) {
    await expect(orderRow(window, 'NVDA')).toContainText('canceled');
    await expect(openCount(window)).toHaveText('open');
  }
  expect(bookedOrders(shell.folder).map(({ status }) => status)).toEqual(['canceled']);
});

test('a fill in one is a position in the other, and both ask for one order each', async ({
  page,
  shell,
}) => {
  const other = await openBoth(page, shell);
  const before = bookedOrders(shell.folder).length;
  // The same order in both tickets, and placed in one: the other's is another decision and was not made.
  for (const [window, quantity] of [
    [page, '2'],
    [other, '5'],
  ] as const) {
    await choose(window, 'MSFT');
    await fill(window, { 'Order type': 'Market', Quantity: quantity });
  }
  await place(page);
  await expect(orderRow(other, 'MSFT')).toContainText(FILLED);
  const held = other.getByRole('table', { name: 'Positions' });
  await expect(held.getByRole('row', { name: /^MSFT long 2 / })).toBeVisible();
  await expect(other.getByLabel('Quantity')).toHaveValue('5');
  await place(other);
  for (const window of [page, other])
    await expect(
      window.getByRole('table', { name: 'Positions' }).getByRole('row', { name: /^MSFT long 7 / }),
    ).toBeVisible();
  expect(bookedOrders(shell.folder)).toHaveLength(before + 2);
});

test('settings and layouts of one do not overwrite those of the other', async ({ page, shell }) => {
  const other = await openBoth(page, shell);
  await saveLayout(page, 'Morning');
  await saveLayout(other, 'Evening');
  // Each changes another thing before it can have heard of the other's.
  await Promise.all([
    runCommand(page, 'rows comf', 'Rows: comfortable'),
    runCommand(other, 'theme light', 'Theme: light'),
  ]);
  await chooseLayout(other, 'Add a chart');
  await expect(tab(other, 'Chart')).toHaveCount(2);
  type Kept = { appearance: { value: object }; layouts: { value: { saved: object } } };
  await expect
    .poll(async () => (await need<Kept>(shell, 'ui.get')).appearance.value)
    .toMatchObject({ isCompact: false, theme: 'light' });
  const { layouts } = await need<Kept>(shell, 'ui.get');
  expect(Object.keys(layouts.value.saved).sort()).toEqual(['Evening', 'Morning']);
  // The layout in use is each window's own.
  await expect(tab(page, 'Chart')).toHaveCount(1);
  for (const window of [page, other])
    await expect.poll(() => layoutNames(window)).toEqual(['Standard', 'Evening', 'Morning']);
  for (const window of [page, other])
    await expect(window.locator('html')).toHaveAttribute('data-density', 'comfortable');
});

test('what stops trading in one stops it in the other', async ({ page, shell }) => {
  const other = await openBoth(page, shell);
  await page.getByRole('button', { name: 'Stop all trading' }).click();
  for (const window of [page, other]) await expect(stopped(window)).toBeVisible();
  await expect(other.getByRole('button', { name: 'Review order' })).toBeDisabled();
});
