// The frame around every screen: what only the page decides, and every theme of it.
import type { Page } from 'playwright/test';
import { AccountReading } from '#contract/records.ts';
import { LeftPlace } from '#contract/ui.ts';
import { expect, test } from '#test/component/support/component.ts';
import { DESK, fail, ok } from '#test/component/support/world.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import {
  accountOf,
  chooseLayout,
  expectDesk,
  kept,
  openFrame,
  paletteOf,
  runCommand,
  tab,
} from '#test/e2e/support/frame.ts';
import { takePicture } from '#test/e2e/support/pictures.ts';
import { ticketOf } from '#test/e2e/support/ticket.ts';

test.beforeEach(async ({ page, main, address }) => {
  main.showDefaultLayout();
  await openFrame(page, address);
});

test('the window says whose money it is, and that prices are simulated', async ({ page }) => {
  await expect(page).toHaveTitle('PRACTICE · Practice account · Ballast');
  await expect(page.getByRole('contentinfo')).toContainText('Prices and fills are simulated');
  await expect(page.getByRole('contentinfo')).toContainText('real account');
  await page.getByRole('button', { name: 'Switch account' }).press('Enter');
  const mine = page.getByRole('menuitemradio', { name: /^Practice account/ });
  await expect(mine).toBeFocused();
  await expect(mine).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Switch account' })).toBeFocused();
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Desk' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test('whoever goes by keyboard can skip to the screen', async ({ page }) => {
  const skip = page.getByRole('button', { name: 'Skip to main content' });
  await expect(skip).not.toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  // Neither the account's bar nor the navigation is in between.
  const hasLeft = () => document.activeElement?.closest('header, nav') === null;
  expect(await page.evaluate(hasLeft)).toBe(true);
});

test('what the broker says about the account stands beside its name', async ({ page, main }) => {
  const bar = page.getByRole('region', { name: 'Account' });
  await expect(bar).not.toContainText('blocked');
  const reading = AccountReading.parse({
    account: {
      accountNumber: 'PLAYED',
      status: 'ACTIVE',
      currency: 'USD',
      equity: '100000',
      lastEquity: '100000',
      cash: '100000',
      buyingPower: '200000',
    },
    receivedAt: Date.now(),
    dayChange: '0',
  });
  const text =
    'The broker has blocked trading on this account and does not accept orders: ask the broker why.';
  const state = {
    name: 'tradingBlocked' as const,
    isBlocking: true,
    brief: 'trading blocked',
    text,
  };
  main.tell('account', { ...reading, states: [state] });
  const told = bar.getByRole('status', { name: 'Account' });
  await expect(told).toContainText('trading blocked');
  await expect(told).toContainText('ask the broker why');
  await expectAccessible(page);
  main.tell('account', reading);
  await expect(told).toHaveCount(0);
  main.setTrading({ lossNote: 'No new positions until Tuesday.' });
  await expect(told).toContainText('daily loss limit hit');
  await expect(told).toContainText('until Tuesday');
});

test('a layout may float a panel, which stays usable and is in order', async ({ page }) => {
  await runCommand(page, 'go ticket', 'Go to order ticket');
  await runCommand(page, 'float', 'Float or dock the current panel');
  const floating = page.getByRole('dialog', { name: 'Order ticket' });
  await expect(floating.getByRole('form', { name: 'Order ticket' })).toBeVisible();
  await floating.getByLabel('Quantity').fill('3');
  await expectAccessible(page);
  await floating.getByRole('button', { name: 'Dock Order ticket' }).click();
  await expect(floating).toHaveCount(0);
  await expect(ticketOf(page).getByLabel('Quantity')).toHaveValue('3');
  await chooseLayout(page, /^Reset/);
});

test('a panel is moved by name as by a drag, and keeps the focus', async ({ page }) => {
  await runCommand(page, 'go ticket', 'Go to order ticket');
  const symbol = ticketOf(page).getByLabel('Symbol');
  const placeOf = async () => (await ticketOf(page).boundingBox())?.x ?? 0;
  const before = await placeOf();
  // Among the tabs of its neighbor, then out of them to the other side of it.
  await runCommand(page, 'move panel left', 'Move the current panel to the left');
  await expect.poll(placeOf).toBeLessThan(before);
  const among = await placeOf();
  await expect(page.getByRole('tab', { name: 'Chart', exact: true })).toBeVisible();
  await expect(page.getByRole('figure', { name: /^Price chart/ })).toBeHidden();
  await runCommand(page, 'move panel right', 'Move the current panel to the right');
  await expect.poll(placeOf).toBeGreaterThan(among);
  await expect(page.getByRole('figure', { name: /^Price chart/ })).toBeVisible();
  await expect(ticketOf(page).locator(':focus')).toHaveCount(1);
  await expect(symbol).toBeVisible();
  await chooseLayout(page, /^Reset/);
});

