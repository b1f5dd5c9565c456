// The application and the system around it: links, sleep, locks, a page that dies, starting at login, and ending.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { popOut, seenWindow, type Act } from '#test/e2e/support/chart-window.ts';
import { launchDesk, type ElectronDesk } from '#test/e2e/support/electron-desk.ts';
import { closedJournal } from '#test/e2e/support/closed-journal.ts';
import { bookedOrders } from '#test/e2e/support/ledger.ts';
import { processesWith } from '#test/e2e/support/processes.ts';

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' });

const LINK =
  'ballast://oauth/authorize?response_type=code&client_id=nobody&redirect_uri=https%3A%2F%2Fexample.com%2Fback';
const HOME = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');

let desk: ElectronDesk;
/** Whose fate is open when the application ends. */
let unknown = { accountId: '', intentId: '' };

test.beforeAll(async () => {
  desk = await launchDesk();
  await expect(desk.page.getByRole('status', { name: 'Price stream' })).toContainText('live');
});
test.afterAll(() => desk?.close());

/** The visit of this link in the page's own feed, which begins with the last one while it is fresh. */
const visitOf = (link: string): Promise<unknown> =>
  desk.page.evaluate(
    (asked) =>
      new Promise<unknown>((resolve) => {
        type Visit = { to: { link?: string } };
        const { watch } = (
          window as unknown as {
            ballast: {
              watch(f: string, p: object, on: (event: { items?: Visit[] }) => void): () => void;
            };
          }
        ).ballast;
        const stop = watch('visits', {}, ({ items = [] }) => {
          const visit = items.find(({ to }) => to.link === asked);
          if (!visit) return;
          resolve(visit);
          queueMicrotask(() => stop());
        });
      }),
    link,
  );

const windowState = (): Promise<{ isVisible: boolean; isMinimized: boolean }[]> =>
  desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => ({
      isVisible: window.isVisible(),
      isMinimized: window.isMinimized(),
    })),
  );

test('a second start passes its link to the first and ends', async () => {
  await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  const visit = visitOf(LINK);
  const second = await desk.startAgain(LINK);
  expect(second.code).toBe(0);
  expect(second.stderr).toContain('already running');
  expect(await visit).toMatchObject({ to: { place: 'authorize', link: LINK } });
  await expect.poll(windowState).toEqual([{ isVisible: true, isMinimized: false }]);
});

test('a second start without a link brings the window back', async () => {
  await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  await desk.startAgain();
  await expect.poll(windowState).toEqual([{ isVisible: true, isMinimized: false }]);
});

test('a link that the system hands over by an event is followed too', async () => {
  const other = `${LINK}&state=two`;
  const visit = visitOf(other);
  await desk.app.evaluate(
    ({ app }, link) => app.emit('open-url', { preventDefault: () => undefined }, link),
    other,
  );
  expect(await visit).toMatchObject({ to: { place: 'authorize', link: other } });
});

/** Since when each stream of the practice account is live; undefined for one that is not. */
async function liveSince(): Promise<Record<string, number | undefined>> {
  // The page may be loading: then nothing is known, and it is asked again.
  const listed = (await callInPage('accounts.list', {})) as
    | { value?: { accountId: string }[] }
    | undefined;
  if (!listed?.value) return {};
  return desk.page.evaluate(
    (accountId) =>
      new Promise<Record<string, number | undefined>>((resolve) => {
        type State = { stream: string; phase: string; since: number };
        const { watch } = (
          window as unknown as {
            ballast: {
              watch(f: string, p: object, on: (event: { items?: State[] }) => void): () => void;
            };
          }
        ).ballast;
        const stop = watch('streams', { accountId }, ({ items = [] }) => {
          resolve(
            Object.fromEntries(
              items.map(({ stream, phase, since }) => [
                stream,
                phase === 'live' ? since : undefined,
              ]),
            ),
          );
          queueMicrotask(() => stop());
        });
      }),
    listed.value[0]?.accountId,
  );
}

test('after sleep both streams connect again', async () => {
  const { app } = desk;
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('suspend'));
  await expect.poll(liveSince).toMatchObject({
    orders: expect.any(Number),
    prices: expect.any(Number),
  });
  const before = await liveSince();
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'));
  await expect
    .poll(async () => {
      const now = await liveSince();
      return ['orders', 'prices'].map((name) => (now[name] ?? 0) > (before[name] ?? Infinity));
    })
    .toEqual([true, true]);
  expect(desk.log().map(({ message }) => message)).toEqual(
    expect.arrayContaining(['the computer goes to sleep', 'the computer is awake again']),
  );
});

const seen = (which: 'chart' | 'desk', act?: Act) => seenWindow(desk, which, act);

