import { describe, expect, it } from 'vitest';
import { atFarSide, noHalf, wholeDraft } from '#main/account/orders/closing/exit-draft.ts';
import { decimal } from '#main/domain/decimal.ts';
import { aDraft, aPosition } from '#test/unit/domain/samples.ts';
import { failureOf, value } from '#test/unit/account/orders/world.ts';

it('is the whole of a position on its other side, at the market', () => {
  expect(wholeDraft(aPosition({ qty: '2.5' }))).toEqual({
    symbol: 'AAPL',
    side: 'sell',
    type: 'market',
    timeInForce: 'day',
    qty: '2.5',
  });
  expect(wholeDraft(aPosition({ qty: '-7', side: 'short' }))).toMatchObject({
    side: 'buy',
    qty: '7',
  });
  expect(wholeDraft(aPosition({ symbol: 'no symbol at all' }))).toBeUndefined();
});

it('says why there is no half', () => {
  expect(noHalf('AAPL', decimal('0'))).toBe('You have no AAPL any more.');
  expect(noHalf('AAPL', decimal('-1'))).toBe(
    'Half of 1 AAPL is not a whole share: close all of it instead.',
  );
});

describe('in the extended session', () => {
  const sell = aDraft({ side: 'sell' });
  const buy = aDraft({ side: 'buy' });
  const quote = (bid: string, ask: string) => ({ bid: decimal(bid), ask: decimal(ask) });

  it.each([
    // In whole cents from a dollar on, in hundredths of one below; a price that somebody quotes, or one that meets it.
    ['sell', '189.506', '189.5'],
    ['buy', '190.504', '190.51'],
    ['sell', '0.98765', '0.9876'],
    ['buy', '0.98761', '0.9877'],
    ['sell', '1', '1'],
    ['buy', '1.001', '1.01'],
  ])('%s at %s is a limit of %s', (side, quoted, limitPrice) => {
    const draft = side === 'sell' ? sell : buy;
    const terms = atFarSide(
      draft,
      side === 'sell' ? quote(quoted, '999') : quote('0.0001', quoted),
    );
    expect(value(terms)).toEqual({ type: 'limit', limitPrice, extendedHours: true });
  });

  it('there is none without somebody on the other side', () => {
    const noBid = 'There is no bid for AAPL in the extended session right now.';
    const noOffer = 'There is no offer for AAPL in the extended session right now.';
    expect(failureOf(atFarSide(sell, undefined))).toContain(noBid);
    expect(failureOf(atFarSide(buy, undefined))).toContain(noOffer);
    expect(failureOf(atFarSide(sell, quote('0', '190')))).toContain(noBid);
    expect(failureOf(atFarSide(buy, quote('190', '0')))).toContain(noOffer);
  });
});
