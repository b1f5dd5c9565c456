import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpen, isTerminal, type Order } from '#contract/orders.ts';
import { compare, decimal } from '#main/domain/decimal.ts';
import { instantOf, mergeOrder } from '#main/domain/orders/order-status.ts';
import { anOrder } from '#test/unit/domain/samples.ts';

const TERMINAL = ['filled', 'canceled', 'expired', 'replaced', 'rejected'];
const OPEN = [
  'accepted',
  'pending_new',
  'new',
  'held',
  'accepted_for_bidding',
  'partially_filled',
  'done_for_day',
  'stopped',
  'suspended',
  'calculated',
  'pending_cancel',
  'pending_replace',
  'a_status_of_2031',
];

const moment = (step: number): string => `2026-11-13T15:00:00.${String(step).padStart(9, '0')}Z`;

describe('statuses', () => {
  it.each(TERMINAL)('%s is the end', (status) => {
    expect([isTerminal(status), isOpen(status)]).toEqual([true, false]);
  });

  it.each(OPEN)('%s is still followed', (status) => {
    expect([isTerminal(status), isOpen(status)]).toEqual([false, true]);
  });
});

describe('instantOf', () => {
  it.each([
    ['the same instant in two zones', '2026-11-13T10:00:00-05:00', '2026-11-13T15:00:00Z', 0],
    ['a ninth decimal', '2026-11-13T15:00:00.123456789Z', '2026-11-13T15:00:00.123456788Z', 1],
    ['decimals left out', '2026-11-13T15:00:00.5Z', '2026-11-13T15:00:00.500000000Z', 0],
    ['no decimals at all', '2026-11-13T15:00:00Z', '2026-11-13T15:00:00.000000001Z', -1],
    ['text order against time order', '2026-11-13T11:00:00-04:00', '2026-11-13T12:00:00Z', 1],
    ['an offset across midnight', '2026-11-14T01:00:00+02:00', '2026-11-13T23:00:00Z', 0],
    ['half an hour of offset', '2026-11-13T20:30:00+05:30', '2026-11-13T15:00:00Z', 0],
    ['lower case', '2026-11-13t15:00:00z', '2026-11-13T15:00:00Z', 0],
    ['the zero time of the broker', '0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z', -1],
  ])('compares %s', (_name, a, b, expected) => {
    const [x, y] = [instantOf(a), instantOf(b)];
    if (x === undefined || y === undefined) throw new Error('unreadable');
    expect(x < y ? -1 : x > y ? 1 : 0).toBe(expected);
  });

  it.each([
    ['nothing', ''],
    ['a word', 'yesterday'],
    ['a date', '2026-11-13'],
    ['no zone', '2026-11-13T15:00:00'],
    ['30 February', '2026-02-30T15:00:00Z'],
    ['hour 25', '2026-11-13T25:00:00Z'],
    ['an offset of 24 hours', '2026-11-13T15:00:00+24:00'],
  ])('does not read %s', (_name, text) => {
    expect(instantOf(text)).toBeUndefined();
  });

  it('counts nanoseconds exactly', () => {
    expect(instantOf('1970-01-01T00:00:01.000000001Z')).toBe(1_000_000_001n);
    expect(instantOf(undefined)).toBeUndefined();
  });
});

