import { describe, expect, it, vi } from 'vitest';
import type { Bar, LiveBar } from '#contract/bars.ts';
import { fail, ok } from '#contract/failure.ts';
import { createBarBook } from '#main/account/prices/bar-book.ts';
import { createPriceUpdates } from '#main/account/prices/price-updates.ts';
import { createQuoteBook } from '#main/account/prices/quote-book.ts';
import { createRunningMinutes } from '#main/account/prices/running-minutes.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { decimal } from '#main/domain/decimal.ts';
import { decodeDataMessages } from '#main/wire/data-stream.ts';
import type { Snapshot } from '#main/wire/records.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const START = Date.UTC(2026, 0, 5, 15);
const iso = (ms: number) => new Date(START + ms).toISOString();

async function setUp(snapshot?: { price: string; at: number }) {
  const time = createFakeTime(START);
  const book = createAccountBook();
  const quotes = createQuoteBook(time);
  const bars = createBarBook();
  const running = createRunningMinutes({ ...time, delayMs: () => 0 });
  const read: string[][] = [];
  const told: LiveBar[] = [];
  /** Of which symbols the minutes were asked for. */
  const barsOf: string[][] = [];
  const filled = vi.fn();
  /** What the broker has of the minutes. */
  const minutes: Bar[] = [];
  const wire = { answers: Promise.resolve(), fails: '' };
  const answer = { now: snapshot };
  const updates = createPriceUpdates({
    ...time,
    book,
    bars,
    running,
    quotes,
    feed: () => 'iex',
    isCarried: () => true,
    log: () => undefined,
    client: {
      snapshots: async (symbols) => {
        read.push([...symbols]);
        return ok(
          symbols.map((symbol): Snapshot => {
            const { now } = answer;
            const trade = now && { symbol, price: decimal(now.price), tradedAt: START + now.at };
            return { symbol, trade, previousClose: decimal('100'), quote: undefined };
          }),
        );
      },
      async bars({ symbols }) {
        const now = [...minutes];
        barsOf.push([...symbols]);
        await wire.answers;
        if (wire.fails === 'by throwing') throw new Error('something went wrong in here');
        return wire.fails ? fail({ kind: 'offline', message: 'no network' }) : ok(now);
      },
    },
    onBars: (news) => void told.push(...news),
    onFilled: filled,
    signal: new AbortController().signal,
  });
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) {
      time.advance(0);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  updates.follow(['AAPL']);
  await settle();
  const say = (...messages: object[]) =>
    updates.onEvents([decodeDataMessages(messages.map((one) => ({ S: 'AAPL', z: 'C', ...one })))]);
  const trade = (i: number, p: number, ms: number, more: object = {}) =>
    say({ T: 't', i, x: 'V', p, s: 100, c: ['@'], t: iso(ms), ...more });
  const price = () => book.price('AAPL')?.price;
  const parts = { time, book, quotes, bars, running, updates, barsOf, filled };
  return { ...parts, answer, read, told, minutes, wire, settle, say, trade, price };
}

