import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLiveEvents, type LiveEvent } from '#main/paper/market/live-events.ts';
import { dayAt, newYorkMs } from '#main/paper/market/new-york.ts';
import { day, marketOf, minute } from './market-fixtures.ts';

const MINUTE_MS = 60_000;
const NOON = Date.parse('2026-11-12T17:00:00Z');
const market = marketOf('always');
const live = createLiveEvents(market);
const wanted = {
  trades: ['AAPL', 'ZOM'],
  quotes: ['AAPL', 'MSFT'],
  bars: ['AAPL', 'GORO'],
  dailyBars: ['AAPL'],
};

describe('the live events', () => {
  it('gives the same events however the time is cut into steps', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 70_000 }), { maxLength: 8 }), (steps) => {
        const pieces: LiveEvent[] = [];
        let fromMs = NOON - 30_000;
        for (const step of steps) {
          pieces.push(...live.between(fromMs, fromMs + step, wanted));
          fromMs += step;
        }
        const events = live.between(NOON - 30_000, fromMs, wanted);
        expect(pieces).toEqual(events);
        const times = events.map(({ timeMs }) => timeMs);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
      }),
      { numRuns: 60 },
    );
  });

  it('sends what the history shows afterwards', () => {
    const toMs = NOON + 10 * MINUTE_MS;
    const events = live.between(NOON, toMs, wanted);
    const trades = events.filter((event) => event.kind === 'trade' && event.symbol === 'AAPL');
    expect(trades.map((event) => event.kind === 'trade' && event.trade)).toEqual([
      ...market.trades('AAPL', NOON, toMs),
    ]);
    const bars = events.filter((event) => event.kind === 'bar' && event.symbol === 'AAPL');
    expect(bars.map((event) => event.kind === 'bar' && event.bar)).toEqual([
      ...market.bars('AAPL', minute, NOON, toMs - 1, toMs + MINUTE_MS),
    ]);
    for (const event of events) {
      if (event.kind === 'quote') {
        expect(event.quote).toEqual(market.quote(event.symbol, event.timeMs));
      }
      if (event.kind === 'dailyBar') {
        const midnightMs = newYorkMs(dayAt(NOON));
        const [soFar] = market.bars('AAPL', day, midnightMs, midnightMs, event.timeMs - 1);
        expect(event.bar).toEqual(soFar);
      }
    }
    expect(new Set(events.map(({ kind }) => kind))).toEqual(
      new Set(['trade', 'quote', 'bar', 'dailyBar']),
    );
  });

  it('sends the bar of the last minute of a day, and the finished day with it', () => {
    const midnightMs = newYorkMs(dayAt(NOON) + 1);
    const events = live.between(midnightMs - 1, midnightMs, {
      bars: ['AAPL'],
      dailyBars: ['AAPL'],
    });
    expect(events.map(({ kind, timeMs }) => [kind, timeMs])).toEqual([
      ['bar', midnightMs],
      ['dailyBar', midnightMs],
    ]);
    expect(events[1]).toMatchObject({ bar: { timeMs: newYorkMs(dayAt(NOON)) } });
  });

  it('takes * for all symbols and ignores what is not listed or not asked for', () => {
    const symbols = new Set(
      live.between(NOON, NOON + 5 * MINUTE_MS, { bars: ['*'] }).map(({ symbol }) => symbol),
    );
    expect(symbols.size).toBe(500);
    expect(live.between(NOON, NOON + MINUTE_MS, { trades: ['NOSUCH'], bars: ['NOSUCH'] })).toEqual(
      [],
    );
    expect(live.between(NOON, NOON + MINUTE_MS, {})).toEqual([]);
  });

  it('is silent while the exchange is closed', () => {
    const closed = createLiveEvents(marketOf('real'));
    const saturday = Date.parse('2026-11-14T17:00:00Z');
    const all = { trades: ['*'], quotes: ['*'], bars: ['*'], dailyBars: ['*'] };
    expect(closed.between(saturday, saturday + 10 * MINUTE_MS, all)).toEqual([]);
  });

  it('keeps up with 500 symbols at sixty times the pace of the clock', () => {
    const all = { trades: ['*'], quotes: ['*'], bars: ['*'], dailyBars: ['*'] };
    live.between(NOON - MINUTE_MS, NOON, all);
    const started = performance.now();
    for (let fromMs = NOON; fromMs < NOON + 5 * MINUTE_MS; fromMs += 15_000) {
      live.between(fromMs, fromMs + 15_000, all);
    }
    // Five market minutes last five seconds at that pace; the margin is for slow and busy machines.
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
