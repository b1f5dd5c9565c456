import type { Locator, Page } from 'playwright/test';
import type { WatchDelivery, WatchRequest } from '#contract/bridge.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { picture } from '#test/e2e/support/pictures.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

const ticketOf = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' });
const paletteOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Command palette' });
const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
const accountOf = (page: Page): Locator => page.getByRole('region', { name: 'Account' });

async function openDesk(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expectDesk(page);
}

async function expectDesk(page: Page): Promise<void> {
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
  await expect(ticketOf(page).getByLabel('Symbol')).not.toHaveValue('');
}

/** A layout by its name, or another item of the menu. */
async function chooseLayout(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Layouts/ }).click();
  await page
    .getByRole(/^Standard$|^Two/.test(String(item)) ? 'menuitemradio' : 'menuitem', { name: item })
    .click();
}

/** By keyboard alone, from wherever the focus is. */
async function runCommand(page: Page, typed: string, found: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(typed);
  await expect(paletteOf(page).getByRole('option', { selected: true })).toContainText(found);
  await page.keyboard.press('Enter');
  await expect(paletteOf(page)).toHaveCount(0);
}

/** The layout in use was written down. */
async function kept(page: Page, change: () => Promise<void>, text: string): Promise<void> {
  const written = page.waitForResponse(
    (response) => (response.request().postData() ?? '').includes(text) && response.ok(),
  );
  await change();
  await written;
}

test.beforeEach(async ({ page, shell }) => openDesk(page, shell.address));

test('the window says whose money it is, and that prices are simulated', async ({ page }) => {
  await expect(page).toHaveTitle('EMBEDDED · Practice account · Ballast');
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

test.describe('layouts', () => {
  test.describe.configure({ mode: 'serial' });

  test('are saved by name, come back after a reload, and are reset', async ({ page }) => {
    await chooseLayout(page, 'Add a chart');
    await expect(tab(page, 'Chart')).toHaveCount(2);
    await tab(page, 'Positions').click();
    await page.getByRole('button', { name: 'Close Positions' }).click();
    await expect(tab(page, 'Positions')).toHaveCount(0);
    await chooseLayout(page, 'Save as…');
    const dialog = page.getByRole('dialog', { name: 'Save layout' });
    await dialog.getByLabel('Layout name').fill(' ');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('Give the layout a name.');
    await dialog.getByLabel('Layout name').fill('Two charts');
    await kept(page, () => page.keyboard.press('Enter'), '"saved":{"Two charts"');
    await expect(page.getByRole('button', { name: 'Layouts Two charts' })).toBeVisible();

    await page.reload();
    await expectDesk(page);
    await expect(tab(page, 'Chart')).toHaveCount(2);
    await expect(tab(page, 'Positions')).toHaveCount(0);

    await chooseLayout(page, /^Reset/);
    await expect(tab(page, 'Chart')).toHaveCount(1);
    await expect(tab(page, 'Positions')).toBeVisible();
    await chooseLayout(page, 'Two charts');
    await expect(tab(page, 'Chart')).toHaveCount(2);
    await expect(tab(page, 'Positions')).toHaveCount(0);
  });

  test('survive a tab that dies, with sizes, and the last change before leaving', async ({
    page,
    shell,
  }) => {
    await chooseLayout(page, 'Standard');
    const width = async () => (await ticketOf(page).boundingBox())?.width ?? 0;
    const before = await width();
    await page.keyboard.press('Control+3');
    await runCommand(page, 'panel wider', 'Make the panel in hand wider');
    await expect.poll(width).toBeGreaterThan(before + 25);
    const wider = await width();
    // At once, before the change would be written by itself.
    await page.goto('about:blank');
    await openDesk(page, shell.address);
    await expect.poll(width).toBe(wider);
    // To the pixel, or the panels would wander with every start.
    await page.reload();
    await expect.poll(width).toBe(wider);
    await chooseLayout(page, /^Reset/);
    await expect.poll(width).toBe(before);
  });

  test('that are deleted are gone', async ({ page }) => {
    await chooseLayout(page, 'Two charts');
    await chooseLayout(page, 'Delete Two charts');
    await page.getByRole('button', { name: /^Layouts/ }).click();
    await expect(page.getByRole('menuitemradio')).toHaveText(['Standard']);
    await page.keyboard.press('Escape');
    await kept(page, () => chooseLayout(page, /^Reset/), '"saved":{}');
  });

  test('that are damaged fall back to the standard one, and say so', async ({ page, shell }) => {
    await page.route('**/call', async (route) => {
      if (!(route.request().postData() ?? '').includes('"ui.get"')) return route.continue();
      const response = await route.fetch();
      const answer = (await response.json()) as { value: { layouts: unknown } };
      const damaged = { name: 'Evening', layout: { grid: 7, panels: {} } };
      answer.value.layouts = { saved: {}, current: damaged };
      return route.fulfill({ response, json: answer });
    });
    await openDesk(page, shell.address);
    await expect(page.getByRole('log', { name: 'Notices' })).toContainText(
      'The layout Evening was damaged',
    );
    for (const name of ['Watchlist', 'Chart', 'Order ticket', 'Orders', 'Positions'])
      await expect(tab(page, name)).toBeVisible();
    await expectAccessible(page);
    const ticket = await ticketOf(page).boundingBox();
    const notice = await page.getByRole('button', { name: 'Dismiss' }).boundingBox();
    expect(notice?.x).toBeLessThan(ticket?.x ?? 0);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByRole('log', { name: 'Notices' })).toBeEmpty();
  });

  test('may float a panel, which stays usable and is in order', async ({ page }) => {
    await runCommand(page, 'go ticket', 'Go to order ticket');
    await runCommand(page, 'float', 'Float or dock the panel in hand');
    const floating = page.getByRole('dialog', { name: 'Order ticket' });
    await expect(floating.getByRole('form', { name: 'Order ticket' })).toBeVisible();
    await floating.getByLabel('Quantity').fill('3');
    await expectAccessible(page);
    await floating.getByRole('button', { name: 'Dock Order ticket' }).click();
    await expect(floating).toHaveCount(0);
    await expect(ticketOf(page).getByLabel('Quantity')).toHaveValue('3');
    await chooseLayout(page, /^Reset/);
  });
});

test('the palette leads to a symbol, an action and a panel by keyboard', async ({ page }) => {
  await runCommand(page, 'nvd', 'NVDA');
  await expect(ticketOf(page).getByLabel('Symbol')).toHaveValue('NVDA');
  await runCommand(page, 'order ticket', 'Go to order ticket');
  await expect(ticketOf(page).getByLabel('Symbol')).toBeFocused();
  await runCommand(page, 'cancel all', 'Cancel all orders');
  await expect(page.getByRole('log', { name: 'Notices' })).toContainText('No order is open.');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zzzz');
  await expect(paletteOf(page)).toContainText('Nothing is called “zzzz”.');
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
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  for (const words of ['Go to watchlist', 'Command palette', 'Stop all trading', 'Show the keys'])
    await expect(sheet).toContainText(words);
  // Over a dialog no key does anything else.
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
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
    await page.screenshot({ path: picture(`workspace-${theme}`) });
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
    await page.screenshot({ path: picture(`palette-${theme}`) });
    await page.keyboard.press('Escape');
    await kept(page, () => runCommand(page, 'theme system', 'Theme: as the system'), '"system"');
  });

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
  for (const head of ['Price', 'Status', 'Filled'])
    await expect(orders.getByRole('columnheader', { name: head })).toBeInViewport({ ratio: 1 });
  await tab(page, 'Positions').click();
  await expect(page.getByRole('table', { name: 'Positions' })).toBeInViewport({ ratio: 0.9 });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await kept(page, () => chooseLayout(page, /^Reset/), '"layouts"');
});

