// What the panels say while they have nothing to show, or cannot show it.
import type { Page } from 'playwright/test';
import { Position } from '#contract/orders.ts';
import { expect, test } from '#test/component/support/component.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { openFrame, tab } from '#test/e2e/support/frame.ts';
import { takePicture } from '#test/e2e/support/pictures.ts';
import { fieldOf, formOf, openTokenization } from '#test/e2e/support/mint.ts';
import { fill, openDesk, reviewOf, ticketOf } from '#test/e2e/support/ticket.ts';
import { ok, previewOf } from '#test/component/support/world.ts';

test.beforeEach(({ main }) => main.showDefaultLayout());

const figureOf = (page: Page) => page.getByRole('figure', { name: 'Price chart, AAPL' });
const tableOf = (page: Page, name: string) => page.getByRole('table', { name });

test('while nothing was heard yet, they say that they load', async ({ page, address }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.routeWebSocket(/\/watch$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => void held.then(() => socket.send(message)));
  });
  await page.route('**/call', async (route) => {
    if (/"(bars\.history|watchlists\.get)"/.test(route.request().postData() ?? '')) await held;
    await route.continue();
  });
  await page.goto(address);
  for (const name of ['Orders', 'Positions', 'Watchlist'])
    await expect(tableOf(page, name)).toHaveAttribute('aria-busy', 'true');
  release();
  for (const name of ['Orders', 'Positions', 'Watchlist'])
    await expect(tableOf(page, name)).toHaveAttribute('aria-busy', 'false');
  await expect(figureOf(page)).toHaveAttribute('aria-busy', 'false');
});

test('where there is nothing, they say what to do next', async ({ page, address }) => {
  await openDesk(page, address);
  await expect(page.getByText('No orders yet. Fill in the ticket to place one.')).toBeVisible();
  await expect(
    page.getByText('No positions. Filled orders appear here as positions.'),
  ).toBeVisible();
  const watchlist = tableOf(page, 'Watchlist');
  for (const symbol of await watchlist.getByRole('rowheader').allInnerTexts())
    await watchlist.getByRole('button', { name: `Remove ${symbol}` }).click();
  await expect(page.getByText('This watchlist is empty. Add a symbol above')).toBeVisible();
});

