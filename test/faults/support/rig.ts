// A broker in a folder of its own, with as many accounts as a suite needs, that can be killed and started again where it
// was. Each account has its own journal folder, so that a desk can die and another can go on from what it left.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GuardSettings } from '#contract/trading.ts';
import type { Connect } from '#main/journal/types.ts';
import type { Clock, KeyPair } from '#main/ports.ts';
import { audit, type Audit } from '#test/faults/support/audit.ts';
import { openTestAccount, type TestAccount } from '#test/faults/support/desk.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';

/** One account as the broker and the desk both know it. */
export type Seat = { name: string; accountId: string; key: KeyPair; brokerAccountId: string };

export type OpenOptions = {
  mayResend?: boolean;
  isStopped?: () => boolean;
  clock?: Clock;
  connect?: Connect;
  timeoutMs?: number;
  guards?: GuardSettings;
};

export type Rig = {
  paper(): Paper;
  folder: string;
  newSeat(ap?: 'none' | 'read' | 'mint'): Promise<Seat>;
  /** A desk on this account, started. It is stopped with the rig at the latest. */
  open(seat: Seat, options?: OpenOptions): TestAccount;
  /** The broker dies without a word and comes back on the same port with the same data. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  fault(match: object, act: object, more?: object): Promise<string>;
  clearFaults(): Promise<void>;
  removeFault(faultId: string): Promise<void>;
  /** Ends this account's stream, or everybody's; answers how many connections that were. */
  cut(stream: 'trade' | 'data', accountId?: string): Promise<number>;
  /** How often a fault has happened. */
  fired(faultId: string): Promise<number>;
  ledger(): Promise<LedgerRow[]>;
  /** The ledger against the journals of these accounts; orders of seats that are not in the list are left out. */
  audit(accounts: readonly TestAccount[]): Promise<Audit>;
  stop(): Promise<void>;
};

export type LedgerRow = {
  id: string;
  client_order_id: string;
  account_id: string;
  status: string;
  filled_qty: string;
};

export const PLACE = { method: 'POST', path: '/v2/orders' };
export const LOOKUP = { method: 'GET', path: '/v2/orders:by_client_order_id' };
export const CANCEL = { method: 'DELETE', path: '/v2/orders/*' };
export const CHANGE = { method: 'PATCH', path: '/v2/orders/*' };

export async function createRig(seed: number): Promise<Rig> {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-rig-'));
  const data = join(folder, 'paper');
  const seats: Seat[] = [];
  const opened = new Set<TestAccount>();
  let paper = await startPaper({ folder: data, seed });

  async function newSeat(ap: 'none' | 'read' | 'mint' = 'none'): Promise<Seat> {
    const number = String(seats.length + 1);
    const name = `seat-${number}`;
    const key = {
      keyId: `PKRIGACCOUNT${number.padStart(7, '0')}`,
      secretKey: `secret-of-${name}`,
    };
    const created = await paper.control<{ id: string }>('POST', '/accounts', {
      ...key,
      cash: '10000000',
      ap,
    });
    const accountId = `00000000-0000-4000-8000-${number.padStart(12, '0')}`;
    const seat = { name, accountId, key, brokerAccountId: created.id };
    seats.push(seat);
    return seat;
  }

  const ledger = async (): Promise<LedgerRow[]> =>
    (await paper.control<{ orders: LedgerRow[] }>('GET', '/ledger')).orders;

  return {
    paper: () => paper,
    folder,
    newSeat,
    open(seat, { mayResend = false, ...rest } = {}) {
      const account = openTestAccount({ paper, folder, mayResend, ...seat, ...rest });
      opened.add(account);
      account.unit.start();
      return account;
    },
    kill: () => paper.kill(),
    async restart() {
      const port = Number(new URL(paper.hosts.rest).port);
      paper = await startPaper({ folder: data, seed, port });
    },
    async fault(match, act, more = { times: 1 }) {
      const { id } = await paper.control<{ id: string }>('POST', '/faults', {
        match,
        act,
        ...more,
      });
      return id;
    },
    clearFaults: () => paper.control('DELETE', '/faults'),
    removeFault: (faultId) => paper.control('DELETE', `/faults/${faultId}`),
    cut: async (stream, accountId) =>
      (
        await paper.control<{ cut: number }>('POST', '/streams/cut', {
          stream,
          ...(accountId !== undefined && { accountId }),
        })
      ).cut,
    async fired(faultId) {
      const faults = await paper.control<{ id: string; fired: number }[]>('GET', '/faults');
      return faults.find(({ id }) => id === faultId)?.fired ?? 0;
    },
    ledger,
    async audit(accounts) {
      const asked = new Set(accounts.map(({ brokerAccountId }) => brokerAccountId));
      const others = new Set(
        seats.map((seat) => seat.brokerAccountId).filter((id) => !asked.has(id)),
      );
      const own: Paper = {
        ...paper,
        control: async () =>
          ({ orders: (await ledger()).filter((order) => !others.has(order.account_id)) }) as never,
      };
      return audit(own, accounts);
    },
    async stop() {
      for (const { unit } of opened) unit.stop();
      await paper.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
