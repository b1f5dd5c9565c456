// What a window is sent of the rows of the batch that it has open.
import { describe, expect, it } from 'vitest';
import type { BatchRow } from '#contract/tokenization.ts';
import { ROWS_PER_SLICE } from '#main/account/mints/batch-row-watches.ts';
import { createWorlds, WALLET, type World } from '#test/unit/account/mints/world.ts';
import { value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
const table = (rows: number) =>
  [
    'symbol,qty,issuer,network,wallet,label',
    ...Array.from({ length: rows }, (_, n) => `AAPL,1,xstocks,solana,${WALLET},row ${n}`),
  ].join('\n');

function open(world: World, batchId: string) {
  const told: BatchRow[][] = [];
  const watch = value(world.mints.batches.watchRows(batchId, (rows) => void told.push(rows)));
  return { told, ...watch };
}
const linesOf = (rows: readonly BatchRow[]) => rows.map(({ line }) => line);

describe('the rows of an open batch', () => {
  it('come in slices, each row once', async () => {
    const world = createWorld();
    const count = 2 * ROWS_PER_SLICE + 1;
    const { batchId } = value(world.mints.batches.dryRun('January', table(count)));
    const { told, snapshot } = open(world, batchId);
    const first = snapshot();
    expect([first.length, told.length]).toEqual([ROWS_PER_SLICE, 0]);
    await world.pass(1_000, 10);
    expect(told.map(({ length }) => length)).toEqual([ROWS_PER_SLICE, 1]);
    expect(linesOf([...first, ...told.flat()])).toEqual(
      Array.from({ length: count }, (_, n) => n + 2),
    );
  });

  it('begin anew when the window asks anew, also while slices are on their way', async () => {
    const world = createWorld();
    const { batchId } = value(world.mints.batches.dryRun('x', table(2 * ROWS_PER_SLICE)));
    const { told, snapshot, stop } = open(world, batchId);
    snapshot();
    expect(snapshot()).toHaveLength(ROWS_PER_SLICE);
    await world.pass(1_000, 10);
    expect(told.map(({ length }) => length)).toEqual([ROWS_PER_SLICE]);
    snapshot();
    stop();
    await world.pass(1_000, 10);
    expect(told).toHaveLength(1);
  });

  it('are told again only where they changed', async () => {
    const world = createWorld();
    world.hold('1000');
    const { batchId } = value(world.mints.batches.dryRun('January', table(60)));
    const { told, snapshot } = open(world, batchId);
    expect(snapshot()).toHaveLength(60);
    value(world.mints.batches.start(batchId));
    await world.pass(400, 50);
    // What was ready waits now, or is on its way.
    expect(linesOf(told.shift() ?? [])).toHaveLength(60);
    told.length = 0;
    await world.pass(2_000, 100);
    value(world.mints.batches.pause(batchId));
    await world.pass(1_000, 50);
    told.length = 0;
    const sent = world.batch(batchId).rows.find(({ state }) => state === 'pending');
    world.broker.settle(sent?.intentId ?? '', 'completed');
    await world.pass(60_000, 5_000);
    expect(told.map(linesOf)).toEqual([[sent?.line]]);
    expect(told[0]?.[0]?.state).toBe('completed');
  });

  it('of a batch that is not there are refused', () => {
    const world = createWorld();
    const refused = world.mints.batches.watchRows('99999999-0000-4000-8000-000000000000', () => {
      throw new Error('nothing is told');
    });
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
  });
});

describe('a batch that has ended', () => {
  it('is known by its head to the next run, and its rows are read when it is opened', async () => {
    const world = createWorld();
    world.hold('10');
    const { batchId } = value(world.mints.batches.dryRun('January', table(3)));
    value(world.mints.batches.start(batchId));
    await world.pass(5_000);
    for (const { key } of world.broker.ledger) world.broker.settle(key, 'completed');
    await world.pass(60_000);
    expect(world.batch(batchId).state).toBe('done');
    world.restart();
    expect(world.journal.batches()).toMatchObject({
      value: [{ batchId, counts: { completed: 3 } }],
    });
    expect(world.mints.batches.list()).toMatchObject([
      { batchId, state: 'done', counts: { completed: 3 } },
    ]);
    const { rows } = world.batch(batchId);
    expect(rows.map(({ state }) => state)).toEqual(['completed', 'completed', 'completed']);
    expect(world.mints.batches.batchOf(rows[1]?.intentId ?? '')).toMatchObject({ name: 'January' });
  });
});
