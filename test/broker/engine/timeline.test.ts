import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFakeMarket } from './fake-market.ts';
import { createRig, DAY, HOUR, MINUTE, MONDAY } from './rig.ts';

describe('time that was missed', () => {
  it('is matched in the order in which it happened, across symbols', () => {
    const rig = createRig();
    const first = rig.place({ symbol: 'MSFT', type: 'limit', limit_price: '90' });
    const second = rig.place({ type: 'limit', limit_price: '90' });
    rig.market.set('AAPL', 80, MONDAY + 3 * HOUR);
    rig.market.set('MSFT', 80, MONDAY + 2 * HOUR);
    rig.updates.length = 0;
    rig.advance(5 * HOUR);
    expect(rig.updates.map(({ order }) => order['id'])).toEqual([first.id, second.id]);
    expect(String(rig.get(second.id)['filled_at']).slice(0, 19)).toBe('2026-01-05T18:00:00');
  });

  it('does not fill an order with a trade from before it was placed', () => {
    const rig = createRig();
    rig.market.set('AAPL', 80, rig.now());
    rig.market.set('AAPL', 100, rig.now() + 10);
    rig.wait(20);
    const { id } = rig.place({ type: 'limit', limit_price: '90' });
    rig.advance(HOUR);
    expect(rig.get(id)['status']).toBe('new');
  });

  it('carries a trailing stop through quiet minutes and elects it in the minute that falls', () => {
    const rig = createRig();
    rig.place();
    const { id } = rig.place({ side: 'sell', type: 'trailing_stop', trail_price: '5' });
    for (let minute = 1; minute <= 60; minute++) {
      rig.market.set('AAPL', 100 + minute / 2, MONDAY + minute * MINUTE);
    }
    rig.market.set('AAPL', 124, MONDAY + 61 * MINUTE);
    rig.advance(3 * HOUR);
    expect(rig.get(id)).toMatchObject({ hwm: '130', status: 'filled', filled_avg_price: '123.99' });
  });

  it('fills, expires and closes days over a long weekend in one call', () => {
    const rig = createRig();
    const filled = rig.place({ type: 'limit', limit_price: '90', time_in_force: 'gtc' });
    const expired = rig.place({ type: 'limit', limit_price: '50' });
    rig.market.set('AAPL', 89, MONDAY + 3 * DAY);
    rig.advance(7 * DAY);
    expect(rig.get(filled.id)['status']).toBe('filled');
    expect(rig.get(expired.id)['status']).toBe('expired');
    expect(rig.engine.account(rig.account)['balance_asof']).toBe('2026-01-09');
  });

  it('gives the same fills however often the engine is called', () => {
    const moves = fc.array(
      fc.record({
        symbol: fc.constantFrom('AAPL', 'MSFT'),
        price: fc.integer({ min: 90, max: 110 }),
        afterMs: fc.integer({ min: 1, max: 20 * MINUTE }),
      }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(moves, fc.array(fc.integer({ min: 1, max: HOUR })), (prices, steps) => {
        const play = (cuts: readonly number[]) => {
          const market = createFakeMarket('always');
          let timeMs = MONDAY;
          for (const { symbol, price, afterMs } of prices) {
            market.set(symbol, price, (timeMs += afterMs));
          }
          const rig = createRig({ market, hours: 'always' });
          rig.place({ type: 'limit', limit_price: '95', time_in_force: 'gtc' });
          rig.place({ type: 'stop', stop_price: '104', time_in_force: 'gtc' });
          rig.place({ symbol: 'MSFT', type: 'trailing_stop', trail_percent: '3' });
          rig.place({
            symbol: 'MSFT',
            type: 'limit',
            limit_price: '99',
            time_in_force: 'gtc',
            order_class: 'bracket',
            take_profit: { limit_price: '106' },
            stop_loss: { stop_price: '94' },
          });
          for (const cut of cuts) rig.advance(cut);
          rig.advance(timeMs + 1 - rig.now() > 0 ? timeMs + 1 - rig.now() : 0);
          return rig.engine
            .audit()
            .executions.map(({ symbol, side, qty, price, position_qty }) => [
              symbol,
              side,
              qty,
              price,
              position_qty,
            ]);
        };
        const total = prices.reduce((sum, { afterMs }) => sum + afterMs, 0);
        const within = steps.filter((_, index) => {
          const upTo = steps.slice(0, index + 1).reduce((sum, step) => sum + step, 0);
          return upTo < total;
        });
        expect(play(within)).toEqual(play([]));
      }),
      { numRuns: 60 },
    );
  });
});
