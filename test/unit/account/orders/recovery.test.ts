import { describe, expect, it } from 'vitest';
import { createFaultyDisk } from '#test/unit/journal/harness.ts';
import { must } from '#test/unit/account/orders/fake-broker.ts';
import {
  aDraft,
  anOrder,
  createWorlds,
  deferred,
  failureOf,
  newId,
  value,
} from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

describe('start-up and crash recovery are one path', () => {
  it('arms after one complete pass in which every question was answered', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.submit(undefined, id);
    world.restart();
    world.broker.state.lookups = 'silent';
    expect(await world.trading.lookUpUnsettled()).toBe(false);
    world.broker.state.lookups = 'throws';
    expect(await world.trading.lookUpUnsettled()).toBe(false);
    world.broker.state.lookups = 'honest';
    expect(await world.trading.lookUpUnsettled()).toBe(true);
    expect(world.state(id)).toBe('unknown');
  });

  it('nothing is placed before the pass, and what stays unsettled does not block it after', async () => {
    const world = createWorld({ isReady: false });
    world.stream('live');
    expect(value(await world.submit()).reason).toContain('have not all been read');
    world.makeReady();
    expect(value(await world.submit()).state).toBe('accepted');
  });

  it('a change that is unsettled is part of the pass', async () => {
    const world = createWorld();
    const { resultId: orderId } = value(await world.submit());
    world.broker.will({ kind: 'answer-lost' });
    world.broker.state.lookups = 'silent';
    const { intentId } = value(await world.replace(must(orderId)));
    world.restart();
    expect(await world.trading.lookUpUnsettled()).toBe(false);
    world.broker.state.lookups = 'honest';
    expect(await world.trading.lookUpUnsettled()).toBe(true);
    expect(world.state(intentId)).toBe('accepted');
  });

  it('a crash between record and send: unknown, looked for, never sent by itself', async () => {
    const world = createWorld();
    const id = newId();
    const never = deferred();
    world.broker.will({ kind: 'queued', go: never.promise });
    void world.submit(undefined, id);
    expect(world.state(id)).toBe('recorded');
    world.restart({ isCrash: true });
    never.go();
    await world.pass(40_000, 200);
    expect(world.state(id)).toBe('unknown');
    expect(world.evidence(id).some((line) => line.startsWith('recovered'))).toBe(true);
    expect(world.broker.ledger).toEqual([]);
  });

  it('says of one that no line says was sent that it is sent, and not again', async () => {
    const world = createWorld();
    const id = newId();
    const never = deferred();
    world.broker.will({ kind: 'queued', go: never.promise });
    void world.submit(undefined, id);
    world.restart({ isCrash: true });
    never.go();
    world.makeReady();
    world.broker.will({ kind: 'request-lost' });
    await world.trading.sendAgain(id, []);
    await world.trading.sendAgain(id, []);
    expect(world.evidence(id).filter((line) => line.startsWith('sent: '))).toEqual([
      `sent: Sent to the broker with client order id ${id}.`,
      `sent: Sent again, with the same client order id ${id}.`,
    ]);
  });

  it('an orderly end between record and send: not sent, and known as such', async () => {
    const world = createWorld();
    const id = newId();
    const never = deferred();
    world.broker.will({ kind: 'queued', go: never.promise });
    void world.submit(undefined, id);
    world.restart();
    never.go();
    await world.pass(1_000);
    expect(world.state(id)).toBe('not-sent');
    expect(world.broker.ledger).toEqual([]);
  });

  it('a restart between send and answer: the order is found, and there is one', async () => {
    const world = createWorld();
    const id = newId();
    const { place } = world.broker.broker;
    world.broker.broker.place = async (body, options) => {
      await place(body, options);
      return new Promise(() => undefined);
    };
    void world.submit(undefined, id);
    await world.pass(10);
    expect(world.state(id)).toBe('sent');
    world.restart();
    expect(world.state(id)).toBe('unknown');
    await world.pass(1_000);
    expect(world.state(id)).toBe('accepted');
    expect(world.broker.ordersOf(id)).toHaveLength(1);
  });

  it('a refusal after a restart is evidence only: an attempt of the last run is unanswered for ever', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const id = newId();
    world.broker.will({ kind: 'request-lost' }, { kind: 'status', status: 403 });
    await world.submit(undefined, id);
    world.restart();
    expect(value(await world.trading.sendAgain(id, [])).state).toBe('unknown');
  });
});