test('a chart goes into a window of its own, as guarded as the desk’s', async () => {
  const chart = await popOut(desk);
  await expect(chart.getByRole('figure', { name: 'Price chart, AAPL' })).toBeVisible();
  await expect(chart.getByRole('form', { name: 'Order ticket' })).toHaveCount(0);
  const preferences = await desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => {
      const { sandbox, contextIsolation, nodeIntegration, webviewTag, preload } = (
        window.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
      ).getLastWebPreferences();
      return { sandbox, contextIsolation, nodeIntegration, webviewTag, preload };
    }),
  );
  expect(preferences).toHaveLength(2);
  expect(preferences[0]).toMatchObject({ sandbox: true, contextIsolation: true });
  expect(preferences[1]).toEqual(preferences[0]);
  expect(
    await chart.evaluate(() => [
      window.open('about:blank'),
      window.open('app://ballast/index.html'),
      ['require', 'process', 'ipcRenderer'].filter((name) => name in window),
    ]),
  ).toEqual([null, null, []]);
  expect(await windowState()).toHaveLength(2);
  // The windows hear each other: a linked chart follows the desk.
  const choose = (symbol: string): Promise<void> =>
    desk.page
      .getByRole('table', { name: 'Watchlist' })
      .getByRole('button', { name: symbol, exact: true })
      .click();
  await choose('MSFT');
  await expect(chart).toHaveTitle('PRACTICE · MSFT · Practice account · Ballast');
  await choose('AAPL');
  await expect(chart).toHaveTitle('PRACTICE · AAPL · Practice account · Ballast');
  // What main was not asked for properly it does not open.
  expect(await desk.call('windows.openChart', { symbol: 'AAPL' })).toMatchObject({
    ok: false,
    failure: { kind: 'invalid' },
  });
  expect(await windowState()).toHaveLength(2);
  // Last: after navigations that were refused the test's own pointer waits for them to end.
  const before = chart.url();
  await chart.evaluate(() => {
    location.href = 'https://example.com/from-a-chart';
  });
  await expect
    .poll(() => desk.log().map(({ message, url }) => `${message} ${String(url)}`))
    .toContainEqual(
      expect.stringMatching(/^refused: (frame )?navigation https:..example.com.from-a-chart$/),
    );
  expect(chart.url()).toBe(before);
});

test('the chart’s window outlives the desk’s, ends nothing, and its place is kept', async () => {
  await seen('chart', { put: { x: 140, y: 90, width: 700, height: 500 } });
  await expect.poll(() => seen('chart')).toMatchObject({ bounds: { width: 700, height: 500 } });
  // The desk goes to the tray; the chart stays.
  await seen('desk', { close: true });
  await expect.poll(() => seen('desk')).toMatchObject({ isVisible: false });
  expect(await seen('chart')).toMatchObject({ isVisible: true });

  const left = await seen('chart', { close: true });
  await expect.poll(() => windowState().then((all) => all.length)).toBe(1);
  await desk.startAgain();
  await expect.poll(windowState).toEqual([{ isVisible: true, isMinimized: false }]);
  // Only now: a page out of sight may stand still until it is shown.
  expect(await desk.call('desk.info', {})).toMatchObject({ ok: true });

  await popOut(desk);
  const again = await seen('chart');
  expect(again?.bounds).toMatchObject({ width: 700, height: 500 });
  // Some window managers put the edge of the frame where the window was asked for.
  expect(Math.abs((again?.bounds.x ?? 0) - (left?.bounds.x ?? 0))).toBeLessThan(40);
  expect(Math.abs((again?.bounds.y ?? 0) - (left?.bounds.y ?? 0))).toBeLessThan(60);
});

test('a chart’s page that dies comes back with the same chart', async () => {
  const title = await desk.app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<string>((resolve) => {
        const window = BrowserWindow.getAllWindows().find((one) =>
          one.webContents.getURL().includes('#/chart?'),
        );
        // The page has no title of its own until it knows its account.
        window?.on('page-title-updated', (_event, name) => {
          if (name.includes('AAPL')) resolve(name);
        });
        window?.webContents.forcefullyCrashRenderer();
      }),
  );
  expect(title).toBe('PRACTICE · AAPL · Practice account · Ballast');
  await seen('chart', { close: true });
  await expect.poll(() => windowState().then((all) => all.length)).toBe(1);
});

test('a page that dies comes back, and no order is touched', async () => {
  const { app, folder, log } = desk;
  const before = bookedOrders(folder);
  const back = app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<boolean>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        contents?.once('did-finish-load', () => resolve(true));
        contents?.forcefullyCrashRenderer();
      }),
  );
  expect(await back).toBe(true);
  expect(log().map(({ message }) => message)).toContain(
    'the page died; its orders are not affected',
  );
  expect(bookedOrders(folder)).toEqual(before);
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
          'document.querySelector("[aria-label=\'Account\']")?.textContent ?? ""',
        ),
      ),
    )
    .toContain('100,000.00');
});

test('starts with the computer when asked, quietly, and no more when not', async () => {
  const entry = join(HOME, 'autostart', 'ballast.desktop');
  const choose = async (startsAtLogin: boolean): Promise<unknown> => {
    const read = (await callInPage('ui.get', {})) as { value: { system: { version: string } } };
    const change = { from: read.value.system.version, to: randomUUID() };
    const value = { closesToTray: true, startsAtLogin };
    return callInPage('ui.set', { area: 'system', value, ...change });
  };
  expect(existsSync(entry)).toBe(false);
  expect(await choose(true)).toMatchObject({ ok: true });
  expect(readFileSync(entry, 'utf8')).toMatch(/^Exec=".*" --hidden$/m);
  expect(await choose(false)).toMatchObject({ ok: true });
  expect(existsSync(entry)).toBe(false);
});

