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
      notes: ['A market order fills at the next price; a 1% move is $19.10.'],
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
      // At the market, which its limit of 190 lets it have.
      realized: '1640',
      buyingPowerAfter: '200000',
      positionAfter: { qty: '60', averagePrice: '150' },
    });
  });

  it('charges a short at 3% above the market', () => {
    expect(ask({ draft: sell('10') })).toMatchObject({
      positionAfter: { qty: '-10', averagePrice: '191' },
      buyingPowerAfter: '198032.7',
    });
  });

  it('takes nothing for a sale of more than is held, which the broker refuses as a whole', () => {
    const after = ask({ draft: sell('110', { limitPrice: '200' }), positions: [aPosition()] });
    expect(after).toMatchObject({ isExit: false, realized: '5000', buyingPowerAfter: '200000' });
  });

  it('takes nothing for a sale of what other orders hold already', () => {
    const openOrders = [anOrder({ side: 'sell', qty: '100', limitPrice: '250' })];
    const after = ask({ draft: sell('40'), positions: [aPosition()], openOrders });
    expect(after).toMatchObject({ isExit: false, buyingPowerAfter: '200000' });
  });

  it('charges a short once all that was held is known to be sold', () => {
    const filledSince = () => decimal('-100');
    const after = ask({ draft: sell('10'), positions: [aPosition()], filledSince });
    expect(after.buyingPowerAfter).toBe('198032.7');
  });

  it('charges a short by the market, wherever its stop stands, and says when there is no price', () => {
    const stop = (stopPrice: string) =>
      without(aDraft({ side: 'sell', type: 'stop', stopPrice }), 'limitPrice');
    expect(ask({ draft: stop('150') }).buyingPowerAfter).toBe('198032.7');
    expect(ask({ draft: stop('400') }).buyingPowerAfter).toBe('198032.7');
    for (const draft of [stop('150'), sell('10')]) {
      const blind = whatIf({
        draft,
        account: ACCOUNT,
        positions: [],
        openOrders: [],
        unknownOrders: [],
      });
      expect(blind).not.toHaveProperty('buyingPowerAfter');
      expect(blind.notes).toContain(
        'Buying power cannot be estimated: there is no price for this order or for an unconfirmed one.',
      );
    }
  });

  it.each([
    ['dollars', { trailPrice: '9.005' }, '200.01', '197999.9'],
    ['percent', { trailPercent: '5' }, '200.55', '197994.5'],
  ])('reserves the trail of a trailing buy in %s', (_name, trail, price, left) => {
    const draft = without(aDraft({ type: 'trailing_stop', ...trail }), 'limitPrice');
    expect(ask({ draft })).toMatchObject({ price, buyingPowerAfter: left });
  });

  it('sells a trailing stop where it stands at first', () => {
    const trailing = (trail: object) =>
      without(aDraft({ side: 'sell', type: 'trailing_stop', ...trail }), 'limitPrice');
    expect(ask({ draft: trailing({ trailPrice: '1.005' }) }).price).toBe('189.99');
    expect(ask({ draft: trailing({ trailPrice: '300' }) }).price).toBe('0.0001');
  });

  it('fills at the market what its limit or stop lets go at once, and takes the limit aside', () => {
    expect(ask({ draft: aDraft({ limitPrice: '200' }) })).toMatchObject({
      price: '200',
      buyingPowerAfter: '198000',
      positionAfter: { averagePrice: '191' },
    });
    const through = aDraft({ type: 'stop_limit', stopPrice: '180', limitPrice: '195' });
    expect(ask({ draft: through }).positionAfter).toMatchObject({ averagePrice: '191' });
    const waiting = aDraft({ type: 'stop_limit', stopPrice: '194', limitPrice: '195' });
    expect(ask({ draft: waiting }).positionAfter).toMatchObject({ averagePrice: '195' });
  });

  it('says when a symbol that cannot be bought on margin costs more than there is without it', () => {
    const unmarginedPower = decimal('1500');
    expect(ask({ unmarginedPower })).toMatchObject({
      buyingPowerAfter: '198100',
      notes: [
        'AAPL cannot be bought on margin, and it needs 400.00 more than the 1,500.00 you have without margin: the broker would refuse it.',
      ],
    });
    expect(ask({ unmarginedPower: decimal('1900') }).notes).toEqual([]);
  });

  it('tells the states of the account, and that an exit may go', () => {
    const blocked = { isBlocking: true, brief: 'blocked', text: 'No orders.' };
    const states = [{ name: 'tradingBlocked' as const, ...blocked }];
    expect(ask({ states }).notes).toEqual(['No orders. It would refuse this order.']);
    const exit = { draft: sell('40'), positions: [aPosition()] };
    expect(ask({ states, ...exit }).notes).toEqual([
      'No orders. It would refuse this order too. You can still send it, because it only reduces your position.',
    ]);
    const closing = [{ ...blocked, name: 'closingOnly' as const }];
    expect(ask({ states: closing, ...exit }).notes).toEqual(['No orders.']);
    const told = [{ ...blocked, name: 'marginCall' as const, isBlocking: false }];
    expect(ask({ states: told }).notes).toEqual(['No orders.']);
  });

  it('says that a symbol is not on the broker’s list', () => {
    expect(ask({ isUnlisted: true }).notes[0]).toContain('does not list AAPL');
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
      '1 unconfirmed order counted as placed and filled.',
    ]);
    expect(ask({ unknownOrders: unknown({ symbol: 'MSFT' }) }).notes).toEqual([
      '1 unconfirmed order counted as placed.',
    ]);
    const both = [...unknown(), { intentId: 'v', draft: aDraft({ symbol: 'MSFT' }) }];
    expect(ask({ unknownOrders: both }).notes).toEqual([
      '2 unconfirmed orders counted as placed, 1 of them as filled.',
    ]);
  });

  it('has the unknown orders of the symbol in the position after, as its words say', () => {
    const after = (members: object) => ask(members).positionAfter;
    expect(after({ unknownOrders: unknown({ qty: '4', limitPrice: '180' }) })).toEqual({
      qty: '14',
      averagePrice: '187.142857143',
    });
    expect(after({ unknownOrders: unknown({ symbol: 'MSFT' }) })?.qty).toBe('10');
    expect(after({ unknownOrders: unknown(), intentId: 'u' })?.qty).toBe('10');
    // The order that it changes is open, and not in the position after.
    const change = [{ intentId: 'u', draft: aDraft(), replaces: 'o' }];
    expect(ask({ unknownOrders: change })).toMatchObject({
      positionAfter: { qty: '10' },
      notes: ['1 unconfirmed order counted as placed.'],
    });
  });

  it('calls a sale short by what is known to be held', () => {
    const unknownOrders = [{ intentId: 'u', draft: sell('100') }];
    const after = ask({ draft: sell('100'), positions: [aPosition()], unknownOrders });
    expect(after.positionAfter?.qty).toBe('-100');
    expect(after).not.toHaveProperty('isShort');
    expect(ask({ draft: sell('10') }).isShort).toBe(true);
    expect(ask()).not.toHaveProperty('isShort');
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

  it('gives back what a change frees', () => {
    const after = (members: Record<string, string>, old: Record<string, string> = {}) =>
      ask({
        draft: aDraft(members),
        openOrders: [anOrder({ id: 'old', ...old })],
        replaces: 'old',
      });
    expect(after({ qty: '4' }).buyingPowerAfter).toBe('201140');
    expect(after({ limitPrice: '189.5' }).buyingPowerAfter).toBe('200005');
    expect(after({}).buyingPowerAfter).toBe('200000');
    // Nothing is said to be short of buying power that it gives back.
    expect(after({ qty: '4' }).notes).toEqual([]);
    // Of ten 4 are filled: 2 more are wanted instead of 6.
    const filled = { filledQty: '4', status: 'partially_filled' };
    expect(after({ qty: '6' }, filled)).toMatchObject({
      buyingPowerAfter: '200760',
      positionAfter: { qty: '2' },
    });
    expect(after({ qty: '12' }, filled).buyingPowerAfter).toBe('199620');
  });

  it('gives back what a short or a market order frees, by the market', () => {
    const short = ask({
      draft: sell('6', { limitPrice: '180' }),
      openOrders: [anOrder({ id: 'old', side: 'sell', limitPrice: '180' })],
      replaces: 'old',
    });
    // 3% above the market, for four fewer.
    expect(short.buyingPowerAfter).toBe('200786.92');
    const market = ask({
      draft: aMarketDraft({ qty: '4' }),
      openOrders: [without(anOrder({ id: 'old', type: 'market' }), 'limitPrice')],
      replaces: 'old',
    });
    expect(market.buyingPowerAfter).toBe('201146');
  });

  it('does not count on what an unconfirmed change would free', () => {
    const openOrders = [anOrder({ id: 'old' })];
    const unknownOrders = [{ intentId: 'u', draft: aDraft({ qty: '1' }), replaces: 'old' }];
    expect(ask({ openOrders, unknownOrders }).buyingPowerAfter).toBe('198100');
  });

  it('sets nothing aside for a leg, whose order pays for it', () => {
    const old = anOrder({ id: 'old', side: 'sell', status: 'held', parentId: 'entry' });
    const after = ask({ draft: sell('10'), openOrders: [old], replaces: 'old' });
    expect(after.buyingPowerAfter).toBe('200000');
  });

  it('charges a changed stop only for what it adds', () => {
    const stop = (stopPrice: string) => without(aDraft({ type: 'stop', stopPrice }), 'limitPrice');
    const old = without(anOrder({ id: 'old', type: 'stop', stopPrice: '200' }), 'limitPrice');
    const after = ask({ draft: stop('210'), openOrders: [old], replaces: 'old' });
    expect(after.buyingPowerAfter).toBe('199897.5');
  });

  it('reserves a buy stop at the limit that the broker gives it', () => {
    const draft = without(aDraft({ type: 'stop', stopPrice: '200' }), 'limitPrice');
    expect(ask({ draft })).toMatchObject({
      value: '2000',
      buyingPowerAfter: '197950',
      notes: [
        'The broker turns it into a stop limit: it pays up to 205.00 and does not fill above that.',
      ],
    });
  });

  it('rounds the limit that the broker gives to a tick', () => {
    const stop = (stopPrice: string) => without(aDraft({ type: 'stop', stopPrice }), 'limitPrice');
    expect(ask({ draft: stop('200.01') }).notes[0]).toContain('up to 205.01 ');
    expect(ask({ draft: stop('0.7742') }).notes[0]).toContain('up to 0.8051 ');
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
