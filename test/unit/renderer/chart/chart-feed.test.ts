import { describe, expect, it, onTestFinished } from 'vitest';
import type { Bridge } from '#contract/bridge.ts';
import { fail, ok, type Failure } from '#contract/failure.ts';
import type { Item } from '#contract/feeds.ts';
import type { Timeframe } from '#contract/market.ts';
import { delayMsOf, type MarketFeed } from '#contract/market-state.ts';
import { MINUTE_MS, periodEnd, periodStart } from '#contract/periods.ts';
import { createChartFeed } from '#renderer/chart/chart-feed.ts';
import type { ChartBar } from '#renderer/chart/bar-store.ts';
import { createSlices } from '#renderer/core/feeds/slices.ts';
import { barAt, columnsOf } from './bars.ts';

const NOW = Date.parse('2026-07-15T18:37:20Z');
const OFFLINE: Failure = { kind: 'offline', message: 'no wire' };
type Asked = { timeframe: Timeframe; before?: number; limit: number };

/** A desk whose bars go back to `first`, one for each period. */
function setUp(timeframe: Timeframe, first = NOW - 20_000 * MINUTE_MS) {
  const asked: Asked[] = [];
  const flushes: (() => void)[] = [];
  const schedule = (flush: () => void) => void flushes.push(flush);
  const prices = createSlices<string, Item<'prices'>>(schedule);
  const streams = createSlices<string, Item<'streams'>>(schedule);
  const market = createSlices<string, Item<'market'>>(schedule);
  const desk: {
    feed: MarketFeed;
    failure?: Failure | undefined;
    savedAt?: number | undefined;
    /** Only questions about bars of this length fail. */
    failing?: Timeframe | undefined;
  } = { feed: 'sip' };
  let tellBars: (bars: Item<'bars'>[], isReset: boolean) => void = () => undefined;
  const call = async (_name: string, input: Asked) => {
    asked.push(input);
    await Promise.resolve();
    if (desk.failure) return fail(desk.failure);
    if (desk.failing === input.timeframe) return fail(OFFLINE);
    const times: number[] = [];
    const told = NOW - delayMsOf(desk.feed);
    const end = Math.min(input.before ?? told, periodStart(input.timeframe, told));
    let time = periodStart(input.timeframe, end - 1);
    while (time >= first && times.length < input.limit) {
      times.unshift(time);
      time = periodStart(input.timeframe, time - 1);
    }
    const { savedAt } = desk;
    const bars = columnsOf(times.map((at) => barAt(at)));
    const { feed: of } = desk;
    return ok({ bars, isFirst: time < first, feed: of, ...(savedAt !== undefined && { savedAt }) });
  };
  const feed = createChartFeed({
    bridge: { call } as unknown as Bridge,
    feeds: {
      prices,
      streams,
      market,
      watchBars(_symbol, onBars) {
        tellBars = onBars;
        return () => undefined;
      },
    },
    accountId: 'a',
    symbol: 'AAPL',
    timeframe,
    now: () => NOW,
  });
  onTestFinished(() => feed.stop());
  const flush = () => {
    for (const run of flushes.splice(0)) run();
  };
  return {
    feed,
    asked,
    desk,
    settle: () => new Promise((resolve) => setImmediate(resolve)),
    minute: (...times: number[]) =>
      tellBars(
        times.map((time) => ({ symbol: 'AAPL', ...barAt(time) })),
        false,
      ),
    forming: (bar: ChartBar, from?: number) =>
      tellBars([{ symbol: 'AAPL', ...bar, forming: from === undefined ? {} : { from } }], true),
    price(value: string, tradedAt: number) {
      prices.put('AAPL', {
        symbol: 'AAPL',
        price: value as Item<'prices'>['price'],
        tradedAt,
        receivedAt: tradedAt,
      });
      flush();
    },
    /** Main goes over to another feed and says so. */
    change(next: MarketFeed) {
      desk.feed = next;
      market.put('market', { choice: 'auto', feed: next });
      flush();
    },
    phase(phase: 'live' | 'reconnecting') {
      streams.put('prices', { stream: 'prices', phase, since: 0 });
      flush();
    },
  };
}

const ready = (feed: ReturnType<typeof setUp>['feed']) => {
  const state = feed.state();
  if (state.phase !== 'ready') throw new Error(state.phase);
  return state;
};

