import { describe, expect, it } from 'vitest';
import { createFaultyDisk } from '#test/unit/journal/harness.ts';
import {
  aDraft,
  anOrder,
  createWorlds,
  failureOf,
  newId,
  value,
} from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

async function withOrder(world = createWorld()) {
  const intent = value(await world.submit());
  return { world, intentId: intent.intentId, orderId: intent.resultId! };
}

describe('cancel', () => {
  it('asked is not canceled: it is done when the order is', async () => {
    const { world, orderId, intentId } = await withOrder();
    world.broker.cancelModes.push('asked-only');
    value(await world.trading.cancel(orderId));
    expect(world.trading.isCanceling(orderId)).toBe(true);
    expect(world.newsOf('cancel-done')).toEqual([]);
    world.broker.change(orderId, { status: 'canceled' });
    await world.pass(1_000);
    expect(world.newsOf('cancel-done')).toMatchObject([{ order: { status: 'canceled' } }]);
    expect(world.trading.isCanceling(orderId)).toBe(false);
    expect(world.broker.calls.cancel).toHaveLength(1);
    expect(
      world.evidence(intentId).some((line) => line.includes('Asked the broker to cancel')),
    ).toBe(true);
    await world.pass(60_000, 500);
    expect(world.time.pending()).toBe(0);
  });

  it('repeated on silence, and when the call breaks, until the order has ended', async () => {
    const { world, orderId } = await withOrder();
    world.broker.cancelModes.push('silent', 'throws', 'silent');
    value(await world.trading.cancel(orderId));
    await world.pass(5_000);
    expect(world.broker.calls.cancel).toHaveLength(4);
    expect(world.broker.ledger[0]).toMatchObject({ status: 'canceled' });
    expect(world.newsOf('cancel-done')).toHaveLength(1);
  });

  it('a request that was taken and came to nothing is made again', async () => {
    const { world, orderId } = await withOrder();
    world.broker.cancelModes.push('asked-only');
    value(await world.trading.cancel(orderId));
    await world.pass(10_000);
    expect(world.broker.ledger[0]).toMatchObject({ status: 'canceled' });
    expect(world.broker.calls.cancel).toHaveLength(2);
  });

  it('a cancel that loses to a fill is reported as the fill', async () => {
    const { world, orderId } = await withOrder();
    world.broker.change(orderId, { status: 'filled', filledQty: world.broker.ledger[0]!.qty! });
    value(await world.trading.cancel(orderId));
    expect(world.newsOf('cancel-done')).toMatchObject([
      { order: { status: 'filled', filledQty: '10' } },
    ]);
    expect(world.newsOf('cancel-declined')).toEqual([]);
  });

  it('order_cancel_rejected ends it, after the order was read', async () => {
    const { world, orderId, intentId } = await withOrder();
    world.broker.cancelModes.push('asked-only');
    value(await world.trading.cancel(orderId));
    world.trading.onCancelRejected(orderId);
    await world.pass(1);
    expect(world.newsOf('cancel-declined')).toMatchObject([{ orderId }]);
    expect(world.trading.isCanceling(orderId)).toBe(false);
    expect(world.intent(intentId).cancelWhenFound).toBe(false);
    await world.pass(60_000, 500);
    expect(world.broker.calls.cancel).toHaveLength(1);
  });

  it('order_cancel_rejected because of a fill is reported as the fill', async () => {
    const { world, orderId } = await withOrder();
    world.broker.cancelModes.push('asked-only');
    value(await world.trading.cancel(orderId));
    world.broker.change(orderId, { status: 'filled', filledQty: world.broker.ledger[0]!.qty! });
    world.broker.state.lookups = 'silent';
    world.trading.onCancelRejected(orderId);
    await world.pass(100);
    expect(world.newsOf('cancel-declined')).toEqual([]);
    world.broker.state.lookups = 'honest';
    await world.pass(2_000);
    expect(world.newsOf('cancel-done')).toMatchObject([{ order: { status: 'filled' } }]);
    expect(world.newsOf('cancel-declined')).toEqual([]);
  });

  it('an event of the stream ends the waiting at once', async () => {
    const { world, orderId } = await withOrder();
    world.listen();
    world.broker.cancelModes.push('silent', 'silent', 'silent', 'silent', 'silent', 'silent');
    value(await world.trading.cancel(orderId));
    await world.pass(4_000);
    world.broker.change(orderId, { status: 'canceled' });
    await world.pass(1);
    expect(world.newsOf('cancel-done')).toHaveLength(1);
  });

  it('a cancel survives a restart, before any order was read', async () => {
    const { world, orderId } = await withOrder();
    world.broker.cancelModes.push('silent');
    value(await world.trading.cancel(orderId));
    world.restart();
    expect(world.book.order(orderId)).toBeUndefined();
    await world.pass(1_000);
    expect(world.broker.ledger[0]).toMatchObject({ status: 'canceled' });
    expect(world.journal.pendingCancels()).toEqual([]);
  });

  it('cancels go out journal or not', async () => {
    const disk = createFaultyDisk();
    const { world, orderId } = await withOrder(createWorld({ connect: disk.connect }));
    disk.state.fault = { errcode: 10, at: 'begin' };
    value(await world.trading.cancel(orderId));
    expect(world.broker.ledger[0]).toMatchObject({ status: 'canceled' });
    await world.pass(500);
    expect(world.newsOf('cancel-done')).toHaveLength(1);
  });

  it('an order that ended is not canceled, and one that nobody knows is said to be unknown', async () => {
    const { world, orderId } = await withOrder();
    value(await world.trading.cancel(orderId));
    await world.pass(500);
    expect(failureOf(await world.trading.cancel(orderId))).toContain('canceled already');
    for (const wrong of ['no-such-order', `${orderId}-`]) {
      expect(failureOf(await world.trading.cancel(wrong))).toContain('no such order');
      expect(world.trading.isCanceling(wrong)).toBe(false);
    }
  });

  it('our own order is pursued although the broker is blind to it for a while', async () => {
    const { world, orderId } = await withOrder();
    world.restart();
    world.broker.state.lookups = 'blind';
    const { cancel } = world.broker.broker;
    world.broker.broker.cancel = () =>
      Promise.resolve({ kind: 'declined', text: 'order not found', isUnknown: true });
    value(await world.trading.cancel(orderId));
    await world.pass(10_000);
    expect(world.trading.isCanceling(orderId)).toBe(true);
    world.broker.broker.cancel = cancel;
    world.broker.state.lookups = 'honest';
    await world.pass(31_000, 500);
    expect(world.broker.ledger[0]).toMatchObject({ status: 'canceled' });
  });

  it('cancel all cancels the listed ids one by one', async () => {
    const { world, orderId } = await withOrder();
    const other = value(await world.submit()).resultId!;
    world.trading.onOrder(world.broker.add(anOrder({ id: 'elsewhere' })), 'heard');
    value(await world.trading.cancelAll([orderId, 'elsewhere'], []));
    expect(world.broker.calls.cancel).toEqual([orderId, 'elsewhere']);
    expect(world.broker.ledger.find(({ id }) => id === other)).toMatchObject({ status: 'new' });
  });

  it('everything on this account is a choice of its own: the broker’s cancel-all, then each to its end', async () => {
    const { world } = await withOrder();
    world.trading.onOrder(world.broker.add(anOrder({ id: 'elsewhere' })), 'heard');
    world.broker.add(anOrder({ id: 'never heard of', clientOrderId: 'other' }));
    value(await world.trading.cancelEverything());
    await world.pass(10_000);
    expect(world.broker.calls.cancel[0]).toBe('everything');
    expect(world.broker.ledger.map(({ status }) => status)).toEqual([
      'canceled',
      'canceled',
      'canceled',
    ]);
  });

  it('a cancel that is asked for in the moment in which the last one was declined is pursued', async () => {
    const { world, orderId } = await withOrder();
    world.broker.cancelModes.push('asked-only');
    value(await world.trading.cancel(orderId));
    const { push } = world.news;
    world.news.push = (...items) => {
      if (items[0]?.kind === 'cancel-declined') void world.trading.cancel(orderId);
      return push.apply(world.news, items);
    };
    world.trading.onCancelRejected(orderId);
    await world.pass(2_000);
    expect(world.newsOf('cancel-declined')).toHaveLength(1);
    expect(world.broker.ledger[0]).toMatchObject({ status: 'canceled' });
  });

  it('cancel pressed twice is one pursuit', async () => {
    const { world, orderId } = await withOrder();
    world.broker.cancelModes.push('silent');
    await Promise.all([world.trading.cancel(orderId), world.trading.cancel(orderId)]);
    await world.pass(2_000);
    expect(world.newsOf('cancel-done')).toHaveLength(1);
  });
});

