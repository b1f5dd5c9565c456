// Refusals as the SDK's error classes show them, on the wall clock and the SDK's own terms.
import { describe, expect, it } from 'vitest';
import {
  Alpaca,
  AuthError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  trading,
  ValidationError,
} from '@alpacahq/alpaca-trade-api';
import { borrowBroker } from '#test/conformance/support/broker.ts';
import {
  cents,
  createDesk,
  itKeepsToTheDocuments,
  refusal,
  useDesk,
  wire,
} from '#test/conformance/support/desk.ts';

const desk = useDesk({});
const orders = () => desk.alpaca.trading.orders;
const body = () => JSON.parse(desk.recorder.last().body) as Record<string, unknown>;

describe('401', () => {
  it.each([
    ['an unknown key', { keyId: 'PKNOBODY', secretKey: 'secret-7' }],
    ['a wrong secret', { keyId: 'PKCONFORMANCE', secretKey: 'guess' }],
  ])('answers %s on trading; data calls it forbidden', async (_name, key) => {
    const stranger = desk.client(key);
    const forbidden = await refusal(stranger.marketData.getLatestPrice('AAPL'));
    expect(forbidden).toBeInstanceOf(PermissionError);
    expect(forbidden).toMatchObject({ status: 403, message: 'forbidden.' });
    for (const call of [
      () => stranger.trading.account.getAccount(),
      () => stranger.trading.orders.market({ symbol: 'AAPL', qty: 1, side: 'buy' }),
    ]) {
      const refused = await refusal(call());
      expect(refused).toBeInstanceOf(AuthError);
      expect(refused).toMatchObject({ status: 401 });
      expect(wire(refused as object, 'requestId')).toEqual(expect.stringMatching(/.+/));
    }
    expect(await stranger.trading.validateConnection()).toMatchObject({ ok: false, status: 401 });
  });
});

describe('403', () => {
  it('tells buying power and cost when the money is not enough', async () => {
    const refused = await refusal(orders().market({ symbol: 'AAPL', qty: 1_000_000, side: 'buy' }));
    expect(refused).toBeInstanceOf(PermissionError);
    expect(refused).toMatchObject({ code: 40310000, message: 'insufficient buying power' });
    const { buying_power, cost_basis } = body();
    expect(Number(cost_basis)).toBeGreaterThan(Number(buying_power));
  });

  it('tells which shares are held when they are sold twice', async () => {
    await desk.own('MSFT', 3);
    const { bid } = await desk.quote('MSFT');
    const sell = { symbol: 'MSFT', qty: 3, side: 'sell', limitPrice: cents(bid * 2) } as const;
    const first = await orders().limit(sell);
    const refused = await refusal(orders().limit(sell));
    expect(refused).toBeInstanceOf(PermissionError);
    expect(refused).toMatchObject({
      code: 40310000,
      message: 'insufficient qty available for order (requested: 3, available: 0)',
    });
    expect(body()).toMatchObject({
      symbol: 'MSFT',
      available: '0',
      existing_qty: '3',
      held_for_orders: '3',
      related_orders: [first.id],
    });
  });

  it('names the order that a new one would trade with', async () => {
    const { ask } = await desk.quote('KO');
    const buy = await orders().limit({
      symbol: 'KO',
      qty: 1,
      side: 'buy',
      limitPrice: cents(ask / 2),
    });
    const refused = await refusal(
      orders().limit({ symbol: 'KO', qty: 1, side: 'sell', limitPrice: cents(ask / 3) }),
    );
    expect(refused).toMatchObject({
      name: 'PermissionError',
      message: expect.stringContaining('potential wash trade') as string,
    });
    expect(body()).toMatchObject({
      existing_order_id: buy.id,
      reject_reason: 'opposite side limit order exists',
    });
  });

  it('keeps those who are no Authorized Participant from tokenization', async () => {
    const refused = await refusal(desk.alpaca.trading.tokenization.getTokenizationRequests());
    expect(refused).toBeInstanceOf(PermissionError);
    expect(refused).toMatchObject({ code: 40310000 });
  });
});

describe('404', () => {
  it('answers for what does not exist', async () => {
    const { positions, watchlists } = desk.alpaca.trading;
    for (const call of [
      () => orders().getOrderByClientOrderId({ clientOrderId: 'nobody’s' }),
      () => positions.getOpenPosition({ symbolOrAssetId: 'TSLA' }),
      () => watchlists.getWatchlistById({ watchlistId: '00000000-0000-4000-8000-000000000000' }),
    ]) {
      const refused = await refusal(call());
      expect(refused).toBeInstanceOf(NotFoundError);
      expect(refused).toMatchObject({ code: 40410000 });
    }
  });
});

