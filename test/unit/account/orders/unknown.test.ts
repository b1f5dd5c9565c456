import { describe, expect, it } from 'vitest';
import type { Behavior } from '#test/unit/account/orders/fake-broker.ts';
import {
  aDraft,
  aMarketDraft,
  createWorlds,
  deferred,
  failureOf,
  newId,
  value,
} from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

describe('sending again', () => {
  it('sends the stored bytes again by itself, and the broker has one order', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.submit(undefined, id);
    await world.pass(1);
    expect(world.state(id)).toBe('accepted');
    expect(new Set(world.broker.calls.place).size).toBe(1);
    expect(world.broker.calls.place).toHaveLength(2);
  });

  it('not on a broker that is not known to refuse reused ids', async () => {
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
  ])('a %s order only within its limit after the confirmation', async (_n, draft, limit) => {
    const world = createWorld();
    const id = newId();
    const lost: Behavior[] = Array.from({ length: 50 }, () => ({ kind: 'request-lost' }));
    world.broker.will(...lost);
    await world.submit(draft, id);
    await world.pass(limit, 100);
    const sent = world.broker.calls.place.length;
    expect(sent).toBeGreaterThan(3);
    expect(sent).toBeLessThan(25);
    await world.pass(120_000, 500);
    expect(world.broker.calls.place).toHaveLength(sent);
    expect(world.state(id)).toBe('unknown');
  });

  it('not after a repetition was refused; it is looked for, and only the person sends it', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    world.broker.will({ kind: 'status', status: 403, message: 'insufficient buying power' });
    await world.submit(undefined, id);
    await world.pass(29_000, 100);
    expect(world.broker.calls.place).toHaveLength(2);
    expect(world.state(id)).toBe('unknown');
    expect(world.broker.calls.byClient.length).toBeGreaterThan(3);
    await world.trading.sendAgain(id, []);
    expect(world.state(id)).toBe('accepted');
    expect(world.broker.calls.place).toHaveLength(3);
  });

  it('not after sleep, not after a restart', async () => {
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

  it('not while the kill switch is on, nor when it is turned off again', async () => {
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

  it('an exit that was confirmed while stopped is not sent again by itself either', async () => {
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

  it('what the desk may not send again by itself any more does not leave when its turn comes', async () => {
    const world = createWorld();
    world.hold('100');
    const id = newId();
    const turn = deferred();
    world.broker.will({ kind: 'request-lost' }, { kind: 'queued', go: turn.promise });
    await world.submit(aMarketDraft({ side: 'sell' }), id, ['exit-while-stopped']);
    await world.pass(1);
    expect(world.broker.calls.place).toHaveLength(2);
    world.settings.isStopped = true;
    turn.go();
    await world.pass(5_000);
    expect(world.broker.ledger).toEqual([]);
    expect(world.state(id)).toBe('unknown');
  });

  it('guards are passed again: a price gone stale keeps it from being sent', async () => {
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

  it('the person sends it again after a restart, with the same bytes, after a fresh look', async () => {
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

  it('Send again sends nothing when the fresh look finds the order', async () => {
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

  it('a Send again whose answer is lost is looked up at once, however long the waits had grown', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.submit(undefined, id);
    await world.pass(100_000, 500);
    world.freshPrice();
    world.broker.will({ kind: 'answer-lost' });
    expect(value(await world.trading.sendAgain(id, [])).state).toBe('unknown');
    await world.pass(1);
    expect(world.state(id)).toBe('accepted');
  });

  it('Send again while one waits for its turn is declined', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    const turn = deferred();
    world.broker.will({ kind: 'request-lost' }, { kind: 'queued', go: turn.promise });
    await world.submit(undefined, id);
    const first = world.trading.sendAgain(id, []);
    await world.pass(1);
    expect(failureOf(await world.trading.sendAgain(id, []))).toContain('right now');
    turn.go();
    expect(value(await first).state).toBe('accepted');
    expect(world.broker.calls.place).toHaveLength(2);
  });

  it('Send again twice at the same moment is one attempt', async () => {
    const world = createWorld({ refusesReusedIds: false, brokerRefusesReusedIds: false });
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.submit(undefined, id);
    await Promise.all([world.trading.sendAgain(id, []), world.trading.sendAgain(id, [])]);
    expect(world.broker.calls.place).toHaveLength(2);
    expect(world.broker.ordersOf(id)).toHaveLength(1);
  });
});

describe('unknown, its actions, and cancel when found', () => {
  it('sell everything, answer lost, sent again: 403 for held shares does not become refused', async () => {
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

  it('refused only when every attempt was answered with a proof', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'status', status: 403, message: 'insufficient buying power' });
    expect(value(await world.submit(undefined, id))).toMatchObject({ state: 'refused' });
    await world.pass(60_000, 500);
    expect(world.broker.calls.byClient).toEqual([]);
    expect(world.time.pending()).toBe(0);
  });

  it('a late landing after set aside is accepted, told as late, and canceled, which is the default', async () => {
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

  it('a late landing after cancel-all is canceled, also when the desk was started anew in between', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const [known, unknown] = [newId(), newId()];
    const { resultId: orderId } = value(await world.submit(undefined, known));
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

  it('a late landing after the kill switch is found and stays, for the person to decide', async () => {
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

  it('set aside without canceling leaves the order that appears alone', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    world.broker.will({ kind: 'late', ms: 5_000 });
    await world.submit(undefined, id);
    value(world.trading.setAside(id, false));
    await world.pass(40_000, 200);
    expect(world.broker.ledger).toMatchObject([{ status: 'new' }]);
    expect(world.newsOf('late')).toHaveLength(1);
  });

  it('setting aside while a resend waits for its turn keeps the resend from leaving', async () => {
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

  it('an order that is canceled while it waits for its turn is not sent', async () => {
    const world = createWorld();
    const id = newId();
    const gate = deferred();
    world.broker.will({ kind: 'queued', go: gate.promise });
    const submitted = world.submit(undefined, id);
    value(await world.trading.cancelUnknown(id));
    gate.go();
    expect(value(await submitted)).toMatchObject({ state: 'not-sent' });
    expect(world.broker.ledger).toEqual([]);
  });

  it('an order that is canceled while its answer is on the way is canceled when it comes', async () => {
    const world = createWorld();
    const id = newId();
    const { place } = world.broker.broker;
    world.broker.broker.place = async (body, options) => {
      const outcome = await place(body, options);
      value(await world.trading.cancelUnknown(id));
      return outcome;
    };
    await world.submit(undefined, id);
    await world.pass(1_000);
    expect(world.broker.ledger).toMatchObject([{ status: 'canceled' }]);
  });

  it('canceling an intent that became an order a moment ago cancels the order', async () => {
    const world = createWorld();
    const { intentId } = value(await world.submit());
    value(await world.trading.cancelUnknown(intentId));
    await world.pass(1_000);
    expect(world.broker.ledger).toMatchObject([{ status: 'canceled' }]);
    expect(world.intent(intentId).cancelWhenFound).toBe(false);
  });

  it('what was canceled is not sent again, by nobody', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.submit(undefined, id);
    value(await world.trading.cancelUnknown(id));
    await world.pass(30_000);
    expect(failureOf(await world.trading.sendAgain(id, []))).toContain('You canceled');
    expect(world.broker.ledger).toEqual([]);
  });

  it('Look again asks once more, now', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    world.broker.will({ kind: 'late', ms: 100_000 });
    await world.submit(undefined, id);
    await world.pass(101_000, 500);
    expect(value(await world.trading.lookAgain(id)).state).toBe('accepted');
  });

  it('only what is unknown is set aside or sent again', async () => {
    const world = createWorld();
    const { intentId } = value(await world.submit());
    for (const result of [
      world.trading.setAside(intentId),
      await world.trading.sendAgain(intentId, []),
      await world.trading.lookAgain(intentId),
    ])
      expect(failureOf(result)).toContain('already known');
    expect(failureOf(world.trading.setAside(newId()))).toContain('no such order');
  });
});