describe('a cancel is written down before it is asked for', () => {
  it('by the id of the intent, of the order, and with all others', async () => {
    for (const how of ['intent', 'order', 'all orders', 'all intents', 'everything'] as const) {
      const { world, intentId, orderId } = await withOrder();
      let wasMarked: boolean | undefined;
      world.broker.state.onCancel = () => (wasMarked ??= world.intent(intentId).cancelWhenFound);
      if (how === 'intent') value(await world.trading.cancelUnknown(intentId));
      if (how === 'order') value(await world.trading.cancel(orderId));
      if (how === 'all orders') value(await world.trading.cancelAll([orderId], []));
      if (how === 'all intents') value(await world.trading.cancelAll([], [intentId]));
      if (how === 'everything') value(await world.trading.cancelEverything());
      expect(wasMarked, how).toBe(true);
    }
  });
});

describe('canceling everything', () => {
  it('is asked again until the broker has taken it, and says so meanwhile', async () => {
    const { world, orderId } = await withOrder();
    world.broker.state.everything.push('silent', 'silent');
    const told = world.trading.cancelEverything();
    await world.pass(100);
    expect(await told).toMatchObject({
      failure: {
        kind: 'offline',
        message: expect.stringContaining('has not accepted the request') as string,
      },
    });
    expect(world.broker.ledger.find(({ id }) => id === orderId)?.status).toBe('canceled');
    await world.pass(10_000);
    expect(world.broker.calls.cancel.filter((id) => id === 'everything')).toHaveLength(3);
    value(await world.trading.cancelEverything());
  });
});

