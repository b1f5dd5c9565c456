import { expect, it } from 'vitest';
import { Execution } from '#contract/orders.ts';
import { fillTotals } from '#renderer/trading/fills/fill-totals.ts';
import { createTotaller, type OrderTotals } from '#renderer/trading/orders/order-totals.ts';
import type { OrderRow } from '#renderer/trading/orders/order-rows.ts';
import { desk, intent, order } from '#test/unit/renderer/order-world.ts';

/** In a moment that does not end. */
function orderTotals(rows: readonly OrderRow[]): OrderTotals | undefined {
  let told: OrderTotals | undefined;
  const pace = { now: () => 0, later: () => () => undefined };
  createTotaller(pace, (totals) => (told = totals)).show(rows);
  return told;
}

it('adds up what is open, of what is still to be filled', () => {
  const { rows } = desk(
    [
      order(1, 'new', { qty: '0.1', limitPrice: '0.2' }),
      order(2, 'partially_filled', { qty: '10', filledQty: '4', limitPrice: '100' }),
      order(3, 'new', { side: 'sell', limitPrice: undefined, stopPrice: '9', qty: '2' }),
      order(4, 'new', { limitPrice: undefined, type: 'market' }),
      order(5, 'new', { qty: undefined, notional: '50', limitPrice: undefined }),
      order(6, 'filled'),
    ],
    [intent(7, 'unknown')],
  );
  expect(orderTotals(rows())).toEqual({ open: 5, buys: '650.02', sells: '18', unpriced: 1 });
});

it('counts the two exits of an order once, and none that still wait for it', () => {
  const exits = (n: number) => [
    order(n, 'new', { side: 'sell', qty: '10', limitPrice: '12' }),
    order(n + 1, 'held', { side: 'sell', qty: '10', limitPrice: undefined, stopPrice: '8' }),
  ];
  const filled = desk([order(1, 'filled', { legs: exits(2) })]).rows();
  expect(orderTotals(filled)).toMatchObject({ open: 2, buys: '0', sells: '120' });
  const waiting = desk([order(1, 'new', { qty: '10', limitPrice: '10', legs: exits(2) })]).rows();
  expect(orderTotals(waiting)).toMatchObject({ buys: '100', sells: '0' });
});

it('counts an order and the change of it once, by the larger', () => {
  const both = (before: object, after: object = {}, status = 'pending_replace') =>
    orderTotals(
      desk([
        order(1, status, { limitPrice: '214', qty: '2', ...before }),
        order(2, 'new', { limitPrice: '213', qty: '2', replaces: 'order-1', ...after }),
        order(3, 'new', { limitPrice: '1', qty: '1' }),
      ]).rows(),
    );
  expect(both({})).toEqual({ open: 2, buys: '429', sells: '0', unpriced: 0 });
  expect(both({}, { qty: '3' })).toMatchObject({ open: 2, buys: '640' });
  // The order may not have been heard of yet, or be heard of no more.
  expect(both({}, {}, 'new')).toMatchObject({ open: 2, buys: '429' });
  expect(both({}, {}, 'replaced')).toMatchObject({ open: 2, buys: '427' });
  const market = { type: 'market', limitPrice: undefined };
  expect(both(market, market)).toMatchObject({ open: 2, buys: '1', unpriced: 1 });
  // One that is being sent says only what it changes.
  const change = intent(2, 'sent', { kind: 'replace', targetId: 'order-1', body: '{"qty":"1"}' });
  const sending = desk([order(1, 'new', { qty: '2' })], [change]).rows();
  expect(orderTotals(sending)).toEqual({ open: 1, buys: '20', sells: '0', unpriced: 0 });
  const leg = (n: number, more: object) =>
    order(n, 'new', { side: 'sell', qty: '10', parentId: 'order-1', ...more });
  const legs = [leg(2, { limitPrice: '12' }), leg(3, { limitPrice: '13', replaces: 'order-2' })];
  const filled = desk([order(1, 'filled', { filledQty: '5' }), ...legs]).rows();
  expect(orderTotals(filled)).toEqual({ open: 1, buys: '0', sells: '130', unpriced: 0 });
});

it('counts a leg and the change of it once, which hangs on nothing before it is made', () => {
  const change = order(3, 'new', {
    side: 'sell',
    qty: '10',
    limitPrice: '13',
    replaces: 'order-2',
  });
  const totals = (head: string, filledQty = '5') => {
    const leg = order(2, 'pending_replace', { side: 'sell', qty: '10', limitPrice: '12' });
    const legs = [leg, order(4, 'new', { side: 'sell', qty: '10', limitPrice: '8' })];
    return orderTotals(desk([order(1, head, { filledQty, legs }), leg, change]).rows());
  };
  expect(totals('filled')).toEqual({ open: 2, buys: '0', sells: '130', unpriced: 0 });
  expect(totals('new', '0')).toEqual({ open: 3, buys: '50', sells: '0', unpriced: 0 });
});

it('adds up fills as they hold now', () => {
  const fill = (side: string, qty: string, price: string, revision?: object) => ({
    ...Execution.parse({
      orderId: 'o',
      symbol: 'S',
      side,
      qty,
      cumQty: qty,
      price,
      at: '',
      ...(revision && { revision: { at: '', ...revision } }),
    }),
    key: '',
    moment: 0,
  });
  const totals = fillTotals([
    fill('buy', '0.1', '0.2'),
    fill('buy', '1', '5', { kind: 'bust', qty: '1', price: '5' }),
    fill('sell_short', '3', '100', { kind: 'correct', qty: '2', price: '100' }),
  ]);
  expect(totals).toEqual({ bought: '0.02', sold: '200', net: '199.98' });
});

/** A totaller whose clock moves by a millisecond with each look, and what it has told. */
function paced() {
  const tasks: (() => void)[] = [];
  const told: (string | undefined)[] = [];
  let at = 0;
  const pace = {
    now: () => at++,
    later: (run: () => void) => {
      tasks.push(run);
      return () => void tasks.splice(tasks.indexOf(run), 1);
    },
  };
  const totaller = createTotaller(pace, (totals) => told.push(totals && `${totals.open}`));
  return { ...totaller, tasks, told, runOne: () => tasks.shift()?.() };
}

const many = (count: number) =>
  desk(Array.from({ length: count }, (_, n) => order(n, 'new'))).rows();

it('adds up few at once and many in pieces', () => {
  const { show, told, tasks, runOne } = paced();
  show(many(200));
  expect([told, tasks.length]).toEqual([['200'], 0]);
  show(many(5_000));
  expect(told).toEqual(['200']);
  expect(tasks).toHaveLength(1);
  while (tasks.length > 0) runOne();
  expect(told).toEqual(['200', '5000']);
});

it('comes to its end under a stream of changes, and then counts what came', () => {
  const { show, told, tasks, runOne } = paced();
  const rows = many(5_000);
  show(rows);
  for (let n = 0; tasks.length > 0 && told.length < 2; n++) {
    if (n < 3) rows.pop();
    if (n < 3) show(rows);
    expect(tasks).toHaveLength(1);
    runOne();
  }
  expect(told).toEqual(['5000', '4997']);
});

it('drops what it was adding up when other rows are shown, or none are known', () => {
  const { show, told, tasks, runOne, stop } = paced();
  show(many(5_000));
  show(many(10));
  expect([told, tasks.length]).toEqual([['10'], 0]);
  show(many(5_000));
  show(undefined);
  expect([told, tasks.length]).toEqual([['10', undefined], 0]);
  show(many(5_000));
  stop();
  runOne();
  expect(told).toEqual(['10', undefined]);
});
