import { describe, expect, it } from 'vitest';
import { createTokenization } from '#main/paper/tokenization/tokenization.ts';
import { MAIN_ACCOUNT, OTHER, OTHER_ACCOUNT } from '#test/broker/server/rig.ts';
import { BODY, UNKNOWN, useTokenization } from '#test/broker/server/tokenization-calls.ts';

const { rig, mint, get, list, permit, issuer, held, count } = useTokenization();

describe('idempotency rules of postTokenizationMint', () => {
  it('rule 1: the same key and an identical body create one request, and the later call has the same response', async () => {
    const idempotencyKey = '0192a6c1-7d55-7b6a-9d0e-2f6c3c0d9a11';
    const first = await mint(BODY, { idempotencyKey });
    await rig().step(5000); // completed meanwhile: the answer stays what it was
    const reordered = Object.fromEntries(Object.entries(BODY).reverse());
    const second = await mint(reordered, { idempotencyKey });
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect([await count(), held()]).toEqual([1, '8.5']);
  });

  it('rule 2: the same key with a different body is a 422', async () => {
    await mint(BODY, { idempotencyKey: 'k' });
    for (const change of [{ qty: '1.50' }, { wallet_address: 'V' }, { client_request_id: 'new' }]) {
      expect((await mint({ ...BODY, ...change }, { idempotencyKey: 'k' })).status).toBe(422);
    }
  });

  it('rule 3: a malformed header is a 400, even when the body is fine; 128 characters are still well formed', async () => {
    expect((await mint(BODY, { idempotencyKey: 'x'.repeat(129) })).status).toBe(400);
    expect((await mint(BODY, { idempotencyKey: 'x'.repeat(128) })).status).toBe(200);
    expect((await mint(BODY, { idempotencyKey: '  trimmed  ' })).status).toBe(200);
    expect(
      (await mint(BODY, { idempotencyKey: 'trimmed' })).headers.get('idempotent-replayed'),
    ).toBe('true');
  });

  it('rule 4: replaying what was originally rejected is a 400', async () => {
    await issuer({ next: ['reject'], delayMs: 0 });
    await mint(BODY, { idempotencyKey: 'k' });
    await rig().step(1);
    expect((await mint(BODY, { idempotencyKey: 'k' })).json.message).toContain('rejected');
  });

  it('rule 5: a retry after a lost answer creates no duplicate', async () => {
    await rig().fault({
      match: { method: 'POST', path: '/v2/tokenization/mint' },
      act: { kind: 'lost' },
    });
    await expect(mint(BODY, { idempotencyKey: 'k' })).rejects.toThrow('fetch failed');
    const retry = await mint(BODY, { idempotencyKey: 'k' });
    expect([retry.status, retry.headers.get('idempotent-replayed'), await count()]).toEqual([
      200,
      'true',
      1,
    ]);
  });

  it('rule 6: keys belong to their account; without a key the same body is two requests', async () => {
    await permit('mint', OTHER_ACCOUNT);
    const qty = rig().engine.held(MAIN_ACCOUNT, 'AAPL');
    rig().engine.move({ accountId: OTHER_ACCOUNT, symbol: 'AAPL', qty });
    const mine = await mint(BODY, { idempotencyKey: 'k' });
    const theirs = await mint(BODY, { idempotencyKey: 'k', key: OTHER });
    expect(theirs.json.tokenization_request_id).not.toBe(mine.json.tokenization_request_id);
    await mint();
    await mint();
    expect(await count()).toBe(3);
  });

  it('does not remember a key whose request never came to be', async () => {
    expect((await mint({ ...BODY, qty: '11' }, { idempotencyKey: 'k' })).status).toBe(400);
    expect((await mint(BODY, { idempotencyKey: 'k' })).status).toBe(200);
  });
});

