// A batch is hundreds of mints in a minute that has two hundred requests. What a person sends meanwhile goes all the same.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createGovernor } from '#main/broker/budget/governor.ts';
import type { Caller } from '#main/broker/calls/caller.ts';
import { changeOperation, decodeNothing } from '#main/broker/calls/operation.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { createWorlds, aForm, WALLET } from '#test/unit/account/mints/world.ts';
import { newId, value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

it('leaves the orders of a minute to the person, however many rows wait', async () => {
  const { clock, delay } = createFakeTime();
  const governor = createGovernor({ clock, delay, maxConcurrent: 1_000, perMinute: 200 });
  let rows = 0;
  for (let row = 0; row < 300; row++)
    void governor.acquire('batch').then(({ kind }) => (rows += kind === 'granted' ? 1 : 0));
  const order = await governor.acquire('place', { maxWaitMs: 0 });
  expect(order.kind).toBe('granted');
  expect(rows).toBe(130);
  expect(governor.opensInMs('batch')).toBeGreaterThan(0);
  for (let nth = 1; nth < 40; nth++)
    expect((await governor.acquire('place', { maxWaitMs: 0 })).kind).toBe('granted');
  expect(rows).toBe(130);
});

it('is the lane of what is one of many, and of nothing else', async () => {
  const lanes: string[] = [];
  const caller = {
    send: (_request: unknown, _decode: unknown, { lane }: { lane: string }) => {
      lanes.push(lane);
      return Promise.resolve({ kind: 'not-sent', reason: '' });
    },
  } as unknown as Caller;
  const mint = changeOperation(caller, {
    input: z.string(),
    lane: 'place',
    request: () => ({ method: 'POST', path: '/' }),
    decode: decodeNothing,
  });
  for (const handOver of [{}, { isOfMany: true }, { isOfMany: true, isExit: true }])
    await mint('', handOver);
  expect(lanes).toEqual(['place', 'batch', 'exit']);
});

it('is that of the rows of a batch, and not of a mint from the form', async () => {
  const world = createWorld();
  const { broker } = world.broker;
  const { mint } = broker;
  const ofMany: (boolean | undefined)[] = [];
  broker.mint = (body, key, options) => {
    ofMany.push(options.isOfMany);
    return mint(body, key, options);
  };
  value(await world.mints.submit(newId(), aForm({ qty: '7' })));
  const csv = `symbol,qty,issuer,network,wallet\nAAPL,1,xstocks,solana,${WALLET}`;
  value(world.mints.batches.start(value(world.mints.batches.dryRun('January', csv)).batchId));
  await world.pass(2_000);
  expect(ofMany).toEqual([undefined, true]);
});
