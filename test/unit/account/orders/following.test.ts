// How often the broker is asked, and about what: questions that nobody needs cost the ones that somebody waits for.
import { describe, expect, it } from 'vitest';
import type { Lookup } from '#main/account/orders/order-broker.ts';
import { createFaultyDisk } from '#test/unit/journal/harness.ts';
import {
  ACCOUNT,
  aDraft,
  anOrder,
  createWorlds,
  newId,
  value,
} from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
type World = ReturnType<typeof createWorld>;

const LEGS = { takeProfit: { limitPrice: '200' }, stopLoss: { stopPrice: '180' } };
const silent: Lookup = { kind: 'silent', reason: '503' };

async function lost(world: World) {
  world.broker.will({ kind: 'request-lost' });
  return value(await world.submit()).intentId;
}

/** The broker answers the next placement or change with this order, whatever was asked for. */
function answerWith(world: World, members: Record<string, unknown>): void {
  const answer = (body: string, beforeSend: () => string | undefined) => {
    beforeSend();
    const { client_order_id: clientOrderId } = JSON.parse(body) as { client_order_id: string };
    const record = anOrder({ clientOrderId, ...members });
    return Promise.resolve({ kind: 'answer', status: 200, message: '', record } as const);
  };
  const { broker } = world.broker;
  broker.place = (body, options) => answer(body, options.beforeSend);
  broker.replace = (_id, body, options) => answer(body, options.beforeSend);
}

describe('an order that is looked for', () => {
  it('is asked for every half minute once it was set aside, or another has its id', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const aside = await lost(world);
    await world.pass(1_000);
    value(world.trading.setAside(aside, false));
    await world.pass(30_000, 500);
    world.broker.calls.byClient.length = 0;
    await world.pass(120_000, 500);
    expect(world.broker.calls.byClient).toHaveLength(4);
    const other = createWorld({ refusesReusedIds: false });
    const taken = await lost(other);
    other.trading.onOrder(anOrder({ clientOrderId: taken, qty: '77' }), 'heard');
    await other.pass(200);
    other.broker.calls.byClient.length = 0;
    await other.pass(90_000, 500);
    expect(other.broker.calls.byClient).toHaveLength(3);
  });

  it('is asked for every two seconds while the person waits, and more and more seldom after', async () => {
    const world = createWorld({ refusesReusedIds: false });
    world.broker.state.lookups = 'blind';
    await lost(world);
    await world.pass(10_000, 100);
    world.broker.calls.byClient.length = 0;
    await world.pass(10_000, 100);
    expect(world.broker.calls.byClient).toHaveLength(5);
    await world.pass(60_000, 500);
    world.broker.calls.byClient.length = 0;
    await world.pass(60_000, 500);
    expect(world.broker.calls.byClient).toHaveLength(2);
  });

  it('is not asked for any more once it is known', async () => {
    const world = createWorld();
    world.broker.will({ kind: 'answer-lost' });
    const { intentId } = value(await world.submit());
    await world.pass(1_000);
    expect(world.state(intentId)).toBe('accepted');
    const asked = world.broker.calls.byClient.length;
    await world.pass(60_000, 500);
    expect(world.broker.calls.byClient).toHaveLength(asked);
    expect(world.time.pending()).toBe(0);
  });

  it('is found at once when the broker refuses its id as used', async () => {
    const world = createWorld();
    world.broker.will({ kind: 'late', ms: 50 });
    world.broker.state.lookups = 'blind';
    const { intentId } = value(await world.submit());
    await world.pass(60, 10);
    world.broker.state.lookups = 'honest';
    world.broker.calls.byClient.length = 0;
    const { byClientOrderId } = world.broker.broker;
    let isFirst = true;
    world.broker.broker.byClientOrderId = (id) => {
      const answer = isFirst ? Promise.resolve({ kind: 'missing' } as const) : byClientOrderId(id);
      isFirst = false;
      return answer;
    };
    await world.pass(150, 10);
    expect(world.state(intentId)).toBe('accepted');
    expect(world.broker.ordersOf(intentId)).toHaveLength(1);
  });

  it('is asked for again after a restart once the person says so, and followed from then on', async () => {
    const world = createWorld({ refusesReusedIds: false });
    world.broker.state.lookups = 'blind';
    const intentId = await lost(world);
    world.restart();
    value(await world.trading.lookAgain(intentId));
    world.broker.state.lookups = 'honest';
    world.broker.ledger.push(anOrder({ id: 'late', clientOrderId: intentId }));
    await world.pass(31_000, 500);
    expect(world.state(intentId)).toBe('accepted');
  });

  it('is unknown, with a conflict, when the answer is about another order', async () => {
    const world = createWorld({ refusesReusedIds: false });
    answerWith(world, { qty: '77' });
    const { intentId, state, isConflict } = value(await world.submit());
    expect([state, isConflict]).toEqual(['unknown', true]);
    expect(world.evidence(intentId).slice(-2)).toEqual([
      'conflict: The broker has a different order with this id: quantity: requested 10, the broker has 77.',
      'lost: The broker’s answer is about another order, so the outcome of this one is unknown.',
    ]);
  });
});

