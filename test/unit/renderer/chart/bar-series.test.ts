import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Timeframe } from '#contract/market.ts';
import { HOUR_MS, MINUTE_MS, periodEnd, periodStart } from '#contract/periods.ts';
import { createBarSeries, type Beginning } from '#renderer/chart/bar-series.ts';
import type { ChartBar } from '#renderer/chart/bar-store.ts';
import { barAt, columnsOf, contentOf } from './bars.ts';

// A Wednesday, 14:37 in New York.
const NOW = Date.parse('2026-07-15T18:37:20Z');
const minuteOf = (time: number) => time - (time % MINUTE_MS);

/** Bars of a timeframe out of minutes, written the slow and plain way. */
function foldAll(timeframe: Timeframe, minutes: readonly ChartBar[]): ChartBar[] {
  const groups = new Map<number, ChartBar[]>();
  for (const minute of [...minutes].sort((a, b) => a.time - b.time)) {
    const start = periodStart(timeframe, minute.time);
    const group = groups.get(start);
    if (group) group.push(minute);
    else groups.set(start, [minute]);
  }
  return [...groups].map(([time, group]) => {
    const volume = group.reduce((sum, bar) => sum + bar.volume, 0);
    const weight = group.reduce((sum, bar) => sum + (bar.vwap ?? bar.close) * bar.volume, 0);
    return {
      time,
      open: group[0]?.open ?? 0,
      high: group.reduce((most, { high }) => Math.max(most, high), -Infinity),
      low: group.reduce((least, { low }) => Math.min(least, low), Infinity),
      close: group.at(-1)?.close ?? 0,
      volume,
      vwap: volume > 0 ? weight / volume : undefined,
    };
  });
}

function minutesBetween(from: number, to: number): ChartBar[] {
  const bars: ChartBar[] = [];
  for (let time = from; time < to; time += MINUTE_MS) bars.push(barAt(time));
  return bars;
}

/** As the loader begins: finished bars, then days and hours of the running one, then minutes from the hour on. */
function beginning(timeframe: Timeframe, all: readonly ChartBar[]): Beginning {
  const running = periodStart(timeframe, NOW);
  const day = periodStart('1Day', NOW);
  const hour = periodStart('1Hour', NOW);
  const isLong = ['1Day', '1Week', '1Month'].includes(timeframe);
  const past = (frame: Timeframe, from: number, to: number) =>
    foldAll(
      frame,
      all.filter(({ time }) => time >= from && time < to),
    );
  return {
    history: columnsOf(past(timeframe, 0, running)),
    parts: isLong
      ? [...past('1Day', running, day), ...past('1Hour', Math.max(day, running), hour)]
      : [],
    minutesFrom: isLong ? hour : running,
  };
}

const nearly = (bars: (ChartBar | undefined)[]) =>
  bars.map((bar) => bar && { ...bar, vwap: bar.vwap?.toFixed(6) });

describe.each(Timeframe.options)('live bars into %s', (timeframe) => {
  const isShort = periodEnd(timeframe, NOW) - NOW < 10 * HOUR_MS;
  const begin = Date.parse(isShort ? '2026-07-15T10:00:00Z' : '2026-06-24T04:00:00Z');
  const all = minutesBetween(begin, NOW + 3 * HOUR_MS);
  const start = beginning(timeframe, all);
  const news = all.filter(({ time }) => time >= Math.min(NOW - 90 * MINUTE_MS, start.minutesFrom));
  const wanted = nearly(foldAll(timeframe, all));

  it('give what the whole history folded at once gives', () => {
    const series = createBarSeries(timeframe, start);
    for (const minute of news) series.putMinutes([minute]);
    expect(nearly(contentOf(series.store))).toEqual(wanted);
  });

  it('give the same in any order, any batches and with repetitions, trades among them', () => {
    // Places, not bars: a failure should fit on a screen.
    const places = news.map((_, n) => n);
    const shuffled = fc.shuffledSubarray(places, { minLength: places.length });
    fc.assert(
      fc.property(shuffled, fc.array(fc.nat(news.length - 1)), fc.nat(40), (order, again, size) => {
        const series = createBarSeries(timeframe, start);
        const stream = [...order, ...again].map((n) => news[n] as ChartBar);
        for (let n = 0; n < stream.length; n += size + 1) {
          const batch = stream.slice(n, n + size + 1);
          const last = batch.at(-1);
          if (last) series.putTrade(last.time + 30_000, 5);
          series.putMinutes(batch);
        }
        expect(nearly(contentOf(series.store))).toEqual(wanted);
      }),
      { numRuns: 15 },
    );
  });

  it('tell rightly from which bar on something changed', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(news.slice(0, 120)), (order) => {
        const series = createBarSeries(timeframe, start);
        let before = contentOf(series.store);
        for (const minute of order) {
          const change = series.putMinutes([minute]);
          const after = contentOf(series.store);
          const from = change?.from ?? after.length;
          expect(after.slice(0, from)).toEqual(before.slice(0, from));
          if (!change) expect(after).toEqual(before);
          // Only a bar that came between others moves them.
          const isMoved = after.length > before.length && from < before.length;
          if (change) expect(change.isInserted).toBe(isMoved);
          before = after;
        }
      }),
      { numRuns: 4 },
    );
  });
});

