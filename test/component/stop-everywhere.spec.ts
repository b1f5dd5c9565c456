// 'Stop all trading' works from wherever a person happens to be: over a dialog, a drawer or the palette, on the lock
// screen, in the window of a chart, and on a keyboard that writes no Latin letters.
import type { Page } from 'playwright/test';
import { expect, test } from '#test/component/support/component.ts';
import { DESK, ok, type World } from '#test/component/support/world.ts';
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
  await expect(page.getByRole('status')).toContainText('All trading was stopped');
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
    message: 'The desk does not answer. Is Ballast still running?',
  });
  await page.keyboard.press(KEYS);
  await expect(page.getByText(/^Not stopped\. The desk does not answer/)).toBeInViewport();
});

test('the banner says what to know about a stop, for as long as it is so', async ({
  page,
  main,
  address,
}) => {
  const stopNote = 'The stop could not be written to the disk.';
  main.setTrading({ isStopped: true, stopNote });
  await openDesk(page, address, false);
  const banner = page.getByRole('region', { name: 'Trading is stopped' });
  await expect(banner).toContainText(stopNote);
  const { stopNote: _, ...written } = main.trading;
  main.trading = written;
  main.tell('trading', written);
  await expect(banner).not.toContainText('could not be written');
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
