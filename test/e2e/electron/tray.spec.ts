// The desk without its window: an order is placed, the window is closed, and the desktop tells what became of it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { launchDesk, type ElectronDesk } from '#test/e2e/support/electron-desk.ts';
import {
  clickTray,
  hearNotifications,
  photographScreen,
  trayItems,
  trayMenu,
  trayProperty,
  type Heard,
  type TrayItem,
} from '#test/e2e/support/session-bus.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';
import { pick } from '#test/e2e/support/choice.ts';

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' });

let desk: ElectronDesk;
let paper: Paper;
let heard: Heard;
let item: TrayItem;

const labels = (): string[] => trayMenu(item).map(({ label }) => label);
const isWindowShown = (): Promise<boolean> =>
  desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().some((window) => window.isVisible()),
  );

test.beforeAll(async () => {
  mkdirSync('test-results', { recursive: true });
  heard = await hearNotifications();
  desk = await launchDesk();
  paper = await startPaper({ folder: join(desk.folder, 'outside'), seed: 4 });
});

test.afterAll(async () => {
  heard?.stop();
  await desk?.close();
  await paper?.stop();
});

test('puts an item into the tray that says how things are', async () => {
  await expect.poll(() => trayItems().length).toBe(1);
  item = trayItems()[0] as TrayItem;
  await expect.poll(() => labels()[0]).toBe('Connected, 0 open orders');
  expect(labels()).toEqual(
    expect.arrayContaining([
      'No alerts yet',
      'No open orders',
      'Practice account, PRACTICE',
      'Stop all trading',
      'Hide Ballast',
      'Quit Ballast',
    ]),
  );
  expect(trayProperty(item, 'ToolTip')).toContain('Ballast: Connected, 0 open orders');
});

test('tells of a fill with the window closed', async () => {
  const { page, call, app } = desk;
  const connected = await call('accounts.connect', {
    label: 'Outside',
    environment: 'paper',
    hosts: paper.hosts,
    credentials: paper.key,
    keepIn: 'this-run',
    isUnverifiedAllowed: false,
  });
  expect(connected.ok).toBe(true);
  await page.getByRole('button', { name: /Switch account/ }).click();
  await page.getByRole('menuitemradio', { name: /Outside/ }).click();
  const row = page.getByRole('table', { name: 'Watchlist' }).getByRole('row', { name: /^AAPL/ });
  await expect(row).toContainText(/\d+\.\d\d/);
  const price = Number(/\d+\.\d\d/.exec(await row.innerText())?.[0]);
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  await pick(ticket.getByLabel('Order type'), 'Limit');
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('4');
  await ticket.getByLabel('Limit price', { exact: true }).fill((0.95 * price).toFixed(2));
  await ticket.getByRole('button', { name: 'Review order' }).click();
  await page
    .getByRole('dialog', { name: 'Review order' })
    .getByRole('button', { name: /^Place order: Buy 4 AAPL/ })
    .click();
  await expect(ticket.getByRole('status')).toContainText('Accepted by the broker');
  await expect.poll(labels).toContain('Open orders (1)');

  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(isWindowShown).toBe(false);
  await expect.poll(labels).toContain('Show Ballast');
  expect(heard.text()).not.toContain('AAPL');
  await paper.control('POST', '/market/shock', { symbol: 'AAPL', factor: '0.8' });

  await expect.poll(() => heard.text()).toMatch(/string "Bought 4 AAPL/);
  await expect.poll(() => labels().some((label) => label.startsWith('Bought 4 AAPL'))).toBe(true);
  expect(labels()).toContain('No open orders');
  photographScreen('test-results/notification.png');
});

test('shows what an alert in the menu is about', async () => {
  const alert = labels().find((label) => label.startsWith('Bought 4 AAPL')) ?? '';
  clickTray(item, alert);
  await expect.poll(isWindowShown).toBe(true);
  const visit = await desk.page.evaluate(
    () =>
      new Promise<unknown>((resolve) =>
        (
          window as unknown as {
            ballast: { watch(f: string, p: object, on: (event: unknown) => void): void };
          }
        ).ballast.watch('visits', {}, resolve),
      ),
  );
  expect(visit).toMatchObject({
    kind: 'batch',
    items: [{ to: { place: 'target', target: { symbol: 'AAPL' } } }],
  });
  photographScreen('test-results/tray.png');
});

test('stops all trading from its menu', async () => {
  clickTray(item, 'Stop all trading');
  await expect.poll(() => labels()[0]).toMatch(/^All trading is stopped/);
  expect(trayMenu(item)).toContainEqual(
    expect.objectContaining({ label: 'All trading is stopped', isEnabled: false }),
  );
  await expect(desk.page.getByText('Trading is stopped').first()).toBeVisible();
});

test('hides and shows the window', async () => {
  clickTray(item, 'Hide Ballast');
  await expect.poll(isWindowShown).toBe(false);
  await expect.poll(labels).toContain('Show Ballast');
  clickTray(item, 'Show Ballast');
  await expect.poll(isWindowShown).toBe(true);
});

test('is gone from the tray when it ends', async () => {
  const gone = desk.app.waitForEvent('close');
  clickTray(item, 'Quit Ballast');
  await gone;
  await expect.poll(() => trayItems().length).toBe(0);
});
