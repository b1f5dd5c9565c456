// What the account itself forbids: shares that are not there, an own order in the way, money that is not there.
import { describe, expect, it } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { decimal } from '#main/domain/decimal.ts';
import { draftIssues, type DraftContext } from '#main/domain/orders/draft-issues.ts';
import { aDraft, aMarketDraft, anOrder, aPosition, without } from '#test/unit/domain/samples.ts';

const d = decimal;
const EMPTY: DraftContext = { positions: [], openOrders: [] };
const sellDollars = (notional: string) => without(aMarketDraft({ side: 'sell', notional }), 'qty');
const messages = (draft: ReturnType<typeof aDraft>, context: DraftContext) =>
  draftIssues(draft, context).map(({ path, message }) => `${path}: ${message}`);

describe('shares that can be sold', () => {
  const held: DraftContext = { positions: [aPosition({ qty: '10' })], openOrders: [] };
  const short: DraftContext = {
    positions: [aPosition({ side: 'short', qty: '-10' })],
    openOrders: [],
  };
  const all = [anOrder({ id: 'old', side: 'sell', qty: '10', limitPrice: '500' })];

  it('are none while open orders hold them all', () => {
    expect(messages(aDraft({ side: 'sell' }), { ...held, openOrders: all })).toEqual([
      'qty: All of your AAPL is held by open orders: cancel one of them first.',
    ]);
  });

  it('are fewer while an open order holds some, and only then canceling is named', () => {
    const of = (symbol: string, side = 'sell') => [
      anOrder({ symbol, side, qty: '4', limitPrice: '500' }),
    ];
    const more = (openOrders: Order[], members: Partial<DraftContext> = {}) =>
      messages(aDraft({ side: 'sell', qty: '11' }), { ...held, openOrders, ...members });
    expect(more(of('AAPL'))).toEqual([
      'qty: Only 6 AAPL can be sold now: enter that or less, or cancel an open order first.',
    ]);
    const alone = 'qty: Only 10 AAPL can be sold now: enter that or less.';
    expect(more(of('TSLA'))).toEqual([alone]);
    expect(more([])).toEqual([alone]);
    // Its own old order is no other one.
    expect(more(of('AAPL'), { replaces: 'order-1' })).toEqual([alone]);
    // What was sold since is no order that can be canceled.
    expect(more([], { filledSince: () => d('-3') })).toEqual([
      'qty: Only 7 AAPL can be sold now: enter that or less.',
    ]);
  });

  it('are not held by an order that was placed to open a short', () => {
    const openOrders = all.map((order) => ({ ...order, positionIntent: 'sell_to_open' }));
    expect(messages(aDraft({ side: 'sell' }), { ...held, openOrders })).toEqual([]);
  });

  it('are those of the order that is being replaced', () => {
    const context = { ...held, openOrders: all, replaces: 'old' };
    expect(messages(aDraft({ side: 'sell' }), context)).toEqual([]);
  });

  it('are bought back of a short, and no more', () => {
    expect(messages(aDraft({ qty: '10' }), short)).toEqual([]);
    expect(messages(aDraft({ qty: '11' }), short)).toEqual([
      'qty: Only 10 AAPL can be bought back now: enter that or less.',
    ]);
    expect(messages(aDraft({ side: 'sell', qty: '11' }), short)).toEqual([]);
  });

  it('are counted at the price of the market for an amount in dollars', () => {
    const marketPrice = d('190');
    expect(messages(sellDollars('1900'), { ...held, marketPrice })).toEqual([]);
    expect(messages(sellDollars('1901'), { ...held, marketPrice })).toEqual([
      'notional: Only 10 AAPL can be sold now: enter that or less.',
    ]);
    expect(messages(sellDollars('1901'), held)).toEqual([]);
    expect(messages(sellDollars('500'), EMPTY)).toEqual([
      'notional: Only whole shares can be sold short, and you hold no AAPL: enter whole shares.',
    ]);
  });

  it('are not sold by a bracket or an OTO, which only open', () => {
    const oto = aDraft({
      side: 'sell',
      orderClass: 'oto',
      stopLoss: { stopPrice: '200' },
    });
    expect(messages(oto, held)).toEqual([
      'orderClass: A bracket or OTO order opens a position, and this one would close AAPL: choose simple or OCO.',
    ]);
    expect(messages(oto, EMPTY)).toEqual([]);
  });

  it('are not sold in dollars outside regular hours while another order sells some', () => {
    const context = { ...held, marketPrice: d('190'), isMarketOpen: false };
    const some = [anOrder({ side: 'sell', qty: '1', limitPrice: '500' })];
    expect(messages(sellDollars('190'), context)).toEqual([]);
    expect(messages(sellDollars('190'), { ...context, openOrders: some })).toEqual([
      'notional: Outside regular hours the broker does not accept dollar amounts while another order is closing AAPL: enter shares.',
    ]);
    const open = { ...context, openOrders: some, isMarketOpen: true };
    expect(messages(sellDollars('190'), open)).toEqual([]);
  });

  it('are not sold short where the account may not, or where nobody lends them', () => {
    const sell = aDraft({ side: 'sell' });
    expect(messages(sell, { ...EMPTY, mayShort: false })).toEqual([
      'side: The broker does not let this account sell short, and you hold no AAPL: choose buy.',
    ]);
    expect(messages(sell, { ...held, mayShort: false })).toEqual([]);
    const asset = { symbol: 'AAPL', shortable: true, easyToBorrow: false };
    expect(messages(sell, { ...EMPTY, asset })).toEqual([
      'side: AAPL cannot be sold short now (hard to borrow), and you hold none: choose buy, or another symbol.',
    ]);
  });

  it('are not known before the open orders are', () => {
    const { positions = [] } = held;
    expect(messages(aDraft({ side: 'sell', qty: '11' }), { positions })).toEqual([]);
  });

  it('leave the rest when an open order in dollars holds some', () => {
    const open = without(
      anOrder({ side: 'sell', type: 'market', notional: '950' }),
      'qty',
      'limitPrice',
    );
    const context = { ...held, openOrders: [open], marketPrice: d('190') };
    expect(messages(aDraft({ side: 'sell', qty: '5', limitPrice: '500' }), context)).toEqual([]);
    expect(messages(aDraft({ side: 'sell', qty: '6', limitPrice: '500' }), context)).toHaveLength(
      1,
    );
  });
});

