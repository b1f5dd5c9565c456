// `@alpacahq/alpaca-trade-api` 3.1.3, the official client before the one that the other files use, which many programs still
// have. It lists eslint and nats among its dependencies and loads neither: package.json puts a package without code in
// their place.
import { describe, expect, it } from 'vitest';
import Alpaca from 'alpaca-trade-api-3';
import { MORNING } from '#test/conformance/support/broker.ts';
import { refusal, until, useDesk } from '#test/conformance/support/desk.ts';
import {
  itFollowsOrders,
  itFollowsPrices,
  itTrades,
  type Json,
  type OtherClient,
} from '#test/conformance/support/other-client.ts';

const desk = useDesk({ start: MORNING, hours: 'real' });

const connect = ({ keyId, secretKey } = desk.broker as { keyId: string; secretKey: string }) =>
  new Alpaca({
    keyId,
    secretKey,
    baseUrl: desk.broker.rest,
    dataBaseUrl: desk.broker.data,
    dataStreamUrl: desk.broker.data,
  });

/** This client spells the members of points out; back to the names of the wire. */
const NAMES: Record<string, string> = {
  OpenPrice: 'o',
  HighPrice: 'h',
  LowPrice: 'l',
  ClosePrice: 'c',
  Volume: 'v',
  TradeCount: 'n',
  VWAP: 'vw',
  ID: 'i',
  Price: 'p',
  Size: 's',
  Exchange: 'x',
  BidPrice: 'bp',
  BidSize: 'bs',
  AskPrice: 'ap',
  AskSize: 'as',
};
const named = (point: object): Json =>
  Object.fromEntries(Object.entries(point).map(([name, value]) => [NAMES[name] ?? name, value]));
async function all(points: AsyncIterable<object>): Promise<Json[]> {
  const read: Json[] = [];
  for await (const point of points) read.push(named(point));
  return read;
}

function createClient(key: { keyId: string; secretKey: string }): OtherClient {
  const alpaca = connect(key);
  return {
    account: () => alpaca.getAccount(),
    configurations: () => alpaca.getAccountConfigurations(),
    configure: (change) => alpaca.updateAccountConfigurations(change),
    clock: () => alpaca.getClock(),
    calendar: (start, end) => alpaca.getCalendar({ start: new Date(start), end: new Date(end) }),
    assets: () => alpaca.getAssets({ status: 'active' }),
    asset: (symbol) => alpaca.getAsset(symbol),
    place: (body) => alpaca.createOrder(body),
    replace: (id, change) => alpaca.replaceOrder(id, change),
    cancel: (id) => alpaca.cancelOrder(id),
    cancelAll: () => alpaca.cancelAllOrders(),
    order: (id) => alpaca.getOrder(id),
    byClientId: (id) => alpaca.getOrderByClientId(id),
    orders: (status) =>
      alpaca.getOrders({
        status,
        until: undefined,
        after: undefined,
        limit: 500,
        direction: 'asc',
        nested: true,
        symbols: undefined,
      }),
    positions: () => alpaca.getPositions(),
    position: (symbol) => alpaca.getPosition(symbol),
    close: (symbol) => alpaca.closePosition(symbol),
    closeAll: () => alpaca.closeAllPositions(),
    history: (period, timeframe) =>
      alpaca.getPortfolioHistory({
        period,
        timeframe,
        date_start: undefined,
        date_end: undefined,
        extended_hours: undefined,
      }),
    fills: () =>
      alpaca.getAccountActivities({
        activityTypes: ['FILL'],
        until: undefined,
        after: undefined,
        direction: 'desc',
        date: undefined,
        pageSize: 50,
        pageToken: undefined,
      }),
    watchlists: () => alpaca.getWatchlists(),
    watchlist: (id) => alpaca.getWatchlist(id),
    createWatchlist: (name, symbols) => alpaca.addWatchlist(name, symbols as never),
    deleteWatchlist: (id) => alpaca.deleteWatchlist(id),
    bars: (symbol, range) => all(alpaca.getBarsV2(symbol, { ...range, timeframe: '1Min' })),
    trades: (symbol, range) => all(alpaca.getTradesV2(symbol, { ...range })),
    quotes: (symbol, range) => all(alpaca.getQuotesV2(symbol, { ...range, limit: 10_000 })),
    latestPrice: async (symbol) => named(await alpaca.getLatestTrade(symbol))['p'],
    refused: (error) => (error as { response: { data: unknown } }).response.data,
  };
}

itTrades(desk, createClient);

