import { describe, expect, it } from 'vitest';
import type { Behaviour } from '#test/unit/services/trading/fake-broker.ts';
import {
  aDraft,
  aMarketDraft,
  anOrder,
  createWorlds,
  deferred,
  failureOf,
  flush,
  newId,
  value,
} from '#test/unit/services/trading/world.ts';

const createWorld = createWorlds();

describe('rule 1: record, then send', () => {
  it('rule 1: has the intent on disk before the first byte leaves', async () => {
    const world = createWorld();
    const id = newId();
    let stateAtSend: unknown;
    const { place } = world.broker.broker;
    world.broker.broker.place = (body, options) =>
      place(body, {
        ...options,
        beforeSend() {
          stateAtSend = world.state(id);
          return options.beforeSend();
        },
      });
    expect(value(await world.submit(undefined, id)).state).toBe('accepted');
    expect(stateAtSend).toBe('recorded');
    expect(world.evidence(id).map((line) => line.split(':')[0])).toEqual([
      'recorded',
      'sent',
      'answered',
    ]);
  });

  it('rule 1: two windows that submit the same intent at the same moment place one order', async () => {
    const world = createWorld();
    const id = newId();
    const gate = deferred();
    world.broker.will({ kind: 'queued', go: gate.promise });
    const first = world.submit(undefined, id);
    const second = world.submit(undefined, id);
    expect(value(await second).state).toBe('recorded');
    gate.go();
    expect(value(await first).state).toBe('accepted');
    expect(value(await world.submit(undefined, id)).state).toBe('accepted');
    expect(world.broker.calls.place).toHaveLength(1);
    expect(world.broker.ordersOf(id)).toHaveLength(1);
  });

  it('rule 1: the same id with another body is invalid and sends nothing', async () => {
    const world = createWorld();
    const id = newId();
    await world.submit(aDraft({ qty: '10' }), id);
    expect(failureOf(await world.submit(aDraft({ qty: '11' }), id))).toContain('another body');
    expect(world.broker.calls.place).toHaveLength(1);
  });

  it('rule 1: a draft with a mistake is invalid and leaves no intent', async () => {
    const world = createWorld();
    const id = newId();
    expect(failureOf(await world.submit(aDraft({ qty: '0' }), id))).toContain('above zero');
    expect(world.journal.get(id)).toMatchObject({ ok: true, value: undefined });
  });
});

