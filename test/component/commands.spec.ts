// The palette trades: a typed line says in words what it will do, and nothing is ever sent from it.
import type { Locator, Page } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ok, type World } from '#test/component/support/world.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { paletteOf, runCommand } from '#test/e2e/support/frame.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { field, openDesk, reviewOf, ticketOf } from '#test/e2e/support/ticket.ts';

const SENDING = ['orders.submit', 'orders.cancel', 'orders.cancelAll', 'closings.begin'] as const;
const noticesOf = (page: Page): Locator => page.getByRole('log', { name: 'Notices' });
const firstOf = (page: Page): Locator => paletteOf(page).getByRole('option', { selected: true });

const addResting = (main: World, symbol: string, side: 'buy' | 'sell' = 'buy') =>
  main.addOrder({ symbol, side, qty: Decimal.parse('5'), limitPrice: Decimal.parse('170') });

function expectNothingSent(main: World): void {
  for (const call of SENDING) expect(main.inputsOf(call)).toEqual([]);
}

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
}

test('an empty palette shows what can be typed', async ({ page, address }) => {
  await openDesk(page, address);
  await page.keyboard.press('Control+k');
  for (const example of ['buy 10 msft limit 330', 'protect tsla 340 355', 'alert aapl 195'])
    await expect(paletteOf(page)).toContainText(example);
  await expect(paletteOf(page).getByRole('combobox')).toHaveAccessibleDescription(/buy \$500 tsla/);
  await expectAccessible(page);
  await takePictures(page, 'palette-empty');
});

test('a typed order opens its review, and the review alone sends it', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  // Whatever was in the ticket before is not in the typed order.
  await field(page, 'Quantity').fill('77');
  await type(page, 'buy 10 msft limit 330');
  await expect(firstOf(page)).toContainText('Buy 10 MSFT at 330.00, limit');
  await expect(firstOf(page)).toContainText('opens the review');
  await takePictures(page, 'palette-order');
  await page.keyboard.press('Enter');
  await expect(reviewOf(page)).toContainText('MSFT');
  await expect(
    reviewOf(page).getByRole('button', { name: /^Place order: Buy 10 MSFT/ }),
  ).toBeVisible();
  expectNothingSent(main);
  await page.keyboard.press('Escape');
  await expect(field(page, 'Symbol')).toHaveValue('MSFT');
  await expect(field(page, 'Quantity')).toHaveValue('10');
  await expect(field(page, 'Limit price')).toHaveValue('330');
});

test('what is missing is said, and Enter does nothing then', async ({ page, main, address }) => {
  addResting(main, 'MSFT');
  await openDesk(page, address);
  await type(page, 'buy 10k msft');
  await expect(firstOf(page)).toContainText('"10k": write the number out, without k.');
  await expect(firstOf(page)).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await expect(paletteOf(page)).toBeVisible();
  await paletteOf(page).getByRole('combobox').fill('buy 10 msft limit 330,5');
  await expect(firstOf(page)).toContainText('"330,5": write 330.5 with a point.');
  await expectAccessible(page);
  await takePictures(page, 'palette-refused');
  await page.keyboard.press('Enter');
  await expect(paletteOf(page)).toBeVisible();
  expectNothingSent(main);
});

test('without a size the ticket asks for it', async ({ page, address }) => {
  await openDesk(page, address);
  await runCommand(page, 'sell nvda', 'Sell NVDA');
  await expect(field(page, 'Symbol')).toHaveValue('NVDA');
  await expect(ticketOf(page).getByRole('radio', { name: 'Sell' })).toBeChecked();
  await expect(field(page, 'Quantity')).toBeFocused();
});

test('a way out goes through its dialog, and is said to be none where nothing is held', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '10');
  await openDesk(page, address);
  await type(page, 'close msft');
  await expect(firstOf(page)).toContainText('You hold no MSFT.');
  // What is no symbol here is a search like any other.
  await paletteOf(page).getByRole('combobox').fill('close panel');
  await expect(firstOf(page)).toContainText('Close the current panel');
  await paletteOf(page).getByRole('combobox').fill('half aapl');
  await expect(firstOf(page)).toContainText('Half AAPL');
  await paletteOf(page).getByRole('combobox').fill('close aapl');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Close AAPL' })).toBeVisible();
  expectNothingSent(main);
});

test('while all is stopped, an exit is reviewed at once, and nothing else is reviewed later', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '10');
  await openDesk(page, address);
  main.setTrading({ isStopped: true });
  await runCommand(page, 'buy 2 aapl', /^Buy 2 AAPL/);
  await expect(ticketOf(page)).toContainText('All trading is stopped.');
  await expect(field(page, 'Quantity')).toHaveValue('2');
  // Until it is known what the order would do, it is not known whether it is an exit.
  await expect(ticketOf(page)).toContainText('380.00');
  main.setTrading({ isStopped: false });
  await expect(ticketOf(page)).not.toContainText('All trading is stopped.');
  main.setTrading({ isStopped: true });
  await runCommand(page, 'sell 3 aapl', /^Sell 3 AAPL/);
  await expect(page.getByRole('dialog', { name: 'Review order' })).toContainText('Sell');
  expectNothingSent(main);
});

