import { beforeAll, describe, expect, it } from 'vitest';
import { NotFoundError, PermissionError, ValidationError } from '@alpacahq/alpaca-trade-api';
import { borrowBroker, MORNING } from '#test/conformance/support/broker.ts';
import {
  cents,
  createDesk,
  itKeepsToTheDocuments,
  refusal,
  useDesk,
  wire,
} from '#test/conformance/support/desk.ts';

const desk = useDesk({ start: MORNING });
const positions = () => desk.alpaca.trading.positions;
const position = (symbolOrAssetId: string) => positions().getOpenPosition({ symbolOrAssetId });

beforeAll(async () => {
  await desk.own('AAPL', 10);
  await desk.own('MSFT', 4);
  await desk.settled(
    await desk.alpaca.trading.orders.market({ symbol: 'F', qty: 20, side: 'sell' }),
  );
});

describe('positions', () => {
  it('tell what is held, long and short, and what it is worth', async () => {
    const all = await positions().getAllOpenPositions();
    expect(all.map(({ symbol, qty, side }) => [symbol, qty, side])).toEqual([
      ['AAPL', '10', 'long'],
      ['F', '-20', 'short'],
      ['MSFT', '4', 'long'],
    ]);
    for (const each of all) {
      const { qty, currentPrice, marketValue, costBasis, unrealizedPl } = each;
      expect(Number(marketValue)).toBeCloseTo(Number(qty) * Number(currentPrice), 2);
      expect(Number(unrealizedPl)).toBeCloseTo(Number(marketValue) - Number(costBasis), 2);
    }
  });

  it('are found by symbol and by asset id, and a 404 when there is none', async () => {
    const apple = await position('AAPL');
    expect(await position(apple.assetId)).toMatchObject({ symbol: 'AAPL', qty: '10' });
    const refused = await refusal(position('NVDA'));
    expect(refused).toBeInstanceOf(NotFoundError);
    expect(refused).toMatchObject({ code: 40410000 });
  });

  it('add up to the account’s equity', async () => {
    const account = await desk.alpaca.trading.account.getAccount();
    const { cash, equity, longMarketValue, shortMarketValue } = account;
    expect(Number(shortMarketValue)).toBeLessThan(0);
    expect(Number(cash) + Number(longMarketValue) + Number(shortMarketValue)).toBeCloseTo(
      Number(equity),
      4,
    );
  });

  it('hold back the shares that an open order sells', async () => {
    const { orders } = desk.alpaca.trading;
    const { bid } = await desk.quote('MSFT');
    const held = await orders.limit({
      symbol: 'MSFT',
      qty: 3,
      side: 'sell',
      limitPrice: cents(bid * 2),
    });
    expect(await position('MSFT')).toMatchObject({ qty: '4', qtyAvailable: '1' });
    await orders.deleteOrderByOrderID({ orderId: held.id ?? '' });
    expect(await position('MSFT')).toMatchObject({ qtyAvailable: '4' });
  });
});

describe('closing', () => {
  it('a part by quantity or percentage answers the order that does it', async () => {
    const byQty = await positions().deleteOpenPosition({ symbolOrAssetId: 'AAPL', qty: 1.5 });
    expect(byQty).toMatchObject({ symbol: 'AAPL', side: 'sell', type: 'market', qty: '1.5' });
    await desk.settled(byQty);
    expect(await position('AAPL')).toMatchObject({ qty: '8.5' });
    const byPercent = await positions().deleteOpenPosition({
      symbolOrAssetId: 'AAPL',
      percentage: 20,
    });
    expect(byPercent).toMatchObject({ qty: '1.7' });
    await desk.settled(byPercent);
    expect(await position('AAPL')).toMatchObject({ qty: '6.8' });
  });

  it('refuses quantity and percentage at once, more than there is, and what is not held', async () => {
    const close = (input: { symbolOrAssetId: string; qty?: number; percentage?: number }) =>
      refusal(positions().deleteOpenPosition(input));
    expect(await close({ symbolOrAssetId: 'AAPL', qty: 1, percentage: 1 })).toBeInstanceOf(
      ValidationError,
    );
    expect(await close({ symbolOrAssetId: 'AAPL', qty: 100 })).toBeInstanceOf(PermissionError);
    expect(await close({ symbolOrAssetId: 'NVDA' })).toBeInstanceOf(NotFoundError);
  });

  it('all of them answers 207 with one order each, and none is left', async () => {
    const closed = await desk.alpaca.trading.closeAllPositions({ cancelOrders: true });
    expect(desk.recorder.last().status).toBe(207);
    expect(closed.map(({ symbol, status }) => [symbol, status])).toEqual([
      ['AAPL', 200],
      ['F', 200],
      ['MSFT', 200],
    ]);
    for (const { body } of closed) if (body) await desk.settled(body);
    expect(await positions().getAllOpenPositions()).toEqual([]);
    const { cash, equity } = await desk.alpaca.trading.account.getAccount();
    expect(cash).toBe(equity);
  });
});

