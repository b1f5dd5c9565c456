// Ids that a page may not choose: only those that main gave out, or that the account's journal has, become anything.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask, need, type Told } from '#test/e2e/support/desk-call.ts';
import { bookedOrders, bookedRequests } from '#test/e2e/support/ledger.ts';
import { MINT } from '#test/support/mint-values.ts';
import {
  startWebShell,
  temporaryFolder,
  type RunningShell,
} from '#test/e2e/support/running-shell.ts';
import { until } from '#test/support/until.ts';

let shell: RunningShell;
beforeAll(async () => {
  shell = await startWebShell({ folder: temporaryFolder('ids') });
});
afterAll(async () => {
  await shell.stop();
  rmSync(shell.folder, { recursive: true, force: true });
});

type Shell = Pick<RunningShell, 'address' | 'token'>;
type Intent = { intentId: string; state: string; resultId?: string };

const NIL = '00000000-0000-0000-0000-000000000000';
const RESTING = {
  symbol: 'AAPL',
  side: 'buy',
  type: 'limit',
  timeInForce: 'gtc',
  qty: '1',
  limitPrice: '1.00',
};
const FORM = {
  underlyingSymbol: MINT['Underlying symbol'],
  qty: '1',
  issuer: MINT.Issuer,
  network: MINT.Network,
  walletAddress: MINT['Wallet address'],
  label: '',
};

async function openAccount(on: Shell): Promise<string> {
  const [account] = await need<{ accountId: string }[]>(on, 'accounts.list');
  const accountId = account?.accountId ?? '';
  await need(on, 'accounts.open', { accountId });
  return accountId;
}

const openTicket = async (on: Shell, accountId: string): Promise<string> =>
  (await need<{ intentId: string }>(on, 'tickets.open', { accountId })).intentId;

const submit = (on: Shell, accountId: string, intentId: string, values: object = {}) =>
  ask<Intent>(on, 'orders.submit', {
    accountId,
    intentId,
    draft: { ...RESTING, ...values },
    confirmations: ['stream-down'],
  });

/** Until the desk has read the account and may place. */
const placed = (on: Shell, accountId: string, values: object = {}): Promise<Intent> =>
  until(async () => {
    const told = await submit(on, accountId, await openTicket(on, accountId), values);
    return told.ok && told.value.state === 'accepted' ? told.value : undefined;
  }, 'an order is accepted');

const wordsOf = (told: Told<unknown>): string =>
  told.ok
    ? 'it was taken'
    : (told.failure.message ?? told.failure.issues?.map(({ message }) => message).join(' ') ?? '');

it('an order, a change and a mint under an id that main did not give out are not sent', async () => {
  const accountId = await openAccount(shell);
  const { resultId: orderId } = await placed(shell, accountId);
  const before = bookedOrders(shell.folder);
  const wrong = [NIL, randomUUID(), (await openTicket(shell, accountId)).toUpperCase()];
  for (const intentId of wrong) {
    expect(wordsOf(await submit(shell, accountId, intentId)), intentId).toContain(
      'Nothing was sent',
    );
    const changed = await ask(shell, 'orders.replace', {
      accountId,
      intentId,
      orderId,
      change: { limitPrice: '1.01' },
      confirmations: ['stream-down'],
    });
    expect(wordsOf(changed), intentId).toContain('Nothing was sent');
    const minted = await ask(shell, 'mints.submit', { accountId, intentId, form: FORM });
    expect(wordsOf(minted), intentId).toContain('Nothing was sent');
  }
  expect(bookedOrders(shell.folder)).toEqual(before);
  expect(bookedRequests(shell.folder)).toEqual([]);
});

