import { connect as connectTcp } from 'node:net';
import { pack } from 'msgpackr';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LiveEvent } from '#main/paper/market/live-events.ts';
import { KEY, MAIN_ACCOUNT, OTHER, startRig, type Rig } from '#test/broker/server/rig.ts';
import { connect, type Client } from '#test/broker/server/sockets.ts';

const AUTH = { action: 'auth', key: KEY.keyId, secret: KEY.secretKey };
const NOTHING = {
  trades: [],
  quotes: [],
  bars: [],
  updatedBars: [],
  dailyBars: [],
  statuses: [],
  lulds: [],
  corrections: [],
  cancelErrors: [],
};
const MSGPACK = { headers: { 'Content-Type': 'application/msgpack' } };

let rig: Rig;
let clients: Client[];
beforeEach(async () => {
  rig = await startRig();
  clients = [];
});
afterEach(async () => {
  for (const client of clients) client.socket.terminate();
  await rig.end();
});

async function open(path = '/v2/iex', options = {}): Promise<Client> {
  const client = await connect(rig.ws + path, options);
  clients.push(client);
  return client;
}
async function ready(path?: string, key = AUTH): Promise<Client> {
  const client = await open(path);
  client.send(key);
  await client.next();
  expect(await client.next()).toEqual([{ T: 'success', msg: 'authenticated' }]);
  return client;
}
const error = (code: number, msg: string) => [{ T: 'error', code, msg }];
const trade = (symbol: string, offsetMs: number, price = 1_501_200): LiveEvent => ({
  kind: 'trade',
  symbol,
  timeMs: rig.clock.now() + offsetMs,
  trade: { timeMs: rig.clock.now() + offsetMs, price, size: 3, id: 42 },
});

describe('the conversation', () => {
  it('welcomes, authenticates by frame, and tells the whole subscription after every change', async () => {
    const client = await open();
    expect(await client.next()).toEqual([{ T: 'success', msg: 'connected' }]);
    client.send(AUTH);
    expect(await client.next()).toEqual([{ T: 'success', msg: 'authenticated' }]);
    client.send({ action: 'subscribe', bars: ['AAPL', 'MSFT'], trades: ['TSLA'] });
    expect(await client.next()).toEqual([
      {
        T: 'subscription',
        ...NOTHING,
        bars: ['AAPL', 'MSFT'],
        trades: ['TSLA'],
        corrections: ['TSLA'],
        cancelErrors: ['TSLA'],
      },
    ]);
    client.send({ action: 'subscribe', imbalances: ['AAPL'] });
    expect((await client.next())[0].imbalances).toEqual(['AAPL']);
    client.send({ action: 'unsubscribe', imbalances: ['AAPL'] });
    await client.next();
    client.send({ action: 'subscribe', bars: ['MSFT', '*'] });
    expect((await client.next())[0].bars).toEqual(['AAPL', 'MSFT', '*']);
    client.send({ action: 'unsubscribe', bars: ['*', 'AAPL'], trades: ['TSLA'] });
    expect(await client.next()).toEqual([{ T: 'subscription', ...NOTHING, bars: ['MSFT'] }]);
  });

  it.each([
    ['key headers', { 'APCA-API-KEY-ID': KEY.keyId, 'APCA-API-SECRET-KEY': KEY.secretKey }],
    [
      'Basic',
      { Authorization: `Basic ${Buffer.from(`${KEY.keyId}:${KEY.secretKey}`).toString('base64')}` },
    ],
  ])('authenticates by the upgrade’s %s', async (_name, headers) => {
    const client = await open('/v2/sip', { headers });
    await client.next();
    expect(await client.next()).toEqual([{ T: 'success', msg: 'authenticated' }]);
    client.send(AUTH);
    expect(await client.next()).toEqual(error(403, 'already authenticated'));
  });

  it('authenticates by an application’s token in both spellings, when it has the data scope', async () => {
    const app = (
      await rig.call('POST', '/_paper/oauth/clients', {
        body: { name: 'A', redirect_uri: ['http://x/'] },
      })
    ).json;
    const issue = async (scope: string) =>
      (
        await rig.call('POST', '/v1/oauth/token', {
          body: {
            client_id: app.client_id,
            client_secret: app.client_secret,
            redirect_uri: 'http://x/',
            scope,
            account_id: MAIN_ACCOUNT,
          },
        })
      ).json.access_token as string;
    const token = await issue('data');
    await (await ready('/v2/iex', { action: 'auth', key: 'oauth', secret: token })).close();
    await ready('/v2/iex', { action: 'auth', key: 'access_token', secret: token });
    const bare = await open('/v2/sip', {
      headers: { Authorization: `Bearer ${await issue('trading')}` },
    });
    await bare.next();
    expect(await bare.next()).toEqual(error(411, 'insufficient scope'));
  });

  it.each([
    ['/v2/iex'],
    ['/v2/sip'],
    ['/v2/delayed_sip'],
    ['/v2/test'],
    ['/v1beta1/boats'],
    ['/v1beta1/overnight'],
  ])('serves %s', async (path) => {
    await ready(path);
  });

  it('refuses an upgrade to a path that is no stream with a 404', async () => {
    expect((await open('/v2/nothing')).refused).toBe(404);
  });
});

