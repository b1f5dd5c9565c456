import { describe, expect, it } from 'vitest';
import type { Result } from '#contract/failure.ts';
import * as sample from './samples.ts';
import { clientOf, setUp, startLocalBroker, type WholeClient } from './local-broker.ts';

type Row = [
  name: string,
  call: (client: WholeClient) => Promise<Result<unknown>>,
  path: string,
  json: unknown,
  value: unknown,
];

const decodedOrder = {
  id: sample.order.id,
  clientOrderId: 'c-1',
  symbol: 'AAPL',
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  status: 'brand_new_status',
  qty: '1.5',
  filledQty: '0',
  limitPrice: '150.1000',
  createdAt: '2026-01-05T15:00:00.123456789Z',
};
const decodedToken = {
  tokenizationRequestId: '12345-678-90AB',
  clientRequestId: 'label',
  type: 'mint',
  status: 'pending',
  issuer: 'a_new_issuer',
  qty: '1.23',
  fees: '0.567',
};
const execution = {
  orderId: 'o1',
  symbol: 'AAPL',
  side: 'buy',
  qty: '2',
  cumQty: '5',
  price: '174.78',
  at: '2022-02-02T18:55:09.981482Z',
};

const reads: Row[] = [
  [
    'account',
    (client) => client.account(),
    '/v2/account',
    sample.account,
    { accountNumber: 'PA1', equity: '100000.12345678901234', buyingPower: '200000' },
  ],
  [
    'activities',
    (client) => client.activities({ activityTypes: ['FILL', 'DIV'], pageToken: 'a::b' }),
    '/v2/account/activities?activity_types=FILL%2CDIV&page_token=a%3A%3Ab',
    [sample.fill, { activity_type: 'OCT', id: 'z', net_amount: 1.5 }],
    {
      activities: [{ execution }, { activityType: 'OCT', netAmount: '1.5' }],
      nextPageToken: 'z',
    },
  ],
  [
    'portfolioHistory',
    (client) => client.portfolioHistory({ period: '1M', timeframe: '1D' }),
    '/v2/account/portfolio/history?period=1M&timeframe=1D',
    sample.history,
    {
      timestamp: [1580826600, 1580827500],
      equity: ['27423.73', null],
      profitLossPct: ['0.0004', '0'],
      baseValue: '27411.93',
    },
  ],
  [
    'asset',
    (client) => client.asset('BTC/USD'),
    '/v2/assets/BTC%2FUSD',
    { ...sample.asset, name: null },
    { symbol: 'AAPL', name: 'AAPL', tradable: true, attributes: ['has_options'] },
  ],
  [
    'assets',
    (client) => client.assets({ status: 'active' }),
    '/v2/assets?status=active',
    [sample.asset],
    [{ symbol: 'AAPL', name: 'Apple Inc.', class: 'us_equity' }],
  ],
  [
    'marketClock',
    (client) => client.marketClock(),
    '/v2/clock',
    sample.marketClock,
    { isOpen: true, nextClose: '2026-01-05T16:00:00-05:00' },
  ],
  [
    'tradingDays',
    (client) => client.tradingDays({ start: '2026-01-05', end: '2026-01-06' }),
    '/v2/calendar?start=2026-01-05&end=2026-01-06',
    [sample.tradingDay],
    [{ date: '2026-01-05' }],
  ],
  [
    'venueClocks',
    (client) => client.venueClocks(['NYSE', 'BOATS']),
    '/v3/clock?markets=NYSE%2CBOATS',
    // One that cannot be read costs nobody the others.
    { clocks: [{ ...sample.venueClock, phase: 7 }, sample.venueClock] },
    [{ market: { acronym: 'NYSE' }, phase: 'pre', phaseUntil: '2026-01-05T09:30:00-05:00' }],
  ],
  [
    'venueDays',
    (client) => client.venueDays({ market: 'NYSE', start: '2026-01-05', end: '2026-01-06' }),
    '/v3/calendar/NYSE?start=2026-01-05&end=2026-01-06',
    { calendar: [{ ...sample.venueDay, pre_start: null }, { date: 'soon' }] },
    [{ date: '2026-01-05', coreEnd: '2026-01-05T16:00:00-05:00' }],
  ],
  [
    'order',
    (client) => client.order(sample.order.id),
    `/v2/orders/${sample.order.id}?nested=true`,
    { ...sample.order, legs: [{ ...sample.order, id: 'leg', side: null }] },
    { ...decodedOrder, legs: [{ id: 'leg', side: '' }] },
  ],
  [
    'orderByClientId',
    (client) => client.orderByClientId('c 1/ü'),
    '/v2/orders:by_client_order_id?client_order_id=c%201%2F%C3%BC',
    { ...sample.order, client_order_id: 'c 1/ü' },
    { ...decodedOrder, clientOrderId: 'c 1/ü' },
  ],
  [
    'positions',
    (client) => client.positions(),
    '/v2/positions',
    [sample.position],
    [{ symbol: 'AAPL', qty: '3', avgEntryPrice: '100.123456789', unrealizedPlpc: '0.0008' }],
  ],
  [
    'snapshots',
    (client) => client.snapshots(['AAPL', 'NONE']),
    '/v2/stocks/snapshots?symbols=AAPL%2CNONE&feed=iex',
    {
      AAPL: {
        latestTrade: { t: '2026-01-05T15:00:00Z', p: 1.25 },
        latestQuote: { t: '2026-01-05T15:00:00Z', bp: 1.24, ap: 1.26 },
        prevDailyBar: { ...sample.bar, c: 1.2 },
      },
      ODD: { latestTrade: { t: '2026-01-05T15:00:00Z', p: 2 }, latestQuote: { bp: 'none' } },
      NONE: null,
    },
    [
      {
        symbol: 'AAPL',
        trade: { price: '1.25' },
        previousClose: '1.2',
        quote: { bid: '1.24', ask: '1.26' },
      },
      { symbol: 'ODD', trade: { price: '2' }, quote: undefined },
      { symbol: 'NONE', trade: undefined, previousClose: undefined },
    ],
  ],
  [
    'latestTrades',
    (client) => client.latestTrades({ symbols: ['AAPL', 'ODD'], feed: 'iex' }),
    '/v2/stocks/trades/latest?symbols=AAPL%2CODD&feed=iex',
    { trades: { AAPL: { t: '2026-01-05T15:00:00Z', p: 1.25 }, ODD: { t: 'noon', p: 1 } } },
    [{ symbol: 'AAPL', price: '1.25', tradedAt: Date.UTC(2026, 0, 5, 15) }],
  ],
  [
    'tokenizationRequest',
    (client) => client.tokenizationRequest('12345-678'),
    '/v2/tokenization/requests/12345-678',
    sample.tokenization,
    decodedToken,
  ],
  [
    'tokenizationRequestByClientId',
    (client) => client.tokenizationRequestByClientId('my label'),
    '/v2/tokenization/requests:by_client_request_id?client_request_id=my%20label',
    sample.tokenization,
    decodedToken,
  ],
  [
    'tokenizationRequests',
    (client) =>
      client.tokenizationRequests({
        type: 'mint',
        status: 'pending',
        underlyingSymbol: 'AAPL',
        issuer: 'xstocks',
        network: 'solana',
        after: '2026-01-01T00:00:00Z',
        before: '2026-02-01T00:00:00+01:00',
      }),
    '/v2/tokenization/requests?type=mint&status=pending&underlying_symbol=AAPL&issuer=xstocks' +
      '&network=solana&after=2026-01-01T00%3A00%3A00Z&before=2026-02-01T00%3A00%3A00%2B01%3A00',
    [sample.tokenization],
    [decodedToken],
  ],
  [
    'oauthClient',
    (client) =>
      client.oauthClient({
        clientId: 'abc',
        responseType: 'code',
        redirectUri: 'http://x/',
        scope: 'a b',
      }),
    '/v1/oauth/clients/abc?response_type=code&redirect_uri=http%3A%2F%2Fx%2F&scope=a%20b',
    { client_id: 'abc', name: 'App', redirect_uri: ['http://x/'], live_trading_approved: false },
    { clientId: 'abc', name: 'App', redirectUri: ['http://x/'], liveTradingApproved: false },
  ],
];

