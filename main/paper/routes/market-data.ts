// Market data over REST: history by pages, latest values and snapshots, for one symbol or several. A symbol that
// is not listed has no data: it is absent from answers for several, null in the latest of one, and its history is refused.
import { badDataQuery } from '#main/paper/refusal.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DAY, MINUTE } from '#main/paper/market/frames.ts';
import { HISTORY_START, type PaperMarket } from '#main/paper/market/market.ts';
import { DAY_MS, dayAt, HOUR_MS, MINUTE_MS, newYorkMs } from '#main/paper/market/new-york.ts';
import { DELAY_MS, recentNotInPlan, type Plan } from '#main/paper/plan.ts';
import { readPage, type Range } from '#main/paper/routes/pages.ts';
import {
  checkNeutral,
  HISTORICAL_FEEDS,
  LATEST_FEEDS,
  quoted,
  readChoice,
  readLimit,
  readTime,
  readSymbol,
  readSymbols,
  readText,
  readTimeframe,
  type Query,
} from '#main/paper/routes/query.ts';
import {
  barRecord,
  conditionsOf,
  EXCHANGE_NAMES,
  quoteRecord,
  tradeRecord,
} from '#main/paper/market/records.ts';
import type { Asset, Bar, BrokerClock } from '#main/paper/types.ts';

type Deps = { market: PaperMarket; clock: BrokerClock; plan: Plan };

/** Historical points of one kind: where they come from, and how they are written. */
type Source<T> = {
  kind: string;
  /** How much time to read at once when the newest come first. */
  windowMs: number;
  read(symbol: string, range: Range): Iterable<T>;
  write(point: T, asset: Asset): unknown;
};

/** Longer than the exchange ever stays shut: the trading day before any time lies within. */
const LONGEST_CLOSURE_DAYS = 10;

export function registerDataRoutes(app: FastifyInstance, deps: Deps): void {
  const { market, clock } = deps;
  history(app, deps, 'bars', (query) => {
    const { frame, text } = readTimeframe(query);
    const isWithinDay = frame.unit === 'minute' || frame.unit === 'hour';
    return {
      kind: text,
      windowMs: (isWithinDay ? 4 : 1500) * DAY_MS,
      read: (symbol, range) => market.bars(symbol, frame, range.startMs, range.endMs, clock.now()),
      write: barRecord,
    };
  });
  history(app, deps, 'trades', () => ({
    kind: 'T',
    windowMs: HOUR_MS,
    read: (symbol, range) => market.trades(symbol, range.startMs - 1, range.endMs),
    write: (trade, asset) => tradeRecord(asset, trade),
  }));
  history(app, deps, 'quotes', () => ({
    kind: 'Q',
    windowMs: HOUR_MS,
    read: (symbol, range) => market.trades(symbol, range.startMs - 1, range.endMs),
    write: (trade, asset) => quoteRecord(asset, market.quoteAfter(asset.symbol, trade)),
  }));
  history(app, deps, 'auctions', () => ({
    kind: 'A',
    windowMs: 1500 * DAY_MS,
    read: () => [],
    write: () => null,
  }));

  const now = createNow(market);
  latest(app, deps, { many: 'trades', one: 'trade' }, now.trade);
  latest(app, deps, { many: 'quotes', one: 'quote' }, now.quote);
  latest(app, deps, { many: 'bars', one: 'bar' }, now.minuteBar);
  snapshots(app, deps, now.snapshot);

  app.get('/v2/stocks/meta/exchanges', () => EXCHANGE_NAMES);
  app.get<{ Params: { ticktype: string } }>('/v2/stocks/meta/conditions/:ticktype', (request) => {
    const tape = readText(request.query as Query, 'tape');
    if (tape === undefined) throw badDataQuery('tape is required');
    const conditions = conditionsOf(request.params.ticktype, tape);
    if (!conditions) throw badDataQuery('the tick type must be trade or quote, the tape A, B or C');
    return conditions;
  });
}

function history<T extends { timeMs: number }>(
  app: FastifyInstance,
  { market, clock, plan }: Deps,
  name: string,
  sourceOf: (query: Query) => Source<T>,
): void {
  function answer(query: Query, symbols: readonly string[]) {
    const source = sourceOf(query);
    const feed = readChoice(query, 'feed', HISTORICAL_FEEDS) ?? 'sip';
    checkNeutral(query);
    const { bySymbol, nextToken } = readPage({
      symbols,
      range: readRange(query, clock.now(), plan.hasRecent(feed)),
      limit: readLimit(query),
      isDescending: readChoice(query, 'sort', ['asc', 'desc']) === 'desc',
      token: readText(query, 'page_token'),
      kind: source.kind,
      windowMs: source.windowMs,
      read: isSilent(feed, market) ? () => [] : source.read,
      timeOf: ({ timeMs }) => timeMs,
    });
    const points: Record<string, unknown[]> = {};
    for (const [symbol, found] of bySymbol) {
      const asset = market.asset(symbol);
      if (asset) points[symbol] = found.map((point) => source.write(point, asset));
    }
    return { points, tail: { next_page_token: nextToken, ...currencyOf(query) } };
  }

  app.get(`/v2/stocks/${name}`, (request) => {
    const query = request.query as Query;
    const { points, tail } = answer(query, readSymbols(query));
    return { [name]: points, ...tail };
  });
  app.get<Single>(`/v2/stocks/:symbol/${name}`, (request) => {
    const symbol = readSymbol(request.params.symbol);
    if (!market.asset(symbol)) throw badDataQuery(`invalid symbol: ${quoted(symbol)}`);
    const { points, tail } = answer(request.query as Query, [symbol]);
    return { [name]: points[symbol] ?? [], symbol, ...tail };
  });
}

