// Every account is watched, or says that it is not: the application itself with a real keyring and a real tray.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'playwright/test';
import { launchDesk, type ElectronDesk } from '#test/e2e/support/electron-desk.ts';
import { trayItems, trayMenu } from '#test/e2e/support/session-bus.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';
import { startSession, type Session } from '#test/keyring/support/session.ts';

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial', timeout: 480_000 });

const PASSPHRASE = 'a walk in the rain';
const before = process.env['DBUS_SESSION_BUS_ADDRESS'];
const SLOW = { timeout: 120_000 };

let session: Session;
const desktop: ChildProcess[] = [];
let desk: ElectronDesk;
let folder = '';
const brokers: Paper[] = [];

test.beforeAll(async () => {
  session = await startSession();
  process.env['DBUS_SESSION_BUS_ADDRESS'] = session.address;
  startPanel();
  await session.startKeyring('unlocked');
  folder = mkdtempSync(join(tmpdir(), 'ballast-watched-'));
  for (const seed of [3, 4, 5])
    brokers.push(
      await startPaper({
        folder: join(folder, `broker ${seed}`),
        seed,
        key: { keyId: `PKWATCHED0000000000${seed}`, secretKey: `secret-of-${seed}` },
      }),
    );
  desk = await launchDesk({ folder: join(folder, 'desk') });
});

test.afterAll(async () => {
  await desk?.close();
  for (const broker of brokers) await broker.stop();
  for (const each of desktop) each.kill();
  await session?.stop();
  if (before === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS'];
  else process.env['DBUS_SESSION_BUS_ADDRESS'] = before;
  rmSync(folder, { recursive: true, force: true });
});

/** A tray on the session's own bus, where nothing starts by itself: the panel wants its settings first. */
function startPanel(): void {
  const [settings = 'xfconfd'] = globSync('/usr/lib/*/xfce4/xfconf/xfconfd');
  const steps = [
    { command: settings, args: [], name: 'org.xfce.Xfconf' },
    {
      command: 'xfce4-panel',
      args: ['--disable-wm-check'],
      name: 'org.kde.StatusNotifierWatcher',
    },
  ];
  for (const { command, args, name } of steps) {
    desktop.push(spawn(command, args, { stdio: 'ignore' }));
    execFileSync('gdbus', ['wait', '--session', '--timeout', '30', name]);
  }
}

const labels = (): string[] => {
  const item = trayItems().at(-1);
  return item ? trayMenu(item).map(({ label }) => label) : [];
};

async function connect(label: string, broker: Paper | undefined, keepIn: string): Promise<void> {
  const connected = await desk.call('accounts.connect', {
    label,
    environment: 'paper',
    hosts: broker?.hosts,
    credentials: broker?.key,
    keepIn,
    isUnverifiedAllowed: false,
  });
  expect(connected.failure).toBeUndefined();
}

async function orderElsewhere(order: object): Promise<void> {
  const [{ hosts, key } = { hosts: { rest: '' }, key: { keyId: '', secretKey: '' } }] = brokers;
  const response = await fetch(`${hosts.rest}/v2/orders`, {
    method: 'POST',
    headers: {
      'APCA-API-KEY-ID': key.keyId,
      'APCA-API-SECRET-KEY': key.secretKey,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ time_in_force: 'gtc', qty: '3', ...order }),
  });
  expect(response.status).toBe(200);
}

async function openOrderIds(): Promise<string[]> {
  const [{ hosts, key } = { hosts: { rest: '' }, key: { keyId: '', secretKey: '' } }] = brokers;
  const response = await fetch(`${hosts.rest}/v2/orders`, {
    headers: { 'APCA-API-KEY-ID': key.keyId, 'APCA-API-SECRET-KEY': key.secretKey },
  });
  return ((await response.json()) as { id: string }[]).map(({ id }) => id);
}

/** The positions that each account's journal keeps, as they are written there. */
const keptPositions = (): string[] =>
  globSync(join(desk.folder, 'accounts/*/journal.db')).map((path) => {
    const journal = new DatabaseSync(path, { readOnly: true });
    const row = journal.prepare("SELECT record FROM snapshots WHERE name = 'positions'").get();
    journal.close();
    return String(row?.['record'] ?? '');
  });

async function startAgain(): Promise<void> {
  await desk.app.close();
  desk = await launchDesk({ folder: desk.folder });
}

const banner = (names: string) => desk.page.getByRole('region', { name: `Not watched: ${names}` });

