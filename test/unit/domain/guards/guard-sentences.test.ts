// What each guard says, word for word: these are the sentences that stand between a person and an order.
import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { DEFAULT_GUARDS, type GuardSettings } from '#contract/trading.ts';
import type { GuardInput, GuardName } from '#main/domain/guards/guard-settings.ts';
import { checkGuards } from '#main/domain/guards/guards.ts';
import {
  aDraft,
  aMarketDraft,
  anInput,
  aPosition,
  aRecent,
  NOW,
  without,
} from '#test/unit/domain/samples.ts';

type Row = [level: 'pass' | 'warn' | 'block', members: Partial<GuardInput>, text: string];

const LOSS_SET: GuardSettings = {
  ...DEFAULT_GUARDS,
  dailyLoss: { isOn: true, maxDollars: decimal('1000') },
};
const HALTED_AT = Date.UTC(2026, 0, 5, 15, 32);
const ASK = { price: decimal('190'), ageMs: 31_000, by: 'ask' as const };
const NO_PRICE = { price: undefined };
const ZERO_PRICE = { price: { price: decimal('0'), ageMs: 0 } };
const UNLISTED = { ...NO_PRICE, asset: { symbol: 'AAPL', isListed: false as const } };
const UNLISTED_NEAR = { ...NO_PRICE, asset: { ...UNLISTED.asset, near: ['AAP', 'APL'] } };
const equity = (now: string): Partial<GuardInput> => ({
  account: { equity: decimal(now), lastEquity: decimal('100000') },
});
const of = (draft: GuardInput['draft'], more: Partial<GuardInput> = {}): Partial<GuardInput> => ({
  draft,
  ...more,
});
const burst = Array.from({ length: 30 }, (_, index) => aRecent({ intentId: `burst-${index}` }));

function says(guard: GuardName, rows: Row[], settings = LOSS_SET): void {
  it.each(rows)(`${guard} %s`, (level, members, text) => {
    const verdicts = checkGuards(anInput(members), settings);
    expect(verdicts.find((verdict) => verdict.guard === guard)).toEqual({ guard, level, text });
  });
}

describe('what the guards of price, size and value say', () => {
  says('stalePrice', [
    ['pass', {}, 'The price of AAPL is 1 s old.'],
    ['block', NO_PRICE, 'There is no price for AAPL yet: wait for one.'],
    ['block', ZERO_PRICE, 'There is no price for AAPL yet: wait for one.'],
    ['block', UNLISTED, 'The broker does not know AAPL: check the symbol.'],
    ['block', UNLISTED_NEAR, 'The broker does not know AAPL: did you mean AAP or APL?'],
    [
      'warn',
      { price: { price: decimal('190'), ageMs: 31_000 }, isMarketOpen: false },
      'The price of AAPL is 31 s old; your limit is 30 s. The market is closed.',
    ],
  ]);
  says('stalePrice', [
    ['pass', { price: { ...ASK, ageMs: 1_000 } }, 'The quote of AAPL is 1 s old.'],
    [
      'block',
      { price: ASK },
      'The quote of AAPL is 31 s old; your limit is 30 s: wait for a fresh one.',
    ],
  ]);
  says('distance', [
    ['pass', { price: ASK }, 'Close to the ask (190.00).'],
    [
      'block',
      { price: { ...ASK, price: decimal('150') } },
      'Buying at 190.00 is 26.67% above the ask (150.00); your limit is 5%: check the price.',
    ],
  ]);
  says('size', [
    ['pass', {}, '10 of at most 5,000 shares.'],
    [
      'block',
      of(aDraft({ qty: '5001' })),
      '5,001 shares is more than your limit of 5,000 for one order: enter less.',
    ],
    [
      'block',
      of(without(aMarketDraft({ notional: '100' }), 'qty'), NO_PRICE),
      'The size cannot be checked without a quantity and a price.',
    ],
  ]);
  says('value', [
    ['pass', {}, 'Worth 1,900.00 of at most 50,000.00.'],
    [
      'block',
      of(aDraft({ qty: '500' })),
      'This order is worth 95,000.00, more than your limit of 50,000.00: enter less.',
    ],
    ['block', of(aMarketDraft(), NO_PRICE), 'The value cannot be checked without a price.'],
  ]);
  says('shareOfEquity', [
    ['pass', {}, 'AAPL could become 1.9% of your equity, including open and unconfirmed orders.'],
    [
      'block',
      of(aDraft({ qty: '264' })),
      'AAPL could become 50.16% of your equity, including open and unconfirmed orders; your limit is 50%: enter less.',
    ],
    [
      'pass',
      of(aDraft({ side: 'sell', qty: '50' }), { positions: [aPosition()] }),
      'It reduces your position.',
    ],
    [
      'block',
      { account: undefined },
      'The share of your equity cannot be checked without a price and your equity.',
    ],
  ]);
});

