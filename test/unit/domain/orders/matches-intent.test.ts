import { describe, expect, it } from 'vitest';
import { changedDraft } from '#main/domain/orders/order-change.ts';
import { OrderChange } from '#contract/orders.ts';
import { differencesFrom } from '#main/domain/orders/matches-intent.ts';
import { aDraft, aMarketDraft, anOrder, without } from '#test/unit/domain/samples.ts';

const buyStop = without(aDraft({ type: 'stop', stopPrice: '200' }), 'limitPrice');
const sellStop = without(aDraft({ side: 'sell', type: 'stop', stopPrice: '180' }), 'limitPrice');
const dollars = without(aMarketDraft({ notional: '500' }), 'qty');
const trailing = without(
  aDraft({ side: 'sell', type: 'trailing_stop', trailPercent: '2.5' }),
  'limitPrice',
);
const bracket = aDraft({
  orderClass: 'bracket',
  takeProfit: { limitPrice: '200' },
  stopLoss: { stopPrice: '180', limitPrice: '179' },
});
const oco = without(
  aDraft({
    side: 'sell',
    orderClass: 'oco',
    takeProfit: { limitPrice: '200' },
    stopLoss: { stopPrice: '180' },
  }),
  'limitPrice',
);
const stopLeg = (members = {}) =>
  anOrder({ id: 'leg', side: 'sell', type: 'stop', stopPrice: '180', ...members });

