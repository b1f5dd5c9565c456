// Ids that a page may not choose: only those that main gave out, or that the account's journal has, become anything.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ask, need, type Told } from '#test/e2e/support/desk-call.ts';
import { bookedOrders, bookedRequests } from '#test/e2e/support/ledger.ts';
import { MINT } from '#test/e2e/support/mint.ts';
import {
  expect,
  startWebShell,
  temporaryFolder,
  test,
  type RunningShell,
} from '#test/e2e/support/web-shell.ts';

test.use({ story: 'first-aid-ids' });

type Shell = Pick<RunningShell, 'address'>;
type Intent = { intentId: string; state: string; orderId?: string };

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

async function openAccount(shell: Shell): Promise<string> {
  const [account] = await need<{ accountId: string }[]>(shell, 'accounts.list');
  const accountId = account?.accountId ?? '';
  await need(shell, 'accounts.open', { accountId });
  return accountId;
}

const openTicket = async (shell: Shell, accountId: string): Promise<string> =>
  (await need<{ intentId: string }>(shell, 'tickets.open', { accountId })).intentId;

const submit = (shell: Shell, accountId: string, intentId: string, values: object = {}) =>
  ask<Intent>(shell, 'orders.submit', {
    accountId,
    intentId,
    draft: { ...RESTING, ...values },
    confirmations: ['stream-down'],
  });

/** Until the desk has read the account and may place. */
async function placed(shell: Shell, accountId: string, values: object = {}): Promise<Intent> {
  let intent: Intent | undefined;
  await expect(async () => {
    const told = await submit(shell, accountId, await openTicket(shell, accountId), values);
    expect(told).toMatchObject({ ok: true, value: { state: 'accepted' } });
    if (told.ok) intent = told.value;
  }).toPass({ timeout: 30_000 });
  return intent as Intent;
}

const wordsOf = (told: Told<unknown>): string =>
  told.ok
    ? 'it was taken'
    : (told.failure.message ?? told.failure.issues?.map(({ message }) => message).join(' ') ?? '');

test('an order, a change and a mint under an id that main did not give out are not sent', async ({
  shell,
}) => {
  const accountId = await openAccount(shell);
  const { orderId } = await placed(shell, accountId);
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

test('an order that was placed is answered under its own id, and is not placed again under the same id in capitals', async ({
  shell,
}) => {
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

test('an id that is given back is not taken any more, and a recorded one tells what became of it', async ({
  shell,
}) => {
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

test('an order id that nobody knows cancels and changes nothing', async ({ shell }) => {
  const accountId = await openAccount(shell);
  const { orderId = '' } = await placed(shell, accountId, { symbol: 'TSLA' });
  const statusOf = () => bookedOrders(shell.folder).find(({ id }) => id === orderId)?.status;
  for (const wrong of [NIL, randomUUID(), orderId.toUpperCase()]) {
    const cancelled = await ask(shell, 'orders.cancel', { accountId, orderId: wrong });
    expect(wordsOf(cancelled), wrong).toContain('There is no such order');
    const changed = await ask(shell, 'orders.replace', {
      accountId,
      intentId: await openTicket(shell, accountId),
      orderId: wrong,
      change: { limitPrice: '1.01' },
      confirmations: ['stream-down'],
    });
    expect(wordsOf(changed), wrong).toContain('There is no such order');
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

test('after a restart, an id of the run before is refused, and one in the journal still tells', async () => {
  test.setTimeout(180_000);
  const folder = temporaryFolder('first-aid-restart');
  let shell = await startWebShell({ folder });
  try {
    const accountId = await openAccount(shell);
    const { intentId: known } = await placed(shell, accountId);
    const unused = await openTicket(shell, accountId);
    const before = bookedOrders(folder);
    await shell.stop();
    shell = await startWebShell({ folder });
    await openAccount(shell);
    expect(wordsOf(await submit(shell, accountId, unused))).toContain('Nothing was sent');
    expect(await submit(shell, accountId, known)).toMatchObject({
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
    await shell.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
