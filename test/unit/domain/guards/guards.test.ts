import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { draftIssues } from '#main/domain/orders/draft-issues.ts';
import { DEFAULT_GUARDS, type GuardSettings } from '#contract/trading.ts';
import {
  GUARD_NAMES,
  type GuardInput,
  type GuardName,
} from '#main/domain/guards/guard-settings.ts';
import { checkGuards, isExit } from '#main/domain/guards/guards.ts';
import {
  aDraft,
  aMarketDraft,
  anInput,
  anOrder,
  aPosition,
  aRecent,
  NOW,
  without,
} from '#test/unit/domain/samples.ts';

const LOSS_SET: GuardSettings = {
  ...DEFAULT_GUARDS,
  dailyLoss: { isOn: true, maxDollars: decimal('1000') },
};
const LOST = { equity: decimal('98500'), lastEquity: decimal('100000') };
const STALE = { price: decimal('190'), ageMs: 31_000 };

const verdictOf = (guard: GuardName, input: GuardInput, settings = DEFAULT_GUARDS) =>
  checkGuards(input, settings).find((verdict) => verdict.guard === guard);
const blockers = (input: GuardInput, settings = DEFAULT_GUARDS) =>
  checkGuards(input, settings)
    .filter(({ level }) => level === 'block')
    .map(({ guard }) => guard);

const stop = (side: string, stopPrice: string, members = {}) =>
  without(aDraft({ side, type: 'stop', stopPrice, ...members }), 'limitPrice');
const burst = Array.from({ length: 30 }, (_, index) =>
  aRecent({
    intentId: `burst-${index}`,
    draft: aDraft({ qty: `${index + 20}` }),
    confirmedAt: NOW - 30_000,
  }),
);