describe('live bars', () => {
  const minutes = minutesBetween(minuteOf(NOW) - 100 * MINUTE_MS, minuteOf(NOW));
  const fresh = () =>
    createBarSeries('1Min', { history: columnsOf(minutes), parts: [], minutesFrom: 0 });

  it('show the running minute from its trades, and the finished one in its place', () => {
    const series = fresh();
    const time = minuteOf(NOW);
    expect(series.putTrade(NOW, 50)).toEqual({ from: 100, isInserted: false });
    series.putTrade(NOW + 1_000, 53);
    series.putTrade(NOW + 2_000, 49);
    expect(series.store.at(100)).toMatchObject({ time, open: 50, high: 53, low: 49, close: 49 });
    expect(series.running(100)).toEqual({});
    series.putMinutes([barAt(time)]);
    expect(series.store.at(100)).toEqual(barAt(time));
    expect(series.running(100)).toBeUndefined();
  });

  it('take the running minute from whoever heard its beginning, and the newest price from its trades', () => {
    const series = fresh();
    const time = minuteOf(NOW);
    const known = { time, open: 60, high: 70, low: 52, close: 61, volume: 0, vwap: undefined };
    series.putTrade(NOW, 50);
    expect(series.putRunning(known)).toEqual({ from: 100, isInserted: false });
    expect(series.store.at(100)).toEqual({ ...known, low: 50, close: 50 });
    series.putTrade(NOW + 1_000, 71);
    expect(series.store.at(100)).toEqual({ ...known, high: 71, low: 50, close: 71 });
    // One that is over, and one that was before it, change nothing.
    expect(series.putRunning({ ...known, time: time - MINUTE_MS })).toBeUndefined();
    series.putMinutes([barAt(time)]);
    expect(series.putRunning(known)).toBeUndefined();
    expect(series.store.at(100)).toEqual(barAt(time));
  });

  it('say from when on the running minute is known, until more of it is or the next one runs', () => {
    const series = fresh();
    const time = minuteOf(NOW);
    const known = { time, open: 60, high: 70, low: 52, close: 61, volume: 0, vwap: undefined };
    series.putRunning({ ...known, from: NOW });
    series.putTrade(NOW + 1_000, 61);
    expect([series.running(100), series.running(99)]).toEqual([{ from: NOW }, undefined]);
    series.putRunning(known);
    expect(series.running(100)).toEqual({});
    series.putRunning({ ...known, from: NOW });
    series.putTrade(time + MINUTE_MS, 61);
    expect([series.running(101), series.running(100)]).toEqual([{}, undefined]);
  });

  it('do not let a late trade repaint a finished minute', () => {
    const series = fresh();
    expect(series.putTrade(minuteOf(NOW) - 1, 1)).toBeUndefined();
    expect(contentOf(series.store)).toEqual(minutes);
  });

  it('leave out a minute from before everything that was read', () => {
    const series = fresh();
    expect(series.putMinutes([barAt(NOW - 200 * MINUTE_MS)])).toBeUndefined();
    expect(series.store.length()).toBe(100);
  });

  it('do not count a minute twice that the history of a larger bar already holds', () => {
    const from = periodStart('1Day', NOW);
    const hour = periodStart('1Hour', NOW);
    const parts = foldAll('1Hour', minutesBetween(from, hour));
    const series = createBarSeries('1Day', { history: columnsOf([]), parts, minutesFrom: hour });
    const before = contentOf(series.store);
    expect(series.putMinutes([barAt(hour - MINUTE_MS, { high: 9_999 })])).toBeUndefined();
    expect(contentOf(series.store)).toEqual(before);
  });

  it('begin a new bar at midnight in New York, not at midnight UTC', () => {
    const midnight = periodEnd('1Day', periodStart('1Day', NOW));
    const series = createBarSeries('1Day', {
      history: columnsOf([]),
      parts: [],
      minutesFrom: periodStart('1Day', NOW),
    });
    series.putMinutes([barAt(midnight - 4 * HOUR_MS - MINUTE_MS)]);
    series.putMinutes([barAt(midnight - MINUTE_MS)]);
    expect(series.store.length()).toBe(1);
    expect(series.putMinutes([barAt(midnight)])).toEqual({ from: 1, isInserted: false });
    expect(series.store.timeAt(1)).toBe(midnight);
  });
});
