import { describe, expect, it } from 'vitest';
import type { OrderDraft } from '#contract/orders.ts';
import { decimal } from '#main/domain/decimal.ts';
import { draftIssues, type DraftContext } from '#main/domain/orders/draft-issues.ts';
import { aDraft, aMarketDraft, anOrder, aPosition, without } from '#test/unit/domain/samples.ts';

const dollars = (members = {}) => without(aMarketDraft({ notional: '500', ...members }), 'qty');
const trailing = (members: object = { trailPercent: '2' }) =>
  without(aDraft({ side: 'sell', type: 'trailing_stop', ...members }), 'limitPrice');
const stop = (members = {}) =>
  without(aDraft({ type: 'stop', stopPrice: '200', ...members }), 'limitPrice');
const LEGS = { takeProfit: { limitPrice: '200' }, stopLoss: { stopPrice: '180' } };
const bracket = (members = {}) => aDraft({ orderClass: 'bracket', ...LEGS, ...members });
const oco = (members = {}) =>
  without(aDraft({ side: 'sell', orderClass: 'oco', ...LEGS, ...members }), 'limitPrice');
const oto = (members = {}) =>
  aDraft({ orderClass: 'oto', stopLoss: { stopPrice: '180' }, ...members });
const at = (hours: number, minutes: number): DraftContext => ({
  exchangeMinute: hours * 60 + minutes,
});
const asset = (members = {}): DraftContext => ({ asset: { symbol: 'AAPL', ...members } });
const CRYPTO = asset({ class: 'crypto' });
const OPTION = asset({ class: 'us_option' });
const MARKET: DraftContext = { marketPrice: decimal('190') };
const HELD: DraftContext = { positions: [aPosition({ qty: '10' })], openOrders: [] };
const EMPTY: DraftContext = { positions: [], openOrders: [] };

type Case = [name: string, draft: OrderDraft, context?: DraftContext];

describe('a draft that the broker would take', () => {
  const GOOD: Case[] = [
    ['limit', aDraft()],
    ['market', aMarketDraft()],
    ['stop', stop()],
    ['stop limit', aDraft({ type: 'stop_limit', stopPrice: '195', limitPrice: '196' })],
    ['trailing stop in percent', trailing()],
    ['trailing stop in dollars, gtc', trailing({ trailPrice: '1.5', timeInForce: 'gtc' })],
    ['an amount in dollars', dollars(), asset({ fractionable: true })],
    ['dollars and cents', dollars({ notional: '500.50' }), asset({ fractionable: true })],
    ['a fraction of a share', aDraft({ qty: '0.5' }), asset({ fractionable: true })],
    ['four decimals below a dollar', aDraft({ limitPrice: '0.1234' })],
    ['cents written with four decimals', aDraft({ limitPrice: '190.1200' })],
    ['exactly a dollar', aDraft({ limitPrice: '1.00' })],
    ['bracket', bracket(), MARKET],
    ['bracket entered at the market', without(bracket({ type: 'market' }), 'limitPrice'), MARKET],
    [
      'short bracket',
      bracket({ side: 'sell', takeProfit: { limitPrice: '180' }, stopLoss: { stopPrice: '200' } }),
      MARKET,
    ],
    ['OCO', oco(), { ...MARKET, ...HELD }],
    ['OTO', oto(), MARKET],
    ['extended hours', aDraft({ extendedHours: true })],
    ['for the open at 09:27', aDraft({ timeInForce: 'opg' }), at(9, 27)],
    ['for the open at 19:00', aDraft({ timeInForce: 'opg' }), at(19, 0)],
    ['for the close at 15:49', aDraft({ timeInForce: 'cls' }), at(15, 49)],
    ['for the open, time not known', aDraft({ timeInForce: 'opg' })],
    [
      'crypto, gtc and many decimals',
      aDraft({ timeInForce: 'gtc', qty: '0.00001', limitPrice: '64000.1234' }),
      CRYPTO,
    ],
    ['crypto in dollars', dollars({ timeInForce: 'gtc' }), CRYPTO],
    ['selling what is held', aDraft({ side: 'sell' }), HELD],
    ['selling short', aDraft({ side: 'sell' }), { ...EMPTY, ...asset({ shortable: true }) }],
    [
      'beside an own sell above',
      aDraft(),
      { openOrders: [anOrder({ side: 'sell', limitPrice: '190.01' })] },
    ],
    ['beside an own order on the same side', aDraft(), { openOrders: [anOrder()] }],
    [
      'beside an own sell that ended',
      aDraft(),
      { openOrders: [anOrder({ side: 'sell', status: 'canceled' })] },
    ],
    [
      'beside an own trailing stop',
      aDraft(),
      { openOrders: [anOrder({ side: 'sell', type: 'trailing_stop' })] },
    ],
    ['for the last dollar', aDraft(), { ...EMPTY, buyingPower: decimal('1900') }],
    ['what is active', aDraft(), asset({ status: 'active', tradable: true })],
    ['a limit at 15:50', aDraft(), at(15, 50)],
  ];

  it.each(GOOD)('has no issues: %s', (_name, draft, context) => {
    expect(draftIssues(draft, context)).toEqual([]);
  });
});

