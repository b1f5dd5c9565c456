// The desk without a window to look at: started with the computer, with and without a tray, and ended with the computer.
import { expect, test, type Page } from 'playwright/test';
import { callInPage, launchApp, type ElectronApp } from '#test/e2e/support/electron-desk.ts';
import { closedJournal } from '#test/e2e/support/closed-journal.ts';
import { bookedOrders } from '#test/e2e/support/ledger.ts';
import { startOwnBus, type OwnBus } from '#test/e2e/support/own-bus.ts';
import { processesWith } from '#test/e2e/support/processes.ts';
import {
  hearNotifications,
  trayItems,
  trayMenu,
  type Heard,
  type TrayItem,
} from '#test/e2e/support/session-bus.ts';
import { taskBar } from '#test/e2e/support/task-bar.ts';

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' });

const states = ({ app }: ElectronApp = first) => taskBar(app.process().pid);

let bus: OwnBus;
let heard: Heard;
let first: ElectronApp;
let second: ElectronApp;
let page: Page;

/** How often a window that was out of reach had to be brought back. */
const rescues = (): number =>
  first.log().filter(({ message }) => message.startsWith('there is no tray')).length;
const closeWindow = (): Promise<void> =>
  first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
/** A page out of sight may stand still until it is shown: Chromium waits for a frame that is not drawn meanwhile. */
async function bringBack(): Promise<void> {
  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.restore());
  await expect.poll(() => states()).toEqual(['Normal']);
}
const call = (name: string, input: unknown): Promise<{ value?: unknown }> =>
  callInPage(page, name, input);

test.beforeAll(async () => {
  heard = await hearNotifications();
  bus = await startOwnBus();
  first = await launchApp({ args: ['--hidden'], env: bus.env });
});
test.afterAll(async () => {
  heard?.stop();
  await (second ?? first)?.close();
  await bus?.stop();
});

test('a quiet start without a tray has its entry in the task bar, and nothing in front', async () => {
  page = await first.app.firstWindow({ timeout: 60_000 });
  await expect.poll(() => states()).toEqual(['Iconic']);
  expect(rescues()).toBe(1);
});

test('a second start brings it to the front', async () => {
  expect((await first.startAgain()).code).toBe(0);
  await expect.poll(() => states()).toEqual(['Normal']);
});

test('closing it without a tray minimises it', async () => {
  await closeWindow();
  await expect.poll(() => states()).toEqual(['Iconic']);
  expect(rescues()).toBe(1);
});

test('a tray that comes later gets its item, and closing hides the window', async () => {
  await bus.startTrayHost();
  await expect.poll(() => trayItems(bus.env).length).toBe(1);
  expect(states()).toEqual(['Iconic']);
  await bringBack();
  expect(await call('desk.info', {})).toMatchObject({ ok: true });
  await closeWindow();
  await expect.poll(() => states()).toEqual([]);
});

test('a tray that goes leaves a hidden window in the task bar', async () => {
  await bus.stopTrayHost();
  await expect.poll(() => states()).toEqual(['Iconic']);
  expect(rescues()).toBe(2);
});

test('a tray that comes back gets its item again', async () => {
  await bus.startTrayHost();
  await expect.poll(() => trayItems(bus.env).length).toBe(1);
});

test('the computer’s shutdown waits for no answer, and not for a broker that hangs', async () => {
  const { app, folder } = first;
  await bringBack();
  const listed = await call('accounts.list', {});
  const [{ accountId } = { accountId: '' }] = listed.value as { accountId: string }[];
  const spoil = async (name: string, times: number): Promise<void> =>
    expect(await call('paper.break', { accountId, name, times })).toMatchObject({ ok: true });
  const open = async (): Promise<string> => {
    const { value } = await call('tickets.open', { accountId });
    return (value as { intentId: string }).intentId;
  };
  const buy = (intentId: string, symbol: string): Promise<unknown> =>
    call('orders.submit', {
      accountId,
      intentId,
      draft: { symbol, side: 'buy', type: 'market', timeInForce: 'day', qty: '3' },
      confirmations: [],
    });

  // The broker takes the first and fills it, and nothing of that reaches the desk, not by a list that is read just then.
  await spoil('orders-mute', 50);
  await spoil('order-hidden', 1);
  await spoil('order-silent', 1);
  const taken = await open();
  const unanswered = buy(taken, 'AAPL').catch(() => undefined);
  await expect
    .poll(() => bookedOrders(folder))
    .toMatchObject([{ symbol: 'AAPL', status: 'filled' }]);
  await spoil('down', 1_000);
  const cutOff = await open();
  expect(await buy(cutOff, 'MSFT')).toMatchObject({ ok: true, value: { state: 'unknown' } });

  const broker = await app.evaluate(
    ({ app: { getAppMetrics } }) =>
      getAppMetrics().find(({ name }) => name === 'Ballast practice broker')?.pid ?? 0,
  );
  process.kill(broker, 'SIGSTOP');
  // A real question on the screen, which nobody answers.
  await app.evaluate(({ Menu }) => {
    const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'File');
    file?.submenu?.items.find(({ label }) => label === 'Quit Ballast')?.click();
  });
  await expect.poll(() => states().length).toBe(2);

  const ended = new Promise((resolve) =>
    app.process().once('exit', (code, signal) => resolve({ code, signal })),
  );
  const isHeldBack = await app.evaluate(({ powerMonitor }) => {
    let held = false;
    powerMonitor.emit('shutdown', { preventDefault: () => (held = true) });
    return held;
  });
  expect(isHeldBack).toBe(true);
  expect(await ended).toEqual({ code: 0, signal: null });
  // Chromium's crash handler ends a moment after its program.
  await expect.poll(() => processesWith(folder)).toBe('');
  await unanswered;
  expect(closedJournal(folder, accountId)).toEqual({
    leftBeside: [],
    health: 'ok',
    states: { [taken]: expect.stringMatching(/^(sent|unknown)$/), [cutOff]: 'unknown' },
  });
});

test('started with the computer it shows no window, and its item is in the tray', async () => {
  const { folder } = first;
  second = await launchApp({ args: ['--hidden'], folder });
  await expect.poll(() => trayItems().length).toBe(1);
  const item = trayItems()[0] as TrayItem;
  await expect.poll(() => trayMenu(item)[0]?.label).toMatch(/^(1 unconfirmed|Connected), 0 open/);
  expect(trayMenu(item).map(({ label }) => label)).toContain('Show Ballast');
});

test('it finds what became of the order, and tells', async () => {
  await expect.poll(() => heard.text()).toMatch(/string "Bought 3 AAPL/);
  expect(bookedOrders(first.folder)).toMatchObject([{ symbol: 'AAPL', qty: 3, status: 'filled' }]);
  expect(second.app.windows()).toEqual([]);
  expect(states(second)).toEqual([]);
});

test('a second start shows the window that was never there', async () => {
  expect((await second.startAgain()).code).toBe(0);
  await expect.poll(() => states(second)).toEqual(['Normal']);
});
