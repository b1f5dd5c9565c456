// What a person reads under an order: every line that the protocol writes, word for word and in its order.
import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import {
  aDraft,
  anOrder,
  createWorlds,
  deferred,
  newId,
  value,
} from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

const sent = (id: string) => `sent: Sent to the broker with client order id ${id}.`;
const changeSent = (id: string) => `sent: Change sent with client order id ${id}.`;
const UNSEEN =
  'not-found: Looked up: the broker does not show it. That does not prove it was not accepted.';

async function withOrder() {
  const world = createWorld();
  const { intentId, resultId: orderId } = value(await world.submit());
  return { world, intentId, orderId: orderId! };
}

describe('the evidence of an order', () => {
  it('that was answered', async () => {
    const { world, intentId } = await withOrder();
    expect(world.evidence(intentId)).toEqual([
      expect.stringMatching(/^recorded: /),
      sent(intentId),
      'answered: The broker answered: it has it as order order-1, new.',
    ]);
    const lines = world.journal.evidence(intentId);
    expect(lines.ok && lines.value.map(({ status }) => status)).toEqual([
      undefined,
      undefined,
      200,
    ]);
  });

  it('that was lost and found', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const intentId = newId();
    world.broker.will({ kind: 'answer-lost' });
    world.broker.state.lookups = 'blind';
    await world.submit(aDraft(), intentId);
    await world.pass(100);
    world.broker.state.lookups = 'silent';
    await world.pass(2_000);
    world.broker.state.lookups = 'honest';
    await world.pass(5_000);
    expect(world.evidence(intentId).slice(1)).toEqual([
      sent(intentId),
      'lost: The broker did not answer: connection reset.',
      UNSEEN,
      'lost: Looked up: no answer (503).',
      'found: Looked up: the broker has it as order order-1, new.',
    ]);
  });

  it('that was heard before its answer', async () => {
    const world = createWorld();
    world.listen();
    const { intentId } = value(await world.submit());
    expect(world.evidence(intentId).slice(1)).toEqual([
      sent(intentId),
      'heard: Heard on the order stream: the broker has it as order order-1, new.',
      'answered: The broker answered: it has it as order order-1, new.',
    ]);
    // Once it is known, hearing of it again adds no line.
    world.broker.change('order-1', {
      status: 'partially_filled',
      filledQty: decimal('4'),
    });
    expect(world.evidence(intentId)).toHaveLength(4);
  });

  it('that was refused', async () => {
    const world = createWorld();
    world.broker.will({ kind: 'status', status: 403, message: 'no shares' });
    const { intentId } = value(await world.submit());
    expect(world.evidence(intentId).slice(2)).toEqual([
      'answered: The broker refused (403): no shares.',
    ]);
  });

  it('whose refusal came after it was heard: the answer is kept beside the truth', async () => {
    const world = createWorld();
    const gate = deferred();
    const intentId = newId();
    world.broker.will({
      kind: 'queued',
      go: gate.promise,
      next: { kind: 'status', status: 403, message: 'late', isTaken: true },
    });
    world.listen();
    const submitted = world.submit(aDraft(), intentId);
    gate.go();
    await submitted;
    expect(world.evidence(intentId).slice(2)).toEqual([
      'heard: Heard on the order stream: the broker has it as order order-1, new.',
      'answered: The broker refused (403): late.',
    ]);
  });

  it('that another order with its id stands in the way of', async () => {
    const { world, intentId } = await withOrder();
    const twin = anOrder({ id: 'twin', clientOrderId: intentId });
    world.trading.onOrder(twin, 'heard');
    world.trading.onOrder({ ...twin, id: 'third' }, 'heard');
    expect(world.evidence(intentId).slice(3)).toEqual([
      'conflict: The broker has a second order with this id: twin in addition to order-1.',
    ]);
  });

  it('that differs from what was found under its id', async () => {
    const world = createWorld({ refusesReusedIds: false });
    world.broker.will({ kind: 'request-lost' });
    world.broker.state.lookups = 'silent';
    const { intentId } = value(await world.submit());
    const other = anOrder({ clientOrderId: intentId, qty: '20', side: 'sell' });
    world.trading.onOrder(other, 'heard');
    expect(world.evidence(intentId).at(-1)).toBe(
      'conflict: The broker has a different order with this id: side: requested buy, the broker has sell; quantity: requested 10, the broker has 20.',
    );
  });

  it('that was canceled, to its end', async () => {
    const { world, intentId, orderId } = await withOrder();
    world.broker.cancelModes.push('silent', 'asked-only');
    value(await world.trading.cancel(orderId));
    await world.pass(500);
    world.broker.change(orderId, { status: 'canceled' });
    await world.pass(2_000);
    expect(world.evidence(intentId).slice(3)).toEqual([
      'person: You canceled it. Ballast keeps asking the broker until the order has ended.',
      'lost: Asked to cancel it; no answer (504).',
      'answered: Asked the broker to cancel it.',
      expect.stringContaining('It was to be canceled; it ended as canceled.') as string,
    ]);
  });

  it('whose cancel was declined', async () => {
    const { world, intentId, orderId } = await withOrder();
    world.broker.ledger[0] = { ...world.broker.ledger[0]!, status: 'filled' };
    value(await world.trading.cancel(orderId));
    expect(world.evidence(intentId)).toContain(
      'answered: Asked to cancel it; the broker declined: order is already in "filled" state.',
    );
  });

  it('that was set aside, and canceled when it appeared', async () => {
    const world = createWorld({ refusesReusedIds: false });
    world.broker.will({ kind: 'late', ms: 5_000 });
    const { intentId } = value(await world.submit());
    await world.pass(200);
    value(world.trading.setAside(intentId));
    const told = 'person: You stopped waiting. If it appears, Ballast cancels it and alerts you.';
    expect(world.evidence(intentId).filter((line) => line === told)).toHaveLength(1);
    world.broker.cancelModes.push('silent');
    await world.pass(40_000, 500);
    // Said before the cancel is asked for, so it does not say that it is done.
    const lines = world.evidence(intentId);
    expect(lines).toContain('person: Found. Ballast is canceling it, as you asked.');
    expect(lines.at(-1)).toContain('it ended as canceled');
    const other = createWorld({ refusesReusedIds: false });
    other.broker.will({ kind: 'request-lost' });
    const { intentId: second } = value(await other.submit());
    await other.pass(200);
    value(other.trading.setAside(second, false));
    expect(other.evidence(second).at(-1)).toBe(
      'person: You stopped waiting. If it appears, Ballast alerts you.',
    );
  });

  it('that was sent again by the person, and canceled while it was unknown', async () => {
    const world = createWorld({ refusesReusedIds: false });
    world.broker.will({ kind: 'request-lost' }, { kind: 'request-lost' });
    const { intentId } = value(await world.submit());
    value(await world.trading.sendAgain(intentId, []));
    value(await world.trading.cancelUnknown(intentId));
    await world.pass(1);
    expect(world.evidence(intentId).slice(3)).toEqual([
      'person: You asked to send it again.',
      UNSEEN,
      `sent: Sent again, with the same client order id ${intentId}.`,
      'lost: The broker did not answer: timeout.',
      'person: You canceled it. Ballast cancels it as soon as it appears.',
      // Sending again began a round of its own.
      UNSEEN,
    ]);
  });
});