describe('a person hears whether a cancel has left', () => {
  it('one, by its symbol', async () => {
    const { world, orderId } = await withOrder();
    world.broker.broker.cancel = async () => ({ kind: 'not-sent', reason: 'no route' });
    const told = world.trading.cancel(orderId);
    await world.pass(6_000);
    expect(failureOf(await told)).toContain(
      'The cancel of AAPL has not been sent yet: no route. Ballast keeps asking.',
    );
  });

  it('several, counted; those whose order had ended need no word', async () => {
    const { world, orderId } = await withOrder();
    const second = value(await world.submit()).resultId!;
    const ended = value(await world.submit()).resultId!;
    value(await world.trading.cancel(ended));
    await world.pass(1_000);
    const { cancel } = world.broker.broker;
    world.broker.broker.cancel = async (id, onLeaving) =>
      id === second ? { kind: 'not-sent', reason: 'no route' } : cancel(id, onLeaving);
    const told = world.trading.cancelAll([orderId, second, ended], []);
    await world.pass(6_000);
    expect(failureOf(await told)).toContain(
      '1 of 3 cancels have not been sent yet. The cancel of AAPL',
    );
  });

  it('all that were listed had ended: there is nothing to say', async () => {
    const { world, orderId } = await withOrder();
    value(await world.trading.cancel(orderId));
    await world.pass(1_000);
    value(await world.trading.cancelAll([orderId], []));
  });

  it('everything, with the reason of the broker', async () => {
    const { world } = await withOrder();
    world.broker.broker.cancelEverything = async () => ({ kind: 'declined', text: 'not today' });
    const told = world.trading.cancelEverything();
    await world.pass(6_000);
    expect(failureOf(await told)).toContain('to cancel everything: not today.');
  });
});