/** The value of an asset at a time. */
type ValueOf<T> = (asset: Asset, nowMs: number) => T;

type Single = { Params: { symbol: string } };

/** The newest values at a time; undefined where there has been no trade. */
function createNow(market: PaperMarket) {
  const trade = (asset: Asset, nowMs: number) => {
    const found = market.lastTrade(asset.symbol, nowMs);
    return found && tradeRecord(asset, found);
  };
  const quote = (asset: Asset, nowMs: number) =>
    market.lastTrade(asset.symbol, nowMs) && quoteRecord(asset, market.quote(asset.symbol, nowMs));

  /** The minute of the last trade, as far as it has gone: the last one that the history shows. */
  const minuteBar = ({ symbol }: Asset, nowMs: number) => {
    const last = market.lastTrade(symbol, nowMs);
    if (!last) return undefined;
    const startMs = last.timeMs - (last.timeMs % MINUTE_MS);
    return writeBar([...market.bars(symbol, MINUTE, startMs, startMs, nowMs)].at(-1));
  };

  function snapshot(asset: Asset, nowMs: number) {
    const last = market.lastTrade(asset.symbol, nowMs);
    if (!last) return undefined;
    const earliestMs = newYorkMs(dayAt(last.timeMs) - LONGEST_CLOSURE_DAYS);
    const days = [...market.bars(asset.symbol, DAY, earliestMs, nowMs, nowMs)];
    return {
      latestTrade: trade(asset, nowMs),
      latestQuote: quote(asset, nowMs),
      minuteBar: minuteBar(asset, nowMs),
      dailyBar: writeBar(days.at(-1)),
      prevDailyBar: writeBar(days.at(-2)),
    };
  }

  return { trade, quote, minuteBar, snapshot };
}

function latest(
  app: FastifyInstance,
  deps: Deps,
  names: { many: string; one: string },
  valueOf: ValueOf<unknown>,
): void {
  app.get(`/v2/stocks/${names.many}/latest`, (request) => {
    const { query, at } = checkedLatest(request, deps);
    return { [names.many]: eachListed(deps.market, query, at(valueOf)), ...currencyOf(query) };
  });
  app.get<Single>(`/v2/stocks/:symbol/${names.many}/latest`, (request) => {
    const { query, at } = checkedLatest(request, deps);
    const symbol = readSymbol(request.params.symbol);
    const asset = deps.market.asset(symbol);
    return { symbol, [names.one]: (asset && at(valueOf)(asset)) ?? null, ...currencyOf(query) };
  });
}

function snapshots(
  app: FastifyInstance,
  deps: Deps,
  snapshotOf: ValueOf<object | undefined>,
): void {
  const none = {
    latestTrade: null,
    latestQuote: null,
    minuteBar: null,
    dailyBar: null,
    prevDailyBar: null,
  };
  app.get('/v2/stocks/snapshots', (request) => {
    const { query, at } = checkedLatest(request, deps);
    return eachListed(deps.market, query, at(snapshotOf));
  });
  app.get<Single>('/v2/stocks/:symbol/snapshot', (request) => {
    const { query, at } = checkedLatest(request, deps);
    const symbol = readSymbol(request.params.symbol);
    const asset = deps.market.asset(symbol);
    return { symbol, ...((asset && at(snapshotOf)(asset)) ?? none), ...currencyOf(query) };
  });
}

function eachListed(
  market: PaperMarket,
  query: Query,
  valueOf: (asset: Asset) => unknown,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const symbol of readSymbols(query)) {
    const asset = market.asset(symbol);
    const value = asset && valueOf(asset);
    if (value !== undefined) values[symbol] = value;
  }
  return values;
}

/** What has not happened yet cannot be asked for; before the first day there is nothing to look through. */
function readRange(query: Query, nowMs: number, hasRecent: boolean): Range {
  const startMs = readTime(query, 'start');
  const endMs = readTime(query, 'end');
  if (startMs !== undefined && endMs !== undefined && endMs < startMs) {
    throw badDataQuery('invalid end: it must not be before start');
  }
  const lastMs = hasRecent ? nowMs : nowMs - DELAY_MS;
  if (!hasRecent && endMs !== undefined && endMs > lastMs) throw recentNotInPlan();
  return {
    startMs: Math.max(startMs ?? newYorkMs(dayAt(nowMs)), newYorkMs(HISTORY_START)),
    endMs: Math.min(endMs ?? lastMs, lastMs),
  };
}

/** Without a feed, the best that the plan has. `at` reads a value when the feed has it. */
function checkedLatest(request: FastifyRequest, { market, clock, plan }: Deps) {
  const query = request.query as Query;
  const feed = readChoice(query, 'feed', LATEST_FEEDS);
  checkNeutral(query);
  if (feed !== undefined && !plan.hasRecent(feed)) throw recentNotInPlan();
  const nowMs = clock.now() - (feed === 'delayed_sip' ? DELAY_MS : 0);
  const at =
    <T>(valueOf: ValueOf<T>) =>
    (asset: Asset): T | undefined =>
      isSilent(feed, market) ? undefined : valueOf(asset, nowMs);
  return { query, at };
}

/** With the hours of the exchange nothing is traded at night, and the feeds of the night have nothing to tell. */
const isSilent = (feed: string | undefined, { calendar }: PaperMarket): boolean =>
  !calendar.isAlways && (feed === 'boats' || feed === 'overnight');

function currencyOf(query: Query): { currency?: string } {
  const currency = readText(query, 'currency');
  return currency === undefined ? {} : { currency };
}

function writeBar(bar: Bar | undefined) {
  return bar && barRecord(bar);
}
