// A batch that stands and is given up: what was sent stays, what was not is never sent, and nobody is reminded of it.
import { describe, expect, it } from 'vitest';
import { createWorlds, WALLET, type World } from '#test/unit/account/mints/world.ts';
import { failureOf, value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
const table = (rows: number) =>
  [
    'symbol,qty,issuer,network,wallet,label',
    ...Array.from({ length: rows }, (_, n) => `AAPL,1,xstocks,solana,${WALLET},row ${n}`),
  ].join('\n');
const phases = (world: World) => world.newsOf('batch').map(({ phase }) => phase);

/** Killed after five of its rows, while three waited for their turn. */
async function standing() {
  const world = createWorld();
  world.hold('100');
  world.broker.will(
    ...Array.from({ length: 5 }, () => ({ kind: 'honest' }) as const),
    ...Array.from({ length: 3 }, () => ({ kind: 'queued' }) as const),
  );
  const { batchId } = value(world.mints.batches.dryRun('January', table(10)));
  value(world.mints.batches.start(batchId));
  await world.pass(1_000);
  world.crash();
  world.hold('100');
  expect(world.mints.batches.standings()).toMatchObject([{ batchId, at: '5 of 10' }]);
  return { world, batchId };
}

describe('a batch that is discarded', () => {
  it('sends nothing more, in this run and the next, and says so of each row', async () => {
    const { world, batchId } = await standing();
    const { counts, state } = value(world.mints.batches.discard(batchId));
    expect(state).toBe('discarded');
    expect(counts).toEqual({ pending: 5, 'not-sent': 3, discarded: 2 });
    expect(world.mints.batches.standings()).toEqual([]);
    expect(failureOf(world.mints.batches.start(batchId))).toContain('was discarded');
    world.restart();
    world.hold('100');
    await world.pass(120_000, 5_000);
    expect(world.broker.ledger).toHaveLength(5);
    expect(failureOf(world.mints.batches.start(batchId))).toContain('was discarded');
    const rows = world.batch(batchId).rows.filter((row) => row.state === 'discarded');
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map(({ note }) => note))).toEqual(new Set(['Not sent, batch discarded.']));
    expect(world.mints.batches.list()).toMatchObject([{ batchId, state: 'discarded' }]);
    expect(world.mints.batches.standings()).toEqual([]);
    const lines = world.journal.activity({ kinds: [], text: 'discarded', limit: 10 });
    expect(lines).toMatchObject({
      value: { lines: [{ text: expect.stringContaining('January') }] },
    });
  });

  it('stands no longer for bell and tray, and what was sent of it is still told', async () => {
    const { world, batchId } = await standing();
    expect(phases(world)).toEqual(['goes-on', 'stands']);
    value(world.mints.batches.discard(batchId));
    expect(phases(world)).toEqual(['goes-on', 'stands', 'goes-on']);
    for (const { key } of world.broker.ledger) world.broker.settle(key, 'rejected');
    await world.pass(120_000, 5_000);
    expect(world.newsOf('batch').at(-1)).toMatchObject({ phase: 'ended', isShort: true });
    const told = world.newsOf('batch').length;
    await world.pass(60_000, 5_000);
    expect(world.newsOf('batch')).toHaveLength(told);
  });

  it('must stand: one that was only tried, runs or has ended is left alone', async () => {
    const world = createWorld();
    world.hold('10');
    const { batchId } = value(world.mints.batches.dryRun('January', table(3)));
    expect(failureOf(world.mints.batches.discard(batchId))).toContain('paused batch');
    value(world.mints.batches.start(batchId));
    expect(failureOf(world.mints.batches.discard(batchId))).toContain('Pause it first');
    await world.pass(5_000);
    expect(failureOf(world.mints.batches.discard(batchId))).toContain('paused batch');
    expect(world.broker.ledger).toHaveLength(3);
  });

  it('is not discarded while a row of it is still on its way, and stays discarded afterwards', async () => {
    const world = createWorld();
    world.hold('10');
    world.broker.will(...Array.from({ length: 3 }, () => ({ kind: 'late', ms: 20_000 }) as const));
    const { batchId } = value(world.mints.batches.dryRun('January', table(6)));
    value(world.mints.batches.start(batchId));
    await world.pass(500);
    value(world.mints.batches.pause(batchId));
    expect(failureOf(world.mints.batches.discard(batchId))).toContain(
      'is being sent or is waiting for an answer',
    );
    await world.pass(1_800_000, 5_000);
    value(world.mints.batches.discard(batchId));
    const sent = world.broker.ledger.length;
    await world.pass(60_000, 5_000);
    expect(world.mints.batches.list()).toMatchObject([{ state: 'discarded' }]);
    expect(world.broker.ledger).toHaveLength(sent);
  });
});
