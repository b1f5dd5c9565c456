// `@alpacahq/typescript-sdk`, a preview for Node and Deno: REST only.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MORNING } from '#test/conformance/support/broker.ts';
import { refusal, useDesk } from '#test/conformance/support/desk.ts';
import {
  itTrades,
  type Json,
  type OtherClient,
  type Range,
} from '#test/conformance/support/other-client.ts';

// Loading it replaces console.debug for the whole process.
const { debug } = console;
const sdk = await import('@alpacahq/typescript-sdk');
Object.assign(console, { debug });

const desk = useDesk({ start: MORNING, hours: 'real' });

// It waits a whole second before each request; here a thousandth.
const { setInterval } = globalThis;
beforeAll(() => {
  vi.stubGlobal('setInterval', (run: () => void, ms: number) =>
    setInterval(run, ms === 1000 ? 1 : ms),
  );
});
afterAll(() => vi.unstubAllGlobals());

/** It sends market data to the same host as orders, which here are one. */
const connect = ({ keyId, secretKey } = desk.broker as { keyId: string; secretKey: string }) =>
  sdk.createClient({ key: keyId, secret: secretKey, baseURL: desk.broker.rest });

function createClient(key: { keyId: string; secretKey: string }): OtherClient {
  const alpaca = connect(key);
  const points = async (name: string, symbol: string, answer: Promise<unknown>) =>
    ((await answer) as Record<string, Record<string, Json[]>>)[name]?.[symbol] ?? [];
  const asked = (symbol: string, { start, end }: Range) =>
    ({ symbols: symbol, start, end, limit: 10_000 }) as never;
  return {
    account: () => alpaca.getAccount(),
    configurations: () => alpaca.getConfigurations(),
    configure: (change) => alpaca.updateConfigurations(change),
    clock: () => alpaca.getClock(),
    calendar: (start, end) => alpaca.getCalendar({ start, end }),
    assets: () => alpaca.getAssets({ status: 'active' }),
    asset: (symbol) => alpaca.getAsset({ symbol_or_asset_id: symbol }),
    place: (body) => alpaca.createOrder(body as never),
    replace: (id, change) => alpaca.replaceOrder({ order_id: id, ...change }),
    cancel: (id) => alpaca.cancelOrder({ order_id: id }),
    cancelAll: () => alpaca.cancelOrders(),
    order: (id) => alpaca.getOrder({ order_id: id }),
    orders: (status) =>
      alpaca.getOrders({ status, limit: 500 } as never) as unknown as Promise<Json[]>,
    positions: () => alpaca.getPositions(),
    position: (symbol) => alpaca.getPosition({ symbol_or_asset_id: symbol }),
    close: (symbol) => alpaca.closePosition({ symbol_or_asset_id: symbol }),
    closeAll: () => alpaca.closePositions(),
    history: (period, timeframe) => alpaca.getPortfolioHistory({ period, timeframe }),
    fills: () => alpaca.getActivity({ activity_type: 'FILL' }),
    watchlists: () => alpaca.getWatchlists(),
    watchlist: (id) => alpaca.getWatchlist({ watchlist_id: id }),
    createWatchlist: (name, symbols) => alpaca.createWatchlist({ name, symbols }),
    deleteWatchlist: (id) => alpaca.deleteWatchlist({ watchlist_id: id }),
    bars: (symbol, range) => {
      const query = { ...(asked(symbol, range) as object), timeframe: '1Min' } as never;
      return points('bars', symbol, alpaca.getStocksBars(query));
    },
    trades: (symbol, range) =>
      points('trades', symbol, alpaca.getStocksTrades(asked(symbol, range))),
    quotes: (symbol, range) =>
      points('quotes', symbol, alpaca.getStocksQuotes(asked(symbol, range))),
    latestPrice: async (symbol) => {
      const answer: unknown = await alpaca.getStocksTradesLatest({ symbols: symbol });
      return (answer as { trades: Record<string, Json> }).trades[symbol]?.['p'];
    },
    refused: (error) => JSON.parse((error as Error).message),
  };
}

itTrades(desk, createClient);

describe('what only this client asks', () => {
  it('reads all activities, meta data and auctions', async () => {
    const alpaca = connect();
    expect(await alpaca.getActivities()).not.toEqual([]);
    expect(await alpaca.getStocksExchangeCodes()).toMatchObject({ N: expect.any(String) });
    expect(await alpaca.getStocksConditions({ tickType: 'trade', tape: 'A' })).toMatchObject({
      I: 'Odd Lot Trade',
    });
    expect(await alpaca.getStocksAuctions({ symbols: 'AAPL' })).toMatchObject({
      auctions: {},
    });
  });

  it('asks for three things where the service does not have them', async () => {
    const alpaca = connect();
    const { id } = (await alpaca.createWatchlist({ name: 'n', symbols: [] })) as never as {
      id: string;
    };
    const missed = async (asked: Promise<unknown>) =>
      (JSON.parse(((await refusal(asked)) as Error).message) as Json)['message'];
    const absent = 'endpoint not found: the practice broker has no';
    expect(await missed(alpaca.getStocksSnapshots({ symbols: 'AAPL' }))).toBe(
      `${absent} GET /v1beta1/stocks/snapshots`,
    );
    expect(await missed(alpaca.getStocksMarketMovers({}))).toBe(
      `${absent} GET /v1beta1/screener/stocks/market-movers`,
    );
    expect(await missed(alpaca.updateWatchlist({ watchlist_id: id, name: 'm' } as never))).toBe(
      `${absent} PATCH /v2/watchlists/${id}`,
    );
    await alpaca.deleteWatchlist({ watchlist_id: id });
  });
});
