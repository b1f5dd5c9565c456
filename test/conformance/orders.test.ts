import { describe, expect, it } from 'vitest';
import { ValidationError } from '@alpacahq/alpaca-trade-api';
import { MORNING } from '#test/conformance/support/broker.ts';
import { cents, itKeepsToTheDocuments, refusal, useDesk } from '#test/conformance/support/desk.ts';

const desk = useDesk({ start: MORNING });
const orders = () => desk.alpaca.trading.orders;

describe('market orders', () => {
  it('are answered before they are filled, then filled at the far side of the quote', async () => {
    const { ask } = await desk.quote('AAPL');
    const placed = await orders().market({
      symbol: 'AAPL',
      qty: 10,
      side: 'buy',
      clientOrderId: 'market-1',
    });
    expect(placed).toMatchObject({
      clientOrderId: 'market-1',
      symbol: 'AAPL',
      qty: '10',
      filledQty: '0',
      side: 'buy',
      type: 'market',
      orderType: 'market',
      timeInForce: 'day',
      orderClass: '',
      assetClass: 'us_equity',
      positionIntent: 'buy_to_open',
      extendedHours: false,
    });
    expect(['accepted', 'pending_new', 'new']).toContain(placed.status);
    expect(placed.filledAvgPrice ?? null).toBeNull();
    const filled = await desk.settled(placed);
    expect(filled).toMatchObject({ id: placed.id, status: 'filled', filledQty: '10' });
    expect(Math.abs(Number(filled.filledAvgPrice) / ask - 1)).toBeLessThan(0.01);
    expect(filled.filledAt).toBeInstanceOf(Date);
  });

  it('take fractions of a share down to nine decimals', async () => {
    const placed = await orders().market({ symbol: 'MSFT', qty: '0.123456789', side: 'buy' });
    expect(await desk.settled(placed)).toMatchObject({
      status: 'filled',
      qty: '0.123456789',
      filledQty: '0.123456789',
    });
  });

  it('take an amount of money instead of a quantity', async () => {
    const placed = await orders().market({ symbol: 'NVDA', notional: '1000', side: 'buy' });
    expect(placed).toMatchObject({ notional: '1000' });
    expect(placed.qty ?? null).toBeNull();
    const filled = await desk.settled(placed);
    const value = Number(filled.filledQty) * Number(filled.filledAvgPrice);
    expect(filled.status).toBe('filled');
    expect(value).toBeGreaterThan(998);
    expect(value).toBeLessThanOrEqual(1000.000001);
  });

  it('sell short what is not owned, and buy it back', async () => {
    const sold = await desk.settled(await orders().market({ symbol: 'F', qty: 5, side: 'sell' }));
    expect(sold).toMatchObject({ status: 'filled', positionIntent: 'sell_to_open' });
    const back = await orders().market({
      symbol: 'F',
      qty: 5,
      side: 'buy',
      positionIntent: 'buy_to_close',
    });
    expect(await desk.settled(back)).toMatchObject({ status: 'filled', filledQty: '5' });
  });
});

describe('limit orders', () => {
  it('rest when the market does not reach them, and fill when it does', async () => {
    const { ask } = await desk.quote('AMZN');
    const limitPrice = cents(ask * 0.9);
    const placed = await orders().limit({ symbol: 'AMZN', qty: 3, side: 'buy', limitPrice });
    expect(placed).toMatchObject({ type: 'limit', limitPrice });
    expect(await desk.order(placed.id)).toMatchObject({ status: 'new', filledQty: '0' });
    await desk.control.shock('AMZN', '0.88');
    const filled = await desk.settled(placed);
    expect(filled).toMatchObject({ status: 'filled', filledQty: '3' });
    expect(Number(filled.filledAvgPrice)).toBeLessThanOrEqual(Number(limitPrice));
  });

  it('fill at the market when it is better than their limit', async () => {
    const { ask } = await desk.quote('GOOGL');
    const limitPrice = cents(ask * 1.05);
    const filled = await desk.settled(
      await orders().limit({ symbol: 'GOOGL', qty: '2.5', side: 'buy', limitPrice }),
    );
    expect(filled).toMatchObject({ status: 'filled', filledQty: '2.5' });
    expect(Number(filled.filledAvgPrice)).toBeLessThan(Number(limitPrice));
  });

  it('may run in extended hours', async () => {
    const { bid } = await desk.quote('META');
    const limitPrice = cents(bid * 0.5);
    const placed = await orders().limit({
      symbol: 'META',
      qty: 1,
      side: 'buy',
      limitPrice,
      extendedHours: true,
    });
    expect(placed.extendedHours).toBe(true);
    await orders().deleteOrderByOrderID({ orderId: placed.id ?? '' });
  });
});