describe('the feed of the prices', () => {
  it('is one for the whole chart: with another it is drawn anew, and nothing of before is left', async () => {
    const { feed, settle, asked, change } = setUp('1Min');
    await settle();
    const drawn: (object | undefined)[] = [];
    feed.listen({
      onSeries: (series) => drawn.push(series),
      onChange: () => {},
      onOlder: () => {},
    });
    const before = asked.length;
    change('sip');
    expect(asked).toHaveLength(before);
    change('iex');
    expect([drawn.length, feed.series(), feed.state()]).toEqual([
      2,
      undefined,
      { phase: 'loading' },
    ]);
    await settle();
    expect(asked.slice(before)).toHaveLength(1);
    expect(drawn.at(-1)).toBe(feed.series());
  });

  it('is not mixed when it changes between two pages', async () => {
    const { feed, settle, desk } = setUp('1Min');
    await settle();
    const first = feed.series();
    desk.feed = 'iex';
    feed.loadOlder();
    await settle();
    await settle();
    expect(feed.series()).not.toBe(first);
    expect(ready(feed).older).toBeUndefined();
  });

  it('that is late has its running bar a quarter of an hour ago', async () => {
    const { feed, settle, minute, change } = setUp('5Min');
    change('delayed_sip');
    await settle();
    const running = periodStart('5Min', NOW - 15 * MINUTE_MS);
    const minutes = [0, 1, 2].map((n) => running + n * MINUTE_MS);
    minute(running + 2 * MINUTE_MS);
    const store = feed.series()?.store;
    expect(store?.at(store.length() - 1)).toMatchObject({
      time: running,
      volume: minutes.reduce((sum, time) => sum + barAt(time).volume, 0),
    });
  });
});

describe('chart feed', () => {
  it('has the running day complete from the first moment, and counts no minute twice', async () => {
    const { feed, settle, minute } = setUp('1Day');
    minute(periodStart('1Hour', NOW)); // told by the stream and by the history
    await settle();
    const series = feed.series();
    const last = series?.store.at((series?.store.length() ?? 0) - 1);
    const day = periodStart('1Day', NOW);
    let volume = 0;
    for (let at = day; at < periodStart('1Hour', NOW); at = periodEnd('1Hour', at))
      volume += barAt(at).volume;
    for (let at = periodStart('1Hour', NOW); at < periodStart('1Min', NOW); at += MINUTE_MS)
      volume += barAt(at).volume;
    expect(last).toMatchObject({ time: day, open: barAt(day).open, volume });
  });

  it('tells minutes that come at once as one change, and whether one of them came between others', async () => {
    const { feed, settle, minute } = setUp('1Min');
    await settle();
    const changes: { from: number; isInserted: boolean }[] = [];
    feed.listen({
      onSeries: () => {},
      onChange: (change) => changes.push(change),
      onOlder: () => {},
    });
    const length = feed.series()?.store.length() ?? 0;
    const next = periodStart('1Min', NOW);
    minute(next, next + MINUTE_MS, next + 3 * MINUTE_MS);
    minute(next + 4 * MINUTE_MS, next + 2 * MINUTE_MS);
    expect(changes).toEqual([
      { from: length, isInserted: false },
      { from: length + 2, isInserted: true },
    ]);
  });

  it('goes back page by page while the edge is near, and stops at the first bar', async () => {
    const { feed, settle, asked } = setUp('1Min');
    await settle();
    const added: number[] = [];
    feed.listen({ onSeries: () => {}, onChange: () => {}, onOlder: (count) => added.push(count) });
    feed.setNearEdge(true);
    feed.setNearEdge(true);
    expect(ready(feed).older).toBe(0);
    for (let n = 0; n < 8; n++) await settle();
    expect(added.length).toBe(4);
    expect(ready(feed)).toMatchObject({ isFirst: true, older: undefined });
    const befores = asked.flatMap(({ before }) => (before === undefined ? [] : [before]));
    expect(new Set(befores).size).toBe(4);
    feed.setNearEdge(false);
    feed.setNearEdge(true);
    await settle();
    expect(asked.length).toBe(5);
  });

  it('takes nothing from a reading that was canceled, and reads again at the next visit', async () => {
    const { feed, settle, asked } = setUp('1Min');
    await settle();
    const before = feed.series()?.store.length();
    feed.setNearEdge(true);
    feed.cancelOlder();
    await settle();
    expect([feed.series()?.store.length(), ready(feed).older]).toEqual([before, undefined]);
    feed.setNearEdge(false);
    feed.setNearEdge(true);
    await settle();
    expect(feed.series()?.store.length()).toBeGreaterThan(before ?? 0);
    expect(asked[1]?.before).toBe(asked[2]?.before);
  });

  it('says what failed, and reads again when the stream is back', async () => {
    const { feed, settle, desk, phase } = setUp('1Min');
    desk.failure = OFFLINE;
    await settle();
    expect(feed.state()).toEqual({ phase: 'failed', failure: OFFLINE });
    desk.failure = undefined;
    phase('live');
    await settle();
    expect(ready(feed).isEmpty).toBe(false);
  });

  it('shows saved bars with their age until fresh ones can be read', async () => {
    const { feed, settle, desk, phase } = setUp('1Min');
    desk.savedAt = NOW - 5_000;
    await settle();
    expect(ready(feed).savedAt).toBe(NOW - 5_000);
    phase('reconnecting');
    await settle();
    expect(ready(feed).savedAt).toBe(NOW - 5_000);
    desk.savedAt = undefined;
    phase('live');
    await settle();
    expect(ready(feed).savedAt).toBeUndefined();
  });

  it.each([
    ['1Hour', '1Min'],
    ['1Day', '1Hour'],
    ['1Week', '1Day'],
  ] as const)(
    'says that a running bar of %s lacks what could not be read of %s, until it is',
    async (timeframe, failing) => {
      const { feed, settle, desk, phase } = setUp(timeframe, NOW - 60 * 24 * 60 * MINUTE_MS);
      desk.failing = failing;
      await settle();
      expect(ready(feed).partialFrom).toBe(periodStart(timeframe, NOW));
      desk.failing = undefined;
      phase('live');
      await settle();
      expect(ready(feed).partialFrom).toBeUndefined();
    },
  );

  it('keeps what is on the screen when a page back fails', async () => {
    const { feed, settle, desk } = setUp('1Min');
    await settle();
    desk.failure = OFFLINE;
    feed.setNearEdge(true);
    await settle();
    expect(ready(feed)).toMatchObject({ olderFailure: OFFLINE, older: undefined });
    expect(feed.series()?.store.length()).toBe(2_000);
  });
});

