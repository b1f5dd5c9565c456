// From the broker's answer to the issuer's end: what the rows and the batch say on the way, and what a person is told.
import { describe, expect, it } from 'vitest';
import { summaryWords } from '#contract/batch-summary.ts';
import { headOf } from '#test/support/batches.ts';
import type { Behavior } from '#test/unit/account/mints/fake-mint-broker.ts';
import { aForm, createWorlds, WALLET, type World } from '#test/unit/account/mints/world.ts';
import { newId, value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
const MINUTE = 60_000;
const table = (rows: number, more: string[] = []) =>
  [
    'symbol,qty,issuer,network,wallet,label',
    ...Array.from({ length: rows }, (_, n) => `AAPL,1,xstocks,solana,${WALLET},row ${n}`),
    ...more,
  ].join('\n');
const begin = (world: World, csv: string) => {
  const batch = value(world.mints.batches.dryRun('January', csv));
  value(world.mints.batches.start(batch.batchId));
  return batch.batchId;
};
const times = (n: number, behavior: Behavior) => Array.from({ length: n }, () => behavior);
const keyOf = (world: World, batchId: string, at: number): string =>
  world.batch(batchId).rows[at]?.intentId ?? '';
const told = (world: World) =>
  world.newsOf('batch').map(({ phase, at, summary, text }) => [phase, at, summary, text]);

function settle(world: World, key: string, status: string, more: object = {}): void {
  world.broker.settle(key, status);
  for (const row of world.broker.ledger)
    if (row.key === key)
      row.request = { ...row.request, updatedAt: '2026-01-05T15:00:00Z', ...more };
}

describe('a batch that was sent', () => {
  it('ends when the issuer has ended every row, and says what each came to', async () => {
    const world = createWorld();
    world.hold('100');
    const batchId = begin(world, table(4, [`AAPL,0,xstocks,solana,${WALLET},bad`]));
    await world.pass(2_000);
    expect(world.batch(batchId).state).toBe('awaiting');
    expect(summaryWords(world.batch(batchId))).toBe('0 completed, 0 rejected, 4 pending, 1 wrong');
    settle(world, keyOf(world, batchId, 0), 'completed', { txHash: '0xabc', fees: '0.5' });
    for (const at of [1, 3]) settle(world, keyOf(world, batchId, at), 'completed');
    await world.pass(MINUTE);
    expect(world.batch(batchId).state).toBe('awaiting');
    settle(world, keyOf(world, batchId, 2), 'rejected');
    await world.pass(MINUTE);
    const batch = world.batch(batchId);
    expect(batch.state).toBe('done');
    expect(summaryWords(batch)).toBe('3 completed, 1 rejected, 0 pending, 1 wrong');
    expect(batch.rows[0]).toMatchObject({
      state: 'completed',
      txHash: '0xabc',
      fees: '0.5',
      endedAt: '2026-01-05T15:00:00Z',
    });
    expect(batch.rows[2]).toMatchObject({ state: 'rejected' });
    expect(batch.rows[2]?.note).toContain('The issuer rejected it');
    expect(world.changes.findLast(({ kind }) => kind === 'batch')).toEqual({
      kind: 'batch',
      batch: headOf(batch),
    });
  });

  it('is told once, at its end, with the rows that were rejected', async () => {
    const world = createWorld();
    const batchId = begin(world, table(3));
    await world.pass(2_000);
    for (const at of [0, 1]) settle(world, keyOf(world, batchId, at), 'completed');
    settle(world, keyOf(world, batchId, 2), 'rejected');
    await world.pass(MINUTE);
    expect(told(world).map(([phase]) => phase)).toEqual(['goes-on', 'ended']);
    expect(told(world).at(-1)).toEqual([
      'ended',
      '3 of 3',
      '2 completed, 1 rejected, 0 pending',
      'Rejected by the issuer: row 2.',
    ]);
    // Each of its mints is news of the batch, not of its own.
    for (const news of [...world.newsOf('intent'), ...world.newsOf('tokenization')])
      expect(news.batchId).toBe(batchId);
  });

  it('goes on to its end in the next run, also when nothing is left to send', async () => {
    const world = createWorld();
    const batchId = begin(world, table(2));
    await world.pass(2_000);
    world.restart();
    await world.pass(1_000);
    expect(world.mints.batches.standings()).toMatchObject([{ batchId, state: 'awaiting' }]);
    for (const at of [0, 1]) settle(world, keyOf(world, batchId, at), 'completed');
    await world.pass(2 * MINUTE);
    expect(world.batch(batchId).state).toBe('done');
    expect(world.mints.batches.standings()).toEqual([]);
    expect(told(world).at(-1)).toEqual([
      'ended',
      '2 of 2',
      '2 completed, 0 rejected, 0 pending',
      '',
    ]);
  });
});

describe('a row that a crash left without an answer, and that ended before it was found', () => {
  async function crashedAt(qty: string) {
    const world = createWorld();
    world.mints.start();
    await world.pass(2_000);
    world.broker.will({ kind: 'answer-lost' });
    const batchId = begin(world, table(1).replace('AAPL,1,', `AAPL,${qty},`));
    await Promise.resolve();
    world.crash();
    // The list is read at once, and the answer about the label is late.
    const { byLabel } = world.broker.broker;
    world.broker.broker.byLabel = () => new Promise(() => undefined);
    await world.pass(MINUTE);
    const key = keyOf(world, batchId, 0);
    expect(world.state(key)).toBe('unknown');
    settle(world, key, 'completed');
    await world.pass(MINUTE / 2);
    world.broker.broker.byLabel = byLabel;
    return { world, batchId, key };
  }

  it('is told as one of its batch', async () => {
    const { world, batchId, key } = await crashedAt('2');
    expect(world.newsOf('tokenization').filter(({ request }) => request.qty === '2')).toEqual([]);
    void world.mints.lookAgain(key);
    await world.pass(MINUTE);
    expect(world.state(key)).toBe('accepted');
    expect(
      world
        .newsOf('tokenization')
        .filter(({ request }) => request.qty === '2')
        .map(({ before, request, batchId: of }) => [before, request.status, of]),
    ).toEqual([['pending', 'completed', batchId]]);
  });

  it('is told at once when the mint without an answer is no row', async () => {
    const world = createWorld();
    world.mints.start();
    world.hold('100');
    await world.pass(2_000);
    world.broker.will({ kind: 'answer-lost' });
    const key = newId();
    void world.mints.submit(key, aForm({ qty: '4', label: 'mine' }));
    await Promise.resolve();
    world.crash();
    world.broker.broker.byLabel = () => new Promise(() => undefined);
    await world.pass(MINUTE);
    settle(world, key, 'completed');
    await world.pass(MINUTE);
    expect(world.state(key)).toBe('unknown');
    expect(world.newsOf('tokenization').at(-1)).toMatchObject({
      before: 'pending',
      request: { qty: '4', status: 'completed' },
    });
  });

  it('is told as one of which nobody knows when that takes too long', async () => {
    const { world } = await crashedAt('3');
    world.broker.broker.byLabel = () => new Promise(() => undefined);
    await world.pass(2 * MINUTE);
    expect(
      world
        .newsOf('tokenization')
        .filter(({ request }) => request.qty === '3')
        .map(({ request, origin, batchId }) => [request.status, origin, batchId]),
    ).toEqual([['completed', undefined, undefined]]);
  });
});

it('a batch that ended in an earlier run is no news when more is heard of its rows', async () => {
  const world = createWorld();
  const batchId = begin(world, table(2));
  await world.pass(2_000);
  for (const at of [0, 1]) settle(world, keyOf(world, batchId, at), 'completed');
  await world.pass(MINUTE);
  expect(world.newsOf('batch').at(-1)).toMatchObject({ phase: 'ended', isAnew: true });
  world.restart();
  settle(world, keyOf(world, batchId, 0), 'completed', { txHash: '0xlater' });
  await world.pass(3 * MINUTE);
  expect(world.batch(batchId).rows[0]?.txHash).toBe('0xlater');
  expect(world.newsOf('batch').at(-1)).toMatchObject({ phase: 'ended', isAnew: false });
});

describe('a batch that stands', () => {
  it('is named after a crash with how far it came, and its rows say that they did not leave', async () => {
    const world = createWorld();
    world.broker.will(...times(5, { kind: 'honest' }), ...times(3, { kind: 'queued' }));
    const batchId = begin(world, table(10));
    await world.pass(1_000);
    const news = world.news.length;
    world.crash();
    const stood = world.batch(batchId);
    expect(stood.state).toBe('paused');
    const first = world.news.slice(news).find(({ kind }) => kind === 'batch');
    expect(first).toMatchObject({
      phase: 'stands',
      at: '5 of 10',
      summary: '0 completed, 0 rejected, 5 pending, 3 not sent, 2 waiting',
      text: 'Ballast closed while the batch was running.',
    });
    expect(stood.rows.at(-1)).toMatchObject({ state: 'waiting' });
    value(world.mints.batches.start(batchId));
    await world.pass(10_000);
    expect(world.batch(batchId).state).toBe('awaiting');
    expect(told(world).at(-1)?.[0]).toBe('goes-on');
    expect(world.broker.ledger).toHaveLength(10);
  });

  it('says why it does not go on, but not when the person paused it', async () => {
    const world = createWorld();
    const paused = begin(world, table(8));
    value(world.mints.batches.pause(paused));
    await world.pass(5_000);
    expect(world.newsOf('batch').filter(({ phase }) => phase === 'stands')).toEqual([]);
    world.broker.will(...times(3, { kind: 'unreachable' }));
    value(world.mints.batches.start(paused));
    await world.pass(5_000);
    expect(world.newsOf('batch').at(-1)).toMatchObject({
      phase: 'stands',
      text: expect.stringContaining('connection refused'),
    });
  });
});

describe('a row that waits for the limit of requests', () => {
  it('says until when, and that nothing of it left', async () => {
    const world = createWorld();
    world.broker.state.turnInMs = 30_000;
    world.broker.will(...times(3, { kind: 'queued' }));
    const batchId = begin(world, table(5));
    await world.pass(1_000);
    const turnAt = world.batch(batchId).rows[0]?.turnAt ?? 0;
    expect(world.batch(batchId).rows[0]?.state).toBe('queued');
    expect(turnAt - world.time.clock.wall()).toBeGreaterThan(28_000);
    expect(world.broker.calls.mint).toEqual([]);
    world.crash();
    expect(world.batch(batchId).rows[0]).toMatchObject({
      state: 'not-sent',
      note: expect.stringContaining('it was waiting to be sent when Ballast closed'),
    });
    value(world.mints.batches.start(batchId));
    await world.pass(20_000);
    expect(world.batch(batchId).state).toBe('awaiting');
    expect(world.broker.ledger).toHaveLength(5);
    expect(new Set(world.broker.ledger.map(({ key }) => key)).size).toBe(5);
  });
});
