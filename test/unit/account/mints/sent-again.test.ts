import { describe, expect, it } from 'vitest';
import { aForm, createWorlds, WALLET } from '#test/unit/account/mints/world.ts';
import { newId, value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
const MINUTE = 60_000;

describe('sending a mint again that did not leave', () => {
  it('does not say that it goes again by itself', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.state.looks = 'blind';
    world.broker.will(...Array.from({ length: 60 }, () => ({ kind: 'request-lost' as const })));
    await world.mints.submit(id, aForm());
    await world.pass(16 * MINUTE, 1_000);
    expect(world.row(id).retry).toBeUndefined();
    world.settings.heldBack = 'This live account is not armed.';
    const n = world.changes.length;
    const answer = await world.mints.sendAgain(id);
    const rows = world.changes.slice(n).flatMap((c) => (c.kind === 'row' ? [c.row.retry] : []));
    expect(answer.ok).toBe(false);
    expect(rows.at(-1)).toBeUndefined();
  });
});

describe('a row that is being sent again, of a batch that is discarded', () => {
  it('is not sent any more, or the batch is not discarded', async () => {
    const world = createWorld();
    world.hold('100');
    const table = [
      'symbol,qty,issuer,network,wallet,label',
      `AAPL,1,xstocks,solana,${WALLET},row 1`,
      `AAPL,1,xstocks,solana,${WALLET},row 2`,
    ].join('\n');
    world.broker.state.looks = 'blind';
    world.broker.will(...Array.from({ length: 200 }, () => ({ kind: 'request-lost' as const })));
    const { batchId } = value(world.mints.batches.dryRun('January', table));
    value(world.mints.batches.start(batchId));
    await world.pass(20 * MINUTE, 1_000);
    const [row] = world.batch(batchId).rows;
    value(await world.mints.sendAgain(row!.intentId!));
    await world.pass(3_000);
    const before = world.broker.calls.mint.length;
    const discarded = world.mints.batches.discard(batchId);
    await world.pass(5 * MINUTE, 1_000);
    expect(!discarded.ok || world.broker.calls.mint.length === before).toBe(true);
  });
});