describe('a change that is looked for', () => {
  async function withLostChange() {
    const world = createWorld();
    const orderId = value(await world.submit()).resultId!;
    world.broker.will({ kind: 'request-lost' });
    const { intentId } = value(await world.replace(orderId));
    return { world, orderId, intentId };
  }

  it('is asked for every half minute once it was set aside', async () => {
    const { world, intentId } = await withLostChange();
    value(world.trading.setAside(intentId, false));
    await world.pass(31_000, 500);
    world.broker.calls.byId.length = 0;
    await world.pass(120_000, 500);
    expect(world.broker.calls.byId).toHaveLength(4);
  });

  it('is asked for at once when it was sent again and lost again', async () => {
    const { world, intentId } = await withLostChange();
    await world.pass(20_000, 500);
    world.broker.will({ kind: 'answer-lost' });
    value(await world.trading.sendAgain(intentId, []));
    await world.pass(0);
    expect(world.state(intentId)).toBe('accepted');
  });

  it('is asked for soon while it is not', async () => {
    const { world } = await withLostChange();
    world.broker.calls.byId.length = 0;
    await world.pass(7_000, 50);
    expect(world.broker.calls.byId.length).toBeGreaterThanOrEqual(5);
  });

  it('is not settled by half of the answers', async () => {
    const { world, orderId, intentId } = await withLostChange();
    const { broker } = world.broker;
    const { byId, byClientOrderId } = broker;
    world.broker.change(orderId, { status: 'replaced', replacedBy: 'next' });
    broker.byClientOrderId = () => Promise.resolve(silent);
    expect(await world.trading.lookUpUnsettled()).toBe(false);
    broker.byClientOrderId = byClientOrderId;
    broker.byId = (id) => (id === 'next' ? Promise.resolve(silent) : byId(id));
    expect(await world.trading.lookUpUnsettled()).toBe(false);
    broker.byId = byId;
    expect(await world.trading.lookUpUnsettled()).toBe(true);
    expect(world.state(intentId)).toBe('unknown');
    broker.byId = (id) =>
      id === 'next'
        ? Promise.resolve({
            kind: 'found',
            order: anOrder({ id, clientOrderId: intentId, replaces: orderId, limitPrice: '180' }),
          })
        : byId(id);
    expect(await world.trading.lookUpUnsettled()).toBe(true);
    expect(world.intent(intentId)).toMatchObject({ state: 'accepted', resultId: 'next' });
  });

  it('leaves the order of the other change in the book when that was first', async () => {
    const { world, orderId, intentId } = await withLostChange();
    const next = world.broker.add(anOrder({ id: 'theirs', replaces: orderId }));
    world.broker.change(orderId, { status: 'replaced', replacedBy: next.id });
    await world.pass(1_000);
    expect(world.state(intentId)).toBe('refused');
    expect(world.book.order(next.id)).toMatchObject({ id: next.id });
    expect(world.book.order(orderId)).toMatchObject({ status: 'replaced' });
  });

  it('is the same change when it is asked for twice, before and after it was made', async () => {
    const world = createWorld();
    const orderId = value(await world.submit()).resultId!;
    world.broker.will({ kind: 'request-lost' });
    const { intentId } = value(await world.replace(orderId));
    const again = () => world.replace(orderId, { limitPrice: '180' }, intentId);
    expect(value(await again()).state).toBe('unknown');
    value(await world.trading.sendAgain(intentId, []));
    expect(value(await again()).state).toBe('accepted');
    expect(world.broker.calls.replace).toHaveLength(2);
  });

  it('is unknown, with a conflict, when the answer is about another change', async () => {
    const world = createWorld();
    const orderId = value(await world.submit()).resultId!;
    answerWith(world, { id: 'next', replaces: orderId, limitPrice: '170' });
    const { intentId, state, isConflict } = value(await world.replace(orderId));
    expect([state, isConflict]).toEqual(['unknown', true]);
    expect(world.evidence(intentId).slice(-2)).toEqual([
      'conflict: The broker has a different order with this id: limit price is not what the change asked for.',
      'lost: The broker’s answer is about another order, so the outcome of this one is unknown.',
    ]);
  });
});

