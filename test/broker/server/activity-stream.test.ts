// The stream of activities on the wire: what was booked since an id, then everything as it is booked, busts included.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Broker } from '#main/paper/broker.ts';
import { startBroker } from '#test/broker/server/started.ts';

type Event = {
  event_id: string;
  ref_id: string;
  previous_id?: string;
  status: string;
  at: string;
  details: { execution_type: string; order_id: string };
};

let broker: Broker;
let ends: (() => void)[];
beforeEach(async () => {
  ends = [];
  broker = await startBroker(['--start', '2026-03-02T15:00:30Z']);
});
afterEach(async () => {
  for (const end of ends) end();
  await broker.stop();
});

const KEYS = { 'APCA-API-KEY-ID': 'K', 'APCA-API-SECRET-KEY': 'S' };
async function call(method: string, path: string, body?: object) {
  const response = await fetch(broker.addresses.rest + path, {
    method,
    headers: KEYS,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, json: (await response.json()) as Record<string, never> };
}
const buy = (qty: string) =>
  call('POST', '/v2/orders', {
    symbol: 'AAPL',
    qty,
    side: 'buy',
    type: 'market',
    time_in_force: 'day',
  });

/** Reads events one by one; `undefined` when the stream has ended. */
async function open(query = '') {
  const stop = new AbortController();
  ends.push(() => stop.abort());
  const response = await fetch(`${broker.addresses.rest}/v2beta1/events/activities${query}`, {
    headers: KEYS,
    signal: stop.signal,
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream',
  ]);
  expect(response.headers.get('x-request-id')).toMatch(/.{8}/);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return async function next(): Promise<Event | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        return JSON.parse(line.replace(/^data: /, '')) as Event;
      }
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return undefined;
      text += chunk.value;
    }
  };
}
async function all(query: string): Promise<Event[]> {
  const next = await open(query);
  const events: Event[] = [];
  for (let event = await next(); event; event = await next()) events.push(event);
  return events;
}

it('tells each fill as it is booked, and nothing of before when nothing is asked for', async () => {
  await buy('1');
  const next = await open();
  const { json } = await buy('2.5');
  expect(await next()).toMatchObject({
    activity_type: 'TRD',
    status: 'executed',
    qty: '2.5',
    currency: 'USD',
    settle_date: '2026-03-03',
    net_amount: expect.stringMatching(/^-\d/),
    details: { execution_type: 'fill', side: 'buy', symbol: 'AAPL', order_id: json['id'] },
  });
});

it('a bust and a correction name what they take back, and position and cash follow', async () => {
  const cash = async () => (await call('GET', '/v2/account')).json['cash'];
  const before = await cash();
  const next = await open();
  await buy('4');
  const fill = await next();
  const path = `/_paper/executions/${fill?.ref_id ?? ''}`;
  await call('POST', `${path}/correct`, { price: '100', qty: '2' });
  const correction = await next();
  expect(correction).toMatchObject({
    status: 'correct',
    previous_id: fill?.ref_id,
    price: '100',
    qty: '2',
    net_amount: '-200',
    details: { execution_type: 'trade_correct', cum_qty: '2' },
  });
  expect((await call('GET', '/v2/positions/AAPL')).json).toMatchObject({
    qty: '2',
    cost_basis: '200',
  });
  expect((await call('POST', `${path}/bust`)).status).toBe(422);
  await call('POST', `/_paper/executions/${correction?.ref_id ?? ''}/bust`);
  expect(await next()).toMatchObject({
    status: 'canceled',
    previous_id: correction?.ref_id,
    qty: '-2',
    net_amount: '200',
    details: { execution_type: 'trade_bust', cum_qty: '0' },
  });
  expect((await call('GET', '/v2/positions/AAPL')).status).toBe(404);
  expect(await cash()).toBe(before);
});

