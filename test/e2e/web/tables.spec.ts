import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { accountIdOf, call } from '#test/e2e/support/bridge-call.ts';
import { takePicture } from '#test/e2e/support/pictures.ts';
import { FILLED } from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';
import { choicesOf, pick } from '#test/e2e/support/choice.ts';

test.use({ story: 'tables' });

// One account, one story: later tests find what earlier ones left.
test.describe.configure({ mode: 'serial' });

const tableOf = (page: Page, name: string): Locator =>
  page.getByRole('table', { name, exact: true });
/** The rows of a table without its head. */
const rowsOf = (page: Page, name: string): Locator =>
  tableOf(page, name)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
const rowOf = (page: Page, name: string, symbol: string): Locator =>
  tableOf(page, name).getByRole('row', { name: new RegExp(`^${symbol}\\b`) });
const symbolsOf = (page: Page, name: string): Promise<string[]> =>
  tableOf(page, name).getByRole('rowheader').allInnerTexts();

test.beforeEach(async ({ page, shell }) => {
  await page.goto(shell.address);
  await expect(page.getByRole('status', { name: 'Order stream' })).toContainText('live');
  await expect(rowOf(page, 'Watchlist', 'AAPL')).toContainText(/\d+\.\d\d/);
});

/** Past the ticket, which has its own tests. */
async function place(page: Page, draft: object): Promise<void> {
  const accountId = await accountIdOf(page);
  const { intentId } = await call<{ intentId: string }>(page, 'tickets.open', { accountId });
  await call(page, 'orders.submit', {
    accountId,
    intentId,
    confirmations: [],
    draft: { type: 'market', timeInForce: 'day', ...draft },
  });
}

async function exported(page: Page, what: string, kind: 'CSV' | 'JSON'): Promise<string> {
  await page.getByRole('button', { name: `Export ${what}`, exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: `Export ${what} as ${kind}` }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

test('orders are filtered by status, symbol, side and text, and sorted', async ({ page }) => {
  await place(page, { symbol: 'AAPL', side: 'buy', qty: '4' });
  await place(page, { symbol: 'MSFT', side: 'buy', type: 'limit', qty: '2', limitPrice: '200' });
  await place(page, { symbol: 'NVDA', side: 'buy', type: 'limit', qty: '9', limitPrice: '60' });
  await expect(rowOf(page, 'Orders', 'AAPL')).toContainText(FILLED);
  await expect(rowsOf(page, 'Orders')).toHaveCount(3);
  await expect(tableOf(page, 'Orders')).toHaveAttribute('aria-rowcount', '4');
  const which = page.getByRole('group', { name: 'Which orders' });
  for (const [status, expected] of [
    ['filled', ['AAPL']],
    ['open', ['NVDA', 'MSFT']],
    ['canceled', []],
    ['refused', []],
    ['all', ['NVDA', 'MSFT', 'AAPL']],
  ] as const) {
    await which.getByRole('button', { name: new RegExp(`^${status}`) }).click();
    await expect(rowsOf(page, 'Orders')).toHaveCount(expected.length);
    expect(await symbolsOf(page, 'Orders')).toEqual(expected);
  }
  await page.getByLabel('Filter by text').fill('limit 200');
  await expect(rowsOf(page, 'Orders')).toHaveCount(1);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await page.getByLabel('Filter by symbol').fill('nv');
  await expect(rowsOf(page, 'Orders')).toHaveCount(1);
  await page.getByLabel('Filter by symbol').fill('');
  await pick(page.getByLabel('Filter by side'), 'Sells');
  await expect(page.getByText('No orders match the filter.')).toBeVisible();
  await pick(page.getByLabel('Filter by side'), 'Buys and sells');
  await pick(page.getByLabel('Filter by time'), 'Past day');
  await expect(rowsOf(page, 'Orders')).toHaveCount(3);
  const head = tableOf(page, 'Orders').getByRole('columnheader', { name: 'Quantity' });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  expect(await symbolsOf(page, 'Orders')).toEqual(['MSFT', 'AAPL', 'NVDA']);
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  expect(await symbolsOf(page, 'Orders')).toEqual(['NVDA', 'AAPL', 'MSFT']);
  // By keys from row to row.
  await rowsOf(page, 'Orders').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, 'Orders', 'AAPL')).toBeFocused();
  await page.keyboard.press('End');
  await expect(rowOf(page, 'Orders', 'MSFT')).toBeFocused();
});

test('what is shown is exported, and only that', async ({ page }) => {
  await page.getByRole('group', { name: 'Which orders' }).getByText('open').click();
  await expect(rowsOf(page, 'Orders')).toHaveCount(2);
  const [head, first, second, end] = (await exported(page, 'orders', 'CSV')).split('\r\n');
  expect(head).toMatch(/^symbol,side,quantity,notional,type,time_in_force,limit_price,/);
  expect(first).toMatch(/^NVDA,buy,9,,limit,day,60,/);
  expect(second).toMatch(/^MSFT,buy,2,,limit,day,200,/);
  expect(end).toBe('');
  const orders = JSON.parse(await exported(page, 'orders', 'JSON')) as Record<string, string>[];
  expect(orders.map(({ symbol, placed }) => [symbol, placed])).toEqual([
    ['NVDA', 'here'],
    ['MSFT', 'here'],
  ]);
  await page.getByRole('tab', { name: 'Fills' }).click();
  // The broker may fill it in pieces; together they are the order.
  await expect(rowOf(page, 'Fills', 'AAPL').first()).toContainText(/^AAPL\s*buy\s*\d\s*\d+\.\d+/);
  const fills = JSON.parse(await exported(page, 'fills', 'JSON')) as Record<string, string>[];
  expect(fills).toHaveLength(await rowsOf(page, 'Fills').count());
  expect(new Set(fills.map(({ symbol }) => symbol))).toEqual(new Set(['AAPL']));
  expect(fills.reduce((sum, { quantity }) => sum + Number(quantity), 0)).toBe(4);
  await page.getByLabel('Filter fills by text').fill('nothing like it');
  await expect(page.getByText('No fills match the filter.')).toBeVisible();
  await page.getByRole('tab', { name: 'Positions' }).click();
  const positions = await exported(page, 'positions', 'CSV');
  expect(positions).toMatch(/\r\nAAPL,long,4,/);
});

