// What other public clients send and need, byte by byte where a library of ours would tidy it up (docs/wire.md, "As other
// clients met it").
import { connect as connectTcp } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Broker } from '#main/paper/broker.ts';
import { connect, type Client } from '#test/broker/server/sockets.ts';
import { startBroker } from '#test/broker/server/started.ts';

const MSGPACK = { headers: { 'Content-Type': 'application/msgpack' } };
const FAR = { symbol: 'AAPL', qty: '2', side: 'buy', type: 'limit', time_in_force: 'day' };

let broker: Broker;
let clients: Client[];
beforeEach(async () => {
  clients = [];
  broker = await startBroker(['--start', '2026-03-02T15:00:30Z']);
});
afterEach(async () => {
  for (const client of clients) client.socket.terminate();
  await broker.stop();
});

/** The request as it stands, and nothing else. */
async function raw(method: string, path: string, headers: string[], body = ''): Promise<string> {
  const url = new URL(broker.addresses.rest);
  const socket = connectTcp(Number(url.port), url.hostname);
  const keys = ['APCA-API-KEY-ID: K', 'APCA-API-SECRET-KEY: S', 'Connection: close'];
  const head = [`${method} ${path} HTTP/1.1`, 'Host: x', ...keys, ...headers].join('\r\n');
  socket.write(`${head}\r\n\r\n${body}`);
  return text(socket);
}

