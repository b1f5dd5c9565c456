// A key that was replaced while the broker could not be asked whose it is. Until that is known nothing may leave with it:
// it could be the key of another account, and an order that is sent again under its id would be a second one there.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeFailure } from '#contract/failure.ts';
import type { KeyPair } from '#main/ports.ts';
import {
  createAccountDesk,
  hostsOf,
  KEEP,
  untilTrading,
  type AccountDesk,
} from '#test/faults/support/account-desk.ts';
import { until } from '#test/faults/support/desk.ts';
import { restingDraft } from '#test/faults/support/drafts.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';
import type { LedgerRow } from '#test/faults/support/rig.ts';

let folder: string;
let paper: Paper;
let desk: AccountDesk;
let accountId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-unverified-'));
  paper = await startPaper({ folder, seed: 11 });
  desk = await createAccountDesk();
  ({ accountId } = await desk.must('accounts.connect', {
    label: 'Paper',
    environment: 'paper',
    hosts: hostsOf(paper),
    credentials: paper.key,
    ...KEEP,
  }));
}, 60_000);
afterAll(async () => {
  await desk?.stop();
  await paper?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('places nothing with a replaced key before the broker told whose account it opens', async () => {
  await desk.must('accounts.open', { accountId });
  const trading = desk.watch('trading', { accountId });
  const orders = desk.watch('orders', { accountId });
  const account = desk.watch('account', { accountId });
  await untilTrading(desk, accountId);
  const other = await paper.control<{ keyId: string; secretKey: string }>('POST', '/accounts', {});
  await paper.control('POST', '/faults', {
    match: { method: 'GET', path: '/v2/account' },
    act: { kind: 'status', status: 503, when: 'before' },
    times: 1_000,
  });
  const { keyId, secretKey } = other;
  await placeBeside({ keyId, secretKey });
  const rotated = await desk.must('accounts.rotate', {
    accountId,
    credentials: { keyId, secretKey },
    keepIn: 'keychain',
    isUnverifiedAllowed: true,
  });
  expect(rotated).toMatchObject({ isVerified: false, isOpen: true });
  const intentId = await desk.openTicket(accountId);
  const draft = restingDraft('AAPL');
  const confirmations = ['stream-down' as const];
  const placed = await desk.must('orders.submit', { accountId, intentId, draft, confirmations });
  expect(placed).toMatchObject({ state: 'not-sent' });
  expect(placed.reason).toContain('has not been checked');
  await expectNoCancel('has not been checked');

  await paper.control('DELETE', '/faults');
  await until('it is known that the key is another account’s', () =>
    /Its key opens account/.test(trading.items().at(-1)?.why ?? ''),
  );
  const again = await desk.must('orders.submit', {
    accountId,
    intentId: await desk.openTicket(accountId),
    draft,
    confirmations,
  });
  expect(again).toMatchObject({ state: 'not-sent' });
  await expectNoCancel('Its key opens account');
  expect(await ordersThere()).toMatchObject([{ client_order_id: BESIDE, status: 'new' }]);
  // Nothing of the other account is taken for this one's: neither its money nor its orders.
  const numbers = account.items().map((reading) => reading.account.accountNumber);
  expect(new Set(numbers).size).toBe(1);
  expect(orders.items().map(({ clientOrderId }) => clientOrderId)).toEqual([]);
  for (const feed of [trading, orders, account]) feed.stop();
});

/** An order on the account that the key really opens, placed by somebody else. */
const BESIDE = 'placed-by-somebody-else';

async function placeBeside({ keyId, secretKey }: KeyPair): Promise<void> {
  const answer = await fetch(`${paper.hosts.rest}/v2/orders`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'APCA-API-KEY-ID': keyId,
      'APCA-API-SECRET-KEY': secretKey,
    },
    body: JSON.stringify({
      symbol: 'AAPL',
      side: 'buy',
      type: 'limit',
      time_in_force: 'gtc',
      qty: '1',
      limit_price: '1',
      client_order_id: BESIDE,
    }),
  });
  expect(answer.status).toBe(200);
}

const ordersThere = async (): Promise<LedgerRow[]> =>
  (await paper.control<{ orders: LedgerRow[] }>('GET', '/ledger')).orders;

async function expectNoCancel(why: string): Promise<void> {
  const [order] = await ordersThere();
  const refusals = await Promise.all([
    desk.call('orders.cancelEverything', { accountId }),
    desk.call('orders.cancel', { accountId, orderId: order?.id ?? '' }),
    desk.call('orders.cancelAll', { accountId, orderIds: [order?.id ?? ''], intentIds: [] }),
  ]);
  for (const refusal of refusals)
    expect(refusal.ok ? '' : describeFailure(refusal.failure)).toContain(why);
  expect((await ordersThere()).map(({ status }) => status)).toEqual(['new']);
}
