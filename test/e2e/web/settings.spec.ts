import type { Locator, Page } from 'playwright/test';
import { takePicture } from '#test/e2e/support/pictures.ts';
import {
  choose,
  field,
  fill,
  openDesk,
  place,
  reviewOf,
  ticketOf,
} from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';
import { pick } from '#test/e2e/support/choice.ts';

// It trades, stops and breaks things: nobody else's desk is touched.
test.use({ story: 'settings' });

const settingsOf = (page: Page): Locator => page.getByRole('main', { name: 'Settings' });
const section = (page: Page, name: string): Locator =>
  settingsOf(page).getByRole('region', { name, exact: true });
const ordersOf = (page: Page): Locator => page.getByRole('table', { name: 'Orders' });
const bell = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /^Alerts/ });
const lastAlerts = (page: Page): Locator => page.getByRole('menu', { name: 'Recent alerts' });
const notices = (page: Page): Locator => page.getByRole('log', { name: 'Notices' });

async function goTo(page: Page, screen: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: screen })
    .click();
}

/** Goes to the settings and to one of their sections, by the list at their side. */
async function openSection(page: Page, name: string): Promise<Locator> {
  await goTo(page, 'Settings');
  await page
    .getByRole('navigation', { name: 'Settings sections' })
    .getByRole('button', { name, exact: true })
    .click();
  await expect(section(page, name).getByRole('heading', { name, exact: true })).toBeFocused();
  return section(page, name);
}

async function saveGuards(guards: Locator, words: string): Promise<void> {
  await guards.getByRole('button', { name: 'Save guards' }).click();
  await expect(guards.getByRole('status').filter({ hasText: words })).toBeVisible();
}

async function placeUnanswered(page: Page, symbol: string, quantity: string): Promise<void> {
  await choose(page, symbol);
  await fill(page, { Quantity: quantity });
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  await reviewOf(page)
    .getByRole('button', { name: /^Place order: / })
    .click();
}

/** What the bell says of the order of the first story. */
const FILL = /^Bought 2 GOOGL/;

test.beforeEach(async ({ page, shell }) => openDesk(page, shell.address));

test('a guard set to one share stops an order of two, also after a reload', async ({ page }) => {
  const guards = await openSection(page, 'Guards');
  const limit = guards.getByLabel('Max shares per order');
  await expect(limit).toHaveValue('5000');
  for (const [typed, words] of [
    ['', 'Enter a limit.'],
    ['0', 'Enter a number greater than zero.'],
    ['5,00', '"5,00": write 5.00 with a point.'],
    ['-1', '"-1": write it without a minus sign.'],
  ] as const) {
    await limit.fill(typed);
    await saveGuards(guards, 'Not saved');
    await expect(limit).toHaveAttribute('aria-invalid', 'true');
    await expect(guards.getByRole('group', { name: 'Order size' })).toContainText(words);
  }
  await limit.fill('1');
  await saveGuards(guards, 'Saved. They apply from the next order or mint.');
  await page.reload();
  await expect((await openSection(page, 'Guards')).getByLabel('Max shares per order')).toHaveValue(
    '1',
  );
  await goTo(page, 'Desk');
  await choose(page, 'AAPL');
  await fill(page, { Quantity: '2' });
  const verdicts = ticketOf(page).getByRole('list', { name: 'Guards' });
  await expect(verdicts).toContainText(/2 shares.*1/);
  await fill(page, { Quantity: '1' });
  await expect(verdicts).toHaveCount(0);

  const again = await openSection(page, 'Guards');
  await again.getByRole('button', { name: 'Reset to defaults' }).click();
  await expect(again.getByLabel('Max shares per order')).toHaveValue('5000');
  await saveGuards(again, 'Saved');
  await goTo(page, 'Desk');
  await fill(page, { Quantity: '2' });
  await expect(ticketOf(page)).toContainText(/Position after\s*2 at/);
  await expect(verdicts).toHaveCount(0);
});

