// A batch is hundreds of mints in a minute that has two hundred requests. What a person sends meanwhile goes all the same.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Lane } from '#main/broker/budget/budget.ts';
import { createGovernor } from '#main/broker/budget/governor.ts';
import type { Caller } from '#main/broker/calls/caller.ts';
import { changeOperation, decodeNothing } from '#main/broker/calls/operation.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { createWorlds, aForm, WALLET } from '#test/unit/account/mints/world.ts';
import { flush, newId, value } from '#test/unit/account/orders/world.ts';

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

describe('a row that is sent again', () => {
  /** Twenty requests a minute, of which a batch has ten and orders alone five more. */
  const ORDERS = 5;

  /** A batch of three rows whose requests were lost, behind a budget of which the share of batches is used up. */
  async function withLostRows() {
    const world = createWorld();
    const { broker } = world.broker;
    const { mint } = broker;
    const governor = createGovernor({ ...world.time, perMinute: 20 });
    const go = async (lane: Lane): Promise<boolean> => {
      const turn = await governor.acquire(lane, { maxWaitMs: 0 });
      if (turn.kind === 'granted') turn.release();
      return turn.kind === 'granted';
    };
    broker.mint = async (body, key, options) => {
      const { isOfMany, maxWaitMs, signal } = options;
      const turn = await governor.acquire(isOfMany ? 'batch' : 'place', { maxWaitMs, signal });
      if (turn.kind === 'refused') return { kind: 'not-sent', reason: 'it waited too long' };
      const outcome = await mint(body, key, options);
      turn.release();
      return outcome;
    };
    const lost = { kind: 'request-lost' } as const;
    world.broker.will(lost, lost, lost);
    const rows = ['1', '2', '3'].map((qty) => `AAPL,${qty},xstocks,solana,${WALLET}`);
    const csv = ['symbol,qty,issuer,network,wallet', ...rows].join('\n');
    const { batchId } = value(world.mints.batches.dryRun('January', csv));
    value(world.mints.batches.start(batchId));
    await flush();
    expect(world.broker.calls.mint).toHaveLength(3);
    return {
      world,
      batchId,
      go,
      async useUp() {
        while (await go('batch'));
      },
    };
  }

  /** They wait, every order of the minute goes at once, and they go in the next. */
  async function expectOrdersFirst({ world, go }: Awaited<ReturnType<typeof withLostRows>>) {
    expect(world.broker.calls.mint).toHaveLength(3);
    for (let order = 0; order < ORDERS; order++) expect(await go('place')).toBe(true);
    await world.pass(70_000);
    expect(world.broker.calls.mint).toHaveLength(6);
    expect(world.broker.ledger).toHaveLength(3);
  }

  it('leaves the orders theirs when the desk does so by itself', async () => {
    const lost = await withLostRows();
    await lost.useUp();
    await lost.world.pass(5_000);
    await expectOrdersFirst(lost);
  });

  it('leaves the orders theirs when the batch goes on after a crash', async () => {
    const lost = await withLostRows();
    lost.world.crash();
    await lost.useUp();
    value(lost.world.mints.batches.start(lost.batchId));
    await lost.world.pass(1_000);
    await expectOrdersFirst(lost);
  });

  it('leaves the orders theirs when the person asks for each', async () => {
    const lost = await withLostRows();
    lost.world.crash();
    await lost.useUp();
    const again = lost.world
      .batch(lost.batchId)
      .rows.map(({ intentId = '' }) => lost.world.mints.sendAgain(intentId));
    await lost.world.pass(1_000);
    await expectOrdersFirst(lost);
    for (const sent of again) expect(value(await sent).state).toBe('accepted');
  });
});
