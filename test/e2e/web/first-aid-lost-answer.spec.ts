// Main's answer to a submission is lost between main and the page. The page does not know, says so, and asks by the id.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { bookedOrders, type BookedOrder } from '#test/e2e/support/ledger.ts';
import { spoil } from '#test/e2e/support/lost-answers.ts';
import {
  bookedAs,
  fieldOf,
  fillMint,
  formOf,
  MINT,
  openTokenization,
  standingOf,
} from '#test/e2e/support/mint.ts';
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
import { expect, startWebShell, temporaryFolder, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'first-aid-lost-answer' });
test.describe.configure({ mode: 'serial' });
test.beforeEach(async ({ page, shell }) => openDesk(page, shell.address));

const ordersOf = (folder: string, symbol: string): BookedOrder[] =>
  bookedOrders(folder).filter((order) => order.symbol === symbol);
const statusOf = (page: Page) => ticketOf(page).getByRole('status');
const openRow = (page: Page, symbol: string) =>
  page
    .getByRole('table', { name: 'Orders' })
    .getByRole('row', { name: new RegExp(`^${symbol} `) })
    .filter({ has: page.getByRole('button', { name: 'Change order' }) });

async function fillResting(page: Page, symbol: string): Promise<number> {
  const price = Math.floor((await choose(page, symbol)) * 0.9);
  await fill(page, { 'Order type': 'limit', Quantity: '3', 'Limit price': `${price}` });
  return price;
}

async function press(page: Page): Promise<void> {
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  await reviewOf(page)
    .getByRole('button', { name: /^Place order: / })
    .click();
}

test('an order whose answer is lost is asked for by its id and shown as accepted, once', async ({
  page,
  shell,
}) => {
  await fillResting(page, 'GOOGL');
  const lost = await spoil(page, 'orders.submit', 'lose-answer');
  await press(page);
  await expect(statusOf(page)).toContainText('The broker has it: Buy 3 GOOGL');
  await expect(field(page, 'Quantity')).toHaveValue('');
  expect(lost.sent).toHaveLength(1);
  expect(ordersOf(shell.folder, 'GOOGL')).toMatchObject([{ qty: 3, status: 'new' }]);
});

test('while it is not known, the ticket is held and no other quantity can go out', async ({
  page,
  shell,
}) => {
  await fillResting(page, 'MSFT');
  const lost = await spoil(page, 'orders.submit', 'lose-answer', { isDown: true });
  await press(page);
  await expect(statusOf(page)).toContainText('The desk did not answer. Your order may have been');
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
  await expect(statusOf(page)).toContainText('The broker has it: Buy 3 MSFT');
  await expect(field(page, 'Quantity')).toBeEnabled();
  expect(lost.sent).toHaveLength(1);
  expect(ordersOf(shell.folder, 'MSFT')).toMatchObject([{ qty: 3, status: 'new' }]);
});

test('an order that never reached main was not sent: the fields stay, and placing it works', async ({
  page,
  shell,
}) => {
  const price = await fillResting(page, 'NVDA');
  const lost = await spoil(page, 'orders.submit', 'lose-call');
  await press(page);
  await expect(statusOf(page)).toContainText('Nothing was sent');
  await expect(field(page, 'Quantity')).toHaveValue('3');
  await expect(field(page, 'Limit price')).toHaveValue(`${price}`);
  expect(ordersOf(shell.folder, 'NVDA')).toEqual([]);
  await place(page);
  expect(ordersOf(shell.folder, 'NVDA')).toMatchObject([{ qty: 3 }]);
  const ids = lost.sent.map(({ input }) => input['intentId']);
  expect(new Set(ids).size).toBe(2);
});

test('what arrives after the page was told that nothing was sent is refused', async ({
  page,
  shell,
}) => {
  await fillResting(page, 'TSLA');
  const late = await spoil(page, 'orders.submit', 'lose-call');
  await press(page);
  await expect(statusOf(page)).toContainText('Nothing was sent');
  expect(JSON.stringify(await late.deliver())).toContain('Nothing was sent');
  expect(ordersOf(shell.folder, 'TSLA')).toEqual([]);
  await fill(page, { Quantity: '2' });
  await place(page);
  expect(JSON.stringify(await late.deliver())).toContain('Nothing was sent');
  expect(ordersOf(shell.folder, 'TSLA')).toMatchObject([{ qty: 2 }]);
});

test('a change whose answer is lost is asked for by its id, and is made once', async ({
  page,
  shell,
}) => {
  const price = await fillResting(page, 'AMZN');
  await place(page);
  const lost = await spoil(page, 'orders.replace', 'lose-answer', { isDown: true });
  await openRow(page, 'AMZN').getByRole('button', { name: 'Change order' }).click();
  const dialog = changeOf(page);
  await dialog.getByLabel('Quantity').fill('5');
  await dialog.getByRole('button', { name: /^Change order: / }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'The desk did not answer. Your order may have been changed',
  );
  await expect(dialog.getByLabel('Quantity')).toBeDisabled();
  lost.heal();
  await expect(dialog).toHaveCount(0);
  expect(lost.sent).toHaveLength(1);
  expect(ordersOf(shell.folder, 'AMZN')).toMatchObject([
    { status: 'replaced', qty: 3, limitPrice: price },
    { status: 'new', qty: 5, limitPrice: price },
  ]);
});

