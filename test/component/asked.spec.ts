// What main asks itself has no box in the page: the page says where to look, and sends.
import { randomUUID } from 'node:crypto';
import { ClosingPlan } from '#contract/closings.ts';
import { notAllowed, ok } from '#contract/failure.ts';
import { expect, test } from '#test/component/support/component.ts';
import { PROFILE, type World } from '#test/component/support/world.ts';
import { choose, fill, openDesk, reviewOf, ticketOf } from '#test/e2e/support/ticket.ts';

const WORDS = 'look for “Send this exit while all trading is stopped?” and answer there.';

/** The account of the window is of this kind, and holds something. */
function holdOn(main: World, environment: 'paper' | 'live'): void {
  const accounts = [{ ...PROFILE, environment }];
  main.answer('accounts.list', () => ok(accounts));
  main.tell('accounts', { accounts });
  main.hold('AAPL', '100');
}

test('an exit on a live account while all is stopped needs main’s question and no second one', async ({
  page,
  main,
  address,
}) => {
  holdOn(main, 'live');
  main.answer('orders.submit', () => notAllowed('The exit was not sent: it was not confirmed.'));
  await openDesk(page, address);
  await choose(page, 'AAPL');
  await ticketOf(page).getByRole('radio', { name: 'Sell' }).click();
  await fill(page, { Quantity: '1' });
  main.setTrading({ isStopped: true });
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  const review = reviewOf(page);
  await expect(review).toContainText(WORDS);
  await expect(review.getByRole('checkbox')).toHaveCount(0);
  await review.getByRole('button', { name: /^Place order: / }).click();
  await expect
    .poll(() => main.inputsOf('orders.submit'))
    .toMatchObject([{ confirmations: ['exit-while-stopped'] }]);
  await expect(page.getByText('The exit was not sent: it was not confirmed.')).toBeVisible();
});

test('on a paper account it is ticked in the page', async ({ page, main, address }) => {
  holdOn(main, 'paper');
  await openDesk(page, address);
  await choose(page, 'AAPL');
  await ticketOf(page).getByRole('radio', { name: 'Sell' }).click();
  await fill(page, { Quantity: '1' });
  main.setTrading({ isStopped: true });
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  const review = reviewOf(page);
  await expect(review).not.toContainText(WORDS);
  await expect(review.getByRole('button', { name: /^Place order: / })).toBeDisabled();
  await review.getByRole('checkbox', { name: /All trading is stopped/ }).check();
  await expect(review.getByRole('button', { name: /^Place order: / })).toBeEnabled();
});

test('a way out of a live account says that one question is left', async ({
  page,
  main,
  address,
}) => {
  holdOn(main, 'live');
  const plan = ClosingPlan.parse({
    closingId: randomUUID(),
    kind: 'flatten',
    symbols: [{ symbol: 'AAPL', side: 'long', qty: '100', cancels: [] }],
    leftOut: [],
    isMarketOpen: true,
    isStopped: true,
  });
  main.answer('closings.plan', () => ok(plan));
  await openDesk(page, address);
  await page.getByRole('button', { name: 'Flatten' }).click();
  await expect(page.getByRole('dialog', { name: 'Flatten' })).toContainText(WORDS);
});