describe('while it is not known whose account the key opens', () => {
  it('nothing is canceled, and the reason is told', async () => {
    const { world, orderId, intentId } = await withOrder();
    world.settings.accountDoubt = 'The new key has not been checked yet.';
    for (const told of [
      await world.trading.cancel(orderId),
      await world.trading.cancelAll([orderId], []),
      await world.trading.cancelAll([], []),
      await world.trading.cancelEverything(),
    ])
      expect(failureOf(told)).toContain(
        'Nothing was canceled. The new key has not been checked yet.',
      );
    expect(world.broker.calls.cancel).toEqual([]);
    expect(world.intent(intentId).cancelWhenFound).toBe(false);
    expect(world.gate.armState()).toMatchObject({ isArmed: false });
  });
});

describe('an intent that is canceled', () => {
  it('is an order or a change that may still come, or one that came', async () => {
    const { world, orderId, intentId } = await withOrder();
    expect(failureOf(await world.trading.cancelUnknown(newId()))).toContain('no such order');
    world.broker.will({ kind: 'status', status: 403, message: 'no' });
    const refused = newId();
    await world.submit(aDraft(), refused);
    expect(failureOf(await world.trading.cancelUnknown(refused))).toContain(
      'This order was refused, so there is nothing to cancel.',
    );
    world.settings.isStopped = true;
    const unsent = newId();
    await world.submit(aDraft(), unsent);
    expect(failureOf(await world.trading.cancelUnknown(unsent))).toContain('was not sent');
    expect(value(await world.trading.cancelUnknown(intentId))).toMatchObject({
      intentId,
      cancelWhenFound: true,
    });
    await world.pass(1_000);
    expect(world.broker.ledger.find(({ id }) => id === orderId)).toMatchObject({
      status: 'canceled',
    });
  });
});

describe('cancel and replace together', () => {
  it('a cancel during a change waits, then follows replaced_by to the head of the chain', async () => {
    const { world, orderId } = await withOrder();
    const { replace } = world.broker.broker;
    world.broker.broker.replace = async (...args) => {
      void world.trading.cancel(orderId);
      await world.pass(500);
      expect(world.broker.calls.cancel).toEqual([]);
      return replace(...args);
    };
    const { resultId: next } = value(await world.replace(orderId));
    await world.pass(5_000);
    expect(world.broker.calls.cancel).toEqual([next]);
    expect(world.broker.ledger.map(({ status }) => status)).toEqual(['replaced', 'canceled']);
  });

  it('a change that stays unknown does not keep its order from being canceled', async () => {
    const { world, orderId } = await withOrder(createWorld());
    world.broker.will({ kind: 'request-lost' });
    const change = newId();
    await world.replace(orderId, { limitPrice: '180' }, change);
    value(await world.trading.cancel(orderId));
    expect(world.broker.ledger).toMatchObject([{ status: 'canceled' }]);
    await world.pass(2_000);
    expect(world.intent(change)).toMatchObject({ state: 'refused' });
    expect(world.intent(change).reason).toContain('canceled');
  });

  it('a change that lands late after the cancel was asked for is canceled at its head', async () => {
    const { world, orderId } = await withOrder();
    world.broker.will({ kind: 'late', ms: 3_000 });
    await world.replace(orderId);
    world.broker.cancelModes.push('asked-only');
    value(await world.trading.cancel(orderId));
    await world.pass(15_000);
    expect(world.broker.ledger.map(({ status }) => status)).toEqual(['replaced', 'canceled']);
    expect(world.newsOf('cancel-done')).toMatchObject([
      { order: { id: world.broker.ledger[1]!.id } },
    ]);
  });

  it('an order that is said to be replaced, and not by what, is read before it counts as ended', async () => {
    const { world, orderId } = await withOrder();
    const next = value(await world.replace(orderId)).resultId!;
    world.restart();
    world.trading.onOrder(anOrder({ id: orderId, status: 'replaced' }), 'heard');
    world.broker.state.lookups = 'silent';
    expect(await world.trading.cancel(orderId)).toMatchObject({
      failure: {
        kind: 'offline',
        message:
          'The cancel of AAPL has not been sent yet: the order was replaced, and the broker has not said by which order. Ballast keeps asking.',
      },
    });
    expect(world.newsOf('cancel-done')).toEqual([]);
    world.broker.state.lookups = 'honest';
    await world.pass(2_000);
    expect(world.broker.ledger.find(({ id }) => id === next)).toMatchObject({ status: 'canceled' });
  });
});