describe('rule 2: unknown is looked up without an end', () => {
  const undecided: [name: string, behaviour: Behaviour][] = [
    ['a cut connection', { kind: 'answer-lost' }],
    ['504 after accept', { kind: 'status', status: 504, isTaken: true }],
    ['500', { kind: 'status', status: 500, isTaken: true }],
    ['408', { kind: 'status', status: 408, isTaken: true }],
    ['425', { kind: 'status', status: 425, isTaken: true }],
    ['429 on placement', { kind: 'status', status: 429, isTaken: true }],
    ['404', { kind: 'status', status: 404, isTaken: true }],
    ['an unreadable 2xx', { kind: 'unreadable' }],
  ];
  it.each(undecided)(
    'rule 2: %s is unknown, and the lookup that follows at once finds the order',
    async (_name, behaviour) => {
      const world = createWorld({ refusesReusedIds: false });
      const id = newId();
      world.broker.will(behaviour);
      expect(value(await world.submit(undefined, id)).state).toBe('unknown');
      await world.pass(1);
      expect(world.state(id)).toBe('accepted');
      expect(world.broker.ordersOf(id)).toHaveLength(1);
      expect(world.broker.calls.place).toHaveLength(1);
    },
  );

  it('rule 2: a lookup miss is no proof: it is still unknown after an hour, and found after that', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    world.broker.will({ kind: 'late', ms: 3_700_000 });
    await world.submit(undefined, id);
    await world.pass(3_600_000, 5_000);
    expect(world.state(id)).toBe('unknown');
    const asked = world.broker.calls.byClient.length;
    expect(asked).toBeGreaterThan(100);
    expect(asked).toBeLessThan(200);
    await world.pass(200_000, 5_000);
    expect(world.state(id)).toBe('accepted');
  });

  it('rule 2: lookups that throw or stay silent never end the following', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    world.broker.will({ kind: 'answer-lost' });
    world.broker.state.lookups = 'throws';
    await world.submit(undefined, id);
    await world.pass(60_000, 500);
    world.broker.state.lookups = 'silent';
    await world.pass(60_000, 500);
    expect(world.state(id)).toBe('unknown');
    world.broker.state.lookups = 'honest';
    await world.pass(31_000, 500);
    expect(world.state(id)).toBe('accepted');
  });

  it('rule 2: a stream event with our id and our body is evidence', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    world.broker.state.lookups = 'blind';
    world.broker.will({ kind: 'answer-lost' });
    await world.submit(undefined, id);
    world.trading.onOrder(world.broker.ledger[0]!, 'heard');
    expect(world.state(id)).toBe('accepted');
    expect(world.evidence(id).at(-1)).toContain('heard: Heard on the order stream');
  });

  it('rule 2: a 422 that names client_order_id means that the first one landed, and it is not sent a third time', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.state.lookups = 'blind';
    world.broker.will({ kind: 'answer-lost' });
    await world.submit(undefined, id);
    await world.pass(20_000);
    expect(world.state(id)).toBe('unknown');
    expect(world.broker.calls.place).toHaveLength(2);
    world.broker.state.lookups = 'honest';
    await world.pass(30_000, 500);
    expect(world.state(id)).toBe('accepted');
    expect(world.broker.ordersOf(id)).toHaveLength(1);
  });

  it('rule 2: an answer that overtakes nothing: heard first, answered second, accepted once', async () => {
    const world = createWorld();
    world.listen();
    const id = newId();
    expect(value(await world.submit(undefined, id)).state).toBe('accepted');
    const lines = world.evidence(id).filter((line) => /^(heard|answered|found)/.test(line));
    expect(lines).toHaveLength(1);
  });

  it('rule 2: a refusal that arrives after the order was heard changes nothing', async () => {
    const world = createWorld();
    world.listen();
    const id = newId();
    world.broker.will({ kind: 'status', status: 403, isTaken: true });
    expect(value(await world.submit(undefined, id)).state).toBe('accepted');
  });

  it('rule 2: another order with our id is a conflict: shown, never adopted, never cancelled', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'status', status: 422, message: 'client_order_id must be unique' });
    world.broker.change(world.broker.add({ ...anOrder({ qty: '99' }), id: 'other' }).id, {
      clientOrderId: id,
    });
    await world.submit(undefined, id);
    await world.pass(5_000);
    expect(world.intent(id)).toMatchObject({ state: 'unknown', isConflict: true });
    expect(world.evidence(id).filter((line) => line.startsWith('conflict'))).toHaveLength(1);
    expect(world.book.order('other')).toBeDefined();
    expect(failureOf(await world.trading.sendAgain(id, []))).toContain('Another order');
    value(world.trading.setAside(id));
    await world.pass(100_000, 500);
    expect(world.broker.calls.cancel).toEqual([]);
    expect(world.broker.calls.place).toHaveLength(1);
    expect(world.trading.isPlacedElsewhere(world.book.order('other')!)).toBe(true);
  });

  it('rule 2: an answer about another body, after a lookup saw it too, does not leave the intent as sent', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    const other = anOrder({ id: 'other', clientOrderId: id, qty: '99' });
    world.broker.broker.place = (_body, options) => {
      options.beforeSend();
      world.trading.onOrder(other, 'heard');
      return Promise.resolve({ kind: 'answer', status: 200, message: '', order: other });
    };
    expect(value(await world.submit(undefined, id))).toMatchObject({
      state: 'unknown',
      isConflict: true,
    });
  });

  it('rule 2: a second order under one id is shown as a conflict of the accepted one', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    await world.submit(undefined, id);
    world.trading.onOrder({ ...world.broker.ledger[0]!, id: 'twin' }, 'heard');
    expect(world.intent(id)).toMatchObject({
      state: 'accepted',
      orderId: 'order-1',
      isConflict: true,
    });
    expect(world.evidence(id).at(-1)).toContain('A second order');
  });
});