describe('the issuer', () => {
  it('completes a mint after its delay, with a transaction, a fee and the time', async () => {
    const id = (await mint()).json.tokenization_request_id;
    await rig().step(4990);
    expect((await get(id)).json.status).toBe('pending');
    await rig().step(10);
    const { json } = await get(id);
    expect(json).toMatchObject({ status: 'completed', fees: '0.5' });
    expect(json.tx_hash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/);
    expect(Date.parse(json.updated_at) - Date.parse(json.created_at)).toBe(5000);
    expect(held()).toBe('8.5');
  });

  it('gives the shares back when it rejects', async () => {
    await issuer({ outcome: 'reject' });
    const id = (await mint()).json.tokenization_request_id;
    expect(held()).toBe('8.5');
    await rig().step(5000);
    expect([(await get(id)).json.status, held()]).toEqual(['rejected', '10']);
  });

  it('refuses wallets of the wrong form only when told to be strict', async () => {
    await issuer({ strictWallets: true });
    const wallet = async (network: string, wallet_address: string) =>
      (await mint({ ...BODY, qty: '0.1', network, wallet_address })).status;
    expect(await wallet('solana', '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')).toBe(200);
    expect(await wallet('base', `0x${'a'.repeat(40)}`)).toBe(200);
    expect(await wallet('base', '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')).toBe(400);
    expect(await wallet('tron', 'W')).toBe(400);
  });

  it('brings the shares of a redeem in when it completes, and nothing when it is rejected', async () => {
    const redeem = (outcome: string) =>
      rig().call('POST', '/_paper/tokenization/redeem', {
        body: { underlying_symbol: 'AAPL', qty: '2', outcome },
      });
    expect((await redeem('complete')).json).toMatchObject({ type: 'redeem', status: 'pending' });
    await redeem('reject');
    expect(held()).toBe('10');
    await rig().step(5000);
    expect(held()).toBe('12');
  });

  it('lets a redeem appear by itself after every n-th mint', async () => {
    await issuer({ redeems: { every: 2, afterMs: 1000 }, delayMs: 100 });
    await mint();
    await mint();
    await rig().step(100);
    expect((await list('?type=redeem')).json).toEqual([]);
    await rig().step(1000);
    expect((await list('?type=redeem')).json).toHaveLength(1);
    await rig().step(100);
    expect(held()).toBe('8.5');
  });

  it('can be hurried by hand, once', async () => {
    const id = (await mint()).json.tokenization_request_id;
    const settle = () =>
      rig().call('POST', `/_paper/tokenization/requests/${id}/settle`, {
        body: { outcome: 'reject' },
      });
    expect((await settle()).json.status).toBe('rejected');
    expect((await settle()).status).toBe(404);
    await rig().step(5000);
    expect([(await get(id)).json.status, held()]).toEqual(['rejected', '10']);
  });

  it('takes up pending requests again after a restart', async () => {
    const id = (await mint()).json.tokenization_request_id;
    const due: [number, () => void][] = [];
    const again = createTokenization({
      ledger: rig().ledger,
      engine: rig().engine,
      isKnownSymbol: () => true,
      clock: {
        now: () => rig().clock.now() + 6000,
        at: (timeMs, run) => (due.push([timeMs, run]), () => undefined),
      },
      ids: { uuid: () => UNKNOWN },
    });
    expect(due).toHaveLength(1);
    for (const [, run] of due) run();
    expect(again.get(MAIN_ACCOUNT, id).status).toBe('completed');
  });

  it('leaves no trace of a mint whose shares could not be taken', async () => {
    const { engine } = rig();
    const { move } = engine;
    engine.move = () => {
      throw new Error('the disk is full');
    };
    await rig().call('POST', '/v2/tokenization/mint', {
      body: BODY,
      headers: { 'Idempotency-Key': 'k' },
    });
    engine.move = move;
    expect([await count(), held()]).toEqual([0, '10']);
    expect(
      (await mint(BODY, { idempotencyKey: 'k' })).headers.get('idempotent-replayed'),
    ).toBeNull();
  });
});
