import { expect, it } from 'vitest';
import { Order } from '#contract/orders.ts';
import type { Journal } from '#main/journal/types.ts';
import { createHarness, draft, value } from './harness.ts';

const harness = createHarness();

const order = (id: string): Order =>
  Order.parse({
    id,
    clientOrderId: `client ${id}`,
    symbol: 'AAPL',
    side: 'buy',
    type: 'limit',
    timeInForce: 'day',
    status: 'new',
    filledQty: '0',
  });
/** As no decoder gives it out, and as a mistake of ours might. */
const unfit = (what: string, more: object): Order => ({ ...order(what), ...more });
const ring: Record<string, unknown> = {};
ring['ring'] = ring;

const told = (journal: Journal) =>
  value(journal.activity({ kinds: ['desk'], text: '', limit: 9 })).lines;

it.each([
  ['without an id', unfit('x', { id: undefined })],
  ['whose status is no text', unfit('x', { status: {}, updatedAt: { toString: 1 } })],
  ['that is a ring', unfit('x', { legs: [ring] })],
  ['with a number that JSON has no word for', unfit('x', { qty: 10n })],
])('an order %s is set aside with a line, and everything else is written', (_what, bad) => {
  const journal = harness.open();
  value(journal.saveOrders([order('before'), bad, order('after')]));
  expect(journal.health()).toEqual({ writable: true });
  const intent = draft();
  value(journal.record(intent));
  value(journal.saveOrders([order('later')]));
  const lines = told(journal);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.text).toContain('set them aside: order ');
  expect(harness.state.log).toEqual(['a row cannot be written and is set aside']);
  journal.close();
  const again = harness.open();
  const known = value(again.load());
  expect(known.orders.map(({ value: { id } }) => id).sort()).toEqual(['after', 'before', 'later']);
  expect(value(again.get(intent.intentId))).toMatchObject({ title: intent.title });
  expect(told(again)).toHaveLength(1);
});

it('tells once of many, and of none that is itself a line', () => {
  const journal = harness.open();
  value(journal.saveOrders(['a', 'b', 'c', 'd', 'e'].map((id) => unfit(id, { qty: 1n }))));
  expect(told(journal)[0]?.text).toContain('order a, order b, order c and 2 more.');
  value(journal.saveEvent({ kind: 'desk', detail: 'd', text: undefined as unknown as string }));
  expect(told(journal)).toHaveLength(1);
});
