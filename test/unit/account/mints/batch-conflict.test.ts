// One row whose answer is about another mint: it is never sent again, and the rest of the batch is not its hostage.
import { expect, it } from 'vitest';
import { createWorlds, WALLET, type World } from '#test/unit/account/mints/world.ts';
import { value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
const TABLE = [
  'symbol,qty,issuer,network,wallet,label',
  ...Array.from({ length: 9 }, (_, n) => `AAPL,1,xstocks,solana,${WALLET},row ${n}`),
].join('\n');
const ANOTHER = {
  tokenizationRequestId: '00000000-0000-4000-9000-0000000000ff',
  type: 'mint',
  status: 'pending',
  underlyingSymbol: 'MSFT',
  qty: '40',
  issuer: 'xstocks',
  network: 'solana',
  createdAt: '2026-01-05T15:00:00Z',
};
const statesOf = (world: World, batchId: string) =>
  world.batch(batchId).rows.map(({ state }) => state);

it('stands when a row is answered with another mint, and goes on past it once the person says so', async () => {
  const world = createWorld();
  world.broker.will({ kind: 'answers', members: ANOTHER });
  const { batchId } = value(world.mints.batches.dryRun('January', TABLE));
  value(world.mints.batches.start(batchId));
  await world.pass(2_000, 50);
  expect(world.batch(batchId).state).toBe('paused');
  expect(statesOf(world, batchId)).toContain('waiting');

  value(world.mints.batches.start(batchId));
  await world.pass(5_000, 50);
  const [first, ...others] = statesOf(world, batchId);
  expect(first).toBe('unknown');
  expect(others).toEqual(others.map(() => 'pending'));
  expect(world.broker.ledger).toHaveLength(others.length);
  // It still waits for the person, who may set it aside.
  expect(world.batch(batchId).state).toBe('paused');
});
