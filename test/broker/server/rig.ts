// A server with the real server, streams, faults, control, tokenization and OAuth, around an engine of a few lines: orders
// are taken and kept, shares are a table. Time, timers and chance are the test's.
import type { FastifyInstance } from 'fastify';
import { add, decimal, sign, type Decimal } from '#main/domain/decimal.ts';
import { createClock } from '#main/paper/clock.ts';
import { createSeededIds } from '#main/paper/ids.ts';
import { openLedger } from '#main/paper/engine/ledger/open-ledger.ts';
import type { Market, TradeUpdate } from '#main/paper/types.ts';
import {
  createBrokerServer,
  type ServedEngine,
  type BrokerServerDeps,
} from '#main/paper/broker-server.ts';
import { createPlan } from '#main/paper/plan.ts';
import { createKeyring } from '#main/paper/server/keyring.ts';
import { notFound } from '#main/paper/refusal.ts';
import type { LiveEvent } from '#main/paper/market/live-events.ts';

export const KEY = { keyId: 'PKTEST', secretKey: 'test-secret' };
export const OTHER = { keyId: 'PKOTHER', secretKey: 'other-secret' };
export const START_MS = Date.parse('2026-03-02T15:00:00Z');
export const MAIN_ACCOUNT = '11111111-1111-4111-8111-111111111111';
export const OTHER_ACCOUNT = '22222222-2222-4222-8222-222222222222';
export const SYMBOLS = ['AAPL', 'MSFT', 'TSLA'];

export type Order = { id: string; client_order_id: string; created_at: string; symbol: string };
export type Rig = Awaited<ReturnType<typeof startRig>>;

type Options = Partial<Pick<BrokerServerDeps, 'ratePerMinute' | 'tradeFrames'>> & {
  virtual?: boolean;
  ap?: boolean;
  /** Wall timers run in this fraction of their time. */
  haste?: number;
};

export async function startRig(options: Options = {}) {
  const ledger = openLedger(':memory:');
  const schedule = createSchedule(options.haste ?? 1);
  const clock = createClock(
    { startMs: START_MS, virtual: options.virtual ?? true, speed: 1 },
    { wall: Date.now, schedule },
  );
  const ids = createSeededIds('rig');
  const keyring = createKeyring({ ledger, randomBytes });
  keyring.add({ ...KEY, accountId: MAIN_ACCOUNT }, 'memory');
  keyring.add({ ...OTHER, accountId: OTHER_ACCOUNT }, 'memory');
  const engine = createToyEngine();
  const liveEvents: LiveEvent[] = [];
  const logged: string[] = [];
  const server = createBrokerServer({
    ledger,
    clock,
    ids,
    keyring,
    engine,
    market: toyMarket(),
    liveEvents: {
      between: (fromMs, toMs, wanted) =>
        liveEvents.filter(({ kind, symbol, timeMs }) => {
          const symbols = new Set(kind === 'status' ? wanted.statuses : wanted[`${kind}s`]);
          return timeMs > fromMs && timeMs <= toMs && (symbols.has('*') || symbols.has(symbol));
        }),
    },
    operatorId: MAIN_ACCOUNT,
    plan: createPlan('plus'),
    seed: 1,
    ratePerMinute: options.ratePerMinute ?? 100_000,
    tradeFrames: options.tradeFrames ?? 'binary',
    registerRoutes: (app) => registerToyOrders(app, engine, clock.now),
    wall: Date.now,
    schedule,
    randomBytes,
    log: (message) => logged.push(message),
  });
  server.tokenization.store.setPermission(MAIN_ACCOUNT, options.ap === false ? 'none' : 'mint');
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const address = server.app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const rest = `http://127.0.0.1:${port}`;

  async function call(method: string, path: string, given: Call = {}) {
    const key = given.key === undefined ? KEY : given.key;
    const response = await fetch(rest + path, {
      method,
      headers: {
        ...(key ? { 'APCA-API-KEY-ID': key.keyId, 'APCA-API-SECRET-KEY': key.secretKey } : {}),
        ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...given.headers,
      },
      ...(given.body === undefined ? {} : { body: bodyText(given.body) }),
      signal: given.signal ?? AbortSignal.timeout(5000),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  }

  return {
    ...server,
    ledger,
    clock,
    engine,
    liveEvents,
    logged,
    port,
    rest,
    ws: `ws://127.0.0.1:${port}`,
    call,
    fault: (rule: unknown) => call('POST', '/_paper/faults', { body: rule }),
    step: (ms: number) => call('POST', '/_paper/clock/step', { body: { ms } }),
    async end() {
      clock.stop();
      await server.stop();
      ledger.close();
    },
  };
}

type Call = {
  body?: unknown;
  headers?: Record<string, string>;
  key?: { keyId: string; secretKey: string } | null;
  signal?: AbortSignal | undefined;
};

const bodyText = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));
function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const createSchedule = (haste: number) => (run: () => void, delayMs: number) => {
  const timer = setTimeout(run, delayMs * haste);
  return () => clearTimeout(timer);
};