test('locked at the start with an open order: tray and window say so, and it is watched when it is opened', async () => {
  await connect('Swing', brokers[0], 'keychain');
  await orderElsewhere({ symbol: 'MSFT', side: 'buy', type: 'limit', limit_price: '1.00' });
  // What was filled before the account's first reading is no news.
  await expect.poll(labels, SLOW).toContain('Open orders (1)');
  await orderElsewhere({ symbol: 'AAPL', side: 'buy', type: 'market' });
  await expect.poll(labels, SLOW).toContain('Bought 3 AAPL');
  // The positions are read a moment after the fill; what the desk says of them later is what is kept by then.
  await expect.poll(() => keptPositions().join(), SLOW).toContain('AAPL');
  await desk.app.close();
  await session.killKeyring();
  await session.startKeyring('locked');
  desk = await launchDesk({ folder: desk.folder });
  await expect.poll(() => labels()[0], SLOW).toBe('0 open orders known, 1 account not watched');
  await expect
    .poll(labels, SLOW)
    .toContainEqual(
      expect.stringMatching(
        /^Swing is not watched\. Last known .* ago: 1 open order, 1 position\.$/,
      ),
    );
  await expect.poll(labels, SLOW).toContain('Swing is not watched');
  expect(labels()).not.toContain('No open orders');
  await expect(banner('Swing').getByRole('button', { name: 'Unlock keyring' })).toBeVisible();
  await desk.page.screenshot({ path: 'test-results/pictures/electron-unwatched.png' });

  await session.killKeyring();
  await session.startKeyring('unlocked');
  await expect.poll(labels, SLOW).toContain('Open orders (1)');
  await expect.poll(labels, SLOW).not.toContain('Swing is not watched');
  await expect(banner('Swing')).toHaveCount(0);
});

test('sold elsewhere, with another account in sight: told with its account', async () => {
  await expect(desk.page).toHaveTitle(/^PRACTICE/);
  await orderElsewhere({ symbol: 'AAPL', side: 'sell', type: 'market' });
  await expect.poll(labels, SLOW).toContain('Sold 3 AAPL');
  await expect(
    desk.page.getByText(/Sold 3 AAPL\..*This desk did not send it\. Swing, PAPER\./).first(),
  ).toBeVisible();
});

test('its broker is away at the start and a cancel waits for it; both are over when it is back', async () => {
  const [orderId = ''] = await openOrderIds();
  await desk.app.close();
  const [away] = brokers;
  if (!away) throw new Error('no broker');
  const { hosts, key } = away;
  await away.stop();
  desk = await launchDesk({ folder: desk.folder });
  await expect.poll(() => labels()[0], SLOW).toBe('1 open order known, 1 account not watched');
  await expect(banner('Swing').getByRole('button', { name: 'Try again' })).toBeVisible();
  const { value } = await desk.call('accounts.list', {});
  const accounts = value as unknown as { accountId: string; label: string }[];
  const accountId = accounts.find(({ label }) => label === 'Swing')?.accountId;
  await desk.call('orders.cancel', { accountId, orderId });
  await expect
    .poll(labels, SLOW)
    .toContainEqual(expect.stringMatching(/^Cancel waiting for the broker, .+: Buy 3 MSFT/));

  const port = Number(new URL(hosts.rest).port);
  brokers[0] = await startPaper({ folder: join(folder, 'broker 3'), seed: 3, port, key });
  await expect(banner('Swing')).toHaveCount(0, SLOW);
  await expect.poll(labels, SLOW).toContain('No open orders');
  expect(await openOrderIds()).toEqual([]);
});

test('a folder on another computer says which keys it lacks', async () => {
  await desk.app.close();
  await session.killKeyring();
  const copy = join(folder, 'copy');
  cpSync(desk.folder, copy, { recursive: true });
  const other = await startSession();
  await other.startKeyring('unlocked');
  const moved = await launchDesk({
    folder: copy,
    env: { DBUS_SESSION_BUS_ADDRESS: other.address },
  });
  try {
    const said = moved.page.getByRole('region', { name: 'Not watched: Swing' });
    await expect(said).toContainText('Its key is not on this computer.', SLOW);
    await expect(said.getByRole('button', { name: 'Enter key…' })).toBeVisible();
    await moved.page.screenshot({ path: 'test-results/pictures/electron-moved-folder.png' });
  } finally {
    await moved.app.close();
    await other.stop();
  }
  await session.startKeyring('unlocked');
  desk = await launchDesk({ folder: desk.folder });
  await expect.poll(() => labels()[0], SLOW).toMatch(/^Connected/);
});

test('no keyring at all: said, and watched as soon as there is one', async () => {
  await desk.app.close();
  await session.killKeyring();
  desk = await launchDesk({ folder: desk.folder });
  await expect.poll(() => labels()[0], SLOW).toBe('0 open orders known, 1 account not watched');
  await expect(banner('Swing').getByRole('button', { name: 'Enter key…' })).toBeVisible();
  await session.startKeyring('unlocked');
  await expect(banner('Swing')).toHaveCount(0, SLOW);
  await expect.poll(labels, SLOW).toContain('Swing, PAPER');
});

test('two accounts in a sealed file: one banner, one passphrase, both watched at once', async () => {
  expect((await desk.call('keys.unseal', { passphrase: PASSPHRASE })).ok).toBe(true);
  await connect('Core', brokers[1], 'sealed-file');
  await connect('Hedge', brokers[2], 'sealed-file');
  await startAgain();
  const both = banner('Core, Hedge');
  await expect(both).toContainText('Core, Hedge are not watched.', SLOW);
  await desk.page.screenshot({ path: 'test-results/pictures/electron-two-sealed.png' });
  await both.getByRole('button', { name: 'Open the sealed file…' }).click();
  await desk.page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await desk.page.keyboard.press('Enter');
  await expect(both).toHaveCount(0, SLOW);
  await expect.poll(labels, SLOW).toEqual(expect.arrayContaining(['Core, PAPER', 'Hedge, PAPER']));
});
