import { expect, it } from 'vitest';
import { Price, type StreamState, type SymbolMarket } from '#contract/records.ts';
import { createSlices } from '#renderer/core/feeds/slices.ts';
import { createLiveRows } from '#renderer/screens/desk/watchlist/live-rows.ts';
import { createClock } from '#renderer/core/clock.ts';
import { createTurns } from '#renderer/core/turns.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

function setUp() {
  const fake = createFakeTime(1_000_000);
  const time = fake.clock.wall;
  const frames: (() => void)[] = [];
  let beat: (() => void) | undefined;
  const schedule = (run: () => void): void => void frames.push(run);
  const prices = createSlices<string, Price>(schedule);
  const streams = createSlices<string, StreamState>(schedule);
  streams.put('prices', { stream: 'prices', phase: 'live', since: 1 });
  const clock = createClock({
    now: time,
    every(_ms, run) {
      beat = run;
      return () => (beat = undefined);
    },
  });
  const markets = createSlices<string, SymbolMarket>(schedule);
  const rows = createLiveRows({
    prices,
    quotes: markets,
    streams,
    clock,
    turns: createTurns({ schedule, delay: fake.delay, now: time, touchedAt: () => -Infinity }),
  });
  return {
    rows,
    streams,
    put: (symbol: string, price: string) =>
      prices.put(symbol, Price.parse({ symbol, price, tradedAt: time(), receivedAt: time() })),
    frame(ms = 16) {
      fake.advance(ms);
      for (const run of frames.splice(0)) run();
    },
    beat(ms = 1_000) {
      fake.advance(ms);
      beat?.();
    },
    isBeating: () => beat !== undefined,
    isQuiet: () => frames.length === 0,
  };
}

it('writes at once what is known, and later only the rows whose price came', () => {
  const { rows, put, frame } = setUp();
  const written: string[] = [];
  put('AAPL', '1');
  for (const symbol of ['AAPL', 'MSFT'])
    rows.on(symbol, ({ price }) => written.push(`${symbol} ${price?.price ?? 'none'}`));
  expect(written.splice(0)).toEqual(['AAPL 1', 'MSFT none']);
  for (let n = 0; n < 3; n++) frame(200);
  written.length = 0;
  put('MSFT', '2');
  put('MSFT', '3');
  for (let n = 0; n < 3; n++) frame(100);
  expect(written).toEqual(['MSFT 3']);
});

it('writes a row a few times a second however often its price moves, and ends with the newest', () => {
  const { rows, put, frame } = setUp();
  const written: (string | undefined)[] = [];
  rows.on('AAPL', ({ price }) => written.push(price?.price));
  for (let n = 0; n < 60; n++) {
    put('AAPL', `${n}`);
    frame(16);
  }
  expect(written.length).toBeGreaterThan(4);
  expect(written.length).toBeLessThan(10);
  for (let n = 0; n < 20; n++) frame(16);
  expect(written.at(-1)).toBe('59');
});

it('grows old without a price, and says so at once when the stream is lost', () => {
  const { rows, streams, put, frame, beat } = setUp();
  put('AAPL', '1');
  const seen: [isStale: boolean, isBeat: boolean][] = [];
  rows.on('AAPL', ({ isStale, isBeat }) => seen.push([isStale, isBeat]));
  frame(200);
  frame(200);
  seen.length = 0;
  beat(60_001);
  frame(200);
  expect(seen.splice(0)).toEqual([[true, true]]);
  put('AAPL', '2');
  frame(200);
  frame(200);
  expect(seen.splice(0)).toEqual([[false, false]]);
  streams.put('prices', { stream: 'prices', phase: 'lost', since: 1 } as unknown as StreamState);
  frame(200);
  frame(200);
  expect(seen.at(-1)?.[0]).toBe(true);
});

it('listens to nothing for rows that are out of sight', () => {
  const { rows, put, frame, isBeating, isQuiet } = setUp();
  let writes = 0;
  const stop = rows.on('AAPL', () => writes++);
  expect(isBeating()).toBe(true);
  stop();
  frame();
  put('AAPL', '1');
  frame();
  // A row that still listened would want a turn now.
  expect(isQuiet()).toBe(true);
  expect([writes, isBeating()]).toEqual([1, false]);
});
