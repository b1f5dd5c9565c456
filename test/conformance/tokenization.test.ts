// The four operations for Authorized Participants. The SDK has no parameter for the idempotency key and drops the label of
// a mint: both go in through its override function.
import { beforeAll, describe, expect, it } from 'vitest';
import { type trading, ValidationError } from '@alpacahq/alpaca-trade-api';
import { MORNING } from '#test/conformance/support/broker.ts';
import { itKeepsToTheDocuments, refusal, useDesk, wire } from '#test/conformance/support/desk.ts';

const desk = useDesk({ start: MORNING, ap: true });
const tokenization = () => desk.alpaca.trading.tokenization;
const WALLET = '7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs';
const order = {
  underlyingSymbol: 'AAPL',
  qty: '1.5',
  issuer: 'xstocks',
  network: 'solana',
  walletAddress: WALLET,
} as const satisfies trading.TokenizationMintRequest;

type Extra = { key?: string; label?: string };

/** Merges headers and members into what the SDK is about to send. */
const overriding =
  ({ key, label }: Extra): trading.InitOverrideFunction =>
  async ({ init }) => ({
    ...init,
    headers: { ...init.headers, ...(key !== undefined && { 'Idempotency-Key': key }) },
    ...(label !== undefined && {
      body: { ...(init.body as object), client_request_id: label } as never,
    }),
  });

const mint = (change: Partial<trading.TokenizationMintRequest> = {}, extra: Extra = {}) =>
  tokenization().postTokenizationMint(
    { tokenizationMintRequest: { ...order, ...change } },
    overriding(extra),
  );
const get = (tokenizationRequestId: string) =>
  tokenization().getTokenizationRequest({ tokenizationRequestId });
const held = async () =>
  Number((await desk.alpaca.trading.positions.getOpenPosition({ symbolOrAssetId: 'AAPL' })).qty);

beforeAll(async () => {
  await desk.own('AAPL', 100);
  await desk.control.issuer({ redeems: { every: 0, afterMs: 0 } });
});

describe('minting', () => {
  it('takes the shares out at once, and is completed by the issuer with a transaction', async () => {
    const before = await held();
    const minted = await mint();
    expect(minted).toMatchObject({
      underlyingSymbol: 'AAPL',
      tokenSymbol: 'AAPLx',
      qty: '1.5',
      issuer: 'xstocks',
      network: 'solana',
      status: 'pending',
    });
    expect(await held()).toBeCloseTo(before - 1.5, 9);
    const pending = await get(minted.tokenizationRequestId);
    expect(pending).toMatchObject({ type: 'mint', status: 'pending', walletAddress: WALLET });
    expect(wire(pending, 'tx_hash') ?? null).toBeNull();
    await desk.control.step(10_000);
    const done = await get(minted.tokenizationRequestId);
    expect(done.status).toBe('completed');
    expect(done.txHash).toEqual(expect.stringMatching(/.+/));
    expect(done.fees).toMatch(/^\d+(\.\d+)?$/);
    expect(await held()).toBeCloseTo(before - 1.5, 9);
  });

  it('gives the shares back when the issuer rejects', async () => {
    const before = await held();
    await desk.control.issuer({ next: ['reject'] });
    const minted = await mint();
    expect(await held()).toBeCloseTo(before - 1.5, 9);
    await desk.control.step(10_000);
    expect(await get(minted.tokenizationRequestId)).toMatchObject({ status: 'rejected' });
    expect(await held()).toBeCloseTo(before, 9);
  });

  it('moves shares, not money, and is told as an activity', async () => {
    const { account, accountActivities } = desk.alpaca.trading;
    const { cash } = await account.getAccount();
    await mint();
    expect((await account.getAccount()).cash).toBe(cash);
    const moved = await accountActivities.getAccountActivities({ category: 'non_trade_activity' });
    expect(moved[0]).toMatchObject({ symbol: 'AAPL', qty: '-1.5' });
  });
});

