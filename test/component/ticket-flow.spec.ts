// The ticket and the change of an order between the person and main.
import type { Locator, Page } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import type { Intent } from '#contract/intents.ts';
import { OrderPreview } from '#contract/trading.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ACCOUNT_ID, AMD, ok, previewOf } from '#test/component/support/world.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { takePicture } from '#test/e2e/support/pictures.ts';
import {
  changeOf,
  choose,
  field,
  fill,
  openDesk,
  reviewOf,
  ticketOf,
} from '#test/e2e/support/ticket.ts';

const openRow = (page: Page, symbol: string) =>
  page
    .getByRole('table', { name: 'Orders' })
    .getByRole('row', { name: new RegExp(`^${symbol} `) })
    .filter({ has: page.getByRole('button', { name: 'Change order' }) });

test('a change whose answer is lost says so, and cannot be sent twice', async ({
  page,
  main,
  address,
}) => {
  const unknown = (intentId: string): Intent => ({
    intentId,
    accountId: ACCOUNT_ID,
    kind: 'replace',
    state: 'unknown',
    body: '{}',
    symbol: 'AAPL',
    title: 'Change buy AAPL: quantity 6',
    confirmedAt: Date.now(),
    cancelWhenFound: false,
    isConflict: false,
    unanswered: 1,
    changedAt: Date.now(),
  });
  main.answer('orders.replace', ({ intentId }) => ok(unknown(intentId)));
  main.addOrder({ symbol: 'AAPL', qty: Decimal.parse('5'), limitPrice: Decimal.parse('170') });
  await openDesk(page, address);
  await openRow(page, 'AAPL').getByRole('button', { name: 'Change order' }).click();
  const dialog = changeOf(page);
  await dialog.getByLabel('Quantity').fill('6');
  await dialog.getByRole('button', { name: /^Change order: / }).click();
  await expect(dialog.getByRole('alert')).toContainText('may have been changed');
  await expect(dialog.getByRole('button', { name: /^Change order/ })).toHaveCount(0);
  await expect(dialog.getByLabel('Quantity')).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  expect(main.inputsOf('orders.replace')).toHaveLength(1);
});

test('a change that is refused keeps what was typed', async ({ page, main, address }) => {
  main.fails('orders.replace', {
    kind: 'invalid',
    issues: [{ path: 'qty', message: 'Too many.' }],
  });
  main.addOrder({ symbol: 'AAPL', qty: Decimal.parse('5'), limitPrice: Decimal.parse('170') });
  await openDesk(page, address);
  await page.emulateMedia({ colorScheme: 'light' });
  await openRow(page, 'AAPL').getByRole('button', { name: 'Change order' }).click();
  const dialog = changeOf(page);
  await dialog.getByLabel('Quantity').fill('7');
  await dialog.getByRole('button', { name: /^Change order: / }).click();
  await expect(dialog.getByRole('alert')).toContainText('Too many.');
  await expect(dialog.getByLabel('Quantity')).toHaveValue('7');
  await takePicture(page, 'change-light');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(main.inputsOf('orders.replace')).toHaveLength(1);
});

test('a symbol that is being typed is not mixed with the one the desk chooses', async ({
  page,
  address,
}) => {
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/call', async (route) => {
    if ((route.request().postData() ?? '').includes('"watchlists.get"')) await gate;
    await route.continue();
  });
  await page.goto(address);
  await field(page, 'Symbol').focus();
  await page.keyboard.type('K');
  letGo();
  await expect(page.getByRole('table', { name: 'Watchlist' })).toContainText('AAPL');
  await expect(field(page, 'Symbol')).toHaveValue('K');
  await page.keyboard.type('O');
  await expect(field(page, 'Symbol')).toHaveValue('KO');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Quantity')).toBeFocused();
  await expect(field(page, 'Symbol')).toHaveValue('KO');
});