describe('each read', () => {
  it.each(reads)('%s asks as the wire does and reads the answer', async (...row) => {
    const [, call, path, json, value] = row;
    const { broker, client } = await setUp({ json });
    const result = await call(client);
    expect(result.ok).toBe(true);
    if (!result.ok) return;
    if (value === undefined) expect(result.value).toBeUndefined();
    else expect(result.value).toMatchObject(value as object);
    expect(broker.seen.map((request) => [request.method, request.path])).toEqual([['GET', path]]);
  });

  it.each(reads)('%s makes an answer that cannot be read a failure', async (_name, call) => {
    for (const text of ['', '<html>hi</html>', '{"x":', '"text"', '[[]]', '{"a":{"b":[]}}', '42']) {
      const { client } = await setUp({ text });
      const result = await call(client);
      // An open record has no members that must be there, and a list says that it lacks what cannot be read.
      if (!result.ok)
        expect(result.failure).toMatchObject({ kind: 'unavailable', status: 200, requestId: 'r1' });
      else if (text === '[[]]') expect(result.value).toMatchObject({ length: 0, unread: [{}] });
      else expect(text.startsWith('{')).toBe(true);
    }
  });

  it.each(reads)('%s passes the broker’s refusal on', async (_name, call) => {
    const { client, broker } = await setUp({
      status: 403,
      json: { code: 40310000, message: 'no', buying_power: '1', nested: { a: null } },
    });
    expect(await call(client)).toEqual({
      ok: false,
      failure: {
        kind: 'refused',
        status: 403,
        code: 40310000,
        message: 'no',
        requestId: 'r1',
      },
    });
    expect(broker.seen).toHaveLength(1);
  });
});

