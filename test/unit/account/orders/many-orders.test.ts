// Hundreds of orders that are unknown, or that have to be read, cost a bounded number of questions.
import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { anOrder, createWorlds, value, type World } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

async function lost(world: World) {
  world.broker.will({ kind: 'request-lost' });
  return value(await world.submit()).intentId;
}

describe('many orders of unknown fate', () => {
  async function withUnknown(count: number) {
    const world = createWorld({ refusesReusedIds: false });
    world.broker.state.lookups = 'blind';
    const ids: string[] = [];
    for (let i = 0; i < count; i++) ids.push(await lost(world));
    await world.pass(0);
    world.restart();
    return { world, ids };
  }

  it('are looked for one at a time, the longest waiting first', async () => {
    const { world, ids } = await withUnknown(20);
    const { broker } = world.broker;
    const asked: string[] = [];
    const answers: (() => void)[] = [];
    broker.byClientOrderId = (id, lane) => {
      asked.push(`${lane} ${id}`);
      return new Promise((resolve) => answers.push(() => resolve({ kind: 'missing' })));
    };
    await world.pass(60_000, 1_000);
    // The one that the restart had asked for before was answered at once.
    expect(asked).toHaveLength(1);
    for (let i = 0; i < 12; i++) {
      answers.at(-1)?.();
      await world.pass(10);
    }
    expect(asked).toHaveLength(13);
    expect(new Set(asked).size).toBe(13);
    expect(asked.every((line) => line.startsWith('follow '))).toBe(true);
    expect(ids).toContain(asked[0]?.slice('follow '.length));
    for (const answer of answers) answer();
  });

  it('keep no pass from being complete: the newest are asked for by id, once', async () => {
    const { world, ids } = await withUnknown(20);
    await world.pass(0);
    const { byClient } = world.broker.calls;
    byClient.length = 0;
    expect(await world.trading.lookUpUnsettled()).toBe(true);
    expect(byClient.toSorted()).toEqual(ids.slice(-5).toSorted());
    byClient.length = 0;
    expect(await world.trading.lookUpUnsettled()).toBe(true);
    expect(byClient).toEqual([]);
    world.trading.wake();
    byClient.length = 0;
    await world.trading.lookUpUnsettled();
    expect(byClient).toEqual(expect.arrayContaining(ids.slice(-5)));
    world.broker.state.lookups = 'silent';
    world.trading.wake();
    expect(await world.trading.lookUpUnsettled()).toBe(false);
  });

  it('are looked for ever more seldom', async () => {
    const { world } = await withUnknown(1);
    const counts: number[] = [];
    for (const minutes of [60, 60, 60, 60]) {
      world.broker.calls.byClient.length = 0;
      await world.pass(minutes * 60_000, 5_000);
      counts.push(world.broker.calls.byClient.length);
    }
    expect(counts[0]).toBeLessThan(60);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(counts.at(-1)).toBeLessThan(6);
    expect(counts.at(-1)).toBeGreaterThan(3);
  });

  it('are asked for at once when the person sends one again', async () => {
    const { world, ids } = await withUnknown(20);
    const { broker } = world.broker;
    const { byClientOrderId } = broker;
    broker.byClientOrderId = (id, lane) =>
      lane === 'follow' ? new Promise(() => undefined) : byClientOrderId(id);
    await world.pass(1_000);
    world.broker.state.lookups = 'honest';
    world.broker.will({ kind: 'answer-lost' });
    value(await world.trading.sendAgain(ids[7]!, []));
    await world.pass(100);
    expect(world.state(ids[7]!)).toBe('accepted');
  });
});

describe('many orders to be read', () => {
  it('are read by one list, and those that are not on it a few at a time', async () => {
    const world = createWorld();
    const heard = Array.from({ length: 30 }, (_, i) => anOrder({ id: `s-${i}` }));
    world.broker.ledger.push(...heard.slice(0, 25));
    for (const order of heard) world.trading.onOrder(order, 'heard');
    await world.pass(1_000);
    expect([world.broker.calls.lists, world.broker.calls.byId.length]).toEqual([1, 4]);
    await world.pass(60_000, 100);
    expect(world.broker.calls.byId.length).toBeLessThan(50);
    expect(world.broker.calls.lists).toBeLessThan(5);
  });

  it('look at no other order of the book', async () => {
    const world = createWorld();
    let scans = 0;
    const { orders } = world.book;
    world.book.orders = () => {
      scans++;
      return orders();
    };
    const orderClass = 'bracket';
    const legs = ['l-1', 'l-2'].map((id) => anOrder({ id, orderClass, status: 'held' }));
    const parent = anOrder({ id: 'p', orderClass, legs });
    world.broker.ledger.push(parent);
    for (const order of [parent, ...legs]) world.trading.onOrder(order, 'heard');
    const ended = { status: 'canceled', updatedAt: '2027-01-05T15:00:00Z' };
    for (const leg of legs) world.trading.onOrder({ ...leg, ...ended }, 'heard');
    await world.replace('p');
    void world.trading.cancel('p');
    await world.pass(1_000);
    expect(world.broker.calls.byId).toContain('p');
    expect(scans).toBe(0);
  });

  it('are none for a parent that works on and whose legs are known', async () => {
    const world = createWorld();
    const legs = [anOrder({ id: 'l-1', status: 'held' }), anOrder({ id: 'l-2', status: 'held' })];
    const parent = anOrder({ id: 'p', orderClass: 'bracket', legs });
    world.broker.ledger.push(parent);
    world.trading.onOrder(parent, 'found');
    const { legs: _legs, ...told } = parent;
    for (let filled = 1; filled < 10; filled++)
      world.trading.onOrder(
        { ...told, status: 'partially_filled', filledQty: decimal(String(filled)) },
        'heard',
      );
    await world.pass(10_000);
    expect(world.broker.calls.byId).toEqual([]);
    world.trading.onOrder({ ...told, status: 'filled', filledQty: decimal('10') }, 'heard');
    await world.pass(1_000);
    expect(world.broker.calls.byId).toEqual(['p']);
  });
});
