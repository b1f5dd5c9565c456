import { describe, expect, it } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { decimal } from '#main/domain/decimal.ts';

const order = (id: string, change: Partial<Order> = {}): Order => ({
  id,
  clientOrderId: `client of ${id}`,
  symbol: 'AAPL',
  side: 'sell',
  type: 'limit',
  timeInForce: 'gtc',
  status: 'new',
  qty: decimal('100'),
  filledQty: decimal('0'),
  updatedAt: '2026-01-05T15:00:00Z',
  ...change,
});
const replaced = (id: string, change: Partial<Order> = {}): Order =>
  order(id, { status: 'replaced', updatedAt: '2026-01-05T15:00:01Z', ...change });

function setUp() {
  const book = createAccountBook();
  const shown = new Map<string, Order>();
  book.onChange((change) => {
    if (change.kind === 'orders') for (const one of change.orders) shown.set(one.id, one);
  });
  /** Every place in which a leg is shown, by what a window was told. */
  const places = (legId: string): string[] =>
    [...shown.values()]
      .filter(({ legs }) => legs?.some(({ id }) => id === legId))
      .map(({ id }) => id);
  return { book, places, shown };
}

const legIds = (found: Order | undefined): string[] => (found?.legs ?? []).map(({ id }) => id);

describe('a leg whose order was replaced', () => {
  it('belongs to the order that replaced it, and to no other', () => {
    const { book, places, shown } = setUp();
    book.putOrders([order('p', { legs: [order('leg')] })]);
    book.putOrders([order('p2', { replaces: 'p', legs: [order('leg')] })]);
    book.putOrders([replaced('p', { replacedBy: 'p2' })]);
    expect(places('leg')).toEqual(['p2']);
    expect(book.order('p')?.legs).toBeUndefined();
    expect(shown.get('leg')?.parentId).toBe('p2');
  });

  it('goes with it although the new order was heard of without legs', () => {
    const { book, places } = setUp();
    book.putOrders([order('p', { legs: [order('leg')] })]);
    book.putOrders([replaced('p', { replacedBy: 'p2' })]);
    expect(places('leg')).toEqual(['p']);
    book.putOrders([order('p2', { replaces: 'p' })]);
    expect(places('leg')).toEqual(['p2']);
  });

  it('does not come back with a late record of the old order', () => {
    const { book, places } = setUp();
    book.putOrders([order('p2', { replaces: 'p', legs: [order('leg')] })]);
    book.putOrders([replaced('p', { legs: [order('leg', { status: 'held' })] })]);
    book.putOrders([order('p', { legs: [order('leg')] })]);
    expect(places('leg')).toEqual(['p2']);
  });

  it('stays with the old order when the change was refused', () => {
    const { book, places } = setUp();
    book.putOrders([order('p', { legs: [order('leg')] })]);
    book.putOrders([order('p2', { replaces: 'p', status: 'rejected' })]);
    book.putOrders([order('p', { status: 'filled', updatedAt: '2026-01-05T15:00:02Z' })]);
    expect(places('leg')).toEqual(['p']);
  });

  it('goes through any number of replacements, in whatever order they are told', () => {
    const chain = ['p', 'p2', 'p3', 'p4'];
    const told = chain.map((id, n) => ({
      ...(n < 3 ? replaced(id, { replacedBy: `p${n + 2}` }) : order(id)),
      ...(n > 0 && { replaces: chain[n - 1]! }),
      legs: [order('profit'), order('loss')],
    }));
    for (const turn of [told, [...told].reverse(), [told[2]!, told[0]!, told[3]!, told[1]!]]) {
      const { book, places } = setUp();
      for (const one of turn) book.putOrders([one]);
      expect(places('profit')).toEqual(['p4']);
      expect(places('loss')).toEqual(['p4']);
      expect(
        book
          .openOrders()
          .map(({ id }) => id)
          .sort(),
      ).toEqual(['loss', 'p4', 'profit']);
    }
  });
});

describe('a leg that was replaced', () => {
  it('is the leg that replaced it, in the same place', () => {
    const { book, places } = setUp();
    book.putOrders([order('p', { legs: [order('profit'), order('loss')] })]);
    book.putOrders([order('loss-2', { replaces: 'loss' })]);
    book.putOrders([replaced('loss', { replacedBy: 'loss-2' })]);
    expect(legIds(book.order('p'))).toEqual(['profit', 'loss-2']);
    expect(places('loss')).toEqual([]);
    expect(book.order('loss')).toMatchObject({ parentId: 'p', status: 'replaced' });
    expect(book.order('loss-2')).toMatchObject({ parentId: 'p' });
  });

  it('follows its order too', () => {
    const { book, places } = setUp();
    book.putOrders([order('p', { legs: [order('loss')] })]);
    book.putOrders([replaced('loss', { replacedBy: 'loss-2' }), order('loss-2')]);
    book.putOrders([replaced('p', { replacedBy: 'p2' }), order('p2')]);
    expect(places('loss-2')).toEqual(['p2']);
  });
});

it('a leg is shown in its order as it was last heard of', () => {
  const { book, shown } = setUp();
  book.putOrders([order('p', { legs: [order('leg', { status: 'held' })] })]);
  book.putOrders([order('leg', { status: 'canceled', updatedAt: '2026-01-05T15:00:03Z' })]);
  expect(shown.get('p')?.legs).toMatchObject([{ id: 'leg', status: 'canceled' }]);
});

it('the order of a leg is found without looking at the others, whatever was replaced', () => {
  const told = [
    order('p', { legs: [order('profit'), order('loss')] }),
    order('alone'),
    order('loss-2', { replaces: 'loss' }),
    replaced('loss', { replacedBy: 'loss-2' }),
    order('p2', { replaces: 'p' }),
    replaced('p', { replacedBy: 'p2' }),
    order('loss-2', { status: 'canceled', updatedAt: '2026-01-05T15:00:03Z' }),
  ];
  for (const turn of [told, told.toReversed(), [...told.slice(3), ...told.slice(0, 3)]]) {
    const { book } = setUp();
    for (const one of turn) {
      book.putOrders([one]);
      const all = book.orders();
      for (const { id } of all)
        expect(book.parentOf(id)?.id).toBe(
          all.find(({ legs }) => legs?.some((leg) => leg.id === id))?.id,
        );
    }
    expect(book.parentOf('loss-2')?.id).toBe('p2');
  }
});

it('what was kept by an earlier run has the same places', () => {
  const { book } = setUp();
  book.putOrders([order('p', { legs: [order('leg')] })]);
  book.putOrders([replaced('p', { replacedBy: 'p2' }), order('p2')]);
  const next = setUp();
  // The order itself may be too old to be kept; its leg still knows where it belongs.
  next.book.putOrders(book.orders().filter(({ id }) => id === 'leg'));
  expect(next.book.order('leg')?.parentId).toBe('p2');
  next.book.putOrders(book.orders());
  expect(next.book.orders()).toHaveLength(3);
  expect(next.places('leg')).toEqual(['p2']);
});