describe('stop orders', () => {
  it('sell when the price falls to them', async () => {
    await desk.own('TSLA', 4);
    const { bid } = await desk.quote('TSLA');
    const stopPrice = cents(bid * 0.95);
    const placed = await orders().stop({ symbol: 'TSLA', qty: 4, side: 'sell', stopPrice });
    expect(placed).toMatchObject({ type: 'stop', stopPrice, positionIntent: 'sell_to_close' });
    expect(await desk.order(placed.id)).toMatchObject({ status: 'new' });
    await desk.control.shock('TSLA', '0.9');
    const filled = await desk.settled(placed);
    expect(filled).toMatchObject({ status: 'filled', filledQty: '4' });
    expect(Number(filled.filledAvgPrice)).toBeLessThanOrEqual(Number(stopPrice));
  });

  it('buy when the price rises to them, but not far beyond', async () => {
    const { ask } = await desk.quote('NFLX');
    const stopPrice = cents(ask * 1.01);
    const placed = await orders().stop({ symbol: 'NFLX', qty: 1, side: 'buy', stopPrice });
    await desk.control.shock('NFLX', '1.02');
    const filled = await desk.settled(placed);
    expect(filled.status).toBe('filled');
    expect(Number(filled.filledAvgPrice)).toBeLessThanOrEqual(Number(stopPrice) * 1.025);
  });

  it('with a limit wait again when the price has jumped past it', async () => {
    await desk.own('AMD', 2);
    const { bid } = await desk.quote('AMD');
    const placed = await orders().stopLimit({
      symbol: 'AMD',
      qty: 2,
      side: 'sell',
      stopPrice: cents(bid * 0.97),
      limitPrice: cents(bid * 0.96),
    });
    expect(placed.type).toBe('stop_limit');
    await desk.control.shock('AMD', '0.8');
    await desk.control.step(120_000);
    expect(await desk.order(placed.id)).toMatchObject({ status: 'new', filledQty: '0' });
    await desk.control.shock('AMD', '1.3');
    expect(await desk.settled(placed)).toMatchObject({ status: 'filled', filledQty: '2' });
  });
});

describe('trailing stops', () => {
  it.each([{ trailPrice: 5 }, { trailPercent: 4 }])(
    'follow a rise by %o and sell on the turn',
    async (trail) => {
      const symbol = 'trailPrice' in trail ? 'JPM' : 'V';
      await desk.own(symbol, 2);
      const placed = await orders().trailingStop({
        symbol,
        qty: 2,
        side: 'sell',
        ...trail,
      } as never);
      expect(placed).toMatchObject({ type: 'trailing_stop' });
      expect(Number(placed.stopPrice)).toBeLessThan(Number(placed.hwm));
      await desk.control.shock(symbol, '1.05');
      await desk.control.step(120_000);
      const raised = await desk.order(placed.id);
      expect(raised.status).toBe('new');
      expect(Number(raised.hwm)).toBeGreaterThan(Number(placed.hwm));
      expect(Number(raised.stopPrice)).toBeGreaterThan(Number(placed.stopPrice));
      await desk.control.shock(symbol, '0.85');
      expect(await desk.settled(placed)).toMatchObject({ status: 'filled', filledQty: '2' });
    },
  );
});

describe('what no order may be', () => {
  const base = { symbol: 'KO', side: 'buy', qty: '1', timeInForce: 'day' } as const;
  it.each([
    ['a limit below a cent', { ...base, type: 'limit', limitPrice: '10.001' }, 42210000],
    ['a limit order without its price', { ...base, type: 'limit' }, 40010001],
    ['qty and notional at once', { ...base, type: 'market', notional: '5' }, 40010001],
    ['neither qty nor notional', { ...base, type: 'market', qty: undefined }, 40010001],
    ['ten decimals of a share', { ...base, type: 'market', qty: '1.0000000001' }, undefined],
    ['nothing of a share', { ...base, type: 'market', qty: '0' }, undefined],
    [
      'a fraction good till canceled',
      { ...base, type: 'market', qty: '0.5', timeInForce: 'gtc' },
      42210000,
    ],
    ['a symbol that is not traded', { ...base, symbol: 'NOSUCH', type: 'market' }, undefined],
    ['extended hours at the market', { ...base, type: 'market', extendedHours: true }, 42210000],
    ['a trailing stop without a trail', { ...base, type: 'trailing_stop' }, 40010001],
    [
      'several legs, which are for options',
      { ...base, type: 'market', orderClass: 'mleg' },
      42210000,
    ],
  ] as const)('%s', async (_name, input, code) => {
    const refused = await refusal(
      orders().submit(input as Parameters<ReturnType<typeof orders>['submit']>[0]),
    );
    expect(refused).toBeInstanceOf(ValidationError);
    expect(refused).toMatchObject({ status: 422, ...(code && { code }) });
  });
});

itKeepsToTheDocuments(desk);