describe('activities', () => {
  it('tell every execution, newest first, and add up to the cash that moved', async () => {
    const fills = await desk.alpaca.trading.collectActivities();
    const moved = fills.reduce((sum, fill) => {
      const { side, qty, price } = fill as { side: string; qty: string; price: string };
      return sum + (side === 'buy' ? -1 : 1) * Number(qty) * Number(price);
    }, 0);
    const { cash } = await desk.alpaca.trading.account.getAccount();
    expect(100_000 + moved).toBeCloseTo(Number(cash), 4);
    expect(new Set(fills.map((fill) => wire(fill, 'activity_type')))).toEqual(new Set(['FILL']));
    const times = fills.map((fill) => String(wire(fill, 'transaction_time')));
    expect(times).toEqual([...times].sort().reverse());
  });

  it('page by the id of the last one, in both directions', async () => {
    const whole = await desk.alpaca.trading.collectActivities();
    const paged = await desk.alpaca.trading.collectActivities({ pageSize: 2 });
    expect(paged.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
    const rising = await desk.alpaca.trading.collectActivities({ pageSize: 3, direction: 'asc' });
    expect(rising.map(({ id }) => id)).toEqual(whole.map(({ id }) => id).reverse());
  });

  it('are filtered by type, category and time', async () => {
    const { accountActivities: api } = desk.alpaca.trading;
    const all = await api.getAccountActivities();
    expect(await api.getAccountActivitiesByActivityType({ activityType: 'FILL' })).toHaveLength(
      all.length,
    );
    expect(await api.getAccountActivitiesByActivityType({ activityType: 'DIV' })).toEqual([]);
    expect(await api.getAccountActivities({ activityTypes: ['FILL'] })).toHaveLength(all.length);
    expect(await api.getAccountActivities({ category: 'non_trade_activity' })).toEqual([]);
    expect(await api.getAccountActivities({ category: 'trade_activity' })).toHaveLength(all.length);
    expect(await api.getAccountActivities({ until: new Date('2026-03-10T14:30:00Z') })).toEqual([]);
    expect(await api.getAccountActivities({ date: new Date('2026-03-10T00:00:00Z') })).toHaveLength(
      all.length,
    );
  });
});

describe('portfolio history', () => {
  it('is parallel arrays that end with the present equity, based on its first point while there was no close', async () => {
    // An account has no equity before it was opened.
    await desk.control.step(600_000);
    const history = await desk.alpaca.trading.portfolioHistory.getAccountPortfolioHistory({
      period: '1D',
      timeframe: '5Min',
    });
    const { timestamp, equity, profitLoss, profitLossPct, baseValue } = history;
    expect(history.timeframe).toBe('5Min');
    expect(timestamp.length).toBeGreaterThan(1);
    expect([equity.length, profitLoss.length, profitLossPct.length]).toEqual(
      Array.from({ length: 3 }, () => timestamp.length),
    );
    expect(timestamp).toEqual([...timestamp].sort((a, b) => a - b));
    expect(baseValue).toBe(equity.find((each) => each !== null));
    expect(history.baseValueAsof).toBeUndefined();
    const account = await desk.alpaca.trading.account.getAccount();
    expect(equity.at(-1)).toBeCloseTo(Number(account.equity), 2);
    expect(profitLoss.at(-1)).toBeCloseTo(Number(account.equity) - baseValue, 2);
  });

  it.each(['2026-03-10T20:00:00Z', '2026-03-11T01:00:00Z'])(
    'covers one day when one day is asked for, at %s',
    async (start) => {
      const { alpaca, control } = createDesk(await borrowBroker({ start }));
      await control.step(2 * 86_400_000);
      const { timestamp } = await alpaca.trading.portfolioHistory.getAccountPortfolioHistory({
        period: '1D',
        timeframe: '1H',
        intradayReporting: 'continuous',
      });
      expect(timestamp.map((sec) => sec - (timestamp[0] ?? 0)).at(-1)).toBe(86_400);
    },
  );

  it('has days by default, and refuses three bounds at once', async () => {
    const { portfolioHistory: api } = desk.alpaca.trading;
    expect(await api.getAccountPortfolioHistory()).toMatchObject({ timeframe: '1D' });
    const refused = await refusal(
      api.getAccountPortfolioHistory({
        period: '1D',
        start: new Date('2026-03-09T00:00:00Z'),
        end: new Date('2026-03-10T00:00:00Z'),
      }),
    );
    expect(refused).toBeInstanceOf(ValidationError);
  });
});

itKeepsToTheDocuments(desk);