const randomBytes = (count: number) => Buffer.alloc(count, 7);

function toyMarket(): Market {
  return {
    calendar: { session: () => 'regular' },
    assets: SYMBOLS.map((symbol) => ({ symbol })),
    asset: (symbol: string) =>
      SYMBOLS.includes(symbol) ? { symbol, exchange: 'NASDAQ' } : undefined,
    shock: () => undefined,
    halt: () => undefined,
  } as unknown as Market; // the server asks for nothing else
}

function createToyEngine() {
  const listeners = new Set<(update: TradeUpdate) => void>();
  const shares = new Map<string, Decimal>([[`${MAIN_ACCOUNT}/AAPL`, decimal('10')]]);
  const orders: Order[] = [];
  const accounts = [MAIN_ACCOUNT, OTHER_ACCOUNT];
  const held = (id: string, symbol: string) => shares.get(`${id}/${symbol}`) ?? decimal('0');
  const served: ServedEngine = {
    onUpdate(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    advance: () => undefined,
    split: () => [],
    availableQty: held,
    move({ accountId, symbol, qty }) {
      const after = add(held(accountId, symbol), qty);
      if (sign(after) < 0) throw new Error('oversold');
      shares.set(`${accountId}/${symbol}`, after);
      return 'moved';
    },
    createAccount() {
      const id = `33333333-3333-4333-8333-33333333333${accounts.length}`;
      accounts.push(id);
      return id;
    },
    restrict: (_accountId, change) => change,
    accountIds: () => accounts,
    audit: () => ({ orders: orders as never[], executions: [] }),
    reset: () => void orders.splice(0),
  };
  return {
    ...served,
    orders,
    held,
    publish(accountId: string, event: string, id = 'o1') {
      for (const listen of listeners) listen({ accountId, data: { event, order: { id } } });
    },
  };
}

function registerToyOrders(
  app: FastifyInstance,
  engine: { orders: Order[] },
  now: () => number,
): void {
  app.post<{ Body: { client_order_id: string; symbol: string } }>('/v2/orders', (request) => {
    const order = {
      id: `order-${engine.orders.length + 1}`,
      client_order_id: request.body.client_order_id,
      symbol: request.body.symbol,
      created_at: new Date(now()).toISOString(),
    };
    engine.orders.push(order);
    return order;
  });
  app.get('/v2/orders', () => engine.orders);
  app.get<{ Querystring: { client_order_id: string } }>(
    '/v2/orders::by_client_order_id',
    (request) => {
      const found = engine.orders.find(
        (order) => order.client_order_id === request.query.client_order_id,
      );
      if (!found) throw notFound('order not found');
      return found;
    },
  );
  app.get('/v2/account', (request) => ({ id: request.caller.accountId }));
  app.get('/v2/stocks/bars', () => ({ bars: {} }));
  app.patch('/v2/account/configurations', () => ({}));
  app.get('/v2/bug', () => {
    throw new Error('a bug');
  });
}
