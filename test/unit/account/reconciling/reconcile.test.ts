import { describe, expect, it } from 'vitest';
import { fail, invalid, ok, type Failed } from '#contract/failure.ts';
import type { Order } from '#contract/orders.ts';
import type { FirstReading } from '#contract/trading.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { diskFailure, done, failed, type JournalResult } from '#main/journal/failure.ts';
import type { JournalEvent, ReadMark } from '#main/journal/types.ts';
import type { Activity } from '#main/wire/activities.ts';
import { decimal } from '#main/domain/decimal.ts';
import { listOf } from '#main/wire/oddities.ts';
import { createReconcile } from '#main/account/reconciling/reconcile.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const orderAt = (moment: number): Order => ({
  id: 'o1',
  clientOrderId: 'c1',
  symbol: 'AAPL',
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  status: 'new',
  qty: decimal('1'),
  filledQty: decimal('0'),
  submittedAt: new Date(moment).toISOString(),
});

const fillAt = (moment: number): Activity => ({
  id: `fill ${moment}`,
  activityType: 'FILL',
  execution: {
    orderId: 'o2',
    symbol: 'AAPL',
    side: 'buy',
    qty: decimal('1'),
    cumQty: decimal(String(moment)),
    price: decimal('1'),
    at: new Date(moment).toISOString(),
  },
});

/** What is on disk between two runs. */
const createStoredMark = (first?: ReadMark) => {
  const disk = { mark: first, isClosed: false, events: [] as string[] };
  return {
    disk,
    mark: (): JournalResult<ReadMark | undefined> =>
      disk.isClosed ? failed(diskFailure('io', '')) : done(disk.mark),
    saveMark(next: ReadMark) {
      disk.mark = next;
      return done(null);
    },
    saveEvent({ text }: JournalEvent) {
      disk.events.push(text);
      return done(null);
    },
  };
};

const refused = (status: number) => fail({ kind: 'refused', status, message: 'not a uuid' });
const UNASKABLE: Record<string, Failed> = {
  '': invalid('is not an id'),
  __proto: refused(422),
  unknown: refused(404),
  down: fail({ kind: 'unavailable', status: 500, message: 'later' }),
};

/** A desk whose clock is so much ahead of the broker's. */
function setUp(
  aheadMs: number,
  {
    journal = createStoredMark(),
    time = createFakeTime(),
    fills = [] as number[],
    pages = [] as number[],
  } = {},
) {
  const brokerNow = () => time.clock.wall();
  const asked: { orders: number[]; fills: number[]; since: string[] } = {
    orders: [],
    fills: [],
    since: [],
  };
  const book = createAccountBook();
  let listed: Order[] = [];
  let isForgotten = false;
  let offMs = aheadMs;
  let completed = 0;
  let unreadOrders: number | undefined;
  const reading: (FirstReading | undefined)[] = [];
  const odd: Activity[] = [];
  const reconcile = createReconcile({
    client: {
      async allOrders(query, options) {
        for (const read of pages) options?.onPage?.(query?.status === 'open' ? 1 : read);
        if (query?.after !== undefined) asked.orders.push(Date.parse(query.after));
        return ok(listed);
      },
      order: async (orderId) => UNASKABLE[orderId] ?? ok(orderAt(brokerNow())),
      async allActivities(query, options) {
        for (const read of pages) options?.onPage?.(2 * read);
        const { since, after } = query ?? {};
        if (since !== undefined) {
          asked.since.push(since);
          if (isForgotten)
            return fail({ kind: 'refused', status: 422, message: 'invalid page_token' });
          const place = fills.findIndex((moment) => `fill ${moment}` === since);
          return ok([...odd, ...fills.slice(place + 1).map(fillAt)]);
        }
        asked.fills.push(Date.parse(after ?? ''));
        return ok([
          ...odd,
          ...fills
            .filter((moment) => moment > Date.parse(after ?? ''))
            .reverse()
            .map(fillAt),
        ]);
      },
      marketClock: async () => {
        const timestamp = new Date(brokerNow()).toISOString();
        return ok({ timestamp, isOpen: true, nextOpen: timestamp, nextClose: timestamp });
      },
    },
    journal,
    ghosts: {
      seen: () => undefined,
      missed: () => undefined,
      isDoubted: () => false,
      stop: () => undefined,
    },
    book,
    readAccount: async () => ok(null),
    onOrder: () => undefined,
    onUnreadOrders: (count) => (unreadOrders = count),
    onReading: (read) => void reading.push(read),
    lookUpUnsettled: async () => true,
    onComplete: () => completed++,
    isOrderStreamLive: () => true,
    signal: new AbortController().signal,
    clock: { wall: () => time.clock.wall() + offMs, elapsed: time.clock.elapsed },
    delay: time.delay,
    random: createFakeRandom(),
    log: () => undefined,
  });
  return {
    asked,
    book,
    brokerNow,
    setClock: (ms: number) => (offMs = ms),
    list: (orders: Order[]) => (listed = orders),
    fill: (moment: number) => void fills.push(moment),
    forgetMark: () => (isForgotten = true),
    /** Among the fills, whatever is asked for. */
    add: (activity: Activity) => void odd.push(activity),
    passes: () => completed,
    unreadOrders: () => unreadOrders,
    reading: () => reading.splice(0),
    events: () => journal.disk.events,
    known: () => book.allExecutions().map(({ at }) => Date.parse(at)),
    stop: reconcile.stop,
    async pass() {
      time.advance(1_000);
      reconcile.now();
      for (let turn = 0; turn < 40; turn++) await Promise.resolve();
    },
  };
}

