import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fail, ok, type Failure } from '#contract/failure.ts';
import type { BarPage } from '#contract/market.ts';
import { delayMsOf, type MarketFeed } from '#contract/market-state.ts';
import { openBarCache } from '#main/account/prices/bar-cache.ts';
import type { NewestBarsQuery } from '#main/broker/calls/market-calls.ts';
import { createHistory, type HistoryQuery } from '#main/account/prices/history.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 0, 5, 15, 0, 30);
const OFFLINE: Failure = { kind: 'offline', message: 'The broker could not be reached: no wire.' };

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'ballast-cache-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A broker whose minutes begin at `first`; every third one has no trade and no bar. */
function setUp(options: { path?: string; first?: number } = {}) {
  const { path = folder(), first = NOW - 1_000 * MINUTE } = options;
  const time = createFakeTime(NOW);
  const asked: NewestBarsQuery[] = [];
  const notes: string[] = [];
  let failure: Failure | undefined;
  const start = Math.ceil(first / MINUTE) * MINUTE;
  const hasBar = (at: number) => at >= start && (at / MINUTE) % 3 !== 0;
  const feeds: { now: MarketFeed; falls?: MarketFeed } = { now: 'sip' };
  const barAt = (at: number) => ({
    symbol: 'AAPL',
    time: at,
    open: 1,
    high: 3,
    low: 0.5,
    close: (at / MINUTE) % 1_000,
    volume: feeds.now === 'iex' ? 1 : 10,
    vwap: 1.5,
  });
  const log = (_level: string, message: string) => void notes.push(message);
  const cache = openBarCache({ folder: path, log });
  onTestFinished(() => cache.close());
  const history = createHistory({
    cache,
    feed: () => feeds.now,
    clock: time.clock,
    signal: new AbortController().signal,
    log,
    client: {
      async newestBars(query) {
        asked.push(query);
        if (failure) return fail(failure);
        if (feeds.falls) feeds.now = feeds.falls;
        const lateMs = delayMsOf(feeds.now);
        const end = Math.min(Date.parse(query.end), time.clock.wall() - lateMs);
        const from = Math.max(Date.parse(query.start), start);
        const bars = [];
        let at = Math.floor(end / MINUTE) * MINUTE;
        for (; at >= from && bars.length < query.count; at -= MINUTE)
          if (hasBar(at)) bars.unshift(barAt(at));
        let isComplete = true;
        for (; at >= from; at -= MINUTE) if (hasBar(at)) isComplete = false;
        return ok({ feed: feeds.now, bars, isComplete });
      },
    },
  });
  async function page(query: Partial<HistoryQuery> = {}): Promise<BarPage> {
    const result = await history.page({ symbol: 'AAPL', timeframe: '1Min', limit: 100, ...query });
    if (!result.ok) throw new Error(result.failure.kind);
    return result.value;
  }
  /** What the broker would say: the newest finished bars before a moment. */
  function truth(before: number, limit: number): number[] {
    const end = Math.min(before, Math.floor(time.clock.wall() / MINUTE) * MINUTE);
    const times: number[] = [];
    for (let at = Math.ceil(end / MINUTE) * MINUTE - MINUTE; at >= start; at -= MINUTE)
      if (hasBar(at)) times.unshift(at);
    return times.slice(-limit);
  }
  return {
    page,
    truth,
    asked,
    notes,
    time,
    history,
    path,
    cache,
    feeds,
    goOffline: (why: Failure | undefined = OFFLINE) => (failure = why),
    goOnline: () => (failure = undefined),
  };
}

