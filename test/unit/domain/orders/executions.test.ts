import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Execution } from '#contract/orders.ts';
import { add, compare, decimal, mul, negate, ZERO, type Decimal } from '#main/domain/decimal.ts';
import {
  addExecution,
  findRevised,
  hasHole,
  reviseExecution,
} from '#main/domain/orders/executions.ts';
import {
  applyExecution,
  averagePriceOf,
  holdingOf,
  NO_HOLDING,
  type Fill,
  type Holding,
} from '#main/domain/orders/holdings.ts';
import { anExecution, anOrder, aPosition, without } from '#test/unit/domain/samples.ts';

const totalOf = (list: readonly Execution[]): Decimal =>
  list.reduce((sum, { qty }) => add(sum, qty), ZERO);

const addAll = (executions: readonly Execution[]): readonly Execution[] =>
  executions.reduce<readonly Execution[]>(
    (known, execution) => addExecution(known, execution).executions,
    [],
  );

describe('addExecution', () => {
  const first = anExecution({ qty: '4', cumQty: '4', executionId: 'x1' });
  const second = anExecution({ qty: '6', cumQty: '10', executionId: 'x2' });

  it.each([
    ['the same cumulative quantity', anExecution({ qty: '4', cumQty: '4.000' })],
    ['the same execution id', anExecution({ qty: '4', cumQty: '9', executionId: 'x1' })],
  ])('ignores a second one with %s', (_name, twin) => {
    expect(addExecution([first], twin)).toMatchObject({ executions: [first], isNew: false });
  });

  it('inserts one that comes late where it belongs', () => {
    expect(addExecution([second], first)).toMatchObject({
      executions: [first, second],
      isNew: true,
    });
  });

  it.each([
    [
      'as much as another that stands, told by its id',
      { qty: '4', cumQty: '10', executionId: 'x3' },
    ],
    ['as much as another that stands, told by a list', { qty: '4', cumQty: '10' }],
    ['less than another that stands, told by a list', { qty: '2', cumQty: '8' }],
  ])('takes what comes after a bust to %s, for another fill', (_name, members) => {
    const bust = {
      kind: 'bust',
      at: '2026-11-13T15:00:02Z',
      qty: ZERO,
      price: first.price,
    } as const;
    const known = [reviseExecution(first, bust), { ...second, at: '2026-11-13T15:00:01Z' }];
    const later = anExecution({ ...members, at: '2026-11-13T15:00:03Z' });
    expect(addExecution(known, later).isNew).toBe(true);
    // The one that stands, told again.
    const again = { ...without(second, 'executionId'), at: '2026-11-13T15:00:01.5Z' };
    expect(addExecution(known, again).isNew).toBe(false);
    // A correction of its price frees nothing.
    const corrected = reviseExecution(first, { ...bust, kind: 'correct', qty: first.qty });
    expect(addExecution([corrected, ...known.slice(1)], later).isNew).toBe(false);
  });

  it('keeps the same quantity of two orders apart', () => {
    const other = anExecution({ orderId: 'order-2', executionId: 'x3' });
    expect(addExecution([first], other).isNew).toBe(true);
  });

  it('learns the execution id from whoever carries it', () => {
    const nameless = anExecution({ qty: '4', cumQty: '4' });
    expect(addExecution([nameless], first)).toMatchObject({ executions: [first], isNew: false });
  });

  it('takes one quantity for the same however it is written', () => {
    const written = anExecution({ qty: '4.1', cumQty: '4.10' });
    expect(addExecution([written], anExecution({ qty: '4.1', cumQty: '4.1' })).isNew).toBe(false);
  });

  it('gives the same list for any order of arrival, duplicates included', () => {
    const fills = fc
      .array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 10 })
      .map((sizes) => {
        let cum = 0;
        return sizes.map((size, index) => {
          cum += size;
          return anExecution({ qty: String(size), cumQty: String(cum), executionId: `x${index}` });
        });
      })
      .chain((list) => {
        const heardTwice = [...list, ...list.map((execution) => without(execution, 'executionId'))];
        return fc.tuple(
          fc.constant(list),
          fc.shuffledSubarray<Execution>(heardTwice, {
            minLength: heardTwice.length,
            maxLength: heardTwice.length,
          }),
        );
      });
    fc.assert(
      fc.property(fills, ([list, heard]) => {
        const booked = addAll(heard);
        expect(booked).toEqual(list);
        expect(hasHole(anOrder({ filledQty: totalOf(booked) }), booked)).toBe(false);
      }),
    );
  });
});