describe('30 slips of a finger (PEERS G-12)', () => {
  const SLIPS: [name: string, guard: GuardName, members: Partial<GuardInput>][] = [
    ['ten times the quantity', 'value', { draft: aDraft({ qty: '1000' }) }],
    ['ten times the quantity, market', 'value', { draft: aMarketDraft({ qty: '1000' }) }],
    ['a hundred times the quantity', 'size', { draft: aDraft({ qty: '10000' }) }],
    ['the price typed as quantity', 'size', { draft: aDraft({ qty: '19000', limitPrice: '10' }) }],
    [
      'too many shares of a cheap stock',
      'size',
      { draft: aDraft({ qty: '5001', limitPrice: '1' }), price: { price: decimal('1'), ageMs: 0 } },
    ],
    ['a short of too many shares', 'size', { draft: aDraft({ side: 'sell', qty: '5000.5' }) }],
    [
      'dollars typed with two zeros more',
      'value',
      { draft: without(aMarketDraft({ notional: '50001' }), 'qty') },
    ],
    ['dollars typed as shares', 'value', { draft: aDraft({ qty: '500' }) }],
    [
      'a cheap limit that hides what is sold',
      'value',
      { draft: aDraft({ side: 'sell', qty: '300', limitPrice: '100' }) },
    ],
    ['more than half of equity in one order', 'shareOfEquity', { draft: aDraft({ qty: '264' }) }],
    [
      'more than half of equity with what is held',
      'shareOfEquity',
      { draft: aDraft({ qty: '164' }), positions: [aPosition()] },
    ],
    [
      'more than half with what is working',
      'shareOfEquity',
      { draft: aDraft({ qty: '164' }), openOrders: [anOrder({ qty: '100' })] },
    ],
    [
      'more than half with an unknown order',
      'shareOfEquity',
      {
        draft: aDraft({ qty: '164' }),
        unknownOrders: [{ intentId: 'u', draft: aDraft({ qty: '100' }) }],
      },
    ],
    ['a short of more than half', 'shareOfEquity', { draft: aDraft({ side: 'sell', qty: '264' }) }],
    [
      'the price a hundred times too high, buying',
      'distance',
      { draft: aDraft({ qty: '1', limitPrice: '19000' }) },
    ],
    [
      'the price a hundred times too low, selling',
      'distance',
      { draft: aDraft({ side: 'sell', limitPrice: '1.9' }) },
    ],
    ['two digits swapped', 'distance', { draft: aDraft({ limitPrice: '910' }) }],
    ['a limit 6% through the market', 'distance', { draft: aDraft({ limitPrice: '201.41' }) }],
    ['a buy stop below the market', 'distance', { draft: stop('buy', '180') }],
    ['a sell stop above the market', 'distance', { draft: stop('sell', '200') }],
    [
      'a stop limit with the limit far beyond',
      'distance',
      { draft: aDraft({ type: 'stop_limit', stopPrice: '195', limitPrice: '1950' }) },
    ],
    [
      'a trail in dollars instead of percent',
      'distance',
      {
        draft: without(
          aDraft({ side: 'sell', type: 'trailing_stop', trailPrice: '195' }),
          'limitPrice',
        ),
      },
    ],
    [
      'a take-profit below the entry',
      'distance',
      {
        draft: aDraft({
          orderClass: 'bracket',
          takeProfit: { limitPrice: '19.5' },
          stopLoss: { stopPrice: '180' },
        }),
      },
    ],
    ['an empty limit price', 'distance', { draft: without(aDraft(), 'limitPrice') }],
    ['the same order twice in 3 s', 'repeat', { recentIntents: [aRecent()] }],
    [
      'the same order while the first is unknown',
      'repeat',
      { recentIntents: [aRecent({ state: 'unknown' })] },
    ],
    ['a key that sticks', 'ordersPerMinute', { recentIntents: burst }],
    ['a market order while closed', 'marketClosed', { draft: aMarketDraft(), isMarketOpen: false }],
    ['an order on a frozen price', 'stalePrice', { price: STALE }],
    ['an order without any price', 'stalePrice', { price: undefined }],
  ];

  it('is thirty', () => {
    expect(SLIPS).toHaveLength(30);
  });

  it.each(SLIPS)('stops %s (%s)', (_name, guard, members) => {
    const input = anInput(members);
    expect(verdictOf(guard, input)).toMatchObject({ level: 'block' });
  });

  it('also tells the form about the empty price', () => {
    expect(draftIssues(without(aDraft(), 'limitPrice'))).toMatchObject([{ path: 'limitPrice' }]);
  });

  it('lets the order through that the person meant', () => {
    const verdicts = checkGuards(anInput());
    expect(verdicts.map(({ level }) => level)).toEqual(GUARD_NAMES.map(() => 'pass'));
  });
});

describe('10 exits', () => {
  const long = [aPosition({ qty: '10000' })];
  const sell = (members = {}) => aDraft({ side: 'sell', qty: '10000', ...members });
  const EXITS: [name: string, guard: GuardName, members: Partial<GuardInput>][] = [
    ['without any price', 'stalePrice', { draft: sell(), price: undefined, positions: long }],
    ['on a frozen price', 'stalePrice', { draft: sell(), price: STALE, positions: long }],
    ['of more shares than one order may have', 'size', { draft: sell(), positions: long }],
    [
      'worth more than one order may be',
      'value',
      { draft: sell({ qty: '1000' }), positions: long },
    ],
    ['far below the market', 'distance', { draft: sell({ limitPrice: '100' }), positions: long }],
    [
      'asked for twice',
      'repeat',
      {
        draft: sell({ qty: '10' }),
        recentIntents: [aRecent({ draft: sell({ qty: '10' }) })],
        positions: long,
      },
    ],
    [
      'after a burst of orders',
      'ordersPerMinute',
      { draft: sell(), recentIntents: burst, positions: long },
    ],
    [
      'at the market while closed',
      'marketClosed',
      { draft: aMarketDraft({ side: 'sell' }), isMarketOpen: false, positions: long },
    ],
    ['after the daily loss', 'dailyLoss', { draft: sell(), account: LOST, positions: long }],
    [
      'of a short, after the daily loss',
      'dailyLoss',
      {
        draft: aDraft({ qty: '100' }),
        account: LOST,
        positions: [aPosition({ side: 'short', qty: '-100' })],
      },
    ],
  ];

  it.each(EXITS)('never stops one %s, and says so (%s)', (_name, guard, members) => {
    const input = anInput(members);
    expect(blockers(input, LOSS_SET)).toEqual([]);
    expect(verdictOf(guard, input, LOSS_SET)).toMatchObject({
      level: 'warn',
      text: expect.stringContaining('only reduces your position'),
    });
    expect(blockers({ ...input, positions: [] }, LOSS_SET)).toContain(guard);
  });
});