describe('an order found under our id', () => {
  it.each([
    ['written the same', aDraft(), anOrder()],
    ['with numbers written otherwise', aDraft(), anOrder({ qty: '10.000', limitPrice: '190.00' })],
    ['with an empty class', aDraft(), anOrder({ orderClass: '' })],
    ['that has since filled', aDraft(), anOrder({ status: 'filled', filledQty: '10' })],
    ['a buy stop', buyStop, anOrder({ type: 'stop', stopPrice: '200', limitPrice: undefined })],
    [
      'a buy stop turned into a stop limit',
      buyStop,
      anOrder({ type: 'stop_limit', stopPrice: '200', limitPrice: '205' }),
    ],
    [
      'an amount in dollars',
      dollars,
      anOrder({ type: 'market', notional: '500.00', qty: undefined, limitPrice: undefined }),
    ],
    [
      'an amount in dollars, with shares',
      dollars,
      anOrder({ type: 'market', notional: '500', qty: '2.63', limitPrice: undefined }),
    ],
    [
      'a trailing stop whose stop moved',
      trailing,
      anOrder({
        side: 'sell',
        type: 'trailing_stop',
        trailPercent: '2.50',
        stopPrice: '185.25',
        hwm: '190',
        limitPrice: undefined,
      }),
    ],
    ['a bracket without its legs', bracket, anOrder({ orderClass: 'bracket' })],
    [
      'a bracket with its legs',
      bracket,
      anOrder({
        orderClass: 'bracket',
        legs: [
          stopLeg({ type: 'stop_limit', limitPrice: '179' }),
          anOrder({ id: 'p', limitPrice: '200' }),
        ],
      }),
    ],
    [
      'a bracket whose leg was moved since',
      bracket,
      anOrder({ orderClass: 'bracket', legs: [stopLeg({ stopPrice: '170', replaces: 'leg-0' })] }),
    ],
    [
      'an OCO, which has its take-profit as limit',
      oco,
      anOrder({ side: 'sell', orderClass: 'oco', limitPrice: '200', legs: [stopLeg()] }),
    ],
    ['a pair without its slash', aDraft({ symbol: 'BTC/USD' }), anOrder({ symbol: 'BTCUSD' })],
  ])('is ours: %s', (_name, draft, order) => {
    expect(differencesFrom(draft, order)).toEqual([]);
    expect(differencesFrom(draft, order)).toEqual([]);
  });

  it.each([
    ['symbol', aDraft(), anOrder({ symbol: 'MSFT' })],
    ['side', aDraft(), anOrder({ side: 'sell' })],
    ['type', aMarketDraft(), anOrder({ type: 'stop', limitPrice: undefined })],
    ['quantity', aDraft(), anOrder({ qty: '100' })],
    ['quantity', aDraft(), anOrder({ qty: undefined })],
    [
      'amount in dollars',
      dollars,
      anOrder({ type: 'market', notional: '501', limitPrice: undefined }),
    ],
    ['limit price', aDraft(), anOrder({ limitPrice: '190.01' })],
    ['limit price', aMarketDraft(), anOrder({ type: 'market' })],
    ['stop price', buyStop, anOrder({ type: 'stop', stopPrice: '201', limitPrice: undefined })],
    [
      'trail percent',
      trailing,
      anOrder({ side: 'sell', type: 'trailing_stop', trailPercent: '25', limitPrice: undefined }),
    ],
    ['time in force', aDraft(), anOrder({ timeInForce: 'gtc' })],
    ['class', aDraft(), anOrder({ orderClass: 'bracket' })],
    ['extended hours', aDraft(), anOrder({ extendedHours: true })],
    [
      'stop loss',
      oco,
      anOrder({
        side: 'sell',
        orderClass: 'oco',
        limitPrice: '200',
        legs: [stopLeg({ stopPrice: '18' })],
      }),
    ],
    [
      'take profit',
      bracket,
      anOrder({ orderClass: 'bracket', legs: [anOrder({ id: 'p', limitPrice: '20' })] }),
    ],
  ])('is another one: %s', (what, draft, order) => {
    expect(differencesFrom(draft, order)).toEqual([expect.stringMatching(`^${what}: requested`)]);
    expect(differencesFrom(draft, order)).not.toEqual([]);
  });

  it('says what is different in words', () => {
    expect(differencesFrom(aDraft(), anOrder({ qty: '1000', side: 'sell' }))).toEqual([
      'side: requested buy, the broker has sell',
      'quantity: requested 10, the broker has 1,000',
    ]);
  });

  it.each([
    [
      'a sell stop, which the broker leaves alone',
      sellStop,
      anOrder({ side: 'sell', type: 'stop_limit', stopPrice: '180', limitPrice: '182' }),
    ],
    [
      'a limit far above the stop',
      buyStop,
      anOrder({ type: 'stop_limit', stopPrice: '200', limitPrice: '300' }),
    ],
    [
      'a limit below the stop',
      buyStop,
      anOrder({ type: 'stop_limit', stopPrice: '200', limitPrice: '199' }),
    ],
  ])('does not take %s for a conversion', (_name, draft, order) => {
    expect(differencesFrom(draft, order)).not.toEqual([]);
  });
});

describe('changedDraft', () => {
  it('is the order as it would be', () => {
    const change = OrderChange.parse({ qty: '20', limitPrice: '191.00' });
    expect(changedDraft(anOrder(), change)).toEqual(aDraft({ qty: '20', limitPrice: '191' }));
  });

  it('moves the trail and leaves the stop to the market', () => {
    const order = anOrder({
      side: 'sell',
      type: 'trailing_stop',
      trailPercent: '2',
      stopPrice: '186.2',
      limitPrice: undefined,
    });
    expect(changedDraft(order, OrderChange.parse({ trail: '2.5' }))).toEqual(trailing);
  });

  it('does not know an order that no draft describes', () => {
    expect(changedDraft(anOrder({ type: 'iceberg' }), {})).toBeUndefined();
  });

  it('keeps what the change does not name', () => {
    const stopLimit = { type: 'stop_limit', stopPrice: '195', limitPrice: '196' };
    const order = anOrder({ ...stopLimit, extendedHours: true });
    expect(changedDraft(order, {})).toEqual(aDraft({ ...stopLimit, extendedHours: true }));
    expect(changedDraft(order, OrderChange.parse({ stopPrice: '194' }))).toMatchObject({
      stopPrice: '194',
    });
    expect(changedDraft(anOrder({ extendedHours: false }), {})).not.toHaveProperty('extendedHours');
  });

  it('turns an amount into a quantity only when the change names one', () => {
    const order = { ...without(anOrder({ type: 'market', notional: '500' }), 'qty', 'limitPrice') };
    expect(changedDraft(order, {})).toEqual(dollars);
    const changed = changedDraft(order, OrderChange.parse({ qty: '3' }));
    expect(changed).toMatchObject({ qty: '3' });
    expect(changed).not.toHaveProperty('notional');
  });

  it('keeps a trail in dollars, or takes the new one', () => {
    const order = without(anOrder({ type: 'trailing_stop', trailPrice: '2' }), 'limitPrice');
    expect(changedDraft(order, {})).toMatchObject({ trailPrice: '2' });
    expect(changedDraft(order, OrderChange.parse({ trail: '3' }))).toMatchObject({
      trailPrice: '3',
    });
  });
});

