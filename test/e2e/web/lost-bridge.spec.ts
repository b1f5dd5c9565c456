// The way from the page to main is cut while both go on: nothing is called live, whatever needs main says so, and
// everything comes back by itself. Main is asked past the page throughout.
import type { Page, WebSocketRoute } from 'playwright/test';
import { need } from '#test/e2e/support/desk-call.ts';
import { bookedOrders } from '#test/e2e/support/ledger.ts';
import { choose, fill, openDesk, place, reviewOf, ticketOf } from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'lost-bridge' });

type Wire = {
  cut(): Promise<void>;
  /** As the call leaves the page: it does not arrive, and neither does anything after it. */
  cutAt(call: string): void;
  heal(): void;
};

async function wire(page: Page): Promise<Wire> {
  let isCut = false;
  let last: string | undefined;
  const open = new Set<WebSocketRoute>();
  await page.routeWebSocket(/\/watch$/, async (socket) => {
    if (isCut) return socket.close();
    open.add(socket);
    socket.connectToServer();
  });
  async function cut(): Promise<void> {
    isCut = true;
    for (const socket of open) await socket.close();
    open.clear();
  }
  await page.route('**/call', async (route) => {
    if (last !== undefined && route.request().postData()?.includes(`"${last}"`)) await cut();
    return isCut ? route.abort('connectionrefused') : route.continue();
  });
  return {
    cut,
    cutAt: (call) => (last = call),
    heal() {
      isCut = false;
      last = undefined;
    },
  };
}

const GONE = 'Ballast is not responding. Is it still running?';
const streamOf = (page: Page, name: string) => page.getByRole('status', { name: `${name} stream` });
const said = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'You are seeing the last data received.' });
const orderRow = (page: Page, symbol: string) =>
  page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: new RegExp(`^${symbol} `) });

test('nothing is called live, what needs main says so, and it comes back by itself', async ({
  page,
  shell,
}) => {
  const bridge = await wire(page);
  await openDesk(page, shell.address);
  await choose(page, 'NVDA');
  await fill(page, { 'Order type': 'Limit', Quantity: '3', 'Limit price': '60' });
  await place(page);
  await expect(orderRow(page, 'NVDA')).toContainText('working');
  await bridge.cut();

  await expect(said(page)).toContainText(GONE);
  for (const name of ['Order', 'Price']) await expect(streamOf(page, name)).toContainText('off');
  await expect(page.getByText('The order stream is not live')).toBeVisible();
  await expect(
    page.getByRole('status', { name: /stream$/ }).filter({ hasText: 'live' }),
  ).toHaveCount(0);

  // What was known stays, and what is asked for is refused in words rather than lost.
  await expect(orderRow(page, 'NVDA')).toContainText('working');
  await orderRow(page, 'NVDA').getByRole('button', { name: 'Cancel order' }).click();
  const notices = page.getByRole('log', { name: 'Notices' });
  await expect(notices).toContainText(GONE);
  await fill(page, { Quantity: '4', 'Limit price': '60' });
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  await expect(ticketOf(page).getByRole('status')).toContainText(GONE);
  await expect(reviewOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop all trading' }).click();
  await expect(page.getByText(`Not stopped. ${GONE}`)).toBeVisible();
  expect(bookedOrders(shell.folder).map(({ status }) => status)).toEqual(['new']);

  // Meanwhile the order ends: the page hears of it with everything else.
  const [account] = await need<{ accountId: string }[]>(shell, 'accounts.list');
  const orderId = bookedOrders(shell.folder)[0]?.id;
  await need(shell, 'orders.cancel', { accountId: account?.accountId, orderId });
  await expect.poll(() => bookedOrders(shell.folder)[0]?.status).toBe('canceled');
  await expect(orderRow(page, 'NVDA')).toContainText('working');

  bridge.heal();
  await expect(said(page)).toHaveCount(0);
  for (const name of ['Order', 'Price']) await expect(streamOf(page, name)).toContainText('live');
  await expect(page.getByText('The order stream is not live')).toHaveCount(0);
  await expect(orderRow(page, 'NVDA')).toContainText('canceled');
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  await expect(reviewOf(page)).toContainText('NVDA');
});

test('an order that was on its way when it was cut is told of once, and is there once', async ({
  page,
  shell,
}) => {
  const bridge = await wire(page);
  await openDesk(page, shell.address);
  const before = bookedOrders(shell.folder).length;
  await choose(page, 'MSFT');
  await fill(page, { 'Order type': 'Limit', Quantity: '2', 'Limit price': '150' });
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  const action = reviewOf(page).getByRole('button', { name: /^Place order/ });
  await expect(action).toBeEnabled();
  // What main cannot judge any more does not go, and the review says why.
  await bridge.cut();
  await expect(reviewOf(page)).toContainText(GONE);
  await expect(action).toBeDisabled();
  bridge.heal();
  await expect(action).toBeEnabled();
  bridge.cutAt('orders.submit');
  await action.click();
  await expect(ticketOf(page).getByRole('status')).toContainText(
    'Ballast did not answer. Your order may have been placed',
  );
  expect(bookedOrders(shell.folder)).toHaveLength(before);
  bridge.heal();
  await expect(ticketOf(page).getByRole('status')).toContainText('Nothing was sent.');
  await expect(said(page)).toHaveCount(0);
  expect(bookedOrders(shell.folder)).toHaveLength(before);
  await place(page);
  await expect(orderRow(page, 'MSFT')).toHaveCount(1);
  expect(bookedOrders(shell.folder)).toHaveLength(before + 1);
});
