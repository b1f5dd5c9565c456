// Main's answer to a submission is lost between main and the page. The page does not know, says so, and asks by the id.
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import { expect, test } from '#test/component/support/component.ts';
import type { World } from '#test/component/support/world.ts';
import { spoil } from '#test/e2e/support/lost-answers.ts';
import {
  changeOf,
  choose,
  field,
  fill,
  openDesk,
  place,
  reviewOf,
  ticketOf,
} from '#test/e2e/support/ticket.ts';

test.beforeEach(async ({ page, address }) => openDesk(page, address));

const ordersOf = (main: World, symbol: string) =>
  main.orders.filter((order) => order.symbol === symbol);
const statusOf = (page: Page) => ticketOf(page).getByRole('status');
const openRow = (page: Page, symbol: string) =>
  page
    .getByRole('table', { name: 'Orders' })
    .getByRole('row', { name: new RegExp(`^${symbol} `) })
    .filter({ has: page.getByRole('button', { name: 'Change order' }) });

async function fillResting(page: Page, symbol: string): Promise<number> {
  const price = Math.floor((await choose(page, symbol)) * 0.9);
  await fill(page, { 'Order type': 'Limit', Quantity: '3', 'Limit price': `${price}` });
  return price;
}

/** A desk that answers no call may be silent altogether. */
function tellsNothing(main: World): void {
  const { tell } = main;
  main.tell = (feed, ...items) => {
    if (feed !== 'intents') tell(feed, ...items);
  };
}

async function press(page: Page): Promise<void> {
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  await reviewOf(page)
    .getByRole('button', { name: /^Place order: / })
    .click();
}

test('while it is not known, the ticket is held and no other quantity can go out', async ({
  page,
  main,
}) => {
  tellsNothing(main);
  await fillResting(page, 'MSFT');
  const lost = await spoil(page, 'orders.submit', 'lose-answer', { isDown: true });
  await press(page);
  await expect(statusOf(page)).toContainText('Ballast did not answer. Your order may have been');
  await expect(reviewOf(page)).toHaveCount(0);
  await expect(field(page, 'Quantity')).toBeDisabled();
  await expect(field(page, 'Quantity')).toHaveValue('3');
  await expect(
    ticketOf(page).getByRole('button', { name: /^(Review|Place) order/ }),
  ).toBeDisabled();
  // Another symbol on the desk stays out of the ticket as well.
  await page
    .getByRole('table', { name: 'Watchlist' })
    .getByRole('button', { name: 'AAPL', exact: true })
    .click();
  await expect(field(page, 'Symbol')).toHaveValue('MSFT');
  lost.heal();
  await expect(statusOf(page)).toContainText('Accepted by the broker: Buy 3 MSFT');
  await expect(field(page, 'Quantity')).toBeEnabled();
  await expect(field(page, 'Symbol')).toHaveValue('AAPL');
  expect(lost.sent).toHaveLength(1);
  expect(ordersOf(main, 'MSFT')).toMatchObject([{ qty: '3', status: 'new' }]);
});

test('an order that never reached main was not sent: the fields stay, and placing it works', async ({
  page,
  main,
}) => {
  const price = await fillResting(page, 'NVDA');
  const lost = await spoil(page, 'orders.submit', 'lose-call');
  await press(page);
  await expect(statusOf(page)).toContainText('Nothing was sent');
  await expect(field(page, 'Quantity')).toHaveValue('3');
  await expect(field(page, 'Limit price')).toHaveValue(`${price}`);
  expect(ordersOf(main, 'NVDA')).toEqual([]);
  await place(page);
  expect(ordersOf(main, 'NVDA')).toMatchObject([{ qty: '3' }]);
  const ids = lost.sent.map(({ input }) => input['intentId']);
  expect(new Set(ids).size).toBe(2);
});

test('what arrives after the page was told that nothing was sent is refused', async ({
  page,
  main,
}) => {
  await fillResting(page, 'TSLA');
  const late = await spoil(page, 'orders.submit', 'lose-call');
  await press(page);
  await expect(statusOf(page)).toContainText('Nothing was sent');
  expect(JSON.stringify(await late.deliver())).toContain('Nothing was sent');
  expect(ordersOf(main, 'TSLA')).toEqual([]);
  await fill(page, { Quantity: '2' });
  await place(page);
  expect(JSON.stringify(await late.deliver())).toContain('Nothing was sent');
  expect(ordersOf(main, 'TSLA')).toMatchObject([{ qty: '2' }]);
});

