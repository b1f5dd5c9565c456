// Every screen in every theme: what axe objects to, and a picture of each.
import type { Locator, Page } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import { Position } from '#contract/orders.ts';
import { TokenizationRequest } from '#contract/tokenization.ts';
import { demoReplies } from '#test/component/support/apps-world.ts';
import { expect, test } from '#test/component/support/component.ts';
import { AMD, ok, type World } from '#test/component/support/world.ts';
import { expectAccessible, expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { fieldOf, fillMint, MINT, openTokenization, tableOf } from '#test/e2e/support/mint.ts';
import { takePicture } from '#test/e2e/support/pictures.ts';
import { cents, choose, fill, openDesk, ticketOf } from '#test/e2e/support/ticket.ts';
import { pick } from '#test/e2e/support/choice.ts';

const THEMES = ['dark', 'light', 'high-contrast'] as const;

const rowsOf = (page: Page, name: string): Locator =>
  page
    .getByRole('table', { name, exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

const go = (page: Page, screen: string): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: screen, exact: true })
    .click();

async function takeBoth(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await takePicture(page, `${name}-${colorScheme}`);
  }
}

function addOrders(main: World): void {
  for (const [symbol, status] of [
    ['AAPL', 'filled'],
    ['MSFT', 'canceled'],
    ['NVDA', 'new'],
    ['JPM', 'rejected'],
    ['SPY', 'partially_filled'],
  ] as const)
    main.addOrder({ symbol, status, limitPrice: Decimal.parse('100') });
  main.hold('AAPL', '4');
}

test('the first screen is in order in both themes', async ({ page, main, address }) => {
  main.showDefaultLayout();
  await openDesk(page, address);
  const panel = page.getByRole('region', { name: 'Price of AAPL' });
  await expect(panel).toContainText('Previous close');
  await expect(panel.getByRole('figure', { name: 'Price chart, AAPL' })).toContainText(
    /O\d+\.\d\d/,
  );
  await expectAccessibleInBoth(page, 'desk');
});

test('the tables are in order in both themes', async ({ page, main, address }) => {
  main.showPanels('watchlist', 'ticket', 'orders', 'positions');
  addOrders(main);
  main.answer('assets.search', () => ok([AMD]));
  await openDesk(page, address);
  await expect(rowsOf(page, 'Orders')).toHaveCount(5);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByRole('combobox', { name: 'Add symbol' }).fill('a');
  await expect(page.getByRole('listbox', { name: 'Symbols found' })).toBeVisible();
  await expectAccessibleInBoth(page, 'tables');
});

test('the ticket shows its widest form on a small screen, in order in both themes', async ({
  page,
  main,
  address,
}) => {
  main.showDefaultLayout();
  await page.setViewportSize({ width: 1024, height: 700 });
  await openDesk(page, address);
  const price = await choose(page, 'SPY');
  await fill(page, { 'Order class': 'Bracket', 'Order type': 'Limit', 'Size in': 'Risk to stop' });
  await fill(page, { 'Limit price': cents(price * 0.95), 'Risk in dollars': '100' });
  await fill(page, { 'Take profit': cents(price * 1.1), 'Stop loss': cents(price * 0.9) });
  await expect(ticketOf(page)).toContainText(/Shares\s*1 share\s*Market price/);
  await expect(ticketOf(page).getByRole('button', { name: 'Review order' })).toBeInViewport({
    ratio: 1,
  });
  await expectAccessibleInBoth(page, 'ticket-small');
});