describe('a fill that the broker took back or corrected', () => {
  const at = '2026-11-13T15:30:00Z';
  const fill10 = anExecution({ qty: '10', cumQty: '10', price: '190', executionId: 'x1' });
  const bust = { kind: 'bust', at, qty: ZERO, price: decimal('190') } as const;
  const to8 = {
    kind: 'correct',
    at,
    executionId: 'x2',
    qty: decimal('8'),
    price: decimal('189.5'),
  } as const;
  const revised = (revision: typeof bust | typeof to8) => [reviseExecution(fill10, revision)];

  it('is told again by a list of before, and counts as that fill', () => {
    const told = without(fill10, 'executionId');
    expect(addExecution(revised(bust), told).isNew).toBe(false);
    expect(addExecution(revised(to8), told).isNew).toBe(false);
  });

  it('makes room for a later fill up to the same quantity, which has a key of its own', () => {
    const later = anExecution({ qty: '10', cumQty: '10', at: '2026-11-13T15:31:00Z' });
    const { executions, isNew, added } = addExecution(revised(bust), later);
    expect([isNew, added.again, executions.length]).toEqual([true, 1, 2]);
    expect(addExecution(executions, later).isNew).toBe(false);
  });

  it('is the corrected one however a list tells it', () => {
    const listed = anExecution({ qty: '8', cumQty: '8', price: '189.50', at });
    expect(addExecution(revised(to8), listed).isNew).toBe(false);
    expect(addExecution(revised(to8), { ...listed, executionId: 'x2' }).isNew).toBe(false);
  });

  it('is not booked twice where the list tells the correction first', () => {
    const listed = anExecution({ qty: '8', cumQty: '8', price: '189.50', at });
    expect(addExecution([fill10], listed)).toMatchObject({ executions: [fill10], isNew: false });
  });

  it('is found by its id, by the id it was corrected to, or by its terms where it has none', () => {
    const { orderId, qty, price } = fill10;
    expect(findRevised([fill10], { orderId, executionId: 'x1' })).toBe(fill10);
    const [corrected] = revised(to8);
    expect(findRevised(revised(to8), { orderId, executionId: 'x2' })).toEqual(corrected);
    const nameless = [
      anExecution({ qty: '4', cumQty: '4', price: '190' }),
      anExecution({ qty: '6', cumQty: '10', price: '190' }),
    ];
    const six = { orderId, executionId: 'x9', terms: { qty: decimal('6'), price } };
    expect(findRevised(nameless, six)).toBe(nameless[1]);
    expect(findRevised(nameless, { orderId, executionId: 'x9' })).toBeUndefined();
    expect(findRevised([fill10], { orderId, executionId: 'x9', terms: { qty, price } })).toBe(
      undefined,
    );
  });

  it('leaves no hole', () => {
    expect(hasHole(anOrder({ filledQty: '0' }), revised(bust))).toBe(false);
    const to12 = { ...to8, qty: decimal('12') };
    const grown = [reviseExecution(fill10, to12)];
    expect(hasHole(anOrder({ filledQty: '12' }), grown)).toBe(false);
    expect(hasHole(anOrder({ filledQty: '13' }), grown)).toBe(true);
  });
});

describe('hasHole', () => {
  it('finds nothing missing when every share is accounted for', () => {
    const order = anOrder({ filledQty: '4' });
    expect(hasHole(order, [anExecution()])).toBe(false);
    expect(hasHole(anOrder(), [])).toBe(false);
  });

  it('finds what was filled unheard', () => {
    expect(hasHole(anOrder({ filledQty: '10' }), [anExecution()])).toBe(true);
  });

  it('finds a hole in the middle, before the order itself is heard of again', () => {
    const late = anExecution({ qty: '2', cumQty: '10' });
    const order = anOrder({ filledQty: '4' });
    expect(hasHole(order, [late, anExecution()])).toBe(true);
  });

  it('finds a hole when the order is older than a fill', () => {
    const late = anExecution({ qty: '2', cumQty: '10' });
    const order = anOrder({ filledQty: '8' });
    expect(hasHole(order, [anExecution(), late])).toBe(true);
  });

  it('is closed by the executions it stood for', () => {
    const order = anOrder({ filledQty: '10' });
    const missing = anExecution({ qty: '6', cumQty: '10' });
    expect(hasHole(order, [anExecution()])).toBe(true);
    expect(hasHole(order, addAll([anExecution(), missing]))).toBe(false);
  });
});

