import { rmSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { takePicture } from '#test/e2e/support/pictures.ts';
import { FILLED } from '#test/e2e/support/ticket.ts';
import { expect, startWebShell, temporaryFolder, test } from '#test/e2e/support/web-shell.ts';
import { pick } from '#test/e2e/support/choice.ts';

test.use({ story: 'trading' });

async function openDesk(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
  await expect(ticketOf(page).getByRole('button', { name: 'Review order' })).toBeEnabled();
  await expect(watched(page, 'AAPL')).toContainText(/\d+\.\d\d/);
}

const ticketOf = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' });
const reviewOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Review order' });
const ordersOf = (page: Page): Locator => page.getByRole('table', { name: 'Orders' });
const positionsOf = (page: Page): Locator => page.getByRole('table', { name: 'Positions' });
const orderRow = (page: Page, symbol: string): Locator =>
  ordersOf(page).getByRole('row', { name: new RegExp(`^${symbol} `) });
const watched = (page: Page, symbol: string): Locator =>
  page
    .getByRole('table', { name: 'Watchlist' })
    .getByRole('row', { name: new RegExp(`^${symbol}`) });

async function choose(page: Page, symbol: string): Promise<void> {
  await watched(page, symbol).getByRole('button', { name: symbol, exact: true }).click();
  await expect(ticketOf(page).getByLabel('Symbol')).toHaveValue(symbol);
}

/** Fills a limit order far below the market, which rests. */
async function fillResting(page: Page, symbol: string, price: string): Promise<void> {
  await choose(page, symbol);
  await pick(ticketOf(page).getByLabel('Order type'), 'Limit');
  await ticketOf(page).getByLabel('Quantity').fill('3');
  await ticketOf(page).getByLabel('Limit price', { exact: true }).fill(price);
}

/** Every order that the page asked main to place. */
function submissions(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (body.includes('"orders.submit"')) sent.push(body);
  });
  return sent;
}

