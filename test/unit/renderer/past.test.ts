import { describe, expect, it } from 'vitest';
import type { ActivityLine } from '#contract/activity.ts';
import type { Bridge } from '#contract/bridge.ts';
import { DAY_MS } from '#contract/periods.ts';
import type { EquityHistory } from '#contract/market.ts';
import type { Execution, Position } from '#contract/orders.ts';
import { decimal } from '#main/domain/decimal.ts';
import { equityPoints, worstDrawdown } from '#renderer/screens/account/equity-points.ts';
import { allocationOf, profitBySymbol } from '#renderer/screens/account/holdings.ts';
import { createActivityList, NO_FILTER } from '#renderer/screens/activity/activity-list.ts';

describe('the equity curve', () => {
  it('reckons drawdown exactly, and leaves out what is not known', () => {
    const history = {
      time: [1, 2, 3, 4],
      equity: ['100.1', null, '100.3', '90.27'],
      profitLoss: ['0', null, '0.2', '-9.83'],
      profitLossPercent: [0, null, 0, 0],
    } as unknown as EquityHistory;
    const points = equityPoints(history);
    expect(points.map(({ time, drawdown }) => [time, drawdown])).toEqual([
      [1, '0'],
      [3, '0'],
      [4, '-10.03'],
    ]);
    expect(worstDrawdown(points)).toMatchObject({ time: 4, drawdownPercent: '-10' });
    expect(worstDrawdown([])).toBeUndefined();
  });

  it('has no drawdown from shares that were minted, and one of a tenth from a loss after that', () => {
    const points = equityPoints({
      time: [1, 2, 3],
      equity: ['100', '70', '63'],
      profitLoss: ['0', '0', '-7'],
      profitLossPercent: [0, 0, 0],
      moved: ['0', '-30', '-30'],
    } as unknown as EquityHistory);
    expect(points).toMatchObject([
      { drawdown: '0', moved: undefined },
      { drawdown: '0', moved: '-30' },
      { drawdown: '-7', drawdownPercent: '-10' },
    ]);
  });
});