describe('closing', () => {
  it('closing is an ordinary order with an id of its own: opposite side, available quantity', async () => {
    const world = createWorld();
    world.hold('100');
    value(await world.submit(aDraft({ side: 'sell', qty: '30', limitPrice: '250' })));
    const draft = value(world.trading.closingDraft('AAPL'));
    expect(draft).toEqual({
      symbol: 'AAPL',
      side: 'sell',
      type: 'market',
      timeInForce: 'day',
      qty: '70',
    });
    const id = newId();
    expect(value(await world.submit(draft, id)).state).toBe('accepted');
    expect(world.broker.ordersOf(id)).toHaveLength(1);
    expect(failureOf(world.trading.closingDraft('AAPL'))).toContain('AAPL');
    expect(failureOf(world.trading.closingDraft('MSFT'))).toContain('no position');
  });

  it('what an unknown order may have sold is not sold again', async () => {
    const world = createWorld({ refusesReusedIds: false });
    world.hold('100');
    world.broker.will({ kind: 'request-lost' });
    value(await world.submit(value(world.trading.closingDraft('AAPL'))));
    expect(failureOf(world.trading.closingDraft('AAPL'))).toContain('unconfirmed orders');
  });
});

describe('legs and strangers', () => {
  const bracket = aDraft({
    orderClass: 'bracket',
    takeProfit: { limitPrice: '220' },
    stopLoss: { stopPrice: '150' },
  });

  it('legs are adopted from the parent’s record, after acceptance and after each parent event', async () => {
    const world = createWorld();
    const { byId } = world.broker.broker;
    let legs: ReturnType<typeof anOrder>[] = [];
    world.broker.broker.byId = async (orderId) => {
      const found = await byId(orderId);
      return found.kind === 'found' ? { ...found, order: { ...found.order, legs } } : found;
    };
    legs = [anOrder({ id: 'profit', side: 'sell', status: 'held', limitPrice: '220' })];
    const { resultId: orderId } = value(await world.submit(bracket));
    expect(world.book.order('profit')).toBeUndefined();
    await world.pass(1);
    expect(world.book.order('profit')).toMatchObject({ status: 'held' });
    legs = [{ ...legs[0]!, status: 'new', updatedAt: '2026-01-05T15:00:01Z' }];
    world.trading.onOrder(world.broker.change(must(orderId), { status: 'filled' }), 'heard');
    await world.pass(1);
    expect(world.book.order('profit')).toMatchObject({ status: 'new' });
  });

  it('an event that arrives while a parent is read makes it read once more', async () => {
    const world = createWorld();
    const { resultId: orderId } = value(await world.submit(bracket));
    const { byId } = world.broker.broker;
    let isFirst = true;
    world.broker.broker.byId = (id) => {
      if (isFirst) {
        isFirst = false;
        world.trading.onOrder(world.broker.change(must(orderId), { status: 'filled' }), 'heard');
      }
      return byId(id);
    };
    await world.pass(1_000);
    expect(world.broker.calls.byId).toHaveLength(2);
  });

  it('an event for an unknown order id is kept and looked up, also when the first answer is silence', async () => {
    const world = createWorld();
    const stranger = world.broker.add(anOrder({ id: 'stranger' }));
    world.broker.state.lookups = 'silent';
    world.trading.onOrder(stranger, 'heard');
    expect(world.book.order('stranger')).toBeDefined();
    await world.pass(1_000);
    world.broker.state.lookups = 'honest';
    world.broker.change('stranger', { status: 'partially_filled' });
    await world.pass(5_000);
    expect(world.book.order('stranger')).toMatchObject({ status: 'partially_filled' });
    const asked = world.broker.calls.byId.length;
    await world.pass(60_000, 500);
    expect(world.broker.calls.byId).toHaveLength(asked);
  });

  it('an order without an intent can be canceled', async () => {
    const world = createWorld();
    value(await world.submit());
    const stranger = world.broker.add(anOrder({ id: 'stranger' }));
    world.trading.onOrder(stranger, 'found');
    value(await world.trading.cancel('stranger'));
    expect(world.broker.ledger.at(-1)).toMatchObject({ status: 'canceled' });
  });

  it('a lookup that never finds the stranger comes to an end', async () => {
    const world = createWorld();
    world.trading.onOrder(anOrder({ id: 'ghost' }), 'heard');
    await world.pass(900_000, 5_000);
    expect(world.time.pending()).toBe(0);
    expect(world.book.order('ghost')).toBeDefined();
  });
});

