// An account through its life on a real broker: its key is replaced with an order in flight, the desk starts without a
// network, ends with an order in doubt and finds it again, and the account is taken out.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeFailure } from '#contract/failure.ts';
import {
  createAccountDesk,
  hostsOf,
  KEEP,
  untilTrading,
  type AccountDesk,
} from '#test/faults/support/account-desk.ts';
import { until } from '#test/faults/support/desk.ts';
import { marketDraft, restingDraft } from '#test/faults/support/drafts.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';
import { PLACE, type LedgerRow } from '#test/faults/support/rig.ts';
import { issueToken } from '#test/faults/support/token.ts';

let folder: string;
let paper: Paper;
let desk: AccountDesk;
let accountId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-life-'));
  paper = await startPaper({ folder, seed: 9 });
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

const fault = (match: object, act: object, times = 1) =>
  paper.control<{ id: string }>('POST', '/faults', { match, act, times });
const ledger = async () => (await paper.control<{ orders: LedgerRow[] }>('GET', '/ledger')).orders;
const submit = async (draft = restingDraft('AAPL'), intentId?: string) =>
  desk.call('orders.submit', {
    accountId,
    intentId: intentId ?? (await desk.openTicket(accountId)),
    draft,
    confirmations: [],
  });

describe('rotation with an order in flight', () => {
  it('replaces the key without a moment without one, and the order is placed once', async () => {
    await desk.must('accounts.open', { accountId });
    const intents = desk.watch('intents', { accountId });
    await untilTrading(desk, accountId);
    const token = await issueToken(paper);
    await fault(PLACE, { kind: 'delay', ms: 1_500, when: 'before' });
    const intentId = await desk.openTicket(accountId);
    const placing = submit(restingDraft('AAPL'), intentId);
    await until('it is on its way', () =>
      intents.items().some((intent) => intent.intentId === intentId && intent.state === 'sent'),
    );
    desk.keys.log.length = 0;
    const rotated = await desk.must('accounts.rotate', {
      accountId,
      credentials: { token },
      ...KEEP,
    });
    expect(rotated).toMatchObject({ proof: 'token', isVerified: true, isOpen: true });
    expect(desk.keys.log).toEqual(['save credentials']);
    expect(await placing).toMatchObject({ ok: true, value: { state: 'accepted' } });
    expect((await ledger()).filter((row) => row.client_order_id === intentId)).toHaveLength(1);
    const streams = desk.watch('streams', { accountId });
    await until('both streams are live with the new key', () => {
      const live = streams.items().filter(({ phase }) => phase === 'live');
      return new Set(live.map(({ stream }) => stream)).size === 2;
    });
    expect(await submit()).toMatchObject({ ok: true, value: { state: 'accepted' } });
    streams.stop();
    intents.stop();
  });

  it('refuses a key of another account, and goes on with the old one', async () => {
    const other = await paper.control<{ keyId: string; secretKey: string }>(
      'POST',
      '/accounts',
      {},
    );
    const { keyId, secretKey } = other;
    const before = [...desk.keys.kept.values()];
    const result = await desk.call('accounts.rotate', {
      accountId,
      credentials: { keyId, secretKey },
      ...KEEP,
    });
    expect(result.ok ? '' : describeFailure(result.failure)).toMatch(/This key opens account PA/);
    expect([...desk.keys.kept.values()]).toEqual(before);
    expect(await submit()).toMatchObject({ ok: true, value: { state: 'accepted' } });
  });
});

