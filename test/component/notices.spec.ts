// What is said of an order is what is known of it: in the ticket, in the dialog of a change, in notices, behind the bell.
import type { Locator, Page } from 'playwright/test';
import type { Alert } from '#contract/alerts.ts';
import { Decimal } from '#contract/decimal.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ok } from '#test/component/support/fake-main.ts';
import { intentOf, REASON } from '#test/component/support/intents.ts';
import { ACCOUNT_ID, PROFILE } from '#test/component/support/world.ts';
import { changeOf, choose, fill, openDesk, reviewOf, ticketOf } from '#test/e2e/support/ticket.ts';

const statusOf = (page: Page): Locator => ticketOf(page).getByRole('status');
const noticesOf = (page: Page): Locator => page.getByRole('log', { name: 'Notices' });

test('the ticket says how its last order stands, and not how it stood', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  await choose(page, 'AMZN');
  await fill(page, { Quantity: '7' });
  let unknown = intentOf({});
  main.answer('orders.submit', ({ intentId }) => {
    unknown = intentOf({ intentId });
    main.tell('intents', unknown);
    return ok(unknown);
  });
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  await reviewOf(page)
    .getByRole('button', { name: /^Place order/ })
    .click();
  await expect(statusOf(page)).toHaveText(
    `${REASON} Your order may have been placed: it is being looked up. Do not place it again; see Orders.`,
  );
  const order = main.addOrder({ symbol: 'AMZN', clientOrderId: unknown.intentId });
  main.tell('intents', { ...unknown, state: 'accepted', resultId: order.id });
  await expect(statusOf(page)).toHaveText('Accepted by the broker: Buy 7 AMZN.');
  main.tell('orders', {
    ...order,
    status: 'filled',
    filledQty: Decimal.parse('7'),
    filledAvgPrice: Decimal.parse('180.25'),
  });
  await expect(ticketOf(page)).toContainText(
    'Accepted by the broker: Buy 7 AMZN. Filled at 180.25.',
  );
  // The fill has an alert of its own, which is read out.
  await expect(statusOf(page)).toHaveText('Accepted by the broker: Buy 7 AMZN.');
  main.tell('orders', { ...order, status: 'rejected' });
  await expect(statusOf(page)).toHaveText('The order is rejected: Buy 7 AMZN.');
});

test('a change that is unknown leaves no notice behind, and says what became of it', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  const { id } = main.addOrder({
    symbol: 'AMZN',
    qty: Decimal.parse('3'),
    limitPrice: Decimal.parse('162'),
  });
  let unknown = intentOf({});
  main.answer('orders.replace', ({ intentId }) => {
    unknown = intentOf({ intentId, kind: 'replace', targetId: id, title: 'Change AMZN' });
    main.tell('intents', unknown);
    return ok(unknown);
  });
  await page
    .getByRole('table', { name: 'Orders' })
    .getByRole('button', { name: /^Change order/ })
    .click();
  const dialog = changeOf(page);
  await dialog.getByLabel('Quantity').fill('5');
  await dialog.getByRole('button', { name: /^Change order: / }).click();
  await expect(dialog.getByRole('alert')).toContainText('Do not change it again');
  await expect(dialog.getByRole('button', { name: /^Change order: / })).toHaveCount(0);
  main.tell('intents', { ...unknown, state: 'refused', reason: 'The order was filled before.' });
  await expect(dialog.getByRole('alert')).toHaveText(
    'Nothing was changed. The order was filled before.',
  );
  await expect(dialog.getByRole('button', { name: /^Change order: / })).toBeEnabled();
  await expect(noticesOf(page)).not.toContainText('may have been changed');
});

test('a change that is not made yet is one order with the one before, and its notice goes when it is rejected', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  const [qty, limitPrice] = [Decimal.parse('2'), Decimal.parse('214')];
  const old = main.addOrder({ symbol: 'AMZN', qty, limitPrice });
  main.answer('orders.replace', ({ intentId }) => {
    main.tell('orders', { ...old, status: 'pending_replace' });
    const lower = { ...old, id: 'next', clientOrderId: intentId, replaces: old.id };
    main.tell('orders', { ...lower, limitPrice: Decimal.parse('213') });
    const change = { kind: 'replace' as const, targetId: old.id, title: 'Change buy 2 AMZN' };
    const accepted = intentOf({ intentId, ...change, state: 'accepted', resultId: 'next' });
    main.tell('intents', accepted);
    return ok(accepted);
  });
  const table = page.getByRole('table', { name: 'Orders' });
  await table.getByRole('button', { name: /^Change order/ }).click();
  await changeOf(page).getByLabel('Limit price').fill('213');
  await changeOf(page)
    .getByRole('button', { name: /^Change order: / })
    .click();
  await expect(noticesOf(page)).toContainText('Accepted by the broker: Change buy 2 AMZN.');
  await expect(table.locator('tbody tr')).toHaveCount(2);
  await expect(page.getByText('Not in effect yet')).toBeVisible();
  await expect(table.getByRole('button', { name: /^Cancel order/ })).toHaveCount(1);
  await expect(table.getByRole('button', { name: /^Change order/ })).toHaveCount(0);
  const totals = page.getByLabel('Open orders in this table');
  await expect(totals).toContainText(/Open orders\s*1/);
  await expect(totals).toContainText('428.00');
  main.tell('orders', { ...old, id: 'next', replaces: old.id, status: 'rejected' });
  main.tell('orders', old);
  await expect(noticesOf(page)).not.toContainText('Accepted by the broker');
  await expect(table.getByRole('button', { name: /^Change order/ })).toHaveCount(1);
  await expect(totals).toContainText('428.00');
});

