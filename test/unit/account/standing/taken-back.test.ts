// A fill that the broker takes back: the book follows the broker's next reading, and nothing that was heard before fights it.
import { expect, it } from 'vitest';
import type { Revision } from '#contract/orders.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { hadBy, isExplained } from '#main/account/standing/explained.ts';
import { decimal, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { read } from '#test/unit/account/standing/transfers-world.ts';
import { anExecution, anOrder, aPosition } from '#test/unit/domain/samples.ts';

const AT = '2026-11-13T15:30:00Z';
const which = { orderId: 'order-1', executionId: 'x1' };
const bust: Revision = { kind: 'bust', at: AT, qty: ZERO, price: decimal('190') };
const filled = anOrder({ status: 'filled', filledQty: '10', filledAvgPrice: '190' });

/** Ten were bought, as both the order stream and a reading of the positions say. */
function setUp() {
  const book = createAccountBook();
  const changes: string[] = [];
  book.onChange(({ kind }) => void changes.push(kind));
  book.putPositions([], 1, { ...book.markFills(), at: 1 });
  book.putOrders([filled], true);
  const fill = anExecution({ qty: '10', cumQty: '10', price: '190', executionId: 'x1' });
  book.putFill(fill, decimal('10'));
  return { book, changes, fill };
}
const cash = (amount: string) => read('1', amount);
const held = aPosition({ qty: '10', avgEntryPrice: '190' });

it('tells whoever listens, once, and the fill keeps what it was', () => {
  const { book, changes, fill } = setUp();
  changes.splice(0);
  expect(book.revise(which, bust)).toEqual({ ...fill, revision: bust });
  expect(book.revise(which, bust)).toBeUndefined();
  expect(changes).toEqual(['executions', 'revised', 'fills']);
  expect(book.executions('order-1')).toEqual([{ ...fill, revision: bust }]);
});

it('keeps what the broker made of it before, and takes nothing back twice', () => {
  const { book, fill } = setUp();
  const price = decimal('191');
  const corrected: Revision = {
    kind: 'correct',
    at: '2026-11-13T15:20:00Z',
    executionId: 'x2',
    qty: decimal('10'),
    price,
  };
  book.revise(which, corrected);
  const taken: Revision = { ...bust, executionId: 'x3', price };
  const whole = { ...fill, revision: taken, revisedBefore: [corrected] };
  expect(book.revise({ ...which, executionId: 'x2' }, taken)).toEqual(whole);
  const before = book.traded();
  // Told again, the correction would give back what was taken.
  expect(book.revise(which, corrected)).toBeUndefined();
  expect(book.revise(which, { ...taken, at: '2026-11-13T15:40:00Z' })).toBeUndefined();
  // A list that lags has the fill as it was once.
  book.putExecutions([{ ...fill, executionId: 'x2', price }]);
  book.putExecutions([{ ...fill, executionId: undefined, price, at: corrected.at }]);
  expect(book.executions('order-1')).toEqual([whole]);
  expect(book.traded()).toEqual(before);
});

it('takes what the broker made of it in the same moment for what it is', () => {
  const { book } = setUp();
  const [one, two] = [decimal('191'), decimal('192')];
  const corrected = (price: Decimal): Revision => ({
    kind: 'correct',
    at: AT,
    qty: decimal('10'),
    price,
  });
  expect(book.revise(which, corrected(one))).toBeDefined();
  expect(book.revise(which, corrected(one))).toBeUndefined();
  expect(book.revise(which, corrected(two))).toMatchObject({ revisedBefore: [corrected(one)] });
  expect(book.revise(which, bust)).toMatchObject({ revision: bust });
});

it('counts what is filled after it, also up to where a later fill had come', () => {
  const book = createAccountBook();
  const at = (second: number): string => `2026-11-13T15:30:0${second}Z`;
  const fill = (executionId: string, qty: string, cumQty: string, second: number) =>
    book.putFill(anExecution({ executionId, qty, cumQty, at: at(second) }), undefined);
  book.putPositions([], 1, { ...book.markFills(), at: 1 });
  book.putOrders([anOrder({ qty: '20', status: 'partially_filled' })], true);
  fill('x1', '4', '4', 1);
  fill('x2', '3', '7', 2);
  book.revise(which, { ...bust, at: at(3) });
  book.putPositions([aPosition({ qty: '3' })], 3, { ...book.markFills(), at: 3 });
  fill('x3', '4', '7', 4);
  expect(book.executions('order-1').map(({ executionId }) => executionId)).toEqual([
    'x1',
    'x2',
    'x3',
  ]);
  expect(book.standingPositions()).toMatchObject([{ qty: '7' }]);
});

it('knows nothing of a fill that is not here', () => {
  const { book, changes } = setUp();
  changes.splice(0);
  expect(book.revise({ ...which, executionId: 'x9' }, bust)).toBeUndefined();
  expect(book.revise({ ...which, orderId: 'order-9' }, bust)).toBeUndefined();
  expect(changes).toEqual([]);
});

it.each([
  ['before the fill was read', false],
  ['after the fill was read', true],
])('believes the first reading without the shares, also %s', (_when, isRead) => {
  const { book } = setUp();
  if (isRead) book.putPositions([held], 2, { ...book.markFills(), at: 2 });
  book.revise(which, bust);
  book.putPositions([], 3, { ...book.markFills(), at: 3 });
  expect([book.standingPositions(), book.arePositionsInDoubt()]).toEqual([[], false]);
  expect(book.filledSince('AAPL')).toBe('0');
});

it('does not offer shares to an exit that a fill told of and a bust took', () => {
  const { book } = setUp();
  expect(book.held().positions).toMatchObject([{ symbol: 'AAPL', qty: '10' }]);
  book.revise(which, bust);
  expect(book.held().positions).toEqual([]);
});

it('does not take the reading of before for news when it comes late', () => {
  const { book } = setUp();
  const asked = { ...book.markFills(), at: 2 };
  book.revise(which, bust);
  book.putPositions([held], 3, asked);
  book.putPositions([], 4, { ...book.markFills(), at: 4 });
  expect(book.standingPositions()).toEqual([]);
});

it('lets the order follow the broker, and no older record bring the shares back', () => {
  const { book } = setUp();
  const emptied = anOrder({ status: 'filled', filledQty: '0', updatedAt: AT });
  book.putOrders([emptied]);
  expect(book.order('order-1')?.filledQty).toBe('10');
  book.revise(which, bust);
  book.putOrders([emptied]);
  expect(book.order('order-1')).toMatchObject({ status: 'filled', filledQty: '0' });
  expect(book.order('order-1')).not.toHaveProperty('filledAvgPrice');
  book.putOrders([filled]);
  expect(book.order('order-1')?.filledQty).toBe('0');
  book.putPositions([], 5, { ...book.markFills(), at: 5 });
  book.putOrders([emptied, filled], true);
  expect(book.standingPositions()).toEqual([]);
});

it('lets the status follow, too, where the broker says another', () => {
  const { book } = setUp();
  book.revise(which, bust);
  book.putOrders([anOrder({ status: 'canceled', filledQty: '0', updatedAt: AT })]);
  expect(book.order('order-1')?.status).toBe('canceled');
});

it('counts what is filled after it anew', () => {
  const { book } = setUp();
  book.revise(which, bust);
  book.putPositions([], 3, { ...book.markFills(), at: 3 });
  const later = { at: '2026-11-13T15:31:00Z', executionId: 'x2' };
  book.putOrders([anOrder({ status: 'filled', filledQty: '10', updatedAt: later.at })], true);
  book.putFill(anExecution({ qty: '10', cumQty: '10', price: '191', ...later }), undefined);
  expect(book.standingPositions()).toMatchObject([{ qty: '10', isEstimate: true }]);
  expect(book.executions('order-1').map(({ again }) => again)).toEqual([undefined, 1]);
});

it('explains cash and shares of the next reading, so that nothing is taken for a transfer', () => {
  const { book } = setUp();
  const before = book.traded();
  book.revise(which, { ...bust, kind: 'correct', qty: decimal('8'), price: decimal('189') });
  const had = hadBy(cash('98100'), [held]);
  // 1,900 came back, and 1,512 were paid.
  const has = hadBy(cash('98488'), [aPosition({ qty: '8' })]);
  expect(isExplained(had, has, before, book.traded())).toBe(true);
});

it('a split and a fee explain a reading, too', () => {
  const { book } = setUp();
  book.putPositions([held], 2, { ...book.markFills(), at: 2 });
  const before = book.traded();
  book.putBooked({ money: ZERO, symbol: 'AAPL', qty: decimal('30') });
  book.putBooked({ money: decimal('-0.5'), symbol: undefined, qty: ZERO });
  const had = hadBy(cash('100'), [held]);
  const forty = aPosition({ qty: '40', avgEntryPrice: '47.5' });
  const has = hadBy(cash('99.5'), [forty]);
  expect(isExplained(had, has, before, book.traded())).toBe(true);
  book.putPositions([forty], 3, { ...book.markFills(), at: 3 });
  expect([book.standingPositions(), book.arePositionsInDoubt()]).toEqual([[forty], false]);
});
