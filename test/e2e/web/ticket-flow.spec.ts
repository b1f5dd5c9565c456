import type { Page, Route } from 'playwright/test';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { bookedOrders } from '#test/e2e/support/ledger.ts';
import { takePicture } from '#test/e2e/support/pictures.ts';
import {
  changeOf,
  choose,
  fill,
  openDesk,
  place,
  reviewOf,
  ticketOf,
} from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';
import { pick } from '#test/e2e/support/choice.ts';

test.use({ story: 'ticket-flow' });

type Call = { name: string; input: Record<string, unknown> };

/** Answers some calls in main's place; the others go on to main. */
async function answer(
  page: Page,
  replies: Record<string, (call: Call, route: Route) => unknown>,
): Promise<Call[]> {
  const calls: Call[] = [];
  await page.route('**/call', async (route) => {
    const call = JSON.parse(route.request().postData() ?? '{}') as Call;
    calls.push(call);
    const reply = replies[call.name];
    if (!reply) return route.continue();
    const value = await reply(call, route);
    return value === undefined ? route.continue() : route.fulfill({ json: value });
  });
  return calls;
}

const openRow = (page: Page, symbol: string) =>
  page
    .getByRole('table', { name: 'Orders' })
    .getByRole('row', { name: new RegExp(`^${symbol} `) })
    .filter({ has: page.getByRole('button', { name: 'Change order' }) });

test.describe('a change', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 });
  test.beforeEach(async ({ page, shell }) => openDesk(page, shell.address));

  test('of a resting order is reviewed, sent once and seen at the broker', async ({
    page,
    shell,
  }) => {
    const price = Math.floor((await choose(page, 'AAPL')) * 0.9);
    await fill(page, { 'Order type': 'Limit', Quantity: '3', 'Limit price': `${price}` });
    await place(page);
    await openRow(page, 'AAPL').getByRole('button', { name: 'Change order' }).click();
    const dialog = changeOf(page);
    await expect(dialog).toContainText(/Buy 3 AAPL, limit, working/);
    await expect(dialog).toContainText(new RegExp(`now\\s*${price}`));
    const confirm = dialog.getByRole('button', { name: /^Change order/ });
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel('Quantity').fill('2.5');
    await expect(dialog.getByLabel('Quantity')).toHaveAccessibleDescription(/whole shares/);
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel('Quantity').fill('5');
    await dialog.getByLabel('Limit price').fill(`${price - 1}`);
    await pick(dialog.getByLabel('Time in force'), 'Good till canceled');
    await expect(dialog).toContainText(/Position after\s*5 at/);
    await expect(confirm).toHaveText(
      `Change order: buy AAPL: quantity 5, limit ${price - 1}.00, gtc`,
    );
    await expectAccessible(page);
    await takePicture(page, 'change-dark');
    await confirm.dblclick();
    await expect(dialog).toHaveCount(0);
    const booked = bookedOrders(shell.folder).filter(({ symbol }) => symbol === 'AAPL');
    expect(booked).toMatchObject([
      { status: 'replaced', qty: 3, limitPrice: price },
      { status: 'new', qty: 5, limitPrice: price - 1, timeInForce: 'gtc' },
    ]);
    await expect(openRow(page, 'AAPL')).toHaveCount(1);
  });
});

test('an order goes from its symbol to the broker by keyboard alone', async ({ page, shell }) => {
  // The list of assets is main's; here it is enough that there is one.
  await answer(page, {
    'assets.search': () => ({
      ok: true,
      value: ['KO', 'KOS'].map((symbol) => ({
        symbol,
        name: symbol === 'KO' ? 'Coca-Cola Company' : 'Kosmos Energy',
        isTradable: symbol === 'KO',
        isFractionable: true,
        isShortable: true,
      })),
    }),
  });
  await openDesk(page, shell.address);
  await ticketOf(page).getByRole('radio', { name: 'Buy' }).focus();
  await page.keyboard.press('Tab');
  const symbol = ticketOf(page).getByRole('combobox', { name: 'Symbol' });
  await expect(symbol).toBeFocused();
  await page.keyboard.type('ko');
  const symbols = page.getByRole('listbox', { name: 'Symbols' });
  await expect(symbols.getByRole('option')).toHaveCount(2);
  await expect(symbol).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(symbols.getByRole('option', { name: /Coca-Cola/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expectAccessible(page);
  await takePicture(page, 'ticket-symbols');
  await page.keyboard.press('Enter');
  await expect(symbol).toHaveValue('KO');
  await expect(symbols).toHaveCount(0);
  await expect(reviewOf(page)).toHaveCount(0);
  await page.keyboard.press('Tab');
  await page.keyboard.type('4');
  await expect(ticketOf(page)).toContainText(/Position after\s*4 at/);
  await page.keyboard.press('Enter');
  await expect(reviewOf(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(ticketOf(page).getByRole('status')).toContainText(
    'Accepted by the broker: Buy 4 KO',
  );
  expect(bookedOrders(shell.folder).at(-1)).toMatchObject({ symbol: 'KO', qty: 4 });
});
