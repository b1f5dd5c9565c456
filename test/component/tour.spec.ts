// Who is offered the tour: a newcomer on practice money, once.
import type { Page } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ok, PROFILE, type World } from '#test/component/support/world.ts';
import { field, openDesk, place } from '#test/e2e/support/ticket.ts';

const offerOf = (page: Page) => page.getByRole('button', { name: 'Take the 60-second tour' });

function newcomer(main: World): void {
  main.documents.appearance = { ...main.documents.appearance, isTourAnswered: false };
}

/** What the palette finds under this name. */
async function searched(page: Page, words: string) {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill(words);
  return palette.getByRole('option', { name: /^Take the tour/ });
}

test('whoever declines it is not asked again, and finds it in the palette', async ({
  page,
  main,
  address,
}) => {
  newcomer(main);
  await openDesk(page, address);
  await expect(offerOf(page)).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(offerOf(page)).toHaveCount(0);
  await expect.poll(() => main.documents.appearance.isTourAnswered).toBe(true);
  await expect(await searched(page, 'take the tour')).toBeVisible();
});

test('whoever leaves it half way is told how to come back', async ({ page, main, address }) => {
  newcomer(main);
  await openDesk(page, address);
  await offerOf(page).click();
  await page.getByRole('button', { name: 'Leave the tour' }).click();
  await expect(page.getByRole('log', { name: 'Notices' })).toContainText(
    'You left the tour. To take it again, press Ctrl+K and type “tour”.',
  );
  await (await searched(page, 'tour')).click();
  await expect(page.getByRole('group', { name: 'Tour' })).toContainText('step 1 of 7');
});

test('its ring is dashed and around the order, not around a button that is not to be pressed', async ({
  page,
  main,
  address,
}) => {
  newcomer(main);
  main.showDefaultLayout();
  await openDesk(page, address);
  await offerOf(page).click();
  await field(page, 'Quantity').fill('1');
  await place(page);
  await expect(page.getByRole('group', { name: 'Tour' })).toContainText('Now break the broker');
  const ring = page.locator('.tour-mark rect');
  const row = page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: /AAPL/ });
  await expect(ring).toHaveCSS('stroke-dasharray', '6px, 4px');
  await expect
    .poll(async () => {
      const [around, order] = [await ring.boundingBox(), await row.boundingBox()];
      return around && order && around.x < order.x && around.width > order.width;
    })
    .toBe(true);
});

test('whoever has traded is no newcomer', async ({ page, main, address }) => {
  newcomer(main);
  main.addOrder({ symbol: 'AAPL', qty: Decimal.parse('5') });
  await openDesk(page, address);
  await expect(page.getByRole('table', { name: 'Orders' })).toContainText('AAPL');
  await expect(offerOf(page)).toHaveCount(0);
});

test('real money has no tour', async ({ page, main, address }) => {
  newcomer(main);
  const live = { ...PROFILE, environment: 'live' as const };
  main.answer('accounts.list', () => ok([live]));
  main.tell('accounts', { accounts: [live] });
  await openDesk(page, address);
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('LIVE');
  await expect(page.getByText('No orders yet.')).toBeVisible();
  await expect(offerOf(page)).toHaveCount(0);
  await expect(await searched(page, 'take the tour')).toHaveCount(0);
});
