// A real desk process with accounts on several brokers, none of which anybody looks at: each is watched without prices, and
// says so where it is not.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountProfile } from '#contract/accounts.ts';
import { need } from '#test/e2e/support/desk-call.ts';
import {
  startWebShell,
  temporaryFolder,
  type RunningShell,
} from '#test/e2e/support/running-shell.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';

const PASSPHRASE = 'a walk in the rain';
const SLOW = { timeout: 40_000, interval: 200 };
/** Not this computer's keyring: there is none at this address. */
const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/ballast' };

let folder = '';
let shell: RunningShell;
const brokers: Paper[] = [];
const key = (index: number) => ({
  keyId: `PKWATCHEDDESK00000${index}`,
  secretKey: `secret-of-${index}`,
});

const startDesk = () => startWebShell({ folder: join(folder, 'desk'), env });
const startBroker = (index: number, port = 0) =>
  startPaper({ folder: join(folder, String(index)), seed: index, port, key: key(index) });

beforeAll(async () => {
  folder = temporaryFolder('watched');
  for (const index of [0, 1, 2]) brokers.push(await startBroker(index));
  shell = await startDesk();
  await need(shell, 'keys.unseal', { passphrase: PASSPHRASE });
  for (const [index, keepIn] of ['sealed-file', 'sealed-file', 'this-run'].entries())
    await need(shell, 'accounts.connect', {
      label: `Account ${index}`,
      environment: 'paper',
      hosts: brokers[index]?.hosts,
      credentials: key(index),
      keepIn,
      isUnverifiedAllowed: false,
    });
}, 120_000);

afterAll(async () => {
  await shell?.stop();
  for (const broker of brokers) await broker.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function profile(index: number): Promise<AccountProfile | undefined> {
  const all = await need<AccountProfile[]>(shell, 'accounts.list');
  return all.find(({ label }) => label === `Account ${index}`);
}
const streamsAt = async (index: number) =>
  (await brokers[index]?.control<{ streams: { trade: number; data: number } }>('GET', '/health'))
    ?.streams;

it('watches each by its order stream, with no price stream until somebody asks for it', async () => {
  for (const index of [0, 1, 2])
    await expect.poll(() => streamsAt(index), SLOW).toMatchObject({ trade: 1, data: 0 });
  await need(shell, 'accounts.open', { accountId: (await profile(0))?.accountId });
  await expect.poll(() => streamsAt(0), SLOW).toMatchObject({ trade: 1, data: 1 });
  expect(await streamsAt(1)).toMatchObject({ data: 0 });
  // Nobody looks any more.
  await expect.poll(() => streamsAt(0), SLOW).toMatchObject({ trade: 1, data: 0 });
}, 120_000);

it('after a start says of each why it is not watched, what was last known, and what mends it', async () => {
  const order = { symbol: 'AAPL', qty: '1', side: 'buy', type: 'limit', limit_price: '1.00' };
  const placed = await fetch(`${brokers[1]?.hosts.rest}/v2/orders`, {
    method: 'POST',
    headers: {
      'APCA-API-KEY-ID': key(1).keyId,
      'APCA-API-SECRET-KEY': key(1).secretKey,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ ...order, time_in_force: 'gtc' }),
  });
  expect(placed.status).toBe(200);
  const { accountId } = (await profile(1)) ?? {};
  await expect
    .poll(() => need<string[]>(shell, 'accounts.losses', { accountId }), SLOW)
    .toContainEqual(expect.stringContaining('1 open order stays open'));
  await shell.stop();
  shell = await startDesk();
  await expect
    .poll(() => profile(1), SLOW)
    .toMatchObject({
      isOpen: false,
      unwatched: {
        remedy: 'unseal',
        known: { openOrders: 1, positions: 0, lines: ['Buy 1 AAPL, working'] },
      },
    });
  expect(await profile(2)).toMatchObject({ unwatched: { remedy: 'enter-key' } });
}, 120_000);

it('opens all that are sealed with one passphrase, and tells of the one whose broker is away', async () => {
  const away = brokers[0];
  if (!away) throw new Error('no broker');
  await away.stop();
  await need(shell, 'keys.unseal', { passphrase: PASSPHRASE });
  await expect.poll(() => profile(1), SLOW).toMatchObject({ isOpen: true });
  await expect
    .poll(() => profile(0), SLOW)
    .toMatchObject({ isOpen: true, unwatched: { remedy: 'try-again' } });
  expect((await profile(1))?.unwatched).toBeUndefined();
  brokers[0] = await startBroker(0, Number(new URL(away.hosts.rest).port));
  await need(shell, 'accounts.open', { accountId: (await profile(0))?.accountId });
  await expect.poll(async () => (await profile(0))?.unwatched, SLOW).toBeUndefined();
}, 120_000);
