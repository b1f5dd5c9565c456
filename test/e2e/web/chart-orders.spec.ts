// Trading from the chart, over the wire: another symbol by typing, a bracket by dragging, an exit for what is held, and
// the × of a line. Every order goes through its review.
import type { Page } from 'playwright/test';
import { bookedOrders } from '#test/e2e/support/ledger.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { cents, field, fill, openDesk, place } from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'chart-orders' });

const figureOf = (page: Page, symbol: string) =>
  page.getByRole('figure', { name: `Price chart, ${symbol}` });
const chartOf = (page: Page, symbol: string) =>
  figureOf(page, symbol).getByRole('group', { name: /^Chart/ });

async function pictures(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [1280, 720],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await takePictures(page, `${name}-${width}`);
  }
}

/** By keyboard alone, into the chart that has the focus. */
async function typeSymbol(page: Page, from: string, symbol: string): Promise<number> {
  await chartOf(page, from).focus();
  await page.keyboard.type(symbol.toLowerCase());
  await expect(page.getByRole('combobox', { name: 'Chart symbol' })).toHaveValue(symbol);
  await page.keyboard.press('Enter');
  await expect(field(page, 'Symbol')).toHaveValue(symbol);
  await expect(figureOf(page, symbol)).toContainText(/O\d+\.\d\d/);
  await expect(chartOf(page, symbol)).toBeFocused();
  const price = page.getByRole('region', { name: `Price of ${symbol}` }).getByRole('paragraph');
  return Number((await price.first().innerText()).split(/\s/)[0]?.replaceAll(',', ''));
}

test('a bracket is dragged into shape, placed, and canceled by its ×', async ({ page, shell }) => {
  await openDesk(page, shell.address);
  await expect(figureOf(page, 'AAPL')).toContainText(/O\d+\.\d\d/);
  const price = await typeSymbol(page, 'AAPL', 'MSFT');
  const limit = cents(price - 0.6);
  await fill(page, {
    'Order class': 'Bracket',
    'Order type': 'Limit',
    Quantity: '4',
    'Limit price': limit,
  });
  const figure = figureOf(page, 'MSFT');
  const target = figure.getByRole('slider', { name: 'Ticket take profit' });
  const stop = figure.getByRole('slider', { name: 'Ticket stop loss' });
  await expect(target).toHaveText('Set target');
  await expect(target).toBeInViewport({ ratio: 1 });
  const box = await target.boundingBox();
  if (!box) throw new Error('the handle has no place');
  await page.mouse.move(box.x + 10, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 10, box.y - 50, { steps: 5 });
  await page.mouse.up();
  await expect(field(page, 'Take profit')).toHaveValue(/^\d+\.\d\d$/);
  await stop.focus();
  for (let n = 0; n < 4; n++) await page.keyboard.press('PageDown');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Stop loss')).toHaveValue(cents(Number(limit) - 0.4));
  await expect(stop).toHaveText(/stop loss −\$1\.60/);
  await expect(target).toHaveText(/target \+\$\d+\.\d\d · \d+(\.\d)? : 1/);
  await pictures(page, 'chart-orders-bracket');
  expect(bookedOrders(shell.folder).filter(({ symbol }) => symbol === 'MSFT')).toEqual([]);
  await place(page);
  // Placed: the ticket's lines are gone, and the order's is there.
  await expect(target).toHaveCount(0);
  const cancel = figure.getByRole('button', { name: `Cancel order: Buy 4 MSFT limit ${limit}` });
  await expect(cancel).toBeVisible();
  await cancel.click();
  await expect(cancel).toHaveCount(0);
  await expect
    .poll(() =>
      bookedOrders(shell.folder)
        .filter(({ symbol }) => symbol === 'MSFT')
        .map(({ status }) => status),
    )
    .toContain('canceled');
  await expect(figure.getByRole('button', { name: /^Cancel order/ })).toHaveCount(0);
});

test('what is held gets a stop from the chart, and a line far away is brought into sight', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  await expect(figureOf(page, 'AAPL')).toContainText(/O\d+\.\d\d/);
  await fill(page, { 'Order class': 'Simple', 'Order type': 'Market', Quantity: '5' });
  await place(page);
  const figure = figureOf(page, 'AAPL');
  // It may be filled in parts.
  await expect(figure.locator('.chart-handles')).toContainText('Long 5 average', {
    timeout: 60_000,
  });
  const stop = figure.getByRole('slider', { name: 'Stop for AAPL' });
  await stop.focus();
  // Farther than the bars in sight are high, however many of them there are.
  for (let n = 0; n < 80; n++) await page.keyboard.press('PageDown');
  await expect(stop).toHaveText(/^Stop −\$\d+\.\d\d \d+\.\d\d$/);
  const at = (await stop.getAttribute('aria-valuenow')) ?? '';
  await pictures(page, 'chart-orders-position');
  await page.keyboard.press('Enter');
  // Asked for, not sent: the dialog of every protection has its price.
  const protect = page.getByRole('dialog', { name: 'Protect AAPL' });
  await expect(protect.getByLabel('Stop loss')).toHaveValue(at);
  await protect.getByRole('button', { name: `Protect 5 AAPL: stop ${at}` }).click();
  await expect(protect).toHaveCount(0);
  const line = figure.getByRole('slider', { name: 'Sell 5 stop price' });
  await expect(line).toHaveAttribute('aria-valuenow', at);
  await expect(stop).toHaveCount(0);
  // Beyond the edge with another: counted and listed.
  await fill(page, { 'Order type': 'Limit', Quantity: '1', 'Limit price': '1.00' });
  const below = figure.getByRole('button', { name: '2 lines below' });
  await below.click();
  await page.getByRole('menuitem', { name: 'Ticket: buy 1 limit 1.00' }).click();
  await expect(figure.getByRole('slider', { name: 'Ticket limit price' })).toBeFocused();
  await expect(below).toHaveCount(0);
  await figure.getByRole('button', { name: 'Fit to bars' }).click();
  await expect(below).toBeVisible();
  await field(page, 'Limit price').fill('');
  const away = new RegExp(`^Show Sell 5 stop ${at} −\\$\\d+\\.\\d\\d, below$`);
  await figure.getByRole('button', { name: away }).click();
  await expect(line).toBeFocused();
  await expect(line).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Tab');
  await expect(
    figure.getByRole('button', { name: `Cancel order: Sell 5 AAPL stop ${at}` }),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(line).toHaveCount(0);
  await expect(stop).toBeVisible();
});