test('without the review the button places, and Enter in a field still does not', async ({
  page,
  main,
  address,
}) => {
  main.documents.appearance = { ...main.documents.appearance, isReviewSkipped: true };
  main.setTrading({});
  const sent = () => main.inputsOf('orders.submit').length;
  await openDesk(page, address);
  await choose(page, 'AMZN');
  await fill(page, { Quantity: '2' });
  const button = ticketOf(page).getByRole('button', { name: /^Place order/ });
  await expect(button).toHaveText('Place order: Buy 2 AMZN, market, PRACTICE');
  await field(page, 'Quantity').press('Enter');
  await expect(reviewOf(page)).toBeVisible();
  expect(sent()).toBe(0);
  await reviewOf(page).getByRole('button', { name: 'Back' }).click();
  await button.dblclick();
  await expect(ticketOf(page).getByRole('status')).toContainText(
    'Accepted by the broker: Buy 2 AMZN',
  );
  await expect(reviewOf(page)).toHaveCount(0);
  expect(sent()).toBe(1);
  expect(main.orders).toMatchObject([{ symbol: 'AMZN', qty: '2' }]);
});

test('a symbol that the broker does not have is said before the rest is filled in', async ({
  page,
  main,
  address,
}) => {
  main.answer('assets.search', ({ text }) => ok(text.startsWith('AM') ? [AMD] : []));
  await openDesk(page, address);
  const symbol = field(page, 'Symbol');
  await symbol.fill('zzzz');
  await expect(symbol).toHaveAccessibleDescription(
    'The broker does not know ZZZZ: check the symbol.',
  );
  // What is near is offered first, and said once the field is left.
  await symbol.fill('amdd');
  await expect(page.getByRole('option', { name: /^AMD/ })).toBeVisible();
  await expect(symbol).toHaveAttribute('aria-invalid', 'false');
  await page.keyboard.press('Tab');
  await expect(symbol).toHaveAccessibleDescription(
    'The broker does not know AMDD: did you mean AMD?',
  );
  // Nothing is said of one that is there, that has a price, or whose list could not be read.
  for (const known of ['amd', 'aapl']) {
    await symbol.fill(known);
    await expect
      .poll(() => main.inputsOf('assets.search').at(-1)?.['text'])
      .toBe(known.toUpperCase());
    await page.keyboard.press('Tab');
    await expect(symbol).toHaveAttribute('aria-invalid', 'false');
  }
  main.fails('assets.search', { kind: 'offline', message: 'The broker cannot be reached.' });
  await symbol.fill('yyyy');
  await expect.poll(() => main.inputsOf('assets.search').at(-1)?.['text']).toBe('YYYY');
  await page.keyboard.press('Tab');
  await expect(symbol).toHaveAttribute('aria-invalid', 'false');
});

test('what is probably not meant is said in the ticket, in the review and of a change, and goes', async ({
  page,
  main,
  address,
}) => {
  const warning = 'The limit of 181.00 is above the stop of 180.00.';
  main.answer('orders.preview', ({ draft }) =>
    ok(previewOf(draft, { whatIf: { isExit: true, warnings: [warning] } })),
  );
  main.answer('orders.previewChange', () =>
    ok(
      OrderPreview.parse({
        title: 'Change',
        issues: [],
        verdicts: [],
        whatIf: { isExit: true, warnings: [warning] },
      }),
    ),
  );
  main.addOrder({ symbol: 'AAPL', qty: Decimal.parse('5'), limitPrice: Decimal.parse('170') });
  await openDesk(page, address);
  await choose(page, 'SPY');
  await ticketOf(page).getByText('Sell', { exact: true }).click();
  await fill(page, { 'Order type': 'Stop limit', Quantity: '3' });
  await fill(page, { 'Stop price': '180', 'Limit price': '181' });
  const warnings = (within: Locator) => within.getByRole('list', { name: 'Warnings' });
  await expect(warnings(ticketOf(page))).toHaveText(`Warning. ${warning}`);
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  await expect(warnings(reviewOf(page))).toHaveText(`Warning. ${warning}`);
  await expect(reviewOf(page).getByRole('button', { name: /^Place order/ })).toBeEnabled();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await openRow(page, 'AAPL').getByRole('button', { name: 'Change order' }).click();
  await changeOf(page).getByLabel('Quantity').fill('6');
  await expect(warnings(changeOf(page))).toHaveText(`Warning. ${warning}`);
});
