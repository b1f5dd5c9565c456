// A key that was replaced while the broker could not be asked whose it is. Until that is known nothing may leave with it:
// it could be the key of another account, and an order that is sent again under its id would be a second one there.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createAccountDesk,
  hostsOf,
  KEEP,
  untilTrading,
  type AccountDesk,
} from '#test/faults/support/account-desk.ts';
import { newIntentId, until } from '#test/faults/support/desk.ts';
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
  await untilTrading(desk, accountId);
  const other = await paper.control<{ keyId: string; secretKey: string }>('POST', '/accounts', {});
  await paper.control('POST', '/faults', {
    match: { method: 'GET', path: '/v2/account' },
    act: { kind: 'status', status: 503, when: 'before' },
    times: 1_000,
  });
  const { keyId, secretKey } = other;
  const rotated = await desk.must('accounts.rotate', {
    accountId,
    credentials: { keyId, secretKey },
    keepIn: 'keychain',
    isUnverifiedAllowed: true,
  });
  expect(rotated).toMatchObject({ isVerified: false, isOpen: true });
  const intentId = newIntentId();
  const draft = restingDraft('AAPL');
  const confirmations = ['stream-down' as const];
  const placed = await desk.must('orders.submit', { accountId, intentId, draft, confirmations });
  expect(placed).toMatchObject({ state: 'not-sent' });
  expect(placed.reason).toContain('has not been checked');

  await paper.control('DELETE', '/faults');
  await until('it is known that the key is another account’s', () =>
    /Its key opens account/.test(trading.items().at(-1)?.why ?? ''),
  );
  const again = await desk.must('orders.submit', {
    accountId,
    intentId: newIntentId(),
    draft,
    confirmations,
  });
  expect(again).toMatchObject({ state: 'not-sent' });
  const { orders } = await paper.control<{ orders: LedgerRow[] }>('GET', '/ledger');
  expect(orders).toEqual([]);
  trading.stop();
});
