import { describe, expect, it } from 'vitest';
import type { FeedEvent, WatchDelivery } from '#contract/bridge.ts';
import { fail, ok } from '#contract/failure.ts';
import { feeds as feedTable, type Item } from '#contract/feeds.ts';
import {
  createFeeds,
  FRAME_MS,
  MOST_DRAWN,
  MOST_ITEMS,
  type Sources,
} from '#main/gateway/feeds.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

type Batch = Extract<FeedEvent<unknown>, { kind: 'batch' }>;

const ACCOUNT = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

const tick = (symbol: string, price: string): Item<'prices'> => ({
  symbol,
  price: decimal(price),
  tradedAt: 1,
  receivedAt: 2,
});

function setUp() {
  const time = createFakeTime();
  const publishers = new Set<(items: Item<'prices'>[]) => void>();
  const prices: Sources['prices'] = ({ accountId }, publish) => {
    if (accountId !== ACCOUNT) return fail({ kind: 'not-allowed', message: 'no' });
    publishers.add(publish);
    return ok({
      snapshot: () => [tick('AAPL', '1')],
      stop: () => {
        publishers.delete(publish);
      },
    });
  };
  const never = () => {
    throw new Error('broken source');
  };
  const feeds = createFeeds({
    sources: {
      ...(Object.fromEntries(
        Object.keys(feedTable).map((name) => [name, never]),
      ) as unknown as Sources),
      prices,
    },
    delay: time.delay,
    report: () => 'ref-1',
    isLocked: () => false,
  });
  const deliveries: WatchDelivery[] = [];
  const hub = feeds.open((delivery) => deliveries.push(delivery));
  const publish = (...items: Item<'prices'>[]) => {
    for (const each of publishers) each(items);
  };
  const frame = () => time.advance(FRAME_MS);
  return { time, hub, deliveries, publish, publishers, frame };
}

describe('feeds', () => {
  it('begins with the state, marked as a reset, and counts from one', () => {
    const { hub, deliveries, frame } = setUp();
    hub.watch(1, 'prices', { accountId: ACCOUNT });
    frame();
    expect(deliveries).toEqual([
      [{ id: 1, event: { kind: 'batch', seq: 1, reset: true, items: [tick('AAPL', '1')] } }],
    ]);
  });

  it('sends one message a frame, with the newest price of each symbol', () => {
    const { hub, deliveries, publish, frame } = setUp();
    hub.watch(1, 'prices', { accountId: ACCOUNT });
    hub.watch(2, 'prices', { accountId: ACCOUNT });
    frame();
    for (let n = 0; n < 1000; n++) publish(tick('AAPL', String(n)), tick('MSFT', String(n)));
    frame();
    const items = [tick('AAPL', '999'), tick('MSFT', '999')];
    expect(deliveries).toHaveLength(2);
    expect(deliveries[1]).toEqual([
      { id: 1, event: { kind: 'batch', seq: 2, reset: false, items } },
      { id: 2, event: { kind: 'batch', seq: 2, reset: false, items } },
    ]);
  });

  it('tells the newest of what changes while a large state is still coming', () => {
    const { hub, deliveries, publish, frame } = setUp();
    hub.watch(1, 'prices', { accountId: ACCOUNT });
    frame();
    const many = Array.from({ length: MOST_ITEMS + 10 }, (_, nth) => tick(`S${nth}`, '1'));
    publish(...many);
    frame();
    // One that has left, and one that has not.
    publish(tick('S0', '2'), tick(`S${MOST_ITEMS}`, '2'));
    frame();
    frame();
    const told = deliveries
      .slice(1)
      .flatMap((delivery) =>
        delivery.map(({ event }) => event as Batch).flatMap(({ items }) => items),
      );
    const last = new Map((told as Item<'prices'>[]).map(({ symbol, price }) => [symbol, price]));
    expect(last.size).toBe(MOST_ITEMS + 10);
    expect([...last].filter(([, price]) => price === '2')).toEqual([
      ['S0', '2'],
      [`S${MOST_ITEMS}`, '2'],
    ]);
    expect(told).toHaveLength(MOST_ITEMS + 11);
  });

  it('says nothing while nothing changes', () => {
    const { hub, deliveries, frame, time } = setUp();
    hub.watch(1, 'prices', { accountId: ACCOUNT });
    frame();
    time.advance(60_000);
    expect(deliveries).toHaveLength(1);
    expect(time.pending()).toBe(0);
  });

  it('ends with unwatch and with the window', () => {
    const { hub, deliveries, publish, publishers, frame } = setUp();
    hub.watch(1, 'prices', { accountId: ACCOUNT });
    hub.watch(2, 'prices', { accountId: ACCOUNT });
    frame();
    hub.unwatch(1);
    publish(tick('AAPL', '2'));
    frame();
    expect(deliveries[1]?.map(({ id }) => id)).toEqual([2]);
    hub.close();
    publish(tick('AAPL', '3'));
    frame();
    expect(deliveries).toHaveLength(2);
    expect(publishers.size).toBe(0);
  });

  it.each([
    ['an unknown feed', 'secrets', { accountId: ACCOUNT }, 'invalid'],
    ['a feed of the prototype', 'constructor', { accountId: ACCOUNT }, 'invalid'],
    ['no parameters', 'prices', undefined, 'invalid'],
    ['a parameter too many', 'prices', { accountId: ACCOUNT, all: true }, 'invalid'],
    ['an account that is not open', 'prices', { accountId: OTHER }, 'not-allowed'],
    ['a source that breaks', 'account', { accountId: ACCOUNT }, 'bug'],
  ])('answers %s with a failure', (_what, feed, params, kind) => {
    const { hub, deliveries, frame } = setUp();
    hub.watch(1, feed, params);
    frame();
    expect(deliveries).toEqual([
      [{ id: 1, event: { kind: 'failed', failure: expect.objectContaining({ kind }) } }],
    ]);
  });

  it('refuses an id in use, and ignores ids that are none', () => {
    const { hub, deliveries, frame, publishers } = setUp();
    hub.watch(1, 'prices', { accountId: ACCOUNT });
    hub.watch(1, 'prices', { accountId: ACCOUNT });
    for (const id of ['1', -1, 1.5, Number.NaN, null, {}, undefined]) {
      hub.watch(id, 'prices', { accountId: ACCOUNT });
      hub.unwatch(id);
    }
    frame();
    expect(publishers.size).toBe(1);
    expect(deliveries[0]?.map(({ event }) => event.kind)).toEqual(['failed', 'batch']);
  });

  it('bounds what one window may watch', () => {
    const { hub, publishers } = setUp();
    for (let id = 0; id < 1000; id++) hub.watch(id, 'prices', { accountId: ACCOUNT });
    expect(publishers.size).toBe(256);
  });
});

