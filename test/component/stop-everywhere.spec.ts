// 'Stop all trading' works from wherever a person happens to be: over a dialog, a drawer or the palette, on the lock
// screen, in the window of a chart, and on a keyboard that writes no Latin letters.
import type { Locator, Page } from 'playwright/test';
import { demoReplies } from '#test/component/support/apps-world.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ACCOUNT_ID, DESK, fail, ok, PROFILE, type World } from '#test/component/support/world.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { fill, openDesk, place } from '#test/e2e/support/ticket.ts';

const KEYS = 'Control+Shift+X';

async function expectStopped(main: World): Promise<void> {
  await expect.poll(() => main.trading.isStopped).toBe(true);
  expect(main.inputsOf('trading.stop')).toHaveLength(1);
}

const toldOf = (page: Page) => page.getByText(/^All trading was stopped at/).first();

async function openLocked(page: Page, main: World, address: string): Promise<void> {
  main.tell('desk', { ...DESK, isLocked: true, canLock: true });
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Ballast is locked' })).toBeVisible();
}

test('with the evidence of an order open', async ({ page, main, address }) => {
  await openDesk(page, address);
  await fill(page, { Quantity: '2' });
  await place(page);
  const orders = page.getByRole('table', { name: 'Orders' });
  await orders.getByRole('button', { name: 'Evidence' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Evidence' })).toBeVisible();
  await page.keyboard.press(KEYS);
  await expectStopped(main);
  await expect(toldOf(page)).toBeVisible();
});

test('with the command palette open, and from it by name', async ({ page, main, address }) => {
  await openDesk(page, address);
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await page.keyboard.type('stop');
  await page.keyboard.press(KEYS);
  await expectStopped(main);
});

test('on the lock screen, by its button', async ({ page, main, address }) => {
  await openLocked(page, main, address);
  await page.getByRole('button', { name: 'Stop all trading' }).click();
  await expect(toldOf(page)).toBeVisible();
  await expectAccessible(page);
  await expectStopped(main);
});

test('on the lock screen, by its keys, in the midst of a passphrase', async ({
  page,
  main,
  address,
}) => {
  await openLocked(page, main, address);
  await page.getByLabel('Passphrase').fill('open');
  await page.keyboard.press(KEYS);
  await expect(toldOf(page)).toBeVisible();
  await expect(page.getByLabel('Passphrase')).toHaveValue('open');
  await expectStopped(main);
});

for (const [layout, letter] of [
  ['Cyrillic', 'Ч'],
  ['Greek', 'Χ'],
  ['Hebrew', 'ס'],
] as const)
  test(`on a ${layout} keyboard`, async ({ page, main, address }) => {
    await openDesk(page, address);
    await press(page, { key: letter, code: 'KeyX', modifiers: CTRL + SHIFT });
    await expectStopped(main);
  });

test('the palette opens on a Cyrillic keyboard too', async ({ page, address }) => {
  await openDesk(page, address);
  await press(page, { key: 'л', code: 'KeyK', modifiers: CTRL });
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
});

test('a stop that the desk did not answer is said, over whatever is open', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  main.fails('trading.stop', {
    kind: 'offline',
    message: 'Ballast is not responding. Is it still running?',
  });
  await page.keyboard.press(KEYS);
  await expect(page.getByText(/^Not stopped\. Ballast is not responding/)).toBeInViewport();
});

test('the banner says what to know about a stop, for as long as it is so', async ({
  page,
  main,
  address,
}) => {
  const stopNote = 'The stop could not be saved to disk.';
  main.setTrading({ isStopped: true, stopNote });
  await openDesk(page, address, false);
  const banner = page.getByRole('region', { name: 'Trading is stopped' });
  await expect(banner).toContainText(stopNote);
  const { stopNote: _, ...written } = main.trading;
  main.trading = written;
  main.tell('trading', written);
  await expect(banner).not.toContainText('could not be saved');
  await expect(banner).toContainText('All trading is stopped');
});

test('Allow trading asks main, and the banner goes when main allows it', async ({
  page,
  main,
  address,
}) => {
  main.setTrading({ isStopped: true });
  main.answer('trading.resume', () => {
    main.setTrading({ isStopped: false });
    return ok(main.trading);
  });
  await openDesk(page, address, false);
  const banner = page.getByRole('region', { name: 'Trading is stopped' });
  await banner.getByRole('button', { name: 'Allow trading…' }).click();
  await expect(banner).toHaveCount(0);
});

test('what is confirmed in the terminal is said on the page, in the words of the question', async ({
  page,
  main,
  address,
}) => {
  main.setTrading({ isStopped: true });
  main.answer('trading.resume', () => new Promise(() => undefined));
  await openDesk(page, address, false);
  const words = 'in the terminal that started it: look for “Allow trading again?”';
  const banner = page.getByRole('region', { name: 'Trading is stopped' });
  await banner.getByRole('button', { name: 'Allow trading…' }).click();
  await expect(banner.getByRole('status')).toContainText(words);
  await page.keyboard.press('Control+K');
  await page.keyboard.type('allow trading');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log', { name: 'Notices' })).toContainText(words);
});

test('in the window of a chart, by its button', async ({ page, main, address }) => {
  main.showDefaultLayout();
  await openDesk(page, address);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open in its own window' }).click();
  const chart = await opening;
  await chart.getByRole('button', { name: 'Stop all trading' }).click();
  await expect(chart.getByRole('region', { name: 'Trading is stopped' })).toBeVisible();
  await expectStopped(main);
});

test('over a dialog, by its button, and again while all is stopped', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  await page.keyboard.press('Control+K');
  const over = page.getByRole('dialog').getByRole('button', { name: 'Stop all trading' });
  await over.click();
  await expectStopped(main);
  await expect(toldOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  // Every press counts: it ends what may still leave while all is stopped.
  const stop = page.getByRole('button', { name: 'Stop all trading' });
  await stop.click();
  await expect.poll(() => main.inputsOf('trading.stop')).toHaveLength(2);
  await expect(stop).toBeFocused();
});

test('the title of every window says that all is stopped, in the words of the banner', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  await expect(page).toHaveTitle('PRACTICE · Practice account · Ballast');
  main.setTrading({ isStopped: true });
  await expect(page).toHaveTitle('All trading is stopped · PRACTICE · Practice account · Ballast');
  await expect(page.getByRole('region', { name: 'All trading is stopped' })).toContainText(
    'All trading is stopped, on every account.',
  );
  await openChart(page, address);
  await expect(page).toHaveTitle(/^All trading is stopped · PRACTICE · AAPL · /);
});

