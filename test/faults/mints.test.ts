// Mints over the real wire: the ledger of the broker holds exactly one request per intent, whatever happens between.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Intent } from '#contract/intents.ts';
import type { BatchTask } from '#test/faults/support/batch-child.ts';
import { newIntentId, until, untilArmed, type TestAccount } from '#test/faults/support/desk.ts';
import { auditMints, ledgerMints } from '#test/faults/support/mint-audit.ts';
import { aForm, buyShares, SYMBOLS } from '#test/faults/support/mint-campaign.ts';
import { BY_LABEL, LIST, MINT } from '#test/faults/support/mint-kinds.ts';
import { createRig, type Rig, type Seat } from '#test/faults/support/rig.ts';

const CHILD = fileURLToPath(new URL('./support/batch-child.ts', import.meta.url));

describe('one mint at a time', () => {
  let rig: Rig;
  let account: TestAccount;
  let seat: Seat;
  beforeAll(async () => {
    rig = await createRig(11);
    await rig
      .paper()
      .control('PUT', '/tokenization', { delayMs: 100, redeems: { every: 0, afterMs: 0 } });
    seat = await rig.newSeat('mint');
    account = rig.open(seat);
    await untilArmed(account);
    await buyShares(account, '100');
  });
  beforeEach(() => rig.clearFaults());
  afterAll(() => rig.stop());

  const mints = () => account.unit.mints;
  const requestsOf = async (key: string) =>
    (await ledgerMints(rig.paper())).filter((mint) => mint.idempotency_key === key);
  function intentOf(intentId: string): Intent {
    const found = account.unit.journal.get(intentId);
    if (!found.ok || !found.value) throw new Error('no such intent');
    return found.value;
  }
  const settled = (intentId: string) =>
    until('it is settled', () => ['accepted', 'refused'].includes(intentOf(intentId).state));

  it.each([
    ['lost', { kind: 'lost' }],
    ['timed out', { kind: 'hang', when: 'after' }],
    ['timed out before processing', { kind: 'hang', when: 'before' }],
    ['500 after processing', { kind: 'status', status: 500, when: 'after' }],
    ['500 before processing', { kind: 'status', status: 500, when: 'before' }],
    ['landing late', { kind: 'late', ms: 1_500 }],
  ])('an answer that is %s ends in exactly one request', async (_what, act) => {
    await rig.fault(MINT, act);
    for (const match of [BY_LABEL, LIST]) await rig.fault(match, { kind: 'blind', ms: 2_000 });
    const intentId = newIntentId();
    const submitted = await mints().submit(intentId, aForm());
    expect(submitted).toMatchObject({ ok: true, value: { state: 'unknown' } });
    await settled(intentId);
    const [request, ...others] = await requestsOf(intentId);
    expect(others).toEqual([]);
    expect(intentOf(intentId)).toMatchObject({
      state: 'accepted',
      resultId: request?.tokenization_request_id,
    });
  });

  it('is followed to completion and told', async () => {
    const news: (string | undefined)[][] = [];
    const intentId = newIntentId();
    const stop = account.unit.onNews((item) => {
      if (item.kind === 'tokenization' && item.request.clientRequestId === intentId)
        news.push([item.before, item.request.status]);
    });
    await mints().submit(intentId, aForm());
    await until('it is told', () => news.length >= 2);
    stop();
    expect(news).toEqual([
      [undefined, 'pending'],
      ['pending', 'completed'],
    ]);
    const row = mints()
      .rows()
      .find(({ intent }) => intent.intentId === intentId);
    expect(row?.request).toMatchObject({
      status: 'completed',
      fees: '0.5',
      txHash: expect.any(String),
    });
  });

  it('replays of a rejected one are refused in words, and the broker has it once', async () => {
    await rig.paper().control('PUT', '/tokenization', { next: ['refuse'] });
    await rig.fault(MINT, { kind: 'lost' });
    for (const match of [BY_LABEL, LIST])
      await rig.fault(match, { kind: 'blind', ms: 60_000 }, { times: 50 });
    const intentId = newIntentId();
    await mints().submit(intentId, aForm());
    await settled(intentId);
    expect(intentOf(intentId).state).toBe('refused');
    expect(intentOf(intentId).reason).toContain('already received this mint and rejected it');
    expect(await requestsOf(intentId)).toMatchObject([{ status: 'rejected' }]);
  });

  it('a key that was used with another body is refused in words, and nothing more is minted', async () => {
    const intentId = newIntentId();
    const { keyId, secretKey } = seat.key;
    const first = await fetch(`${rig.paper().hosts.rest}/v2/tokenization/mint`, {
      method: 'POST',
      headers: {
        'APCA-API-KEY-ID': keyId,
        'APCA-API-SECRET-KEY': secretKey,
        'Content-Type': 'application/json',
        'Idempotency-Key': intentId,
      },
      body: JSON.stringify({
        underlying_symbol: 'AAPL',
        qty: '2',
        issuer: 'ondo',
        network: 'base',
        wallet_address: 'w',
      }),
    });
    expect(first.status).toBe(200);
    const submitted = await mints().submit(intentId, aForm());
    expect(submitted).toMatchObject({
      ok: true,
      value: { state: 'refused', reason: expect.stringContaining('already used for another mint') },
    });
    expect(await requestsOf(intentId)).toHaveLength(1);
  });

  it.each([
    ['insufficient position', 'mint', { qty: '100000' }, 'Mint less'],
    ['no right to mint', 'read', {}, 'Authorized Participant'],
    ['no Authorized Participant', 'none', {}, 'Authorized Participant'],
    ['an unknown issuer', 'mint', { issuer: 'novel' }, 'issuer is invalid'],
  ])('%s is refused in words', async (_what, permission, members, words) => {
    const path = `/accounts/${account.brokerAccountId}/ap`;
    await rig.paper().control('PUT', path, { permission });
    const submitted = await mints().submit(newIntentId(), aForm(members));
    await rig.paper().control('PUT', path, { permission: 'mint' });
    expect(submitted).toMatchObject({
      ok: true,
      value: { state: 'refused', reason: expect.stringContaining(words) },
    });
  });

  it('answers each of the seven filters, by id and by label', async () => {
    const label = `found ${newIntentId()}`;
    for (const members of [{ issuer: 'ondo' }, { underlyingSymbol: 'MSFT' }])
      await mints().submit(newIntentId(), aForm({ ...members, label }));
    const all = await mints().requests.list({});
    if (!all.ok) throw new Error(JSON.stringify(all.failure));
    const [newest] = all.value;
    if (!newest) throw new Error('there is none');
    expect(newest).toMatchObject({ underlyingSymbol: 'MSFT', clientRequestId: label });
    const same = <K extends keyof typeof newest>(name: K, value: (typeof newest)[K]) =>
      all.value.filter((one) => one[name] === value).length;
    const count = async (filters: object) => {
      const found = await mints().requests.list(filters);
      return found.ok ? found.value.length : found.failure;
    };
    expect(await count({ type: 'redeem' })).toBe(0);
    expect(await count({ underlyingSymbol: 'msft' })).toBe(same('underlyingSymbol', 'MSFT'));
    expect(await count({ issuer: 'ondo' })).toBe(same('issuer', 'ondo'));
    expect(await count({ network: 'base' })).toBe(same('network', 'base'));
    expect(await count({ status: 'rejected' })).toBe(same('status', 'rejected'));
    expect(await count({ after: newest.createdAt })).toBe(0);
    expect(await count({ before: newest.createdAt })).toBeLessThan(all.value.length);
    expect(await count({ after: 'yesterday' })).toMatchObject({ kind: 'invalid' });
    expect(await mints().requests.byLabel(label)).toMatchObject({
      ok: true,
      value: { others: 1, request: { tokenizationRequestId: newest.tokenizationRequestId } },
    });
    expect(await mints().requests.byId(newest.tokenizationRequestId)).toMatchObject({ ok: true });
  });
});