async function call(method: string, path: string, body?: object) {
  const response = await fetch(broker.addresses.rest + path, {
    method,
    headers: { 'APCA-API-KEY-ID': 'K', 'APCA-API-SECRET-KEY': 'S' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

async function open(url: string, hello: object, options = {}): Promise<Client> {
  const client = await connect(url, options);
  clients.push(client);
  client.send(hello);
  return client;
}

async function openData(options = {}): Promise<Client> {
  const hello = { action: 'auth', key: 'K', secret: 'S' };
  const client = await open(broker.addresses.dataStream, hello, options);
  await client.next();
  await client.next();
  return client;
}

it('every trade update has its timestamp, which is when the order changed', async () => {
  const client = await open(broker.addresses.tradeStream, {
    action: 'auth',
    key: 'K',
    secret: 'S',
  });
  await client.next();
  client.send({ action: 'listen', data: { streams: ['trade_updates'] } });
  await client.next();
  const placed = await call('POST', '/v2/orders', { ...FAR, limit_price: '1' });
  const changed = await call('PATCH', `/v2/orders/${String(placed.json['id'])}`, { qty: '3' });
  await raw('DELETE', `/v2/orders/${String(changed.json['id'])}`, []);
  const events: string[] = [];
  for (let at = 0; at < 8; at++) {
    const { data } = await client.next();
    events.push(data.event);
    expect(data.timestamp).toBe(data.order.updated_at);
  }
  expect(events).toEqual(
    'pending_new new pending_replace replaced pending_new new pending_cancel canceled'.split(' '),
  );
});

it('whole numbers of a MessagePack frame are integers, however large', async () => {
  const client = await openData(MSGPACK);
  client.send({ action: 'subscribe', trades: ['AAPL'] });
  await client.next();
  await call('POST', '/_paper/clock/step', { ms: 60_000 });
  const { data } = await client.frame();
  const tag = data[data.indexOf(Buffer.from([0xa1, 0x69])) + 2]; // behind the name i
  expect(tag).toBe(0xd3); // int 64
});

it.each([
  [{ trades: ['AAPL'], quotes: null, bars: [], orderbooks: null, news: null, pricing: null }],
  [{ trades: ['AAPL'], orderbooks: [], news: [], pricing: [] }],
])('a subscription may name channels that it wants nothing of: %j', async (members) => {
  const client = await openData();
  client.send({ action: 'subscribe', ...members });
  expect((await client.next())[0]).toMatchObject({ T: 'subscription', trades: ['AAPL'], bars: [] });
});

it('a subscription with a symbol that is no stock is refused whole, and the others stay', async () => {
  const client = await openData();
  client.send({ action: 'subscribe', trades: ['AAPL'] });
  await client.next();
  client.send({ action: 'subscribe', trades: ['MSFT', 'BTC/USD'] });
  expect((await client.next())[0]).toMatchObject({ T: 'error', code: 400 });
  client.send({ action: 'subscribe', bars: ['AAPL'] });
  expect((await client.next())[0]).toMatchObject({ trades: ['AAPL'], bars: ['AAPL'] });
});

it('a subscription of nothing at all tells what there is', async () => {
  const client = await openData();
  client.send({ action: 'subscribe', trades: null, news: null });
  expect((await client.next())[0]).toMatchObject({ T: 'subscription', trades: [] });
});

it.each([
  ['an empty Content-Type', ['Content-Type: ']],
  ['an empty Content-Type and no length', ['Content-Type:', 'Content-Length: 0']],
  ['an empty chunked body', ['Content-Type: ', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
])('DELETE is taken with %s', async (_name, headers, body = '') => {
  const { json } = await call('POST', '/v2/orders', { ...FAR, limit_price: '1' });
  const answer = await raw('DELETE', `/v2/orders/${String(json['id'])}`, headers, body);
  expect(answer.split('\r\n', 1)[0]).toBe('HTTP/1.1 204 No Content');
});

it('POST is taken with an empty Content-Type', async () => {
  const body = JSON.stringify({ ...FAR, limit_price: '1' });
  const headers = ['Content-Type: ', `Content-Length: ${body.length}`];
  const answer = await raw('POST', '/v2/orders', headers, body);
  expect(answer.split('\r\n', 1)[0]).toBe('HTTP/1.1 200 OK');
});

it.each([[''], [null]])('a change may carry what it leaves alone as %j', async (unused) => {
  const { json } = await call('POST', '/v2/orders', { ...FAR, limit_price: '1' });
  const members = 'qty time_in_force limit_price stop_price trail client_order_id notional';
  const rest = Object.fromEntries(members.split(' ').map((name) => [name, unused]));
  const path = `/v2/orders/${String(json['id'])}`;
  const changed = await call('PATCH', path, { ...rest, limit_price: '2' });
  expect(changed).toMatchObject({ status: 200, json: { qty: '2', limit_price: '2' } });
});

it('an order and the configurations may carry what they leave alone as "" and null', async () => {
  const none = { notional: null, stop_price: null, trail_price: null, trail_percent: null };
  const simple = { order_class: '', position_intent: '', client_order_id: '', legs: null };
  const exits = { take_profit: null, stop_loss: null, extended_hours: false };
  const body = { ...FAR, ...none, ...simple, ...exits, limit_price: '1' };
  const { status, json } = await call('POST', '/v2/orders', body);
  expect([status, json['status']]).toEqual([200, 'pending_new']);
  const changes = { dtbp_check: '', trade_confirm_email: '', pdt_check: null, no_shorting: true };
  const configured = await call('PATCH', '/v2/account/configurations', changes);
  expect(configured).toMatchObject({
    status: 200,
    json: { no_shorting: true, trade_confirm_email: 'all' },
  });
});

it('flags may be written as Python does, times with an offset and up to nine decimals', async () => {
  await call('POST', '/v2/orders', { ...FAR, limit_price: '1' });
  const query = new URLSearchParams({
    status: 'open',
    nested: 'True',
    after: '2026-03-02T00:00:00+00:00',
    until: '2026-03-02T11:30:00.123456789-05:00',
  });
  expect((await call('GET', `/v2/orders?${query.toString()}`)).json).toHaveLength(1);
  expect((await call('GET', '/v2/positions/AAPL?symbol=AAPL')).status).toBe(404);
  expect((await call('DELETE', '/v2/positions?cancel_orders=True')).status).toBe(207);
  const range =
    'start=2026-03-02T14%3A31%3A00.000001%2B00%3A00&end=2026-03-02T14%3A35%3A00-00%3A00';
  const bars = `/v2/stocks/bars?symbols=AAPL&timeframe=1Min&adjustment=raw&asof=-&${range}`;
  expect((await call('GET', bars)).status).toBe(200);
});

it('every record has what alpaca-py and the Go client cannot read it without', async () => {
  const asset = await call('GET', '/v2/assets/AAPL');
  expect(asset.json['maintenance_margin_requirement']).toSatisfy(Number.isSafeInteger);
  expect(await call('GET', '/v2/account/configurations')).toMatchObject({
    json: {
      fractional_trading: expect.any(Boolean),
      max_margin_multiplier: expect.any(String),
      no_shorting: expect.any(Boolean),
      suspend_trade: expect.any(Boolean),
      ptp_no_exception_entry: expect.any(Boolean),
    },
  });
  const list = await call('POST', '/v2/watchlists', { name: 'w', symbols: null });
  expect(list.json).toMatchObject({
    account_id: expect.any(String),
    created_at: expect.stringMatching(/^\d{4}-/),
    updated_at: expect.stringMatching(/^\d{4}-/),
  });
  await call('POST', '/_paper/activities', { type: 'FEE', amount: '1.5' });
  const { json } = await call('GET', '/v2/account/activities/FEE');
  expect(json).toEqual([
    expect.objectContaining({
      date: '2026-03-02',
      net_amount: '-1.5',
      description: expect.any(String),
      status: 'executed',
    }),
  ]);
});

it('sizes, volumes and counts of a MessagePack frame are whole', async () => {
  const client = await openData(MSGPACK);
  client.send({ action: 'subscribe', trades: ['AAPL'], quotes: ['AAPL'], bars: ['AAPL'] });
  await client.next();
  await call('POST', '/_paper/clock/step', { ms: 120_000 });
  const members: Record<string, string[]> = { t: ['i', 's'], q: ['bs', 'as'], b: ['v', 'n'] };
  const seen = new Set<string>();
  while (seen.size < 3) {
    for (const message of await client.next()) {
      seen.add(message.T);
      for (const name of members[message.T] ?? []) {
        expect(Number.isSafeInteger(Number(message[name]))).toBe(true);
      }
    }
  }
});

it('a change of nothing is still refused', async () => {
  const { json } = await call('POST', '/v2/orders', { ...FAR, limit_price: '1' });
  const changed = await call('PATCH', `/v2/orders/${String(json['id'])}`, { qty: '', trail: null });
  expect(changed.status).toBe(422);
});