test('a locked desk says that all is stopped, in the same words, and in its title', async ({
  page,
  main,
  address,
}) => {
  await openLocked(page, main, address);
  const said = page.getByRole('region', { name: 'All trading is stopped' });
  await expect(said).toHaveCount(0);
  await expect(page).toHaveTitle('Ballast');
  const stopNote = 'The stop could not be saved to disk.';
  main.tell('desk', { ...DESK, isLocked: true, canLock: true, isStopped: true, stopNote });
  await expect(said).toHaveText(`All trading is stopped, on every account. ${stopNote}`);
  await expect(page).toHaveTitle('All trading is stopped · Ballast');
  await expectAccessible(page);
  main.tell('desk', { ...DESK, isLocked: true, canLock: true });
  await expect(said).toHaveCount(0);
  await expect(page).toHaveTitle('Ballast');
});

test('a window whose account is not open says that all is stopped', async ({
  page,
  main,
  address,
}) => {
  const closed = { ...PROFILE, isOpen: false, problem: 'The broker refused the key.' };
  main.answer('accounts.list', () => ok([closed]));
  main.answer('accounts.open', () => fail({ kind: 'not-allowed', message: closed.problem }));
  main.tell('accounts', { accounts: [closed] });
  main.tell('desk', { ...DESK, isStopped: true });
  await page.goto(address);
  await expect(page.getByRole('heading', { name: /is not open$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'All trading is stopped' })).toBeVisible();
  await expect(page).toHaveTitle(/^All trading is stopped · PRACTICE · /);
});

test('its button has one place, which nothing moves and nothing covers', async ({
  page,
  main,
  address,
}) => {
  demoReplies(main);
  const stop = page.getByRole('button', { name: 'Stop all trading' });
  await openDesk(page, address);
  const before = await placeOf(stop);
  for (const nth of [1, 2, 3])
    main.tell('alerts', {
      alertId: `fill:${nth}`,
      kind: 'fill',
      at: Date.now(),
      title: 'Bought 7 AMZN',
      text: 'Practice account.',
      target: { accountId: ACCOUNT_ID },
      way: 'notify',
    });
  await expect(page.getByRole('button', { name: 'Alerts, 3 new' })).toBeVisible();
  await expect.poll(() => placeOf(stop)).toEqual(before);
  main.setTrading({ isStopped: true, lossNote: 'No new positions until Tuesday.' });
  await expect(page.getByRole('region', { name: 'All trading is stopped' })).toBeVisible();
  await expect.poll(() => placeOf(stop)).toEqual(before);
  for (const name of await page.getByRole('navigation').getByRole('button').all()) {
    await name.click();
    await expect.poll(() => placeOf(stop)).toEqual(before);
  }
  await page.keyboard.press('Control+K');
  const inPalette = page.getByRole('dialog').getByRole('button', { name: 'Stop' });
  await expect.poll(() => placeOf(inPalette)).toEqual(before);
  await page.keyboard.press('Escape');
  await openChart(page, address);
  await expect.poll(() => placeOf(stop)).toEqual(before);
  await openLocked(page, main, address);
  await expect.poll(() => placeOf(stop)).toEqual(before);
});

test('while the desk opens, its button is there', async ({ page, main, address }) => {
  main.answer('accounts.list', () => new Promise(() => undefined));
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Opening the desk' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop all trading' }).click();
  await expectStopped(main);
});

async function openChart(page: Page, address: string): Promise<void> {
  // Another page, so that it is more than another place in this one.
  await page.goto('about:blank');
  await page.goto(`${address}#/chart?account=${ACCOUNT_ID}&symbol=AAPL&timeframe=5Min&style=line`);
  await expect(page.getByRole('figure', { name: /^Price chart/ })).toBeVisible();
}

/** Its box, and what is at the middle of it. */
async function placeOf(button: Locator): Promise<unknown> {
  await button.click({ trial: true });
  return button.boundingBox();
}

const CTRL = 2;
const SHIFT = 8;

/** As the browser hears it from a keyboard of another layout, which Playwright's own keys do not know. */
async function press(
  page: Page,
  event: { key: string; code: string; modifiers: number },
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
}