describe('the last price', () => {
  it('is set by prints that may, and by no others', async () => {
    const { trade, price } = await setUp();
    trade(1, 101, 1_000);
    trade(2, 55, 2_000, { c: ['@', 'I'] });
    trade(3, 56, 2_100, { c: ['Z'] });
    expect(price()).toBe('101');
    trade(4, 102, 3_000, { c: ['@', 'T'] });
    expect(price()).toBe('102');
  });

  it('goes back to the one before when its trade is canceled, with the age that it had', async () => {
    const { time, book, trade, say, price } = await setUp({ price: '99', at: 0 });
    trade(1, 101, 1_000);
    const heardAt = time.clock.wall();
    time.advance(5_000);
    trade(2, 150, 6_000);
    say({ T: 'x', i: 2, x: 'V', p: 150, a: 'C', t: iso(7_000) });
    expect(book.price('AAPL')).toMatchObject({
      price: '101',
      tradedAt: START + 1_000,
      receivedAt: heardAt,
    });
    expect(book.price('AAPL')).toMatchObject({ previousClose: '100', change: '1' });
    // The next trade counts again, also one that was before the canceled one.
    trade(3, 102, 5_500);
    expect(price()).toBe('102');
  });

  it('stays when a trade before it is canceled, or one of another exchange or symbol', async () => {
    const { trade, say, price } = await setUp();
    trade(1, 101, 1_000);
    trade(2, 102, 2_000);
    say({ T: 'x', i: 1, x: 'V', p: 101, a: 'E', t: iso(3_000) });
    say({ T: 'x', i: 2, x: 'Q', p: 102, a: 'C', t: iso(3_000) });
    say({ T: 'x', i: 2, x: 'V', p: 102, a: 'C', t: iso(3_000), S: 'MSFT' });
    expect(price()).toBe('102');
    // The first one is gone all the same.
    trade(3, 103, 4_000);
    say({ T: 'x', i: 3, x: 'V', p: 103, a: 'C', t: iso(5_000) });
    expect(price()).toBe('102');
  });

  it('is the corrected one, which can be corrected and canceled again', async () => {
    const { trade, say, price } = await setUp();
    const correct = (oi: number, ci: number, cp: number) =>
      say({ T: 'c', x: 'V', oi, op: 1, ci, cp, cc: ['@'], t: iso(9_000) });
    trade(1, 101, 1_000);
    trade(2, 150, 2_000);
    correct(2, 20, 105);
    expect(price()).toBe('105');
    correct(20, 21, 104.5);
    expect(price()).toBe('104.5');
    say({ T: 'x', i: 21, x: 'V', p: 104.5, a: 'C', t: iso(9_500) });
    expect(price()).toBe('101');
  });

  it('is read where nobody here knows the one before', async () => {
    const { trade, say, price, answer, read, settle } = await setUp();
    trade(1, 150, 2_000);
    answer.now = { price: '99.5', at: 500 };
    say({ T: 'x', i: 1, x: 'V', p: 150, a: 'C', t: iso(3_000) });
    await settle();
    expect([price(), read.length]).toEqual(['99.5', 2]);
  });

  it('is not put back by a reading when something has traded meanwhile', async () => {
    const { trade, say, price, answer, settle } = await setUp();
    trade(1, 150, 2_000);
    answer.now = { price: '99.5', at: 500 };
    say({ T: 'x', i: 1, x: 'V', p: 150, a: 'C', t: iso(3_000) });
    trade(2, 101, 3_100);
    await settle();
    expect(price()).toBe('101');
  });

  it('is read again when what was read may be what is canceled', async () => {
    const { say, price, answer, read, settle } = await setUp({ price: '150', at: 0 });
    answer.now = { price: '99.5', at: -500 };
    say({ T: 'x', i: 8, x: 'V', p: 150, a: 'C', t: iso(3_000) });
    await settle();
    expect([price(), read.length]).toEqual(['99.5', 2]);
    say({ T: 'x', i: 9, x: 'V', p: 70, a: 'C', t: iso(4_000) });
    await settle();
    expect(read.length).toBe(2);
  });

  it('survives a frame that comes twice: one cancel takes both of them back', async () => {
    const { trade, say, price } = await setUp();
    trade(1, 101, 1_000);
    for (const _ of [1, 2]) trade(2, 150, 2_000);
    say({ T: 'x', i: 2, x: 'V', p: 150, a: 'C', t: iso(3_000) });
    expect(price()).toBe('101');
  });

  it('keeps no more prints than it takes', async () => {
    const { trade, say, price, read, settle, answer } = await setUp();
    for (let nth = 0; nth < 1_000; nth++) trade(nth, 100 + nth, nth);
    answer.now = { price: '42', at: 0 };
    for (let nth = 999; nth > 990; nth--) say({ T: 'x', i: nth, x: 'V', a: 'C', t: iso(2_000) });
    await settle();
    expect([price(), read.length]).toEqual(['42', 2]);
  });
});

