import { describe, expect, it } from 'vitest';
import {
  anOrder,
  createWorlds,
  deferred,
  failureOf,
  newId,
  value,
} from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

async function withOrder() {
  const world = createWorld();
  const { resultId: orderId } = value(await world.submit());
  return { world, orderId: orderId! };
}

describe('replace', () => {
  it('the change carries the intent’s own client order id and becomes the new order', async () => {
    const { world, orderId } = await withOrder();
    const change = newId();
    const intent = value(await world.replace(orderId, { limitPrice: '180' }, change));
    expect(intent).toMatchObject({ state: 'accepted', kind: 'replace' });
    expect(JSON.parse(world.broker.calls.replace[0]!)).toEqual({
      limit_price: '180',
      client_order_id: change,
    });
    expect(world.broker.ordersOf(change)).toMatchObject([
      { id: intent.resultId, replaces: orderId, limitPrice: '180' },
    ]);
    await world.pass(100);
    expect(world.book.order(orderId)).toMatchObject({
      status: 'replaced',
      replacedBy: intent.resultId,
    });
  });

  it('never sent again by itself; replaced_by with our id is its proof', async () => {
    const { world, orderId } = await withOrder();
    const change = newId();
    world.broker.will({ kind: 'late', ms: 20_000 });
    expect(value(await world.replace(orderId, { limitPrice: '180' }, change)).state).toBe(
      'unknown',
    );
    await world.pass(60_000, 200);
    expect(world.state(change)).toBe('accepted');
    expect(world.broker.calls.replace).toHaveLength(1);
    expect(world.broker.ordersOf(change)).toHaveLength(1);
  });

  it.each(['filled', 'canceled', 'expired'])(
    'racing a fill: the old order is %s, so the change lost and is reported as that',
    async (status) => {
      const { world, orderId } = await withOrder();
      world.broker.will({ kind: 'request-lost' });
      const { intentId } = value(await world.replace(orderId));
      world.broker.change(orderId, { status });
      await world.pass(1_000);
      expect(world.intent(intentId)).toMatchObject({ state: 'refused', unanswered: 0 });
      expect(world.intent(intentId).reason).toContain(status);
    },
  );

  it('racing a fill: a new order that exists and was rejected is not said to be absent', async () => {
    const { world, orderId } = await withOrder();
    world.broker.will({ kind: 'answer-lost' });
    const { intentId } = value(await world.replace(orderId));
    const next = world.broker.ordersOf(intentId)[0]!.id;
    const { replacedBy: _, ...old } = world.broker.ledger[0]!;
    world.broker.ledger[0] = { ...old, status: 'filled' };
    world.broker.change(next, { status: 'rejected' });
    await world.pass(1_000);
    expect(world.intent(intentId)).toMatchObject({ state: 'accepted', resultId: next });
  });

  it('another change that replaced the order first wins', async () => {
    const { world, orderId } = await withOrder();
    world.broker.will({ kind: 'request-lost' });
    const { intentId } = value(await world.replace(orderId));
    const other = world.broker.add(anOrder({ id: 'theirs', replaces: orderId }));
    world.broker.change(orderId, { status: 'replaced', replacedBy: other.id });
    await world.pass(1_000);
    expect(world.intent(intentId).reason).toContain('another change');
    expect(world.state(intentId)).toBe('refused');
  });

  it('a record that says replaced, and not by what, proves nothing', async () => {
    const { world, orderId } = await withOrder();
    world.broker.will({ kind: 'request-lost' });
    const { intentId } = value(await world.replace(orderId));
    world.broker.change(orderId, { status: 'replaced' });
    await world.pass(60_000, 500);
    expect(world.state(intentId)).toBe('unknown');
  });

  it('silence and throws while the old order is read never end the following', async () => {
    const { world, orderId } = await withOrder();
    world.broker.will({ kind: 'answer-lost' });
    world.broker.state.lookups = 'throws';
    const { intentId } = value(await world.replace(orderId));
    await world.pass(30_000, 500);
    world.broker.state.lookups = 'blind';
    await world.pass(30_000, 500);
    expect(world.state(intentId)).toBe('unknown');
    world.broker.state.lookups = 'honest';
    await world.pass(31_000, 500);
    expect(world.state(intentId)).toBe('accepted');
  });

  it('the new order heard on the stream is its proof too', async () => {
    const { world, orderId } = await withOrder();
    world.broker.will({ kind: 'answer-lost' });
    world.broker.state.lookups = 'blind';
    const { intentId } = value(await world.replace(orderId));
    world.trading.onOrder(world.broker.ordersOf(intentId)[0]!, 'heard');
    expect(world.state(intentId)).toBe('accepted');
  });

  it('an order with the change’s id and other terms is a conflict', async () => {
    const { world, orderId } = await withOrder();
    world.broker.will({ kind: 'request-lost' });
    const { intentId } = value(await world.replace(orderId));
    world.trading.onOrder(
      anOrder({ id: 'x', clientOrderId: intentId, replaces: orderId, limitPrice: '1' }),
      'heard',
    );
    world.trading.onOrder(
      anOrder({ id: 'y', clientOrderId: intentId, replaces: 'another', limitPrice: '180' }),
      'heard',
    );
    expect(world.intent(intentId)).toMatchObject({ state: 'unknown', isConflict: true });
  });

  it('one open change per order', async () => {
    const { world, orderId } = await withOrder();
    const gate = deferred();
    world.broker.will({ kind: 'queued', go: gate.promise });
    const first = world.replace(orderId);
    expect(failureOf(await world.replace(orderId, { limitPrice: '170' }))).toContain('in progress');
    gate.go();
    await first;
    expect(world.broker.calls.replace).toHaveLength(1);
  });

  it('one open change per order, also after a restart', async () => {
    const { world, orderId } = await withOrder();
    world.broker.will({ kind: 'request-lost' });
    const { intentId } = value(await world.replace(orderId));
    world.restart();
    world.trading.onOrder(world.broker.ledger[0]!, 'found');
    expect(failureOf(await world.replace(orderId))).toContain('in progress');
    value(world.trading.setAside(intentId, false));
    expect(value(await world.replace(orderId)).state).toBe('accepted');
    await world.pass(40_000, 500);
    expect(world.state(intentId)).toBe('refused');
  });

  it('a 422 is a refusal when nothing else is open', async () => {
    const { world, orderId } = await withOrder();
    world.broker.will({ kind: 'status', status: 422, message: 'order is not open' });
    expect(value(await world.replace(orderId)).state).toBe('refused');
    expect(value(await world.replace(orderId)).state).toBe('accepted');
  });

  it('the same change twice is one; the same id for another order is invalid', async () => {
    const { world, orderId } = await withOrder();
    const other = value(await world.submit()).resultId!;
    const change = newId();
    await world.replace(orderId, { limitPrice: '180' }, change);
    expect(value(await world.replace(orderId, { limitPrice: '180' }, change)).state).toBe(
      'accepted',
    );
    expect(failureOf(await world.replace(other, { limitPrice: '180' }, change))).toContain(
      'another order',
    );
    expect(world.broker.calls.replace).toHaveLength(1);
  });

  it('the person may send an unknown change again; the old order takes one change at most', async () => {
    const { world, orderId } = await withOrder();
    world.broker.will({ kind: 'late', ms: 5_000 });
    const { intentId } = value(await world.replace(orderId));
    world.broker.state.lookups = 'blind';
    expect(value(await world.trading.sendAgain(intentId, [])).state).toBe('accepted');
    await world.pass(10_000);
    expect(world.broker.ordersOf(intentId)).toHaveLength(1);
  });

  it('a change that was set aside and lands late is told, and its order canceled when that was asked for', async () => {
    const { world, orderId } = await withOrder();
    world.broker.will({ kind: 'late', ms: 5_000 });
    const { intentId } = value(await world.replace(orderId));
    value(world.trading.setAside(intentId));
    await world.pass(70_000, 500);
    expect(world.state(intentId)).toBe('accepted');
    expect(world.newsOf('late')).toHaveLength(1);
    expect(world.broker.ordersOf(intentId)).toMatchObject([{ status: 'canceled' }]);
  });

  it('an ended order cannot be changed', async () => {
    const { world, orderId } = await withOrder();
    await world.trading.cancel(orderId);
    await world.pass(500);
    expect(failureOf(await world.replace(orderId))).toContain('already canceled');
    expect(failureOf(await world.replace('nothing'))).toContain('no such order');
  });
});