describe('422', () => {
  it('refuses a client order id that was used before, even by an identical or a canceled order', async () => {
    const { bid } = await desk.quote('PFE');
    const input = {
      symbol: 'PFE',
      qty: 1,
      side: 'buy',
      limitPrice: cents(bid / 2),
      clientOrderId: 'only once',
    } as const;
    const placed = await orders().limit(input);
    for (let attempt = 0; attempt < 2; attempt++) {
      const refused = await refusal(orders().limit(input));
      expect(refused).toBeInstanceOf(ValidationError);
      expect(refused).toMatchObject({
        status: 422,
        code: 40010001,
        message: 'client_order_id must be unique',
      });
      if (attempt === 0) await orders().deleteOrderByOrderID({ orderId: placed.id ?? '' });
    }
    expect(await orders().getOrderByClientOrderId({ clientOrderId: 'only once' })).toMatchObject({
      id: placed.id,
    });
  });
});

describe('429', () => {
  it('comes when the minute’s allowance is used up, and tells when it is renewed', async () => {
    const { account } = desk.client(await desk.control.addAccount({})).trading;
    await desk.control.setRate(5);
    try {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, () => account.getAccount()),
      );
      const refused = outcomes.find((outcome) => outcome.status === 'rejected')?.reason as unknown;
      expect(refused).toBeInstanceOf(RateLimitError);
      const { status, code, rateLimit, retryAfterMs } = refused as RateLimitError;
      expect([status, code]).toEqual([429, 42910000]);
      expect(rateLimit).toMatchObject({ limit: 5, remaining: 0 });
      expect(retryAfterMs).toBeGreaterThanOrEqual(0);
      expect(retryAfterMs).toBeLessThanOrEqual(60_000);
    } finally {
      await desk.control.setRate(100_000);
    }
  });
});

describe('the SDK with nothing of ours in between', () => {
  it('reaches the broker by its own transport, with its own retries', async () => {
    const broker = await borrowBroker({});
    const config = new trading.Configuration({
      keyId: broker.keyId,
      secret: broker.secretKey,
      basePath: broker.rest,
      retry: { maxRetries: 2, retryDelayMs: 1 },
    });
    const accounts = new trading.AccountsApi(config);
    const plain = createDesk(broker);
    await plain.control.fault({
      match: { method: 'GET', path: '/v2/account' },
      act: { kind: 'status', status: 503, body: { code: 50310000, message: 'later' } },
      times: 2,
    });
    expect(await accounts.getAccount()).toMatchObject({ status: 'ACTIVE' });
    const placed = await new trading.OrdersApi(config).postOrder({
      postOrderRequest: {
        symbol: 'AAPL',
        qty: '1',
        side: 'buy',
        type: 'market',
        timeInForce: 'day',
      },
    });
    expect(placed).toMatchObject({ symbol: 'AAPL', qty: '1' });
  });

  it('works with an application’s token, within its scopes', async () => {
    const [account] = await desk.control.accounts();
    const redirectUri = 'http://localhost:3000/back';
    const application = await desk.control.addOAuthClient({
      name: 'Demo',
      redirect_uri: [redirectUri],
    });
    const answer = await fetch(`${desk.broker.broker}/v1/oauth/token`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa(`${desk.broker.keyId}:${desk.broker.secretKey}`)}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        client_id: application['client_id'],
        client_secret: application['client_secret'],
        redirect_uri: redirectUri,
        scope: 'data',
        account_id: account?.id,
      }),
    });
    const { access_token: accessToken } = (await answer.json()) as { access_token: string };
    const holder = new Alpaca({ accessToken, fetchApi: desk.recorder.fetchApi, retry: false });
    expect((await holder.trading.account.getAccount()).id).toBe(account?.id);
    expect(await holder.marketData.getLatestPrice('AAPL')).toBeGreaterThan(0);
    const refused = await refusal(
      holder.trading.orders.market({ symbol: 'AAPL', qty: 1, side: 'buy' }),
    );
    expect(refused).toBeInstanceOf(PermissionError);
  });
});

itKeepsToTheDocuments(desk);