describe('mergeOrder', () => {
  it('takes the first news as it is', () => {
    const order = anOrder();
    expect(mergeOrder(undefined, order)).toBe(order);
  });

  it('refuses two different orders', () => {
    expect(() => mergeOrder(anOrder(), anOrder({ id: 'order-2' }))).toThrow('not the same order');
  });

  it.each(['pending_cancel', 'pending_replace', 'done_for_day'])(
    'lets %s return to new when that is newer',
    (status) => {
      const known = anOrder({ status, updatedAt: moment(1) });
      expect(mergeOrder(known, anOrder({ updatedAt: moment(2) })).status).toBe('new');
    },
  );

  it('keeps the newer open state when an older one arrives late', () => {
    const known = anOrder({ status: 'pending_cancel', updatedAt: moment(2) });
    expect(mergeOrder(known, anOrder({ updatedAt: moment(1) }))).toEqual(known);
  });

  it('compares times as instants, not as text', () => {
    const known = anOrder({ status: 'pending_cancel', updatedAt: '2026-11-13T12:00:00Z' });
    const news = anOrder({ updatedAt: '2026-11-13T11:00:00-04:00' });
    expect(mergeOrder(known, news).status).toBe('new');
  });

  it('believes a terminal state although it is older', () => {
    const known = anOrder({ status: 'pending_cancel', updatedAt: moment(9) });
    const news = anOrder({ status: 'canceled', updatedAt: moment(1), canceledAt: moment(1) });
    expect(mergeOrder(known, news)).toMatchObject({ status: 'canceled', canceledAt: moment(1) });
  });

  it.each(TERMINAL)('never leaves %s, and still books a later fill', (status) => {
    const known = anOrder({ status, filledQty: '3', filledAvgPrice: '190', updatedAt: moment(1) });
    const news = anOrder({ filledQty: '5', filledAvgPrice: '190.1', updatedAt: moment(2) });
    expect(mergeOrder(known, news)).toMatchObject({
      status,
      filledQty: '5',
      filledAvgPrice: '190.1',
    });
  });

  it('keeps fills and their price when newer news carries fewer', () => {
    const known = anOrder({ filledQty: '5', filledAvgPrice: '190.1', updatedAt: moment(1) });
    const news = anOrder({ status: 'pending_cancel', filledQty: '3', filledAvgPrice: '190' });
    expect(mergeOrder(known, { ...news, updatedAt: moment(2) })).toMatchObject({
      status: 'pending_cancel',
      filledQty: '5',
      filledAvgPrice: '190.1',
    });
  });

  it('decides a tie by fills, then by arrival', () => {
    const partial = anOrder({ status: 'partially_filled', filledQty: '1', filledAvgPrice: '190' });
    expect(mergeOrder(partial, anOrder()).status).toBe('partially_filled');
    expect(mergeOrder(anOrder(), partial).status).toBe('partially_filled');
    expect(mergeOrder(anOrder(), anOrder({ status: 'pending_cancel' })).status).toBe(
      'pending_cancel',
    );
  });

  it('does not let news without any time replace what has one', () => {
    const known = anOrder({ status: 'pending_cancel' });
    const { updatedAt: _, ...timeless } = anOrder();
    expect(mergeOrder(known, timeless).status).toBe('pending_cancel');
    expect(mergeOrder(timeless, known).status).toBe('pending_cancel');
  });

  it('merges legs by id and keeps those that a flat record leaves out', () => {
    const leg = (id: string, members = {}) => anOrder({ id, side: 'sell', ...members });
    const known = anOrder({ legs: [leg('stop', { status: 'held' }), leg('profit')] });
    const flat = mergeOrder(known, anOrder());
    expect(flat.legs).toHaveLength(2);
    const nested = anOrder({ legs: [leg('profit', { status: 'filled', filledQty: '10' })] });
    expect(mergeOrder(flat, nested).legs?.map(({ id, status }) => [id, status])).toEqual([
      ['stop', 'held'],
      ['profit', 'filled'],
    ]);
  });

  it('keeps members that the newer record does not have', () => {
    const known = anOrder({ positionIntent: 'buy_to_open', updatedAt: moment(1) });
    const merged = mergeOrder(known, anOrder({ updatedAt: moment(2) }));
    expect(merged.positionIntent).toBe('buy_to_open');
  });
});

/** A broker's record of one order at a step of its life: the average price depends on what is filled. */
const news = (statuses: string[]) =>
  fc
    .record({
      status: fc.constantFrom(...statuses),
      filled: fc.integer({ min: 0, max: 10 }),
      step: fc.integer({ min: 0, max: 30 }),
    })
    .map(({ status, filled, step }) =>
      anOrder({
        status,
        filledQty: String(filled),
        ...(filled > 0 && { filledAvgPrice: `190.${filled}` }),
        updatedAt: moment(step),
      }),
    );
const mergeAll = (orders: readonly Order[]): Order | undefined =>
  orders.reduce<Order | undefined>((known, each) => mergeOrder(known, each), undefined);

describe('mergeOrder, whatever arrives', () => {
  const any = news([...OPEN, ...TERMINAL]);

  it('is idempotent', () => {
    fc.assert(
      fc.property(any, any, (a, b) => {
        const once = mergeOrder(a, b);
        expect(mergeOrder(once, b)).toEqual(once);
        expect(mergeOrder(a, a)).toEqual(a);
      }),
    );
  });

  it('never leaves a terminal state and never loses a fill', () => {
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 12 }), (orders) => {
        let known: Order | undefined;
        for (const order of orders) {
          const next = mergeOrder(known, order);
          if (known && isTerminal(known.status)) expect(next.status).toBe(known.status);
          expect(compare(next.filledQty, known?.filledQty ?? decimal('0'))).toBeGreaterThanOrEqual(
            0,
          );
          expect(compare(next.filledQty, order.filledQty)).toBeGreaterThanOrEqual(0);
          known = next;
        }
      }),
    );
  });

  it('knows the same fills in whatever order news arrives', () => {
    const shuffled = fc
      .array(any, { minLength: 1, maxLength: 8 })
      .chain((orders) => fc.tuple(fc.constant(orders), shuffle(orders)));
    fc.assert(
      fc.property(shuffled, ([orders, other]) => {
        const [a, b] = [mergeAll(orders), mergeAll(other)];
        expect([a?.filledQty, a?.filledAvgPrice]).toEqual([b?.filledQty, b?.filledAvgPrice]);
      }),
    );
  });

  it('ends in the same state in whatever order news of one life arrives', () => {
    const life = fc
      .tuple(
        fc.uniqueArray(news(OPEN), { selector: (order) => order.updatedAt, maxLength: 8 }),
        fc.option(news(TERMINAL), { nil: undefined }),
      )
      .map(([open, end]) => (end ? [...open, end] : open))
      .filter((orders) => orders.length > 0)
      .chain((orders) => fc.tuple(fc.constant(orders), shuffle(orders)));
    fc.assert(
      fc.property(life, ([orders, other]) => {
        expect(mergeAll(other)).toEqual(mergeAll(orders));
      }),
    );
  });
});

function shuffle<T>(values: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...values], { minLength: values.length, maxLength: values.length });
}
