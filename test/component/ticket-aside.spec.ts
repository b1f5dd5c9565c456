// A draft that a person typed and did not send, when something else fills the ticket.
import { randomUUID } from 'node:crypto';
import { ClosingPlan } from '#contract/closings.ts';
import { ok } from '#contract/failure.ts';
import { expect, test } from '#test/component/support/component.ts';
import { closingOf, withSteps } from '#test/component/support/way-out.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { choose, field, fill, openDesk, ticketOf } from '#test/e2e/support/ticket.ts';

test('a draft in the ticket is set aside by a reverse, and comes back with its symbol', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '100');
  const plan = ClosingPlan.parse({
    closingId: randomUUID(),
    kind: 'reverse',
    symbols: [{ symbol: 'AAPL', side: 'long', qty: '100', cancels: [] }],
    leftOut: [],
    isMarketOpen: true,
    isStopped: false,
  });
  main.answer('closings.plan', () => ok(plan));
  const closing = closingOf(plan);
  main.answer('closings.begin', () => ok(closing));
  main.showDefaultLayout();
  await openDesk(page, address);
  await choose(page, 'MSFT');
  await fill(page, { 'Order type': 'Limit', Quantity: '10', 'Limit price': '410' });
  await page.getByRole('button', { name: 'More AAPL' }).click();
  await page.getByRole('menuitem', { name: 'Reverse AAPL' }).click();
  await page.getByRole('button', { name: 'Reverse 100 AAPL' }).click();
  main.tell('closings', {
    ...withSteps(closing, { step: 'closed', text: 'Closed.' }),
    state: 'ended',
  });
  const review = page.getByRole('dialog', { name: 'Review order' });
  await expect(review).toBeVisible();
  await page.keyboard.press('Escape');
  const ticket = ticketOf(page);
  const aside = ticket.getByText(/^Set aside/);
  await expect(aside).toHaveText('Set aside: Buy 10 MSFT, limit 410.');
  await expect(field(page, 'Symbol')).toHaveValue('AAPL');
  await expect(page.getByRole('figure', { name: 'Price chart, AAPL' })).toBeVisible();
  await expectAccessible(page);
  await ticket.getByRole('button', { name: 'Bring back' }).click();
  await expect(field(page, 'Symbol')).toHaveValue('MSFT');
  await expect(field(page, 'Quantity')).toHaveValue('10');
  await expect(field(page, 'Limit price')).toHaveValue('410');
  await expect(page.getByRole('figure', { name: 'Price chart, MSFT' })).toBeVisible();
  // The other side waits in its place, in no figures where amounts are hidden.
  await expect(aside).toHaveText('Set aside: Sell 100 AAPL, market.');
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  await expect(aside).not.toContainText('100');
  await ticket.getByRole('button', { name: 'Discard' }).click();
  await expect(aside).toHaveCount(0);
  await expect(field(page, 'Quantity')).toHaveValue('10');
  expect(main.inputsOf('orders.submit')).toEqual([]);
});
