import { describe, expect, it, onTestFinished } from 'vitest';
import type { streaming } from '@alpacahq/alpaca-trade-api';
import { SubmitAndWaitError } from '@alpacahq/alpaca-trade-api';
import { MORNING } from '#test/conformance/support/broker.ts';
import {
  cents,
  itKeepsToTheDocuments,
  refusal,
  STREAM_OPTIONS,
  until,
  useDesk,
} from '#test/conformance/support/desk.ts';

const desk = useDesk({ start: MORNING });
const orders = () => desk.alpaca.trading.orders;

type Watch = {
  stream: streaming.TradingStream;
  updates: streaming.TradeUpdate[];
  errors: string[];
  /** The events of one order so far. */
  events(orderId: string | undefined): string[];
  ended(): number;
};

/** A stream that listens, as an application would open it. */
async function watch(options: Partial<streaming.TradingStreamOptions> = {}): Promise<Watch> {
  const stream = desk.alpaca.trading.stream({
    ...STREAM_OPTIONS,
    ...options,
    url: desk.broker.tradeStream,
  });
  const updates: streaming.TradeUpdate[] = [];
  const errors: string[] = [];
  let reconnects = 0;
  let listening = false;
  stream.onTradeUpdate((update) => updates.push(update));
  stream.onError((error) => errors.push(error));
  stream.onReconnected(() => reconnects++);
  stream.on('subscription', (streams: string[]) => (listening = streams.includes('trade_updates')));
  onTestFinished(() => stream.disconnect());
  stream.subscribeTradeUpdates();
  stream.connect();
  expect(await stream.waitForAuthenticationResult(5000)).toMatchObject({ authenticated: true });
  await until('the listening reply', () => listening);
  return {
    stream,
    updates,
    errors,
    events: (orderId) =>
      updates.filter(({ order }) => order.id === orderId).map(({ event }) => event),
    ended: () => reconnects,
  };
}

async function restingBuy(symbol: string) {
  const { bid } = await desk.quote(symbol);
  return orders().limit({ symbol, qty: 2, side: 'buy', limitPrice: cents(bid / 2) });
}

const cancel = (orderId: string | undefined) =>
  orders().deleteOrderByOrderID({ orderId: orderId ?? '' });

describe('the trade-update stream', () => {
  it('authenticates, and tells when credentials are wrong instead of trying again', async () => {
    const stranger = desk.client({ keyId: 'PKNOBODY', secretKey: 'x' }).trading.stream({
      ...STREAM_OPTIONS,
      url: desk.broker.tradeStream,
    });
    onTestFinished(() => stranger.disconnect());
    stranger.onError(() => undefined);
    stranger.connect();
    expect(await stranger.waitForAuthenticationResult(5000)).toMatchObject({
      authenticated: false,
      status: 'server_rejected',
      message: 'auth failed',
    });
  });

  it('tells the life of an order from the first to the last event', async () => {
    const { events, updates } = await watch();
    const placed = await orders().market({ symbol: 'AAPL', qty: 5, side: 'buy' });
    const filled = await desk.settled(placed);
    await until('the fill', () => events(placed.id).includes('fill'));
    const told = events(placed.id);
    expect(told.slice(0, 2)).toEqual(['pending_new', 'new']);
    expect(told.at(-1)).toBe('fill');
    expect(new Set(told.slice(2, -1))).toEqual(
      new Set(told.slice(2, -1).map(() => 'partial_fill')),
    );
    const executions = updates.filter(
      ({ event, order }) => order.id === placed.id && event.endsWith('fill'),
    );
    expect(executions.reduce((sum, { qty }) => sum + Number(qty), 0)).toBe(5);
    const last = executions.at(-1);
    expect(last).toMatchObject({ positionQty: '5', price: expect.stringMatching(/^\d/) as string });
    expect(last?.executionId).toEqual(expect.stringMatching(/^[\da-f-]{36}$/));
    expect(last?.timestamp).toBeInstanceOf(Date);
    expect(last?.order).toMatchObject({
      status: 'filled',
      filledQty: '5',
      filledAvgPrice: filled.filledAvgPrice,
      clientOrderId: placed.clientOrderId,
    });
  });

  it('is understood in text frames as well as in binary ones', async () => {
    for (const tradeFrames of ['text', 'binary']) {
      await desk.control.changeStreams({ tradeFrames });
      const { events, stream } = await watch();
      const placed = await restingBuy('ORCL');
      await cancel(placed.id);
      await until('the cancel', () => events(placed.id).includes('canceled'));
      stream.disconnect();
    }
  });

  it('tells cancels, replaces and expiries', async () => {
    const { events } = await watch();
    const canceled = await restingBuy('MSFT');
    await cancel(canceled.id);
    const old = await restingBuy('NVDA');
    const fresh = await orders().patchOrderByOrderId({
      orderId: old.id ?? '',
      patchOrderRequest: { qty: '3' },
    });
    await until('the new order', () => events(fresh.id).includes('new'));
    expect(events(canceled.id).slice(0, 2)).toEqual(['pending_new', 'new']);
    expect(events(canceled.id).at(-1)).toBe('canceled');
    expect(events(old.id).at(-1)).toBe('replaced');
    const expiring = await restingBuy('AMZN');
    await desk.control.stepTo('2026-03-10T20:00:01.000Z');
    await until('the expiry', () => events(expiring.id).includes('expired'));
  });

  it('comes back after a cut, listens again, and goes on telling', async () => {
    const { events, ended } = await watch();
    const before = await restingBuy('META');
    await until('the first order', () => events(before.id).includes('new'));
    expect(await desk.control.cut('trade')).toBe(1);
    await until('the reconnect', () => ended() === 1);
    await until('the broker to see it', async () => (await desk.control.openStreams()).trade === 1);
    await until('an update after the cut', async () => {
      const after = await restingBuy('META');
      await cancel(after.id);
      return events(after.id).length > 0;
    });
    expect(events(before.id).filter((event) => event === 'new')).toHaveLength(1);
  });

  it('comes back when a fault cuts it in place of a fill; REST knows what was missed', async () => {
    const { events, ended } = await watch();
    await desk.control.fault({ match: { stream: 'trade', event: 'fill' }, act: { kind: 'cut' } });
    const placed = await orders().market({ symbol: 'TSLA', qty: 1, side: 'buy' });
    expect(await desk.settled(placed)).toMatchObject({ status: 'filled' });
    await until('the reconnect', () => ended() === 1);
    expect(events(placed.id)).not.toContain('fill');
    const [missed] = await desk.alpaca.trading.accountActivities.getAccountActivities();
    expect(missed).toMatchObject({ symbol: 'TSLA' });
    const told = JSON.parse(desk.recorder.last().body) as object[];
    expect(told).toContainEqual(expect.objectContaining({ order_id: placed.id }) as unknown);
  });

  it('survives bytes that nobody can read', async () => {
    const { events, errors } = await watch();
    await desk.control.fault({
      match: { stream: 'trade', event: 'new' },
      act: { kind: 'garbage' },
    });
    const placed = await restingBuy('KO');
    await until('the update behind the garbage', () => events(placed.id).includes('new'));
    expect(errors[0]).toMatch(/failed to (decode|process) message/);
    await cancel(placed.id);
  });
});

