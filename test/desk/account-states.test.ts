// What the broker says about an account, and a daily loss that was hit: told to the page, refused for what opens a
// position, and never in the way of an exit.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Input } from '#contract/calls.ts';
import type { OrderDraft } from '#contract/orders.ts';
import {
  createAccountDesk,
  hostsOf,
  KEEP,
  untilTrading,
  type AccountDesk,
} from '#test/faults/support/account-desk.ts';
import { newIntentId, OPEN_GUARDS, until } from '#test/faults/support/desk.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';
import { limitOrder, marketOrder } from '#test/faults/support/slips.ts';

let folder: string;
let paper: Paper;
let desk: AccountDesk;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-states-'));
  paper = await startPaper({ folder, seed: 11 });
  desk = await createAccountDesk();
}, 60_000);
afterAll(async () => {
  await desk?.stop();
  await paper?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** An account that holds 100 F before this desk ever saw it. */
async function account(keyId: string) {
  const credentials = { keyId, secretKey: 'states' };
  const { id } = await paper.control<{ id: string }>('POST', '/accounts', credentials);
  const headers = { 'APCA-API-KEY-ID': keyId, 'APCA-API-SECRET-KEY': 'states' };
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${paper.hosts.rest}${path}`, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as Record<string, unknown>;
  };
  const order = { symbol: 'F', side: 'buy', type: 'market', time_in_force: 'day', qty: '100' };
  await ask('POST', '/v2/orders', order);
  await until('it is held', async () => {
    const [position] = (await ask('GET', '/v2/positions')) as unknown as { qty: string }[];
    return position?.qty === '100';
  });
  return {
    id,
    async connect(): Promise<string> {
      const { accountId } = await desk.must('accounts.connect', {
        label: keyId,
        environment: 'paper',
        hosts: hostsOf(paper),
        credentials,
        ...KEEP,
      });
      await desk.must('accounts.open', { accountId });
      await untilTrading(desk, accountId);
      return accountId;
    },
  };
}

async function submit(accountId: string, draft: OrderDraft) {
  const intentId = await desk.openTicket(accountId);
  return desk.must('orders.submit', { accountId, intentId, draft, confirmations: [] });
}

const preview = (accountId: string, draft: OrderDraft) =>
  desk.must('orders.preview', { accountId, intentId: newIntentId(), draft });

async function useGuards(guards: object): Promise<void> {
  const { version: from } = await desk.must('guards.get', {});
  await desk.must('guards.set', { guards: guards as Input<'guards.set'>['guards'], from });
}

it('a block is shown, told by the what-if, and refuses what opens; an exit goes to the broker', async () => {
  const { id, connect } = await account('PKSTATESBLOCKED0001');
  await paper.control('PUT', `/accounts/${id}/restrictions`, { trading_blocked: true });
  const accountId = await connect();
  const readings = desk.watch('account', { accountId });
  await until('the state is told', () => readings.items().at(-1)?.states !== undefined);
  expect(readings.items().at(-1)?.states).toMatchObject([
    { name: 'tradingBlocked', brief: 'trading blocked', isBlocking: true },
  ]);
  readings.stop();
  const opening = limitOrder('AAPL', 'buy', 1, 1);
  const words = 'The broker has blocked trading on this account';
  expect(JSON.stringify((await preview(accountId, opening)).whatIf)).toContain(words);
  expect(await submit(accountId, opening)).toMatchObject({
    state: 'not-sent',
    reason: expect.stringContaining(words) as string,
  });
  const exit = limitOrder('F', 'sell', 100, 1);
  expect((await preview(accountId, exit)).whatIf['isExit']).toBe(true);
  expect(await submit(accountId, exit)).toMatchObject({
    state: 'refused',
    reason: expect.stringContaining('not authorized to trade') as string,
  });
});

it('a daily loss that was hit holds over a recovery, other settings and a restart, and lets exits go', async () => {
  const { connect } = await account('PKSTATESLOSS0000001');
  await paper.control('POST', '/market/shock', { symbol: 'F', factor: '0.5' });
  await useGuards({ ...OPEN_GUARDS, dailyLoss: { isOn: true, maxDollars: '100' } });
  const accountId = await connect();
  const opening = limitOrder('AAPL', 'buy', 1, 1);
  const verdict = async () =>
    (await preview(accountId, opening)).verdicts.find(({ guard }) => guard === 'dailyLoss');
  const isHeld = async () => (await verdict())?.text.includes('New York time') === true;
  await until('the limit was hit', isHeld);
  expect((await verdict())?.level).toBe('block');
  const trading = desk.watch('trading', { accountId });
  await until('the page is told', () => trading.items().at(-1)?.lossNote !== undefined);
  trading.stop();

  await paper.control('POST', '/market/shock', { symbol: 'F', factor: '4' });
  await useGuards(OPEN_GUARDS);
  await desk.restart();
  await desk.must('accounts.open', { accountId });
  await untilTrading(desk, accountId);
  await until('it is still held', isHeld);
  expect(await submit(accountId, opening)).toMatchObject({
    state: 'not-sent',
    reason: expect.stringMatching(/^Your daily loss limit of 100\.00 was hit/) as string,
  });
  expect((await submit(accountId, marketOrder('F', 'sell', 10))).state).toBe('accepted');
});
