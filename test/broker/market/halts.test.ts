import { describe, expect, it } from 'vitest';
import { createLiveEvents } from '#main/paper/market/live-events.ts';
import { foldOfTrades, marketOf, minute } from './market-fixtures.ts';

const MINUTE_MS = 60_000;
const NOON = Date.parse('2026-11-12T17:00:00Z');
const FROM = NOON + 90_500;
const TO = FROM + 10 * MINUTE_MS;
const AFTER = NOON + 20 * MINUTE_MS - 1;

function halted(isOver: boolean) {
  const market = marketOf('always');
  market.halt({ symbol: 'AAPL', isHalted: true, atMs: FROM });
  if (isOver) market.halt({ symbol: 'AAPL', isHalted: false, atMs: TO });
  return market;
}

describe('a halt', () => {
  it('leaves no trade, in the history, the latest and the stream alike, and the rest as it was', () => {
    const calm = marketOf('always');
    const market = halted(true);
    const trades = [...market.trades('AAPL', NOON, AFTER)];
    expect(trades.filter(({ timeMs }) => timeMs > FROM && timeMs <= TO)).toEqual([]);
    const outside = [...calm.trades('AAPL', NOON, AFTER)].filter(
      ({ timeMs }) => timeMs <= FROM || timeMs > TO,
    );
    expect(trades).toEqual(outside);
    expect(market.lastTrade('AAPL', TO)?.timeMs).toBeLessThanOrEqual(FROM);
    expect(market.quote('AAPL', TO)).toEqual(calm.quote('AAPL', FROM));
    for (const bar of market.bars('AAPL', minute, NOON, AFTER, AFTER + MINUTE_MS)) {
      const own = trades.filter(
        ({ timeMs }) => timeMs >= bar.timeMs && timeMs < bar.timeMs + MINUTE_MS,
      );
      expect(bar).toEqual(foldOfTrades(bar.timeMs, own));
    }
    expect(market.quote('MSFT', TO)).toEqual(calm.quote('MSFT', TO));
  });

  it('lasts until it is ended, over days', () => {
    const market = halted(false);
    const nextDay = FROM + 24 * 60 * MINUTE_MS;
    expect([...market.trades('AAPL', FROM, nextDay)]).toEqual([]);
    market.halt({ symbol: 'AAPL', isHalted: true, atMs: nextDay });
    expect(market.halts('AAPL')).toEqual([{ fromMs: FROM + 1, toMs: Infinity }]);
  });

  it('is told on the stream when it begins and when it is over', () => {
    const live = createLiveEvents(halted(true));
    const statuses = live.between(NOON, AFTER, { statuses: ['AAPL', 'MSFT', 'NOSUCH'] });
    expect(statuses).toEqual([
      { kind: 'status', symbol: 'AAPL', timeMs: FROM + 1, isHalted: true },
      { kind: 'status', symbol: 'AAPL', timeMs: TO + 1, isHalted: false },
    ]);
    expect(
      live.between(NOON, AFTER, { trades: ['MSFT'] }).some(({ kind }) => kind === 'status'),
    ).toBe(false);
  });
});