describe('profit by symbol', () => {
  const now = Date.parse('2026-01-06T20:00:00Z');
  const fill = (symbol: string, side: string, qty: string, price: string, at: string) =>
    ({ orderId: 'o', symbol, side, qty, cumQty: qty, price, at }) as Execution;

  it('counts what was held before, what was paid and what was received today', () => {
    const positions = [
      {
        symbol: 'AAPL',
        side: 'long',
        qty: '6',
        avgEntryPrice: '9',
        marketValue: '66.6',
        lastdayPrice: '10.5',
      },
      {
        symbol: 'TSLA',
        side: 'short',
        qty: '2',
        avgEntryPrice: '9',
        marketValue: '-20',
        lastdayPrice: '11',
      },
      { symbol: 'NEW', side: 'long', qty: '3', avgEntryPrice: '9', marketValue: '30' },
    ] as unknown as Position[];
    const at = '2026-01-06T16:00:00Z';
    const busted = { kind: 'bust', at, qty: decimal('0'), price: decimal('5') } as const;
    const dearer = { ...busted, kind: 'correct', qty: decimal('2') } as const;
    const rows = profitBySymbol(
      positions,
      [
        fill('AAPL', 'buy', '2', '11', '2026-01-06T15:00:00Z'),
        // Still yesterday in New York.
        fill('AAPL', 'buy', '2', '11', '2026-01-06T03:00:00Z'),
        fill('GONE', 'buy', '1', '5.1', '2026-01-06T15:00:00Z'),
        fill('GONE', 'sell', '1', '5.3', '2026-01-06T15:01:00Z'),
        // Nothing of the one holds, and of the other another price.
        { ...fill('GONE', 'buy', '7', '5', '2026-01-06T15:02:00Z'), revision: busted },
        { ...fill('TSLA', 'sell', '2', '4', '2026-01-06T15:02:00Z'), revision: dearer },
      ],
      now,
    );
    // AAPL: 66.6 - 4 × 10.5 - 22; TSLA: -20 + 2 × 5; the close of NEW is not known.
    expect(rows.map(({ symbol, today }) => [symbol, today])).toEqual([
      ['AAPL', '2.6'],
      ['GONE', '0.2'],
      ['NEW', undefined],
      ['TSLA', '-10'],
    ]);
    // Half of what is bought today is minted, and then everything: what left was worth what it was then.
    const [bought] = [fill('AAPL', 'buy', '10', '11', '2026-01-06T15:00:00Z')];
    const minted = (qty: string, value: string) => [
      { symbol: 'AAPL', qty: decimal(qty), value: decimal(value) },
    ];
    const [half] = profitBySymbol(positions.slice(0, 1), [bought], now, minted('-4', '-44'));
    expect(half).toMatchObject({ today: '0.6', bought: '110' });
    const [all] = profitBySymbol([], [bought], now, minted('-10', '-110'));
    expect(all).toMatchObject({ qty: '0', today: '0' });
    expect(allocationOf(positions, '100').map(({ name, percent }) => [name, percent])).toEqual([
      ['Cash', '46.17'],
      ['AAPL', '30.75'],
      ['NEW', '13.85'],
      ['TSLA', '-9.23'],
    ]);
    // One that is reckoned from fills makes every part of the whole an estimate.
    const [apple, ...others] = positions;
    const estimated = allocationOf([{ ...apple!, isEstimate: true }, ...others], '100');
    expect(estimated.filter(({ isEstimate }) => isEstimate).map(({ name }) => name)).toEqual([
      'AAPL',
    ]);
    expect(estimated.every(({ isPercentEstimate }) => isPercentEstimate)).toBe(true);
    expect(allocationOf(positions, '100', true)[0]).toMatchObject({ isEstimate: true });
    // Borrowed money is no holding.
    expect(allocationOf(positions.slice(0, 1), '-33.4')).toEqual([
      { name: 'AAPL', value: '66.6', percent: '66.6' },
      { name: 'Cash', value: '-33.4', percent: '-33.4' },
    ]);
  });
});

describe('profit of what is not traded here', () => {
  const now = Date.parse('2026-01-06T20:00:00Z');
  const option = {
    symbol: 'AAPL261218C00200000',
    side: 'long',
    qty: '2',
    avgEntryPrice: '28.05',
    assetClass: 'us_option',
    marketValue: '5710',
    lastdayPrice: '28.05',
    unrealizedPl: '100',
    unrealizedIntradayPl: '100',
  };
  const coin = {
    ...option,
    symbol: 'BTCUSD',
    assetClass: 'crypto',
    qty: '0.01',
    marketValue: '900',
    lastdayPrice: '89000',
    unrealizedIntradayPl: '10',
  };
  const held = [option, coin] as unknown as Position[];
  const bought = (symbol: string) =>
    ({
      orderId: 'o',
      symbol,
      side: 'buy',
      qty: '1',
      cumQty: '1',
      price: '28',
      at: '2026-01-06T16:00:00Z',
    }) as Execution;

  it('is what the broker says, a contract being more than one share', () => {
    expect(profitBySymbol(held, [], now)).toMatchObject([
      { symbol: option.symbol, qty: '2', marketValue: '5710', bought: '0', today: '100' },
      { symbol: 'BTCUSD', today: '10' },
    ]);
  });

  it('is not told once something of it was filled, and a pair is one row', () => {
    const rows = profitBySymbol(held, [bought(option.symbol), bought('BTC/USD')], now);
    expect(rows).toMatchObject([
      { symbol: option.symbol, bought: undefined, sold: undefined, today: undefined },
      { symbol: 'BTCUSD', bought: undefined, today: undefined },
    ]);
  });
});

