// The first minute: a newcomer places an order, breaks the broker and reads the evidence, led by what they do.
import type { Locator, Page } from 'playwright/test';
import { accountIdOf, call } from '#test/e2e/support/bridge-call.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { bookedOrders } from '#test/e2e/support/ledger.ts';
import { takePicture, takePictures } from '#test/e2e/support/pictures.ts';
import { field, reviewOf, ticketOf } from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'tour', viewport: { width: 1280, height: 720 } });

const tourOf = (page: Page): Locator => page.getByRole('group', { name: 'Tour' });
const said = (page: Page): Locator => tourOf(page).getByRole('status');
const evidenceOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Evidence' });
const brokenNow = async (page: Page): Promise<string[]> => {
  const { active } = await call<{ active: { name: string }[] }>(page, 'paper.faults', {
    accountId: await accountIdOf(page),
  });
  return active.map(({ name }) => name);
};

/** Beside what it is about: it is in the window, and what it points at can be pressed. */
async function expectUncovered(page: Page, thing: Locator): Promise<void> {
  await expect(tourOf(page)).toBeInViewport({ ratio: 1 });
  await expect
    .poll(async () => {
      const [card, box] = [await tourOf(page).boundingBox(), await thing.boundingBox()];
      return (
        card !== null &&
        box !== null &&
        (card.x + card.width <= box.x ||
          box.x + box.width <= card.x ||
          card.y + card.height <= box.y ||
          box.y + box.height <= card.y)
      );
    })
    .toBe(true);
}

async function review(page: Page, quantity: string): Promise<void> {
  const button = ticketOf(page).getByRole('button', { name: 'Review order' });
  await expectUncovered(page, field(page, 'Quantity'));
  await field(page, 'Quantity').fill(quantity);
  await expect(said(page)).toContainText('Review order');
  await expectUncovered(page, button);
  await button.click();
  await expect(said(page)).toContainText('Place order');
  await expectUncovered(page, reviewOf(page));
}

test('a newcomer is offered the tour once, and takes it to the evidence', async ({
  page,
  shell,
}) => {
  await page.goto(shell.address);
  const offer = page.getByRole('button', { name: 'Take the 60-second tour' });
  await expect(offer).toBeVisible();
  await takePictures(page, 'tour-offered');
  await offer.click();
  await expect(offer).toHaveCount(0);

  // A step is said, and nothing but a deed moves it.
  await expect(said(page)).toHaveText('Type 1 in Quantity to buy one share with practice money.');
  await expect(field(page, 'Quantity')).toBeFocused();
  await expectAccessible(page);
  await takePictures(page, 'tour-quantity');
  await review(page, '1');
  await takePictures(page, 'tour-review');
  await reviewOf(page)
    .getByRole('button', { name: /^Place order/ })
    .click();

  await expect(said(page)).toHaveText(/^The broker has your order\. Now break the broker/);
  await takePictures(page, 'tour-break');
  expect(await brokenNow(page)).toEqual([]);
  await tourOf(page).getByRole('button', { name: 'Break the broker' }).click();
  await expect(said(page)).toContainText('The broker is broken now');
  expect(await brokenNow(page)).toEqual(['order-hidden']);
  await review(page, '2');
  await reviewOf(page)
    .getByRole('button', { name: /^Place order/ })
    .click();

  await expect(said(page)).toContainText('looks for the order: press Evidence');
  const orders = page.getByRole('table', { name: 'Orders' });
  const evidence = orders.getByRole('button', { name: /^Evidence: Buy 2 / });
  await expectUncovered(page, evidence);
  await takePictures(page, 'tour-unconfirmed');
  await evidence.click();
  await expect(said(page)).toContainText(/watch it find the order|Found: /);
  await expectUncovered(page, evidenceOf(page).getByRole('list'));
  await expectAccessible(page);
  await takePictures(page, 'tour-evidence');

  await expect(said(page)).toContainText('Found: the broker has this order, exactly once', {
    timeout: 60_000,
  });
  await takePictures(page, 'tour-found');
  await evidenceOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(said(page)).toContainText('That was the tour');
  await takePicture(page, 'tour-done');
  await tourOf(page).getByRole('button', { name: 'Done' }).click();
  await expect(tourOf(page)).toHaveCount(0);
  expect(await brokenNow(page)).toEqual([]);
  // Two were decided, and the broker has two.
  expect(bookedOrders(shell.folder)).toHaveLength(2);

  await page.reload();
  await expect(ticketOf(page)).toBeVisible();
  await expect(page.getByRole('status', { name: 'Order stream' })).toContainText('live');
  await expect(offer).toHaveCount(0);
});

test('the tour is taken again from the palette and from Help, and leaving it heals the broker', async ({
  page,
  shell,
}) => {
  await page.goto(shell.address);
  await expect(page.getByRole('status', { name: 'Order stream' })).toContainText('live');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('take the tour');
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Type 1 in Quantity');
  await page.keyboard.press('Escape');
  await expect(tourOf(page)).toHaveCount(0);

  await page.getByRole('main').click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByRole('button', { name: 'Take the 60-second tour' }).click();
  await review(page, '3');
  // Escape is the dialog's first.
  await page.keyboard.press('Escape');
  await expect(reviewOf(page)).toHaveCount(0);
  await expect(said(page)).toContainText('Press Review order');
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  await reviewOf(page)
    .getByRole('button', { name: /^Place order/ })
    .click();
  await tourOf(page).getByRole('button', { name: 'Break the broker' }).click();
  await expect.poll(() => brokenNow(page)).toEqual(['order-hidden']);
  await expect(field(page, 'Quantity')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(tourOf(page)).toHaveCount(0);
  await expect.poll(() => brokenNow(page)).toEqual([]);
});
