import { describe, expect, it } from 'vitest';
import { decimal, isLess, isMore } from '#main/domain/decimal.ts';
import {
  availableToExit,
  heldForSure,
  isExit,
  takesTooMuch,
  type Standing,
} from '#main/domain/orders/exits.ts';
import {
  aDraft,
  aMarketDraft,
  anOrder,
  aPosition,
  NOTHING_PLACED,
  without,
} from '#test/unit/domain/samples.ts';

const sell = (qty: string, members = {}) => aDraft({ side: 'sell', qty, ...members });
const dollars = without(aMarketDraft({ side: 'sell', notional: '1900' }), 'qty');
const standing = (members: Partial<Standing> = {}): Standing => ({
  ...NOTHING_PLACED,
  positions: [aPosition()],
  ...members,
});
const working = (members = {}) => anOrder({ side: 'sell', qty: '40', ...members });

describe('what is there for sure', () => {
  it.each([
    ['nothing filled since', '100', '0', '100'],
    ['a part sold since', '100', '-40', '60'],
    ['all of it sold since', '100', '-100', '0'],
    ['more than all of it sold since', '100', '-130', '0'],
    ['more bought since, which the reading may hold already', '100', '25', '100'],
    ['a part of a short bought back since', '-100', '30', '70'],
    ['a short that grew since', '-100', '-30', '100'],
    ['all of a short bought back since', '-100', '100', '0'],
  ])('%s', (_, qty, filled, left) => {
    const position = aPosition({ qty, side: qty.startsWith('-') ? 'short' : 'long' });
    expect(heldForSure(position, { filledSince: () => decimal(filled) })).toBe(left);
  });

  it('is no exit any more once it was sold', () => {
    expect(isExit(sell('100'), standing({ filledSince: () => decimal('-100') }))).toBe(false);
    expect(isExit(sell('60'), standing({ filledSince: () => decimal('-40') }))).toBe(true);
  });

  it('is not left to an order beside those on their way to the broker', () => {
    const on = (draft: ReturnType<typeof sell>, ...onTheirWay: ReturnType<typeof sell>[]) =>
      takesTooMuch(draft, standing(), onTheirWay);
    expect(on(sell('100'))).toBe(false);
    expect(on(sell('101'))).toBe(true);
    expect(on(sell('100'), sell('1'))).toBe(true);
    expect(on(sell('60'), sell('40'))).toBe(false);
    expect(on(sell('100'), sell('100', { symbol: 'MSFT' }), aDraft({ qty: '9' }))).toBe(false);
    expect(on(sell('5', { symbol: 'MSFT' }))).toBe(false);
    // What an open order holds is the broker's to say, unless two race for the rest.
    const stop = standing({ openOrders: [working({ qty: '70' })] });
    expect(takesTooMuch(sell('30'), stop, [])).toBe(false);
    expect(takesTooMuch(sell('40'), stop, [])).toBe(false);
    expect(takesTooMuch(sell('30'), stop, [sell('30')])).toBe(true);
    expect(takesTooMuch(sell('10'), stop, [sell('20')])).toBe(false);
  });
});