describe('a hundred rows', () => {
  const ROWS = 100;
  const table = [
    'symbol,quantity,issuer,network,wallet_address',
    ...Array.from({ length: ROWS }, (_, n) => {
      const symbol = SYMBOLS[n % SYMBOLS.length];
      return `${symbol},0.${n + 101},xstocks,solana,${aForm().walletAddress}`;
    }),
  ].join('\n');
  const FAULTS = [
    { kind: 'lost' },
    { kind: 'reset', when: 'before' },
    { kind: 'hang', when: 'after' },
    { kind: 'status', status: 503, when: 'before' },
    { kind: 'late', ms: 700 },
  ];

  /** Answers when the child has ended: by itself, or killed when so many rows were settled. */
  async function runChild(
    task: BatchTask,
    killAt = Infinity,
  ): Promise<{ settled: number; signal: string | null }> {
    const child = spawn(process.execPath, [CHILD], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.write(`${JSON.stringify(task)}\n`);
    let settled = 0;
    createInterface({ input: child.stdout }).on('line', (line) => {
      settled = Number(line);
      if (settled >= killAt) child.kill('SIGKILL');
    });
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    return { settled, signal };
  }

  it('are minted once each although the desk is killed twice on the way, under faults', async () => {
    const rig = await createRig(12);
    try {
      const seat: Seat = await rig.newSeat('mint');
      const first = rig.open(seat);
      await untilArmed(first);
      await buyShares(first);
      first.unit.stop();
      for (const [n, act] of FAULTS.entries())
        await rig.fault(MINT, act, { probability: 0.06, seed: n + 1 });
      const task = { ...seat, hosts: rig.paper().hosts, folder: rig.folder };
      const killed = await runChild({ ...task, csv: table }, 35);
      expect(killed.signal).toBe('SIGKILL');
      const halfway = await ledgerMints(rig.paper());
      expect(halfway.length).toBeGreaterThanOrEqual(30);
      expect(halfway.length).toBeLessThan(ROWS);
      const twice = await runChild(task, 70);
      expect(twice.signal).toBe('SIGKILL');
      await rig.clearFaults();
      // On a busy machine a row may get no turn in time: the batch is paused then, and a person continues it.
      let last = await runChild(task);
      for (let more = 0; more < 2 && last.settled < ROWS; more++) last = await runChild(task);
      expect(last).toEqual({ settled: ROWS, signal: null });
      const account = rig.open(seat);
      const { batches } = account.unit.mints;
      const batch = batches.get(batches.list()[0]?.batchId ?? '');
      expect(['awaiting', 'done']).toContain(batch?.state);
      for (const { state } of batch?.rows ?? []) expect(['pending', 'completed']).toContain(state);
      const ledger = await ledgerMints(rig.paper());
      expect(ledger).toHaveLength(ROWS);
      expect(new Set(ledger.map((mint) => mint.idempotency_key))).toEqual(
        new Set(batch?.rows.map(({ intentId }) => intentId)),
      );
      expect((await auditMints(rig.paper(), account)).problems).toEqual([]);
    } finally {
      await rig.stop();
    }
  });
});