it('an order that was placed is answered under its own id, and is not placed again under the same id in capitals', async () => {
  const accountId = await openAccount(shell);
  const draft = { symbol: 'MSFT' };
  const { intentId } = await placed(shell, accountId, draft);
  const before = bookedOrders(shell.folder);
  expect(wordsOf(await submit(shell, accountId, intentId.toUpperCase(), draft))).toContain(
    'Nothing was sent',
  );
  expect(await submit(shell, accountId, intentId, draft)).toMatchObject({
    ok: true,
    value: { intentId, state: 'accepted' },
  });
  expect(wordsOf(await submit(shell, accountId, intentId, { ...draft, qty: '2' }))).toContain(
    'with other values',
  );
  expect(bookedOrders(shell.folder)).toEqual(before);
});

it('an id that is given back is not taken any more, and a recorded one tells what became of it', async () => {
  const accountId = await openAccount(shell);
  const { intentId: known } = await placed(shell, accountId, { symbol: 'NVDA' });
  const before = bookedOrders(shell.folder);
  const late = await openTicket(shell, accountId);
  const instead = await need<{ intentId: string; recorded?: Intent }>(shell, 'tickets.open', {
    accountId,
    insteadOf: late,
  });
  expect(instead.recorded).toBeUndefined();
  expect(instead.intentId).not.toBe(late);
  expect(wordsOf(await submit(shell, accountId, late))).toContain('Nothing was sent');
  expect(await need(shell, 'tickets.open', { accountId, insteadOf: known })).toMatchObject({
    recorded: { intentId: known, state: 'accepted' },
  });
  expect(bookedOrders(shell.folder)).toEqual(before);
});

it('an order id that nobody knows cancels and changes nothing', async () => {
  const accountId = await openAccount(shell);
  const { resultId: orderId = '' } = await placed(shell, accountId, { symbol: 'TSLA' });
  const statusOf = () => bookedOrders(shell.folder).find(({ id }) => id === orderId)?.status;
  for (const wrong of [NIL, randomUUID(), orderId.toUpperCase()]) {
    const canceled = await ask(shell, 'orders.cancel', { accountId, orderId: wrong });
    expect(wordsOf(canceled), wrong).toContain('This account has no such order');
    const changed = await ask(shell, 'orders.replace', {
      accountId,
      intentId: await openTicket(shell, accountId),
      orderId: wrong,
      change: { limitPrice: '1.01' },
      confirmations: ['stream-down'],
    });
    expect(wordsOf(changed), wrong).toContain('This account has no such order');
    await need(shell, 'orders.cancelAll', {
      accountId,
      orderIds: [wrong],
      intentIds: [wrong],
    }).catch(() => undefined);
    expect(statusOf(), wrong).toBe('new');
    for (const [name, input] of [
      ['batches.start', { batchId: NIL }],
      ['oauth.allow', { askId: NIL }],
      ['tokenization.byId', { tokenizationRequestId: NIL }],
      ['orders.sendAgain', { intentId: NIL, confirmations: [] }],
      ['mints.sendAgain', { intentId: NIL }],
    ] as const)
      expect(wordsOf(await ask(shell, name, { accountId, ...input })), name).toMatch(/^[A-Z].*\.$/);
  }
});

it('after a restart, an id of the run before is refused, and one in the journal still tells', async () => {
  const folder = temporaryFolder('first-aid-restart');
  let own = await startWebShell({ folder });
  try {
    const accountId = await openAccount(own);
    const { intentId: known } = await placed(own, accountId);
    const unused = await openTicket(own, accountId);
    const before = bookedOrders(folder);
    await own.stop();
    own = await startWebShell({ folder });
    await openAccount(own);
    expect(wordsOf(await submit(own, accountId, unused))).toContain('Nothing was sent');
    expect(await submit(own, accountId, known)).toMatchObject({
      ok: true,
      value: { intentId: known, state: 'accepted' },
    });
    expect(bookedOrders(folder).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    const journal = new DatabaseSync(join(folder, 'accounts', accountId, 'journal.db'), {
      readOnly: true,
    });
    const rows = journal.prepare('SELECT intent_id FROM intents').all();
    journal.close();
    expect(rows.map((row) => row['intent_id'])).not.toContain(unused);
  } finally {
    await own.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