describe('the minute that runs', () => {
  const time = NOW - (NOW % MINUTE_MS);
  const known = { time, open: 60, high: 70, low: 52, close: 61, volume: 0, vwap: undefined };
  const last = (feed: ReturnType<typeof setUp>['feed']) => {
    const series = feed.series();
    const index = (series?.store.length() ?? 0) - 1;
    return { bar: series?.store.at(index), running: series?.running(index) };
  };

  it.each(['1Min', '5Min', '1Hour'] as const)(
    'is as main knows it where the page came in the middle of it: %s',
    async (timeframe) => {
      const { feed, settle, forming, price } = setUp(timeframe);
      price('55', NOW);
      forming(known);
      await settle();
      price('56', NOW + 1_000);
      const { bar, running } = last(feed);
      expect(running).toEqual({});
      expect(bar?.close).toBe(56);
      if (timeframe === '1Min') expect(bar).toEqual({ ...known, close: 56 });
      else expect(bar?.low).toBe(52);
    },
  );

  it('keeps what was heard while the history was read, also when it is read again', async () => {
    const { feed, settle, forming, price } = setUp('1Min');
    forming(known);
    price('75', NOW);
    price('55', NOW + 1_000);
    await settle();
    expect(last(feed).bar).toEqual({ ...known, high: 75, close: 55 });
    feed.reload();
    price('40', NOW + 2_000);
    price('57', NOW + 3_000);
    await settle();
    expect(last(feed).bar).toEqual({ ...known, high: 75, low: 40, close: 57 });
  });

  it('says from when on it is known, until main has read the rest of it', async () => {
    const { feed, settle, forming, price } = setUp('1Min');
    await settle();
    forming({ ...known, open: 61 }, NOW);
    price('62', NOW + 1_000);
    expect(last(feed).running).toEqual({ from: NOW });
    forming(known);
    expect(last(feed)).toEqual({ bar: { ...known, close: 62 }, running: {} });
  });
});