describe('records', () => {
  it('leave null members out, so that absent is absent', async () => {
    const { client } = await setUp({ json: sample.order });
    const result = await client.order(sample.order.id);
    expect(result.ok && Object.keys(result.value)).not.toEqual(
      expect.arrayContaining(['replacedBy', 'filledAvgPrice', 'legs', 'notional']),
    );
  });

  it('read a multi-leg parent, which has neither symbol nor side', async () => {
    const json = { ...sample.order, symbol: null, side: null, type: null, time_in_force: null };
    const { client } = await setUp({ json });
    expect(await client.order(sample.order.id)).toMatchObject({
      ok: true,
      value: { symbol: '', side: '', type: 'limit', timeInForce: '' },
    });
  });

  it('keep a fill that cannot be read in its list, without an execution', async () => {
    const { client } = await setUp({ json: [sample.fill, { ...sample.fill, cum_qty: null }] });
    const page = await client.activities();
    const { activities = [] } = page.ok ? page.value : {};
    expect(activities.map((one) => [one.id, one.execution !== undefined])).toEqual([
      [sample.fill.id, true],
      [sample.fill.id, false],
    ]);
  });

  it('keep every digit of a number that a double cannot carry', async () => {
    const text = JSON.stringify(sample.history)
      .replace('27423.73', '1234567890123.123456789')
      .replace('0.0004', '4e-4');
    const { client } = await setUp({ text });
    expect(await client.portfolioHistory()).toMatchObject({
      value: { equity: ['1234567890123.123456789', null], profitLossPct: ['0.0004', '0'] },
    });
    const { client: odd } = await setUp({
      text: JSON.stringify({ ...sample.order, qty: 0 }).replace(
        '"qty":0',
        '"qty":0.12345678901234567891',
      ),
    });
    expect(await odd.order(sample.order.id)).toMatchObject({
      value: { qty: '0.12345678901234567891' },
    });
  });

  it('refuse a history whose columns do not match', async () => {
    const { client } = await setUp({ json: { ...sample.history, equity: [1] } });
    expect(await client.portfolioHistory()).toMatchObject({
      ok: false,
      failure: { kind: 'unavailable' },
    });
  });
});

