// What no broker sends, and somebody in between may: read or refused, at once and without a throw.
import { expect, it } from 'vitest';
import { Decimal, LONGEST_DECIMAL } from '#contract/decimal.ts';
import { fromNumber, isDecimal } from '#main/domain/decimal.ts';
import { exactMoney, readJson } from '#main/wire/json.ts';
import { decodeOrder } from '#main/wire/orders.ts';
import { decodeTradeFrame } from '#main/wire/trade-stream.ts';

const order = { id: 'o', client_order_id: 'c', symbol: 'AAPL', status: 'new' };

it('takes every number that a double can be, and none that takes seconds to read', () => {
  for (const number of [Number.MAX_VALUE, Number.MIN_VALUE, -2.2250738585072014e-308]) {
    expect(isDecimal(fromNumber(number))).toBe(true);
    expect(Decimal.safeParse(exactMoney(number)).success).toBe(true);
  }
  const long = '9'.repeat(LONGEST_DECIMAL + 1);
  expect(isDecimal(long)).toBe(false);
  expect(isDecimal(long.slice(1))).toBe(true);
  expect(decodeOrder({ ...order, qty: long }).ok).toBe(false);
  expect(decodeOrder({ ...order, qty: long.slice(1) }).ok).toBe(true);
  // A bare number of as many digits is none either.
  expect(
    decodeOrder(readJson(`{"id":"o","client_order_id":"c","status":"new","qty":${long}}`)).ok,
  ).toBe(false);
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
    decodeTradeFrame(`{"stream":"listening","data":{"streams":${streams}}}`);
  expect(listening('[{"toString":1}]')).toBe('broken');
  expect(listening('[["trade_updates"]]')).toBe('broken');
  expect(listening('["trade_updates"]')).toEqual({ kind: 'listening', streams: ['trade_updates'] });
});
