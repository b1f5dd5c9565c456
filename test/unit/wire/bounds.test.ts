// What no broker sends, and somebody in between may: read or refused, at once and without a throw.
import { expect, it } from 'vitest';
import { Decimal, LONGEST_DECIMAL } from '#contract/decimal.ts';
import { fromNumber, isDecimal } from '#main/domain/decimal.ts';
import { accountStates } from '#main/domain/account-states.ts';
import { decodeActivityPage } from '#main/wire/activities.ts';
import { exactMoney, readJson } from '#main/wire/json.ts';
import { decodeOAuthClient } from '#main/wire/oauth.ts';
import { decodeCancelStatuses, decodeOrder, decodePositions } from '#main/wire/orders.ts';
import { decodeAccount, decodeTradingDays } from '#main/wire/records.ts';
import { decodeTokenizationRequest } from '#main/wire/tokenization.ts';
import { decodeTradeFrame } from '#main/wire/trade-stream.ts';

const account = {
  account_number: 'A1',
  status: 'ACTIVE',
  currency: 'USD',
  equity: '1000',
  last_equity: '1000',
  cash: '1000',
  buying_power: '1000',
};
const position = { symbol: 'AAPL', side: 'long', qty: '1', avg_entry_price: '1' };
const activity = { id: 'a', activity_type: 'JNLC', date: '2026-11-17' };
const request = {
  tokenization_request_id: 't',
  type: 'mint',
  status: 'pending',
  underlying_symbol: 'AAPL',
  issuer: 'xstocks',
  network: 'solana',
  qty: '1',
  created_at: '2026-11-17T00:00:00Z',
};
const order = { id: 'o', client_order_id: 'c', symbol: 'AAPL', status: 'new', filled_qty: '0' };

it('takes every number that a double can be, and none that takes seconds to read', () => {
  for (const number of [Number.MAX_VALUE, Number.MIN_VALUE, -2.2250738585072014e-308]) {
    expect(isDecimal(fromNumber(number))).toBe(true);
    expect(Decimal.safeParse(exactMoney(number)).success).toBe(true);
  }
  const long = '9'.repeat(LONGEST_DECIMAL + 1);
  expect(isDecimal(long)).toBe(false);
  expect(isDecimal(long.slice(1))).toBe(true);
  const qtyOf = (json: unknown) => {
    const read = decodeOrder(json);
    return read.ok && [read.value.qty, read.value.unread];
  };
  expect(qtyOf({ ...order, qty: long })).toEqual([undefined, ['qty']]);
  expect(qtyOf({ ...order, qty: long.slice(1) })).toEqual([long.slice(1), undefined]);
  // A bare number of as many digits is none either.
  const bare = JSON.stringify({ ...order, qty: 1 }).replace('"qty":1', `"qty":${long}`);
  expect(qtyOf(readJson(bare))).toEqual([undefined, ['qty']]);
  expect(exactMoney(`${long}e-9`)).toBe(`${long}e-9`);
});

it('keeps no legs of a leg', () => {
  const leg = { ...order, id: 'leg', legs: [{}] };
  const decoded = decodeOrder({ ...order, legs: [leg, leg] });
  expect(decoded.ok && decoded.value.legs?.map((kept) => [kept.id, 'legs' in kept])).toEqual([
    ['leg', false],
    ['leg', false],
  ]);
});

it('reads no text out of an object', () => {
  const listening = (streams: string) =>
    decodeTradeFrame(`{"stream":"listening","data":{"streams":${streams}}}`, (text) => text);
  expect(listening('[{"toString":1}]')).toBe('broken');
  expect(listening('[["trade_updates"]]')).toBe('broken');
  expect(listening('["trade_updates"]')).toEqual({ kind: 'listening', streams: ['trade_updates'] });
});

const odd: unknown[] = [{ toString: 1 }, { valueOf: {} }, [], [['x']], true, 7];

it('keeps only what the schema of a record names, whatever else comes with it', () => {
  const more = { new_thing: { a: [1] }, toJSON: 1, constructor: {}, legs: null };
  const kept = [
    decodeOrder({ ...order, ...more, legs: [{ ...order, ...more }] }),
    decodeAccount({ ...account, ...more }),
    decodePositions([{ ...position, ...more }]),
    decodeTokenizationRequest({ ...request, ...more }),
    decodeActivityPage([{ ...activity, ...more }]),
    decodeOAuthClient({ name: 'An application', ...more }),
    decodeTradingDays([{ date: '2026-11-17', ...more }]),
    decodeCancelStatuses([{ id: 'o', status: 200, ...more }]),
  ];
  for (const record of kept) {
    expect(record).toMatchObject({ ok: true });
    expect(JSON.stringify(record)).not.toMatch(/newThing|new_thing|toJSON|"constructor"/);
  }
});

it('counts a member that may be absent as not said where it is of another kind', () => {
  for (const value of odd) {
    const reading = decodeAccount({
      ...account,
      daytrade_count: value,
      trading_blocked: value,
      balance_asof: value,
      maintenance_margin: value,
    });
    expect(reading.ok && accountStates(reading.value).length).toBeLessThanOrEqual(1);
    const known = decodeOrder({ ...order, position_intent: value, asset_class: value });
    expect(known.ok && typeof known.value.positionIntent).toBe('undefined');
    const page = decodeActivityPage([{ ...activity, symbol: value, net_amount: value }]);
    expect(page.ok && page.value.activities[0]?.symbol).toBe(undefined);
  }
});

it.each(['', ' ', 'a b', 'a/b', '..', 'a\0b', '\u202Ea', '\uD800', 'x'.repeat(129)])(
  'takes no order and no request under the id %j, with which nobody could ask for it',
  (id) => {
    expect(decodeTokenizationRequest({ ...request, tokenization_request_id: id }).ok).toBe(false);
    expect(decodeOrder({ ...order, id }).ok).toBe(false);
    const parent = decodeOrder({ ...order, legs: [{ ...order, id }] });
    expect(parent).toMatchObject({ ok: true, value: { legs: [], unread: ['legs'] } });
  },
);
