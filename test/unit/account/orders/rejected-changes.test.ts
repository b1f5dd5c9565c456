// A change that the broker rejects on the stream, after it had answered well or was never heard to answer.
import { expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { anOrder, createWorlds, newId, value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

async function withOrder() {
  const world = createWorld();
  const { resultId = '', intentId } = value(await world.submit());
  const old = world.book.order(resultId);
  if (!old) throw new Error('there is no order');
  return { world, old, placedId: intentId };
}
const REJECTED =
  'heard: The broker rejected the change, 3 min after you asked for it. The old terms still apply: Buy 10 AAPL limit 190.00.';

it('says of a change that was accepted that the old terms stand, on the change, the order and as news', async () => {
  const { world, old, placedId } = await withOrder();
  world.broker.will({ kind: 'late', ms: 3_600_000 });
  const { intentId } = value(await world.replace(old.id, { limitPrice: '180' }));
  const resultId = 'the new order';
  const answered = { id: resultId, clientOrderId: intentId, replaces: old.id, limitPrice: '180' };
  world.trading.onOrder(anOrder(answered), 'found');
  world.time.advance(180_000);
  world.trading.onChangeRejected(old);
  expect(world.state(intentId)).toBe('accepted');
  expect(world.evidence(intentId).at(-1)).toBe(REJECTED);
  expect(world.evidence(placedId).at(-1)).toBe(REJECTED);
  expect(world.newsOf('change-declined')).toMatchObject([
    { order: { id: old.id }, text: REJECTED.slice('heard: '.length) },
  ]);
  // Told of the new order, it is the same change.
  world.trading.onChangeRejected(anOrder({ id: resultId, clientOrderId: intentId }));
  expect(world.newsOf('change-declined').map(({ order }) => order.id)).toEqual([old.id, old.id]);
});

it('ends a change whose answer was lost', async () => {
  const { world, old } = await withOrder();
  world.broker.will({ kind: 'request-lost' });
  const { intentId, state } = value(await world.replace(old.id));
  expect(state).toBe('unknown');
  world.trading.onChangeRejected(old);
  expect(world.intent(intentId)).toMatchObject({
    state: 'refused',
    unanswered: 0,
    reason: expect.stringContaining('The old terms still apply') as string,
  });
});

it('leaves a change that is being sent to its answer', async () => {
  const { world, old } = await withOrder();
  const change = newId();
  const sent = world.replace(old.id, { limitPrice: '180' }, change);
  world.trading.onChangeRejected(old);
  expect(value(await sent).state).toBe('accepted');
});

it('tells of an order that was placed and changed elsewhere as a line of the activity', async () => {
  const { world } = await withOrder();
  const stranger = anOrder({ id: 'elsewhere', clientOrderId: 'of another program' });
  world.book.putOrders([stranger]);
  world.trading.onChangeRejected(stranger);
  const page = world.journal.activity({ kinds: ['desk'], text: 'rejected', limit: 5 });
  expect(page.ok && page.value.lines.map(({ text }) => text)).toEqual([
    'Buy 10 AAPL: The broker rejected the change. The old terms still apply: Buy 10 AAPL limit 190.00.',
  ]);
  expect(world.newsOf('change-declined')).toHaveLength(1);
});

it('does not say that old terms stand where the order ended before the change came', async () => {
  const { world, old } = await withOrder();
  world.broker.will({ kind: 'request-lost' });
  const { intentId } = value(await world.replace(old.id));
  const filled = { ...old, status: 'filled', filledQty: decimal('10') };
  world.book.putOrders([filled]);
  world.trading.onChangeRejected(filled);
  expect(world.intent(intentId).reason).toMatch(
    /rejected the change.*The order had ended: filled\.$/,
  );
});

it('is about the newest change of that order, and about none that was refused before', async () => {
  const { world, old } = await withOrder();
  world.broker.will({ kind: 'status', status: 422, message: 'no' });
  const refused = value(await world.replace(old.id, { limitPrice: '150' }));
  world.broker.will({ kind: 'late', ms: 3_600_000 });
  const { intentId } = value(await world.replace(old.id, { limitPrice: '180' }));
  const before = world.evidence(refused.intentId);
  world.trading.onChangeRejected(old);
  expect(world.evidence(refused.intentId)).toEqual(before);
  expect(world.evidence(intentId).at(-1)).toContain('The broker rejected the change');
});

it('names a stop and a limit among the terms that stand, and what they are of is read', async () => {
  const world = createWorld();
  const order = anOrder({
    id: 'elsewhere',
    clientOrderId: 'of another program',
    side: 'sell',
    type: 'stop_limit',
    stopPrice: '180',
    limitPrice: '179.5',
  });
  world.broker.ledger.push(order);
  world.book.putOrders([order]);
  const { byId } = world.broker.broker;
  const read: string[] = [];
  world.broker.broker.byId = (orderId, lane) => {
    read.push(orderId);
    return byId(orderId, lane);
  };
  world.trading.onChangeRejected(order);
  await world.pass(1_000);
  expect(world.newsOf('change-declined')).toMatchObject([
    {
      text: 'The broker rejected the change. The old terms still apply: Sell 10 AAPL stop 180.00 limit 179.50.',
    },
  ]);
  expect(read).toEqual(['elsewhere']);
});