describe('rule 3: sending again', () => {
  it('rule 3: sends the stored bytes again by itself, and the broker has one order', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.submit(undefined, id);
    await world.pass(1);
    expect(world.state(id)).toBe('accepted');
    expect(new Set(world.broker.calls.place).size).toBe(1);
    expect(world.broker.calls.place).toHaveLength(2);
  });

  it('rule 3: not on a broker that is not known to refuse reused ids', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.submit(undefined, id);
    await world.pass(60_000, 200);
    expect(world.state(id)).toBe('unknown');
    expect(world.broker.calls.place).toHaveLength(1);
  });

  it.each([
    ['market', aMarketDraft(), 5_000],
    ['limit', aDraft(), 30_000],
  ])(
    'rule 3: a %s order only within its limit after the confirmation',
    async (_n, draft, limit) => {
      const world = createWorld();
      const id = newId();
      const lost: Behaviour[] = Array.from({ length: 50 }, () => ({ kind: 'request-lost' }));
      world.broker.will(...lost);
      await world.submit(draft, id);
      await world.pass(limit, 100);
      const sent = world.broker.calls.place.length;
      expect(sent).toBeGreaterThan(3);
      expect(sent).toBeLessThan(12);
      await world.pass(120_000, 500);
      expect(world.broker.calls.place).toHaveLength(sent);
      expect(world.state(id)).toBe('unknown');
    },
  );

  it('rule 3: not after sleep, not after a restart', async () => {
    const world = createWorld();
    const [slept, restarted] = [newId(), newId()];
    world.broker.will({ kind: 'request-lost' }, { kind: 'request-lost' });
    await world.submit(undefined, slept);
    world.trading.wake();
    world.freshPrice();
    await world.pass(100);
    expect(world.broker.calls.place).toHaveLength(1);
    await world.submit(undefined, restarted);
    world.restart();
    await world.pass(20_000);
    expect(world.broker.calls.place).toHaveLength(2);
    expect([slept, restarted].map(world.state)).toEqual(['unknown', 'unknown']);
  });

  it('rule 3: not while the kill switch is on, nor when it is turned off again', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.submit(undefined, id);
    world.settings.isStopped = true;
    await world.pass(2_000);
    world.settings.isStopped = false;
    await world.pass(20_000);
    expect(world.broker.calls.place).toHaveLength(1);
    expect(world.state(id)).toBe('unknown');
  });

  it('rule 3: an exit that was confirmed while stopped is not sent again by itself either', async () => {
    const world = createWorld();
    world.hold('100');
    world.settings.isStopped = true;
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.submit(aMarketDraft({ side: 'sell' }), id, ['exit-while-stopped']);
    await world.pass(5_000);
    expect(world.broker.calls.place).toHaveLength(1);
    expect(world.state(id)).toBe('unknown');
  });

  it('rule 3: guards are passed again: a price gone stale keeps it from being sent', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.submit(undefined, id);
    world.settings.guards = { ...world.settings.guards, stalePrice: { isOn: true, maxAgeMs: -1 } };
    await world.pass(10_000);
    expect(world.state(id)).toBe('unknown');
    expect(world.broker.ledger).toEqual([]);
    const lines = world.evidence(id).filter((line) => line.startsWith('not-sent'));
    expect(lines.at(-1)).toContain('The price of AAPL');
    expect(lines.length).toBeLessThan(8);
    world.settings.guards = { ...world.settings.guards, stalePrice: { isOn: false, maxAgeMs: 0 } };
    await world.pass(20_000);
    expect(world.state(id)).toBe('accepted');
  });

  it('rule 3: the person sends it again after a restart, with the same bytes, after a fresh look', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.submit(undefined, id);
    world.restart();
    await world.pass(60_000, 500);
    const stale = await world.trading.sendAgain(id, []);
    expect(failureOf(stale)).toContain('The price of AAPL');
    world.freshPrice();
    expect(value(await world.trading.sendAgain(id, [])).state).toBe('accepted');
    expect(new Set(world.broker.calls.place).size).toBe(1);
    expect(world.broker.ordersOf(id)).toHaveLength(1);
  });

  it('rule 3: Send again sends nothing when the fresh look finds the order', async () => {
    const world = createWorld({ refusesReusedIds: false, brokerRefusesReusedIds: false });
    const id = newId();
    world.broker.state.lookups = 'blind';
    world.broker.will({ kind: 'answer-lost' });
    await world.submit(undefined, id);
    await world.pass(1_000);
    world.broker.state.lookups = 'honest';
    expect(value(await world.trading.sendAgain(id, [])).state).toBe('accepted');
    expect(world.broker.calls.place).toHaveLength(1);
  });

  it('rule 3: Send again twice at the same moment is one attempt', async () => {
    const world = createWorld({ refusesReusedIds: false, brokerRefusesReusedIds: false });
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.submit(undefined, id);
    await Promise.all([world.trading.sendAgain(id, []), world.trading.sendAgain(id, [])]);
    expect(world.broker.calls.place).toHaveLength(2);
    expect(world.broker.ordersOf(id)).toHaveLength(1);
  });
});

