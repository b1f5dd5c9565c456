// Main's answer to a submission is lost between main and the page. The page does not know, says so, and asks by the id.
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

async function fillResting(page: Page, symbol: string): Promise<number> {
  const price = Math.floor((await choose(page, symbol)) * 0.9);
  await fill(page, { 'Order type': 'Limit', Quantity: '3', 'Limit price': `${price}` });
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
  await expect(statusOf(page)).toContainText('Accepted by the broker: Buy 3 GOOGL');
  await expect(field(page, 'Quantity')).toHaveValue('');
  expect(lost.sent).toHaveLength(1);
  expect(ordersOf(shell.folder, 'GOOGL')).toMatchObject([{ qty: 3, status: 'new' }]);
});

test('a mint whose answer is lost is asked for by its id, and is requested once', async ({
  page,
  shell,
}) => {
  await choose(page, 'AAPL');
  await fill(page, { 'Order type': 'Market', Quantity: '10' });
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
    'Ballast did not answer. Your mint may have been requested',
  );
  lost.heal();
  await expect(review).toHaveCount(0);
  await expect(standingOf(page)).toContainText(/Accepted by the broker|Completed/);
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
  await expect(standingOf(page)).toContainText(/Accepted by the broker|Completed/);
  expect(bookedAs(shell.folder, 'second')).toHaveLength(1);
});

for (const [how, words, orders] of [
  ['lose-answer', 'Accepted by the broker: Buy 3 JPM', 1],
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
      // What was recorded may have been heard of before its answer is missed.
      await expect(statusOf(page)).toContainText(
        orders === 0 ? 'may have been placed' : /may have been placed|Accepted by the broker/,
      );
      await own.stop();
      own = await startWebShell({ folder, args: ['--port', new URL(own.address).port] });
      lost.heal(own);
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