test('one order is canceled, then everything on the account', async ({ page }) => {
  await rowOf(page, 'Orders', 'MSFT').getByRole('button', { name: 'Cancel order' }).click();
  await expect(rowOf(page, 'Orders', 'MSFT')).toContainText('canceled');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { name } = JSON.parse(request.postData() ?? '{}') as { name?: string };
    if (name?.startsWith('orders.cancel')) asked.push(name);
  });
  await page.getByRole('button', { name: 'Cancel all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel all orders' });
  await expect(dialog.getByRole('listitem')).toHaveText([/Buy 9 NVDA limit 60\.00/]);
  await expect(dialog.getByRole('button', { name: 'Cancel 1 order' })).toBeVisible();
  await dialog.getByRole('radio', { name: /^Every open order on this account/ }).check();
  await dialog.getByRole('button', { name: 'Cancel everything' }).click();
  await expect(rowOf(page, 'Orders', 'NVDA')).toContainText('canceled');
  expect(asked).toEqual(['orders.cancelEverything']);
});

test('flatten names what it will do, asks once, and leaves nothing', async ({ page }) => {
  // An earlier test may have left the fills in front, which is remembered.
  await page.getByRole('tab', { name: 'Positions' }).click();
  await place(page, { symbol: 'JPM', side: 'buy', qty: '3' });
  await expect(rowOf(page, 'Positions', 'JPM')).toContainText('3');
  await page.getByRole('button', { name: 'Flatten' }).click();
  const dialog = page.getByRole('dialog', { name: 'Flatten' });
  const steps = dialog.getByRole('listitem');
  await expect(steps).toHaveText([/Sell 4 AAPL at the market/, /Sell 3 JPM at the market/]);
  await takePicture(page, 'flatten');
  await dialog.getByRole('button', { name: 'Flatten 2 positions' }).dblclick();
  await expect(dialog).toHaveCount(0);
  for (const symbol of ['AAPL', 'JPM'])
    await expect(rowOf(page, 'Positions', symbol)).toHaveCount(0);
  await expect(rowOf(page, 'Orders', 'JPM')).toHaveCount(2);
});

test('a watchlist is made, filled, put in order and removed by keyboard', async ({ page }) => {
  const manage = page.getByRole('button', { name: 'Manage watchlists' });
  await manage.press('Enter');
  await page.getByRole('menuitem', { name: 'New list…' }).press('Enter');
  const naming = page.getByRole('dialog', { name: 'New watchlist' });
  await naming.getByLabel('Name').fill('   ');
  await page.keyboard.press('Enter');
  await expect(naming).toContainText('give it a name');
  await naming.getByLabel('Name').fill('Chips');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This watchlist is empty.')).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Add symbol' });
  const found = page.getByRole('listbox', { name: 'Symbols found' });
  for (const [typed, symbol] of [
    ['nvid', 'NVDA'],
    ['advanced micro', 'AMD'],
    ['intel corp', 'INTC'],
  ] as const) {
    await field.fill(typed);
    await expect(found.getByRole('option', { name: new RegExp(`^${symbol}`) })).toBeVisible();
    await field.press('ArrowDown');
    await expect(found.getByRole('option', { selected: true })).toHaveText(
      new RegExp(`^${symbol}`),
    );
    await field.press('Enter');
    await expect(rowOf(page, 'Watchlist', symbol)).toContainText(/\d+\.\d\d/);
    await expect(field).toHaveValue('');
  }
  expect(await symbolsOf(page, 'Watchlist')).toEqual(['NVDA', 'AMD', 'INTC']);
  await rowOf(page, 'Watchlist', 'NVDA').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(rowOf(page, 'Watchlist', 'NVDA')).toBeFocused();
  await expect.poll(() => symbolsOf(page, 'Watchlist')).toEqual(['AMD', 'INTC', 'NVDA']);
  await rowOf(page, 'Watchlist', 'NVDA').dragTo(rowOf(page, 'Watchlist', 'AMD'));
  await expect.poll(() => symbolsOf(page, 'Watchlist')).toEqual(['NVDA', 'AMD', 'INTC']);
  await page.reload();
  const shown = page.getByRole('combobox', { name: 'Watchlist to show' });
  await pick(shown, 'Chips (3)');
  await expect.poll(() => symbolsOf(page, 'Watchlist')).toEqual(['NVDA', 'AMD', 'INTC']);
  const symbol = tableOf(page, 'Watchlist').getByRole('button', { name: 'Symbol' });
  await symbol.press('Enter');
  await expect.poll(() => symbolsOf(page, 'Watchlist')).toEqual(['AMD', 'INTC', 'NVDA']);
  await rowOf(page, 'Watchlist', 'AMD').press('Delete');
  await expect.poll(() => symbolsOf(page, 'Watchlist')).toEqual(['INTC', 'NVDA']);
  await manage.press('Enter');
  await page.getByRole('menuitem', { name: 'Remove…' }).press('Enter');
  await page.getByRole('button', { name: 'Remove Chips' }).press('Enter');
  expect(await choicesOf(shown)).toHaveLength(1);
});