describe('what the guards of habit and hours say', () => {
  says('repeat', [
    ['pass', {}, 'No identical order in the last few seconds.'],
    [
      'block',
      { recentIntents: [aRecent()] },
      'You confirmed the same order 3 s ago: wait 10 s between identical orders, or change this one.',
    ],
    [
      'warn',
      { unknownOrders: [{ intentId: 'u', draft: aDraft() }] },
      'The same order was sent before and is unconfirmed: this could be a duplicate.',
    ],
  ]);
  says('ordersPerMinute', [
    ['pass', { recentIntents: [aRecent()] }, '2 of at most 30 orders a minute.'],
    [
      'pass',
      { intentId: 'earlier', recentIntents: [aRecent()] },
      '1 of at most 30 orders a minute.',
    ],
    [
      'pass',
      { recentIntents: [aRecent({ confirmedAt: NOW - 60_000 })] },
      '1 of at most 30 orders a minute.',
    ],
    [
      'block',
      { recentIntents: burst },
      '30 orders in the last minute, and your limit is 30: wait a moment.',
    ],
  ]);
  says('halt', [
    ['pass', {}, 'No halt reported for AAPL.'],
    [
      'block',
      { halt: { since: HALTED_AT, reason: 'News Pending' } },
      'Trading in AAPL has been halted since Monday, January 5, 10:32 New York time (News Pending): wait until it resumes.',
    ],
    [
      'block',
      { halt: { since: HALTED_AT } },
      'Trading in AAPL has been halted since Monday, January 5, 10:32 New York time: wait until it resumes.',
    ],
    [
      'warn',
      { halt: { since: HALTED_AT }, draft: aDraft({ side: 'sell' }), positions: [aPosition()] },
      'Trading in AAPL has been halted since Monday, January 5, 10:32 New York time: wait until it resumes. This order only reduces your position, so it is allowed.',
    ],
    [
      'warn',
      { band: { lower: decimal('150'), upper: decimal('189.5'), since: 1 } },
      'AAPL cannot trade above 189.50 right now (price band): the order would not fill at its limit.',
    ],
    [
      'warn',
      {
        draft: aDraft({ side: 'sell' }),
        band: { lower: decimal('190.01'), upper: decimal('210'), since: 1 },
      },
      'AAPL cannot trade below 190.01 right now (price band): the order would not fill at its limit.',
    ],
    [
      'pass',
      of(aMarketDraft(), { band: { lower: decimal('1'), upper: decimal('2'), since: 1 } }),
      'No halt reported for AAPL.',
    ],
  ]);
  says('marketClosed', [
    ['pass', { isMarketOpen: false }, 'Not a market order.'],
    ['pass', of(aMarketDraft()), 'The market is open.'],
    [
      'pass',
      of(aMarketDraft({ timeInForce: 'opg' }), { isMarketOpen: false }),
      'A market order for an auction.',
    ],
    [
      'pass',
      of(aMarketDraft({ timeInForce: 'cls' }), { isMarketOpen: false }),
      'A market order for an auction.',
    ],
    [
      'block',
      of(aMarketDraft(), { isMarketOpen: false }),
      'The market is closed, and a market order would fill at the next price: use a limit order.',
    ],
    [
      'block',
      of(aMarketDraft(), { isMarketOpen: undefined }),
      'It is not known whether the market is open: wait, or use a limit order.',
    ],
  ]);
  says('dailyLoss', [
    ['pass', equity('100000'), 'No loss today.'],
    ['pass', equity('100001'), 'No loss today.'],
    ['pass', equity('99500'), 'You have lost 500.00 today; your limit is 1,000.00.'],
    [
      'block',
      equity('99000'),
      'You have lost 1,000.00 today, and your limit is 1,000.00: no new positions.',
    ],
    ['block', { account: undefined }, 'Today’s loss cannot be checked without your equity.'],
  ]);
  says('dailyLoss', [['pass', equity('1'), 'No daily loss limit is set.']], {
    ...DEFAULT_GUARDS,
    dailyLoss: { isOn: true },
  } as GuardSettings);
});

