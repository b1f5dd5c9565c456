// A change that was accepted and is not made yet is canceled with its order.
import { expect, it } from 'vitest';
import { setUp } from '#test/unit/account/orders/cancel-loop-world.ts';
import { anOrder } from '#test/unit/account/orders/world.ts';

it.each([
  ['was rejected late', 'new', ['a'], 'b canceled'],
  ['was made', 'replaced', ['b'], 'b canceled'],
])(
  'cancels a change that is not made yet with its order, once it %s',
  async (_name, status, ids, end) => {
    const a = anOrder({ id: 'a', status: 'pending_replace' });
    const { canceling, asked, ends, atBroker, book, pass } = setUp([
      a,
      anOrder({ id: 'b', replaces: 'a' }),
    ]);
    atBroker.set('a', a);
    await canceling.cancel('b');
    await pass(3_000);
    // The broker has no such order yet, and does not cancel the other one now.
    expect(asked).toEqual([]);
    const isMade = status === 'replaced';
    atBroker.set('a', anOrder({ id: 'a', status, ...(isMade && { replacedBy: 'b' }) }));
    if (!isMade) book.set('b', anOrder({ id: 'b', replaces: 'a', status: 'rejected' }));
    await pass(30_000);
    expect([...new Set(asked)]).toEqual(ids);
    for (const id of ids) book.set(id, anOrder({ id, status: 'canceled' }));
    await pass(30_000);
    expect(ends).toEqual([end]);
  },
);