describe('why an order was not sent', () => {
  async function waiting(during: (world: ReturnType<typeof createWorld>, id: string) => unknown) {
    const world = createWorld();
    const gate = deferred();
    const intentId = newId();
    world.broker.will({ kind: 'queued', go: gate.promise });
    const submitted = world.submit(aDraft(), intentId);
    await during(world, intentId);
    gate.go();
    const { state, reason } = value(await submitted);
    expect(state).toBe('not-sent');
    expect(world.broker.ledger).toEqual([]);
    return reason;
  }

  it('is said in a sentence', async () => {
    expect(await waiting((world) => world.trading.stop())).toBe(
      'Ballast was closed while this was waiting to be sent.',
    );
    expect(await waiting((world, id) => world.trading.cancelUnknown(id))).toBe(
      'You canceled it before it was sent.',
    );
    expect(await waiting((world) => world.gate.onSleep())).toBe(
      'The computer went to sleep while this was waiting to be sent.',
    );
    expect(await waiting((world) => world.pass(10_001, 10_001))).toBe(
      'It waited more than 10 s to be sent.',
    );
    expect(await waiting((world) => (world.settings.stops = 1))).toBe(
      'All trading was stopped while this was waiting to be sent.',
    );
    // What is wrong now is said before what was wrong in between.
    expect(
      await waiting((world) => {
        world.settings.stops = 1;
        world.settings.heldBack = 'Type the account number first.';
      }),
    ).toBe('Type the account number first.');
  });

  it('is nothing at the limit itself', async () => {
    const world = createWorld();
    const gate = deferred();
    world.broker.will({ kind: 'queued', go: gate.promise });
    const submitted = world.submit();
    await world.pass(10_000, 10_000);
    gate.go();
    expect(value(await submitted).state).toBe('accepted');
  });

  it('is that something broke before it left; after that nobody can say', async () => {
    const world = createWorld({ refusesReusedIds: false });
    world.broker.will({ kind: 'throws', when: 'before' }, { kind: 'throws', when: 'after' });
    expect(value(await world.submit())).toMatchObject({
      state: 'not-sent',
      reason: 'something went wrong inside Ballast',
    });
    const { intentId } = value(await world.submit(aDraft({ qty: '11' })));
    expect(world.evidence(intentId)).toContain(
      'lost: The broker did not answer: something went wrong inside Ballast.',
    );
    expect(world.log).toContain(
      `error: sending failed ${JSON.stringify({ intentId, error: 'Error: thrown after' })}`,
    );
  });
});