test('a change that never reached main was not sent, and can be sent again', async ({
  page,
  shell,
}) => {
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
  expect(ordersOf(shell.folder, 'AMZN').map(({ status, qty }) => [status, qty])).toEqual([
    ['replaced', 3],
    ['replaced', 5],
    ['new', 7],
  ]);
});

test('a mint whose answer is lost is asked for by its id, and is requested once', async ({
  page,
  shell,
}) => {
  await choose(page, 'AAPL');
  await fill(page, { 'Order type': 'market', Quantity: '10' });
  await place(page);
  await expect(
    page.getByRole('table', { name: 'Positions' }).getByRole('row', { name: /^AAPL long 10 / }),
  ).toBeVisible();
  await openTokenization(page);
  const lost = await spoil(page, 'mints.submit', 'lose-answer', { isDown: true });
  await fillMint(page, { ...MINT, Label: 'first' });
  await formOf(page).getByRole('button', { name: 'Review mint' }).click();
  const review = page.getByRole('dialog', { name: 'Review mint' });
  await review.getByRole('button', { name: /^Request mint: / }).click();
  await expect(review.getByRole('alert')).toContainText(
    'The desk did not answer. Your mint may have been requested',
  );
  lost.heal();
  await expect(review).toHaveCount(0);
  await expect(standingOf(page)).toContainText(/The broker has it|Completed/);
  expect(bookedAs(shell.folder, 'first')).toHaveLength(1);

  const late = await spoil(page, 'mints.submit', 'lose-call');
  await fillMint(page, { ...MINT, Label: 'second' });
  await formOf(page).getByRole('button', { name: 'Review mint' }).click();
  await review.getByRole('button', { name: /^Request mint: / }).click();
  await expect(review.getByRole('alert')).toContainText('Nothing was sent');
  await expect(fieldOf(page, 'Label')).toHaveValue('second');
  expect(JSON.stringify(await late.deliver())).toContain('Nothing was sent');
  expect(bookedAs(shell.folder, 'second')).toEqual([]);
  await review.getByRole('button', { name: /^Request mint: / }).click();
  await expect(review).toHaveCount(0);
  await expect(standingOf(page)).toContainText(/The broker has it|Completed/);
  expect(bookedAs(shell.folder, 'second')).toHaveLength(1);
});

test('flattening: an order whose answer is lost is asked for, one that never left is offered again', async ({
  page,
  shell,
}) => {
  await page.getByRole('button', { name: 'Flatten' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Flatten' });
  const button = dialog.getByRole('button', { name: /^Place order: Sell/ });
  const before = ordersOf(shell.folder, 'AAPL').length;
  const late = await spoil(page, 'orders.submit', 'lose-call');
  await button.click();
  await expect(dialog.getByRole('alert')).toContainText('Nothing was sent');
  expect(JSON.stringify(await late.deliver())).toContain('Nothing was sent');
  const lost = await spoil(page, 'orders.submit', 'lose-answer');
  await button.click();
  await expect(dialog).toContainText('The broker has it.');
  expect(lost.sent).toHaveLength(1);
  expect(ordersOf(shell.folder, 'AAPL')).toHaveLength(before + 1);
});

test('a page whose id is not known any more keeps its fields, says so and places with one press more', async ({
  page,
  shell,
}) => {
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
  await openDesk(page, shell.address);
  await choose(page, 'META');
  await fill(page, { 'Order type': 'limit', Quantity: '3', 'Limit price': '200' });
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  const button = reviewOf(page).getByRole('button', { name: /^Place order: / });
  await button.click();
  await expect(reviewOf(page).getByRole('alert')).toContainText('Nothing was sent');
  await expect(field(page, 'Quantity')).toHaveValue('3');
  await expect(field(page, 'Limit price')).toHaveValue('200');
  await button.click();
  await expect(ticketOf(page).getByRole('status')).toContainText('The broker has it: Buy 3 META');
  expect(bookedOrders(shell.folder).filter(({ symbol }) => symbol === 'META')).toHaveLength(1);
});

for (const [how, words, orders] of [
  ['lose-answer', 'The broker has it: Buy 3 JPM', 1],
  ['lose-call', 'Nothing was sent', 0],
] as const)
  test(`main started again under a living page tells what became of it (${how})`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    const folder = temporaryFolder('first-aid-again');
    let own = await startWebShell({ folder });
    try {
      await openDesk(page, own.address);
      const price = await fillResting(page, 'JPM');
      const lost = await spoil(page, 'orders.submit', how, { isDown: true });
      await press(page);
      await expect(statusOf(page)).toContainText('may have been placed');
      await own.stop();
      own = await startWebShell({ folder, args: ['--port', new URL(own.address).port] });
      lost.heal(own.address);
      await expect(statusOf(page)).toContainText(words, { timeout: 30_000 });
      if (orders === 0) {
        await expect(field(page, 'Quantity')).toHaveValue('3');
        await expect(field(page, 'Limit price')).toHaveValue(`${price}`);
      }
      expect(ordersOf(folder, 'JPM')).toHaveLength(orders);
      expect(lost.sent).toHaveLength(1);
    } finally {
      await own.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
