// What the broker said of rows that it refused is part of what is told of the batch.
import { expect, it } from 'vitest';
import type { Behaviour } from '#test/unit/account/mints/fake-mint-broker.ts';
import { createWorlds, WALLET } from '#test/unit/account/mints/world.ts';
import { value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
const TABLE = [
  'symbol,qty,issuer,network,wallet,label',
  ...['a', 'b', 'c'].map((label) => `AAPL,1,xstocks,solana,${WALLET},${label}`),
].join('\n');
const refused = (message: string): Behaviour => ({ kind: 'status', status: 400, message });

async function endOf(...behaviours: Behaviour[]): Promise<string | undefined> {
  const world = createWorld();
  world.broker.will(...behaviours);
  value(world.mints.batches.start(value(world.mints.batches.dryRun('January', TABLE)).batchId));
  await world.pass(5_000);
  const last = world.newsOf('batch').at(-1);
  expect(last?.phase).toBe('ended');
  return last?.text;
}

it('is told with its end where it is the same for all of them', async () => {
  const message = 'account is not authorized to mint';
  const text = await endOf(refused(message), refused(message), refused(message));
  expect(text).toMatch(
    /^Refused by the broker: a, b, c\. The broker refused \(400\): account is not/,
  );
});

it('is left to the rows where each has another', async () => {
  const text = await endOf(refused('no such wallet'), refused('qty too small'), refused('no'));
  expect(text).toBe('Refused by the broker: a, b, c.');
});
