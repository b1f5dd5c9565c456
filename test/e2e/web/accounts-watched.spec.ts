// No account goes unwatched in silence: with a real keyring that is locked at the start, and opened later.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountProfile } from '#contract/accounts.ts';
import type { ClosingPlan } from '#contract/closings.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { need } from '#test/e2e/support/desk-call.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import {
  expect,
  startWebShell,
  temporaryFolder,
  test,
  type RunningShell,
} from '#test/e2e/support/web-shell.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';
import { startSession, type Session } from '#test/keyring/support/session.ts';

const LABEL = 'Swing';

test.describe.configure({ mode: 'serial' });

let folder = '';
let session: Session;
let shell: RunningShell;
let paper: Paper;

const start = () =>
  startWebShell({
    folder: join(folder, 'desk'),
    env: { DBUS_SESSION_BUS_ADDRESS: session.address },
  });

/** As another program of the same person would, with the account's own key. */
async function orderElsewhere(order: object): Promise<void> {
  const response = await fetch(`${paper.hosts.rest}/v2/orders`, {
    method: 'POST',
    headers: {
      'APCA-API-KEY-ID': paper.key.keyId,
      'APCA-API-SECRET-KEY': paper.key.secretKey,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(order),
  });
  expect(response.status).toBe(200);
}
const market = (side: 'buy' | 'sell') => ({
  symbol: 'AAPL',
  qty: '3',
  side,
  type: 'market',
  time_in_force: 'gtc',
});

test.beforeAll(async () => {
  folder = temporaryFolder();
  session = await startSession();
  await session.startKeyring('unlocked');
  [shell, paper] = await Promise.all([
    start(),
    startPaper({ folder: join(folder, 'broker'), seed: 13 }),
  ]);
});

test.afterAll(async () => {
  await shell?.stop();
  await paper?.stop();
  await session?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('an account with an open order behind a locked keyring says so, and is watched as soon as it can be', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { accountId } = await need<AccountProfile>(shell, 'accounts.connect', {
    label: LABEL,
    environment: 'paper',
    hosts: paper.hosts,
    credentials: paper.key,
    keepIn: 'keychain',
    isUnverifiedAllowed: false,
  });
  const profile = async () =>
    (await need<AccountProfile[]>(shell, 'accounts.list')).find(
      (one) => one.accountId === accountId,
    );
  // Nobody looks at it, and it is watched: what was bought elsewhere is told with its account.
  await expect.poll(profile).toMatchObject({ isOpen: true });
  await page.goto(shell.address);
  const alerts = page.getByRole('button', { name: /^Alerts/ });
  await expect(alerts).toBeVisible();
  await orderElsewhere({ ...market('buy'), symbol: 'MSFT', type: 'limit', limit_price: '1.00' });
  await orderElsewhere(market('buy'));
  await expect(page.getByText(/Bought 3 AAPL/)).toBeVisible({ timeout: 20_000 });
  // What is known last are readings: the one after the fill comes soon.
  const isRead = async () =>
    (await need<ClosingPlan>(shell, 'closings.plan', { accountId, kind: 'flatten' })).symbols.some(
      ({ symbol, isEstimate }) => symbol === 'AAPL' && !isEstimate,
    );
  await expect.poll(isRead, { timeout: 20_000 }).toBe(true);
  await shell.stop();
  await session.killKeyring();
  await session.startKeyring('locked');

  shell = await start();
  await page.goto(shell.address);
  const banner = page.getByRole('region', { name: `Not watched: ${LABEL}` });
  await expect(banner).toContainText(`${LABEL} is not watched.`, { timeout: 20_000 });
  await expect(banner).toContainText(/Last known .* ago: 1 open order, 1 position\./);
  await expect(alerts).toBeVisible();
  await expectAccessible(page);
  await takePictures(page, 'unwatched-account');
  await banner.getByRole('button', { name: 'Unlock keyring' }).click();
  await expect(page.getByText(/Swing is not watched\. The keychain/).first()).toBeVisible();
  expect(await profile()).toMatchObject({ isOpen: false });

  // Sold elsewhere meanwhile; then the keyring is opened, by nobody of this desk.
  await orderElsewhere(market('sell'));
  await session.killKeyring();
  await session.startKeyring('unlocked');
  await expect(banner).toHaveCount(0, { timeout: 30_000 });
  await expect.poll(profile).toMatchObject({ isOpen: true });
  const sold = /Sold 3 AAPL\. .*This desk did not send it\. Swing, PAPER\./;
  await expect(page.getByText(sold).first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/Swing is not watched/)).toHaveCount(0);
  await takePictures(page, 'sold-elsewhere');
});

test('a broker that is down at the start is told, and heals by itself', async ({ page }) => {
  test.setTimeout(120_000);
  await shell.stop();
  const { port } = new URL(paper.hosts.rest);
  await paper.stop();
  shell = await start();
  await page.goto(shell.address);
  const banner = page.getByRole('region', { name: `Not watched: ${LABEL}` });
  await expect(banner).toContainText(/Last known .* ago: 1 open order, no positions\./, {
    timeout: 40_000,
  });
  await expect(banner.getByRole('button', { name: 'Try again' })).toBeVisible();
  await takePictures(page, 'unwatched-broker-down');
  paper = await startPaper({ folder: join(folder, 'broker'), seed: 13, port: Number(port) });
  // Unless it has healed before anybody could press.
  const again = banner.getByRole('button', { name: 'Try again' });
  await again.evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()));
  await expect(banner).toHaveCount(0, { timeout: 40_000 });
});