describe('the errors', () => {
  it.each([
    ['no JSON', '{'],
    ['no record', '[]'],
    ['an unknown action', { action: 'dance' }],
    ['an unknown channel', { action: 'subscribe', ticks: ['AAPL'] }],
    ['a channel that is no list', { action: 'subscribe', bars: 'AAPL' }],
    ['a malformed symbol', { action: 'subscribe', bars: ['a a'] }],
    ['a pair, on a feed of stocks', { action: 'subscribe', bars: ['AAPL', 'BTC/USD'] }],
    ['nothing to subscribe', { action: 'subscribe' }],
  ])('400 invalid syntax: %s', async (_name, frame) => {
    const client = await ready();
    client.send(frame);
    expect(await client.next()).toEqual(error(400, 'invalid syntax'));
    expect(client.socket.readyState).toBe(1);
  });

  it('401 not authenticated: subscribing too early', async () => {
    const client = await open();
    await client.next();
    client.send({ action: 'subscribe', bars: ['AAPL'] });
    expect(await client.next()).toEqual(error(401, 'not authenticated'));
  });

  it('402 auth failed: a wrong secret, and half a frame', async () => {
    const client = await open();
    await client.next();
    for (const frame of [
      { ...AUTH, secret: 'x' },
      { action: 'auth', key: KEY.keyId },
    ]) {
      client.send(frame);
      expect(await client.next()).toEqual(error(402, 'auth failed'));
    }
  });

  it('404 auth timeout: ten seconds without authentication end the connection', async () => {
    const hasty = await startRig({ haste: 0.02 });
    const client = await connect(`${hasty.ws}/v2/iex`);
    await client.next();
    expect(await client.next()).toEqual(error(404, 'auth timeout'));
    await client.end();
    await hasty.end();
  });

  it('405 symbol limit exceeded: trades and quotes count, bars do not, subscriptions stay as they were', async () => {
    await rig.call('PUT', '/_paper/streams', { body: { symbolLimit: 2 } });
    const client = await ready();
    client.send({
      action: 'subscribe',
      trades: ['AAPL'],
      quotes: ['AAPL'],
      bars: ['AAPL', 'MSFT', '*'],
    });
    expect((await client.next())[0].T).toBe('subscription');
    for (const frame of [{ trades: ['MSFT'] }, { quotes: ['*'] }]) {
      client.send({ action: 'subscribe', ...frame });
      expect(await client.next()).toEqual(error(405, 'symbol limit exceeded'));
    }
    client.send({ action: 'subscribe', trades: ['AAPL'] });
    expect((await client.next())[0].trades).toEqual(['AAPL']);
  });

  it('406 connection limit exceeded: one per endpoint and account, free again after the first ends', async () => {
    const first = await ready();
    const second = await open();
    await second.next();
    second.send(AUTH);
    expect(await second.next()).toEqual(error(406, 'connection limit exceeded'));
    await second.end();
    await ready('/v2/sip');
    await ready('/v2/iex', { action: 'auth', key: OTHER.keyId, secret: OTHER.secretKey });
    await first.close();
    await ready();
  });

  it('407 slow client: a reader that stops reading is told and dropped, others are not held up', async () => {
    await rig.call('PUT', '/_paper/streams', { body: { slowBytes: 65_536 } });
    const slow = await stalledReader();
    const quick = await ready('/v2/sip');
    quick.send({ action: 'subscribe', trades: ['AAPL'] });
    await quick.next();
    let count = 0;
    quick.socket.on('message', () => count++);
    for (let i = 0; i < 200 && rig.streams.counts().data > 1; i++) {
      rig.liveEvents.splice(0);
      for (let n = 0; n < 1000; n++) rig.liveEvents.push(trade('AAPL', 1));
      await rig.step(1);
    }
    await expect.poll(() => rig.streams.counts().data, { timeout: 10_000 }).toBe(1);
    expect(count).toBeGreaterThan(0);
    slow.destroy();
    await ready(); // its place is free
  });

  it('409 insufficient subscription: a feed outside the plan', async () => {
    await rig.call('PUT', '/_paper/streams', { body: { feeds: ['iex'] } });
    await ready('/v2/iex');
    const client = await open('/v2/sip');
    await client.next();
    client.send(AUTH);
    expect(await client.next()).toEqual(error(409, 'insufficient subscription'));
    await client.end();
  });

  it('410 invalid subscribe action for this feed: a channel of another product', async () => {
    const client = await ready();
    client.send({ action: 'subscribe', orderbooks: ['AAPL'] });
    expect(await client.next()).toEqual(error(410, 'invalid subscribe action for this feed'));
  });

  async function stalledReader() {
    const socket = connectTcp(rig.port, '127.0.0.1');
    const headers = [
      'GET /v2/iex HTTP/1.1',
      'Host: x',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
      `APCA-API-KEY-ID: ${KEY.keyId}`,
      `APCA-API-SECRET-KEY: ${KEY.secretKey}`,
    ];
    socket.on('error', () => undefined);
    socket.write(`${headers.join('\r\n')}\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    const payload = Buffer.from('{"action":"subscribe","trades":["AAPL"]}');
    socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]));
    await expect
      .poll(() => [...rig.streams.listeners()].some((l) => l.subscription.wants('trades', 'AAPL')))
      .toBe(true);
    socket.pause();
    return socket;
  }
});

describe('live data', () => {
  it('delivers what is subscribed, in wire shape, and nothing else', async () => {
    const client = await ready();
    client.send({ action: 'subscribe', trades: ['AAPL'], quotes: ['MSFT'], bars: ['*'] });
    await client.next();
    const nowMs = rig.clock.now();
    const bar = {
      timeMs: nowMs - 59_950,
      open: 10_000,
      high: 20_000,
      low: 5000,
      close: 15_000,
      volume: 7,
      tradeCount: 2,
      vwap: 12_500,
    };
    const quote = { timeMs: nowMs + 50, bid: 3_000_100, bidSize: 1, ask: 3_000_200, askSize: 2 };
    rig.liveEvents.push(
      trade('AAPL', 50),
      trade('TSLA', 50),
      { kind: 'quote', symbol: 'MSFT', timeMs: nowMs + 50, quote },
      { kind: 'bar', symbol: 'TSLA', timeMs: nowMs + 50, bar },
    );
    await rig.step(100);
    const time = new Date(nowMs + 50).toISOString().replace('Z', '000000Z');
    const [first, second, third, ...rest] = await client.next();
    expect(first).toMatchObject({ T: 't', S: 'AAPL', i: 42, p: 150.12, s: 3, z: 'C', t: time });
    expect(second).toMatchObject({
      T: 'q',
      S: 'MSFT',
      bp: 300.01,
      bs: 1,
      ap: 300.02,
      as: 2,
      t: time,
    });
    expect(third).toMatchObject({
      T: 'b',
      S: 'TSLA',
      o: 1,
      h: 2,
      l: 0.5,
      c: 1.5,
      v: 7,
      n: 2,
      vw: 1.25,
    });
    expect(rest).toEqual([]);
  });

  it('speaks msgpack when asked, with timestamps as the timestamp extension', async () => {
    const client = await open('/v2/iex', MSGPACK);
    expect(await client.next()).toEqual([{ T: 'success', msg: 'connected' }]);
    client.socket.send(pack(AUTH));
    await client.next();
    client.socket.send(pack({ action: 'subscribe', trades: ['AAPL'] }));
    expect((await client.next())[0].trades).toEqual(['AAPL']);
    const nowMs = rig.clock.now();
    rig.liveEvents.push(...Array.from({ length: 20 }, () => trade('AAPL', 50)));
    await rig.step(100);
    const { data, isBinary } = await client.frame();
    expect(isBinary).toBe(true);
    expect(data.includes(Buffer.from([0xd7, 0xff]))).toBe(true); // fixext 8, type -1
    const events = (await import('msgpackr')).unpack(data) as { t: Date; p: number }[];
    expect(events).toHaveLength(20);
    expect([events[19]?.t, events[19]?.p]).toEqual([new Date(nowMs + 50), 150.12]);
    client.socket.send(Buffer.from([0xc1]));
    expect((await client.next())[0].code).toBe(400);
  });

  it('runs a quarter of an hour behind on delayed_sip', async () => {
    const client = await ready('/v2/delayed_sip');
    client.send({ action: 'subscribe', trades: ['AAPL'] });
    await client.next();
    rig.liveEvents.push(trade('AAPL', 50, 10_000), trade('AAPL', -900_000 + 50, 20_000));
    await rig.step(100);
    expect((await client.next()).map((event: { p: number }) => event.p)).toEqual([2]);
  });

  it('knows FAKEPACA on the test feed', async () => {
    const client = await ready('/v2/test');
    client.send({ action: 'subscribe', trades: ['FAKEPACA'] });
    await client.next();
    rig.liveEvents.push(trade('AAPL', 50));
    await rig.step(100);
    expect((await client.next())[0].S).toBe('FAKEPACA');
  });

  it('encodes an event once for all clients that want the same', async () => {
    const keys = [AUTH, { action: 'auth', key: OTHER.keyId, secret: OTHER.secretKey }];
    const both = [await ready('/v2/iex', keys[0]), await ready('/v2/iex', keys[1])];
    for (const client of both) {
      client.send({ action: 'subscribe', trades: ['*'] });
      await client.next();
    }
    const event = trade('AAPL', 50);
    let encoded = 0;
    if (event.kind === 'trade')
      Object.defineProperty(event.trade, 'price', { get: () => ++encoded });
    rig.liveEvents.push(event);
    await rig.step(100);
    await Promise.all(both.map((client) => client.next()));
    expect(encoded).toBe(1);
  });

  it('meets the stream faults of data', async () => {
    const client = await ready();
    client.send({ action: 'subscribe', trades: ['AAPL'] });
    await client.next();
    await rig.fault({ match: { stream: 'data' }, act: { kind: 'duplicate' } });
    await rig.fault({ match: { stream: 'data' }, act: { kind: 'cut' } });
    rig.liveEvents.push(trade('AAPL', 50));
    await rig.step(100);
    expect(await client.next()).toEqual(await client.next());
    rig.liveEvents.push(trade('AAPL', 50));
    await rig.step(100);
    expect(await client.end()).toBe(1006);
  });
});
