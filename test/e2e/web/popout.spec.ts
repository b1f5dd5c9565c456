// A chart in a window of its own, in the browser: same origin, same account, no way to the token.
import type { Locator, Page } from 'playwright/test';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';
import { pick } from '#test/e2e/support/choice.ts';
import { bookedOrders } from '#test/e2e/support/ledger.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { field, fill, reviewOf, ticketOf } from '#test/e2e/support/ticket.ts';

test.use({ story: 'popout' });

const priceOf = (page: Page): Locator =>
  page
    .getByRole('region', { name: /^Price of / })
    .getByRole('paragraph')
    .first();
const sliderOf = (page: Page): Locator => page.getByRole('slider', { name: /^Buy .* price$/ });

async function openDesk(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
  await expect(page.getByRole('figure', { name: 'Price chart, AAPL' })).toContainText(/O\d+\.\d\d/);
}

/** A limit order that rests: below the market, and still in the picture. */
async function placeResting(page: Page): Promise<void> {
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  const price = Number((await priceOf(page).innerText()).split(/\s/)[0]);
  await pick(ticket.getByLabel('Order type'), 'Limit');
  await ticket.getByLabel('Quantity').fill('3');
  await ticket.getByLabel('Limit price', { exact: true }).fill((price - 0.6).toFixed(2));
  await ticket.getByRole('button', { name: 'Review order' }).click();
  const review = page.getByRole('dialog');
  await review.getByRole('button', { name: /^Place order/ }).click();
  await expect(review).toHaveCount(0);
}

