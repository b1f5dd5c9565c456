// 'Place orders without the review' is in force as main has it, in every window, from the moment its switch has moved.
import type { Locator, Page } from 'playwright/test';
import { ask, need } from '#test/e2e/support/desk-call.ts';
import { bookedOrders } from '#test/e2e/support/ledger.ts';
import { choose, fill, openDesk, reviewOf, ticketOf } from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'first-aid-review' });
test.describe.configure({ timeout: 60_000 });

type Appearance = { isReviewSkipped: boolean; isPrivate: boolean; theme: string };
type Remembered = { appearance: Appearance };

const DRAFT = { symbol: 'AAPL', side: 'buy', type: 'market', timeInForce: 'day', qty: '1' };

const switchOf = (page: Page): Locator =>
  page.getByRole('checkbox', { name: /^Place orders without the review/ });
const placeAtOnce = (page: Page): Locator =>
  ticketOf(page).getByRole('button', { name: /^Place order: / });

async function goTo(page: Page, screen: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: screen })
    .click();
}

async function openAppearance(page: Page): Promise<void> {
  await goTo(page, 'Settings');
  await page
    .getByRole('navigation', { name: 'Settings sections' })
    .getByRole('button', { name: 'Appearance', exact: true })
    .click();
}

async function switchOn(page: Page): Promise<void> {
  await openAppearance(page);
  await switchOf(page).click();
  await expect(switchOf(page)).toBeChecked();
  await goTo(page, 'Desk');
}

/** Presses whatever the ticket's button is now, as fast as a page can. */
const pressTicket = (page: Page): Promise<void> =>
  ticketOf(page).evaluate((form) =>
    form.querySelector<HTMLButtonElement>('button[type="submit"]')?.click(),
  );

test.afterEach(async ({ shell }) => {
  const { appearance } = await need<Remembered>(shell, 'ui.get');
  const value = { ...appearance, isReviewSkipped: false, isPrivate: false };
  await need(shell, 'ui.set', { area: 'appearance', value });
});

test('once switched off, the next press on the desk opens the review and sends nothing', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  await choose(page, 'AAPL');
  await fill(page, { Quantity: '1' });
  await switchOn(page);
  await expect(placeAtOnce(page)).toBeEnabled();
  const before = bookedOrders(shell.folder).length;

  await openAppearance(page);
  await switchOf(page).click();
  await goTo(page, 'Desk');
  await pressTicket(page);
  await expect(reviewOf(page)).toBeVisible();
  await expect(placeAtOnce(page)).toHaveCount(0);
  expect(bookedOrders(shell.folder)).toHaveLength(before);
});

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

  await openAppearance(page);
  await switchOf(page).click();
  await expect(switchOf(page)).not.toBeChecked();
  // At once: the other page may not even have heard of it.
  await pressTicket(other);
  await expect(reviewOf(other)).toBeVisible();
  expect(bookedOrders(shell.folder)).toHaveLength(before);
  await reviewOf(other).getByRole('button', { name: 'Back' }).click();
  await expect(ticketOf(other).getByRole('button', { name: 'Review order' })).toBeEnabled();
});

test('a window that has not heard of it is refused by main and opens the review', async ({
  page,
  shell,
}) => {
  let isDeaf = false;
  await page.routeWebSocket('**/watch', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!isDeaf) socket.send(message);
    });
  });
  await openDesk(page, shell.address);
  await switchOn(page);
  await choose(page, 'AAPL');
  await fill(page, { Quantity: '1' });
  await expect(placeAtOnce(page)).toBeEnabled();
  const before = bookedOrders(shell.folder).length;
  isDeaf = true;
  const { appearance } = await need<Remembered>(shell, 'ui.get');
  const value = { ...appearance, isReviewSkipped: false };
  await need(shell, 'ui.set', { area: 'appearance', value });
  await placeAtOnce(page).click();
  await expect(reviewOf(page)).toBeVisible();
  expect(bookedOrders(shell.folder)).toHaveLength(before);
});

test('the switch moves when main has the choice, in the window that never asked as well', async ({
  page,
  context,
  shell,
}) => {
  await openDesk(page, shell.address);
  const other = await context.newPage();
  await openDesk(other, shell.address);
  await openAppearance(other);
  await openAppearance(page);
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
  expect((await need<Remembered>(shell, 'ui.get')).appearance.isReviewSkipped).toBe(true);
});

test('a choice that main did not take leaves the switch where it was and says so', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  await openAppearance(page);
  await page.route('**/call', (route) =>
    (route.request().postData() ?? '').includes('"ui.set"')
      ? route.fulfill({ json: { ok: false, failure: { kind: 'bug', ref: 'abc' } } })
      : route.continue(),
  );
  await switchOf(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not switched.' })).toBeVisible();
  await expect(switchOf(page)).not.toBeChecked();
});

test('a window that changes its colors does not bring back what another switched off', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  await switchOn(page);
  await openAppearance(page);
  const { appearance } = await need<Remembered>(shell, 'ui.get');
  // As from a window of another browser, which this page hears nothing of.
  const value = { ...appearance, isReviewSkipped: false };
  await need(shell, 'ui.set', { area: 'appearance', value });
  await page.getByLabel('Theme').selectOption('light');
  const now = async () => (await need<Remembered>(shell, 'ui.get')).appearance;
  await expect.poll(async () => (await now()).theme).toBe('light');
  expect((await now()).isReviewSkipped).toBe(false);
  await expect(switchOf(page)).not.toBeChecked();
});

test('amounts that are hidden in one window are hidden by main before the next is opened', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  // No timer of the page runs any more: what waits to be written is never written.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  await expect
    .poll(async () => (await need<Remembered>(shell, 'ui.get')).appearance.isPrivate)
    .toBe(true);
});

test('guards that another window changed meanwhile are not written over', async ({
  page,
  context,
  shell,
}) => {
  const openGuards = async (window: Page): Promise<Locator> => {
    await openDesk(window, shell.address);
    await goTo(window, 'Settings');
    const section = window.getByRole('main', { name: 'Settings' }).getByRole('region', {
      name: 'Guards',
      exact: true,
    });
    await window
      .getByRole('navigation', { name: 'Settings sections' })
      .getByRole('button', { name: 'Guards', exact: true })
      .click();
    await expect(section.getByLabel('Most shares in one order')).toHaveValue('5000');
    return section;
  };
  const here = await openGuards(page);
  const there = await openGuards(await context.newPage());
  await here.getByLabel('Most shares in one order').fill('10');
  await here.getByRole('button', { name: 'Save guards' }).click();
  await expect(here.getByRole('status')).toContainText('Saved.');

  await there.getByLabel('Most dollars in one order').fill('40000');
  await there.getByRole('button', { name: 'Save guards' }).click();
  await expect(there.getByRole('status')).toContainText('changed in another window');
  await expect(there.getByLabel('Most shares in one order')).toHaveValue('10');
  type Guards = { size: { maxShares: string }; value: { maxDollars: string } };
  const kept = () => need<Guards>(shell, 'guards.get');
  expect(await kept()).toMatchObject({ size: { maxShares: '10' }, value: { maxDollars: '50000' } });
  // Seen as they are now, they can be changed from here as well.
  await there.getByLabel('Most dollars in one order').fill('40000');
  await there.getByRole('button', { name: 'Save guards' }).click();
  await expect(there.getByRole('status')).toContainText('Saved.');
  expect(await kept()).toMatchObject({ size: { maxShares: '10' }, value: { maxDollars: '40000' } });
});