test('what is typed to get out of everything, and to turn round, says so', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '10');
  await openDesk(page, address);
  await runCommand(page, 'close all', 'Flatten everything…');
  await expect(page.getByRole('dialog', { name: 'Flatten' })).toBeVisible();
  await page.keyboard.press('Escape');
  await runCommand(page, 'reverse aapl', 'Reverse AAPL');
  await expect(page.getByRole('dialog', { name: 'Reverse AAPL' })).toBeVisible();
  await page.keyboard.press('Escape');
  main.hold('ALL', '5');
  await runCommand(page, 'close all', 'Close ALL');
  expectNothingSent(main);
});

test('of two prices the one on the losing side is the stop, and a dialog holds both', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '10');
  await openDesk(page, address);
  const dialog = page.getByRole('dialog', { name: 'Protect AAPL' });
  for (const typed of ['protect aapl 210 170', 'protect aapl target 210 stop 170']) {
    await runCommand(page, typed, 'Protect AAPL: stop 170.00, target 210.00');
    await expect(dialog.getByLabel('Stop loss')).toHaveValue('170');
    await expect(dialog.getByLabel('Take profit')).toHaveValue('210');
    await page.keyboard.press('Escape');
  }
  main.hold('AAPL', '-10');
  await runCommand(page, 'protect aapl 210 170', 'Protect AAPL: stop 210.00, target 170.00');
  await expect(dialog.getByLabel('Stop loss')).toHaveValue('210');
  expectNothingSent(main);
});

test('cancels list what they touch and nothing else', async ({ page, main, address }) => {
  main.answer('orders.cancelAll', () => ok(null));
  addResting(main, 'AAPL');
  addResting(main, 'AAPL', 'sell');
  addResting(main, 'MSFT');
  await openDesk(page, address);
  await runCommand(page, 'cancel all aapl', 'Cancel all open orders in AAPL');
  const dialog = page.getByRole('dialog', { name: 'Cancel these orders' });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await runCommand(page, 'cancel all buys', 'Cancel all open buy orders');
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await runCommand(page, 'cancel order sell 5', /^Cancel order: Sell/);
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  expectNothingSent(main);
  await dialog.getByRole('button', { name: 'Cancel 1 order' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(main.inputsOf('orders.cancelAll')).toHaveLength(1);
});

test('an alert is set by its price, above or below the last one', async ({
  page,
  main,
  address,
}) => {
  main.answer('priceAlerts.add', () => ok([]));
  await openDesk(page, address);
  await runCommand(page, 'alert aapl 9999', 'Set an alert: AAPL rises to 9,999.00');
  await expect(noticesOf(page)).toContainText('Alert set: AAPL rises to 9,999.00.');
  expect(main.inputsOf('priceAlerts.add')).toMatchObject([
    { symbol: 'AAPL', rule: { kind: 'above', price: '9999' } },
  ]);
});

test('b and s open the ticket with the quantity selected, and Escape leads back', async ({
  page,
  address,
}) => {
  await openDesk(page, address);
  const row = page.getByRole('table', { name: 'Watchlist' }).getByRole('row', { name: /^MSFT/ });
  await field(page, 'Quantity').fill('12');
  await row.focus();
  await page.keyboard.press('s');
  await expect(ticketOf(page).getByRole('radio', { name: 'Sell' })).toBeChecked();
  await expect(field(page, 'Quantity')).toBeFocused();
  // Text in a field, and in place of what was selected.
  await page.keyboard.type('3');
  await expect(field(page, 'Quantity')).toHaveValue('3');
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
  await page.keyboard.press('b');
  await expect(ticketOf(page).getByRole('radio', { name: 'Buy' })).toBeChecked();
});

test('a chart is asked for by its symbol, whatever the palette has of the name', async ({
  page,
  main,
  address,
}) => {
  main.showDefaultLayout();
  await openDesk(page, address);
  await expect(page.getByRole('figure', { name: 'Price chart, AAPL' })).toBeVisible();
  await type(page, 'chart jpm');
  await expect(firstOf(page)).toContainText('Chart JPM');
  await takePictures(page, 'palette-chart');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('figure', { name: 'Price chart, JPM' })).toBeVisible();
  await type(page, 'chart window');
  await expect(firstOf(page)).toContainText('Open chart in its own window');
});

test('while trading is stopped a typed order does not promise its review, unless it is an exit', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '100');
  await openDesk(page, address);
  main.setTrading({ isStopped: true });
  await expect(page.getByRole('region', { name: /stopped/i }).first()).toBeVisible();
  await type(page, 'buy 5 amzn');
  await expect(firstOf(page)).toContainText('Buy 5 AMZN, market');
  await expect(firstOf(page)).toContainText('trading is stopped; exits only, fills the ticket');
  await expect(firstOf(page)).not.toContainText('opens the review');
  await takePictures(page, 'palette-stopped');
  await paletteOf(page).getByRole('combobox').fill('sell 5 aapl');
  await expect(firstOf(page)).toContainText('opens the review');
  // More than is held opens a position the other way.
  await paletteOf(page).getByRole('combobox').fill('sell 101 aapl');
  await expect(firstOf(page)).toContainText('fills the ticket');
  expectNothingSent(main);
});
