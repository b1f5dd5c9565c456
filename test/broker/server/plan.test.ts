// What a free account meets: thirty symbols, one connection, no SIP of the last quarter of an hour.
import { afterEach, expect, it } from 'vitest';
import type { Broker } from '#main/paper/broker.ts';
import { connect, type Client } from '#test/broker/server/sockets.ts';
import { startBroker } from '#test/broker/server/started.ts';

const AUTH = { action: 'auth', key: 'K', secret: 'S' };
const RECENT = { message: 'subscription does not permit querying recent SIP data' };
const error = (code: number, msg: string) => [{ T: 'error', code, msg }];

let broker: Broker;
let clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.socket.terminate();
  await broker.stop();
});

async function start(...args: string[]) {
  broker = await startBroker(['--start', '2026-03-02T15:00:30Z', ...args]);
}

async function call(method: string, path: string, body?: object) {
  const response = await fetch(broker.addresses.rest + path, {
    method,
    headers: { 'APCA-API-KEY-ID': 'K', 'APCA-API-SECRET-KEY': 'S' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, json: (await response.json()) as Record<string, never> };
}
const get = (path: string) => call('GET', `/v2/stocks/${path}`);

async function open(feed: string): Promise<{ client: Client; answer: unknown }> {
  const client = await connect(broker.addresses.dataStream.replace('iex', feed));
  clients.push(client);
  await client.next();
  client.send(AUTH);
  return { client, answer: await client.next() };
}

async function symbols(count: number): Promise<string[]> {
  const { json } = await call('GET', '/v2/assets');
  return (json as unknown as { symbol: string }[]).slice(0, count).map(({ symbol }) => symbol);
}

it('carries thirty symbols on the free plan, and grants nothing of a subscription beyond them', async () => {
  await start('--plan', 'free');
  const listed = await symbols(31);
  const { client } = await open('iex');
  client.send({ action: 'subscribe', trades: listed });
  expect(await client.next()).toEqual(error(405, 'symbol limit exceeded'));
  client.send({ action: 'subscribe', trades: listed.slice(0, 30), bars: ['*'] });
  expect((await client.next())[0].trades).toHaveLength(30);
});

it('has no feed on the free plan that belongs to the other, and one connection of each', async () => {
  await start('--plan', 'free');
  await open('iex');
  for (const [feed, code, message] of [
    ['sip', 409, 'insufficient subscription'],
    ['iex', 406, 'connection limit exceeded'],
  ] as const) {
    const { client, answer } = await open(feed);
    expect(answer).toEqual(error(code, message));
    await client.end();
  }
  expect((await open('delayed_sip')).answer).toEqual([{ T: 'success', msg: 'authenticated' }]);
});

it.each([
  'AAPL/bars?timeframe=1Min&feed=sip&end=2026-03-02T14:45:31Z',
  'AAPL/bars?timeframe=1Min&end=2026-03-02',
  'bars?symbols=AAPL&timeframe=1Min&end=2026-03-02T15:00:00Z',
  'AAPL/trades/latest?feed=sip',
  'snapshots?symbols=AAPL&feed=sip',
])('does not tell the last quarter of an hour of SIP on the free plan: %s', async (path) => {
  await start('--plan', 'free');
  expect(await get(path)).toEqual({ status: 403, json: RECENT });
  await call('PUT', '/_paper/plan', { plan: 'plus' });
  expect((await get(path)).status).toBe(200);
});

it('tells IEX up to now and SIP up to a quarter of an hour ago on the free plan', async () => {
  await start('--plan', 'free');
  const lastBar = async (query: string) => {
    const { json } = await get(`AAPL/bars?timeframe=1Min&start=2026-03-02T14:40:00Z${query}`);
    return (json['bars'] as unknown as { t: string }[]).at(-1)?.t;
  };
  expect(await lastBar('&feed=iex')).toBe('2026-03-02T15:00:00Z');
  expect(await lastBar('&feed=sip')).toBe('2026-03-02T14:45:00Z');
  expect(await lastBar('')).toBe('2026-03-02T14:45:00Z');
  expect((await get('AAPL/bars?timeframe=1Min&end=2026-03-02T14:45:30Z')).status).toBe(200);
  for (const path of [
    'AAPL/trades/latest',
    'AAPL/snapshot?feed=iex',
    'AAPL/quotes/latest?feed=delayed_sip',
  ])
    expect((await get(path)).status).toBe(200);
});

it('ends the price streams when the plan changes, so that what is open keeps to it', async () => {
  await start();
  expect((await call('GET', '/_paper/plan')).json).toEqual({ plan: 'plus' });
  const { client, answer } = await open('sip');
  expect(answer).toEqual([{ T: 'success', msg: 'authenticated' }]);
  client.send({ action: 'subscribe', trades: ['*'] });
  expect((await client.next())[0].trades).toEqual(['*']);
  expect((await call('PUT', '/_paper/plan', { plan: 'free' })).json).toEqual({ plan: 'free' });
  await client.end();
  expect((await open('sip')).answer).toEqual(error(409, 'insufficient subscription'));
  expect((await call('PUT', '/_paper/plan', { plan: 'gold' })).status).toBe(422);
});
