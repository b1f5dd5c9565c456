// Which orders have to end before an exit goes.
import { describe, expect, it } from 'vitest';
import type { Intent } from '#contract/intents.ts';
import type { Order } from '#contract/orders.ts';
import { inTheWay, restingIn, unsettledIn } from '#main/account/orders/closing/in-the-way.ts';
import { decimal, ZERO } from '#main/domain/decimal.ts';
import type { UnknownOrder } from '#main/domain/orders/order-terms.ts';
import { aMarketDraft, anOrder, aPosition } from '#test/unit/domain/samples.ts';
import { ACCOUNT } from '#test/unit/account/orders/world.ts';

type Members = Record<string, unknown>;

const aSale = (id: string, qty: string, members: Members = {}): Order =>
  anOrder({ id, side: 'sell', qty, limitPrice: '250', ...members });
const aStop = (id: string, qty: string, members: Members = {}): Order =>
  aSale(id, qty, { type: 'stop', limitPrice: undefined, stopPrice: '100', ...members });

const anIntent = (intentId: string, members: Partial<Intent> = {}): Intent => ({
  intentId,
  accountId: ACCOUNT,
  kind: 'place',
  state: 'unknown',
  body: '',
  symbol: 'AAPL',
  title: 'Sell AAPL',
  confirmedAt: 0,
  cancelWhenFound: false,
  isConflict: false,
  unanswered: 1,
  changedAt: 0,
  ...members,
});
const aClaim = (intentId: string, qty: string): UnknownOrder => ({
  intentId,
  draft: aMarketDraft({ side: 'sell', qty }),
});

type Standing = {
  held?: string;
  resting?: Order[];
  intents?: Intent[];
  unknown?: UnknownOrder[];
  price?: string;
};

/** The ids of what has to end for so much; without a size for all of it. */
function inTheWayOf(takes: string | undefined, standing: Standing) {
  const { held = '100', resting = [], intents = [], unknown = [], price } = standing;
  const positions = held === '0' ? [] : [aPosition({ qty: held, side: sideOf(held) })];
  const way = inTheWay(
    {
      book: {
        positions: () => positions,
        openOrdersOf: () => resting,
        price: () =>
          price === undefined
            ? undefined
            : { symbol: 'AAPL', price: decimal(price), tradedAt: 0, receivedAt: 0 },
        filledSince: () => ZERO,
      },
      journal: { unsettled: () => intents },
      gate: { unknownOrders: () => unknown },
    },
    'AAPL',
    takes === undefined ? undefined : decimal(takes),
  );
  return [way.orders.map(({ id }) => id), way.intents.map(({ intentId }) => intentId)];
}
const sideOf = (held: string): string => (held.startsWith('-') ? 'short' : 'long');

describe('in the way of all of it', () => {
  it('is everything that rests in the symbol, and every order in it of which nobody knows', () => {
    const resting = [
      aSale('sale', '10'),
      anOrder({ id: 'buy' }),
      aSale('other', '1', { symbol: 'MSFT' }),
    ];
    const intents = [
      anIntent('order'),
      anIntent('change', { kind: 'replace' }),
      anIntent('mint', { kind: 'mint' }),
      anIntent('elsewhere', { symbol: 'MSFT' }),
    ];
    const all = [
      ['sale', 'buy'],
      ['order', 'change'],
    ];
    expect(inTheWayOf(undefined, { resting, intents })).toEqual(all);
    expect(inTheWayOf(undefined, { resting, intents, held: '0' })).toEqual(all);
    expect(restingIn({ openOrdersOf: () => resting }, 'AAPL')).toHaveLength(2);
    expect(unsettledIn({ unsettled: () => intents }, 'MSFT')).toMatchObject([
      { intentId: 'elsewhere' },
    ]);
  });
});