describe('what only this client asks', () => {
  it('reads the latest and the snapshots of several', async () => {
    const alpaca = connect();
    const symbols = ['AAPL', 'MSFT'];
    for (const read of [
      alpaca.getLatestTrades(symbols),
      alpaca.getLatestQuotes(symbols),
      alpaca.getLatestBars(symbols),
    ]) {
      const latest: Map<string, object> = await read;
      expect([...latest.keys()].toSorted()).toEqual(symbols);
    }
    const snapshots = (await alpaca.getSnapshots(symbols)) as unknown as { symbol: string }[];
    expect(snapshots.map(({ symbol }) => symbol).toSorted()).toEqual(symbols);
    expect(await alpaca.getSnapshot('AAPL')).toMatchObject({
      LatestTrade: { Price: expect.any(Number) },
      DailyBar: { ClosePrice: expect.any(Number) },
    });
  });

  it('reads page after page of several symbols', async () => {
    const bars: Map<string, object[]> = await connect().getMultiBarsV2(['AAPL', 'MSFT'], {
      timeframe: '1Min',
      start: '2026-03-10T14:00:00Z',
      end: '2026-03-10T14:09:00Z',
      pageLimit: 7,
      limit: 20,
    });
    expect([...bars.values()].map(({ length }) => length)).toEqual([10, 10]);
  });

  it('adds to a watchlist and takes away from it', async () => {
    const alpaca = connect();
    const { id } = await alpaca.addWatchlist('short', undefined);
    const symbolsOf = ({ assets }: { assets: Json[] }) => assets.map(({ symbol }) => symbol);
    expect(symbolsOf(await alpaca.addToWatchlist(id, 'KO'))).toEqual(['KO']);
    const updated = await alpaca.updateWatchlist(id, { name: 'longer', symbols: ['KO', 'PEP'] });
    expect(symbolsOf(updated)).toEqual(['KO', 'PEP']);
    expect(symbolsOf(await alpaca.deleteFromWatchlist(id, 'KO'))).toEqual(['PEP']);
    await alpaca.deleteWatchlist(id);
  });

  it('is told that options, crypto and news are not here', async () => {
    const alpaca = connect();
    for (const ask of [
      () => alpaca.getNews({}),
      () => alpaca.getCryptoSnapshots(['BTC/USD']),
      () => alpaca.getOptionSnapshots(['AAPL260320C00200000']),
      () => alpaca.getCorporateActions(['AAPL'], {}),
    ]) {
      const error = await refusal(ask());
      expect(String(error)).toMatch(/code: 404, message: endpoint not found: the practice broker/);
    }
  });
});

describe('the order stream', () => {
  itFollowsOrders(desk, async (onUpdate) => {
    const { trade_ws } = connect();
    trade_ws.onOrderUpdate(onUpdate);
    const connected = new Promise<void>((done) => trade_ws.onConnect(done));
    trade_ws.connect();
    await connected;
    trade_ws.subscribe(['trade_updates']);
    return { stop: () => trade_ws.disconnect() };
  });
});

describe('the price stream', () => {
  /** It turns every address into wss, whatever it was given: only a broker with a certificate could be named to it. */
  function stocks() {
    const { data_stream_v2 } = connect();
    const session = data_stream_v2.session as unknown as { url: string };
    expect(session.url).toBe(desk.broker.dataStream.replace(/^ws:/, 'wss:'));
    session.url = desk.broker.dataStream;
    return data_stream_v2;
  }

  itFollowsPrices(desk, async (symbols, onMessage) => {
    const stream = stocks();
    stream.onStockTrade(({ Symbol: symbol, Price }) => onMessage('t', symbol, Price));
    stream.onStockQuote(({ Symbol: symbol, BidPrice }) => onMessage('q', symbol, BidPrice));
    stream.onStockBar(({ Symbol: symbol, ClosePrice }) => onMessage('b', symbol, ClosePrice));
    const connected = new Promise<void>((done) => stream.onConnect(done));
    stream.connect();
    await connected;
    stream.subscribeForTrades(symbols);
    stream.subscribeForQuotes(symbols);
    stream.subscribeForBars(symbols);
    return { stop: () => stream.disconnect() };
  });

  it('is told why it may not', async () => {
    const stream = stocks();
    const errors: unknown[] = [];
    stream.onError((error: unknown) => errors.push(error));
    stream.session.apiKey = 'PKNOBODY';
    stream.connect();
    await until('the refusal', () => errors.length > 0);
    stream.disconnect();
    expect(errors).toEqual(['auth failed']);
  });
});