describe('an order that is read', () => {
  const bracket = (orderClass: string, members = {}) => aDraft({ orderClass, ...LEGS, ...members });

  it('is one with legs, after its acceptance; an ordinary one is not', async () => {
    const world = createWorld();
    value(await world.submit());
    await world.pass(500);
    expect(world.broker.calls.byId).toEqual([]);
    const { resultId: orderId } = value(await world.submit(bracket('bracket', { qty: '11' })));
    await world.pass(500);
    expect(world.broker.calls.byId).toEqual([orderId]);
  });

  it.each(['bracket', 'oco', 'oto', ''])(
    'is a parent that was heard, and a stranger, but no known order (%s)',
    async (orderClass) => {
      const world = createWorld();
      const parent = anOrder({ id: 'p', orderClass });
      world.broker.ledger.push(parent);
      world.trading.onOrder(parent, 'found');
      await world.pass(200);
      expect(world.broker.calls.byId).toEqual([]);
      world.trading.onOrder(parent, 'heard');
      await world.pass(200);
      expect(world.broker.calls.byId).toEqual(orderClass === '' ? [] : ['p']);
      const stranger = anOrder({ id: 's' });
      world.broker.ledger.push(stranger);
      world.broker.calls.byId.length = 0;
      world.trading.onOrder(stranger, 'heard');
      await world.pass(200);
      expect(world.broker.calls.byId).toEqual(['s']);
    },
  );

  it('is not a leg that is heard of, nor our own order', async () => {
    const world = createWorld();
    const legs = [
      anOrder({ id: 'l-1', orderClass: 'bracket' }),
      anOrder({ id: 'l-2', orderClass: 'bracket' }),
    ];
    world.trading.onOrder(anOrder({ id: 'p', orderClass: 'bracket', legs }), 'found');
    world.trading.onOrder(anOrder({ id: 'other' }), 'found');
    world.trading.onOrder(legs[1]!, 'found');
    world.trading.onOrder(legs[1]!, 'heard');
    world.listen();
    value(await world.submit());
    await world.pass(500);
    expect(world.broker.calls.byId).toEqual([]);
  });
});

describe('cancels', () => {
  it('of what is unknown wait for it to appear, also after a restart', async () => {
    const world = createWorld({ refusesReusedIds: false });
    world.broker.state.lookups = 'blind';
    const intentId = await lost(world);
    value(await world.trading.cancelUnknown(intentId));
    world.restart();
    await world.pass(1_000);
    expect(world.broker.calls.cancel).toEqual([]);
    world.broker.state.lookups = 'honest';
    world.broker.ledger.push(anOrder({ id: 'late', clientOrderId: intentId }));
    await world.pass(31_000, 500);
    expect(world.broker.calls.cancel).toEqual(['late']);
  });

  it('that are done at once leave nothing to carry out', async () => {
    const world = createWorld();
    world.listen();
    const { intentId, resultId: orderId } = value(await world.submit());
    value(await world.trading.cancel(orderId!));
    await world.pass(500);
    expect(world.intent(intentId).cancelWhenFound).toBe(false);
    expect(world.evidence(intentId).filter((line) => line.startsWith('person'))).toEqual([
      'person: You canceled it. Ballast keeps asking the broker until the order has ended.',
      'person: It was to be canceled; it ended as canceled.',
    ]);
  });

  it('of everything reach what is unknown, and ask for each open order by its id', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const { resultId: orderId } = value(await world.submit());
    const unknown = await lost(world);
    world.broker.broker.cancelEverything = () => Promise.resolve({ kind: 'asked' });
    value(await world.trading.cancelEverything());
    expect(world.broker.calls.cancel).toEqual([orderId]);
    expect(world.intent(unknown).cancelWhenFound).toBe(true);
  });

  it('are noted under the order that they were for when the disk cannot be read', async () => {
    const { connect, state } = createFaultyDisk();
    const world = createWorld({ connect });
    const first = value(await world.submit());
    const second = value(await world.submit(aDraft({ qty: '11' })));
    world.broker.cancelModes.push('asked-only', 'asked-only');
    await world.trading.cancelAll([first.resultId!, second.resultId!], []);
    state.fault = { errcode: 10, at: 'read' };
    world.broker.change(first.resultId!, { status: 'canceled' });
    await world.pass(1_000);
    state.fault = undefined;
    world.journal.reopen();
    expect(world.intent(first.intentId).cancelWhenFound).toBe(false);
    expect(world.intent(second.intentId).cancelWhenFound).toBe(true);
  });
});

describe('a stored body that nobody can read', () => {
  it.each([
    ['place', 'the stored order is unreadable'],
    ['replace', 'the stored change is unreadable'],
  ] as const)('of a %s adopts no order', async (kind, words) => {
    const world = createWorld();
    const intentId = newId();
    world.journal.record({
      intentId,
      accountId: ACCOUNT,
      kind,
      body: 'rubbish',
      symbol: 'AAPL',
      title: 'Buy',
      confirmedAt: 0,
      targetId: kind === 'replace' ? 'old' : undefined,
    });
    world.restart();
    world.trading.onOrder(anOrder({ clientOrderId: intentId }), 'heard');
    expect(world.intent(intentId)).toMatchObject({ state: 'unknown', isConflict: true });
    expect(world.evidence(intentId).at(-1)).toContain(words);
    await world.pass(100);
  });
});