describe('submitAndWait', () => {
  const wait = { symbol: 'JPM', qty: 1, side: 'buy', type: 'market' } as const;

  it('resolves with the filled order', async () => {
    const { stream } = await watch();
    const pace = setInterval(() => void desk.control.step(60_000), 50); // a partial fill needs time to become a whole one
    onTestFinished(() => clearInterval(pace));
    const done = await desk.alpaca.trading.submitAndWait(wait, { stream, timeoutMs: 5000 });
    expect(done).toMatchObject({ status: 'filled', filledQty: '1', symbol: 'JPM' });
  });

  it('resolves with a canceled order too', async () => {
    const { stream } = await watch();
    const { bid } = await desk.quote('V');
    const done = desk.alpaca.trading.submitAndWait(
      { ...wait, symbol: 'V', type: 'limit', limitPrice: cents(bid / 2), clientOrderId: 'waited' },
      { stream, timeoutMs: 5000 },
    );
    const placed = await until('the order', () =>
      orders()
        .getOrderByClientOrderId({ clientOrderId: 'waited' })
        .catch(() => undefined),
    );
    await cancel(placed.id);
    expect(await done).toMatchObject({ id: placed.id, status: 'canceled' });
  });

  it('finds the order again by its client order id when the answer was lost', async () => {
    const { stream } = await watch();
    await desk.control.fault({
      match: { method: 'POST', path: '/v2/orders' },
      act: { kind: 'lost' },
    });
    const pace = setInterval(() => void desk.control.step(60_000), 50);
    onTestFinished(() => clearInterval(pace));
    const clientOrderId = 'lost and found';
    const done = await desk.alpaca.trading.submitAndWait(
      { ...wait, clientOrderId },
      { stream, timeoutMs: 5000 },
    );
    expect(done).toMatchObject({ status: 'filled', clientOrderId });
    const same = await orders().getAllOrders({ status: 'all', limit: 500 });
    expect(same.filter((order) => order.clientOrderId === clientOrderId)).toHaveLength(1);
  });

  it('passes a refusal on, and says which order it waited for in vain', async () => {
    const { stream } = await watch();
    const refused = await refusal(
      desk.alpaca.trading.submitAndWait({ ...wait, qty: 1_000_000 }, { stream }),
    );
    expect(refused).toMatchObject({ name: 'PermissionError', code: 40310000 });
    const { bid } = await desk.quote('PEP');
    const late = await refusal(
      desk.alpaca.trading.submitAndWait(
        {
          ...wait,
          symbol: 'PEP',
          type: 'limit',
          limitPrice: cents(bid / 2),
          clientOrderId: 'late',
        },
        { stream, timeoutMs: 1000 },
      ),
    );
    expect(late).toBeInstanceOf(SubmitAndWaitError);
    expect(late).toMatchObject({
      clientOrderId: 'late',
      phase: 'terminal',
      placementAmbiguous: false,
    });
  });
});

itKeepsToTheDocuments(desk);