describe('what is read', () => {
  const many = Array.from({ length: 500 }, (_, n) => `S${n}`);

  it('is what is new among the symbols, and nothing when one is let go', async () => {
    const { updates, read, barsOf, settle } = await setUp();
    updates.follow([...many, 'AAPL']);
    await settle();
    updates.follow(['NEW', ...many, 'AAPL']);
    await settle();
    updates.follow(['NEW', ...many]);
    await settle();
    updates.follow(['AAPL', ...many, 'NEW']);
    await settle();
    expect(read).toEqual([['AAPL'], many, ['NEW'], ['AAPL']]);
    expect(barsOf).toEqual(read);
  });

  it('is everything when all may have missed something, which alone fills a gap', async () => {
    const { updates, read, filled, settle } = await setUp();
    updates.readAgain();
    await settle();
    expect([read.at(-1), filled.mock.calls.length]).toEqual([['AAPL'], 1]);
    updates.follow(['AAPL', 'NEW']);
    await settle();
    expect([read.at(-1), filled.mock.calls.length]).toEqual([['NEW'], 1]);
    updates.readAgain();
    await settle();
    expect([read.at(-1), filled.mock.calls.length]).toEqual([['AAPL', 'NEW'], 2]);
  });

  it('is one symbol where one has a hole, or a trade that was taken back', async () => {
    const { updates, read, say, trade, settle } = await setUp();
    updates.follow(['AAPL', ...many]);
    await settle();
    read.length = 0;
    const bar = { T: 'b', o: 1, h: 1, l: 1, c: 1, v: 1 };
    say({ ...bar, t: iso(-600_000) });
    say({ ...bar, t: iso(-300_000) });
    await settle();
    trade(1, 150, 2_000);
    say({ T: 'x', i: 1, x: 'V', p: 150, a: 'C', t: iso(3_000) });
    await settle();
    expect(read).toEqual([['AAPL'], ['AAPL']]);
  });

  it('is one symbol where several minutes come at once behind a hole', async () => {
    const { read, say, settle } = await setUp();
    read.length = 0;
    const bar = { T: 'b', o: 1, h: 1, l: 1, c: 1, v: 1 };
    say({ ...bar, t: iso(-600_000) });
    say({ ...bar, t: iso(-180_000) }, { ...bar, t: iso(-120_000) });
    await settle();
    expect(read).toEqual([['AAPL']]);
    say({ ...bar, t: iso(-60_000) });
    await settle();
    expect(read).toHaveLength(1);
  });

  it.each(['by an answer', 'by throwing'])(
    'is tried again when it failed %s, with what is due by then, and fills the gap after',
    async (how) => {
      const { time, updates, read, wire, filled, settle } = await setUp();
      wire.fails = how;
      updates.readAgain();
      await settle();
      updates.follow(['NEW', 'AAPL']);
      await settle();
      expect(filled).not.toHaveBeenCalled();
      wire.fails = '';
      time.advance(2_000);
      await settle();
      expect(read.at(-1)).toEqual(['NEW', 'AAPL']);
      expect(filled).toHaveBeenCalledOnce();
      time.advance(60_000);
      await settle();
      expect(read).toHaveLength(read.indexOf(read.at(-1)!) + 1);
    },
  );

  it('loses nothing that becomes due while it is under way', async () => {
    const { updates, read, wire, settle } = await setUp();
    let answer: () => void = () => undefined;
    wire.answers = new Promise((resolve) => (answer = resolve));
    updates.follow(['AAPL', 'B']);
    await settle();
    updates.follow(['AAPL', 'B', 'C']);
    updates.readAgain(['B']);
    answer();
    await settle();
    expect(read).toEqual([['AAPL'], ['B'], ['B', 'C']]);
  });
});

it('replaces a minute by its updated bar', async () => {
  const { say, bars } = await setUp();
  const bar = { T: 'b', o: 1, h: 2, l: 1, c: 2, v: 10, n: 1, vw: 1.5, t: iso(0) };
  say(bar);
  say({ ...bar, T: 'u', h: 3, v: 12 });
  expect(bars.bars('AAPL')).toMatchObject([{ high: 3, volume: 12 }]);
});