test('a locked desk shows nothing but its lock, and opens with the passphrase', async ({
  page,
  shell,
}) => {
  const lock = await pretendLock(page);
  await page.goto(shell.address);
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
  await expect.poll(() => lock.touches()).toBe(1);
});

/** The words of a desk with a lock, put in main's mouth. */
async function pretendLock(page: Page): Promise<{ touches: () => number }> {
  let isLocked = true;
  let touches = 0;
  let tell = (): void => undefined;
  const state = () => ({ isLocked, canLock: true, lockAfterMinutes: 5, notes: [] });
  await page.routeWebSocket('**/watch', (socket) => {
    const server = socket.connectToServer();
    let id = 0;
    let seq = 0;
    tell = () => {
      const event = { kind: 'batch' as const, seq: ++seq, reset: seq === 1, items: [state()] };
      socket.send(JSON.stringify([{ id, event }] satisfies WatchDelivery));
    };
    socket.onMessage((message) => {
      const request = JSON.parse(String(message)) as WatchRequest;
      if (request.kind === 'watch' && request.feed === 'desk') {
        id = request.id;
        seq = 0;
        tell();
      } else if (request.id !== id) server.send(message);
    });
  });
  await page.route('**/call', async (route) => {
    const { name, input } = JSON.parse(route.request().postData() ?? '{}') as {
      name: string;
      input: { passphrase?: string };
    };
    if (name === 'lock.touch') {
      touches += 1;
      return route.fulfill({ json: { ok: true, value: null } });
    }
    if (name !== 'lock.unlock') return route.continue();
    if (input.passphrase !== 'right one') {
      const message = 'This is not the passphrase.';
      return route.fulfill({ json: { ok: false, failure: { kind: 'not-allowed', message } } });
    }
    isLocked = false;
    tell();
    return route.fulfill({ json: { ok: true, value: state() } });
  });
  return { touches: () => touches };
}