it('a pass is complete although an open order cannot be read, and says how many', async () => {
  const desk = setUp(0);
  desk.list(listOf([orderAt(desk.brokerNow())], [{ where: 'id' }]));
  await desk.pass();
  expect([desk.passes(), desk.unreadOrders()]).toEqual([1, 1]);
  desk.list([]);
  await desk.pass();
  expect([desk.passes(), desk.unreadOrders()]).toEqual([2, 0]);
});

it('the first pass says how far it is, each order counted once, and no later one does', async () => {
  const desk = setUp(0, { pages: [500, 1_000] });
  await desk.pass();
  const told = desk.reading();
  expect(told).toContainEqual({ orders: 1_000, fills: 0 });
  expect(told.slice(-2)).toEqual([{ orders: 1_000, fills: 2_000 }, undefined]);
  await desk.pass();
  expect(desk.reading()).toEqual([]);
});

describe('what a pass asks for', () => {
  it.each([
    ['ahead', HOUR_MS],
    ['behind', -HOUR_MS],
  ])('never begins after the present of the broker when our clock is %s', async (_what, offMs) => {
    const desk = setUp(offMs);
    desk.list([orderAt(desk.brokerNow())]);
    for (let count = 0; count < 3; count++) await desk.pass();
    expect(desk.asked.orders).toHaveLength(3);
    for (const after of [...desk.asked.orders, ...desk.asked.fills])
      expect(after).toBeLessThan(desk.brokerNow());
  });

  it('is not shortened by a clock that was ahead and is set right', async () => {
    const desk = setUp(HOUR_MS);
    desk.list([orderAt(desk.brokerNow())]);
    await desk.pass();
    desk.setClock(0);
    await desk.pass();
    expect(desk.asked.fills.at(-1)).toBeLessThan(desk.brokerNow());
  });

  it('is everything recent while the broker has told of no moment', async () => {
    const desk = setUp(0);
    await desk.pass();
    await desk.pass();
    expect(desk.asked.orders.at(-1)).toBeLessThan(desk.brokerNow() - 24 * HOUR_MS);
  });

  it('goes on from the newest order or fill of the passes before', async () => {
    const desk = setUp(0);
    desk.list([orderAt(desk.brokerNow() - HOUR_MS)]);
    await desk.pass();
    await desk.pass();
    const [, byOrder = NaN] = desk.asked.orders;
    expect(byOrder).toBeLessThan(desk.brokerNow() - HOUR_MS);
    expect(byOrder).toBeGreaterThan(desk.brokerNow() - 2 * HOUR_MS);
    const filledAt = desk.brokerNow();
    desk.fill(filledAt);
    await desk.pass();
    desk.list([]);
    await desk.pass();
    await desk.pass();
    expect(desk.asked.fills.at(-1)).toBeGreaterThan(filledAt - HOUR_MS / 2);
  });

  it.each([
    ['ahead', 40 * DAY_MS],
    ['behind', -40 * DAY_MS],
  ])('covers the same days of the broker when our clock is %s by weeks', async (_what, offMs) => {
    const desk = setUp(offMs);
    await desk.pass();
    for (const after of [desk.asked.orders[0] ?? NaN, desk.asked.fills[0] ?? NaN]) {
      expect(after).toBeLessThan(desk.brokerNow() - 2 * DAY_MS);
      expect(after).toBeGreaterThan(desk.brokerNow() - 3 * DAY_MS);
    }
  });
});