test('an alert that comes while the list is open has been seen', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  const bell = page.getByRole('button', { name: /^Alerts/ });
  const alertOf = (title: string): Alert => ({
    alertId: title,
    kind: 'fill',
    at: Date.now(),
    title,
    text: '1 at 190.00.',
    target: { accountId: ACCOUNT_ID },
    way: 'tray',
  });
  await bell.click();
  main.tell('alerts', alertOf('Bought 1 AAPL'));
  await expect(page.getByRole('menuitem', { name: /^Bought 1 AAPL/ })).toBeVisible();
  await expect(bell).toHaveAccessibleName('Alerts');
  await page.keyboard.press('Escape');
  main.tell('alerts', alertOf('Bought 1 MSFT'));
  await expect(bell).toHaveAccessibleName('Alerts, 1 new');
});

test('a notice that is no longer true goes by itself, and from behind the bell', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  const intent = intentOf({});
  main.tell('intents', intent);
  main.answer('orders.evidence', () => ok({ intent, evidence: [] }));
  const alert = (alertId: string, kind: Alert['kind'], title: string): Alert => ({
    alertId,
    kind,
    at: Date.now(),
    title,
    text: 'Practice account.',
    target: { accountId: ACCOUNT_ID, intentId: intent.intentId },
    way: 'notify',
  });
  const unknown = alert('unknown:1', 'unknown', 'An order is unconfirmed');
  main.tell('alerts', unknown);
  await expect(noticesOf(page)).toContainText('An order is unconfirmed');
  const menu = page.getByRole('menu', { name: 'Recent alerts' });
  await page.getByRole('button', { name: /^Alerts/ }).click();
  await menu.getByRole('menuitem', { name: /^An order is unconfirmed/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Evidence' });
  await expect(drawer).toContainText('Buy 7 AMZN');
  await drawer.getByRole('button', { name: 'Close' }).click();
  main.tell('alerts', alert('fill:1', 'fill', 'Bought 7 AMZN'), { ...unknown, isOver: true });
  await expect(noticesOf(page)).not.toContainText('An order is unconfirmed');
  await expect(noticesOf(page)).toContainText('Bought 7 AMZN');
  await page.getByRole('button', { name: /^Alerts/ }).click();
  await expect(menu).toContainText('Bought 7 AMZN');
  await expect(menu).not.toContainText('An order is unconfirmed');
});

test('an alert names its own account, and not the one that was in front when it came', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  main.tell('alerts', {
    alertId: 'fill:2',
    kind: 'refusal',
    at: Date.now(),
    title: 'The broker refused an order',
    text: 'Other account, PAPER.',
    target: { accountId: '0192f000-0000-7000-8000-00000000000b' },
    way: 'notify',
  });
  await expect(noticesOf(page)).toContainText('Other account, PAPER.');
  main.tell('accounts', { accounts: [{ ...PROFILE, label: 'Swing trades' }] });
  await expect(page).toHaveTitle(/Swing trades/);
  await expect(noticesOf(page)).toContainText('Other account, PAPER.');
  await expect(noticesOf(page)).not.toContainText('Practice account');
});

test('that a cancel has not left is said until the order has ended', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  const order = main.addOrder({ symbol: 'AMZN' });
  main.fails('orders.cancel', { kind: 'offline', message: 'The cancel has not been sent yet.' });
  await page
    .getByRole('table', { name: 'Orders' })
    .getByRole('button', { name: /^Cancel order/ })
    .click();
  await expect(noticesOf(page)).toContainText('The cancel has not been sent yet.');
  main.tell('orders', { ...order, status: 'pending_cancel' });
  await expect(page.getByRole('table', { name: 'Orders' })).toContainText('being canceled');
  await expect(noticesOf(page)).toContainText('The cancel has not been sent yet.');
  main.tell('orders', { ...order, status: 'canceled' });
  await expect(noticesOf(page)).not.toContainText('The cancel has not been sent yet.');
});
