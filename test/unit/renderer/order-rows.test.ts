import { expect, it } from 'vitest';
import { Intent } from '#contract/intents.ts';
import { Order } from '#contract/orders.ts';
import { cancellable, orderRows, rowsIn } from '#renderer/screens/desk/orders/order-rows.ts';

const ACCOUNT = '019a8000-0000-7000-8000-000000000001';
const idOf = (n: number): string =>
  `019a8000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`;

const order = (n: number, status: string, more: object = {}): Order =>
  Order.parse({
    id: `order-${n}`,
    clientOrderId: idOf(n),
    symbol: `S${n}`,
    side: 'buy',
    type: 'limit',
    timeInForce: 'day',
    status,
    qty: '5',
    filledQty: '0',
    limitPrice: '10',
    submittedAt: new Date(n * 1_000).toISOString(),
    ...more,
  });

const intent = (n: number, state: string, more: object = {}): Intent =>
  Intent.parse({
    intentId: idOf(n),
    accountId: ACCOUNT,
    kind: 'place',
    state,
    body: '{"side":"sell","qty":"7","type":"stop_limit","limit_price":"9","stop_price":"8"}',
    symbol: `S${n}`,
    title: 'Sell 7',
    confirmedAt: n * 1_000,
    cancelWhenFound: false,
    isConflict: false,
    unanswered: 0,
    changedAt: n * 1_000,
    ...more,
  });

const symbols = (rows: { symbol: string }[]): string[] => rows.map(({ symbol }) => symbol);

it('shows what is unknown first, then what is open, then the rest, each newest first', () => {
  const rows = orderRows(
    [order(1, 'new'), order(2, 'filled'), order(3, 'partially_filled'), order(4, 'canceled')],
    [intent(5, 'unknown'), intent(6, 'refused'), intent(7, 'set-aside'), intent(1, 'accepted')],
  );
  expect(symbols(rows)).toEqual(['S7', 'S5', 'S3', 'S1', 'S6', 'S4', 'S2']);
  expect(symbols(rowsIn(rows, 'open'))).toEqual(['S7', 'S5', 'S3', 'S1']);
  expect(symbols(rowsIn(rows, 'unknown'))).toEqual(['S7', 'S5']);
  expect(symbols(cancellable(rows))).toEqual(['S7', 'S5', 'S3', 'S1']);
});

it('joins an order with the intent that became it, and offers evidence for our own alone', () => {
  const rows = orderRows([order(1, 'new'), order(2, 'new')], [intent(1, 'accepted')]);
  expect(rows.map(({ key, intentId }) => [key, intentId])).toEqual([
    ['order-2', undefined],
    ['order-1', idOf(1)],
  ]);
});

it('reads what an unknown order asked for from the bytes that were sent', () => {
  const [row] = orderRows([], [intent(1, 'unknown', { cancelWhenFound: true })]);
  expect(row).toMatchObject({
    side: 'sell',
    qty: '7',
    type: 'stop_limit',
    prices: { limitPrice: '9', stopPrice: '8' },
    status: 'unknown',
    orderId: undefined,
    reason: 'It is cancelled as soon as it appears.',
  });
});

it('survives a body that cannot be read', () => {
  const [row] = orderRows([], [intent(1, 'unknown', { body: 'not json' })]);
  expect(row).toMatchObject({ symbol: 'S1', side: undefined, status: 'unknown' });
});

it('shows a conflict beside the order that has the id', () => {
  const rows = orderRows([order(1, 'new')], [intent(1, 'unknown', { isConflict: true })]);
  expect(rows.map(({ status }) => status)).toEqual(['conflict', 'new']);
});

it('leaves out mints and cancels, and an order of unknown status counts as open', () => {
  const rows = orderRows(
    [order(1, 'brand_new_status')],
    [intent(2, 'unknown', { kind: 'mint' }), intent(3, 'unknown', { kind: 'cancel' })],
  );
  expect(rows.map(({ symbol, group, status }) => [symbol, group, status])).toEqual([
    ['S1', 'open', 'brand new status'],
  ]);
});

it('lists legs once, as rows of their own', () => {
  const leg = order(2, 'held');
  const rows = orderRows([order(1, 'new', { legs: [leg] }), order(2, 'new')], []);
  expect(rows.map(({ key, status }) => [key, status])).toEqual([
    ['order-2', 'new'],
    ['order-1', 'new'],
  ]);
});

it('does not call an order unknown while its answer is still expected', () => {
  const rows = orderRows([], [intent(1, 'sent'), intent(2, 'recorded')]);
  expect(rows.map(({ group, status }) => [group, status])).toEqual([
    ['open', 'sending'],
    ['open', 'sending'],
  ]);
});