describe('rule 4: unknown, its actions, and cancel when found', () => {
  it('rule 4: sell everything, answer lost, sent again: 403 for held shares does not become refused', async () => {
    const world = createWorld({ shares: '100' });
    world.hold('100');
    const id = newId();
    world.broker.state.lookups = 'blind';
    world.broker.will({ kind: 'answer-lost' });
    // A broker that looks at shares before ids.
    world.broker.will({ kind: 'status', status: 403, message: 'insufficient qty available' });
    await world.submit(aMarketDraft({ side: 'sell', qty: '100' }), id);
    await world.pass(1);
    expect(world.broker.calls.place).toHaveLength(2);
    expect(world.intent(id)).toMatchObject({ state: 'unknown', unanswered: 1 });
    world.broker.state.lookups = 'honest';
    await world.pass(10_000);
    expect(world.state(id)).toBe('accepted');
  });

  it('rule 4: refused only when every attempt was answered with a proof', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'status', status: 403, message: 'insufficient buying power' });
    expect(value(await world.submit(undefined, id))).toMatchObject({ state: 'refused' });
    await world.pass(60_000, 500);
    expect(world.broker.calls.byClient).toEqual([]);
    expect(world.time.pending()).toBe(0);
  });

  it('rule 4: a late landing after set aside is accepted, told as late, and cancelled, which is the default', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    world.broker.will({ kind: 'late', ms: 90_000 });
    await world.submit(undefined, id);
    expect(value(world.trading.setAside(id))).toMatchObject({
      state: 'set-aside',
      cancelWhenFound: true,
    });
    await world.pass(130_000, 500);
    expect(world.intent(id)).toMatchObject({ state: 'accepted', cancelWhenFound: false });
    expect(world.newsOf('late')).toMatchObject([{ before: 'set-aside' }]);
    expect(world.broker.ledger).toMatchObject([{ status: 'canceled' }]);
  });

  it('rule 4: a late landing after cancel-all is cancelled, also when the desk was started anew in between', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const [known, unknown] = [newId(), newId()];
    const { orderId } = value(await world.submit(undefined, known));
    world.broker.will({ kind: 'late', ms: 90_000 });
    await world.submit(undefined, unknown);
    value(await world.trading.cancelAll([orderId!], [unknown]));
    expect(world.broker.ledger).toMatchObject([{ status: 'canceled' }]);
    world.restart();
    await world.pass(130_000, 500);
    expect(world.broker.ledger).toMatchObject([{ status: 'canceled' }, { status: 'canceled' }]);
    expect(world.state(unknown)).toBe('accepted');
    expect(world.journal.pendingCancels()).toEqual([]);
  });

  it('rule 4: a late landing after the kill switch is found and stays, for the person to decide', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'late', ms: 2_000 });
    await world.submit(undefined, id);
    world.settings.isStopped = true;
    await world.pass(10_000);
    expect(world.state(id)).toBe('accepted');
    expect(world.broker.ledger).toMatchObject([{ status: 'new' }]);
    expect(world.broker.calls.place).toHaveLength(1);
  });

  it('rule 4: set aside without cancelling leaves the order that appears alone', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    world.broker.will({ kind: 'late', ms: 5_000 });
    await world.submit(undefined, id);
    value(world.trading.setAside(id, false));
    await world.pass(40_000, 200);
    expect(world.broker.ledger).toMatchObject([{ status: 'new' }]);
    expect(world.newsOf('late')).toHaveLength(1);
  });

  it('rule 4: setting aside while a resend waits for its turn keeps the resend from leaving', async () => {
    const world = createWorld();
    const id = newId();
    const gate = deferred();
    world.broker.will({ kind: 'request-lost' }, { kind: 'queued', go: gate.promise });
    await world.submit(undefined, id);
    await world.pass(1);
    expect(world.broker.calls.place).toHaveLength(2);
    value(world.trading.setAside(id, false));
    gate.go();
    await world.pass(40_000, 200);
    expect(world.broker.ledger).toEqual([]);
    expect(world.state(id)).toBe('set-aside');
  });

  it('rule 4: an order that is cancelled while it waits for its turn is not sent', async () => {
    const world = createWorld();
    const id = newId();
    const gate = deferred();
    world.broker.will({ kind: 'queued', go: gate.promise });
    const submitted = world.submit(undefined, id);
    value(world.trading.cancelUnknown(id));
    gate.go();
    expect(value(await submitted)).toMatchObject({ state: 'not-sent' });
    expect(world.broker.ledger).toEqual([]);
  });

  it('rule 4: an order that is cancelled while its answer is on the way is cancelled when it comes', async () => {
    const world = createWorld();
    const id = newId();
    const { place } = world.broker.broker;
    world.broker.broker.place = async (body, options) => {
      const outcome = await place(body, options);
      value(world.trading.cancelUnknown(id));
      return outcome;
    };
    await world.submit(undefined, id);
    await world.pass(1_000);
    expect(world.broker.ledger).toMatchObject([{ status: 'canceled' }]);
  });

  it('rule 4: cancelling an intent that became an order a moment ago cancels the order', async () => {
    const world = createWorld();
    const { intentId } = value(await world.submit());
    value(world.trading.cancelUnknown(intentId));
    await world.pass(1_000);
    expect(world.broker.ledger).toMatchObject([{ status: 'canceled' }]);
    expect(world.intent(intentId).cancelWhenFound).toBe(false);
  });

  it('rule 4: what was cancelled is not sent again, by nobody', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.submit(undefined, id);
    value(world.trading.cancelUnknown(id));
    await world.pass(30_000);
    expect(failureOf(await world.trading.sendAgain(id, []))).toContain('You cancelled');
    expect(world.broker.ledger).toEqual([]);
  });

  it('rule 4: Look again asks once more, now', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    world.broker.will({ kind: 'late', ms: 60_000 });
    await world.submit(undefined, id);
    await world.pass(61_000, 500);
    expect(value(await world.trading.lookAgain(id)).state).toBe('accepted');
  });

  it('rule 4: only what is unknown is set aside or sent again', async () => {
    const world = createWorld();
    const { intentId } = value(await world.submit());
    for (const result of [
      world.trading.setAside(intentId),
      await world.trading.sendAgain(intentId, []),
      await world.trading.lookAgain(intentId),
    ])
      expect(failureOf(result)).toContain('known already');
    expect(failureOf(world.trading.setAside(newId()))).toContain('no such order');
  });
});