describe('who is asked, and as whom', () => {
  it('asks each host for its own', async () => {
    const rest = await startLocalBroker(() => ({ json: sample.account }));
    const data = await startLocalBroker(() => ({ json: {} }));
    const client = clientOf(rest.origin, { hosts: { rest: rest.origin, data: data.origin } });
    await client.account();
    await client.snapshots(['A']);
    expect([rest.seen.length, data.seen.length]).toEqual([1, 1]);
  });

  it('presents a key pair in its two headers', async () => {
    const { broker, client } = await setUp({ json: sample.account });
    await client.account();
    expect(broker.seen[0]?.headers).toMatchObject({
      'apca-api-key-id': 'KEYKEY',
      'apca-api-secret-key': 'SECRETSECRET',
    });
  });

  it('presents a broker partner’s pair as basic authentication', async () => {
    const { broker, client } = await setUp({ json: {} });
    await client.oauthClient({ clientId: 'c' });
    expect(broker.seen[0]?.headers.authorization).toBe(`Basic ${btoa('KEYKEY:SECRETSECRET')}`);
    expect(broker.seen[0]?.headers).not.toHaveProperty('apca-api-key-id');
  });

  it('shares one budget between hosts of the same address', async () => {
    const { broker, client } = await setUp({ status: 429, headers: { 'retry-after': '50' } });
    await client.account();
    expect(await client.snapshots(['A'])).toMatchObject({ failure: { kind: 'throttled' } });
    expect(broker.seen).toHaveLength(1);
  });

  it('answers positions that were overtaken by a more urgent question with what that one brought', async () => {
    const answers: (() => void)[] = [];
    const { broker, client } = await setUp(async () => {
      const qty = String(answers.length);
      await new Promise<void>((resolve) => void answers.push(resolve));
      return { json: [{ ...sample.position, qty }] };
    });
    const first = client.positions();
    await expect.poll(() => broker.seen.length).toBe(1);
    const urgent = client.positions(undefined, 'exit');
    await expect.poll(() => broker.seen.length).toBe(2);
    answers[1]?.();
    expect(await urgent).toMatchObject({ value: [{ qty: '1' }] });
    answers[0]?.();
    expect(await first).toMatchObject({ value: [{ qty: '1' }] });
  });

  it('answers positions that were tried again with what that brought, and tells when they left', async () => {
    let fails = () => undefined as void;
    const { broker, client } = await setUp(async () => {
      const nth = broker.seen.length;
      if (nth > 1) return { json: [{ ...sample.position, qty: String(nth) }] };
      await new Promise<void>((resolve) => void (fails = resolve));
      return { status: 500 };
    });
    const left: number[] = [];
    const first = client.positions(undefined, undefined, () => left.push(broker.seen.length));
    await expect.poll(() => broker.seen.length).toBe(1);
    expect(await client.positions(undefined, 'exit')).toMatchObject({ value: [{ qty: '2' }] });
    fails();
    expect(await first).toMatchObject({ value: [{ qty: '3' }] });
    expect(left).toEqual([0, 2]);
  });

  it('presents a token as a bearer', async () => {
    const { broker, client } = await setUp(
      { json: sample.account },
      { credentials: { token: 'tok-1' } },
    );
    await client.account();
    expect(broker.seen[0]?.headers.authorization).toBe('Bearer tok-1');
    expect(broker.seen[0]?.headers).not.toHaveProperty('apca-api-key-id');
  });

  it('never asks anything outside its hosts over plain http', () => {
    expect(() => clientOf('http://api.example.com')).toThrow(/https/);
  });
});
