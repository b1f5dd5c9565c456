// With the hours of the exchange nothing trades at night and at weekends: the price stream is silent, and answers pings.
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import type { Broker } from '#main/paper/broker.ts';
import { connect } from '#test/broker/server/sockets.ts';
import { startBroker } from '#test/broker/server/started.ts';

let broker: Broker;
afterEach(() => broker.stop());

async function start(hours: string, at: string) {
  broker = await startBroker(['--hours', hours, '--start', at]);
}
async function call(method: string, path: string, body?: object) {
  const response = await fetch(broker.addresses.rest + path, {
    method,
    headers: { 'APCA-API-KEY-ID': 'K', 'APCA-API-SECRET-KEY': 'S' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await response.json()) as Record<string, never>;
}
const step = (ms: number) => call('POST', '/_paper/clock/step', { ms });
const latest = async () =>
  (await call('GET', '/v2/stocks/AAPL/trades/latest'))['trade'] as unknown as { t: string };

it.each([
  ['at night', '2026-03-03T03:00:00Z', '2026-03-03T00:5', 5 * 3_600_000],
  ['at the weekend', '2026-03-07T15:00:00Z', '2026-03-07T00:5', 24 * 3_600_000],
  ['on a holiday', '2026-04-03T15:00:00Z', '2026-04-02T23:5', 3_600_000],
])('is silent %s', async (_name, at, last, lengthMs) => {
  await start('real', at);
  const client = await connect(broker.addresses.dataStream);
  client.send({ action: 'auth', key: 'K', secret: 'S' });
  client.send({ action: 'subscribe', trades: ['*'], quotes: ['*'], bars: ['*'] });
  for (let n = 0; n < 3; n++) await client.next();
  for (let n = 0; n < 3; n++) await step(lengthMs / 3 - 1_000);
  client.socket.ping();
  await once(client.socket, 'pong');
  expect(client.pending()).toBe(0);
  expect((await latest()).t.slice(0, 15)).toBe(last);
  const bars = await call(
    'GET',
    `/v2/stocks/AAPL/bars?timeframe=1Min&start=${encodeURIComponent(at)}`,
  );
  expect(bars['bars']).toEqual([]);
  client.socket.terminate();
});

it('trades from four in the morning on', async () => {
  await start('real', '2026-03-03T08:59:00Z');
  const client = await connect(broker.addresses.dataStream);
  client.send({ action: 'auth', key: 'K', secret: 'S' });
  client.send({ action: 'subscribe', trades: ['*'] });
  for (let n = 0; n < 3; n++) await client.next();
  await step(59_000);
  expect(client.pending()).toBe(0);
  await step(120_000);
  expect((await client.next())[0]).toMatchObject({
    T: 't',
    t: expect.stringMatching(/^2026-03-03T09:0/),
  });
  client.socket.terminate();
});