test('a change whose answer is lost is asked for by its id, and is made once', async ({
  page,
  main,
}) => {
  const limitPrice = Decimal.parse('162');
  main.addOrder({ symbol: 'AMZN', qty: Decimal.parse('3'), limitPrice });
  tellsNothing(main);
  const lost = await spoil(page, 'orders.replace', 'lose-answer', { isDown: true });
  await openRow(page, 'AMZN').getByRole('button', { name: 'Change order' }).click();
  const dialog = changeOf(page);
  await dialog.getByLabel('Quantity').fill('5');
  await dialog.getByRole('button', { name: /^Change order: / }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Ballast did not answer. Your order may have been changed',
  );
  await expect(dialog.getByLabel('Quantity')).toBeDisabled();
  lost.heal();
  await expect(dialog).toHaveCount(0);
  expect(lost.sent).toHaveLength(1);
  expect(ordersOf(main, 'AMZN')).toMatchObject([
    { status: 'replaced', qty: '3', limitPrice },
    { status: 'new', qty: '5', limitPrice },
  ]);
});

test('a change of which nobody knows yet can be left, and what became of it is told', async ({
  page,
  main,
}) => {
  const limitPrice = Decimal.parse('162');
  main.addOrder({ symbol: 'AMZN', qty: Decimal.parse('3'), limitPrice });
  const lost = await spoil(page, 'orders.replace', 'lose-call', { isDown: true });
  await openRow(page, 'AMZN').getByRole('button', { name: 'Change order' }).click();
  const dialog = changeOf(page);
  await dialog.getByLabel('Quantity').fill('5');
  await dialog.getByRole('button', { name: /^Change order: / }).click();
  await expect(dialog.getByRole('alert')).toContainText('may have been changed');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  lost.heal();
  await expect(page.getByRole('log', { name: 'Notices' })).toContainText('Nothing was sent');
  expect(ordersOf(main, 'AMZN')).toMatchObject([{ status: 'new', qty: '3' }]);
});

test('a change that never reached main was not sent, and can be sent again', async ({
  page,
  main,
}) => {
  main.addOrder({ symbol: 'AMZN', qty: Decimal.parse('5'), limitPrice: Decimal.parse('162') });
  const late = await spoil(page, 'orders.replace', 'lose-call');
  await openRow(page, 'AMZN').getByRole('button', { name: 'Change order' }).click();
  const dialog = changeOf(page);
  await dialog.getByLabel('Quantity').fill('7');
  const confirm = dialog.getByRole('button', { name: /^Change order: / });
  await confirm.click();
  await expect(dialog.getByRole('alert')).toContainText('Nothing was sent');
  await expect(dialog.getByLabel('Quantity')).toHaveValue('7');
  expect(JSON.stringify(await late.deliver())).toContain('Nothing was sent');
  await confirm.click();
  await expect(dialog).toHaveCount(0);
  expect(ordersOf(main, 'AMZN').map(({ status, qty }) => [status, qty])).toEqual([
    ['replaced', '5'],
    ['new', '7'],
  ]);
});

test('flattening: a confirmation whose answer is lost is asked for under its id, and is one', async ({
  page,
  main,
}) => {
  main.hold('AAPL', '10');
  await page.getByRole('button', { name: 'Flatten' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Flatten' });
  await spoil(page, 'closings.begin', 'lose-answer');
  await dialog.getByRole('button', { name: 'Flatten 10 AAPL' }).click();
  await expect(dialog.getByRole('status')).toContainText('Flatten: 0 of 1 closed.');
  await expect.poll(() => main.inputsOf('closings.begin').length).toBe(2);
  const ids = main.inputsOf('closings.begin').map(({ closingId }) => closingId);
  expect(new Set(ids).size).toBe(1);
});

test('a page whose id is not known any more keeps its fields, says so and places with one press more', async ({
  page,
  main,
  address,
}) => {
  // The page that is open already asks for its own.
  await expect.poll(() => main.inputsOf('tickets.open').length).toBe(1);
  let isOver = false;
  await page.route('**/call', async (route) => {
    const call = JSON.parse(route.request().postData() ?? '{}') as {
      name: string;
      input: { intentId: string };
    };
    // As after a start of main under a living page: the first id is one that it never gave out.
    if (call.name !== 'tickets.open' || isOver) return route.continue();
    isOver = true;
    return route.fulfill({ json: { ok: true, value: { intentId: randomUUID() } } });
  });
  await openDesk(page, address);
  await choose(page, 'META');
  await fill(page, { 'Order type': 'Limit', Quantity: '3', 'Limit price': '200' });
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  const button = reviewOf(page).getByRole('button', { name: /^Place order: / });
  await button.click();
  await expect(reviewOf(page).getByRole('alert')).toContainText('Nothing was sent');
  await expect(field(page, 'Quantity')).toHaveValue('3');
  await expect(field(page, 'Limit price')).toHaveValue('200');
  await button.click();
  await expect(ticketOf(page).getByRole('status')).toContainText(
    'Accepted by the broker: Buy 3 META',
  );
  expect(ordersOf(main, 'META')).toHaveLength(1);
});