describe('what is different, in words', () => {
  const legs = (...types: [type: string, members: object][]) =>
    types.map(([type, members]) => anOrder({ id: type, side: 'sell', type, ...members }));
  const rows: [string, Parameters<typeof differencesFrom>[0], object, string[]][] = [
    ['nothing told of hours', aDraft({ extendedHours: true }), {}, []],
    ['hours as asked', aDraft({ extendedHours: true }), { extendedHours: true }, []],
    [
      'hours not asked for',
      aDraft(),
      { extendedHours: true },
      ['extended hours: requested no, the broker has yes'],
    ],
    [
      'hours that are missing',
      aDraft({ extendedHours: true }),
      { extendedHours: false },
      ['extended hours: requested yes, the broker has no'],
    ],
    [
      'no time in force',
      aDraft(),
      { timeInForce: '' },
      ['time in force: requested day, the broker has none'],
    ],
    [
      'no limit',
      aDraft(),
      { limitPrice: undefined },
      ['limit price: requested 190.00, the broker has none'],
    ],
    [
      'a stop nobody asked for',
      aDraft(),
      { stopPrice: '180' },
      ['stop price: requested none, the broker has 180.00'],
    ],
    [
      'a trail in dollars',
      without(aDraft({ type: 'trailing_stop', trailPrice: '2' }), 'limitPrice'),
      { type: 'trailing_stop', trailPrice: '3', limitPrice: undefined },
      ['trail: requested 2.00, the broker has 3.00'],
    ],
    [
      'a limit where a stop was asked for',
      buyStop,
      { type: 'limit', stopPrice: '200', limitPrice: '201' },
      [
        'type: requested stop, the broker has limit',
        'limit price: requested none, the broker has 201.00',
      ],
    ],
    [
      'a stop without its price',
      buyStop,
      { type: 'stop_limit', limitPrice: '201', stopPrice: undefined },
      ['stop price: requested 200.00, the broker has none'],
    ],
    [
      'legs at other prices',
      bracket,
      {
        orderClass: 'bracket',
        legs: legs(
          ['limit', { limitPrice: '201' }],
          ['stop_limit', { stopPrice: '181', limitPrice: '178' }],
        ),
      },
      [
        'take profit: requested 200.00, the broker has 201.00',
        'stop loss: requested 180.00, the broker has 181.00',
        'stop loss limit: requested 179.00, the broker has 178.00',
      ],
    ],
    [
      'legs that somebody has changed since',
      bracket,
      {
        orderClass: 'bracket',
        legs: legs(
          ['limit', { limitPrice: '201' }],
          ['stop', { stopPrice: '181', replaces: 'older' }],
        ),
      },
      [],
    ],
    [
      'legs nobody asked for',
      aDraft(),
      { legs: legs(['limit', { limitPrice: '201' }], ['stop', { stopPrice: '181' }]) },
      [
        'take profit: requested none, the broker has 201.00',
        'stop loss: requested none, the broker has 181.00',
      ],
    ],
  ];

  it.each(rows)('is told of %s', (_name, draft, members, differences) => {
    expect(differencesFrom(draft, anOrder(members as Record<string, unknown>))).toEqual(
      differences,
    );
  });
});
