// Every question about the market names its feed, and what the plan does not have is asked of the next one.
import { describe, expect, it } from 'vitest';
import type { MarketFeed } from '#contract/market-state.ts';
import { clientOf, realClock, startLocalBroker, type Reply, type Seen } from './local-broker.ts';
import * as sample from './samples.ts';

const NOW = Date.parse('2026-01-05T16:00:00Z');
const MINUTE_MS = 60_000;
const iso = (minutesAgo: number): string => new Date(NOW - minutesAgo * MINUTE_MS).toISOString();

async function setUp(current: MarketFeed, answer: (request: Seen) => Reply) {
  const broker = await startLocalBroker(answer);
  const refused: MarketFeed[] = [];
  const confirmed: MarketFeed[] = [];
  const client = clientOf(broker.origin, {
    clock: { ...realClock, wall: () => NOW },
    feeds: {
      current: () => current,
      insteadOf: (feed) => (feed === 'iex' ? undefined : 'iex'),
      refuse: (feed) => void refused.push(feed),
      confirm: (feed) => void confirmed.push(feed),
    },
  });
  const asked = () => broker.seen.map(({ path }) => new URL(path, broker.origin).searchParams);
  return { client, refused, confirmed, asked };
}

const barsAt = (...minutesAgo: number[]) => ({
  json: {
    bars: { AAPL: minutesAgo.map((ago) => ({ ...sample.bar, t: iso(ago) })) },
    next_page_token: null,
  },
});
const NEWEST = { symbol: 'AAPL', timeframe: '1Min', start: iso(100), end: iso(0), count: 10 };

describe('the feed is named', () => {
  it.each<[MarketFeed, latest: string, history: string]>([
    ['iex', 'iex', 'iex'],
    ['sip', 'sip', 'sip'],
    ['delayed_sip', 'delayed_sip', 'sip'],
    ['overnight', 'overnight', 'boats'],
  ])('%s is %s for what is latest and %s for the history', async (feed, latest, history) => {
    const { client, asked, confirmed } = await setUp(feed, ({ path }) =>
      path.includes('snapshots') ? { json: {} } : barsAt(30),
    );
    await client.snapshots(['AAPL']);
    await client.bars({ symbols: ['AAPL'], timeframe: '1Min', start: iso(100) });
    const newest = await client.newestBars(NEWEST);
    expect(asked().map((query) => query.get('feed'))).toEqual([latest, history, history]);
    expect(newest).toMatchObject({ ok: true, value: { feed } });
    expect(new Set(confirmed)).toEqual(new Set([feed]));
  });
});

describe('a feed that is not in the plan', () => {
  const notInPlan = {
    status: 403,
    json: { message: 'subscription does not permit querying recent SIP data' },
  };

  it('is not asked for again: the next one answers', async () => {
    const { client, refused, confirmed } = await setUp('sip', ({ path }) =>
      path.includes('feed=sip') ? notInPlan : barsAt(1),
    );
    expect(await client.newestBars(NEWEST)).toMatchObject({
      ok: true,
      value: { feed: 'iex', bars: [{ symbol: 'AAPL' }] },
    });
    expect([refused, confirmed]).toEqual([['sip'], ['iex']]);
  });

  it('is not thought to be the reason when the next one is refused too', async () => {
    const { client, refused } = await setUp('sip', () => ({
      status: 403,
      json: { message: 'forbidden' },
    }));
    expect(await client.snapshots(['AAPL'])).toMatchObject({
      ok: false,
      failure: { kind: 'refused', status: 403, message: 'forbidden' },
    });
    expect(refused).toEqual([]);
  });

  it.each([401, 400, 500])('is not what a %s says', async (status) => {
    const { client, refused, asked } = await setUp('sip', () => ({ status, json: {} }));
    expect(await client.snapshots(['AAPL'])).toMatchObject({ ok: false });
    expect([refused, asked().every((query) => query.get('feed') === 'sip')]).toEqual([[], true]);
  });
});

describe('a feed that is late', () => {
  it('leaves the end of what is recent to the broker, and takes nothing that is later', async () => {
    const { client, asked } = await setUp('delayed_sip', () => barsAt(14, 15, 16));
    const newest = await client.newestBars(NEWEST);
    expect(asked()[0]?.has('end')).toBe(false);
    expect(newest.ok && newest.value.bars.map(({ time }) => (NOW - time) / MINUTE_MS)).toEqual([
      16,
    ]);
    const many = await client.bars({ symbols: ['AAPL'], timeframe: '1Min', start: iso(100) });
    expect(many.ok && many.value).toHaveLength(1);
  });

  it('is not what an order is priced by: that is asked of the feed that every plan has', async () => {
    const { client, asked } = await setUp('delayed_sip', () => ({ json: {} }));
    await client.snapshots(['AAPL'], undefined, { isTimely: true });
    await client.snapshots(['AAPL']);
    expect(asked().map((query) => query.get('feed'))).toEqual(['iex', 'delayed_sip']);
  });

  it('names the end of what is old', async () => {
    const { client, asked } = await setUp('delayed_sip', () => barsAt(90));
    await client.newestBars({ ...NEWEST, end: iso(60) });
    expect(asked()[0]?.get('end')).toBe(iso(60));
  });

  it('is not asked for what it cannot have yet', async () => {
    const { client, asked } = await setUp('delayed_sip', () => barsAt());
    expect(await client.newestBars({ ...NEWEST, start: iso(10) })).toMatchObject({
      ok: true,
      value: { bars: [], isComplete: true },
    });
    expect(asked()).toEqual([]);
  });
});
