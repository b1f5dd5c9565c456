// 'Place orders without review', and other choices, as several windows of one desk see them: in force as main has
// it, from the moment its switch has moved.
import type { Locator, Page } from 'playwright/test';
import { expect, test } from '#test/component/support/component.ts';
import type { World } from '#test/component/support/world.ts';
import { choose, fill, openDesk, reviewOf, ticketOf } from '#test/e2e/support/ticket.ts';
import { pick } from '#test/e2e/support/choice.ts';

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

/** As from a window of another browser, which this page hears nothing of. */
function switchOffElsewhere(main: World): void {
  main.documents.appearance = { ...main.documents.appearance, isReviewSkipped: false };
}

test('once switched off, the next press on the desk opens the review and sends nothing', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  await choose(page, 'AAPL');
  await fill(page, { Quantity: '1' });
  await switchOn(page);
  await expect(placeAtOnce(page)).toBeEnabled();

  await openOrders(page);
  await switchOf(page).click();
  await goTo(page, 'Desk');
  await pressTicket(page);
  await expect(reviewOf(page)).toBeVisible();
  await expect(placeAtOnce(page)).toHaveCount(0);
  expect(main.intents.size).toBe(0);
});

test('a window that has not heard of it is refused by main and opens the review', async ({
  page,
  main,
  address,
}) => {
  let isDeaf = false;
  await page.routeWebSocket('**/watch', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!isDeaf) socket.send(message);
    });
  });
  await openDesk(page, address);
  await switchOn(page);
  await choose(page, 'AAPL');
  await fill(page, { Quantity: '1' });
  await expect(placeAtOnce(page)).toBeEnabled();
  isDeaf = true;
  switchOffElsewhere(main);
  await placeAtOnce(page).click();
  await expect(reviewOf(page)).toBeVisible();
  expect(main.intents.size).toBe(0);
});

test('the switch moves when main has the choice, in the window that never asked as well', async ({
  page,
  context,
  main,
  address,
}) => {
  await openDesk(page, address);
  const other = await context.newPage();
  await openDesk(other, address);
  await openOrders(other);
  await openOrders(page);
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  let hasAsked = (): void => undefined;
  const asked = new Promise<void>((resolve) => (hasAsked = resolve));
  await page.route('**/call', async (route) => {
    if (!(route.request().postData() ?? '').includes('"ui.set"')) return route.continue();
    hasAsked();
    await held;
    return route.continue();
  });
  await switchOf(page).click();
  await asked;
  await expect(switchOf(page)).not.toBeChecked();
  letGo();
  await expect(switchOf(page)).toBeChecked();
  await expect(switchOf(other)).toBeChecked();
  expect(main.documents.appearance.isReviewSkipped).toBe(true);
});

test('a choice that main did not take leaves the switch where it was and says so', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  await openOrders(page);
  main.fails('ui.set', { kind: 'bug', ref: 'abc' });
  await switchOf(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not changed.' })).toBeVisible();
  await expect(switchOf(page)).not.toBeChecked();
});

test('a window that changes its colors does not bring back what another switched off', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  await switchOn(page);
  await openOrders(page);
  switchOffElsewhere(main);
  await pick(page.getByLabel('Theme', { exact: true }), 'Light');
  await expect.poll(() => main.documents.appearance.theme).toBe('light');
  expect(main.documents.appearance.isReviewSkipped).toBe(false);
  await expect(switchOf(page)).not.toBeChecked();
});

test('amounts that are hidden in one window are hidden by main before the next is opened', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  // No timer of the page runs any more: what waits to be written is never written.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  await expect.poll(() => main.documents.appearance.isPrivate).toBe(true);
});

test('guards that another window changed meanwhile are not written over', async ({
  page,
  context,
  main,
  address,
}) => {
  const openGuards = async (window: Page): Promise<Locator> => {
    await openDesk(window, address);
    await goTo(window, 'Settings');
    const section = window.getByRole('main', { name: 'Settings' }).getByRole('region', {
      name: 'Guards',
      exact: true,
    });
    await window
      .getByRole('navigation', { name: 'Settings sections' })
      .getByRole('button', { name: 'Guards', exact: true })
      .click();
    await expect(section.getByLabel('Max shares per order')).toHaveValue('5000');
    return section;
  };
  const here = await openGuards(page);
  const there = await openGuards(await context.newPage());
  await here.getByLabel('Max shares per order').fill('10');
  await here.getByRole('button', { name: 'Save guards' }).click();
  await expect(here.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();

  await there.getByLabel('Max dollars per order').fill('40000');
  await there.getByRole('button', { name: 'Save guards' }).click();
  await expect(
    there.getByRole('status').filter({ hasText: 'changed in another window' }),
  ).toBeVisible();
  await expect(there.getByLabel('Max shares per order')).toHaveValue('10');
  const kept = () => main.call('guards.get', {});
  expect(await kept()).toMatchObject({
    value: { value: { size: { maxShares: '10' }, value: { maxDollars: '50000' } } },
  });
  // Seen as they are now, they can be changed from here as well.
  await there.getByLabel('Max dollars per order').fill('40000');
  await there.getByRole('button', { name: 'Save guards' }).click();
  await expect(there.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  expect(await kept()).toMatchObject({
    value: { value: { size: { maxShares: '10' }, value: { maxDollars: '40000' } } },
  });
});