describe('journal failure', () => {
  it('an intent that cannot be written is not sent, and placing is disarmed', async () => {
    const disk = createFaultyDisk();
    const world = createWorld({ connect: disk.connect });
    disk.state.fault = { errcode: 10, at: 'begin' };
    const intent = value(await world.submit());
    expect(intent).toMatchObject({
      state: 'not-sent',
      reason: expect.stringContaining('disk failed') as string,
    });
    expect(world.gate.armState().isArmed).toBe(false);
    disk.state.fault = undefined;
    expect(value(await world.submit()).state).toBe('not-sent');
    expect(world.broker.calls.place).toEqual([]);
    expect(
      world.news.some((item) => item.kind === 'intent' && item.intent.state === 'not-sent'),
    ).toBe(true);
    expect(world.journal.reopen()).toMatchObject({ ok: true });
    expect(value(await world.submit()).state).toBe('accepted');
  });

  it('a journal that fails between record and send keeps the order from leaving', async () => {
    const disk = createFaultyDisk();
    const world = createWorld({ connect: disk.connect });
    const gate = deferred();
    world.broker.will({ kind: 'queued', go: gate.promise });
    const submitted = world.submit();
    disk.state.fault = { errcode: 13, at: 'begin' };
    gate.go();
    expect(value(await submitted)).toMatchObject({ state: 'not-sent' });
    expect(world.broker.ledger).toEqual([]);
  });

  it('the same before a resend: it does not leave, and stays unknown', async () => {
    const disk = createFaultyDisk();
    const world = createWorld({ connect: disk.connect });
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.submit(undefined, id);
    disk.state.fault = { errcode: 13, at: 'begin' };
    await world.pass(31_000);
    expect(world.state(id)).toBe('unknown');
    expect(world.broker.ledger).toEqual([]);
  });

  it('evidence that cannot be written is kept and shown, and following goes on', async () => {
    const disk = createFaultyDisk();
    const world = createWorld({ connect: disk.connect, refusesReusedIds: false });
    const id = newId();
    world.broker.will({ kind: 'late', ms: 5_000 });
    await world.submit(undefined, id);
    disk.state.fault = { errcode: 10, at: 'begin' };
    await world.pass(20_000);
    expect(world.state(id)).toBe('accepted');
    expect(world.evidence(id).at(-1)).toContain('found');
  });

  it('an answer is never lost to a disk that fails while it comes', async () => {
    const disk = createFaultyDisk();
    const world = createWorld({ connect: disk.connect });
    const { place } = world.broker.broker;
    world.broker.broker.place = async (body, options) => {
      const outcome = await place(body, options);
      disk.state.fault = { errcode: 10, at: 'begin' };
      return outcome;
    };
    expect(value(await world.submit()).state).toBe('accepted');
  });

  it('set aside and cancel when found hold in memory, and say so', async () => {
    const disk = createFaultyDisk();
    const world = createWorld({ connect: disk.connect, refusesReusedIds: false });
    const id = newId();
    world.broker.will({ kind: 'late', ms: 5_000 });
    await world.submit(undefined, id);
    disk.state.fault = { errcode: 10, at: 'begin' };
    expect(world.trading.setAside(id)).toMatchObject({
      failure: { message: expect.stringContaining('This is not recorded') as unknown },
    });
    expect(world.intent(id)).toMatchObject({ state: 'set-aside', cancelWhenFound: true });
    expect(world.evidence(id).some((line) => line.includes('only while Ballast is running'))).toBe(
      true,
    );
    await world.pass(70_000, 500);
    expect(world.broker.ledger).toMatchObject([{ status: 'canceled' }]);
  });
});