describe('isExit', () => {
  const bracket = {
    orderClass: 'bracket',
    takeProfit: { limitPrice: '180' },
    stopLoss: { stopPrice: '200' },
  };
  const legs = [working({ id: 'leg', status: 'held' }), working({ id: 'leg-2', status: 'new' })];

  it.each([
    ['all of it', sell('100'), {}, true],
    ['one share too many', sell('100.000000001'), {}, false],
    ['the same side', aDraft({ qty: '10' }), {}, false],
    ['no position', sell('1'), { positions: [] }, false],
    ['another symbol', sell('1', { symbol: 'MSFT' }), {}, false],
    ['nothing', sell('0'), {}, false],
    ['the rest beside a working exit', sell('60'), { openOrders: [working()] }, true],
    ['more than the rest', sell('61'), { openOrders: [working()] }, false],
    [
      'a working exit that is partly filled',
      sell('70'),
      { openOrders: [working({ filledQty: '10' })] },
      true,
    ],
    [
      'a working exit that has ended',
      sell('100'),
      { openOrders: [working({ status: 'canceled' })] },
      true,
    ],
    ['a status nobody knows', sell('61'), { openOrders: [working({ status: 'odd' })] }, false],
    ['a working entry', sell('100'), { openOrders: [anOrder({ qty: '40' })] }, true],
    [
      'an unknown exit',
      sell('61'),
      { unknownOrders: [{ intentId: 'u', draft: sell('40') }] },
      false,
    ],
    [
      'itself, sent again',
      sell('100'),
      { unknownOrders: [{ intentId: 'u', draft: sell('100') }], intentId: 'u' },
      true,
    ],
    [
      'the order that it replaces',
      sell('100'),
      { openOrders: [working({ id: 'old' })], replaces: 'old' },
      true,
    ],
    [
      'an unknown replacement of a working exit',
      sell('50'),
      {
        openOrders: [working({ id: 'old' })],
        unknownOrders: [{ intentId: 'u', draft: sell('50'), replaces: 'old' }],
      },
      true,
    ],
    [
      'what the order that it replaces has filled',
      sell('130'),
      { openOrders: [working({ id: 'old', filledQty: '30' })], replaces: 'old' },
      true,
    ],
    [
      'what an unknown replacement shares with what is filled',
      sell('90'),
      {
        openOrders: [working({ id: 'old', filledQty: '30' })],
        unknownOrders: [{ intentId: 'u', draft: sell('40'), replaces: 'old' }],
      },
      true,
    ],
    [
      'held legs, which hold no shares',
      sell('60'),
      { openOrders: [anOrder({ status: 'filled', legs })] },
      true,
    ],
    [
      'live legs, which do',
      sell('61'),
      { openOrders: [anOrder({ status: 'filled', legs })] },
      false,
    ],
    [
      'a leg seen twice',
      sell('60'),
      { openOrders: [anOrder({ status: 'filled', legs }), working({ id: 'leg-2' })] },
      true,
    ],
    [
      'a leg that another has replaced',
      sell('60'),
      { openOrders: [working({ id: 'a' }), working({ id: 'b', replaces: 'a' })] },
      true,
    ],
    [
      'a working exit that an order of another symbol names as the one it replaces',
      sell('61'),
      { openOrders: [working({ id: 'a' }), anOrder({ id: 'b', symbol: 'MSFT', replaces: 'a' })] },
      false,
    ],
    ['a bracket, whose legs would open again', sell('10', bracket), {}, false],
    [
      'an OTO, whose leg would open again',
      sell('10', { ...bracket, orderClass: 'oto' }),
      {},
      false,
    ],
    ['dollars at a price', dollars, { marketPrice: decimal('190') }, true],
    ['dollars without a price', dollars, {}, false],
    [
      'a working order of unknown size',
      sell('1'),
      { openOrders: [without(anOrder({ side: 'sell', notional: '500' }), 'qty', 'limitPrice')] },
      false,
    ],
    [
      'buying back a short',
      aDraft({ qty: '100' }),
      { positions: [aPosition({ side: 'short', qty: '-100' })] },
      true,
    ],
    [
      'selling into a short',
      sell('1'),
      { positions: [aPosition({ side: 'short', qty: '-100' })] },
      false,
    ],
    [
      'a pair without its slash',
      sell('1', { symbol: 'BTC/USD' }),
      { positions: [aPosition({ symbol: 'BTCUSD' })] },
      true,
    ],
  ] as [string, ReturnType<typeof aDraft>, Partial<Standing>, boolean][])(
    'judges %s',
    (_name, draft, members, expected) => {
      expect(isExit(draft, standing(members))).toBe(expected);
    },
  );
});

