import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { whatIf, type WhatIfInput } from '#main/domain/orders/what-if.ts';
import { aDraft, aMarketDraft, anOrder, aPosition, without } from '#test/unit/domain/samples.ts';

const ACCOUNT = { equity: decimal('100000'), buyingPower: decimal('200000') };
const ask = (members: Partial<WhatIfInput> = {}) =>
  whatIf({
    draft: aDraft(),
    marketPrice: decimal('191'),
    account: ACCOUNT,
    positions: [],
    openOrders: [],
    unknownOrders: [],
    ...members,
  });
const sell = (qty: string, members = {}) => aDraft({ side: 'sell', qty, ...members });
const unknown = (members = {}) => [{ intentId: 'u', draft: aDraft(members) }];

describe('what if', () => {
  it('reckons a buy at its limit', () => {
    expect(ask()).toEqual({
      isExit: false,
      qty: '10',
      price: '190',
      value: '1900',
      buyingPowerAfter: '198100',
      positionAfter: { qty: '10', averagePrice: '190' },
      shareOfEquity: '1.91',
      notes: [],
    });
  });

  it('reckons a market order at the price, and says what a percent of it is', () => {
    expect(ask({ draft: aMarketDraft() })).toMatchObject({
      price: '191',
      value: '1910',
      notes: ['A market order takes the next price there is; each percent of it is 19.10.'],
    });
  });

  it('reckons dollars exactly and shares from them', () => {
    const draft = without(aMarketDraft({ notional: '100' }), 'qty');
    expect(ask({ draft })).toMatchObject({
      qty: '0.52356021',
      value: '100',
      buyingPowerAfter: '199900',
    });
  });

  it('tells the result of an exit, which takes no buying power', () => {
    const after = ask({ draft: sell('40'), positions: [aPosition()] });
    expect(after).toMatchObject({
      isExit: true,
      value: '7600',
      realized: '1600',
      buyingPowerAfter: '200000',
      positionAfter: { qty: '60', averagePrice: '150' },
    });
  });

  it('charges a short at 3 % above the market', () => {
    expect(ask({ draft: sell('10') })).toMatchObject({
      positionAfter: { qty: '-10', averagePrice: '190' },
      buyingPowerAfter: '198032.7',
    });
  });

  it('charges only what goes beyond the position', () => {
    const after = ask({ draft: sell('110', { limitPrice: '200' }), positions: [aPosition()] });
    expect(after).toMatchObject({ isExit: false, realized: '5000', buyingPowerAfter: '198000' });
  });

  it.each([
    ['in the same symbol', unknown(), {}, '196200', '3.82'],
    ['in another symbol', unknown({ symbol: 'MSFT' }), {}, '196200', '1.91'],
    [
      'that only closes',
      [{ intentId: 'u', draft: sell('10') }],
      { positions: [aPosition()] },
      '198100',
      '21.01',
    ],
    ['that is this one', unknown(), { intentId: 'u' }, '198100', '1.91'],
  ])('counts an unknown order %s as placed', (_name, unknownOrders, members, left, share) => {
    expect(ask({ unknownOrders, ...members })).toMatchObject({
      buyingPowerAfter: left,
      shareOfEquity: share,
    });
  });

  it('says that it counted unknown orders', () => {
    expect(ask({ unknownOrders: unknown() }).notes).toEqual([
      'One order of unknown fate counted as placed.',
    ]);
  });

  it('asks for the price of an unknown market order in another symbol', () => {
    const unknownOrders = [{ intentId: 'u', draft: aMarketDraft({ symbol: 'MSFT' }) }];
    expect(ask({ unknownOrders })).not.toHaveProperty('buyingPowerAfter');
    const prices = new Map([['MSFT', decimal('500')]]);
    expect(ask({ unknownOrders, prices }).buyingPowerAfter).toBe('193100');
  });

  it('counts working orders towards concentration, not towards buying power again', () => {
    const openOrders = [anOrder({ qty: '90' })];
    expect(ask({ openOrders })).toMatchObject({
      buyingPowerAfter: '198100',
      shareOfEquity: '19.1',
    });
  });

  it('charges a replacement only for what it adds', () => {
    const openOrders = [anOrder({ id: 'old' })];
    const draft = aDraft({ qty: '15' });
    expect(ask({ draft, openOrders, replaces: 'old' }).buyingPowerAfter).toBe('199050');
  });

  it('reserves a buy stop at the limit that the broker gives it', () => {
    const draft = without(aDraft({ type: 'stop', stopPrice: '200' }), 'limitPrice');
    expect(ask({ draft })).toMatchObject({
      value: '2000',
      buyingPowerAfter: '197950',
      notes: ['The broker makes it a stop limit: it pays up to 205.00 and does not fill above.'],
    });
  });

  it('warns about what a stop may fetch', () => {
    const draft = without(aDraft({ side: 'sell', type: 'stop', stopPrice: '180' }), 'limitPrice');
    expect(ask({ draft }).notes[0]).toContain('far from the stop');
  });

  it('says when buying power does not suffice', () => {
    const account = { ...ACCOUNT, buyingPower: decimal('1000') };
    expect(ask({ account })).toMatchObject({
      buyingPowerAfter: '-900',
      notes: ['It needs 900.00 more than your buying power: the broker would refuse it.'],
    });
  });

  it('leaves out what it cannot know', () => {
    const blind = ask({ draft: aMarketDraft(), account: undefined });
    expect(blind).not.toHaveProperty('buyingPowerAfter');
    const priceless = whatIf({
      draft: aMarketDraft(),
      account: ACCOUNT,
      positions: [],
      openOrders: [],
      unknownOrders: [],
    });
    expect(Object.keys(priceless)).toEqual(['isExit', 'qty', 'notes']);
  });
});
