import { expect, it } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import type { MarketFeed } from '#contract/market-state.ts';
import { createSnapshotPrices } from '#main/account/prices/snapshot-prices.ts';
import type { Snapshot } from '#main/wire/records.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

function setUp() {
  const time = createFakeTime();
  const world = {
    symbols: ['A', 'B'] as readonly string[],
    isClosed: false,
    feed: 'sip' as MarketFeed,
    onAsked: () => undefined as void,
    answer: ok<Snapshot[]>([]),
  };
  const asked: string[] = [];
  const read: (readonly Snapshot[])[] = [];
  const prices = createSnapshotPrices({
    client: {
      snapshots: async (symbols, _signal, how) => {
        asked.push(`${time.clock.elapsed()} ${how?.lane} ${symbols.join()}`);
        world.onAsked();
        return world.answer;
      },
    },
    feed: () => world.feed,
    symbols: () => world.symbols,
    isMarketClosed: () => world.isClosed,
    onRead: (snapshots) => read.push(snapshots),
    signal: new AbortController().signal,
    delay: time.delay,
    log: () => undefined,
  });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      time.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { world, asked, read, prices, pass, time };
}

it('reads all at once, soon and then every ten seconds, in the lane of what is followed', async () => {
  const { prices, asked, read, pass } = setUp();
  prices.onChange();
  await pass(25);
  expect(asked).toEqual(['2000 follow A,B', '12000 follow A,B', '22000 follow A,B']);
  expect(read).toHaveLength(3);
});

it('ends when the stream carries all of them, and begins again when it does not', async () => {
  const { prices, asked, pass, world, time } = setUp();
  prices.onChange();
  await pass(3);
  world.symbols = [];
  prices.onChange();
  await pass(60);
  expect([asked.length, time.pending()]).toEqual([1, 0]);
  world.symbols = ['C'];
  prices.onChange();
  await pass(3);
  expect(asked.at(-1)).toMatch(/ C$/);
});

it('asks seldom while the market is closed, and no sooner than the broker lets it', async () => {
  const { prices, asked, read, pass, world } = setUp();
  world.isClosed = true;
  prices.onChange();
  await pass(51);
  expect(asked).toHaveLength(1);
  world.answer = fail({ kind: 'throttled', status: 429, message: 'slow', retryAfterMs: 40_000 });
  await pass(1);
  expect([asked.length, read.length]).toEqual([2, 1]);
  await pass(39);
  expect(asked).toHaveLength(2);
  await pass(1);
  prices.stop();
  await pass(600);
  expect(asked).toHaveLength(3);
});

it('asks again at once when the feed has changed meanwhile, and takes nothing of the old one', async () => {
  const { prices, asked, read, pass, world } = setUp();
  world.onAsked = () => {
    world.feed = 'iex';
  };
  prices.onChange();
  await pass(4);
  expect([asked.length, read.length]).toEqual([2, 1]);
});