test('opens one more window, which closes for good', async () => {
  const { app } = desk;
  const opening = app.waitForEvent('window');
  await chooseInMenu('New window');
  const second = await opening;
  await expect(second.getByRole('region', { name: 'Account' })).toContainText('100,000.00');
  await second.close();
  await expect.poll(() => windowState().then((all) => all.length)).toBe(1);
});

/** What main asks in a dialog from now on is answered with its action. */
const answerYes = (): Promise<void> =>
  desk.app.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
  });

test('locks with the computer', async () => {
  const passphrase = 'a walk in the rain';
  await answerYes();
  expect(
    await callInPage('lock.configure', { next: passphrase, lockAfterMinutes: 0 }),
  ).toMatchObject({ ok: true });
  const listed = (await callInPage('accounts.list', {})) as { value: { accountId: string }[] };
  const accountId = listed.value[0]?.accountId;
  const opening = desk.app.waitForEvent('window');
  expect(
    await callInPage('windows.openChart', { accountId, symbol: 'MSFT', isLinked: false }),
  ).toMatchObject({ ok: true });
  const chart = await opening;
  await expect(chart).toHaveTitle('PRACTICE · MSFT · Practice account · Ballast');
  await desk.app.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'));
  await expect(chart.getByRole('heading', { name: 'Ballast is locked' })).toBeVisible();
  await expect(chart.getByRole('figure')).toHaveCount(0);
  expect(await callInPage('accounts.list', {})).toMatchObject({
    ok: false,
    failure: { kind: 'not-allowed', message: 'The desk is locked.' },
  });
  expect(await callInPage('lock.unlock', { passphrase })).toMatchObject({ ok: true });
  await expect(chart.getByRole('figure', { name: 'Price chart, MSFT' })).toBeVisible();
});

test('asks before it quits while an order is unknown, and stays when told to', async () => {
  const { app } = desk;
  await app.evaluate(({ dialog }) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    dialog.showMessageBox = (async (options: { detail?: string }) => {
      asked.push(options.detail ?? '');
      return { response: 0, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
  });
  const listed = (await callInPage('accounts.list', {})) as { value: { accountId: string }[] };
  const { accountId } = listed.value[0] ?? { accountId: '' };
  expect(await callInPage('paper.break', { accountId, name: 'down', times: 1_000 })).toMatchObject({
    ok: true,
  });
  const ticket = (await callInPage('tickets.open', { accountId })) as {
    value: { intentId: string };
  };
  unknown = { accountId, intentId: ticket.value.intentId };
  expect(
    await callInPage('orders.submit', {
      accountId,
      intentId: ticket.value.intentId,
      draft: { symbol: 'AAPL', side: 'buy', type: 'market', timeInForce: 'day', qty: '1' },
      confirmations: [],
    }),
  ).toMatchObject({ ok: true, value: { state: 'unknown' } });
  await chooseInMenu('Quit Ballast');
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked))
    .toEqual([expect.stringContaining('An order is unconfirmed.')]);
  expect(await callInPage('desk.info', {})).toMatchObject({ ok: true });
});

test('a signal ends it without a question, and nothing is left open', async () => {
  const { app, folder, log } = desk;
  const asked = (): number =>
    log().filter(({ message }) => message === 'the application asks before it ends').length;
  const before = asked();
  const ended = new Promise((resolve) =>
    app.process().once('exit', (code, signal) => resolve({ code, signal })),
  );
  app.process().kill('SIGTERM');
  expect(await ended).toEqual({ code: 0, signal: null });
  expect(asked()).toBe(before);
  // Chromium's crash handler ends a moment after its program.
  await expect.poll(() => processesWith(folder)).toBe('');
  expect(closedJournal(folder, unknown.accountId)).toEqual({
    leftBeside: [],
    health: 'ok',
    states: { [unknown.intentId]: 'unknown' },
  });
  // The chart that was open comes back with the next start.
  const { charts } = JSON.parse(readFileSync(join(folder, 'windows.json'), 'utf8')) as {
    charts: { open: { address: string }[] };
  };
  expect(charts.open).toEqual([
    expect.objectContaining({ address: expect.stringContaining('symbol=MSFT') }),
  ]);
});

const chooseInMenu = (label: string): Promise<void> =>
  desk.app.evaluate(({ Menu }, wanted) => {
    const file = Menu.getApplicationMenu()?.items.find((menu) => menu.label === 'File');
    file?.submenu?.items.find((item) => item.label === wanted)?.click();
  }, label);

/** Through main: the test's own hold of the page died with the page that was killed. */
const callInPage = (name: string, input: unknown): Promise<unknown> =>
  desk.app.evaluate(
    ({ BrowserWindow }, [callName, callInput]) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
        `window.ballast.call(${JSON.stringify(callName)}, ${JSON.stringify(callInput)})`,
      ),
    [name, input] as const,
  );