test('where nothing can be heard, they say why, and come back', async ({ page, address }) => {
  let isGone = true;
  await page.routeWebSocket(/\/watch$/, async (socket) => {
    if (isGone) await socket.close();
    else socket.connectToServer();
  });
  await page.route('**/call', async (route) => {
    const isAsked = /"(bars\.history|watchlists\.get)"/.test(route.request().postData() ?? '');
    await (isAsked && isGone ? route.abort() : route.continue());
  });
  await page.goto(address);
  for (const name of ['Orders', 'Positions', 'Watchlist'])
    await expect(page.getByRole('region', { name }).getByRole('alert')).toContainText(
      'Ballast is not responding.',
    );
  isGone = false;
  const again = page.getByRole('region', { name: 'Watchlist' }).getByRole('button', {
    name: 'Try again',
  });
  await again.click();
  await expect(tableOf(page, 'Watchlist').getByRole('row', { name: /^AAPL/ })).toContainText(
    /\d+\.\d\d/,
  );
  await expect(page.getByRole('region', { name: 'Orders' }).getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Positions' }).getByRole('alert')).toHaveCount(0);
});

test('what is old says so', async ({ page, main, address }) => {
  await page.clock.install();
  await openDesk(page, address);
  await expect(figureOf(page)).toContainText(/O\d+\.\d\d/);
  main.tell('streams', { stream: 'prices', phase: 'reconnecting', since: Date.now() });
  await expect(page.getByText(/^The price stream is (reconnecting|stale|off)/)).toBeVisible();
  const last = tableOf(page, 'Watchlist')
    .getByRole('row', { name: /^AAPL/ })
    .locator('.column-last .num');
  await expect(last).toHaveClass(/stale/);
  // Cash alone moves with no price.
  main.tell('positions', { positions: [], receivedAt: Date.now() });
  const cash = page.getByRole('region', { name: 'Account', exact: true }).getByText('100,000.00');
  await expect(cash.first()).not.toHaveClass(/stale/);
  await page.clock.fastForward('02:00');
  await expect(page.getByRole('region', { name: 'Positions' })).toContainText(/read .+ ago/);
  main.tell('streams', { stream: 'orders', phase: 'reconnecting', since: Date.now() });
  await tab(page, 'Fills').click();
  for (const name of ['Orders', 'Fills'])
    await expect(page.getByRole('region', { name })).toContainText(
      'The order stream is not live. This is the last data received.',
    );
});

test('what is reckoned with an old price says so', async ({ page, main, address }) => {
  await openDesk(page, address);
  await fill(page, { Quantity: '2' });
  const cost = ticketOf(page).getByText('380.00');
  await expect(cost).not.toHaveClass(/stale/);
  main.answer('orders.preview', ({ draft }) => ok(previewOf(draft, {}, Date.now() - 61_000)));
  await fill(page, { Quantity: '3' });
  await expect(ticketOf(page).getByText('570.00')).toHaveClass(/stale/);
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  await expect(reviewOf(page).getByText('570.00', { exact: true })).toHaveClass(/stale/);
});

test('no figure is fresh that is not, on any screen', async ({ page, main, address }) => {
  await page.clock.install();
  main.showDefaultLayout();
  const position = Position.parse({
    symbol: 'AAPL',
    side: 'long',
    qty: '4',
    avgEntryPrice: '180',
    currentPrice: '190',
    lastdayPrice: '189',
    marketValue: '760',
    unrealizedPl: '40',
    unrealizedPlpc: '0.0556',
  });
  main.tell('positions', { positions: [position], receivedAt: Date.now() });
  await openDesk(page, address);
  const figures = page.getByRole('region', { name: 'Account figures' });
  const change = tableOf(page, 'Watchlist')
    .getByRole('row', { name: /^AAPL/ })
    .getByText('+0.53', { exact: true });
  const headline = figureOf(page).locator('xpath=..').getByText('+1.00').first();
  await fill(page, { Quantity: '3' });
  const after = ticketOf(page).getByText('3 at 190.00');
  const held = tableOf(page, 'Positions').getByRole('row', { name: /^AAPL/ });
  await expect(change).not.toHaveClass(/stale/);
  await expect(after).not.toHaveClass(/stale/);
  // Without prices what moves with them is old at once, and what is held is not.
  const gain = held.getByText('+40.00');
  const equityNow = page
    .getByRole('region', { name: 'Account', exact: true })
    .getByText('100,000.00')
    .first();
  for (const phase of ['live', 'reconnecting'] as const) {
    main.tell('streams', { stream: 'prices', phase, since: Date.now() });
    for (const figure of [gain, equityNow])
      await (phase === 'live'
        ? expect(figure).not.toHaveClass(/stale/)
        : expect(figure).toHaveClass(/stale/));
    await expect(held.getByText('4', { exact: true })).not.toHaveClass(/stale/);
  }
  main.tell('streams', { stream: 'prices', phase: 'live', since: Date.now() });
  await expect(gain).not.toHaveClass(/stale/);
  await page.clock.fastForward('02:00');
  await expect(change).toHaveClass(/stale/);
  await expect(after).toHaveClass(/stale/);
  await expect(held.getByText('4', { exact: true })).toHaveClass(/stale/);
  await expect(held.getByText('190.00', { exact: true })).toHaveClass(/stale/);
  await expect(headline).toHaveClass(/stale/);
  await expect(page.getByRole('region', { name: 'Account', exact: true })).toContainText(
    '2 min ago',
  );
  await page.getByRole('navigation').getByRole('button', { name: 'Account' }).click();
  await expect(figures).toContainText('These figures were read 2 min ago.');
  for (const figure of await figures.getByRole('definition').all())
    await expect(figure.locator('.num').first()).toHaveClass(/stale/);
  const equity = page.getByRole('region', { name: 'Equity and drawdown' });
  await equity.getByRole('button', { name: 'Show as table' }).click();
  await expect(equity.getByText('100,290.00')).not.toHaveClass(/stale/);
  main.fails('portfolio.history', { kind: 'offline', message: 'The broker cannot be reached.' });
  await page.clock.fastForward('02:00');
  await expect(equity).toContainText('read 2 min ago');
  await expect(equity.getByText('100,290.00')).toHaveClass(/stale/);
  for (const name of ['Allocation', 'Profit and loss by symbol']) {
    const panel = page.getByRole('region', { name });
    await expect(panel).toContainText('read 4 min ago');
    await panel.getByRole('button', { name: 'Show as table' }).click();
    for (const text of ['760.00', ...(name === 'Allocation' ? [] : ['+40.00'])])
      await expect(panel.getByText(text).first()).toHaveClass(/stale/);
  }
  await openTokenization(page);
  await fieldOf(page, 'Underlying symbol').fill('AAPL');
  await expect(formOf(page).getByText('20', { exact: true })).toHaveClass(/stale/);
});

test('an address that names nothing leads to the desk, with a sentence', async ({
  page,
  address,
}) => {
  await page.goto(`${address}#/chart?symbol=AAPL&timeframe=never`);
  await expect(page.getByRole('log', { name: 'Notices' })).toContainText(
    'Ballast does not recognize this address, so it opened the desk.',
  );
  await expect(page.getByRole('form', { name: 'Order ticket' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  // An account that is not here is not nonsense: the window says what became of it.
  const gone = '00000000-0000-4000-8000-000000000000';
  await page.goto(`${address}#/chart?account=${gone}&symbol=AAPL&timeframe=5Min&style=line`);
  await expect(
    page.getByRole('heading', { name: 'This chart’s account was removed' }),
  ).toBeVisible();
});

test('a panel that fails says so in its place, and comes when it can', async ({
  page,
  address,
}) => {
  await page.route('**/ChartPanel-*.js', (route) => route.abort());
  await page.goto(address);
  const broken = page.getByRole('alert').filter({ hasText: 'The Chart panel' });
  await expect(broken).toContainText('could not be displayed. Your orders are not affected.');
  await expect(page.getByRole('button', { name: 'Review order' })).toBeEnabled();
  await takePicture(page, 'broken-panel');
  await page.unroute('**/ChartPanel-*.js');
  await broken.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('figure', { name: 'Price chart, AAPL' })).toBeVisible();
});

test('a layout that is damaged falls back to the standard one, and says so', async ({
  page,
  main,
  address,
}) => {
  const damaged = { name: 'Evening', layout: { grid: 7, panels: {} } };
  main.documents.layouts = { saved: {}, current: damaged };
  const notice = page
    .getByRole('log', { name: 'Notices' })
    .getByText('The layout Evening was damaged');
  await openFrame(page, address);
  await expect(notice).toBeVisible();
  for (const name of ['Watchlist', 'Chart', 'Order ticket', 'Orders', 'Positions'])
    await expect(tab(page, name)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('log', { name: 'Notices' })).toBeEmpty();
});