it('tells a fee and a dividend, and cash follows', async () => {
  const cash = async () => Number((await call('GET', '/v2/account')).json['cash']);
  await buy('4');
  const before = await cash();
  const next = await open();
  await call('POST', '/_paper/activities', { type: 'FEE', amount: '1.25', description: 'TAF' });
  await call('POST', '/_paper/activities', { type: 'DIV', symbol: 'AAPL', perShare: '0.26' });
  expect(await next()).toMatchObject({
    activity_type: 'FEE',
    net_amount: '-1.25',
    details: { system_date: '2026-03-02' },
  });
  expect(await next()).toMatchObject({
    activity_type: 'DIV',
    net_amount: '1.04',
    qty: '4',
    details: { symbol: 'AAPL' },
  });
  expect(await cash()).toBeCloseTo(before - 0.21, 9);
  const { json } = await call('GET', '/v2/account/activities?category=non_trade_activity');
  expect(json).toMatchObject([
    { activity_type: 'DIV', net_amount: '1.04', symbol: 'AAPL' },
    { activity_type: 'FEE', net_amount: '-1.25', description: 'TAF' },
  ]);
  const none = { type: 'DIV', symbol: 'MSFT', perShare: '1' };
  expect((await call('POST', '/_paper/activities', none)).status).toBe(422);
});

it('goes on when the broker starts over', async () => {
  const next = await open();
  await buy('1');
  expect(await next()).toMatchObject({ qty: '1' });
  await fetch(`${broker.addresses.rest}/_paper/reset`, { method: 'POST', headers: KEYS });
  await buy('2');
  expect(await next()).toMatchObject({ qty: '2' });
});

it('goes on after the id that was seen last, and ends where it is told to', async () => {
  for (const qty of ['1', '2', '3', '4']) await buy(qty);
  const reading = all('?since=2026-03-02&until=2026-03-02T15:00:31Z');
  await call('POST', '/_paper/clock/step', { ms: 2_000 });
  const events = await reading;
  expect(await all('?since=2026-03-02&until=2026-03-02T15:00:31Z')).toEqual(events);
  const ids = events.map(({ event_id }) => event_id);
  expect(ids).toHaveLength(4);
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^01[0-9A-HJKMNP-TV-Z]{24}$/);
  expect(await all(`?since_id=${ids[0] ?? ''}&until_id=${ids[2] ?? ''}`)).toEqual(
    events.slice(1, 3),
  );
  const next = await open(`?since_id=${ids[1] ?? ''}`);
  expect([await next(), await next()]).toEqual(events.slice(2));
  await call('POST', '/_paper/activities/cut');
  await expect(next()).rejects.toThrow();
});

it.each([
  'until=2026-03-02',
  'until_id=01ARZ3NDEKTSV4RRFFQ69G5FAV',
  'since=2026-03-02&since_id=01ARZ3NDEKTSV4RRFFQ69G5FAV',
  'since_id=7',
  'since=yesterday',
])('refuses ?%s', async (query) => {
  expect((await call('GET', `/v2beta1/events/activities?${query}`)).status).toBe(422);
});

it.each([{ price: '0' }, { qty: '-1' }, { price: 100 }, { side: 'sell' }])(
  'refuses the correction %j',
  async (body) => {
    expect((await call('POST', '/_paper/executions/x/correct', body)).status).toBe(422);
  },
);

it('ends with the token that it was opened with, and not before', async () => {
  const redirect_uri = 'http://localhost:3000/back';
  const app = (
    await call('POST', '/_paper/oauth/clients', { name: 'A', redirect_uri: [redirect_uri] })
  ).json;
  const { client_id, client_secret } = app;
  const account_id = broker.accountId;
  const asked = { client_id, client_secret, redirect_uri, scope: '', account_id };
  const { access_token } = (await call('POST', '/v1/oauth/token', asked)).json;
  const response = await fetch(`${broker.addresses.rest}/v2beta1/events/activities`, {
    headers: { Authorization: `Bearer ${String(access_token)}` },
  });
  const reader = response.body?.getReader();
  await buy('1');
  expect((await reader?.read())?.done).toBe(false);
  expect((await call('POST', '/v1/oauth/revoke', { client_id })).json).toEqual({ revoked: 1 });
  await expect(reader?.read()).rejects.toThrow();
});
