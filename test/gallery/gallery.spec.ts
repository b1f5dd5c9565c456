// Every screen and dialog in both themes, at a moment that stands still. Taken before a change to how the page is built
// and compared after it: `npm run gallery -- --update-snapshots`, then `npm run gallery`.
import type { Page } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import type { Intent } from '#contract/intents.ts';
import { TokenizationRequest } from '#contract/tokenization.ts';
import { OrderPreview } from '#contract/trading.ts';
import { demoReplies } from '#test/component/support/apps-world.ts';
import { expect, test as component } from '#test/component/support/component.ts';
import {
  ACCOUNT_ID,
  AMD,
  createWorld,
  DESK,
  ok,
  previewOf,
  type World,
} from '#test/component/support/world.ts';
import { fillMint, formOf, MINT, openTokenization, tableOf } from '#test/e2e/support/mint.ts';
import { choose, field, fill, openDesk, reviewOf } from '#test/e2e/support/ticket.ts';

const NOW = Date.parse('2026-03-11T15:00:00Z');
const UNKNOWN: Intent = {
  intentId: '019a8000-0000-7000-8000-00000000abcd',
  accountId: ACCOUNT_ID,
  kind: 'place',
  state: 'unknown',
  body: '{}',
  symbol: 'AMZN',
  title: 'Buy 7 AMZN at 150.00, limit, PRACTICE',
  confirmedAt: NOW,
  cancelWhenFound: false,
  isConflict: false,
  unanswered: 1,
  changedAt: NOW,
};

const test = component.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  main: async ({}, use) => use(createWorld(() => NOW)),
});

test.beforeEach(async ({ page, main }) => {
  await page.clock.setFixedTime(NOW);
  main.showDefaultLayout();
  for (const [symbol, status] of [
    ['AAPL', 'filled'],
    ['MSFT', 'canceled'],
    ['NVDA', 'new'],
    ['JPM', 'rejected'],
    ['SPY', 'partially_filled'],
  ] as const)
    main.addOrder({ symbol, status, limitPrice: Decimal.parse('100') });
  main.hold('AAPL', '4');
  main.tell('intents', UNKNOWN);
});

async function photograph(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.mouse.move(2, 2);
    await expect(page).toHaveScreenshot(`${name}-${colorScheme}.png`);
  }
}

const go = (page: Page, screen: string): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: screen, exact: true })
    .click();
const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click();

test('the desk, its menus and its palette', async ({ page, address }) => {
  await openDesk(page, address);
  await photograph(page, 'desk');
  await press(page, 'Show as table');
  await photograph(page, 'chart-table');
  await press(page, /^Indicators/);
  await photograph(page, 'indicators');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await photograph(page, 'palette');
  await page.keyboard.press('Escape');
  for (const [button, name] of [
    [/^Switch account/, 'account-menu'],
    [/^Alerts/, 'alerts-menu'],
    [/^Layouts/, 'layouts-menu'],
    ['Export', 'export-menu'],
  ] as const) {
    await press(page, button);
    await photograph(page, name);
    await page.keyboard.press('Escape');
  }
});

test('a small window', async ({ page, address }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await openDesk(page, address);
  await photograph(page, 'small-desk');
  for (const screen of ['Account', 'Tokenization', 'Activity', 'Settings']) {
    await go(page, screen);
    await photograph(page, `small-${screen.toLowerCase()}`);
  }
});

test('comfortable rows', async ({ page, main, address }) => {
  main.showPanels('watchlist', 'ticket', 'orders', 'positions');
  main.documents.appearance = { ...main.documents.appearance, isCompact: false };
  await openDesk(page, address);
  await photograph(page, 'comfortable');
});

test('filters and suggestions', async ({ page, main, address }) => {
  main.showPanels('watchlist', 'ticket', 'orders', 'fills');
  main.answer('assets.search', () => ok([AMD]));
  await openDesk(page, address);
  await press(page, /^Filter/);
  await page.getByRole('combobox', { name: 'Add symbol' }).fill('a');
  await expect(page.getByRole('listbox', { name: 'Symbols found' })).toBeVisible();
  await photograph(page, 'filters');
  await page.getByRole('combobox', { name: 'Add symbol' }).fill('');
  await field(page, 'Symbol').fill('am');
  await photograph(page, 'symbols');
});

test('a ticket with everything in it', async ({ page, main, address }) => {
  main.answer('orders.preview', ({ draft }) =>
    ok(
      previewOf(
        draft,
        {
          verdicts: [
            { guard: 'size', level: 'warn', text: '100,000 shares are many.' },
            { guard: 'value', level: 'block', text: 'Too dear.' },
          ],
        },
        NOW,
      ),
    ),
  );
  await openDesk(page, address);
  await choose(page, 'SPY');
  await fill(page, { 'Order class': 'Bracket', 'Order type': 'Limit', Quantity: '3' });
  await fill(page, { 'Limit price': '500.00', 'Take profit': '600.00', 'Stop loss': '400.00' });
  await photograph(page, 'ticket');
  await field(page, 'Quantity').fill('ten');
  await field(page, 'Quantity').press('Enter');
  await photograph(page, 'ticket-issue');
});

