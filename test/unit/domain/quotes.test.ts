import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { describeQuote, marketPriceFor } from '#main/domain/quotes.ts';

const quoteOf = (bid: string, ask: string, ageMs = 1_000) => ({
  ...describeQuote({
    bid: decimal(bid),
    bidSize: decimal('300'),
    ask: decimal(ask),
    askSize: decimal('200'),
    quotedAt: 1,
    receivedAt: 1,
  }),
  ageMs,
});
const last = { price: decimal('100'), ageMs: 7_000 };

it.each([
  ['99.99', '100.01', 'good', '0.02', '0.02'],
  ['100', '100.00', 'locked', '0', '0'],
  ['100.02', '100', 'crossed', '-0.02', '-0.02'],
  ['95', '100', 'wide', '5', '5.26'],
  ['0', '100', 'no-bid', undefined, undefined],
  ['100', '0', 'no-ask', undefined, undefined],
  ['0', '0', 'empty', undefined, undefined],
])('says what %s to %s is: %s', (bid, ask, state, spread, spreadPercent) => {
  const quote = quoteOf(bid, ask);
  expect(quote.state).toBe(state);
  expect([quote.spread && Number(quote.spread), quote.spreadPercent]).toEqual([
    spread && Number(spread),
    spreadPercent,
  ]);
});

describe('the price that an order would meet', () => {
  it('is the far side of a good quote, with its age', () => {
    const quote = quoteOf('99.99', '100.01');
    const at = (side: 'buy' | 'sell', type: 'market' | 'limit') =>
      marketPriceFor({ side, type }, last, quote);
    expect(at('buy', 'market')).toEqual({ price: '100.01', ageMs: 1_000, by: 'ask' });
    expect(at('buy', 'limit')).toMatchObject({ by: 'ask' });
    expect(at('sell', 'market')).toEqual({ price: '99.99', ageMs: 1_000, by: 'bid' });
    expect(marketPriceFor({ side: 'buy', type: 'market' }, undefined, quote)?.by).toBe('ask');
    expect(marketPriceFor({ side: 'sell', type: 'market' }, last, quoteOf('5', '5'))?.by).toBe(
      'bid',
    );
  });

  it.each(['stop', 'stop_limit', 'trailing_stop'] as const)(
    'of a %s is the last one, which sets it off',
    (type) => {
      const market = marketPriceFor({ side: 'buy', type }, last, quoteOf('99.99', '100.01'));
      expect(market).toEqual({ ...last, by: 'last' });
    },
  );

  it.each([
    ['0', '100.01', 1_000, 'there is no bid'],
    ['100', '0', 1_000, 'there is no ask'],
    ['0', '0', 1_000, 'there is no bid or ask'],
    ['100.02', '100', 1_000, 'the quote is crossed'],
    ['99.99', '100.01', 180_000, 'the quote is 3 min old'],
    // One exchange alone may be as far away as this, and a typing error would not be seen.
    ['1', '199999', 1_000, 'the spread is 19999800%'],
  ])(
    'is the last one, and says why, when the quote is %s to %s and %i ms old',
    (bid, ask, ageMs, why) => {
      for (const side of ['buy', 'sell'] as const) {
        const quote = quoteOf(bid, ask, ageMs);
        expect(marketPriceFor({ side, type: 'market' }, last, quote)).toEqual({
          ...last,
          by: 'last',
          why,
        });
        expect(marketPriceFor({ side, type: 'market' }, undefined, quote)).toBeUndefined();
      }
    },
  );

  it('is the last one when trades go on and quotes do not: nobody may be listening to them', () => {
    const at = (ageMs: number) =>
      marketPriceFor({ side: 'buy', type: 'market' }, last, quoteOf('99.99', '100.01', ageMs));
    expect(at(12_000)?.by).toBe('ask');
    expect(at(12_001)).toEqual({ ...last, by: 'last', why: 'the quote is 12 s old' });
  });

  it('is the last one while there is no quote, and none while there is neither', () => {
    expect(marketPriceFor({ side: 'buy', type: 'market' }, last, undefined)).toEqual({
      ...last,
      by: 'last',
    });
    expect(marketPriceFor({ side: 'buy', type: 'market' }, undefined, undefined)).toBeUndefined();
  });
});
