import { describe, expect, it } from 'vitest';
import { ValidationError, type trading } from '@alpacahq/alpaca-trade-api';
import { MORNING } from '#test/conformance/support/broker.ts';
import { cents, itKeepsToTheDocuments, refusal, useDesk } from '#test/conformance/support/desk.ts';

const desk = useDesk({ start: MORNING });
const orders = () => desk.alpaca.trading.orders;
const nested = (order: trading.Order) =>
  orders().getOrderByOrderID({ orderId: order.id ?? '', nested: true });
const legOf = (order: trading.Order, type: string) => {
  const leg = order.legs?.find((candidate) => candidate.type === type);
  if (!leg) throw new Error(`the order has no ${type} leg`);
  return leg;
};

async function enterBracket(symbol: string): Promise<trading.Order> {
  const { ask } = await desk.quote(symbol);
  const placed = await orders().bracket({
    symbol,
    qty: 2,
    side: 'buy',
    takeProfit: { limitPrice: cents(ask * 1.1) },
    stopLoss: { stopPrice: cents(ask * 0.9) },
  });
  expect(placed).toMatchObject({ orderClass: 'bracket', type: 'market' });
  expect(placed.legs).toMatchObject([
    { side: 'sell', type: 'limit', status: 'held', qty: '2' },
    { side: 'sell', type: 'stop', status: 'held', qty: '2' },
  ]);
  expect(await desk.settled(placed)).toMatchObject({ status: 'filled' });
  const entered = await nested(placed);
  expect(entered.legs?.map(({ status }) => status)).toEqual(['new', 'new']);
  return entered;
}

describe('a bracket', () => {
  it('holds its exits until the entry is filled; the take-profit cancels the stop', async () => {
    const bracket = await enterBracket('AAPL');
    await desk.control.shock('AAPL', '1.12');
    const profit = legOf(bracket, 'limit');
    expect(await desk.settled(profit as trading.Order)).toMatchObject({ status: 'filled' });
    expect(await desk.order(legOf(bracket, 'stop').id)).toMatchObject({ status: 'canceled' });
  });

  it('sells at the stop and cancels the take-profit', async () => {
    const bracket = await enterBracket('MSFT');
    await desk.control.shock('MSFT', '0.85');
    const stop = legOf(bracket, 'stop');
    expect(await desk.settled(stop as trading.Order)).toMatchObject({ status: 'filled' });
    expect(await desk.order(legOf(bracket, 'limit').id)).toMatchObject({ status: 'canceled' });
  });

  it('with a limit entry is canceled whole, and its stop may have a limit', async () => {
    const { bid } = await desk.quote('NVDA');
    const placed = await orders().bracket({
      symbol: 'NVDA',
      qty: 1,
      side: 'buy',
      limitPrice: cents(bid * 0.8),
      timeInForce: 'gtc',
      takeProfit: { limitPrice: cents(bid) },
      stopLoss: { stopPrice: cents(bid * 0.7), limitPrice: cents(bid * 0.69) },
    });
    expect(legOf(placed, 'stop_limit')).toMatchObject({ status: 'held', timeInForce: 'gtc' });
    await orders().deleteOrderByOrderID({ orderId: placed.id ?? '' });
    const canceled = await nested(placed);
    expect([canceled, ...(canceled.legs ?? [])].map(({ status }) => status)).toEqual([
      'canceled',
      'canceled',
      'canceled',
    ]);
  });

  it('is refused when its exits are on the wrong sides', async () => {
    const { ask } = await desk.quote('KO');
    const bracket = { symbol: 'KO', qty: 1, side: 'buy' } as const;
    for (const [profit, stop] of [
      [0.9, 1.1],
      [1.2, 1.1],
    ] as const) {
      const refused = await refusal(
        orders().bracket({
          ...bracket,
          takeProfit: { limitPrice: cents(ask * profit) },
          stopLoss: { stopPrice: cents(ask * stop) },
        }),
      );
      expect(refused).toBeInstanceOf(ValidationError);
      expect(refused).toMatchObject({ status: 422, code: 42210000 });
    }
    expect(JSON.parse(desk.recorder.last().body)).toHaveProperty('base_price');
  });
});

describe('one cancels the other', () => {
  it('is the take-profit with the stop as its leg, and either ends both', async () => {
    await desk.own('TSLA', 3);
    const { bid } = await desk.quote('TSLA');
    const placed = await orders().oco({
      symbol: 'TSLA',
      qty: 3,
      side: 'sell',
      takeProfit: { limitPrice: cents(bid * 1.1) },
      stopLoss: { stopPrice: cents(bid * 0.9) },
    });
    expect(placed).toMatchObject({
      orderClass: 'oco',
      type: 'limit',
      limitPrice: cents(bid * 1.1),
    });
    expect(placed.legs).toMatchObject([{ type: 'stop', side: 'sell' }]);
    await desk.control.shock('TSLA', '0.85');
    expect(await desk.settled(legOf(placed, 'stop') as trading.Order)).toMatchObject({
      status: 'filled',
      filledQty: '3',
    });
    expect(await desk.order(placed.id)).toMatchObject({ status: 'canceled', filledQty: '0' });
  });

  it('is refused when there is nothing to exit', async () => {
    const { bid } = await desk.quote('PEP');
    const refused = await refusal(
      orders().oco({
        symbol: 'PEP',
        qty: 1,
        side: 'sell',
        takeProfit: { limitPrice: cents(bid * 1.1) },
        stopLoss: { stopPrice: cents(bid * 0.9) },
      }),
    );
    expect(refused).toMatchObject({ status: 422 });
  });
});

describe('one triggers the other', () => {
  it.each(['takeProfit', 'stopLoss'] as const)(
    'with a %s that waits for the entry',
    async (exit) => {
      const symbol = exit === 'takeProfit' ? 'AMD' : 'INTC';
      const { ask } = await desk.quote(symbol);
      const placed = await orders().oto({
        symbol,
        qty: 1,
        side: 'buy',
        ...(exit === 'takeProfit'
          ? { takeProfit: { limitPrice: cents(ask * 1.1) } }
          : { stopLoss: { stopPrice: cents(ask * 0.9) } }),
      });
      expect(placed).toMatchObject({ orderClass: 'oto', legs: [{ side: 'sell', status: 'held' }] });
      await desk.settled(placed);
      const leg = (await nested(placed)).legs?.[0];
      expect(leg).toMatchObject({ status: 'new', type: exit === 'takeProfit' ? 'limit' : 'stop' });
      await desk.control.shock(symbol, exit === 'takeProfit' ? '1.15' : '0.85');
      expect(await desk.settled(leg as trading.Order)).toMatchObject({ status: 'filled' });
    },
  );
});

describe('lists', () => {
  it('roll the legs into their parent only when asked', async () => {
    const bracket = await enterBracket('ORCL');
    const flat = await orders().getAllOrders({ symbols: ['ORCL'], status: 'all' });
    expect(flat).toHaveLength(3);
    expect(flat.every(({ legs }) => (legs ?? null) === null)).toBe(true);
    const rolled = await orders().getAllOrders({ symbols: ['ORCL'], status: 'all', nested: true });
    expect(rolled).toHaveLength(1);
    expect(rolled[0]).toMatchObject({ id: bracket.id });
    expect(rolled[0]?.legs).toHaveLength(2);
  });
});

itKeepsToTheDocuments(desk);
