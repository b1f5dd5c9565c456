import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Execution, Order } from '#contract/orders.ts';
import { quickCheck } from '#main/journal/quick-check.ts';

const order = {
  id: 'o-1',
  clientOrderId: 'c-1',
  symbol: 'AAPL',
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  status: 'new',
  filledQty: '0',
};
const fill = {
  orderId: 'o-1',
  symbol: 'AAPL',
  side: 'buy',
  qty: '5',
  cumQty: '5',
  price: '190.1',
  at: '2026-01-05T15:00:00Z',
};

/** Values that a member may have, may not have, or that look as if. */
const member = fc.oneof(
  fc.constantFrom<unknown>('1', '-0.50', '1.', '.5', '1e3', '', ' 1', '1\n', 'x', null, 1, true),
  fc.constantFrom<unknown>([], ['a'], [1], {}, [order], [{ ...order, filledQty: 'x' }]),
  fc.constant('9'.repeat(400)),
  fc.constant('9'.repeat(401)),
);
const changed = (base: object, names: readonly string[]) =>
  fc
    .dictionary(fc.constantFrom(...names, 'stranger', '__proto__', 'toString'), member, {
      maxKeys: 4,
    })
    .map((change): unknown => JSON.parse(JSON.stringify({ ...base, ...change })));

describe.each([
  ['an order', Order, order],
  ['a fill', Execution, fill],
] as const)('the quick check of %s', (_what, schema, base) => {
  const isAsItIs = quickCheck(schema as z.ZodType);

  it('takes one as it is kept', () => {
    expect(isAsItIs(base)).toBe(true);
    const { symbol: _, ...less } = base;
    expect(isAsItIs(less)).toBe(false);
  });

  it('takes nothing that the schema would refuse or change', () => {
    let taken = 0;
    fc.assert(
      fc.property(changed(base, Object.keys(schema.shape)), (value) => {
        if (!isAsItIs(value)) return;
        taken++;
        const parsed = (schema as z.ZodType).safeParse(value);
        expect(parsed.data).toStrictEqual(value);
      }),
      { numRuns: 3_000 },
    );
    expect(taken).toBeGreaterThan(100);
  });

  it('leaves what is no record to the schema', () => {
    for (const value of [undefined, null, 1, 'x', true, [], [base], {}])
      expect(isAsItIs(value)).toBe(false);
  });
});

it('takes an order with all that it may have, legs too', () => {
  const leg = { ...order, limitPrice: '1.5', extendedHours: true, assetClass: 'us_equity' };
  expect(quickCheck(Order)({ ...leg, legs: [leg, leg], unread: ['qty'] })).toBe(true);
  expect(quickCheck(Order)({ ...leg, legs: [{ ...leg, stranger: 1 }] })).toBe(false);
});

it('is sure of nothing that it does not understand', () => {
  const odd = [
    z.number(),
    z.string().toUpperCase(),
    z.string().trim(),
    z.string().min(3),
    z.array(z.string()).min(1),
    z.string().refine((text) => text === 'x'),
    z.boolean().refine((yes) => yes),
    z.string().transform((text) => text.length),
    z.union([z.string(), z.number()]),
    z.string().default('x'),
    z.object({ a: z.string() }).refine(() => false),
  ];
  for (const schema of odd)
    for (const value of ['x', 'XXXX', true, ['x'], { a: 'x' }])
      if (quickCheck(schema)(value)) expect(schema.safeParse(value).data).toStrictEqual(value);
});