describe('the list of activity', () => {
  const line = (n: number): ActivityLine => ({
    lineId: `2.${String(n).padStart(15, '0')}`,
    at: n,
    kind: 'evidence',
    text: `Line ${n}.`,
  });

  function world(count: number) {
    const state = { all: Array.from({ length: count }, (_, n) => line(count - n)), asked: 0 };
    const call = async (
      _name: string,
      input: { before?: { at: number }; limit: number; text: string },
    ) => {
      state.asked++;
      const { before, limit, text } = input;
      const fit = state.all.filter(
        (one) => one.text.includes(text) && (!before || one.at < before.at),
      );
      return { ok: true, value: { lines: fit.slice(0, limit), isEnd: fit.length <= limit } };
    };
    return { state, list: createActivityList({ call } as unknown as Bridge, 'a') };
  }

  it('adds older pages below and new lines above, without loss or repetition', async () => {
    const { state, list } = world(450);
    await list.readNewest();
    await list.readOlder();
    state.all.unshift(line(451));
    state.all[300] = { ...(state.all[300] as ActivityLine), text: 'Changed far below.' };
    state.all[5] = { ...(state.all[5] as ActivityLine), text: 'Changed in sight.' };
    await list.readNewest();
    await list.readOlder();
    const { lines, isEnd } = list.state();
    expect(isEnd).toBe(true);
    expect(lines.map(({ at }) => at)).toEqual(Array.from({ length: 451 }, (_, n) => 451 - n));
    expect(lines[5]?.text).toBe('Changed in sight.');
  });

  it('begins anew rather than leave a hole when more is new than fits a page', async () => {
    const { state, list } = world(10);
    await list.readNewest();
    state.all = [...Array.from({ length: 300 }, (_, n) => line(310 - n)), ...state.all];
    await list.readNewest();
    expect(list.state()).toMatchObject({ isEnd: false });
    expect(list.state().lines.at(-1)?.at).toBe(111);
  });

  it('lets what is older than its period go as time goes on', async () => {
    const all = [line(300), line(200), line(100)];
    let nowMs = 7 * DAY_MS + 50;
    const call = async (_name: string, { from }: { from: number }) => {
      await Promise.resolve();
      // The page is full: what is below it is what was held.
      const lines = all.filter(({ at }) => at >= from).slice(0, 2);
      return { ok: true, value: { lines, isEnd: false } };
    };
    const list = createActivityList({ call } as unknown as Bridge, 'a', undefined, () => nowMs);
    list.setFilter({ ...NO_FILTER, time: { period: 'week', from: '', to: '' } });
    await list.readNewest();
    await list.readOlder();
    const held = () => [...new Set(list.state().lines.map(({ at }) => at))];
    expect(held()).toEqual([300, 200]);
    nowMs += 200;
    await list.readNewest();
    expect(held()).toEqual([300]);
  });

  it('does not listen to what an earlier filter still brings', async () => {
    const { list } = world(20);
    const early = list.readNewest();
    list.setFilter({ ...NO_FILTER, text: 'Line 7.' });
    await Promise.all([early, list.readNewest()]);
    expect(list.state().lines.map(({ at }) => at)).toEqual([7]);
  });

  it('asks one search at a time and then only the newest that was typed; a page without a search waits for none', async () => {
    const waiting: ((page: unknown) => void)[] = [];
    const asked: string[] = [];
    const call = (_name: string, { text }: { text: string }) => {
      asked.push(text);
      return new Promise((resolve) => waiting.push(resolve));
    };
    const list = createActivityList({ call } as unknown as Bridge, 'a');
    const type = (text: string): Promise<void> => {
      list.setFilter({ ...NO_FILTER, text });
      return list.readNewest();
    };
    const first = type('l');
    await Promise.resolve();
    const second = type('li');
    void type('lin');
    await Promise.resolve();
    expect(asked).toEqual(['l']);
    waiting[0]?.({ ok: true, value: { lines: [line(1)], isEnd: true } });
    await Promise.all([first, second]);
    await Promise.resolve();
    expect(asked).toEqual(['l', 'lin']);
    expect(list.state().lines).toEqual([]);
    void type(' ');
    expect(asked).toEqual(['l', 'lin', ' ']);
  });
});