for (const [title, name] of [
  ['Chart', 'Price of AAPL'],
  ['Watchlist', 'Watchlist'],
  ['Order ticket', 'Order ticket'],
  ['Orders', 'Orders'],
  ['Positions', 'Positions'],
] as const)
  test(`a panel that was closed comes back to its place: ${title}`, async ({ page }) => {
    const panel = page
      .getByRole('region', { name, exact: true })
      .or(page.getByRole('form', { name, exact: true }));
    await expect(panel).toBeVisible();
    const placeOf = async () => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await panel.boundingBox()) ?? {};
      return [x, y, width, height];
    };
    const before = await placeOf();
    await page.getByRole('button', { name: `Close ${title}`, exact: true }).click();
    await expect(panel).toHaveCount(0);
    await chooseLayout(page, `Show ${title.toLowerCase()}`);
    await expect(panel).toBeVisible();
    // A few pixels by rounding.
    await expect
      .poll(async () => (await placeOf()).every((px, n) => Math.abs(px - (before[n] ?? 0)) <= 12))
      .toBe(true);
  });

test('the palette leads to a symbol, an action and a panel by keyboard', async ({ page }) => {
  await runCommand(page, 'nvd', 'NVDA');
  await expect(ticketOf(page).getByLabel('Symbol')).toHaveValue('NVDA');
  await runCommand(page, 'order ticket', 'Go to order ticket');
  await expect(ticketOf(page).getByLabel('Symbol')).toBeFocused();
  await runCommand(page, 'cancel all', 'Cancel all orders');
  await expect(page.getByRole('log', { name: 'Notices' })).toContainText('No open orders.');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zzzz');
  await expect(paletteOf(page)).toContainText('No results for “zzzz”.');
  await page.keyboard.press('Enter');
  await expect(paletteOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(paletteOf(page)).toHaveCount(0);
});

test('panels are reached by their keys, and keys are text in a field', async ({ page }) => {
  await page.keyboard.press('Control+3');
  const symbol = ticketOf(page).getByLabel('Symbol');
  await expect(symbol).toBeFocused();
  await page.keyboard.press('Control+1');
  const add = page.getByRole('combobox', { name: 'Add symbol' });
  await expect(add).toBeFocused();
  await page.keyboard.type('?');
  await expect(add).toHaveValue('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await add.fill('');
  await page.getByRole('button', { name: 'Add', exact: true }).focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const words of [
    'Go to watchlist',
    'Command palette',
    'Stop all trading',
    'Keyboard shortcuts',
  ])
    await expect(sheet).toContainText(words);
  // Over a dialog no key does anything else.
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});

test('a desk that is loaded behind another screen opens as it was left', async ({ page }) => {
  const link = (name: string) =>
    page.getByRole('navigation').getByRole('button', { name, exact: true });
  const widths = () =>
    page
      .locator('.panel-host')
      .evaluateAll((panels) =>
        panels.map((panel) => Math.round(panel.getBoundingClientRect().width)),
      );
  const before = await widths();
  await kept(page, () => link('Settings').click(), '"settings"');
  await page.reload();
  await expect(link('Settings')).toHaveAttribute('aria-current', 'page');
  // A key that leads to a panel works from there.
  await page.keyboard.press('Control+1');
  await expect(page.getByLabel('Add symbol')).toBeFocused();
  await expectDesk(page);
  await expect.poll(widths).toEqual(before);
  await page.reload();
  await expectDesk(page);
  await expect.poll(widths).toEqual(before);
});

test('privacy hides amounts and leaves prices', async ({ page }) => {
  await expect(accountOf(page)).toContainText(/\d,\d{3}\.\d\d/);
  await ticketOf(page).getByLabel('Quantity').fill('2');
  await expect(ticketOf(page)).toContainText(/Estimated cost\s*[1-9]/);
  const hide = page.getByRole('button', { name: 'Hide amounts' });
  await kept(page, () => hide.click(), '"isPrivate":true');
  await expect(accountOf(page)).not.toContainText(/\d,\d{3}\.\d\d/);
  await expect(accountOf(page)).toContainText(/Equity\s*•••••\s*hidden/);
  await expect(ticketOf(page)).toContainText(/Estimated cost\s*•••••/);
  const watchlist = page.getByRole('table', { name: 'Watchlist' });
  await expect(watchlist.getByRole('row', { name: /^AAPL/ })).toContainText(/\d+\.\d\d/);
  await page.reload();
  await expectDesk(page);
  await expect(accountOf(page)).toContainText(/Equity\s*•••••/);
  await kept(page, () => page.keyboard.press('Control+Shift+h'), '"isPrivate":false');
  await expect(accountOf(page)).toContainText(/\d,\d{3}\.\d\d/);
});

test('the symbol in hand stays after a reload', async ({ page }) => {
  const symbol = ticketOf(page).getByRole('combobox', { name: 'Symbol' });
  const watchlist = page.getByRole('table', { name: 'Watchlist' });
  await expect(symbol).toHaveValue('AAPL');
  await watchlist.getByRole('row', { name: /^MSFT/ }).focus();
  await page.keyboard.press('Enter');
  await expect(symbol).toHaveValue('MSFT');
  await page.reload();
  await expectDesk(page);
  await expect(symbol).toHaveValue('MSFT');
});

test('the next start begins with the symbol that was in hand', async ({ page, main }) => {
  const symbol = ticketOf(page).getByRole('combobox', { name: 'Symbol' });
  const watchlist = page.getByRole('table', { name: 'Watchlist' });
  await expect(symbol).toHaveValue('AAPL');
  for (const name of [/^NVDA/, /^MSFT/]) {
    await watchlist.getByRole('row', { name }).focus();
    await page.keyboard.press('Enter');
  }
  await expect(symbol).toHaveValue('MSFT');
  const left = () => main.inputsOf('places.leave').at(-1);
  await expect.poll(() => left()?.symbol).toBe('MSFT');
  const place = LeftPlace.parse(left());
  main.answer('places.first', () => ok(place));
  await startAnew(page);
  await expect(symbol).toHaveValue('MSFT');
});

test('the symbol that a window begins with was chosen by nobody, and is not kept', async ({
  page,
  main,
}) => {
  await page.clock.install();
  await startAnew(page);
  const symbol = ticketOf(page).getByRole('combobox', { name: 'Symbol' });
  await expect(symbol).toHaveValue('AAPL');
  await page.clock.runFor(1_000);
  expect(main.inputsOf('places.leave')).toEqual([]);
});

/** A start has nothing of the window of before. */
async function startAnew(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of Object.keys(sessionStorage))
      if (/account|screen|symbol/.test(key)) sessionStorage.removeItem(key);
  });
  await page.reload();
  await expectDesk(page);
}