it('ends a halt with the first trade after it: the word that it is over may be missed', async () => {
  const { say, trade, quotes } = await setUp();
  say({ T: 's', sc: 'H', rm: 'News Pending', t: iso(1_000) });
  trade(1, 101, 900);
  expect(quotes.get('AAPL')?.halt).toEqual({ since: START + 1_000, reason: 'News Pending' });
  trade(2, 102, 1_001);
  expect(quotes.get('AAPL')?.halt).toBeUndefined();
});

describe('the minute that runs', () => {
  const AAPL = new Set(['AAPL']);
  const bar = (ms: number, open: number, high: number, low: number): Bar => {
    return { symbol: 'AAPL', time: START + ms, open, high, low, close: low, volume: 900 };
  };

  it('is told as it begins and kept as it was heard, for whoever comes later', async () => {
    const { time, updates, running, told, trade } = await setUp();
    updates.onCarried(AAPL);
    time.advance(60_000);
    trade(1, 101, 60_500);
    trade(2, 103, 61_000);
    trade(3, 100.5, 62_000);
    trade(4, 101.25, 63_000);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ time: START + 60_000, open: 101, forming: {} });
    expect(running.get('AAPL')).toEqual({
      symbol: 'AAPL',
      time: START + 60_000,
      open: 101,
      high: 103,
      low: 100.5,
      close: 101.25,
      volume: 0,
      forming: {},
    });
  });

  it('is read where the stream came in the middle of it, once more after the stream carries it', async () => {
    const { time, updates, running, minutes, wire, read, told, settle, trade } = await setUp();
    time.advance(20_000);
    minutes.push(bar(0, 99, 104, 98));
    let answer: () => void = () => undefined;
    wire.answers = new Promise((resolve) => (answer = resolve));
    updates.readAgain();
    await settle();
    // Granted while the answer was under way: what traded in between is in neither.
    time.advance(50);
    updates.onCarried(AAPL);
    const before = read.length;
    answer();
    await settle();
    expect(read.length).toBe(before + 1);
    expect(told.map(({ forming }) => forming)).toEqual([{ from: START + 20_000 }, {}]);
    trade(1, 101, 21_000);
    await settle();
    expect(read.length).toBe(before + 1);
    expect(running.get('AAPL')).toMatchObject({ open: 99, high: 104, low: 98, close: 101 });
    expect(running.get('AAPL')?.forming).toEqual({});
  });

  it('says from when on it is known where nobody can tell, and the next one is whole', async () => {
    const { time, updates, running, told, trade } = await setUp();
    time.advance(20_000);
    updates.onCarried(AAPL);
    trade(1, 101, 21_000);
    trade(2, 102, 22_000);
    expect(told.at(-1)?.forming).toEqual({ from: START + 21_000 });
    time.advance(40_000);
    trade(3, 103, 60_100);
    expect(running.get('AAPL')).toMatchObject({ open: 103, forming: {} });
  });

  it('is not whole after the stream was away, until the broker tells what was missed', async () => {
    const { time, updates, running, minutes, settle, trade } = await setUp();
    updates.onCarried(AAPL);
    trade(1, 101, 1_000);
    expect(running.get('AAPL')?.forming).toEqual({});
    updates.onCarried(new Set());
    time.advance(10_000);
    minutes.push(bar(0, 101, 120, 100));
    updates.onCarried(AAPL);
    expect(running.get('AAPL')?.forming).toEqual({ from: START + 10_000 });
    await settle();
    expect(running.get('AAPL')).toMatchObject({ open: 101, high: 120, low: 100, close: 101 });
    expect(running.get('AAPL')?.forming).toEqual({});
  });

  it('goes with its symbol, and with its feed', async () => {
    const { updates, running, trade } = await setUp();
    trade(1, 101, 1_000);
    updates.changeFeed();
    expect(running.get('AAPL')).toBeUndefined();
    trade(2, 101, 2_000);
    updates.follow(['MSFT']);
    expect(running.get('AAPL')).toBeUndefined();
  });
});
