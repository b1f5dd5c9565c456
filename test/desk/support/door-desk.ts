// A desk whose account is at a broker behind a door: a web shell, asked past its page, and the broker's own books.
import { rmSync } from 'node:fs';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';
import { until } from '#test/support/until.ts';
import { openBrokerDoor, type BrokerDoor } from '#test/desk/support/broker-door.ts';
import { need } from '#test/e2e/support/desk-call.ts';
import {
  startWebShell,
  temporaryFolder,
  type RunningShell,
} from '#test/e2e/support/running-shell.ts';

export type PlacedIntent = { intentId: string; state: string; resultId?: string; reason?: string };
export type LedgerOrder = {
  id: string;
  client_order_id: string;
  symbol: string;
  side: string;
  status: string;
};

export type DoorDesk = {
  paper: Paper;
  door: BrokerDoor;
  shell: RunningShell;
  accountId: string;
  /** The process ends at this moment, and another opens what is left, and waits until it may trade unless told not to. */
  killAndRestart(isArmingAwaited?: boolean): Promise<void>;
  place(draft: object): Promise<PlacedIntent>;
  ledger(): Promise<LedgerOrder[]>;
  end(): Promise<void>;
};

const PASSPHRASE = 'correct horse battery staple';

export const restingDraft = {
  symbol: 'AAPL',
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  qty: '1',
  limitPrice: '1',
};

export const marketDraft = (symbol: string, side: 'buy' | 'sell', qty: string) => ({
  symbol,
  side,
  type: 'market',
  timeInForce: 'day',
  qty,
});

export async function openDoorDesk(): Promise<DoorDesk> {
  const folder = temporaryFolder('door-');
  const brokerFolder = temporaryFolder('door-broker-');
  const paper = await startPaper({ folder: brokerFolder, seed: 7 });
  const door = await openBrokerDoor(paper.hosts);
  let shell = await startWebShell({ folder });
  await need(shell, 'keys.unseal', { passphrase: PASSPHRASE });
  const { accountId } = await need<{ accountId: string }>(shell, 'accounts.connect', {
    label: 'Behind the door',
    environment: 'paper',
    hosts: door.hosts,
    credentials: paper.key,
    keepIn: 'sealed-file',
    isUnverifiedAllowed: false,
  });

  async function place(draft: object): Promise<PlacedIntent> {
    const { intentId } = await need<{ intentId: string }>(shell, 'tickets.open', { accountId });
    const input = { accountId, intentId, draft, confirmations: [] };
    return need<PlacedIntent>(shell, 'orders.submit', input);
  }

  /** Trading is armed once everything was read; an order before that is not sent. */
  async function waitUntilArmed(): Promise<void> {
    await need(shell, 'accounts.open', { accountId });
    await until(async () => (await place(restingDraft)).state === 'accepted', 'trading is armed');
  }
  // Its own guards are not what is tried here.
  type Guards = { value: Record<string, object>; version: string };
  const { value, version } = await need<Guards>(shell, 'guards.get');
  const off = Object.fromEntries(
    Object.entries(value).map(([name, guard]) => [name, { ...guard, isOn: false }]),
  );
  await need(shell, 'guards.set', { guards: off, from: version });
  await waitUntilArmed();

  const desk: DoorDesk = {
    paper,
    door,
    get shell() {
      return shell;
    },
    accountId,
    async killAndRestart(isArmingAwaited = true) {
      const ended = new Promise((resolve) => shell.child.once('exit', resolve));
      shell.child.kill('SIGKILL');
      await ended;
      shell = await startWebShell({ folder });
      await need(shell, 'keys.unseal', { passphrase: PASSPHRASE });
      if (isArmingAwaited) await waitUntilArmed();
      else await need(shell, 'accounts.open', { accountId });
    },
    place,
    ledger: async () => (await paper.control<{ orders: LedgerOrder[] }>('GET', '/ledger')).orders,
    async end() {
      await shell.stop();
      door.stop();
      await paper.stop();
      for (const one of [folder, brokerFolder]) rmSync(one, { recursive: true, force: true });
    },
  };
  return desk;
}