describe('the evidence of a change', () => {
  it('that was answered', async () => {
    const { world, orderId } = await withOrder();
    const { intentId } = value(await world.replace(orderId));
    expect(world.evidence(intentId).slice(1)).toEqual([
      changeSent(intentId),
      'answered: The broker answered: it changed the order; it is now order-2, new.',
    ]);
  });

  it('that was looked for until the old order told', async () => {
    const { world, orderId } = await withOrder();
    world.broker.will({ kind: 'request-lost' });
    const { intentId } = value(await world.replace(orderId));
    await world.pass(50);
    world.broker.state.lookups = 'blind';
    await world.pass(1_000);
    world.broker.state.lookups = 'silent';
    await world.pass(3_000);
    world.broker.state.lookups = 'honest';
    world.broker.change(orderId, { status: 'filled' });
    await world.pass(10_000);
    expect(world.evidence(intentId).slice(1)).toEqual([
      changeSent(intentId),
      'lost: The broker did not answer: timeout.',
      'not-found: Read the old order: it is new and not replaced yet.',
      'lost: Read the old order: the broker does not show it.',
      'lost: Read the old order: 503.',
      'found: The change was not made: the order was filled before the change arrived.',
    ]);
    expect(world.book.order(orderId)).toMatchObject({ status: 'filled' });
  });

  it('that the person sent again', async () => {
    const { world, orderId } = await withOrder();
    world.broker.will({ kind: 'request-lost' });
    const { intentId } = value(await world.replace(orderId));
    expect(value(await world.trading.sendAgain(intentId, [])).state).toBe('accepted');
    expect(world.evidence(intentId)).toContain('person: You asked to send it again.');
  });

  it.each([
    [{ qty: '20' }, { qty: '21' }, 'quantity'],
    [{ limitPrice: '180' }, { limitPrice: '181' }, 'limit price'],
    [{ limitPrice: '180' }, { limitPrice: undefined }, 'limit price'],
    [{ timeInForce: 'gtc' }, { timeInForce: 'day' }, 'time in force'],
  ])('of %o that became %o is a conflict', async (change, members, name) => {
    const { world, orderId } = await withOrder();
    world.broker.will({ kind: 'request-lost' });
    world.broker.state.lookups = 'silent';
    const { intentId } = value(await world.replace(orderId, change));
    world.trading.onOrder(
      anOrder({ id: 'next', clientOrderId: intentId, replaces: orderId, ...members }),
      'heard',
    );
    expect(world.evidence(intentId).at(-1)).toBe(
      `conflict: The broker has a different order with this id: ${name} is not what the change asked for.`,
    );
  });

  it('of a stop that became another is a conflict', async () => {
    const world = createWorld();
    const terms = { type: 'stop_limit', stopPrice: '195', limitPrice: '196' };
    const { resultId: orderId } = value(await world.submit(aDraft(terms)));
    world.broker.will({ kind: 'request-lost' });
    world.broker.state.lookups = 'silent';
    const { intentId } = value(await world.replace(orderId!, { stopPrice: '194' }));
    world.trading.onOrder(anOrder({ id: 'next', clientOrderId: intentId, ...terms }), 'heard');
    expect(world.evidence(intentId).at(-1)).toContain('stop price is not what the change asked');
  });

  it('whose order replaces another than the one that was to be changed', async () => {
    const { world, orderId } = await withOrder();
    world.broker.will({ kind: 'request-lost' });
    world.broker.state.lookups = 'silent';
    const { intentId } = value(await world.replace(orderId));
    const next = { clientOrderId: intentId, limitPrice: '180' };
    world.trading.onOrder(anOrder({ id: 'next', replaces: 'another', ...next }), 'heard');
    expect(world.evidence(intentId).at(-1)).toContain('it replaces another, not order-1');
    expect(world.state(intentId)).toBe('unknown');
  });

  it.each([['20'], ['16']])(
    'of a quantity is found whether the broker counts what was filled or not (%s)',
    async (qty) => {
      const { world, orderId } = await withOrder();
      world.broker.change(orderId, { filledQty: decimal('4') });
      world.trading.onOrder(world.broker.ledger[0]!, 'heard');
      world.broker.will({ kind: 'request-lost' });
      world.broker.state.lookups = 'silent';
      const { intentId } = value(await world.replace(orderId, { qty: '20' }));
      world.trading.onOrder(anOrder({ id: 'next', clientOrderId: intentId, qty }), 'heard');
      expect(world.intent(intentId)).toMatchObject({ state: 'accepted', resultId: 'next' });
    },
  );
});
