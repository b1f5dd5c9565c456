// 'Place orders without review' is in force as main has it, in every window, from the moment its switch has moved.
import type { Locator, Page } from 'playwright/test';
import { remember } from '#test/e2e/support/desk-call.ts';
import { bookedOrders } from '#test/e2e/support/ledger.ts';
import { choose, fill, openDesk, reviewOf, ticketOf } from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'first-aid-review' });
test.describe.configure({ timeout: 60_000 });

const switchOf = (page: Page): Locator =>
  page.getByRole('checkbox', { name: /^Place orders without review/ });
const placeAtOnce = (page: Page): Locator =>
  ticketOf(page).getByRole('button', { name: /^Place order: / });

async function goTo(page: Page, screen: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: screen })
    .click();
}

async function openOrders(page: Page): Promise<void> {
  await goTo(page, 'Settings');
  await page
    .getByRole('navigation', { name: 'Settings sections' })
    .getByRole('button', { name: 'Orders', exact: true })
    .click();
}

async function switchOn(page: Page): Promise<void> {
  await openOrders(page);
  await switchOf(page).click();
  await expect(switchOf(page)).toBeChecked();
  await goTo(page, 'Desk');
}

/** Presses whatever the ticket's button is now, as fast as a page can. */
const pressTicket = (page: Page): Promise<void> =>
  ticketOf(page).evaluate((form) =>
    form.querySelector<HTMLButtonElement>('button[type="submit"]')?.click(),
  );

test.afterEach(({ shell }) =>
  remember(shell, 'appearance', { isReviewSkipped: false, isPrivate: false }),
);

test('switched off in one window, it is off in the other, whatever that one still shows', async ({
  page,
  context,
  shell,
}) => {
  await openDesk(page, shell.address);
  const other = await context.newPage();
  await openDesk(other, shell.address);
  await switchOn(page);
  await choose(other, 'AAPL');
  await fill(other, { Quantity: '1' });
  await expect(placeAtOnce(other)).toBeEnabled();
  const before = bookedOrders(shell.folder).length;

  await openOrders(page);
  await switchOf(page).click();
  await expect(switchOf(page)).not.toBeChecked();
  // At once: the other page may not even have heard of it.
  await pressTicket(other);
  await expect(reviewOf(other)).toBeVisible();
  expect(bookedOrders(shell.folder)).toHaveLength(before);
  await reviewOf(other).getByRole('button', { name: 'Back' }).click();
  await expect(ticketOf(other).getByRole('button', { name: 'Review order' })).toBeEnabled();
});
