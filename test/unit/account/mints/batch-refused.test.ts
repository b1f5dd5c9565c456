// What the broker said of rows that it refused is part of what is told of the batch.
import { expect, it } from 'vitest';
import type { Behavior } from '#test/unit/account/mints/fake-mint-broker.ts';
import { createWorlds, WALLET } from '#test/unit/account/mints/world.ts';
import { standingOf } from '#renderer/screens/tokenization/mint/mint-words.ts';
import { value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
const TABLE = [
  'symbol,qty,issuer,network,wallet,label',
  ...['a', 'b', 'c'].map((label) => `AAPL,1,xstocks,solana,${WALLET},${label}`),
].join('\n');
const refused = (message: string): Behavior => ({ kind: 'status', status: 400, message });

async function endOf(...behaviors: Behavior[]): Promise<string | undefined> {
  const world = createWorld();
  world.broker.will(...behaviors);
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

it('gives no advice to mint anew while an earlier attempt of the row has no answer', async () => {
  const world = createWorld();
  world.broker.state.looks = 'blind';
  world.broker.will({ kind: 'late', ms: 3_600_000 });
  const { batchId } = value(world.mints.batches.dryRun('January', TABLE));
  value(world.mints.batches.start(batchId));
  await world.pass(1_000);
  world.crash();
  world.broker.will(refused('minting is paused'));
  const [row] = world.batch(batchId).rows;
  const intentId = row?.intentId ?? '';
  value(await world.mints.sendAgain(intentId));
  await world.pass(1_000);
  expect(world.intent(intentId)).toMatchObject({
    state: 'unknown',
    reason: 'The broker refused (400): minting is paused. An earlier attempt was not answered.',
  });
  expect(world.batch(batchId).rows[0]?.note).toMatch(
    /not answered\. It may have been accepted; Ballast is checking\. Do not mint it again\.$/,
  );
  const told = [...world.evidence(intentId), standingOf(world.row(intentId)).text].join(' ');
  expect(told).toContain('minting is paused');
  expect(told).not.toMatch(/new form|nothing left/);
});