test.describe('trading', () => {
  // One account, one story: later tests find what earlier ones left.
  test.describe.configure({ mode: 'serial' });
  test.beforeEach(async ({ page, shell }) => openDesk(page, shell.address));

  test('a market order is placed by keyboard alone, fills, and becomes a position', async ({
    page,
  }) => {
    const quantity = ticketOf(page).getByLabel('Quantity');
    await ticketOf(page).getByRole('radio', { name: 'Buy' }).focus();
    await page.keyboard.press('Tab');
    await expect(ticketOf(page).getByLabel('Symbol')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(quantity).toBeFocused();
    await page.keyboard.type('10');
    await expect(ticketOf(page)).toContainText(/Estimated cost\s*[1-9][\d,]*\.\d\d/);
    await expect(ticketOf(page)).toContainText(/Position after\s*10 at/);
    await page.keyboard.press('Enter');
    const review = reviewOf(page);
    await expect(review).toContainText('Practice account, PRACTICE');
    for (const fact of ['Buy', '10', 'AAPL', 'Market, day', 'Estimated cost'])
      await expect(review).toContainText(fact);
    const place = review.getByRole('button', { name: /^Place order/ });
    await expect(place).toHaveText('Place order: Buy 10 AAPL, market, PRACTICE');
    await page.keyboard.press('Tab');
    await expect(review.getByRole('button', { name: 'Back' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(place).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(review).toHaveCount(0);
    await expect(ticketOf(page).getByRole('status')).toContainText(
      'Accepted by the broker: Buy 10 AAPL',
    );
    await expect(quantity).toHaveValue('');
    await expect(orderRow(page, 'AAPL')).toContainText(FILLED);
    await expect(positionsOf(page).getByRole('row', { name: /^AAPL long 10 / })).toBeVisible();
  });

  test('its evidence is there line by line', async ({ page }) => {
    await orderRow(page, 'AAPL').getByRole('button', { name: 'Evidence' }).click();
    const evidence = page.getByRole('dialog', { name: 'Evidence' });
    await expect(evidence).toContainText('Buy 10 AAPL, market, PRACTICE');
    await expect(evidence).toContainText('The broker has this order.');
    const lines = evidence.getByRole('listitem');
    await expect(lines.filter({ hasText: 'Sent to the broker' })).toHaveCount(1);
    await expect(lines.filter({ hasText: /It ended: filled, 10 at \d/ })).toHaveCount(1);
    await expect(lines.first()).toContainText(/\d\d:\d\d:\d\d\.\d{3}/);
    await expect(evidence).not.toContainText(/pending_new|partially_filled/);
    await expect(evidence.getByRole('button', { name: 'Send again' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(evidence).toHaveCount(0);
  });

  test('closing a position asks once and leaves nothing', async ({ page }) => {
    const row = positionsOf(page).getByRole('row', { name: /^AAPL/ });
    await row.getByRole('button', { name: 'Close' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close AAPL' });
    await dialog.getByRole('button', { name: 'Close 10 AAPL' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row).toHaveCount(0);
    await expect(page.getByText('No positions.')).toBeVisible();
  });

  test('a limit order far away rests and is canceled', async ({ page }) => {
    await fillResting(page, 'MSFT', '200');
    await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
    await reviewOf(page)
      .getByRole('button', { name: 'Place order: Buy 3 MSFT at 200.00, limit, PRACTICE' })
      .click();
    const row = orderRow(page, 'MSFT');
    await expect(row).toContainText(/buy\s*3\s*0\s*limit\s*200\.00/);
    await row.getByRole('button', { name: 'Cancel order' }).click();
    await expect(row).toContainText('canceled');
    await page.getByRole('button', { name: /^open/ }).click();
    await expect(row).toHaveCount(0);
  });

  test('a double Enter and a double click give one order', async ({ page }) => {
    const sent = submissions(page);
    await fillResting(page, 'NVDA', '60');
    await ticketOf(page).getByLabel('Limit price', { exact: true }).press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(reviewOf(page)).toBeVisible();
    expect(sent).toEqual([]);
    await reviewOf(page)
      .getByRole('button', { name: /^Place order/ })
      .dblclick();
    await expect(reviewOf(page)).toHaveCount(0);
    await expect(orderRow(page, 'NVDA')).toHaveCount(1);
    expect(sent).toHaveLength(1);
  });

  test('cancel all lists what it will touch, then does it', async ({ page }) => {
    await expect(orderRow(page, 'NVDA')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel all orders' });
    await expect(dialog.getByRole('listitem')).toHaveText([/Buy 3 NVDA limit 60\.00/]);
    await dialog.getByRole('button', { name: 'Cancel 1 order' }).click();
    await expect(orderRow(page, 'NVDA')).toContainText('canceled');
    await expect(page.getByRole('button', { name: 'Cancel all' })).toBeDisabled();
  });
});

test('stopping all trading is said, holds, and is not undone by the page', async ({ page }) => {
  const folder = temporaryFolder();
  const shell = await startWebShell({ folder });
  try {
    await openDesk(page, shell.address);
    await ticketOf(page).getByLabel('Quantity').fill('2');
    await page.keyboard.press('Enter');
    await reviewOf(page)
      .getByRole('button', { name: /^Place order/ })
      .click();
    const held = positionsOf(page).getByRole('row', { name: /^AAPL long 2/ });
    await expect(held).toBeVisible();
    await page.getByRole('button', { name: 'Stop all trading' }).click();
    const banner = page.getByRole('region', { name: 'Trading is stopped' });
    await expect(banner).toContainText('All trading is stopped');
    const review = ticketOf(page).getByRole('button', { name: 'Review order' });
    await expect(review).toBeDisabled();
    await expect(review).toHaveAccessibleDescription(/All trading is stopped/);
    await expectAccessible(page);
    await banner.getByRole('button', { name: 'Allow trading…' }).click();
    await expect(banner).toContainText('Trading stays stopped: it was not confirmed.');
    await takePicture(page, 'stopped');
    await page.reload();
    await expect(banner).toBeVisible();
    // An exit still goes: its one confirmation names the stop.
    await held.getByRole('button', { name: 'Close' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close AAPL' });
    await expect(dialog).toContainText('All trading is stopped.');
    await dialog.getByRole('button', { name: 'Close 2 AAPL' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(held).toHaveCount(0);
  } finally {
    await shell.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