describe('in the way of a part', () => {
  const nothing = [[], []];

  it('is nothing that leaves enough', () => {
    const intents = [anIntent('unknown')];
    expect(inTheWayOf('50', { resting: [aSale('sale', '50')], intents })).toEqual(nothing);
    expect(inTheWayOf('50', { held: '0', resting: [aSale('sale', '50')], intents })).toEqual(
      nothing,
    );
  });

  it('is the smallest exit that is enough alone', () => {
    const resting = [aSale('large', '40'), aSale('small', '10'), aSale('middle', '25')];
    expect(inTheWayOf('50', { resting })).toEqual([['middle'], []]);
    expect(inTheWayOf('35', { resting })).toEqual([['small'], []]);
  });

  it('is the largest and more where none is enough alone', () => {
    const resting = [aSale('a', '30'), aSale('b', '40'), aSale('c', '20')];
    expect(inTheWayOf('70', { resting })).toEqual([['b', 'c'], []]);
    expect(inTheWayOf('100', { resting })).toEqual([['b', 'a', 'c'], []]);
  });

  it.each([
    ['stop', { type: 'stop', limitPrice: undefined, stopPrice: '100' }],
    ['stop limit', { type: 'stop_limit', stopPrice: '100' }],
    ['trailing stop', { type: 'trailing_stop', limitPrice: undefined, trailPercent: '5' }],
  ])('is of two alike the one that is no %s', (_name, members) => {
    const [stop, target] = [aSale('stop', '50', members), aSale('target', '50')];
    expect(inTheWayOf('50', { resting: [stop, target] })).toEqual([['target'], []]);
    expect(inTheWayOf('50', { resting: [target, stop] })).toEqual([['target'], []]);
  });

  it('is a whole bracket or OCO, and no share of it is reckoned twice', () => {
    const oco = [
      aSale('target', '60', { orderClass: 'oco' }),
      aStop('stop', '60', { orderClass: 'oco', parentId: 'target', status: 'held' }),
    ];
    const sale = aSale('sale', '40');
    // The OCO has a stop; the sale alone is not enough.
    expect(inTheWayOf('50', { resting: [...oco, sale] })).toEqual([['target', 'stop'], []]);
    expect(inTheWayOf('30', { resting: [...oco, sale] })).toEqual([['sale'], []]);
    const alike = aSale('alike', '60');
    expect(inTheWayOf('50', { held: '120', resting: [...oco, alike] })).toEqual([['alike'], []]);
  });

  it('is what the exit would trade with: a buy, unless it is exempt', () => {
    const resting = [
      anOrder({ id: 'buy', limitPrice: '100' }),
      anOrder({ id: 'bracket', orderClass: 'bracket' }),
    ];
    expect(inTheWayOf('50', { resting })).toEqual([['buy'], []]);
    const short = [aSale('sale', '5'), anOrder({ id: 'cover', qty: '60' })];
    expect(inTheWayOf('50', { held: '-100', resting: short })).toEqual([['sale', 'cover'], []]);
  });

  it('is an order on a side that nobody knows', () => {
    expect(inTheWayOf('50', { resting: [aSale('odd', '60', { side: 'flip' })] })).toEqual([
      ['odd'],
      [],
    ]);
  });

  it('is an order in dollars, by the price where there is one', () => {
    const resting = [aSale('dollars', '1', { qty: undefined, notional: '1000', type: 'market' })];
    for (const one of resting) delete one.limitPrice;
    // Ten shares at 100; without a price it may be all.
    expect(inTheWayOf('50', { resting, price: '100' })).toEqual(nothing);
    expect(inTheWayOf('95', { resting, price: '100' })).toEqual([['dollars'], []]);
    expect(inTheWayOf('50', { resting })).toEqual([['dollars'], []]);
  });

  it('is what nobody knows of, where too little is left beside it', () => {
    const intents = [anIntent('unknown')];
    expect(inTheWayOf('50', { intents, unknown: [aClaim('unknown', '60')] })).toEqual([
      [],
      ['unknown'],
    ]);
    expect(inTheWayOf('40', { intents, unknown: [aClaim('unknown', '60')] })).toEqual(nothing);
    // What is canceled frees 50, and 10 are unknown.
    const resting = [aSale('sale', '50')];
    const unknown = [aClaim('unknown', '10')];
    expect(inTheWayOf('60', { resting, intents, unknown })).toEqual([['sale'], []]);
    expect(inTheWayOf('95', { resting, intents, unknown })).toEqual([['sale'], ['unknown']]);
  });

  it('is what was set aside, before anything that works', () => {
    const intents = [anIntent('aside', { state: 'set-aside' })];
    const unknown = [aClaim('aside', '60')];
    const resting = [aStop('stop', '50')];
    expect(inTheWayOf('50', { resting, intents, unknown })).toEqual([[], ['aside']]);
    expect(inTheWayOf('60', { resting, intents, unknown })).toEqual([['stop'], ['aside']]);
  });
});