describe('fills while the desk was closed', () => {
  it('are all read, however long that was, in the broker’s own order', async () => {
    const time = createFakeTime();
    const journal = createStoredMark();
    const fills: number[] = [];
    const first = setUp(0, { journal, time, fills });
    const begun = first.brokerNow();
    for (const ago of [2 * HOUR_MS, HOUR_MS, 60_000]) first.fill(begun - ago);
    await first.pass();
    first.stop();
    time.advance(30 * DAY_MS);
    for (const later of [DAY_MS, 3 * DAY_MS, 29 * DAY_MS]) fills.push(begun + later);
    // Our clock was set to some other year meanwhile.
    const second = setUp(400 * DAY_MS, { journal, time, fills });
    await second.pass();
    expect(second.asked.fills).toEqual([]);
    // What is listed late stands before what is known: the reading begins some minutes earlier.
    expect(second.asked.since).toEqual([`fill ${begun - HOUR_MS}`]);
    expect(second.known()).toEqual(expect.arrayContaining(fills.slice(2)));
    await second.pass();
    expect(second.asked.since.at(-1)).toBe(`fill ${begun + 3 * DAY_MS}`);
  });

  it('are read by time where the broker does not know its own mark any more', async () => {
    const desk = setUp(0);
    for (const ago of [2 * HOUR_MS, 0]) desk.fill(desk.brokerNow() - ago);
    await desk.pass();
    desk.forgetMark();
    const filledAt = desk.brokerNow();
    desk.fill(filledAt);
    await desk.pass();
    expect(desk.known()).toContain(filledAt);
    expect(desk.asked.fills).toHaveLength(2);
  });
});

describe('a record of the broker that is wrong', () => {
  const YEAR_MS = 365 * DAY_MS;

  it.each(['an order', 'a fill'])(
    '%s of the far future does not hide what comes later',
    async (what) => {
      const desk = setUp(0);
      const ahead = desk.brokerNow() + YEAR_MS;
      if (what === 'an order') desk.list([orderAt(ahead), orderAt(desk.brokerNow() - HOUR_MS)]);
      else for (const more of [0, DAY_MS]) desk.fill(ahead + more);
      await desk.pass();
      await desk.pass();
      for (const after of [...desk.asked.orders, ...desk.asked.fills])
        expect(after).toBeLessThan(desk.brokerNow());
      expect(desk.asked.since.join()).not.toContain(String(ahead));
    },
  );

  it('a mark of the future, left by an earlier run, is given up', async () => {
    const time = createFakeTime();
    const ahead = time.clock.wall() + YEAR_MS;
    const journal = createStoredMark({ activityId: `fill ${ahead}`, ordersUntil: ahead });
    const desk = setUp(0, { journal, time });
    const filledAt = desk.brokerNow() - HOUR_MS;
    desk.fill(filledAt);
    await desk.pass();
    expect(desk.known()).toEqual([filledAt]);
    expect(journal.disk.mark?.ordersUntil).toBe(filledAt);
  });

  it('a fill that cannot be read is told, once, and keeps nothing from being complete', async () => {
    const desk = setUp(0);
    const filledAt = desk.brokerNow() - HOUR_MS;
    desk.fill(filledAt);
    desk.add({ id: 'odd one', activityType: 'FILL' });
    await desk.pass();
    await desk.pass();
    expect([desk.passes(), desk.known()]).toEqual([2, [filledAt]]);
    expect(desk.events()).toEqual([expect.stringContaining('activity odd one')]);
  });
});

describe('an order that cannot be asked for', () => {
  it.each([
    ['', 1],
    ['__proto', 1],
    ['unknown', 1],
    ['down', 0],
  ])('%j keeps a pass from being complete only while it is not answered', async (id, passes) => {
    const desk = setUp(0);
    desk.book.putOrders([{ ...orderAt(desk.brokerNow()), id }]);
    await desk.pass();
    expect(desk.passes()).toBe(passes);
  });
});

describe('a journal that cannot be read yet', () => {
  it('keeps its mark, and reading goes on from it once it can be', async () => {
    const time = createFakeTime();
    const lastSeen = time.clock.wall() - 30 * DAY_MS;
    const journal = createStoredMark({ ordersUntil: lastSeen });
    const before = { ...journal.disk.mark };
    journal.disk.isClosed = true;
    const desk = setUp(0, { journal, time });
    const missed = desk.brokerNow() - 20 * DAY_MS;
    for (const moment of [missed, desk.brokerNow() - HOUR_MS]) desk.fill(moment);
    await desk.pass();
    expect(desk.known()).not.toContain(missed);
    expect(journal.disk.mark).toEqual(before);
    journal.disk.isClosed = false;
    await desk.pass();
    expect(desk.known()).toContain(missed);
  });
});
