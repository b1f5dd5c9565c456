// What comes at the wrong moment: a command from another screen, an answer that is late, a screen that goes away.
import type { Locator, Page, WebSocketRoute } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import type { AccountProfile } from '#contract/accounts.ts';
import { demoReplies } from '#test/component/support/apps-world.ts';
import { expect, test } from '#test/component/support/component.ts';
import { AMD, DESK, fail, ok, PROFILE, type World } from '#test/component/support/world.ts';
import { paletteOf, runCommand } from '#test/e2e/support/frame.ts';
import { changeOf, choose, field, fill, openDesk, ticketOf } from '#test/e2e/support/ticket.ts';

const noticesOf = (page: Page): Locator => page.getByRole('log', { name: 'Notices' });
const GONE = { kind: 'offline', message: 'The broker is away.' } as const;
const OTHER: AccountProfile = {
  ...PROFILE,
  accountId: '00000000-0000-4000-8000-000000000002',
  label: 'Second account',
};

const addResting = (main: World, symbol = 'AAPL') =>
  main.addOrder({ symbol, qty: Decimal.parse('5'), limitPrice: Decimal.parse('170') });

function listAccounts(main: World, ...accounts: AccountProfile[]): void {
  main.answer('accounts.list', () => ok(accounts));
  main.tell('accounts', { accounts });
}

function held(): { gate: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  return { gate, open };
}

test('a dialog of the desk is in sight over every screen', async ({ page, main, address }) => {
  addResting(main);
  await openDesk(page, address);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await runCommand(page, 'cancel all', 'Cancel all orders');
  const dialog = page.getByRole('dialog', { name: 'Cancel all' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  // An order of another program is shown where it is.
  await runCommand(page, 'aapl 170', /^Buy 5 AAPL/);
  await expect(
    page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: /^AAPL/ }),
  ).toBeFocused();
});

test('a dialog stays in sight when its panel goes behind another', async ({
  page,
  main,
  address,
}) => {
  main.showDefaultLayout();
  demoReplies(main);
  main.fails('oauth.readLink', GONE);
  addResting(main);
  await openDesk(page, address);
  await page
    .getByRole('table', { name: 'Orders' })
    .getByRole('button', { name: 'Change order: Buy 5 AAPL limit 170.00' })
    .click();
  await expect(changeOf(page)).toBeVisible();
  main.tell('visits', {
    visitId: '0b8f9d52-6f7e-4a6e-9a35-0c1a4c1f7a12',
    at: Date.now(),
    to: { place: 'authorize', link: 'ballast://oauth/authorize?client_id=nobody' },
  });
  await expect(page.getByRole('main', { name: 'Apps' })).toBeVisible();
  await expect(changeOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(changeOf(page)).toHaveCount(0);
});

test('who leaves an account that an alert led to is not led back', async ({
  page,
  main,
  address,
}) => {
  const closed = { ...OTHER, isOpen: false, problem: 'The keychain is locked.' };
  listAccounts(main, PROFILE, closed);
  main.answer('accounts.open', () => fail({ kind: 'not-allowed', message: 'It is locked.' }));
  await openDesk(page, address);
  main.tell('visits', {
    visitId: '0b8f9d52-6f7e-4a6e-9a35-0c1a4c1f7a13',
    at: Date.now(),
    to: { place: 'account', accountId: OTHER.accountId },
  });
  await expect(page.getByRole('heading', { name: /Second account/ })).toBeVisible();
  await page.getByRole('button', { name: /^Use Practice account/ }).click();
  await expect(ticketOf(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Switch account/ })).toContainText('Practice');
});

test('a ticket whose order is on its way takes nothing, and the chosen symbol afterwards', async ({
  page,
  main,
  address,
}) => {
  main.documents.appearance = { ...main.documents.appearance, isReviewSkipped: true };
  main.setTrading({});
  const { gate, open } = held();
  await openDesk(page, address);
  await page.route('**/call', async (route) => {
    if ((route.request().postData() ?? '').includes('"orders.submit"')) await gate;
    await route.continue();
  });
  await choose(page, 'AMZN');
  await fill(page, { Quantity: '2' });
  await ticketOf(page)
    .getByRole('button', { name: /^Place order/ })
    .click();
  await expect(field(page, 'Quantity')).toBeDisabled();
  await page
    .getByRole('table', { name: 'Watchlist' })
    .getByRole('button', { name: 'MSFT', exact: true })
    .click();
  await expect(field(page, 'Symbol')).toHaveValue('AMZN');
  open();
  await expect(ticketOf(page).getByRole('status')).toContainText(
    'Accepted by the broker: Buy 2 AMZN',
  );
  await expect(field(page, 'Symbol')).toHaveValue('MSFT');
  await expect(field(page, 'Quantity')).toBeEnabled();
});

test('a review that cannot be begun says so', async ({ page, main, address }) => {
  main.fails('tickets.open', GONE);
  await openDesk(page, address);
  await fill(page, { Quantity: '2' });
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  await expect(ticketOf(page).getByRole('status')).toHaveText(
    'Ballast cannot accept an order yet. Try again in a moment.',
  );
});