test('everything is in reach at 1024 × 700', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  for (const control of [
    page.getByRole('button', { name: 'Switch account' }),
    page.getByRole('button', { name: 'Stop all trading' }),
    page.getByRole('button', { name: 'Hide amounts' }),
    page.getByRole('button', { name: 'Command palette' }),
    page.getByRole('button', { name: /^Layouts/ }),
    ticketOf(page).getByRole('button', { name: 'Review order' }),
    page.getByRole('button', { name: 'Cancel all' }),
    page.getByRole('button', { name: 'Flatten' }),
  ])
    await expect(control).toBeInViewport({ ratio: 0.9 });
  // A layout that is made here puts behind each other what would be cut off side by side.
  await chooseLayout(page, /^Reset/);
  const orders = page.getByRole('table', { name: 'Orders' });
  for (const head of ['Quantity', 'Price', 'Time', 'Status'])
    await expect(orders.getByRole('columnheader', { name: head })).toBeInViewport({ ratio: 1 });
  await tab(page, 'Positions').click();
  await expect(page.getByRole('table', { name: 'Positions' })).toBeInViewport({ ratio: 0.9 });
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(overflow).toBe(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await kept(page, () => chooseLayout(page, /^Reset/), '"layouts"');
});

test('a locked desk shows nothing but its lock, and opens with the passphrase', async ({
  page,
  main,
  address,
}) => {
  const state = { ...DESK, canLock: true, lockAfterMinutes: 5 };
  main.tell('desk', { ...state, isLocked: true });
  main.answer('lock.unlock', ({ passphrase }) => {
    if (passphrase !== 'right one')
      return fail({ kind: 'not-allowed', message: 'This is not the passphrase.' });
    main.tell('desk', state);
    const { isStopped: _, ...lock } = state;
    return ok(lock);
  });
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Ballast is locked' })).toBeVisible();
  await expect(accountOf(page)).toHaveCount(0);
  await expect(page.getByLabel('Passphrase')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This is not the passphrase.');
  await expect(page.getByLabel('Passphrase')).toHaveValue('');
  await page.keyboard.type('right one');
  await page.keyboard.press('Enter');
  await expectDesk(page);
  // Keys and clicks keep the lock away, told once a minute at most.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => main.inputsOf('lock.touch').length).toBe(1);
});

const themes = [
  ['dark', 'Theme: dark'],
  ['light', 'Theme: light'],
  ['high-contrast', 'Theme: high contrast'],
] as const;
for (const [theme, title] of themes)
  test(`the frame is in order in the theme ${theme}, also with blue and orange`, async ({
    page,
  }) => {
    await runCommand(page, title.toLowerCase(), title);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await takePicture(page, `workspace-${theme}`);
    await page.getByRole('button', { name: /^Layouts/ }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await runCommand(page, 'blue and orange', 'Profit and loss: blue and orange');
    await expect(page.locator('html')).toHaveAttribute('data-gains', 'blue-orange');
    await expectAccessible(page);
    await runCommand(page, 'green and red', 'Profit and loss: green and red');
    await page.keyboard.press('Control+k');
    await expect(paletteOf(page).getByRole('option').first()).toBeVisible();
    await expectAccessible(page);
    await takePicture(page, `palette-${theme}`);
    await page.keyboard.press('Escape');
    await kept(page, () => runCommand(page, 'theme system', 'Theme: match system'), '"system"');
  });