describe('what is available to an exit', () => {
  it('leaves out what an unknown order may be selling already', () => {
    const unknownOrders = [{ intentId: 'u', draft: sell('30') }];
    expect(availableToExit(aPosition(), { openOrders: [working()], unknownOrders })).toBe('30');
  });

  it('reckons an unknown amount in dollars at the price of the market, and is nothing without', () => {
    const placed = { openOrders: [], unknownOrders: [{ intentId: 'u', draft: dollars }] };
    const left = availableToExit(aPosition(), { ...placed, marketPrice: decimal('190') });
    expect([isLess(left, decimal('100')), isMore(left, decimal('0'))]).toEqual([true, true]);
    expect(availableToExit(aPosition(), placed)).toBe('0');
  });

  it('is the whole of a short', () => {
    expect(availableToExit(aPosition({ side: 'short', qty: '-7' }), NOTHING_PLACED)).toBe('7');
  });
});

describe('two exits of the same shares', () => {
  const available = (members: Partial<Standing>) =>
    availableToExit(aPosition({ qty: '150' }), standing(members));
  const profit = working({ id: 'profit', qty: '100', orderClass: 'oco' });
  const loss = working({
    id: 'loss',
    qty: '100',
    type: 'stop',
    orderClass: 'oco',
    parentId: 'profit',
  });

  it('are fewer by the larger of an order and the change of it, until that is made', () => {
    const pair = (before: object, after: object) =>
      available({
        openOrders: [
          working({ id: 'a', qty: '90', status: 'pending_replace', ...before }),
          working({ id: 'b', qty: '20', replaces: 'a', ...after }),
        ],
      });
    expect(pair({}, {})).toBe('60');
    expect(pair({ filledQty: '80' }, {})).toBe('130');
    expect(pair({ status: 'replaced' }, {})).toBe('130');
    expect(pair({}, { qty: '100' })).toBe('50');
    expect(pair({}, { status: 'rejected' })).toBe('60');
  });

  it('count the change of a leg with the other one, before it hangs on their order', () => {
    const exits = ['profit', 'loss'].map((id) => working({ id, qty: '100', parentId: 'entry' }));
    const change = working({ id: 'change', qty: '100', replaces: 'profit' });
    expect(available({ openOrders: [...exits, change] })).toBe('50');
    expect(available({ openOrders: [change, ...exits] })).toBe('50');
  });

  it('count once when both of an OCO work', () => {
    expect(available({ openOrders: [{ ...profit, legs: [loss] }, loss] })).toBe('50');
    expect(available({ openOrders: [{ ...profit, legs: [loss] }] })).toBe('50');
    expect(available({ openOrders: [loss] })).toBe('50');
  });

  it('count once when both of a bracket work, whose entry has filled and is not open', () => {
    const exits = ['profit', 'loss'].map((id) => working({ id, qty: '100', parentId: 'entry' }));
    expect(available({ openOrders: exits })).toBe('50');
    expect(available({ openOrders: [...exits, working({ id: 'other', qty: '30' })] })).toBe('20');
  });

  it('count what neither has sold yet, whichever of the two was read last', () => {
    const sold = { ...profit, filledQty: decimal('40'), status: 'partially_filled' };
    expect(available({ openOrders: [sold, loss] })).toBe('90');
    expect(available({ openOrders: [sold, { ...loss, qty: decimal('60') }] })).toBe('90');
  });

  it('do not stand in the way of a change of one of them', () => {
    const both = [{ ...profit, legs: [loss] }, loss];
    expect(available({ openOrders: both, replaces: 'profit' })).toBe('150');
    expect(available({ openOrders: both, replaces: 'loss' })).toBe('150');
    const unknown = [{ intentId: 'u', draft: sell('120'), replaces: 'profit' }];
    expect(available({ openOrders: both, unknownOrders: unknown })).toBe('30');
  });

  it('of two OCOs each count', () => {
    const other = [
      working({ id: 'p2', qty: '20' }),
      working({ id: 'l2', qty: '20', parentId: 'p2' }),
    ];
    expect(available({ openOrders: [profit, loss, ...other] })).toBe('30');
  });
});