test('the reviews', async ({ page, main, address }) => {
  main.hold('AAPL', '4');
  await openDesk(page, address);
  await choose(page, 'SPY');
  await fill(page, { 'Order type': 'Limit', Quantity: '3', 'Limit price': '300' });
  await field(page, 'Limit price').press('Enter');
  await expect(reviewOf(page)).toBeVisible();
  await photograph(page, 'review');
  await page.keyboard.press('Escape');
  for (const [button, name] of [
    ['Cancel all', 'cancel-all'],
    [/^Flatten/, 'flatten'],
    [/^Change order/, 'change'],
  ] as const) {
    await press(page, button);
    await photograph(page, name);
    await page.keyboard.press('Escape');
  }
});

test('the evidence of an order, and sending it again', async ({ page, main, address }) => {
  const { intentId, title } = UNKNOWN;
  main.answer('orders.evidence', () =>
    ok({
      intent: UNKNOWN,
      evidence: [
        { intentId, at: NOW, kind: 'recorded', text: 'Written down before sending.' },
        { intentId, at: NOW, kind: 'lost', text: 'No answer: timeout.', requestId: 'abc' },
      ],
    }),
  );
  main.answer('orders.previewAgain', () =>
    ok(
      OrderPreview.parse({
        title,
        market: { price: '155.5', receivedAt: NOW, by: 'ask' },
        issues: [],
        verdicts: [{ guard: 'repeat', level: 'warn', text: 'The same went out before.' }],
        whatIf: { isExit: false, value: '1050' },
      }),
    ),
  );
  await openDesk(page, address);
  await press(page, 'Evidence');
  await photograph(page, 'evidence');
  await press(page, 'Send again');
  await photograph(page, 'send-again');
});

test('account and activity', async ({ page, address }) => {
  await openDesk(page, address);
  for (const screen of ['Account', 'Activity']) {
    await go(page, screen);
    await photograph(page, screen.toLowerCase());
  }
});

const requestOf = (nth: number, status: string) => ({
  request: TokenizationRequest.parse({
    tokenizationRequestId: `019a8000-0000-7000-8000-00000000000${nth}`,
    type: 'mint',
    status,
    underlyingSymbol: 'AAPL',
    issuer: 'xstocks',
    network: 'solana',
    qty: '1.5',
    createdAt: new Date(NOW).toISOString(),
  }),
  receivedAt: NOW,
});

test('the mint desk', async ({ page, main, address }) => {
  main.tell(
    'tokenizations',
    ...['completed', 'pending', 'rejected'].map((status, nth) => requestOf(nth, status)),
  );
  await openDesk(page, address);
  await openTokenization(page);
  await photograph(page, 'tokenization');
  await fillMint(page, MINT);
  await formOf(page).getByLabel('Issuer', { exact: true }).click();
  await photograph(page, 'mint-filled');
  await page.keyboard.press('Escape');
  await formOf(page).getByRole('button', { name: 'Review mint' }).click();
  await photograph(page, 'mint-review');
  await page.keyboard.press('Escape');
  await tableOf(page).getByRole('button').last().click();
  await photograph(page, 'request');
  await page.keyboard.press('Escape');
  await press(page, /^Batch/);
  await photograph(page, 'batch');
});

test('the settings', async ({ page, address }) => {
  await openDesk(page, address);
  await go(page, 'Settings');
  // Everything at once, without scrolling.
  await page.setViewportSize({ width: 1440, height: 5_000 });
  await photograph(page, 'settings');
});

test('the apps, and the question of one', async ({ page, main, address }) => {
  demoReplies(main, NOW);
  await openDesk(page, address);
  await go(page, 'Apps');
  await page.getByText('Enter it by hand').click();
  await photograph(page, 'apps');
  await press(page, 'Try the demo application');
  await photograph(page, 'authorize');
});

const STATES: [name: string, prepare: (main: World) => void][] = [
  ['stopped', (main) => main.setTrading({ isStopped: true })],
  ['locked', (main) => main.tell('desk', { ...DESK, isLocked: true, canLock: true })],
];
for (const [name, prepare] of STATES)
  test(`a desk that is ${name}`, async ({ page, main, address }) => {
    prepare(main);
    await page.goto(address);
    await expect(page.getByRole('button', { name: /^(Allow trading|Unlock)/ })).toBeVisible();
    await photograph(page, name);
  });

test('a chart in a window of its own', async ({ page, address }) => {
  await page.goto(`${address}#/chart?account=${ACCOUNT_ID}&symbol=AAPL&timeframe=5Min&style=line`);
  // The axis is as wide as the prices on it, which come one after the other.
  await expect(page.getByRole('figure', { name: 'Price chart, AAPL' })).toContainText(/O\d/);
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
  await photograph(page, 'chart-window');
});
