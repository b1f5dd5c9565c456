// Half of a position is minted and redeemed on a whole desk: a transfer, and neither profit nor loss wherever one is told.
// Whatever else is booked, the end of the day ties.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { SOLANA } from '#test/support/mint-values.ts';
import {
  createAccountDesk,
  hostsOf,
  untilTrading,
  type AccountDesk,
  type Watching,
} from '#test/faults/support/account-desk.ts';
import { until } from '#test/faults/support/desk.ts';
import { marketDraft } from '#test/faults/support/drafts.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';

/** More than the market moves meanwhile, and much less than half of the position is worth. */
const LIMIT = 500;

let folder: string;
let paper: Paper;
let desk: AccountDesk;
let accountId: string;
let accounts: Watching<'account'>;

const reading = () => accounts.items().at(-1);
const dayEnd = () => desk.must('mints.dayEnd', { accountId });
const profit = async (): Promise<number[]> =>
  (await desk.must('portfolio.history', { accountId, period: '1D' })).profitLoss.flatMap((each) =>
    each === null ? [] : [Number(each)],
  );

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-no-loss-'));
  paper = await startPaper({ folder, seed: 5 });
  await paper.control('PUT', '/tokenization', { delayMs: 200 });
  desk = await createAccountDesk();
  const { value, version } = await desk.must('guards.get', {});
  const dailyLoss = { isOn: true as const, maxDollars: decimal(String(LIMIT)) };
  await desk.must('guards.set', { guards: { ...value, dailyLoss }, from: version });
  ({ accountId } = await desk.must('accounts.connect', {
    label: 'Minting',
    environment: 'paper',
    hosts: hostsOf(paper),
    credentials: paper.key,
    keepIn: 'this-run',
    isUnverifiedAllowed: false,
  }));
  await desk.must('accounts.open', { accountId });
  accounts = desk.watch('account', { accountId });
  await untilTrading(desk, accountId);
  const bought = await desk.must('orders.submit', {
    accountId,
    intentId: await desk.openTicket(accountId),
    draft: marketDraft('AAPL', '100'),
    confirmations: [],
  });
  expect(bought.state).toBe('accepted');
  await until('it is bought', async () => (await dayEnd()).rows[0]?.position === '100');
});
afterAll(async () => {
  await desk.stop();
  await paper.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What moved is known, and comes to this many shares. */
const untilMoved = (qty: string) =>
  until(`${qty} have moved`, () => {
    const { sharesMoved = [], areTransfersOpen } = reading() ?? {};
    return areTransfersOpen === undefined && sharesMoved[0]?.qty === qty;
  });

async function expectNoLoss(): Promise<void> {
  expect(Math.abs(Number(reading()?.dayChange))).toBeLessThan(LIMIT);
  for (const each of await profit()) expect(Math.abs(each)).toBeLessThan(LIMIT);
  const { lines } = await desk.must('activity.list', {
    accountId,
    kinds: ['desk'],
    text: 'loss',
    limit: 50,
  });
  expect(lines).toEqual([]);
}

it('a mint of half of the position takes its worth away, and is no loss of the day', async () => {
  const before = Number(reading()?.account.equity);
  const minted = await desk.must('mints.submit', {
    accountId,
    intentId: await desk.openTicket(accountId),
    form: {
      underlyingSymbol: 'AAPL',
      qty: decimal('50'),
      issuer: 'xstocks',
      network: 'solana',
      walletAddress: SOLANA,
      label: 'half',
    },
  });
  expect(minted.state).toBe('accepted');
  await untilMoved('-50');
  const worth = -Number(reading()?.transfers);
  expect(worth).toBeGreaterThan(2 * LIMIT);
  expect(Math.abs(before - worth - Number(reading()?.account.equity))).toBeLessThan(LIMIT);
  await expectNoLoss();
  await until(
    'it is completed',
    async () => (await dayEnd()).outstanding?.[0]?.outstanding === '50',
  );
  const { value } = (await desk.must('mints.outstanding', { accountId })) ?? {};
  expect(Math.abs(Number(value) - worth)).toBeLessThan(LIMIT);
  expect(await dayEnd()).toMatchObject({
    differences: [],
    notes: [],
    rows: [{ opening: '0', bought: '100', minted: '50', position: '50', state: 'ties' }],
  });
});

it('a redeem of it brings its worth back, and is no profit of the day', async () => {
  await paper.control('POST', '/tokenization/redeem', { underlying_symbol: 'AAPL', qty: '50' });
  await until('it is back', async () => (await dayEnd()).rows[0]?.redeemed === '50');
  await untilMoved('0');
  await expectNoLoss();
  expect(await dayEnd()).toMatchObject({
    differences: [],
    rows: [{ minted: '50', redeemed: '50', expected: '100', position: '100', state: 'ties' }],
  });
});

it('a rejected mint gives back what it took, and ties', async () => {
  await paper.control('PUT', '/tokenization', { next: ['reject'] });
  await desk.must('mints.submit', {
    accountId,
    intentId: await desk.openTicket(accountId),
    form: {
      underlyingSymbol: 'AAPL',
      qty: decimal('30'),
      issuer: 'xstocks',
      network: 'solana',
      walletAddress: SOLANA,
      label: 'rejected',
    },
  });
  await until(
    'it is rejected',
    async () =>
      (await dayEnd()).rows[0]?.lines.some(({ text }) =>
        text.startsWith('Returned by a mint rejected'),
      ) === true,
  );
  expect(await dayEnd()).toMatchObject({
    differences: [],
    rows: [{ minted: '50', position: '100', state: 'ties' }],
  });
  await expectNoLoss();
});

it('a busted and a corrected fill, a dividend and a split tie as well', async () => {
  const orders: (string | undefined)[] = [];
  // One share is one execution.
  for (const qty of ['1', '1']) {
    const { resultId } = await desk.must('orders.submit', {
      accountId,
      intentId: await desk.openTicket(accountId),
      draft: marketDraft('MSFT', qty),
      confirmations: [],
    });
    orders.push(resultId);
  }
  const msft = async () => (await dayEnd()).rows.find(({ symbol }) => symbol === 'MSFT');
  await until('both are filled', async () => (await msft())?.position === '2');
  const { executions } = await paper.control<{
    executions: { execution_id: string; order_id: string }[];
  }>('GET', '/ledger');
  const [busted, corrected] = orders.map(
    (orderId) => executions.find((one) => one.order_id === orderId)?.execution_id,
  );
  await paper.control('POST', `/executions/${busted}/bust`);
  await paper.control('POST', `/executions/${corrected}/correct`, { qty: '4' });
  await paper.control('POST', '/activities', { type: 'DIV', symbol: 'AAPL', perShare: '0.25' });
  await paper.control('POST', '/market/split', { symbol: 'AAPL', to: 4, from: 1 });
  await until('the desk has heard of them', async () => (await dayEnd()).differences.length === 0);
  expect(await dayEnd()).toMatchObject({
    notes: [],
    rows: [
      { symbol: 'AAPL', other: '300', position: '400', state: 'ties' },
      { symbol: 'MSFT', bought: '4', position: '4', state: 'ties' },
    ],
  });
});