describe('what the guard of distance says', () => {
  const stop = (side: string, stopPrice: string) =>
    of(without(aDraft({ side, type: 'stop', stopPrice }), 'limitPrice'));
  const stopLimit = (stopPrice: string, limitPrice: string) =>
    aDraft({ type: 'stop_limit', stopPrice, limitPrice });
  const trail = (members: object) =>
    of(without(aDraft({ side: 'sell', type: 'trailing_stop', ...members }), 'limitPrice'));
  const bracket = (side: string, limitPrice: string, stopPrice: string, more: object = {}) =>
    aDraft({
      side,
      orderClass: 'bracket',
      takeProfit: { limitPrice },
      stopLoss: { stopPrice },
      ...more,
    });
  const CLOSE = 'Close to the market (190.00).';
  const NO_CHECK = 'The distance from the market cannot be checked without a price.';

  says('distance', [
    ['pass', {}, CLOSE],
    ['pass', of(aMarketDraft()), CLOSE],
    ['block', NO_PRICE, NO_CHECK],
    ['block', ZERO_PRICE, NO_CHECK],
    [
      'block',
      of(aDraft({ limitPrice: '210' })),
      'Buying at 210.00 is 10.53% above the market (190.00); your limit is 5%: check the price.',
    ],
    [
      'block',
      of(aDraft({ limitPrice: '199.5001' })),
      'Buying at 199.5001 is 5.01% above the market (190.00); your limit is 5%: check the price.',
    ],
    [
      'block',
      of(aDraft({ side: 'sell', limitPrice: '170' })),
      'Selling at 170.00 is 10.53% below the market (190.00); your limit is 5%: check the price.',
    ],
    [
      'warn',
      of(aDraft({ side: 'sell', limitPrice: '400' })),
      'Selling at 400.00 is 110.53% above the market (190.00): it may never fill.',
    ],
    ['block', of(without(aDraft(), 'limitPrice')), 'There is no limit price: enter one.'],
  ]);
  says('distance', [
    ['pass', stop('buy', '200'), CLOSE],
    [
      'block',
      stop('buy', '190'),
      'A stop at 190.00 would trigger immediately: a buy stop belongs above the market (190.00).',
    ],
    [
      'block',
      stop('sell', '200'),
      'A stop at 200.00 would trigger immediately: a sell stop belongs below the market (190.00).',
    ],
    ['warn', stop('sell', '90'), 'The stop at 90.00 is 52.64% from the market (190.00).'],
    [
      'block',
      of(without(aDraft({ type: 'stop' }), 'limitPrice')),
      'There is no stop price: enter one.',
    ],
    ['pass', of(stopLimit('195', '196')), CLOSE],
    [
      'block',
      of(stopLimit('290', '390')),
      'Buying at 390.00 is 34.49% above the stop (290.00); your limit is 5%: check the price.',
    ],
    [
      'block',
      of(without(stopLimit('195', '196'), 'stopPrice')),
      'There is no stop or limit price: enter both.',
    ],
    [
      'block',
      of(without(stopLimit('195', '196'), 'limitPrice')),
      'There is no stop or limit price: enter both.',
    ],
  ]);
  says('distance', [
    ['pass', trail({ trailPrice: '1.9' }), CLOSE],
    ['pass', trail({ trailPercent: '2' }), CLOSE],
    ['warn', trail({ trailPercent: '99' }), 'The trail is 99% of the price.'],
    ['warn', trail({ trailPrice: '188.1' }), 'The trail is 99% of the price.'],
    [
      'block',
      trail({ trailPrice: '190' }),
      'A trail of 100% of the price would never be reached: check it.',
    ],
    ['block', trail({}), 'There is no trail: enter one.'],
  ]);
  says('distance', [
    ['pass', of(bracket('buy', '200', '180')), CLOSE],
    [
      'block',
      of(bracket('buy', '190', '180')),
      'A take profit at 190.00 would be a loss from the entry (190.00): check the price.',
    ],
    // A block counts before a warning: this entry is far away as well.
    [
      'block',
      of(bracket('buy', '60', '50', { limitPrice: '70' })),
      'A take profit at 60.00 would be a loss from the entry (70.00): check the price.',
    ],
    ['pass', of(bracket('sell', '180', '210')), CLOSE],
    [
      'block',
      of(bracket('sell', '200', '210')),
      'A take profit at 200.00 would be a loss from the entry (190.00): check the price.',
    ],
    [
      'pass',
      of(without(bracket('sell', '200', '180', { orderClass: 'oco' }), 'limitPrice')),
      CLOSE,
    ],
  ]);
});
