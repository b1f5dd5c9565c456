// A real desk whose practice account nobody wants: its broker does not run until somebody asks, and says so.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountProfile } from '#contract/accounts.ts';
import { processesWith } from '#test/e2e/support/processes.ts';
import { need } from '#test/e2e/support/desk-call.ts';
import {
  startWebShell,
  temporaryFolder,
  type RunningShell,
} from '#test/e2e/support/running-shell.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';

const SLOW = { timeout: 40_000, interval: 200 };
const KEY = { keyId: 'PKPRACTICERESTS0001', secretKey: 'secret-of-the-other' };
/** Not this computer's keyring: there is none at this address. */
const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/ballast' };

let folder = '';
let shell: RunningShell;
let broker: Paper;
const startDesk = () => startWebShell({ folder: join(folder, 'desk'), env });

beforeAll(async () => {
  folder = temporaryFolder('resting');
  broker = await startPaper({ folder: join(folder, 'outside'), seed: 1, key: KEY });
  shell = await startDesk();
}, 120_000);
afterAll(async () => {
  await shell?.stop();
  await broker?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const all = () => need<AccountProfile[]>(shell, 'accounts.list');
async function practice(): Promise<AccountProfile> {
  const found = (await all()).find(({ environment }) => environment === 'embedded');
  if (!found) throw new Error('there is no practice account');
  return found;
}
const isBrokerRunning = () => processesWith(join(folder, 'desk', 'embedded')).includes('paper.js');
async function restart(): Promise<void> {
  await shell.stop();
  shell = await startDesk();
}

it('runs from the start in a new folder', async () => {
  expect(await practice()).toMatchObject({ isOpen: true });
  expect(isBrokerRunning()).toBe(true);
});

it('rests in a start that opens with another account, and nobody is told that it is not watched', async () => {
  const { accountId } = await need<AccountProfile>(shell, 'accounts.connect', {
    label: 'Outside',
    environment: 'paper',
    hosts: broker.hosts,
    credentials: KEY,
    keepIn: 'this-run',
    isUnverifiedAllowed: false,
  });
  await need(shell, 'places.leave', { accountId, screen: 'desk' });
  await restart();
  const resting = await practice();
  expect(resting).toMatchObject({ isOpen: false });
  expect([resting.problem, resting.unwatched]).toEqual([undefined, undefined]);
  expect(isBrokerRunning()).toBe(false);
});

it('is started by a call that names it', async () => {
  const { accountId } = await practice();
  const { active } = await need<{ active: unknown[] }>(shell, 'paper.faults', { accountId });
  expect(active).toEqual([]);
  expect(await practice()).toMatchObject({ isOpen: true });
  expect(isBrokerRunning()).toBe(true);
});

it('is started when it is chosen, and offers its application at once', async () => {
  await restart();
  const { accountId } = await practice();
  expect(isBrokerRunning()).toBe(false);
  expect(await need(shell, 'accounts.open', { accountId })).toMatchObject({ isOpen: true });
  expect(await need(shell, 'oauth.readiness', { accountId })).toMatchObject({
    demoLink: expect.stringContaining('ballast://oauth/authorize') as string,
  });
});

it('is watched in a start that opens with another account while an order is open there', async () => {
  const { accountId } = await practice();
  const draft = { symbol: 'AAPL', side: 'buy', type: 'limit', timeInForce: 'gtc', qty: '1' };
  async function place(): Promise<string> {
    const { intentId } = await need<{ intentId: string }>(shell, 'tickets.open', { accountId });
    const input = { accountId, intentId, draft: { ...draft, limitPrice: '1' }, confirmations: [] };
    return (await need<{ state: string }>(shell, 'orders.submit', input)).state;
  }
  await expect.poll(place, SLOW).toBe('accepted');
  await restart();
  await expect.poll(practice, SLOW).toMatchObject({ isOpen: true });
  expect(isBrokerRunning()).toBe(true);
}, 120_000);
