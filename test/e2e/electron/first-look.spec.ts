// The same desk in a real Electron: one launch for the whole file.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callInPage } from '#test/e2e/support/electron-desk.ts';
import { processesWith } from '#test/e2e/support/processes.ts';
import { _electron, expect, test, type ElectronApplication, type Page } from 'playwright/test';

let app: ElectronApplication;
let page: Page;
let folder = '';

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-electron-'));
  app = await _electron.launch({
    executablePath: createRequire(import.meta.url)('electron') as string,
    args: ['.', '--data', folder],
    timeout: 60_000,
  });
  page = await app.firstWindow({ timeout: 60_000 });
});

test.afterAll(async () => {
  // The last test has ended it already when all went well.
  await app?.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

test('shows the account and prices that move', async () => {
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('100,000.00');
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
  const row = page.getByRole('table', { name: 'Watchlist' }).getByRole('row', { name: /^AAPL/ });
  await expect(row).toContainText(/\d+\.\d\d/);
  const before = await row.innerText();
  await expect.poll(async () => row.innerText()).not.toBe(before);
  await page.screenshot({ path: 'test-results/electron-first-look.png' });
});

test('places an order by keyboard and sees it filled', async () => {
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('3');
  await expect(ticket.getByRole('button', { name: 'Review order' })).toBeEnabled();
  await ticket.getByRole('textbox', { name: 'Quantity' }).press('Enter');
  const review = page.getByRole('dialog', { name: 'Review order' });
  await review.getByRole('button', { name: /^Place order: Buy 3 AAPL/ }).press('Enter');
  const orders = page.getByRole('table', { name: 'Orders' });
  await expect(orders.getByRole('row', { name: /AAPL/ })).toContainText('filled');
  await expect(
    page.getByRole('table', { name: 'Positions' }).getByRole('row', { name: /AAPL/ }),
  ).toBeVisible();
  await page.screenshot({ path: 'test-results/electron-order.png' });
});

test('takes a call and a watch over IPC, and refuses what does not fit', async () => {
  const results = await page.evaluate(async () => {
    const bridge = (
      window as unknown as { ballast: { call(n: unknown, i: unknown): Promise<unknown> } }
    ).ballast;
    return {
      info: await bridge.call('desk.info', {}),
      unknown: await bridge.call('keys.read', {}),
      malformed: await bridge.call('watchlists.get', { accountId: 'x' }),
    };
  });
  expect(results.info).toMatchObject({ ok: true, value: { shell: 'electron' } });
  expect(results.unknown).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
  expect(results.malformed).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
});

test('runs the page in a sandbox with nothing of Node in it', async () => {
  const seen = await page.evaluate(() => ({
    require: typeof (globalThis as Record<string, unknown>)['require'],
    process: typeof (globalThis as Record<string, unknown>)['process'],
    bridge: Object.keys((globalThis as unknown as { ballast: object }).ballast).sort(),
    origin: location.origin,
  }));
  expect(seen).toEqual({
    require: 'undefined',
    process: 'undefined',
    bridge: ['call', 'watch'],
    origin: 'app://ballast',
  });
});

test('gives the page no network', async () => {
  const outcome = await page.evaluate(async () => {
    const reach = (url: string) =>
      fetch(url).then(
        () => 'reached',
        () => 'refused',
      );
    return Promise.all([
      reach('http://127.0.0.1:9/'),
      reach('https://example.com/'),
      reach('app://ballast/index.html'),
    ]);
  });
  expect(outcome).toEqual(['refused', 'refused', 'refused']);
});

test('refuses navigation, windows, frames and permissions', async () => {
  const before = page.url();
  const outcome = await page.evaluate(async () => {
    const opened = window.open('https://example.com/');
    location.href = 'https://example.com/';
    const frame = document.createElement('iframe');
    frame.src = 'https://example.com/';
    document.body.append(frame);
    const { state } = await navigator.permissions.query({ name: 'notifications' });
    frame.remove();
    return { opened: opened === null, state };
  });
  expect(outcome).toEqual({ opened: true, state: 'denied' });
  expect(page.url()).toBe(before);
  expect(app.windows()).toHaveLength(1);
});

test('does not hear a page that is not its own', async () => {
  const answer = await app.evaluate(
    async ({ BrowserWindow }, preload) => {
      const stranger = new BrowserWindow({
        show: false,
        webPreferences: { preload, sandbox: true },
      });
      await stranger.loadURL('data:text/html,<p>stranger</p>');
      const result: unknown = await stranger.webContents.executeJavaScript(
        "window.ballast.call('desk.info', {})",
      );
      stranger.destroy();
      return result;
    },
    join(process.cwd(), 'out/preload/index.cjs'),
  );
  expect(answer).toEqual({
    ok: false,
    failure: { kind: 'not-allowed', message: 'This page has no access to the desk.' },
  });
});

test('keeps every window locked down', async () => {
  const preferences = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => {
      const { sandbox, contextIsolation, nodeIntegration, webSecurity } = (
        window.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
      ).getLastWebPreferences();
      return { sandbox, contextIsolation, nodeIntegration, webSecurity };
    }),
  );
  expect(preferences).toEqual([
    { sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true },
  ]);
});

test('ends everything with its last window, where closing does not go to the tray', async () => {
  const { value: remembered = {} } = await callInPage(page, 'ui.get', {});
  const { version } = remembered['system'] as { version: string };
  const chosen = await callInPage(page, 'ui.set', {
    area: 'system',
    value: { closesToTray: false, startsAtLogin: false },
    from: version,
    to: randomUUID(),
  });
  expect(chosen).toMatchObject({ ok: true });
  // A utility process does not show its arguments; Chromium names its kind.
  const broker = 'node.mojom.NodeService';
  expect(processesWith(broker)).not.toBe('');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(() => processesWith(folder) + processesWith(broker)).toBe('');
});
