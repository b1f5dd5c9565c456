// Few orders are read one by one, many by one list, and nobody is asked for much at once.
import { afterEach, expect, it } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { createOrderReads } from '#main/account/orders/order-reads.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { anOrder } from '#test/unit/account/orders/world.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));
const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

function setUp() {
  const time = createFakeTime();
  const world = {
    /** What was asked: the list, or one order by its id. */
    asked: [] as string[],
    found: [] as string[],
    log: [] as string[],
    /** The broker's list of open orders; undefined when it does not answer. */
    list: [] as Order[] | undefined,
    missing: new Set<string>(),
    onList: () => undefined as void,
  };
  const reads = createOrderReads({
    broker: {
      async byId(orderId) {
        world.asked.push(orderId);
        if (world.missing.has(orderId)) return { kind: 'missing' };
        return { kind: 'found', order: anOrder({ id: orderId }) };
      },
      async listOpen() {
        world.asked.push('list');
        world.onList();
        return world.list;
      },
    },
    onFound: ({ id }) => void world.found.push(id),
    clock: time.clock,
    delay: time.delay,
    log: (_level, message) => void world.log.push(message),
  });
  stops.push(reads.stop);
  return {
    world,
    read: (...ids: string[]) => ids.forEach(reads.read),
    stop: reads.stop,
    /** What was asked since the last time. */
    asked: () => world.asked.splice(0),
    async pass(ms: number) {
      for (let passed = 0; passed <= ms; passed += 500) {
        time.advance(passed === 0 ? 0 : 500);
        await settled();
      }
    },
  };
}
const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => `o${n}`);

it('reads four by their ids at once, and no fifth in the same five seconds', async () => {
  const { read, pass, asked, world } = setUp();
  read(...numbered(4));
  await pass(0);
  expect(asked()).toEqual(numbered(4));
  read('later');
  await pass(4_500);
  expect(asked()).toEqual([]);
  await pass(1_000);
  expect(asked()).toEqual(['later']);
  expect(world.found).toEqual([...numbered(4), 'later']);
  await pass(60_000);
  expect(asked()).toEqual([]);
});

it('reads what is asked for in two goes of one period as one', async () => {
  const { read, pass, asked } = setUp();
  read('a', 'b', 'c');
  await pass(500);
  read('d', 'e');
  await pass(500);
  expect(asked()).toEqual(['a', 'b', 'c', 'd']);
  await pass(5_000);
  expect(asked()).toEqual(['e']);
});

it('reads more than four by one list, and those that are not on it by their ids', async () => {
  const { read, pass, asked, world } = setUp();
  world.list = numbered(4).map((id) => anOrder({ id }));
  read(...numbered(6));
  await pass(0);
  expect(asked()).toEqual(['list', 'o4', 'o5']);
  expect(world.found).toEqual(numbered(6));
  await pass(60_000);
  expect(asked()).toEqual([]);
});

it('reads all by their ids, in time, where the list is not answered', async () => {
  const { read, pass, asked, world } = setUp();
  world.list = undefined;
  read(...numbered(9));
  await pass(0);
  expect(asked()).toEqual(['list', 'o0', 'o1', 'o2', 'o3']);
  await pass(5_500);
  expect(asked()).toEqual(['o4', 'o5', 'o6', 'o7']);
  await pass(5_500);
  expect(asked()).toEqual(['o8']);
  expect(world.found).toEqual(numbered(9));
});

it('reads once more what is asked for while it is on a list that is read', async () => {
  const { read, pass, asked, world } = setUp();
  world.list = numbered(5).map((id) => anOrder({ id }));
  world.onList = () => {
    world.onList = () => undefined;
    read('o3');
  };
  read(...numbered(5));
  await pass(0);
  expect(asked()).toEqual(['list', 'o3']);
});

it('asks ever more seldom for one that is not found, for about two minutes', async () => {
  const { read, pass, asked, world } = setUp();
  world.missing.add('gone');
  read('gone');
  await pass(20_000);
  const early = asked().length;
  await pass(200_000);
  expect(early).toBeGreaterThanOrEqual(4);
  expect(early + asked().length).toBe(13);
  expect([world.found, world.log]).toEqual([[], []]);
  read('gone');
  await pass(0);
  expect(asked()).toEqual(['gone']);
});

it('leaves more than two hundred to the passes over all orders', async () => {
  const { read, pass, world } = setUp();
  world.list = numbered(250).map((id) => anOrder({ id }));
  world.list.shift();
  read(...numbered(250).toReversed());
  await pass(60_000);
  expect(world.asked.filter((id) => id !== 'list')).toEqual([]);
  const few = setUp();
  few.world.list = [];
  few.read(...numbered(201));
  await few.pass(260_000);
  expect(few.world.found).toHaveLength(200);
});

it('says what failed when a reading does, goes on, and ends when it is told', async () => {
  const { read, pass, asked, world, stop } = setUp();
  world.onList = () => {
    throw new Error('as a mistake would');
  };
  read(...numbered(5));
  await pass(0);
  expect(world.log).toEqual([expect.stringContaining('reading orders')]);
  await pass(5_500);
  expect(asked()).toEqual(['list', 'o0', 'o1', 'o2', 'o3']);
  stop();
  await pass(60_000);
  expect(asked()).toEqual([]);
});
