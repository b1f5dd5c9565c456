// 'Stop all trading' works from wherever a person happens to be: over a dialog, a drawer or the palette, on the lock
// screen, in the window of a chart, and on a keyboard that writes no Latin letters.
import { rmSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { need } from '#test/e2e/support/desk-call.ts';
import { tradingState } from '#test/e2e/support/desk-trading.ts';
import { bookedOrders } from '#test/e2e/support/ledger.ts';
import { fill, openDesk, place, reviewOf, ticketOf } from '#test/e2e/support/ticket.ts';
import {
  expect,
  startWebShell,
  temporaryFolder,
  test,
  type RunningShell,
} from '#test/e2e/support/web-shell.ts';

const KEYS = 'Control+Shift+X';

/** A desk of its own for each: only a person in front of a terminal allows trading again. */
let shell: RunningShell;
let folder: string;
test.beforeEach(async () => {
  folder = temporaryFolder('stop-everywhere');
  shell = await startWebShell({ folder });
});
test.afterEach(async () => {
  await shell.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function expectStopped(): Promise<void> {
  await expect.poll(async () => (await tradingState(shell)).isStopped).toBe(true);
}

const toldOf = (page: Page) => page.getByText(/^All trading was stopped at/).first();

test('with the review of an order open', async ({ page }) => {
  await openDesk(page, shell.address);
  await fill(page, { Quantity: '2' });
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  await expect(reviewOf(page)).toBeVisible();
  await page.keyboard.press(KEYS);
  await expectStopped();
  await expect(toldOf(page)).toBeVisible();
  await reviewOf(page)
    .getByRole('button', { name: /^Place order/ })
    .click();
  await expect(page.getByRole('alert').filter({ hasText: 'All trading is stopped' })).toBeVisible();
  expect(bookedOrders(folder)).toEqual([]);
});

test('with the evidence of an order open', async ({ page }) => {
  await openDesk(page, shell.address);
  await fill(page, { Quantity: '2' });
  await place(page);
  const orders = page.getByRole('table', { name: 'Orders' });
  await orders.getByRole('button', { name: 'Evidence' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Evidence' })).toBeVisible();
  await page.keyboard.press(KEYS);
  await expectStopped();
  await expect(toldOf(page)).toBeVisible();
});

test('with the command palette open, and from it by name', async ({ page }) => {
  await openDesk(page, shell.address);
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await page.keyboard.type('stop');
  await page.keyboard.press(KEYS);
  await expectStopped();
});

test('on the lock screen, by its button', async ({ page }) => {
  await lockDesk(page);
  await page.getByRole('button', { name: 'Stop all trading' }).click();
  await expect(page.getByRole('status')).toContainText('All trading was stopped');
  await expectAccessible(page);
  await unlock();
  await expectStopped();
});

test('on the lock screen, by its keys, in the midst of a passphrase', async ({ page }) => {
  await lockDesk(page);
  await page.getByLabel('Passphrase').fill('open');
  await page.keyboard.press(KEYS);
  await expect(toldOf(page)).toBeVisible();
  await expect(page.getByLabel('Passphrase')).toHaveValue('open');
  await unlock();
  await expectStopped();
});

test('in the window of a chart, by its button', async ({ page }) => {
  await openDesk(page, shell.address);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open in its own window' }).click();
  const chart = await opening;
  await chart.getByRole('button', { name: 'Stop all trading' }).click();
  await expect(chart.getByRole('region', { name: 'Trading is stopped' })).toBeVisible();
  await expectStopped();
});

for (const [layout, letter] of [
  ['Cyrillic', 'Ч'],
  ['Greek', 'Χ'],
  ['Hebrew', 'ס'],
] as const)
  test(`on a ${layout} keyboard`, async ({ page }) => {
    await openDesk(page, shell.address);
    await press(page, { key: letter, code: 'KeyX', modifiers: CTRL + SHIFT });
    await expectStopped();
  });

test('the palette opens on a Cyrillic keyboard too', async ({ page }) => {
  await openDesk(page, shell.address);
  await press(page, { key: 'л', code: 'KeyK', modifiers: CTRL });
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
});

test('a stop that the desk did not answer is said, over whatever is open', async ({ page }) => {
  await openDesk(page, shell.address);
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await page.route('**/call', (route) =>
    (route.request().postData() ?? '').includes('trading.stop') ? route.abort() : route.continue(),
  );
  await page.keyboard.press(KEYS);
  await expect(page.getByText(/^Not stopped\. The desk does not answer/)).toBeInViewport();
});

const PASSPHRASE = 'open sesame';

async function lockDesk(page: Page): Promise<void> {
  await need(shell, 'lock.configure', { next: PASSPHRASE, lockAfterMinutes: 0 });
  await need(shell, 'lock.now');
  await page.goto(shell.address);
  await expect(page.getByRole('heading', { name: 'Ballast is locked' })).toBeVisible();
}

const unlock = (): Promise<unknown> => need(shell, 'lock.unlock', { passphrase: PASSPHRASE });

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