describe('a start without a network', () => {
  it('shows what was last heard with its age, takes no orders and says why, and heals by itself', async () => {
    await desk.must('orders.submit', {
      accountId,
      intentId: await desk.openTicket(accountId),
      draft: marketDraft('MSFT', '3'),
      confirmations: [],
    });
    const before = desk.watch('positions', { accountId });
    await until('the position is read', () =>
      (before.items().at(-1)?.positions ?? []).some(
        ({ symbol, isEstimate }) => symbol === 'MSFT' && !isEstimate,
      ),
    );
    before.stop();
    await paper.kill();
    const killedAt = Date.now();
    await desk.restart();
    await desk.must('accounts.open', { accountId });
    const account = desk.watch('account', { accountId });
    const orders = desk.watch('orders', { accountId });
    const positions = desk.watch('positions', { accountId });
    const trading = desk.watch('trading', { accountId });
    await until('the last state is shown', () => account.items().length > 0);
    expect(account.items()[0]?.receivedAt).toBeLessThan(killedAt);
    expect(positions.items()[0]?.receivedAt).toBeLessThan(killedAt);
    expect(positions.items()[0]?.positions.map(({ symbol }) => symbol)).toContain('MSFT');
    expect(orders.items().length).toBeGreaterThan(1);
    await until('it says why', () => {
      const last = trading.items().at(-1);
      return last?.isArmed === false && /cannot be reached/.test(last.why ?? '');
    });
    expect(await submit()).toMatchObject({ ok: true, value: { state: 'not-sent' } });
    paper = await startPaper({ folder, seed: 9, port: Number(new URL(paper.hosts.rest).port) });
    await until('it takes orders again', () => trading.items().at(-1)?.isArmed === true, 60_000);
    await until('the account is read anew', () => {
      return (account.items().at(-1)?.receivedAt ?? 0) > killedAt;
    });
    expect(await submit()).toMatchObject({ ok: true, value: { state: 'accepted' } });
    for (const watching of [account, orders, positions, trading]) watching.stop();
  });
});

describe('an order in doubt', () => {
  it('opens its account at the next start by itself, and is found', async () => {
    const lookup = { method: 'GET', path: '/v2/orders:by_client_order_id' };
    await fault(PLACE, { kind: 'lost' });
    await fault(lookup, { kind: 'status', status: 503, when: 'before' }, 1_000);
    await fault(
      { method: 'GET', path: '/v2/orders' },
      { kind: 'status', status: 503, when: 'before' },
      1_000,
    );
    await fault({ stream: 'trade' }, { kind: 'mute', ms: 60_000 });
    const intentId = await desk.openTicket(accountId);
    const placed = await submit(restingDraft('NVDA'), intentId);
    expect(placed).toMatchObject({ ok: true, value: { state: 'unknown' } });
    const losses = await desk.must('accounts.losses', { accountId });
    expect(losses.join(' ')).toMatch(/1 order in it is not settled/);
    const removal = { accountId, isLossAccepted: false };
    expect(await desk.call('accounts.remove', removal)).toMatchObject({ ok: false });
    expect(await desk.call('keys.remove', { accountId })).toMatchObject({ ok: false });
    await desk.restart();
    await until('it opened by itself', async () => (await desk.profile(accountId)).isOpen);
    await paper.control('DELETE', '/faults');
    const intents = desk.watch('intents', { accountId });
    await until(
      'the order is found',
      () => {
        const last = intents.items().findLast((intent) => intent.intentId === intentId);
        return last?.state === 'accepted';
      },
      60_000,
    );
    intents.stop();
    expect((await ledger()).filter((row) => row.client_order_id === intentId)).toHaveLength(1);
  });
});

describe('removing an account', () => {
  it('says what is lost, then closes it and deletes its folder and its key', async () => {
    await desk.must('accounts.open', { accountId });
    const watching = desk.watch('account', { accountId });
    const home = join(desk.folder, 'accounts', accountId);
    expect(existsSync(home)).toBe(true);
    const losses = (await desk.must('accounts.losses', { accountId })).join(' ');
    expect(losses).toMatch(/open orders? stays? open at the broker/);
    expect(losses).toMatch(/key is deleted from the keychain/);
    const open = (await ledger()).filter(({ status }) => status === 'new').length;
    expect(open).toBeGreaterThan(0);
    const left = await desk.must('accounts.remove', { accountId, isLossAccepted: false });
    expect(left.map(({ environment }) => environment)).toEqual(['embedded']);
    expect(existsSync(home)).toBe(false);
    expect(desk.keys.kept.size).toBe(0);
    await until('the window is told', () => watching.failed() !== undefined);
    expect(await desk.call('accounts.open', { accountId })).toMatchObject({ ok: false });
    expect((await ledger()).filter(({ status }) => status === 'new')).toHaveLength(open);
    watching.stop();
  });

  it('never removes the practice account', async () => {
    const [embedded] = await desk.must('accounts.list', {});
    const result = await desk.call('accounts.remove', {
      accountId: embedded?.accountId ?? '',
      isLossAccepted: true,
    });
    expect(result).toMatchObject({ ok: false, failure: { kind: 'not-allowed' } });
  });
});