describe('the idempotency key', () => {
  it('makes a repeated mint the same mint, marked as a replay', async () => {
    const before = await held();
    const first = await mint({}, { key: 'key-1' });
    expect(desk.recorder.last().headers.get('idempotent-replayed')).toBeNull();
    const body = desk.recorder.last().body;
    const second = await mint({}, { key: 'key-1' });
    expect(second).toEqual(first);
    expect(desk.recorder.last().body).toBe(body);
    expect(desk.recorder.last().headers.get('idempotent-replayed')).toBe('true');
    expect(await held()).toBeCloseTo(before - 1.5, 9);
  });

  it('with another body is a 422, and mints nothing', async () => {
    await mint({}, { key: 'key-2' });
    const before = await held();
    const refused = await refusal(mint({ qty: '2' }, { key: 'key-2' }));
    expect(refused).toBeInstanceOf(ValidationError);
    expect(refused).toMatchObject({ status: 422 });
    expect(await held()).toBe(before);
  });

  it.each([
    ['spaces inside', 'two words'],
    ['129 characters', 'x'.repeat(129)],
  ])('with %s is a 400', async (_name, key) => {
    expect(await refusal(mint({}, { key }))).toMatchObject({ status: 400, code: 40010000 });
  });

  it('of 128 characters is good', async () => {
    const minted = await mint({}, { key: 'y'.repeat(128) });
    expect(minted.status).toBe('pending');
  });

  it('of a mint that was rejected is a 400 ever after', async () => {
    await desk.control.issuer({ next: ['reject'] });
    await mint({}, { key: 'key-3' });
    await desk.control.step(10_000);
    expect(await refusal(mint({}, { key: 'key-3' }))).toMatchObject({ status: 400 });
  });

  it('makes it safe to ask again when the answer was lost', async () => {
    const before = await held();
    await desk.control.fault({
      match: { method: 'POST', path: '/v2/tokenization/mint' },
      act: { kind: 'lost' },
    });
    expect(await refusal(mint({}, { key: 'key-4' }))).toMatchObject({ name: 'FetchError' });
    await mint({}, { key: 'key-4' });
    expect(desk.recorder.last().headers.get('idempotent-replayed')).toBe('true');
    expect(await held()).toBeCloseTo(before - 1.5, 9);
  });
});

describe('finding requests', () => {
  it('by label gives the newest of those that carry it', async () => {
    await mint({ qty: '1' }, { label: 'spring sale' });
    const newer = await mint({ qty: '2' }, { label: 'spring sale' });
    const echoed = JSON.parse(desk.recorder.last().body) as object; // the SDK drops it from its own record
    expect(echoed).toMatchObject({ client_request_id: 'spring sale' });
    const found = await tokenization().getTokenizationRequestByClientRequestID({
      clientRequestId: 'spring sale',
    });
    expect(found).toMatchObject({
      tokenizationRequestId: newer.tokenizationRequestId,
      clientRequestId: 'spring sale',
    });
  });

  it('lists by type, status, symbol, issuer and network', async () => {
    await desk.own('MSFT', 5);
    const st0x = { issuer: 'st0x', network: 'ethereum' } as const;
    const minted = await mint({ underlyingSymbol: 'MSFT', qty: '1', ...st0x });
    await desk.control.redeem({ underlying_symbol: 'MSFT', qty: '1' });
    const ids = async (filter: trading.GetTokenizationRequestsRequest) =>
      (await tokenization().getTokenizationRequests(filter)).map(
        (each) => each.tokenizationRequestId,
      );
    const id = minted.tokenizationRequestId;
    expect(await ids({ underlyingSymbol: 'MSFT', type: 'mint' })).toEqual([id]);
    expect(await ids({ underlyingSymbol: 'MSFT', type: 'redeem' })).toHaveLength(1);
    expect(await ids({ underlyingSymbol: 'MSFT' })).toHaveLength(2);
    expect(await ids({ network: 'ethereum' })).toEqual([id]);
    expect(await ids({ issuer: 'st0x' as never })).toEqual([id]);
    expect(await ids({ issuer: 'st0x' as never, network: 'solana' })).toEqual([]);
    await desk.control.settle(id, 'complete');
    expect(await ids({ network: 'ethereum', status: 'pending' })).toEqual([]);
    expect(await ids({ network: 'ethereum', status: 'completed' })).toEqual([id]);
  });

  it('lists what was created strictly between after and before', async () => {
    const made: trading.TokenizationMintResponse[] = [];
    for (let count = 0; count < 3; count++) {
      made.push(await mint({ qty: '0.1' }));
      await desk.control.step(1000);
    }
    const [first, second, third] = made;
    if (!first || !second || !third) throw new Error('three were made');
    const between = await tokenization().getTokenizationRequests({
      after: first.createdAt,
      before: third.createdAt,
    });
    expect(between.map((each) => each.tokenizationRequestId)).toEqual([
      second.tokenizationRequestId,
    ]);
  });

  it('brings shares in when a redeem is completed', async () => {
    const before = await held();
    await desk.control.redeem({ underlying_symbol: 'AAPL', qty: '0.25' });
    await desk.control.step(10_000);
    expect(await held()).toBeCloseTo(before + 0.25, 9);
  });

  it('shows an account only its own requests', async () => {
    const minted = await mint();
    const other = desk.client(await desk.control.addAccount({ ap: 'mint' })).trading.tokenization;
    expect(await other.getTokenizationRequests()).toEqual([]);
    const { tokenizationRequestId } = minted;
    expect(await refusal(other.getTokenizationRequest({ tokenizationRequestId }))).toMatchObject({
      status: 404,
      code: 40410000,
    });
  });
});

itKeepsToTheDocuments(desk);