describe('a snapshot', () => {
  const withSnapshot = (snapshot: () => Item<'executions'>[]) => {
    const time = createFakeTime();
    let stops = 0;
    let isLocked = false;
    const feeds = createFeeds({
      sources: { executions: () => ok({ snapshot, stop: () => stops++ }) } as unknown as Sources,
      delay: time.delay,
      report: () => 'ref-1',
      isLocked: () => isLocked,
    });
    const deliveries: WatchDelivery[] = [];
    const hub = feeds.open((delivery) => deliveries.push(delivery));
    const lock = (next: boolean) => {
      isLocked = next;
      feeds.setLocked(next);
      time.advance(FRAME_MS);
    };
    hub.watch(1, 'executions', { accountId: ACCOUNT });
    time.advance(FRAME_MS);
    const frames = (count: number) => {
      for (let n = 0; n < count; n++) time.advance(FRAME_MS);
    };
    return { deliveries, lock, frames, stops: () => stops };
  };
  const BUG = [{ id: 1, event: { kind: 'failed', failure: { kind: 'bug', ref: 'ref-1' } } }];

  it('of any size comes in parts, whole and in its order, and only its last part is none', () => {
    const { deliveries, frames } = withSnapshot(() =>
      Array.from({ length: 300_000 }, (_, nth) => ({ nth }) as never),
    );
    frames(300);
    const events = deliveries.map(([first]) => first?.event as Batch);
    expect(events.length).toBe(Math.ceil(300_000 / MOST_ITEMS));
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, nth) => nth + 1));
    expect(events.filter(({ reset }) => reset)).toEqual([events[0]]);
    expect(events.filter(({ isPart }) => !isPart)).toEqual([events.at(-1)]);
    const items = events.flatMap((event) => event.items as { nth: number }[]);
    expect(items.every(({ nth }, place) => nth === place)).toBe(true);
    expect(items).toHaveLength(300_000);
  });

  it('of any size is begun anew after the lock, and nothing of the one before comes with it', () => {
    let run = 'a';
    const { deliveries, frames, lock } = withSnapshot(() =>
      Array.from({ length: 300_000 }, (_, nth) => ({ nth, run }) as never),
    );
    frames(20);
    lock(true);
    const before = deliveries.length;
    frames(50);
    expect(deliveries.length).toBe(before);
    run = 'b';
    lock(false);
    frames(200);
    const anew = deliveries.slice(before).map(([first]) => first?.event as Batch);
    expect(anew.map(({ reset }) => reset).indexOf(true)).toBe(0);
    expect(anew.filter(({ isPart }) => !isPart)).toEqual([anew.at(-1)]);
    const items = anew.flatMap((event) => event.items as { nth: number; run: string }[]);
    expect(items.length).toBe(300_000);
    expect(items.every((item, place) => item.nth === place && item.run === 'b')).toBe(true);
  });

  it('of any size keeps the newest of each key where the feed does, and comes whole', () => {
    const time = createFakeTime();
    let publish: (items: Item<'prices'>[]) => void = () => undefined;
    const prices: Sources['prices'] = (_params, publisher) => {
      publish = publisher;
      const state = Array.from({ length: 300_000 }, (_, nth) => tick(`S${nth}`, '1'));
      return ok({ snapshot: () => state, stop: () => undefined });
    };
    const feeds = createFeeds({
      sources: { prices } as Sources,
      delay: time.delay,
      report: () => 'ref-1',
      isLocked: () => false,
    });
    const events: Batch[] = [];
    const hub = feeds.open((delivery) =>
      events.push(...delivery.map(({ event }) => event as Batch)),
    );
    hub.watch(1, 'prices', { accountId: ACCOUNT });
    time.advance(FRAME_MS);
    publish([tick('S0', '2'), tick('S299999', '2')]);
    for (let n = 0; n < 200; n++) time.advance(FRAME_MS);
    expect(events.filter(({ reset }) => reset)).toEqual([events[0]]);
    expect(events.filter(({ isPart }) => !isPart)).toEqual([events.at(-1)]);
    const told = events.flatMap(({ items }) => items as Item<'prices'>[]);
    const last = new Map(told.map(({ symbol, price }) => [symbol, price]));
    expect([told.length, last.size]).toEqual([300_001, 300_000]);
    expect([...last].filter(([, price]) => price === '2').map(([symbol]) => symbol)).toEqual([
      'S0',
      'S299999',
    ]);
    expect(Math.max(...events.map(({ items }) => items.length))).toBe(MOST_ITEMS);
    expect(time.pending()).toBe(0);
  });

  describe('whose items are fetched one by one', () => {
    it('is drawn as it leaves, a slice a frame, and what changes meanwhile comes behind it', () => {
      const time = createFakeTime();
      let drawn = 0;
      let publish: (items: Item<'intents'>[]) => void = () => undefined;
      const item = (intentId: string) => ({ intentId }) as Item<'intents'>;
      function* snapshot() {
        for (; drawn < 2 * MOST_DRAWN; drawn++) yield item(String(drawn));
      }
      const intents: Sources['intents'] = (_params, publisher) => {
        publish = publisher;
        return ok({ snapshot, stop: () => undefined });
      };
      const feeds = createFeeds({
        sources: { intents } as Sources,
        delay: time.delay,
        report: () => 'ref-1',
        isLocked: () => false,
      });
      const events: Batch[] = [];
      const hub = feeds.open((delivery) =>
        events.push(...delivery.map(({ event }) => event as Batch)),
      );
      hub.watch(1, 'intents', { accountId: ACCOUNT });
      expect(drawn).toBeLessThan(2);
      time.advance(FRAME_MS);
      publish([item('changed')]);
      expect([drawn, events[0]?.items.length]).toEqual([MOST_DRAWN, MOST_DRAWN]);
      for (let n = 0; n < 5; n++) time.advance(FRAME_MS);
      expect(events.map(({ items }) => items.length)).toEqual([MOST_DRAWN, MOST_DRAWN, 1]);
      expect(events.map(({ isPart }) => isPart)).toEqual([true, true, undefined]);
    });

    it('and that throws half way ends its source, and says so', () => {
      const { deliveries, frames, stops } = withSnapshot((): never => {
        function* broken() {
          for (let n = 0; n < MOST_DRAWN + 10; n++) yield { n };
          throw new Error('the disk is gone');
        }
        return broken() as never;
      });
      frames(5);
      expect(deliveries.at(-1)).toEqual(BUG);
      expect([deliveries.length, stops()]).toEqual([2, 1]);
    });
  });

  it('that throws ends its source, when it is opened and when it begins anew', () => {
    const broken = () => {
      throw new Error('broken snapshot');
    };
    const opened = withSnapshot(broken);
    expect([opened.deliveries, opened.stops()]).toEqual([[BUG], 1]);
    let isBroken = false;
    const later = withSnapshot(() => (isBroken ? broken() : []));
    isBroken = true;
    later.lock(true);
    later.lock(false);
    expect([later.deliveries.at(-1), later.stops()]).toEqual([BUG, 1]);
  });
});