describe('not sent, proven', () => {
  it('is not sent when the connection was refused', async () => {
    const world = createWorld();
    world.broker.will({ kind: 'unreachable' });
    expect(value(await world.submit())).toMatchObject({ state: 'not-sent' });
  });

  it('is never not sent once bytes may have left, whatever the client says', async () => {
    const world = createWorld({ refusesReusedIds: false });
    world.broker.broker.place = (_body, options) => {
      options.beforeSend();
      return Promise.resolve({ kind: 'not-sent', reason: 'so it says' });
    };
    expect(value(await world.submit())).toMatchObject({ state: 'unknown' });
  });

  it('is unknown and followed when sending throws after hand-over, and not sent when before', async () => {
    const world = createWorld({ refusesReusedIds: false });
    world.broker.will({ kind: 'throws', when: 'before' }, { kind: 'throws', when: 'after' });
    expect(value(await world.submit())).toMatchObject({ state: 'not-sent' });
    const { intentId, state } = value(await world.submit());
    expect(state).toBe('unknown');
    await flush();
    await world.pass(5_000);
    expect(world.broker.calls.byClient.filter((id) => id === intentId).length).toBeGreaterThan(3);
  });

  it('goes on when those who listen to the book and to the news throw', async () => {
    const world = createWorld();
    world.news.push = () => {
      throw new Error('a screen broke');
    };
    world.book.onChange(({ kind }) => {
      if (kind === 'orders') throw new Error('a listener broke');
    });
    expect(value(await world.submit())).toMatchObject({ state: 'accepted' });
  });
});