describe('a draft that the broker would refuse', () => {
  const BAD: [path: string, ...Case][] = [
    ['qty', 'no quantity', without(aDraft(), 'qty')],
    ['qty', 'zero', aDraft({ qty: '0' })],
    ['notional', 'quantity and dollars', aMarketDraft({ notional: '500' })],
    ['notional', 'less than a dollar', dollars({ notional: '0.99' })],
    ['notional', 'half a cent, which nobody would see', dollars({ notional: '500.555' })],
    ['type', 'dollars with a limit', without(aDraft({ notional: '500' }), 'qty')],
    ['timeInForce', 'dollars good till canceled', dollars({ timeInForce: 'gtc' })],
    ['limitPrice', 'limit without price', without(aDraft(), 'limitPrice')],
    ['limitPrice', 'a price of zero', aDraft({ limitPrice: '0' })],
    ['limitPrice', 'market with a limit', aDraft({ type: 'market' })],
    ['stopPrice', 'stop without price', without(stop(), 'stopPrice')],
    ['stopPrice', 'stop limit without stop', aDraft({ type: 'stop_limit' })],
    ['stopPrice', 'limit with a stop', aDraft({ stopPrice: '180' })],
    ['limitPrice', 'a fraction of a cent', aDraft({ limitPrice: '190.125' })],
    ['stopPrice', 'a fraction of a cent in the stop', stop({ stopPrice: '200.001' })],
    [
      'takeProfit.limitPrice',
      'a fraction of a cent in a leg',
      bracket({ takeProfit: { limitPrice: '200.005' } }),
    ],
    [
      'stopLoss.limitPrice',
      'a fraction of a cent in a leg limit',
      bracket({ stopLoss: { stopPrice: '180', limitPrice: '179.999' } }),
    ],
    ['trailPrice', 'no trail', trailing({})],
    ['trailPercent', 'two trails', trailing({ trailPrice: '1', trailPercent: '1' })],
    ['trailPrice', 'a trail of zero', trailing({ trailPrice: '0' })],
    ['trailPercent', 'a trail of everything', trailing({ trailPercent: '100' })],
    ['trailPrice', 'a trail on a limit order', aDraft({ trailPrice: '1' })],
    [
      'timeInForce',
      'a trailing stop for the close',
      trailing({ trailPrice: '1', timeInForce: 'cls' }),
    ],
    ['timeInForce', 'a stop, immediate or cancel', stop({ timeInForce: 'ioc' })],
    ['type', 'a stop on crypto', stop({ timeInForce: 'gtc' }), CRYPTO],
    ['timeInForce', 'crypto for the day', aDraft(), CRYPTO],
    ['orderClass', 'a bracket on crypto', bracket({ timeInForce: 'gtc' }), CRYPTO],
    ['type', 'a stop on an option', stop(), OPTION],
    ['timeInForce', 'an option till canceled', aDraft({ timeInForce: 'gtc' }), OPTION],
    ['qty', 'half an option', aDraft({ qty: '0.5' }), OPTION],
    [
      'qty',
      'a fraction of what cannot be divided',
      aDraft({ qty: '0.5' }),
      asset({ fractionable: false }),
    ],
    ['notional', 'dollars of what cannot be divided', dollars(), asset({ fractionable: false })],
    ['timeInForce', 'a fraction till canceled', aDraft({ qty: '0.5', timeInForce: 'gtc' })],
    ['orderClass', 'a fraction in a bracket', bracket({ qty: '0.5' })],
    ['type', 'a fraction in a trailing stop', trailing({ qty: '0.5', trailPrice: '1' })],
    [
      'extendedHours',
      'a fraction in extended hours',
      aDraft({ qty: '0.5', extendedHours: true }),
      asset({ attributes: [] }),
    ],
    ['extendedHours', 'a market order in extended hours', aMarketDraft({ extendedHours: true })],
    [
      'timeInForce',
      'extended hours, fill or kill',
      aDraft({ extendedHours: true, timeInForce: 'fok' }),
    ],
    ['extendedHours', 'a bracket in extended hours', bracket({ extendedHours: true })],
    ['timeInForce', 'for the open at 09:28', aDraft({ timeInForce: 'opg' }), at(9, 28)],
    ['timeInForce', 'for the open at 18:59', aDraft({ timeInForce: 'opg' }), at(18, 59)],
    ['timeInForce', 'for the close at 15:50', aDraft({ timeInForce: 'cls' }), at(15, 50)],
    ['symbol', 'a symbol that left', aDraft(), asset({ status: 'inactive' })],
    [
      'symbol',
      'a symbol that cannot be traded',
      aDraft(),
      asset({ status: 'active', tradable: false }),
    ],
    ['orderClass', 'legs on a simple order', aDraft(LEGS)],
    ['timeInForce', 'a bracket, fill or kill', bracket({ timeInForce: 'fok' })],
    [
      'type',
      'a bracket entered with a stop',
      without(bracket({ type: 'stop', stopPrice: '190' }), 'limitPrice'),
    ],
    [
      'type',
      'an OTO entered with a trailing stop',
      without(oto({ type: 'trailing_stop', trailPrice: '1' }), 'limitPrice'),
    ],
    ['takeProfit', 'a bracket without take profit', without(bracket(), 'takeProfit')],
    ['stopLoss', 'a bracket without stop loss', without(bracket(), 'stopLoss')],
    [
      'takeProfit.limitPrice',
      'a bracket upside down',
      bracket({ takeProfit: { limitPrice: '170' } }),
    ],
    ['takeProfit.limitPrice', 'a short bracket upside down', bracket({ side: 'sell' })],
    ['stopLoss.stopPrice', 'a stop loss at the entry', bracket({ stopLoss: { stopPrice: '190' } })],
    [
      'stopLoss.stopPrice',
      'a stop loss above the market',
      bracket({ stopLoss: { stopPrice: '185' } }),
      { marketPrice: decimal('184') },
    ],
    ['stopLoss.stopPrice', 'a stop loss of a short below its entry', oto({ side: 'sell' })],
    ['type', 'an OCO that is a market order', without(oco({ type: 'market' }), 'limitPrice')],
    ['stopLoss', 'an OCO without a stop', without(oco(), 'stopLoss')],
    ['takeProfit.limitPrice', 'an OCO without a price', without(oco(), 'takeProfit')],
    [
      'takeProfit.limitPrice',
      'an OCO with two limits',
      aDraft({ side: 'sell', orderClass: 'oco', ...LEGS }),
    ],
    ['orderClass', 'an OCO with nothing to close', oco(), EMPTY],
    ['takeProfit', 'an OTO without a leg', without(oto(), 'stopLoss')],
    ['stopLoss', 'an OTO with both', oto(LEGS)],
    ['qty', 'more than is held', aDraft({ side: 'sell', qty: '11' }), HELD],
    [
      'qty',
      'shares that an open order holds',
      aDraft({ side: 'sell', qty: '5', limitPrice: '200' }),
      { ...HELD, openOrders: [anOrder({ side: 'sell', qty: '6' })] },
    ],
    [
      'side',
      'a short of what cannot be shorted',
      aDraft({ side: 'sell' }),
      { ...EMPTY, ...asset({ shortable: false }) },
    ],
    ['qty', 'a fraction short', aDraft({ side: 'sell', qty: '0.5' }), EMPTY],
    [
      'side',
      'a wash trade with a limit',
      aDraft(),
      { openOrders: [anOrder({ side: 'sell', limitPrice: '190' })] },
    ],
    [
      'side',
      'a wash trade with a market order',
      aMarketDraft(),
      { openOrders: [anOrder({ side: 'sell', limitPrice: '500' })] },
    ],
    [
      'side',
      'a wash trade with a stop',
      aDraft({ limitPrice: '1' }),
      { openOrders: [anOrder({ side: 'sell', type: 'stop', limitPrice: undefined })] },
    ],
    ['qty', 'more than the buying power', aDraft(), { ...EMPTY, buyingPower: decimal('1899.99') }],
    [
      'notional',
      'more dollars than the buying power',
      dollars(),
      { ...EMPTY, buyingPower: decimal('499') },
    ],
  ];

  it.each(BAD)('is told about %s: %s', (path, _name, draft, context) => {
    const issues = draftIssues(draft, context);
    expect(issues.map((issue) => issue.path)).toEqual([path]);
    expect(issues[0]?.message).toMatch(/^[A-Z$].*\.$/);
  });

  it('hears of every problem at once', () => {
    const draft = without(aDraft({ type: 'stop_limit', qty: '0' }), 'limitPrice');
    expect(draftIssues(draft).map(({ path }) => path)).toEqual(['qty', 'limitPrice', 'stopPrice']);
  });

  it.each([
    [
      'the nearest price',
      aDraft({ limitPrice: '190.125' }),
      {},
      'Prices of 1.00 or more go down to the cent: use 190.13.',
    ],
    [
      'the nearest price below a dollar',
      { ...aDraft(), limitPrice: decimal('0.12345') },
      {},
      'Prices below 1.00 have at most 4 decimals: use 0.1235.',
    ],
    [
      'where the stop of a short may stand',
      aDraft({ side: 'sell', orderClass: 'oto', stopLoss: { stopPrice: '190' } }),
      {},
      'Put the stop loss at least a cent above the entry (190.00): 190.01 or more.',
    ],
    [
      'where the take profit of an OCO may stand',
      oco({ stopLoss: { stopPrice: '200' } }),
      {},
      'Put the take profit above the stop loss of 200.00.',
    ],
    [
      'where the stop may stand by the market',
      bracket({ stopLoss: { stopPrice: '185' } }),
      { marketPrice: decimal('184') },
      'Put the stop loss at least a cent below the market (184.00): 183.99 or less.',
    ],
    [
      'how much can be sold',
      aDraft({ side: 'sell', qty: '11' }),
      HELD,
      'Only 10 AAPL can be sold now: enter that or less.',
    ],
    [
      'where the stop may stand',
      bracket({ stopLoss: { stopPrice: '190' } }),
      {},
      'Put the stop loss at least a cent below the entry (190.00): 189.99 or less.',
    ],
    [
      'what it costs',
      aDraft(),
      { ...EMPTY, buyingPower: decimal('1000') },
      'This costs 1,900.00, and your buying power is 1,000.00: enter less.',
    ],
  ])('says %s', (_name, draft, context, message) => {
    expect(draftIssues(draft, context)).toMatchObject([{ message }]);
  });
});