const fill = (side: string, qty: string, price: string): Fill => ({
  side,
  qty: decimal(qty),
  price: decimal(price),
});
const apply = (fills: readonly Fill[]): { holding: Holding; realized: Decimal } => {
  let holding = NO_HOLDING;
  let realized: Decimal = ZERO;
  for (const one of fills) {
    const after = applyExecution(holding, one);
    holding = after.holding;
    realized = add(realized, after.realized);
  }
  return { holding, realized };
};

describe('applyExecution', () => {
  it.each([
    ['opens long', [fill('buy', '10', '100')], '10', '100', '0'],
    ['averages up', [fill('buy', '10', '100'), fill('buy', '30', '104')], '40', '103', '0'],
    ['sells a part', [fill('buy', '10', '100'), fill('sell', '4', '110')], '6', '100', '40'],
    ['sells all', [fill('buy', '10', '100'), fill('sell', '10', '95')], '0', undefined, '-50'],
    ['crosses to short', [fill('buy', '10', '100'), fill('sell', '15', '110')], '-5', '110', '100'],
    ['opens short', [fill('sell', '10', '100')], '-10', '100', '0'],
    ['covers a part', [fill('sell', '10', '100'), fill('buy', '4', '90')], '-6', '100', '40'],
    ['crosses to long', [fill('sell', '10', '100'), fill('buy', '15', '120')], '5', '120', '-200'],
    ['keeps fractions', [fill('buy', '0.1', '0.3'), fill('buy', '0.2', '0.3')], '0.3', '0.3', '0'],
  ])('%s', (_name, fills, qty, average, realized) => {
    const after = apply(fills);
    expect([after.holding.qty, averagePriceOf(after.holding), after.realized]).toEqual([
      qty,
      average,
      realized,
    ]);
  });

  it('rounds an average that does not divide, and loses no cent over it', () => {
    const { holding } = apply([fill('buy', '1', '10'), fill('buy', '2', '10.01')]);
    expect(averagePriceOf(holding)).toBe('10.006666667');
    expect(
      apply([fill('buy', '1', '10'), fill('buy', '2', '10.01'), fill('sell', '3', '10')]),
    ).toEqual({ holding: NO_HOLDING, realized: '-0.02' });
  });

  const anyFill = fc
    .tuple(
      fc.constantFrom('buy', 'sell'),
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 1, max: 1_000_000 }),
    )
    .map(([side, milli, cents]) =>
      fill(
        side,
        thousandths(milli),
        `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
      ),
    );

  it('balances: cost held plus cash received is the result, whatever is traded', () => {
    fc.assert(
      fc.property(fc.array(anyFill, { maxLength: 20 }), (fills) => {
        const { holding, realized } = apply(fills);
        let cash: Decimal = ZERO;
        let qty: Decimal = ZERO;
        for (const { side, qty: shares, price } of fills) {
          const change = side === 'buy' ? shares : negate(shares);
          cash = add(cash, negate(mul(change, price)));
          qty = add(qty, change);
        }
        expect(compare(add(holding.costBasis, cash), realized)).toBe(0);
        expect(compare(holding.qty, qty)).toBe(0);
      }),
    );
  });

  it.each([
    ['long', aPosition({ qty: '10', avgEntryPrice: '150' }), '10', '1500'],
    ['short, negative', aPosition({ side: 'short', qty: '-10' }), '-10', '-1500'],
    ['short, positive', aPosition({ side: 'short', qty: '10' }), '-10', '-1500'],
    ['with its cost', aPosition({ qty: '3', avgEntryPrice: '0.33', costBasis: '1' }), '3', '1'],
    ['none', undefined, '0', '0'],
  ])('reads a position that is %s', (_name, position, qty, costBasis) => {
    expect(holdingOf(position)).toEqual({ qty, costBasis });
  });
});

const thousandths = (value: number): string =>
  `${Math.floor(value / 1000)}.${String(value % 1000).padStart(3, '0')}`;
