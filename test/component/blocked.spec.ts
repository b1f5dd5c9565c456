// What blocks an order is in sight in the standard layout, whole, with the button that goes with it.
import type { Page } from 'playwright/test';
import { expect, test } from '#test/component/support/component.ts';
import { ok, previewOf, type World } from '#test/component/support/world.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { choose, field, fill, openDesk, ticketOf } from '#test/e2e/support/ticket.ts';

const WASH =
  'Your own open buy order for AAPL at 150.00 could fill against this one, which the broker refuses as a wash trade: cancel it first, or choose another price.';

async function sellBesideBuy(page: Page, main: World, address: string): Promise<void> {
  main.showDefaultLayout();
  main.hold('AAPL', '3');
  main.answer('orders.preview', ({ draft }) =>
    ok(previewOf(draft, { issues: [{ path: '', message: WASH }], isHeldByOrders: true })),
  );
  await openDesk(page, address);
  await choose(page, 'AAPL');
  await ticketOf(page).getByText('Sell', { exact: true }).click();
  await fill(page, { 'Order type': 'Stop', Quantity: '3', 'Stop price': '153' });
}

test('it comes into sight without a move of the hand, and the field in which one types stays', async ({
  page,
  main,
  address,
}) => {
  await sellBesideBuy(page, main, address);
  await page.mouse.move(720, 300);
  await field(page, 'Quantity').fill('2');
  await field(page, 'Quantity').fill('3');
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  await expect(ticketOf(page).getByText(WASH)).toBeInViewport({ ratio: 1 });
  await expect(ticketOf(page).getByRole('button', { name: 'Close AAPL…' })).toBeInViewport({
    ratio: 1,
  });
  await expect(ticketOf(page).getByRole('button', { name: 'Blocked: show why' })).toHaveCount(0);
  await expect(field(page, 'Quantity')).toBeInViewport({ ratio: 1 });
  await takePictures(page, 'blocked');
  await expectAccessible(page);
});

test('whoever has scrolled away is told that something blocks, and is brought to it', async ({
  page,
  main,
  address,
}) => {
  await sellBesideBuy(page, main, address);
  await expect(ticketOf(page).getByText(WASH)).toBeAttached();
  await ticketOf(page).locator('.ticket-body').hover();
  await page.mouse.wheel(0, -400);
  const show = ticketOf(page).getByRole('button', { name: 'Blocked: show why' });
  await expect(show).toBeVisible();
  await takePictures(page, 'blocked-away');
  await show.click();
  await expect(ticketOf(page).getByText(WASH)).toBeInViewport({ ratio: 1 });
  await expect(show).toHaveCount(0);
});
