import { describe, expect, it } from 'vitest';
import { orderTitle } from '#main/domain/orders/order-title.ts';
import { ageText, moneyText, priceText, qtyText } from '#main/domain/words.ts';
import { decimal } from '#main/domain/decimal.ts';
import { aDraft, aMarketDraft, without } from '#test/unit/domain/samples.ts';

const legs = { takeProfit: { limitPrice: '200' }, stopLoss: { stopPrice: '180' } };
const noLimit = (members: Record<string, unknown>) => without(aDraft(members), 'limitPrice');

describe('the words of the confirming button', () => {
  it.each([
    [aDraft(), 'Buy 10 AAPL at 190.00, limit, PRACTICE'],
    [aDraft({ qty: '1500.50', side: 'sell' }), 'Sell 1,500.5 AAPL at 190.00, limit, PRACTICE'],
    [aDraft({ limitPrice: '0.1234' }), 'Buy 10 AAPL at 0.1234, limit, PRACTICE'],
    [aMarketDraft(), 'Buy 10 AAPL, market, PRACTICE'],
    [without(aMarketDraft({ notional: '1500' }), 'qty'), 'Buy $1,500.00 of AAPL, market, PRACTICE'],
    [
      noLimit({ type: 'stop', stopPrice: '200' }),
      'Buy 10 AAPL once it rises to 200.00, stop, PRACTICE',
    ],
    [
      aDraft({ side: 'sell', type: 'stop_limit', stopPrice: '180', limitPrice: '179.5' }),
      'Sell 10 AAPL at 179.50 once it falls to 180.00, stop limit, PRACTICE',
    ],
    [
      noLimit({ side: 'sell', type: 'trailing_stop', trailPercent: '2.5' }),
      'Sell 10 AAPL once it falls 2.5% from its high, trailing stop, PRACTICE',
    ],
    [
      noLimit({ type: 'trailing_stop', trailPrice: '1.5', timeInForce: 'gtc' }),
      'Buy 10 AAPL once it rises 1.50 from its low, trailing stop, good till canceled, PRACTICE',
    ],
    [aDraft({ timeInForce: 'ioc' }), 'Buy 10 AAPL at 190.00, limit, immediate or cancel, PRACTICE'],
    [aDraft({ timeInForce: 'fok' }), 'Buy 10 AAPL at 190.00, limit, fill or kill, PRACTICE'],
    [aMarketDraft({ timeInForce: 'opg' }), 'Buy 10 AAPL, market, at the open, PRACTICE'],
    [aMarketDraft({ timeInForce: 'cls' }), 'Buy 10 AAPL, market, at the close, PRACTICE'],
    [aDraft({ extendedHours: true }), 'Buy 10 AAPL at 190.00, limit, extended hours, PRACTICE'],
    [
      aDraft({ orderClass: 'bracket', ...legs }),
      'Buy 10 AAPL at 190.00, limit, bracket with take profit 200.00 and stop loss 180.00, PRACTICE',
    ],
    [
      noLimit({ side: 'sell', orderClass: 'oco', ...legs }),
      'Sell 10 AAPL at 200.00, limit, or stop loss 180.00, PRACTICE',
    ],
    [
      aDraft({ orderClass: 'oto', stopLoss: { stopPrice: '180', limitPrice: '179' } }),
      'Buy 10 AAPL at 190.00, limit, then stop loss 180.00 (limit 179.00), PRACTICE',
    ],
  ])('names everything: %#', (draft, title) => {
    expect(orderTitle(draft, 'embedded')).toBe(title);
  });

  it('shouts the environment', () => {
    expect(orderTitle(aDraft(), 'live')).toMatch(/, LIVE$/);
    expect(orderTitle(aDraft(), 'paper')).toMatch(/, PAPER$/);
  });

  it('survives a draft that is not finished', () => {
    expect(orderTitle(without(aDraft(), 'qty', 'limitPrice'), 'paper')).toBe(
      'Buy AAPL, limit, PAPER',
    );
  });
});

describe('numbers in sentences', () => {
  it('groups thousands and keeps cents', () => {
    expect(['0', '999.999', '1234567.8', '-1000'].map((text) => moneyText(decimal(text)))).toEqual([
      '0.00',
      '1,000.00',
      '1,234,567.80',
      '-1,000.00',
    ]);
  });

  it('writes quantities and prices as short as they are', () => {
    expect([qtyText(decimal('1000000.10')), priceText(decimal('190.1'))]).toEqual([
      '1,000,000.1',
      '190.10',
    ]);
  });

  it('says ages as a person would', () => {
    expect([-5, 1_400, 119_000, 180_000, 7_200_000].map(ageText)).toEqual([
      '0 s',
      '1 s',
      '119 s',
      '3 min',
      '2 h',
    ]);
  });
});
