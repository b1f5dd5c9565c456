import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderDraft } from '#contract/orders.ts';
import { Sizing } from '#contract/trading.ts';
import { decimal, isMore, mul } from '#main/domain/decimal.ts';
import { sizedDraft, type SizingFacts } from '#main/domain/orders/sized-draft.ts';
import { aDraft, aMarketDraft, without } from '#test/unit/domain/samples.ts';

const FACTS: SizingFacts = { marketPrice: decimal('190'), buyingPower: decimal('200000') };
const market = (members = {}): OrderDraft => without(aMarketDraft(members), 'qty');
const limit = (members = {}): OrderDraft => without(aDraft(members), 'qty');
const size = (draft: OrderDraft, sizing: object, facts: SizingFacts = FACTS) =>
  sizedDraft(draft, Sizing.parse(sizing), facts);

describe('an order sized in', () => {
  it.each<[string, OrderDraft, object, object]>([
    ['dollars at the market', market(), { by: 'dollars', amount: '500' }, { notional: '500' }],
    ['dollars with a limit', limit(), { by: 'dollars', amount: '1000' }, { qty: '5' }],
    [
      'dollars till canceled',
      market({ timeInForce: 'gtc' }),
      { by: 'dollars', amount: '1000' },
      { qty: '5' },
    ],
    ['percent', market(), { by: 'percent', amount: '25' }, { qty: '263' }],
    [
      'percent, by the limit',
      limit({ limitPrice: '100' }),
      { by: 'percent', amount: '1' },
      { qty: '20' },
    ],
    [
      'percent of a buy stop, as the broker sets it aside',
      without(limit({ type: 'stop', stopPrice: '200' }), 'limitPrice'),
      { by: 'percent', amount: '10' },
      { qty: '97' },
    ],
    [
      'percent of a short, as the broker sets it aside',
      market({ side: 'sell' }),
      { by: 'percent', amount: '10' },
      { qty: '102' },
    ],
    ['risk to a stop', market(), { by: 'risk', amount: '100', stopPrice: '187' }, { qty: '33' }],
    [
      'risk to its own stop loss',
      limit({ orderClass: 'oto', stopLoss: { stopPrice: '185' } }),
      { by: 'risk', amount: '100' },
      { qty: '20' },
    ],
  ])('%s', (_name, draft, sizing, expected) => {
    expect(size(draft, sizing)).toEqual({ ok: true, draft: { ...draft, ...expected } });
  });

  it('whole shares where the asset cannot be divided', () => {
    const facts = { ...FACTS, asset: { symbol: 'AAPL', fractionable: false } };
    const sized = size(market(), { by: 'dollars', amount: '500' }, facts);
    expect(sized).toMatchObject({ ok: true, draft: { qty: '2' } });
  });

  it.each<[string, OrderDraft, object, SizingFacts, string, string]>([
    ['nothing', market(), { by: 'dollars', amount: '0' }, FACTS, 'sizing.amount', 'above zero'],
    [
      'less than a share',
      limit(),
      { by: 'dollars', amount: '100' },
      FACTS,
      'sizing.amount',
      'less than one share at 190.00',
    ],
    [
      'no price',
      market(),
      { by: 'percent', amount: '5' },
      { buyingPower: decimal('1') },
      'sizing.amount',
      'no price yet',
    ],
    [
      'no account',
      market(),
      { by: 'percent', amount: '5' },
      {},
      'sizing.amount',
      'buying power is not known',
    ],
    [
      'more than all',
      market(),
      { by: 'percent', amount: '101' },
      FACTS,
      'sizing.amount',
      'at most 100%',
    ],
    ['no stop', market(), { by: 'risk', amount: '5' }, FACTS, 'sizing.stopPrice', 'Enter the stop'],
    [
      'a stop on the side of the gain',
      market(),
      { by: 'risk', amount: '5', stopPrice: '191' },
      FACTS,
      'sizing.stopPrice',
      'below the entry (190.00)',
    ],
    [
      'a stop that is too far',
      market(),
      { by: 'risk', amount: '5', stopPrice: '180' },
      FACTS,
      'sizing.amount',
      'One share alone risks 10.00',
    ],
  ])('nothing when there is %s, and says why', (_name, draft, sizing, facts, path, words) => {
    const sized = size(draft, sizing, facts);
    expect(sized).toMatchObject({ ok: false, issue: { path } });
    expect(sized.ok ? '' : sized.issue.message).toContain(words);
  });

  it('never costs more than was asked for', () => {
    const cents = fc.integer({ min: 1, max: 10 ** 9 }).map((units) => (units / 100).toFixed(2));
    fc.assert(
      fc.property(cents, cents, (amount, limitPrice) => {
        const sized = size(limit({ limitPrice }), { by: 'dollars', amount });
        if (!sized.ok) return;
        expect(
          isMore(mul(sized.draft.qty ?? decimal('0'), decimal(limitPrice)), decimal(amount)),
        ).toBe(false);
      }),
    );
  });
});