test('the mint desk is in order in both themes', async ({ page, main, address }) => {
  const request = TokenizationRequest.parse({
    tokenizationRequestId: '019a8000-0000-7000-8000-000000000009',
    type: 'mint',
    status: 'completed',
    underlyingSymbol: 'AAPL',
    issuer: 'xstocks',
    network: 'solana',
    qty: '1.5',
    createdAt: new Date().toISOString(),
  });
  main.tell('tokenizations', { request, receivedAt: Date.now() });
  await openDesk(page, address);
  await openTokenization(page);
  await expect(tableOf(page).getByRole('row', { name: /xstocks/ })).toBeVisible();
  await fillMint(page, { ...MINT, Quantity: '1' });
  await fieldOf(page, 'Issuer').click();
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await takeBoth(page, 'tokenization');
  await page.setViewportSize({ width: 1024, height: 700 });
  await takeBoth(page, 'tokenization-small');
  await page.getByRole('button', { name: /^Batch/ }).click();
  await takeBoth(page, 'tokenization-batch-small');
});

for (const theme of THEMES)
  test(`account and activity are in order in ${theme}`, async ({ page, main, address }) => {
    main.documents.appearance = { ...main.documents.appearance, theme };
    main.hold('AAPL', '4');
    await openDesk(page, address);
    await go(page, 'Account');
    const curve = page
      .getByRole('figure', { name: 'Equity over time' })
      .locator('.recharts-line-curve');
    // One look for both: the curve is drawn anew with each reading.
    await expect
      .poll(async () => {
        const box = await curve.boundingBox();
        return box !== null && box.width > 100 && box.height > 10;
      })
      .toBe(true);
    await expect(rowsOf(page, 'Activities').first()).toContainText(/bought\s*AAPL\s*4\s*190\.00/);
    await expectAccessible(page);
    await takePicture(page, `account-${theme}`);
    await go(page, 'Activity');
    await expect(rowsOf(page, 'Activity').first()).toBeVisible();
    await expectAccessible(page);
    await takePicture(page, `activity-${theme}`);
  });

test('a holding that neither gained nor lost has its bar', async ({ page, main, address }) => {
  const position = {
    symbol: 'AAPL',
    side: 'long',
    qty: '4',
    avgEntryPrice: '190.00',
    marketValue: '760.00',
    lastdayPrice: '190.00',
  };
  main.tell('positions', { positions: [Position.parse(position)], receivedAt: Date.now() });
  await openDesk(page, address);
  await go(page, 'Account');
  const bar = page
    .getByRole('figure', { name: "Today's profit and loss by symbol" })
    .locator('.recharts-bar-rectangle');
  await expect.poll(async () => (await bar.boundingBox())?.width ?? 0).toBeGreaterThan(1);
});

test('the settings are in order in every theme', async ({ page, address }) => {
  await openDesk(page, address);
  await go(page, 'Settings');
  const section = (name: string): Locator =>
    page.getByRole('main', { name: 'Settings' }).getByRole('region', { name, exact: true });
  for (const [theme, words] of [
    ['light', 'Light'],
    ['high-contrast', 'High contrast'],
    ['dark', 'Dark'],
  ] as const) {
    await pick(section('Appearance').getByLabel('Theme', { exact: true }), words);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expectAccessible(page);
    await takePicture(page, `settings-${theme}`);
  }
  await expect(section('Keyboard shortcuts')).toContainText('Command palette');
  await expect(section('Data')).toContainText('ballast.log');
  await expect(section('About')).toContainText('Lightweight Charts');
  // Only where there is a window of its own.
  await expect(section('Window and startup')).toHaveCount(0);
});

test('the apps and the question of an application are in order in both themes', async ({
  page,
  main,
  address,
}) => {
  demoReplies(main);
  await openDesk(page, address);
  await go(page, 'Apps');
  await page.getByText('Enter it by hand').click();
  await expectAccessibleInBoth(page, 'apps');
  await page.getByRole('button', { name: 'Try the demo application' }).click();
  await expect(page.getByRole('main', { name: 'Authorize application' })).toBeVisible();
  await expectAccessibleInBoth(page, 'authorize');
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('heading', { name: /^You allowed/ })).toBeFocused();
  await expectAccessibleInBoth(page, 'authorized');
});