// The second goes on where the first ended, so the two are tried again together.
test.describe.serial('faults and the bell', () => {
  test('an order whose answer is lost is found, one that nothing shows is unknown till then, and the bell tells', async ({
    page,
  }) => {
    const broken = await openSection(page, 'Break it');
    const state = broken.getByRole('status', { name: 'Broken now' });
    await expect(state).toHaveText('Nothing is broken now.');
    await broken
      .getByRole('button', { name: /^Break once: An order is accepted, but the/ })
      .click();
    await expect(state).toContainText('not triggered yet');
    await expect(state).toContainText('It turns unconfirmed at the top of Orders');
    await goTo(page, 'Desk');
    await placeUnanswered(page, 'GOOGL', '2');
    // A fill is told for six seconds.
    await expect(notices(page)).toContainText('Bought 2 GOOGL', { timeout: 30_000 });
    const lost = ordersOf(page).getByRole('row', { name: /^GOOGL / });
    await expect(lost).toContainText('filled', { timeout: 30_000 });
    await expect(lost).toHaveCount(1);
    await lost.getByRole('button', { name: 'Evidence' }).click();
    const evidence = page.getByRole('dialog', { name: 'Evidence' });
    await expect(evidence).toContainText('The broker has this order.');
    await expect(evidence).toContainText(/did not answer|no answer|lost/i);
    await page.keyboard.press('Escape');

    // Only when the stream is silent too is nothing known for a while.
    await openSection(page, 'Break it');
    await expect(state).toHaveText('Nothing is broken now.');
    await broken
      .getByRole('button', { name: /^Break 20 times: The answer is lost, and nothing/ })
      .click();
    await broken.getByRole('button', { name: /^Break once: The order stream stays/ }).click();
    await expect(state).toContainText(/The answer is lost.*The order stream stays connected/s);
    await goTo(page, 'Desk');
    const unseen = ordersOf(page).getByRole('row', { name: /^MSFT / });
    // Both pass once the order is found, so they are looked for from the beginning.
    await Promise.all([
      expect(unseen).toContainText('unconfirmed', { timeout: 60_000 }),
      expect(notices(page)).toContainText('An order is unconfirmed', { timeout: 60_000 }),
      placeUnanswered(page, 'MSFT', '3'),
    ]);
    await expect(unseen).toContainText('filled', { timeout: 30_000 });
    await expect(unseen).toHaveCount(1);

    await expect(bell(page)).toHaveAccessibleName(/^Alerts, \d+ new$/);
    // Also for a page that was loaded anew: nobody has looked at them.
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName(/^Alerts, \d+ new$/);
    await bell(page).click();
    await expect(bell(page)).toHaveAccessibleName('Alerts');
    await expect(lastAlerts(page).getByRole('menuitem', { name: FILL })).toHaveCount(1);
    // What is known by now is not called unknown any more, here or in a notice.
    await expect(
      lastAlerts(page).getByRole('menuitem', { name: /^An order is unconfirmed/ }),
    ).toHaveCount(0);
    await expect(notices(page)).not.toContainText('An order is unconfirmed');
    await takePicture(page, 'alerts');
    await page.keyboard.press('Escape');
    await expect(lastAlerts(page)).toHaveCount(0);
  });

  test('an alert leads to its order whatever the table was filtered for, and is not told again', async ({
    page,
  }) => {
    const healed = await openSection(page, 'Break it');
    const heal = healed.getByRole('button', { name: 'Clear all faults' });
    if (await heal.isEnabled()) await heal.click();
    await goTo(page, 'Desk');
    await choose(page, 'AAPL');
    await page.getByRole('searchbox', { name: 'Filter by text' }).first().fill('nothing like it');
    await expect(ordersOf(page)).not.toContainText('GOOGL');
    await goTo(page, 'Settings');
    // The page was opened anew: what was told before is in the list, and is not announced again.
    await expect(notices(page)).not.toContainText('GOOGL');
    await bell(page).click();
    await expect(lastAlerts(page).getByRole('menuitem', { name: FILL })).toHaveCount(1);
    await lastAlerts(page).getByRole('menuitem', { name: FILL }).click();
    await expect(ordersOf(page).getByRole('row', { name: /^GOOGL / })).toBeFocused();
    await expect(field(page, 'Symbol')).toHaveValue('GOOGL');
  });
});

test('a fault is healed by hand', async ({ page }) => {
  const broken = await openSection(page, 'Break it');
  const state = broken.getByRole('status', { name: 'Broken now' });
  await broken.getByRole('button', { name: 'Break 20 times: The broker refuses an order' }).click();
  await expect(state).toContainText('The broker refuses an order');
  await takePicture(page, 'break-it');
  await broken.getByRole('button', { name: 'Clear all faults' }).click();
  await expect(state).toHaveText('Nothing is broken now.');
  await goTo(page, 'Desk');
  await choose(page, 'AAPL');
  await fill(page, { Quantity: '1' });
  await place(page);
});

test('a price alert is told once, quietly while nobody is to be disturbed', async ({ page }) => {
  const price = await choose(page, 'TSLA');
  const alerts = await openSection(page, 'Alerts');
  const quiet = alerts.getByLabel(/^Do not disturb/);
  const form = alerts.getByRole('form', { name: 'Add price alert' });
  const table = alerts.getByRole('table', { name: 'Price alerts' });
  await expect(form.getByLabel('Symbol')).toHaveValue('TSLA');

  await form.getByLabel('Price').fill('cheap');
  await form.getByRole('button', { name: 'Add alert' }).click();
  await expect(form).toContainText('"cheap": write a number such as 1.5.');
  await form.getByLabel('Price').fill((price / 2).toFixed(2));
  await form.getByRole('button', { name: 'Add alert' }).click();
  await expect(form).toContainText('it is already there');
  await pick(form.getByLabel('When it'), 'falls to');
  await form.getByRole('button', { name: 'Add alert' }).click();
  await expect(table.getByRole('row', { name: /^TSLA falls to .* waiting/ })).toBeVisible();
  await table.getByRole('button', { name: /^Remove TSLA falls to/ }).click();
  await expect(table).toHaveCount(0);

  // The smallest move there is comes with the next trades.
  const move = async (): Promise<void> => {
    await pick(form.getByLabel('When it'), 'moves by');
    await form.getByLabel('Percent').fill('0.000001');
    await form.getByRole('button', { name: 'Add alert' }).click();
  };
  await quiet.check();
  await page.reload();
  await openSection(page, 'Alerts');
  await expect(quiet).toBeChecked();
  await form.getByLabel('Symbol').fill('TSLA');
  await move();
  await expect(table.getByRole('row', { name: /^TSLA moves .* triggered / })).toHaveCount(1, {
    timeout: 20_000,
  });
  await bell(page).click();
  await expect(lastAlerts(page).getByRole('menuitem', { name: /^TSLA is at/ })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(notices(page)).not.toContainText('TSLA');

  await quiet.uncheck();
  await move();
  await expect(notices(page)).toContainText('TSLA is at', { timeout: 20_000 });
  await expect(table.getByRole('row', { name: /^TSLA moves .* triggered / })).toHaveCount(2);
});