describe('the feed', () => {
  it('is never mixed: what is kept of one is no answer for another', async () => {
    const { page, feeds, asked } = setUp();
    expect((await page()).bars.volume).toEqual(Array(100).fill(10));
    feeds.now = 'iex';
    const other = await page();
    expect([other.feed, new Set(other.bars.volume)]).toEqual(['iex', new Set([1])]);
    feeds.now = 'sip';
    const before = asked.length;
    expect(new Set((await page()).bars.volume)).toEqual(new Set([10]));
    // The last minute is always asked for; everything else is kept.
    expect(asked.slice(before).every(({ start }) => Date.parse(start) > NOW - 5 * MINUTE)).toBe(
      true,
    );
  });

  it('is that of the whole page when the plan turns out not to have it, and nothing is kept under its name', async () => {
    const { page, feeds, cache } = setUp();
    feeds.falls = 'iex';
    const fallen = await page();
    expect([fallen.feed, new Set(fallen.bars.volume)]).toEqual(['iex', new Set([1])]);
    expect(
      cache.rangeBelow({ feed: 'sip', symbol: 'AAPL', timeframe: '1Min' }, NOW),
    ).toBeUndefined();
  });

  it('that is late has no bar of the last quarter of an hour, and keeps none that was not over', async () => {
    const { page, feeds, cache } = setUp();
    feeds.now = 'delayed_sip';
    const { bars } = await page({ timeframe: '1Min' });
    const end = NOW - 15 * MINUTE;
    expect(bars.time.at(-1)).toBeLessThanOrEqual(end - MINUTE);
    const kept = cache.rangeBelow({ feed: 'sip', symbol: 'AAPL', timeframe: '1Min' }, NOW);
    // A bar may come again, changed, for a minute after its end.
    expect(kept?.to).toBeLessThanOrEqual(end - MINUTE);
  });
});