describe('an own order on the other side', () => {
  const WASH =
    'could fill against this one, which the broker refuses as a wash trade: cancel it first, or use a bracket or OCO order.';
  const beside = (order: object, more: DraftContext = {}): DraftContext => ({
    openOrders: [anOrder({ id: 'other', side: 'sell', limitPrice: '190', ...order })],
    ...more,
  });
  const stopLimit = { type: 'stop_limit', stopPrice: '195', limitPrice: '196' };
  const trailing = without(aDraft({ type: 'trailing_stop', trailPrice: '1' }), 'limitPrice');
  const LEGS = { takeProfit: { limitPrice: '200' }, stopLoss: { stopPrice: '180' } };

  it('is named with its price, where it has one', () => {
    expect(messages(aDraft(), beside({}))).toEqual([
      `side: Your own open sell order for AAPL at 190.00 ${WASH}`,
    ]);
    const stop = beside({ type: 'stop', stopPrice: '180', limitPrice: undefined });
    expect(messages(aDraft(), stop)).toEqual([`side: Your own open sell order for AAPL ${WASH}`]);
  });

  it.each([
    ['a sell at the own buy', aDraft({ side: 'sell' }), beside({ side: 'buy' }), 1],
    ['a sell above it', aDraft({ side: 'sell', limitPrice: '191' }), beside({ side: 'buy' }), 0],
    ['a stop limit at it', aDraft(stopLimit), beside({ limitPrice: '196' }), 1],
    ['a stop limit below it', aDraft(stopLimit), beside({ limitPrice: '197' }), 0],
    ['a limit below a stop limit', aDraft(), beside({ ...stopLimit, limitPrice: '191' }), 0],
    ['a limit beside a stop, far away', aDraft({ limitPrice: '1' }), beside({ type: 'stop' }), 1],
    ['a market order, far away', aMarketDraft(), beside({ limitPrice: '900' }), 1],
    ['the one that it replaces', aDraft(), beside({}, { replaces: 'other' }), 0],
    ['one that has ended', aDraft(), beside({ status: 'filled' }), 0],
    ['a trailing stop', trailing, beside({}), 0],
    ['one beside a trailing stop', aDraft(), beside({ type: 'trailing_stop' }), 0],
    ['a bracket', aDraft({ orderClass: 'bracket', ...LEGS }), beside({}), 0],
    ['one beside a bracket', aDraft(), beside({ orderClass: 'bracket' }), 0],
    ['one beside an OCO', aDraft(), beside({ orderClass: 'oco' }), 0],
    [
      'an OCO',
      without(aDraft({ side: 'sell', orderClass: 'oco', ...LEGS }), 'limitPrice'),
      beside({ side: 'buy', limitPrice: '300' }),
      0,
    ],
  ])('stands in the way of %s or not', (_name, draft, context, count) => {
    expect(draftIssues(draft, context)).toHaveLength(count);
  });
});

describe('buying power', () => {
  const poor: DraftContext = { ...EMPTY, buyingPower: d('100') };

  it('is not asked for by a sale, by buying back, or where the cost is not known', () => {
    expect(messages(aDraft({ side: 'sell' }), poor)).toEqual([]);
    const positions = [aPosition({ side: 'short', qty: '-10' })];
    expect(messages(aDraft(), { ...poor, positions })).toEqual([]);
    expect(messages(aMarketDraft(), poor)).toEqual([]);
    expect(messages(aDraft(), { buyingPower: d('100') })).toEqual([]);
  });

  it('is asked for when more is bought of what is held', () => {
    expect(messages(aDraft(), { ...poor, positions: [aPosition()] })).toEqual([
      'qty: This costs 1,900.00, and your buying power is 100.00: enter less.',
    ]);
  });

  it('that is below zero says nothing of an order that costs nothing', () => {
    const draft = aDraft({ qty: '0' });
    expect(draftIssues(draft, { ...EMPTY, buyingPower: d('-1') })).toEqual(draftIssues(draft));
  });
});
