import { expect, it } from 'vitest';
import type { SymbolMarket } from '#contract/records.ts';
import { createQuoteFeed } from '#renderer/core/feeds/quote-feed.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

function setUp() {
  const time = createFakeTime();
  const watched = new Map<string, (market: SymbolMarket | undefined) => void>();
  const feed = createQuoteFeed({
    delayMs: time.delay,
    watch(symbol, onMarket) {
      watched.set(symbol, onMarket);
      return () => watched.delete(symbol);
    },
  });
  return { time, feed, watched };
}

it('watches a symbol once however many draw it, and until the last of them is gone', () => {
  const { time, feed, watched } = setUp();
  const woken: string[] = [];
  const stops = ['a', 'b'].map((name) => feed.on('AAPL', () => woken.push(name)));
  time.advance(400);
  const market = { symbol: 'AAPL', halt: { since: 1 } };
  watched.get('AAPL')?.(market);
  expect([woken, feed.get('AAPL')]).toEqual([['a', 'b'], market]);
  stops[0]?.();
  expect([...watched.keys()]).toEqual(['AAPL']);
  stops[1]?.();
  // What is not watched is not known: a halt may be over meanwhile.
  expect([watched.size, feed.get('AAPL')]).toEqual([0, undefined]);
});

it('asks for nothing that was in sight for a moment only', () => {
  const { time, feed, watched } = setUp();
  for (const symbol of ['A', 'AA', 'AAP']) {
    const stop = feed.on(symbol, () => undefined);
    time.advance(100);
    stop();
  }
  time.advance(1_000);
  expect([watched.size, time.pending()]).toEqual([0, 0]);
});
