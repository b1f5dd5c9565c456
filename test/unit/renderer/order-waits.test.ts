// What a person asked of an order and waits for, in the table and on the chart.
import { expect, it } from 'vitest';
import { orderMarks } from '#renderer/chart/order-marks.ts';
import { isLongWait, waitOf } from '#renderer/core/order-waits.ts';
import { desk, idOf, intent, order } from '#test/unit/renderer/order-world.ts';

const waiting = (id: string, since = 5_000) => ({ id, since, state: 'waiting' as const });

it('the row of an order says that its cancel waits, and no more when it is over', () => {
  const { cancels, flush, rows } = desk([order(1, 'new')]);
  expect(rows()[0]?.wait).toBeUndefined();
  cancels.put('order-1', waiting('order-1'));
  flush();
  expect(rows()[0]?.wait).toEqual({ text: 'cancel waiting for the broker', since: 5_000 });
  cancels.put('order-1', { ...waiting('order-1'), state: 'over' });
  flush();
  expect(rows()[0]?.wait).toBeUndefined();
});

it('an order that has ended waits for nothing, whatever was heard last', () => {
  const { cancels, orders, flush, rows } = desk([order(1, 'new')]);
  cancels.put('order-1', waiting('order-1'));
  orders.put('order-1', order(1, 'canceled'));
  flush();
  expect(rows()[0]?.wait).toBeUndefined();
});

it('so does the row of an order that nobody has found yet', () => {
  const { cancels, flush, rows } = desk([], [intent(1, 'unknown', { cancelWhenFound: true })]);
  cancels.put(idOf(1), waiting(idOf(1)));
  flush();
  expect(rows()[0]?.wait).toEqual({ text: 'cancel waiting for the broker', since: 5_000 });
});

it('a leg says it in its own row', () => {
  const leg = order(2, 'held', { parentId: 'order-1' });
  const { cancels, flush, rows } = desk([order(1, 'new', { legs: [leg] })]);
  cancels.put('order-2', waiting('order-2'));
  flush();
  expect(rows().map(({ key, wait }) => [key, wait?.text])).toEqual([
    ['order-1', undefined],
    ['order-2', 'cancel waiting for the broker'],
  ]);
});

it.each(['recorded', 'sent', 'unknown'])('an order says that its change waits: %s', (state) => {
  const change = { kind: 'replace', targetId: 'order-1' };
  const { intents, flush, rows } = desk([order(1, 'new')], [intent(2, state, change)]);
  const wait = () => rows().find(({ key }) => key === 'order-1')?.wait;
  expect(wait()).toEqual({ text: 'change waiting for the broker', since: 2_000 });
  intents.put(idOf(2), intent(2, 'not-sent', change));
  flush();
  expect(wait()).toBeUndefined();
});

it('a cancel is more than a change, and the broker’s own word is enough', () => {
  const change = intent(2, 'unknown', { kind: 'replace', targetId: 'a' });
  const asked = { ...waiting('a'), state: 'asked' as const };
  expect(waitOf(waiting('a'), 'new', change)?.text).toBe('cancel waiting for the broker');
  expect(waitOf(asked, 'new', change)?.text).toBe('cancel requested');
  expect(waitOf(asked, 'pending_cancel', undefined)).toBeUndefined();
});

it('the line on the chart says it with its age', () => {
  const marks = (now: number) =>
    orderMarks([order(1, 'new')], 'S1', {
      isPrivate: false,
      waits: { now, of: ({ id }) => waitOf(waiting(id), 'new', undefined) },
    })[0]?.title;
  expect(isLongWait({ text: '', since: 5_000 }, 5_999)).toBe(false);
  expect(marks(5_999)).toBe('Buy 5 limit');
  expect(marks(17_000)).toBe('Buy 5 limit, cancel waiting for the broker 12 s');
});

it('a side that cannot be read is called unknown, and neither buy nor sell', () => {
  const [mark] = orderMarks([order(1, 'new', { side: '', unread: ['side'] })], 'S1', {
    isPrivate: false,
  });
  expect([mark?.title, mark?.side]).toEqual(['Side unknown: 5 limit', undefined]);
});
