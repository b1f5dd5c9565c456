import { describe, expect, it } from 'vitest';
import type { Behavior } from '#test/unit/account/orders/fake-broker.ts';
import {
  aDraft,
  anOrder,
  createWorlds,
  deferred,
  failureOf,
  flush,
  newId,
  value,
} from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

describe('an order that nobody reviewed', () => {
  const unreviewed = (intentId = newId()) =>
    ({ intentId, draft: aDraft(), confirmations: [], isUnreviewed: true }) as const;

  it('goes only while the person does without the review', async () => {
    let isSkipped = true;
    const world = createWorld({ isReviewSkipped: () => isSkipped });
    const first = unreviewed();
    expect(value(await world.trading.submit(first)).state).toBe('accepted');
    isSkipped = false;
    const refused = unreviewed();
    expect(await world.trading.submit(refused)).toMatchObject({
      ok: false,
      failure: { kind: 'invalid', issues: [{ path: 'review' }] },
    });
    expect(world.broker.calls.place).toHaveLength(1);
    // Nothing was recorded under its id, and what was sent before is still answered for.
    expect(world.journal.get(refused.intentId)).toMatchObject({ ok: true, value: undefined });
    expect(value(await world.trading.submit(first)).state).toBe('accepted');
  });

  it('never goes on a live account, nor where nobody chose', async () => {
    for (const world of [
      createWorld({ environment: 'live', isReviewSkipped: () => true }),
      createWorld(),
    ]) {
      expect((await world.trading.submit(unreviewed())).ok).toBe(false);
      expect(world.broker.calls.place).toHaveLength(0);
    }
  });
});

describe('record, then send', () => {
  it('has the intent on disk before the first byte leaves', async () => {
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

  it('two windows that submit the same intent at the same moment place one order', async () => {
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

  it('the same id with another body is invalid and sends nothing', async () => {
    const world = createWorld();
    const id = newId();
    await world.submit(aDraft({ qty: '10' }), id);
    expect(failureOf(await world.submit(aDraft({ qty: '11' }), id))).toContain('with other values');
    expect(world.broker.calls.place).toHaveLength(1);
  });

  it('a draft with a mistake is invalid and leaves no intent', async () => {
    const world = createWorld();
    const id = newId();
    expect(failureOf(await world.submit(aDraft({ qty: '0' }), id))).toContain('above zero');
    expect(world.journal.get(id)).toMatchObject({ ok: true, value: undefined });
  });
});

describe('unknown is looked up without an end', () => {
  const undecided: [name: string, behavior: Behavior][] = [
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
    '%s is unknown, and the lookup that follows at once finds the order',
    async (_name, behavior) => {
      const world = createWorld({ refusesReusedIds: false });
      const id = newId();
      world.broker.will(behavior);
      expect(value(await world.submit(undefined, id)).state).toBe('unknown');
      await world.pass(1);
      expect(world.state(id)).toBe('accepted');
      expect(world.broker.ordersOf(id)).toHaveLength(1);
      expect(world.broker.calls.place).toHaveLength(1);
    },
  );

  it('a lookup miss is no proof: it is still unknown after an hour, and found after that', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    world.broker.will({ kind: 'late', ms: 3_700_000 });
    await world.submit(undefined, id);
    await world.pass(3_600_000, 5_000);
    expect(world.state(id)).toBe('unknown');
    const asked = world.broker.calls.byClient.length;
    expect(asked).toBeGreaterThan(30);
    expect(asked).toBeLessThan(60);
    await world.pass(600_000, 5_000);
    expect(world.state(id)).toBe('accepted');
  });

  it('lookups that throw or stay silent never end the following', async () => {
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

  it('a stream event with our id and our body is evidence', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    world.broker.state.lookups = 'blind';
    world.broker.will({ kind: 'answer-lost' });
    await world.submit(undefined, id);
    world.trading.onOrder(world.broker.ledger[0]!, 'heard');
    expect(world.state(id)).toBe('accepted');
    expect(world.evidence(id).at(-1)).toContain('heard: Heard on the order stream');
  });

  it('a 422 that names client_order_id means that the first one landed, and it is not sent a third time', async () => {
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

  it('what landed is found soon after it can be seen, however many looks went before', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.state.lookups = 'blind';
    world.broker.will({ kind: 'answer-lost' });
    await world.submit(undefined, id);
    await world.pass(15_000);
    expect(world.state(id)).toBe('unknown');
    world.broker.state.lookups = 'honest';
    await world.pass(2_500);
    expect(world.state(id)).toBe('accepted');
  });

  it('an answer that overtakes nothing: heard first, answered second, accepted once', async () => {
    const world = createWorld();
    world.listen();
    const id = newId();
    expect(value(await world.submit(undefined, id)).state).toBe('accepted');
    // Both are evidence, each once: who spoke first decides nothing.
    const kinds = world.evidence(id).map((line) => line.split(':')[0]);
    expect(kinds).toEqual(['recorded', 'sent', 'heard', 'answered']);
    expect(world.news.filter(({ kind }) => kind === 'late')).toEqual([]);
  });

  it('a refusal that arrives after the order was heard changes nothing', async () => {
    const world = createWorld();
    world.listen();
    const id = newId();
    world.broker.will({ kind: 'status', status: 403, isTaken: true });
    expect(value(await world.submit(undefined, id)).state).toBe('accepted');
  });

  it('another order with our id is a conflict: shown, never adopted, never canceled', async () => {
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
  });

  it('an answer about another body, after a lookup saw it too, does not leave the intent as sent', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    const other = anOrder({ id: 'other', clientOrderId: id, qty: '99' });
    world.broker.broker.place = (_body, options) => {
      options.beforeSend();
      world.trading.onOrder(other, 'heard');
      return Promise.resolve({ kind: 'answer', status: 200, message: '', record: other });
    };
    expect(value(await world.submit(undefined, id))).toMatchObject({
      state: 'unknown',
      isConflict: true,
    });
  });

  it('a record under the id of another order is believed of neither', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const [taken, open] = [newId(), newId()];
    await world.submit(undefined, taken);
    world.broker.will({ kind: 'request-lost' });
    await world.submit(undefined, open);
    const first = world.broker.ledger[0]!;
    world.trading.onOrder({ ...first, clientOrderId: open }, 'heard');
    expect(world.intent(open)).toMatchObject({ state: 'unknown', isConflict: false });
    expect(world.evidence(open).at(-1)).toContain('has the id of another order');
    expect(world.book.order(first.id)?.clientOrderId).toBe(taken);
  });

  it('a second order under one id is shown as a conflict of the accepted one', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    await world.submit(undefined, id);
    world.trading.onOrder({ ...world.broker.ledger[0]!, id: 'twin' }, 'heard');
    expect(world.intent(id)).toMatchObject({
      state: 'accepted',
      resultId: 'order-1',
      isConflict: true,
    });
    expect(world.evidence(id).at(-1)).toContain('a second order');
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
