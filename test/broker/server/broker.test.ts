// The whole broker in this process: market, ledger and engine under the server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Broker } from '#main/paper/broker.ts';
import { connect } from '#test/broker/server/sockets.ts';
import { startBroker } from '#test/broker/server/started.ts';

const START = ['--start', '2026-03-02T15:00:30Z'];
const MINT = {
  underlying_symbol: 'AAPL',
  qty: '2.5',
  issuer: 'st0x',
  network: 'base',
  wallet_address: 'W',
};

let broker: Broker;
afterEach(() => broker.stop());

async function start(...args: string[]) {
  broker = await startBroker(['--ap', '--rate', '100000', ...args]);
}
async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(broker.addresses.rest + path, {
    method,
    headers: { 'APCA-API-KEY-ID': 'K', 'APCA-API-SECRET-KEY': 'S' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
}
const step = (ms: number) => call('POST', '/_paper/clock/step', { ms });
const buy = (qty: string, id: string) =>
  call('POST', '/v2/orders', {
    symbol: 'AAPL',
    qty,
    side: 'buy',
    type: 'market',
    time_in_force: 'day',
    client_order_id: id,
  });
async function hold(qty: string): Promise<void> {
  expect((await buy(qty, `hold-${qty}`)).status).toBe(200);
  await step(60_000);
  expect((await call('GET', '/v2/positions/AAPL')).json.qty).toBe(qty);
}

describe('trading through the server', () => {
  it('tells an order’s whole life on the trade stream, and the ledger knows it', async () => {
    await start(...START);
    const stream = await connect(broker.addresses.tradeStream);
    stream.send({ action: 'auth', key: 'K', secret: 'S' });
    stream.send({ action: 'listen', data: { streams: ['trade_updates'] } });
    await stream.next();
    await stream.next();
    const order = (await buy('5', 'life')).json;
    await step(60_000);
    const events: string[] = [];
    while (events.at(-1) !== 'fill') {
      const { data } = await stream.next();
      expect(data.order.id).toBe(order.id);
      events.push(data.event);
    }
    expect(events[0]).toMatch(/new/);
    const { json } = await call('GET', '/_paper/ledger');
    expect(json.orders).toMatchObject([
      { id: order.id, account_id: broker.accountId, filled_qty: '5' },
    ]);
    expect(json.executions[0]).toMatchObject({ order_id: order.id, account_id: broker.accountId });
    stream.socket.terminate();
  });

  it('sends a live minute bar that equals the historical one asked for afterwards', async () => {
    await start(...START);
    const stream = await connect(broker.addresses.dataStream);
    stream.send({ action: 'auth', key: 'K', secret: 'S' });
    stream.send({ action: 'subscribe', bars: ['AAPL'] });
    for (let i = 0; i < 3; i++) await stream.next();
    await step(60_000);
    const [{ T, S, ...live }] = await stream.next();
    expect([T, S, live.t]).toEqual(['b', 'AAPL', '2026-03-02T15:00:00Z']);
    const { json } = await call(
      'GET',
      '/v2/stocks/AAPL/bars?timeframe=1Min&start=2026-03-02T15:00:00Z&end=2026-03-02T15:00:00Z',
    );
    expect(json.bars).toEqual([live]);
    stream.socket.terminate();
  });

  it('moves the market by a shock that history, quotes and stops see', async () => {
    await start(...START);
    const price = async () =>
      (await call('GET', '/v2/stocks/AAPL/trades/latest')).json.trade.p as number;
    const before = await price();
    expect(
      (await call('POST', '/_paper/market/shock', { symbol: 'AAPL', factor: '0.5' })).status,
    ).toBe(200);
    await step(60_000);
    expect((await price()) / before).toBeCloseTo(0.5, 1);
  });
});

describe('tokenization with the real ledger of shares', () => {
  it('takes the shares out on a mint, shows the journal, and gives them back on a rejection', async () => {
    await start(...START);
    await hold('10');
    await call('PUT', '/_paper/tokenization', { next: ['reject', 'complete'] });
    const minted = (await call('POST', '/v2/tokenization/mint', MINT)).json;
    const qty = async () => (await call('GET', '/v2/positions/AAPL')).json.qty;
    expect(await qty()).toBe('7.5');
    expect((await call('POST', '/v2/tokenization/mint', { ...MINT, qty: '8' })).status).toBe(400);
    await step(5000);
    expect(
      (await call('GET', `/v2/tokenization/requests/${minted.tokenization_request_id}`)).json
        .status,
    ).toBe('rejected');
    expect(await qty()).toBe('10');
    const journal = (await call('GET', '/v2/account/activities/JNLS')).json as { qty: string }[];
    expect(journal.map((entry) => entry.qty).sort()).toEqual(['-2.5', '2.5']);
  });

  it('counts shares that an open order holds as not there', async () => {
    await start(...START);
    await hold('4');
    const sell = {
      symbol: 'AAPL',
      qty: '3',
      side: 'sell',
      type: 'limit',
      limit_price: '9999',
      time_in_force: 'day',
    };
    expect((await call('POST', '/v2/orders', sell)).status).toBe(200);
    const refused = await call('POST', '/v2/tokenization/mint', MINT);
    expect([refused.status, refused.json.message]).toEqual([400, 'insufficient position in AAPL']);
    expect((await call('POST', '/v2/tokenization/mint', { ...MINT, qty: '1' })).status).toBe(200);
  });

  it('starts over on reset, and only then', async () => {
    await start(...START);
    await hold('3');
    expect((await call('POST', '/_paper/reset')).status).toBe(204);
    expect((await call('GET', '/v2/positions')).json).toEqual([]);
    expect((await call('GET', '/v2/account')).json.cash).toBe('100000');
    expect((await call('GET', '/_paper/ledger')).json).toEqual({
      orders: [],
      executions: [],
      mints: [],
      redeems: [],
    });
    expect((await buy('1', 'again')).status).toBe(200);
  });
});

describe('a restart', () => {
  it('keeps shocks, because the past that orders were filled in must not change', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paper-'));
    await start(...START, '--data', folder);
    await call('POST', '/_paper/market/shock', { factor: '2' });
    await step(120_000);
    const bars =
      '/v2/stocks/AAPL/bars?timeframe=1Min&start=2026-03-02T14:58:00Z&end=2026-03-02T15:02:00Z';
    const before = (await call('GET', bars)).json;
    await broker.stop();
    await start(...START, '--data', folder);
    expect((await call('GET', bars)).json).toEqual(before);
    rmSync(folder, { recursive: true });
  });
});
