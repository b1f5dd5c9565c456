// Random and mutated requests and frames: never a 5xx, never the end, every refusal in the documented shape. The seed is
// fixed, so that a failure can be repeated; BALLAST_SCALE sets how many (100,000 at scale 50).
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Broker } from '#main/paper/broker.ts';
import { createRandom } from '#main/paper/ids.ts';
import { connect } from '#test/broker/server/sockets.ts';
import { startBroker } from '#test/broker/server/started.ts';
import { scaled } from '#test/support/scale.ts';

const COUNT = scaled(2_000);
const random = createRandom(process.env['BALLAST_FUZZ_SEED'] ?? 'bad input');
const below = (limit: number) => Math.floor(random() * limit);
const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'];
const PATHS = [
  '/v2/account',
  '/v2/account/configurations',
  '/v2/account/activities',
  '/v2/account/activities/FILL',
  '/v2/account/portfolio/history',
  '/v2/orders',
  '/v2/orders/ID',
  '/v2/orders:by_client_order_id',
  '/v2/positions',
  '/v2/positions/AAPL',
  '/v2/assets',
  '/v2/assets/AAPL',
  '/v2/clock',
  '/v2/calendar',
  '/v2/watchlists',
  '/v2/watchlists/ID',
  '/v2/watchlists:by_name',
  '/v2/stocks/bars',
  '/v2/stocks/AAPL/bars',
  '/v2/stocks/trades',
  '/v2/stocks/quotes/latest',
  '/v2/stocks/snapshots',
  '/v2/stocks/AAPL/trades/latest',
  '/v2/tokenization/mint',
  '/v2/tokenization/requests',
  '/v2/tokenization/requests/ID',
  '/v2/tokenization/requests:by_client_request_id',
  '/v1/oauth/authorize',
  '/v1/oauth/token',
  '/v1/oauth/clients/ID',
  '/oauth/token',
  '/_paper/faults',
  '/_paper/clock/step',
  '/_paper/clock/speed',
  '/_paper/accounts',
  '/_paper/market/shock',
  '/_paper/oauth/clients',
  '/_paper/tokenization',
  '/_paper/tokenization/redeem',
  '/_paper/tokenization/mint',
  '/_paper/tokenization/next/reject',
  '/_paper/ap',
  '/_paper/rate',
  '/_paper/streams',
];
const NAMES = [
  'symbol',
  'qty',
  'notional',
  'side',
  'type',
  'time_in_force',
  'limit_price',
  'stop_price',
  'trail_price',
  'order_class',
  'take_profit',
  'stop_loss',
  'client_order_id',
  'extended_hours',
  'underlying_symbol',
  'issuer',
  'network',
  'wallet_address',
  'client_request_id',
  'name',
  'symbols',
  'status',
  'limit',
  'after',
  'until',
  'start',
  'end',
  'timeframe',
  'page_token',
  'nested',
  'direction',
  'period',
  'client_id',
  'client_secret',
  'redirect_uri',
  'scope',
  'account_id',
  'sort',
  'feed',
  'ms',
  'factor',
  '__proto__',
];
const VALUES: readonly unknown[] = [
  'AAPL',
  'MSFT',
  '1',
  '0',
  '-1',
  '1.5',
  '0.000000001',
  '1e9',
  '99999999999999999999',
  'buy',
  'sell',
  'market',
  'limit',
  'day',
  'gtc',
  'bracket',
  'xstocks',
  'solana',
  '1Min',
  '1Day',
  '59Min',
  'asc',
  'true',
  '2026-01-01',
  '2026-01-01T00:00:00Z',
  '2026-02-31T00:00:00Z',
  '',
  ' ',
  '\u0000',
  'ü',
  '💥',
  '%',
  '../..',
  'x'.repeat(300),
  0,
  1,
  -1,
  1.5,
  1e308,
  true,
  false,
  null,
  [],
  {},
  [[]],
  { limit_price: '1' },
];