test('a chart opens in a window of its own and lives there', async ({ page, shell }) => {
  const requested: string[] = [];
  page.context().on('request', (request) => requested.push(request.url()));
  await openDesk(page, shell.address);
  await pick(page.getByRole('combobox', { name: 'Timeframe' }), '5 minutes');
  await placeResting(page);
  requested.length = 0;

  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open in its own window' }).click();
  const chart = await opening;
  await expect(chart).toHaveTitle('PRACTICE · AAPL · Practice account · Ballast');
  await expect(chart.getByRole('region', { name: 'Account' })).toHaveText(
    'PRACTICE · SIMULATEDPractice account',
  );
  await expect(chart.getByRole('status', { name: 'Price stream' })).toContainText('live');
  await expect(chart.getByRole('combobox', { name: 'Timeframe' })).toHaveText('5 minutes');
  await expect(chart.getByRole('figure', { name: 'Price chart, AAPL' })).toContainText(
    /O\d+\.\d\d/,
  );
  // The desk is where it was, and is not loaded a second time.
  await expect(page.getByRole('figure', { name: 'Price chart, AAPL' })).toBeVisible();
  await expect(chart.getByRole('form', { name: 'Order ticket' })).toHaveCount(0);
  expect(requested.filter((url) => /DeskScreen/.test(url))).toEqual([]);

  const before = await priceOf(chart).innerText();
  // It was opened without a way back, and the token traveled in no address.
  expect(await chart.evaluate(() => [window.opener, document.referrer, location.search])).toEqual([
    null,
    '',
    '',
  ]);
  expect(requested.length).toBeGreaterThan(5);
  expect(requested.filter((url) => url.includes(shell.token) || url.includes('ticket'))).toEqual(
    [],
  );
  const { host } = new URL(shell.address);
  expect(requested.filter((url) => new URL(url).host !== host)).toEqual([]);

  await expectAccessibleInBoth(chart, 'chart-window');
  await expect.poll(() => priceOf(chart).innerText(), { timeout: 30_000 }).not.toBe(before);

  // An order is changed from here as on the desk, through its review.
  await sliderOf(chart).focus();
  await chart.keyboard.press('ArrowDown');
  await chart.keyboard.press('Enter');
  const review = chart.getByRole('dialog', { name: 'Change order' });
  await review.getByRole('button', { name: /^Change order: / }).click();
  await expect(review).toHaveCount(0);

  // Amounts that are hidden on the desk are hidden here at once, and a linked chart follows the symbol.
  await expect(sliderOf(chart)).toContainText('3');
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  await expect(sliderOf(chart)).not.toContainText('3');
  await chart.keyboard.press('Control+Shift+h');
  await expect(sliderOf(chart)).toContainText('3');
  await expect(page.getByRole('button', { name: 'Hide amounts' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await page
    .getByRole('row', { name: /^MSFT/ })
    .getByRole('button', { name: 'MSFT', exact: true })
    .click();
  await expect(chart).toHaveTitle('PRACTICE · MSFT · Practice account · Ballast');

  // What is changed here stays here, and stands a reload.
  await chart.getByRole('button', { name: 'Linked' }).click();
  await pick(chart.getByRole('combobox', { name: 'Timeframe' }), '1 hour');
  await chart.reload();
  await expect(chart).toHaveTitle('PRACTICE · MSFT · Practice account · Ballast');
  await expect(chart.getByRole('combobox', { name: 'Timeframe' })).toHaveText('1 hour');
  await expect(chart.getByRole('button', { name: 'Linked' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await expect(page.getByRole('combobox', { name: 'Timeframe' })).toHaveText('5 minutes');

  // One more beside it, by name.
  const another = page.waitForEvent('popup');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('open chart in its own window');
  await page.keyboard.press('Enter');
  await expect((await another).getByRole('combobox', { name: 'Timeframe' })).toHaveText(
    '5 minutes',
  );
  expect(chart.isClosed()).toBe(false);
});

test('the ticket beside a chart is the ticket of the desk, and two windows do not double an order', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open in its own window' }).click();
  const chart = await opening;
  await chart.setViewportSize({ width: 960, height: 640 });
  const toggle = chart.getByRole('button', { name: 'Ticket', exact: true });
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await toggle.click();
  await expect(field(chart, 'Symbol')).toHaveValue('AAPL');
  await expect(chart.getByRole('region', { name: 'Account' })).toContainText('PRACTICE');
  await expect(chart.getByRole('figure', { name: 'Price chart, AAPL' })).toContainText(
    /O\d+\.\d\d/,
  );
  await expectAccessibleInBoth(chart, 'chart-window-ticket');

  // What it holds is drawn in the chart beside it, and is moved there.
  await fill(chart, { 'Order class': 'Bracket', Quantity: '3' });
  await ticketOf(chart).getByRole('button', { name: /^Bid/ }).click();
  const target = chart.getByRole('slider', { name: 'Ticket take profit' });
  await expect(target).toBeVisible();
  await target.focus();
  await chart.keyboard.press('ArrowUp');
  await expect(field(chart, 'Take profit')).toHaveValue(/^\d+\.\d\d$/);
  await fill(chart, { 'Order class': 'Simple', 'Order type': 'Market' });

  // The same order is reviewed in both windows, and placed from this one, twice over.
  const before = bookedOrders(shell.folder).length;
  for (const window of [page, chart]) {
    await field(window, 'Quantity').fill('7');
    await ticketOf(window).getByRole('button', { name: 'Review order' }).click();
    await expect(
      reviewOf(window).getByRole('button', { name: /^Place order: Buy 7 AAPL/ }),
    ).toBeEnabled();
  }
  await takePictures(chart, 'chart-window-review');
  await reviewOf(chart)
    .getByRole('button', { name: /^Place order/ })
    .dblclick();
  await expect(reviewOf(chart)).toHaveCount(0);
  await expect(ticketOf(chart).getByRole('status')).toContainText('Buy 7 AAPL');
  await expect(reviewOf(page)).toContainText('You confirmed the same order');
  await expect(reviewOf(page).getByRole('button', { name: /^Place order/ })).toBeDisabled();
  expect(bookedOrders(shell.folder).length - before).toBe(1);
  await page.keyboard.press('Escape');

  // It is there again after a reload, follows the chart's symbol, and goes when it is put away.
  await chart.reload();
  await expect(ticketOf(chart)).toBeVisible();
  await page
    .getByRole('row', { name: /^MSFT/ })
    .getByRole('button', { name: 'MSFT', exact: true })
    .click();
  await expect(field(chart, 'Symbol')).toHaveValue('MSFT');
  await toggle.click();
  await expect(ticketOf(chart)).toHaveCount(0);
  expect(bookedOrders(shell.folder).length - before).toBe(1);
});