test('bad news outlives the account in front and the lock, and names its account', async ({
  page,
  main,
  address,
}) => {
  listAccounts(main, PROFILE, OTHER);
  main.fails('orders.cancel', GONE);
  addResting(main);
  await openDesk(page, address);
  await page.getByRole('button', { name: 'Cancel order: Buy 5 AAPL limit 170.00' }).click();
  const notice = noticesOf(page).getByText('The broker is away.');
  await expect(notice).toHaveText('The broker is away.');
  await page.getByRole('button', { name: /^Switch account/ }).click();
  await page.getByRole('menuitemradio', { name: /^Second account/ }).click();
  await expect(notice).toHaveText('Practice account: The broker is away.');
  main.tell('desk', { ...DESK, isLocked: true, canLock: true });
  await expect(page.getByRole('heading', { name: 'Ballast is locked' })).toBeVisible();
  main.tell('desk', { ...DESK, canLock: true });
  await expect(notice).toBeVisible();
});

test('a note that was dismissed does not come back with the next news of the desk', async ({
  page,
  main,
  address,
}) => {
  main.tell('desk', { ...DESK, notes: ['The journal was damaged.'] });
  await openDesk(page, address);
  await noticesOf(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(noticesOf(page).getByText('The journal was damaged.')).toHaveCount(0);
  main.tell('desk', { ...DESK, lockAfterMinutes: 5, notes: ['The journal was damaged.', 'More.'] });
  await expect(noticesOf(page).getByText('More.')).toBeVisible();
  await expect(noticesOf(page).getByText('The journal was damaged.')).toHaveCount(0);
});

test('what the palette finds late does not move the choice', async ({ page, main, address }) => {
  const { gate, open } = held();
  main.answer('assets.search', async () => {
    await gate;
    return ok([AMD]);
  });
  await openDesk(page, address);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('am');
  await page.keyboard.press('ArrowDown');
  const chosen = paletteOf(page).getByRole('option', { selected: true });
  const before = await chosen.innerText();
  open();
  await expect(paletteOf(page).getByRole('option', { name: /^AMD/ })).toBeVisible();
  expect(await chosen.innerText()).toBe(before);
});

test('one look at the evidence that fails takes nothing away', async ({ page, main, address }) => {
  await openDesk(page, address);
  await choose(page, 'AMZN');
  await fill(page, { Quantity: '2' });
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  await page
    .getByRole('dialog', { name: 'Review order' })
    .getByRole('button', { name: /^Place order/ })
    .click();
  await page
    .getByRole('table', { name: 'Orders' })
    .getByRole('button', { name: 'Evidence' })
    .click();
  const drawer = page.getByRole('dialog', { name: 'Evidence' });
  await expect(drawer).toContainText('The broker has this order.');
  main.fails('orders.evidence', GONE);
  await expect(drawer.getByRole('alert')).toHaveText('The broker is away.');
  await expect(drawer).toContainText('The broker has this order.');
});

test('that nothing was stopped stays until it is waved away or was stopped', async ({
  page,
  main,
  address,
}) => {
  await page.clock.install();
  main.fails('trading.stop', GONE);
  await openDesk(page, address);
  await page.keyboard.press('Control+Shift+X');
  const said = page.getByText('Not stopped. The broker is away.');
  await expect(said).toBeVisible();
  await field(page, 'Quantity').click();
  await page.keyboard.type('2');
  await page.clock.runFor(60_000);
  await expect(said).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(said).toBeHidden();
  await page.getByRole('button', { name: 'Stop all trading' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not stopped.' })).toBeVisible();
  main.setTrading({ isStopped: true });
  await expect(page.getByRole('alert').filter({ hasText: 'Not stopped.' })).toHaveCount(0);
});

test('a window that cannot read what was chosen does not open with amounts shown', async ({
  page,
  main,
  address,
}) => {
  main.documents.appearance = { ...main.documents.appearance, isPrivate: true };
  main.fails('ui.get', GONE);
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'The desk could not be opened' })).toBeVisible();
  await expect(page.getByText('The broker is away.')).toBeVisible();
});

test('without the way to main nothing is called live', async ({ page, address }) => {
  const open = new Set<WebSocketRoute>();
  let isGone = false;
  await page.routeWebSocket(/\/watch$/, async (socket) => {
    if (isGone) return socket.close();
    open.add(socket);
    socket.connectToServer();
  });
  await openDesk(page, address);
  const streams = page.locator('.streams');
  await expect(streams).toContainText('live');
  isGone = true;
  for (const socket of open) await socket.close();
  await expect(streams).not.toContainText('live');
  await expect(
    page
      .getByRole('table', { name: 'Watchlist' })
      .getByRole('row', { name: /^AAPL/ })
      .locator('.column-last .num'),
  ).toHaveClass(/stale/);
});

test('the focus stays on its row when others come above it', async ({ page, main, address }) => {
  for (const symbol of ['AAPL', 'MSFT']) addResting(main, symbol);
  await openDesk(page, address);
  const row = page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: /^AAPL/ });
  await row.focus();
  addResting(main, 'NVDA');
  await expect(
    page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: /^NVDA/ }),
  ).toBeVisible();
  await expect(row).toBeFocused();
  await expect(row).toHaveAttribute('tabindex', '0');
});