let broker: Broker;
const logged: string[] = [];
beforeAll(async () => {
  const options = '--ap --rate 1000000000 --seed 7 --start 2026-03-02T15:00:00Z';
  broker = await startBroker(options.split(' '), (message) => void logged.push(message));
});
afterAll(() => broker.stop());

const members = () => Array.from({ length: below(7) }, () => [pick(NAMES), pick(VALUES)] as const);
function badBody(): string {
  const text = JSON.stringify(Object.fromEntries(members()));
  const kind = random();
  if (kind < 0.7) return text;
  if (kind < 0.8) return text.slice(0, below(text.length));
  return kind < 0.9 ? JSON.stringify(pick(VALUES)) : Buffer.from(randomish(40)).toString('latin1');
}
const randomish = (count: number) => Array.from({ length: below(count) }, () => below(256));
const segment = () => encodeURIComponent(String(pick(VALUES))) || 'x';
function badUrl(): string {
  const query = members().map(
    ([name, value]) => `${name}=${random() < 0.9 ? encodeURIComponent(String(value)) : '%zz'}`,
  );
  const path = pick(PATHS).replace(
    'ID',
    random() < 0.5 ? '5b1d6a3e-7f0a-4d2c-b8e1-9e6f1c0d2c4a' : segment(),
  );
  return `${random() < 0.1 ? path + segment() : path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

it(
  `answers ${COUNT} bad requests without a 5xx, each refusal in its shape`,
  { timeout: 180_000 + COUNT * 20 },
  async () => {
    for (let i = 0; i < COUNT; i++) {
      const method = pick(METHODS);
      const url = badUrl();
      const body = method === 'GET' || method === 'HEAD' ? undefined : badBody();
      // a fault or a crawl of the clock that the dice ordered must not stop the dice
      if (/^\/_paper\/(faults|clock|accounts|rate)/.test(url) && method !== 'GET' && i % 10 > 0)
        continue;
      const response = await fetch(broker.addresses.rest + url, {
        method,
        headers: {
          ...(random() < 0.95 ? { 'APCA-API-KEY-ID': 'K', 'APCA-API-SECRET-KEY': 'S' } : {}),
          ...(random() < 0.3 ? { 'Idempotency-Key': `k${below(20)}` } : {}),
          ...(url.startsWith('/oauth')
            ? { 'content-type': 'application/x-www-form-urlencoded' }
            : {}),
        },
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      const told = `${method} ${url} ${body} → ${response.status} ${text.slice(0, 300)} ${logged.join()}`;
      expect(response.status, told).toBeLessThan(500);
      if (response.status < 400 || method === 'HEAD') continue;
      const refusal = JSON.parse(text) as { message?: string } | string;
      const message = typeof refusal === 'string' ? refusal : refusal.message;
      expect(message, told).toMatch(/\S/);
      expect(typeof refusal === 'string', told).toBe(
        url.startsWith('/v1/oauth/') && response.status !== 404,
      );
    }
    expect(logged).toEqual([]);
  },
);

it('outlives bad frames on both streams', async () => {
  for (const path of ['/stream', '/v2/iex']) {
    for (const headers of [{}, { 'Content-Type': 'application/msgpack' }]) {
      const client = await connect(broker.addresses.rest.replace('http', 'ws') + path, { headers });
      for (let i = 0; i < COUNT / 20; i++) {
        if (random() < 0.5) client.socket.send(Buffer.from(randomish(60)));
        else
          client.socket.send(
            JSON.stringify({
              action: pick(['auth', 'authenticate', 'subscribe', 'listen', pick(VALUES)]),
              ...Object.fromEntries(members()),
              bars: pick(VALUES),
              data: pick(VALUES),
            }),
          );
      }
      client.socket.ping();
      await new Promise((resolve) => client.socket.once('pong', resolve));
      client.socket.terminate();
    }
  }
  const alive = await fetch(`${broker.addresses.rest}/v2/clock`, {
    headers: { 'APCA-API-KEY-ID': 'K', 'APCA-API-SECRET-KEY': 'S' },
  });
  expect(alive.status).toBe(200);
});