describe('history', () => {
  it('answers the newest finished bars, oldest first, and leaves out the running one', async () => {
    const { page, truth } = setUp();
    const { bars, isFirst, savedAt } = await page();
    expect(bars.time).toEqual(truth(NOW, 100));
    expect(bars.time.at(-1)).toBeLessThan(NOW - 30_000);
    expect(bars.vwap[0]).toBe(1.5);
    expect([isFirst, savedAt]).toEqual([false, undefined]);
    expect(Object.values(bars).map((column) => column.length)).toEqual(Array(7).fill(100));
  });

  it('pages back to the first bar, and says when it is there', async () => {
    const { page, truth } = setUp();
    const seen: number[] = [];
    let before: number | undefined;
    for (let turn = 0; turn < 20; turn++) {
      const { bars, isFirst } = await page({ before });
      seen.unshift(...bars.time);
      before = bars.time[0];
      if (isFirst) break;
    }
    expect(seen).toEqual(truth(NOW, 10_000));
  });

  it('does not ask twice for the same stretch, across restarts too', async () => {
    const first = setUp();
    const fresh = await first.page({ before: NOW - 200 * MINUTE });
    expect(first.asked).toHaveLength(1);
    expect(await first.page({ before: NOW - 200 * MINUTE })).toEqual(fresh);
    expect(first.asked).toHaveLength(1);
    const again = setUp({ path: first.path });
    expect(await again.page({ before: NOW - 200 * MINUTE })).toEqual(fresh);
    expect(again.asked).toHaveLength(0);
  });

  it('asks later only for what is new', async () => {
    const { page, truth, asked, time } = setUp();
    await page();
    time.advance(10 * MINUTE);
    expect((await page()).bars.time).toEqual(truth(time.clock.wall(), 100));
    expect(asked).toHaveLength(2);
    // From the last bar that had settled by the first reading.
    expect(Date.parse(asked[1]?.start ?? '')).toBeGreaterThanOrEqual(NOW - 5 * MINUTE);
  });

  it('asks once for charts that ask together', async () => {
    const { page, asked } = setUp();
    const before = NOW - 300 * MINUTE;
    const pages = await Promise.all([page({ before }), page({ before }), page({ before })]);
    expect(asked).toHaveLength(1);
    expect(pages[1]).toEqual(pages[0]);
    expect(pages[2]).toEqual(pages[0]);
  });

  it('shows what was saved when the broker cannot be asked, and says since when', async () => {
    const online = setUp();
    const { bars } = await online.page();
    const offline = setUp({ path: online.path });
    offline.time.advance(90 * MINUTE);
    offline.goOffline();
    const saved = await offline.page();
    expect(saved.savedAt).toBe(NOW);
    expect(saved.bars.time.length).toBeGreaterThan(95);
    expect(bars.time).toEqual(expect.arrayContaining(saved.bars.time));
    // The last minute had not settled when it was read, so it was not kept.
    expect(saved.bars.time.at(-1)).toBeLessThanOrEqual(NOW - 2 * MINUTE + 30_000);
    offline.goOnline();
    const fresh = await offline.page();
    expect(fresh.savedAt).toBeUndefined();
    expect(fresh.bars.time).toEqual(offline.truth(offline.time.clock.wall(), 100));
  });

  it('fails in the broker’s words when nothing was saved', async () => {
    const { history, goOffline } = setUp();
    goOffline();
    const query = { symbol: 'AAPL', timeframe: '1Min', limit: 10 } as const;
    expect(await history.page(query)).toEqual(fail(OFFLINE));
  });

  it('throws a damaged file away and goes on', async () => {
    const first = setUp();
    await first.page({ before: NOW - 200 * MINUTE });
    first.cache.close();
    const file = join(first.path, 'cache.db');
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 100);
    writeFileSync(file, bytes);
    const again = setUp({ path: first.path });
    expect(again.notes).toContain('the kept bars are thrown away');
    const { bars } = await again.page({ before: NOW - 200 * MINUTE });
    expect(bars.time).toEqual(again.truth(NOW - 200 * MINUTE, 100));
    expect(again.asked).toHaveLength(1);
  });

  it.each([['nonsense'], ['']])('makes a cache out of a file that holds %j', async (content) => {
    const path = folder();
    writeFileSync(join(path, 'cache.db'), content);
    const { page, truth } = setUp({ path });
    expect((await page()).bars.time).toEqual(truth(NOW, 100));
  });

  it('remembers in memory where nothing can be written', async () => {
    const path = folder();
    writeFileSync(join(path, 'blocked'), 'a file where a folder is wanted');
    const { page, asked, notes } = setUp({ path: join(path, 'blocked') });
    await page({ before: NOW - 200 * MINUTE });
    await page({ before: NOW - 200 * MINUTE });
    expect(asked).toHaveLength(1);
    expect(notes).toContain('bars are kept in memory only');
  });

  it('tells the truth whatever was asked before, in any order and with gaps of silence', async () => {
    const step = fc.record({
      back: fc.integer({ min: -5, max: 1_100 }),
      limit: fc.integer({ min: 1, max: 300 }),
      isOffline: fc.boolean(),
      later: fc.integer({ min: 0, max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { history, truth, goOffline, goOnline, time } = setUp({ path: ':nowhere:/x\0' });
        for (const { back, limit, isOffline, later } of steps) {
          time.advance(later * MINUTE);
          if (isOffline) goOffline();
          else goOnline();
          const before = time.clock.wall() - back * MINUTE;
          const query = { symbol: 'AAPL', timeframe: '1Min', before, limit } as const;
          const result = await history.page(query);
          if (!result.ok) {
            expect(isOffline).toBe(true);
            continue;
          }
          const { bars, savedAt, isFirst } = result.value;
          const all = truth(before, 10_000);
          if (savedAt === undefined) expect(bars.time).toEqual(all.slice(-limit));
          else expect(all).toEqual(expect.arrayContaining(bars.time));
          expect([...bars.time].sort((a, b) => a - b)).toEqual(bars.time);
          expect(new Set(bars.time).size).toBe(bars.time.length);
          if (isFirst) expect(bars.time[0] ?? all[0]).toBe(all[0]);
        }
      }),
      { numRuns: 60 },
    );
  });
});