describe('each guard', () => {
  it('can be switched off by itself, and the others stay on', () => {
    const draft = aMarketDraft({ qty: '10000' });
    const input = anInput({ draft, isMarketOpen: false, price: STALE });
    const text = 'Turned off in Settings.';
    for (const guard of ['size', 'value', 'shareOfEquity', 'marketClosed'] as const) {
      const settings = { ...DEFAULT_GUARDS, [guard]: { ...DEFAULT_GUARDS[guard], isOn: false } };
      expect(verdictOf(guard, input, settings)).toEqual({ guard, level: 'pass', text });
      expect(blockers(input, settings)).toEqual(blockers(input).filter((name) => name !== guard));
    }
  });

  it('is on by default, save the daily loss', () => {
    expect(GUARD_NAMES.filter((name) => !DEFAULT_GUARDS[name].isOn)).toEqual(['dailyLoss']);
  });

  it.each([
    ['stalePrice', { price: undefined }],
    ['size', { price: undefined, draft: without(aMarketDraft({ notional: '100' }), 'qty') }],
    ['value', { price: undefined, draft: aMarketDraft() }],
    ['shareOfEquity', { account: undefined }],
    ['shareOfEquity', { account: { equity: decimal('0'), lastEquity: decimal('0') } }],
    ['distance', { price: undefined }],
    ['marketClosed', { isMarketOpen: undefined, draft: aMarketDraft() }],
    ['dailyLoss', { account: undefined }],
  ] as [GuardName, Partial<GuardInput>][])('%s blocks when it cannot know', (guard, members) => {
    expect(blockers(anInput(members), LOSS_SET)).toContain(guard);
  });

  it('says how old the price is', () => {
    expect(verdictOf('stalePrice', anInput({ price: STALE }))?.text).toBe(
      'The price of AAPL is 31 s old; your limit is 30 s: wait for a fresh one.',
    );
  });

  it('only warns about an old price while the market is closed, unless it trades on', () => {
    const input = anInput({ price: STALE, isMarketOpen: false });
    expect(verdictOf('stalePrice', input)?.level).toBe('warn');
    const extended = { ...input, draft: aDraft({ extendedHours: true }) };
    expect(verdictOf('stalePrice', extended)?.level).toBe('block');
  });

  it('warns about an order that only waits far away', () => {
    expect(verdictOf('distance', anInput({ draft: aDraft({ limitPrice: '19' }) }))).toEqual({
      guard: 'distance',
      level: 'warn',
      text: 'Buying at 19.00 is 90% below the market (190.00): it may never fill.',
    });
    const away = anInput({ draft: stop('sell', '90') });
    expect(verdictOf('distance', away)?.level).toBe('warn');
  });

  it.each([
    ['exactly at the distance', { draft: aDraft({ limitPrice: '199.5' }) }, 'distance'],
    [
      'exactly at the size',
      { draft: aDraft({ qty: '5000', limitPrice: '1' }), price: { price: decimal('1'), ageMs: 0 } },
      'size',
    ],
    ['exactly at the age', { price: { price: decimal('190'), ageMs: 30_000 } }, 'stalePrice'],
  ] as [string, Partial<GuardInput>, GuardName][])('passes %s', (_name, members, guard) => {
    expect(verdictOf(guard, anInput(members))?.level).toBe('pass');
  });

  it.each([
    ['ten seconds have passed', aRecent({ confirmedAt: NOW - 10_000 })],
    ['the first was refused', aRecent({ state: 'refused' })],
    ['the first was not sent', aRecent({ state: 'not-sent' })],
    ['it is the same intent, sent again', aRecent({ intentId: 'this' })],
    ['the price is another', aRecent({ draft: aDraft({ limitPrice: '189' }) })],
    ['the side is another', aRecent({ draft: aDraft({ side: 'sell' }) })],
    ['the type is another', aRecent({ draft: aDraft({ type: 'stop_limit' }) })],
    ['the class is another', aRecent({ draft: aDraft({ orderClass: 'oto' }) })],
    ['only it has a stop', aRecent({ draft: aDraft({ stopPrice: '180' }) })],
    ['only this one has a limit', aRecent({ draft: without(aDraft(), 'limitPrice') })],
  ])('is no repeat when %s', (_name, recent) => {
    const input = anInput({ intentId: 'this', recentIntents: [recent] });
    expect(verdictOf('repeat', input)?.level).toBe('pass');
  });

  it('is a repeat however the number is written, and when the clock was set back', () => {
    const recent = aRecent({ draft: aDraft({ qty: '10.0' }), confirmedAt: NOW + 3_600_000 });
    expect(blockers(anInput({ recentIntents: [recent] }))).toEqual(['repeat']);
  });

  it('warns about a twin whose fate is unknown, however long ago', () => {
    const input = anInput({ unknownOrders: [{ intentId: 'u', draft: aDraft() }] });
    expect(verdictOf('repeat', input)?.level).toBe('warn');
    expect(verdictOf('repeat', { ...input, intentId: 'u' })?.level).toBe('pass');
  });

  it('counts refused orders towards the burst, and those that never left not', () => {
    const as = (state: 'refused' | 'not-sent') =>
      anInput({ recentIntents: burst.map((recent) => aRecent({ ...recent, state })) });
    expect(blockers(as('refused'))).toEqual(['ordersPerMinute']);
    expect(blockers(as('not-sent'))).toEqual([]);
  });

  it('recognizes an exit in dollars by the price that it is asked with', () => {
    const draft = without(aMarketDraft({ side: 'sell', notional: '1900' }), 'qty');
    const input = anInput({ draft, positions: [aPosition()] });
    expect(isExit(draft, input)).toBe(true);
    expect(isExit(draft, { ...input, price: undefined })).toBe(false);
  });

  it('takes market orders for an auction while the market is closed', () => {
    const input = anInput({ draft: aMarketDraft({ timeInForce: 'opg' }), isMarketOpen: false });
    expect(blockers(input)).toEqual([]);
  });

  it('stops new positions at the daily loss, not a cent earlier', () => {
    const at = (equity: string) =>
      anInput({ account: { equity: decimal(equity), lastEquity: decimal('100000') } });
    expect(blockers(at('99000.01'), LOSS_SET)).toEqual([]);
    expect(blockers(at('99000'), LOSS_SET)).toEqual(['dailyLoss']);
    expect(blockers(at('90000'))).toEqual([]);
  });

  it('takes the day’s result from the reading of the account where it has one', () => {
    const moved = anInput({ account: LOST, dayChange: decimal('-10') });
    expect(blockers(moved, LOSS_SET)).toEqual([]);
    expect(blockers({ ...moved, dayChange: decimal('-1000') }, LOSS_SET)).toEqual(['dailyLoss']);
  });

  it('holds a daily loss that was hit, whatever is set and whatever came back, and lets exits go', () => {
    const lossHold = { hitAt: 1, loss: decimal('1200'), limit: decimal('1000') };
    for (const settings of [LOSS_SET, DEFAULT_GUARDS])
      expect(blockers(anInput({ lossHold }), settings)).toEqual(['dailyLoss']);
    const exit = anInput({ lossHold, draft: aDraft({ side: 'sell' }), positions: [aPosition()] });
    expect(blockers(exit, LOSS_SET)).toEqual([]);
    expect(verdictOf('dailyLoss', exit, LOSS_SET)).toMatchObject({
      level: 'warn',
      text: expect.stringContaining('only reduces your position'),
    });
  });

  it('does not count the order that is being replaced twice', () => {
    const openOrders = [anOrder({ id: 'old', qty: '250' })];
    const input = anInput({ draft: aDraft({ qty: '251' }), openOrders });
    expect(blockers(input)).toEqual(['shareOfEquity']);
    expect(blockers({ ...input, replaces: 'old' })).toEqual([]);
  });
});
