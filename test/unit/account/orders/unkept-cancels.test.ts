// A cancel that the disk did not take lasts for as long as the desk runs. A person whose broker has not taken it either
// is told so with the answer; whoever was told nothing finds the cancel going on after a crash.
import { describe, expect, it } from 'vitest';
import { createFaultyDisk, type Fault } from '#test/unit/journal/harness.ts';
import {
  anOrder,
  createWorlds,
  failureOf,
  newId,
  value,
  type World,
} from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

const FORGOTTEN = 'if Ballast closes before the broker accepts it, the cancel is forgotten';

async function withOrder() {
  const disk = createFaultyDisk();
  const world = createWorld({ connect: disk.connect, refusesReusedIds: false });
  const { intentId, resultId } = value(await world.submit());
  return { disk, world, intentId, orderId: resultId! };
}

const silent = (world: World, times = 20): void =>
  void world.broker.cancelModes.push(...Array.from({ length: times }, () => 'silent' as const));

/** The process is killed while the disk fails, and the disk is mended before the next start. */
function crash({ world, disk }: Awaited<ReturnType<typeof withOrder>>): void {
  world.restart({ isCrash: true });
  disk.state.fault = undefined;
  world.journal.reopen();
}

const FAULTS: [string, Fault][] = [
  ['fails', { errcode: 10, at: 'begin' }],
  ['fails at the end of a write', { errcode: 10, at: 'commit' }],
  ['is read-only', { errcode: 8, at: 'begin' }],
  ['is full, and so is what was kept free', { errcode: 13, at: 'begin' }],
  ['is locked by another program', { errcode: 5, at: 'begin' }],
];

describe('a cancel on a disk that', () => {
  it.each(FAULTS)('%s: nobody is told ok of what a crash forgets', async (_name, fault) => {
    const all = await withOrder();
    const { world, disk, orderId, intentId } = all;
    disk.state.fault = fault;
    silent(world);
    const told = failureOf(await world.trading.cancel(orderId));
    expect(told).toContain('The cancel of AAPL was sent, but the broker has not accepted it yet.');
    expect(told).toContain(FORGOTTEN);
    expect(world.evidence(intentId).join()).toContain('lasts only while Ballast is running');
    expect(world.trading.unkeptCancels()).toBe(1);
    crash(all);
    expect(world.journal.pendingCancels()).toEqual([]);
  });

  it('took it, although its answer was an error: it goes on after a crash', async () => {
    const all = await withOrder();
    const { world, disk, orderId } = all;
    disk.state.fault = { errcode: 10, at: 'landed' };
    silent(world, 1);
    value(await world.trading.cancel(orderId));
    crash(all);
    await world.pass(1_000);
    expect(world.broker.ledger[0]).toMatchObject({ status: 'canceled' });
  });

  it('failed after it was recorded: it goes on after a crash, and nothing is said', async () => {
    const all = await withOrder();
    const { world, disk, orderId } = all;
    silent(world);
    world.broker.state.onCancel = () => (disk.state.fault = { errcode: 10, at: 'begin' });
    value(await world.trading.cancel(orderId));
    expect(world.journal.health().writable).toBe(false);
    expect(world.trading.unkeptCancels()).toBe(0);
    crash(all);
    world.broker.cancelModes.length = 0;
    world.trading.recover();
    await world.pass(1_000);
    expect(world.broker.ledger[0]).toMatchObject({ status: 'canceled' });
  });

  it('fails, at a broker that has taken it: there is nothing to forget', async () => {
    const { world, disk, orderId } = await withOrder();
    disk.state.fault = { errcode: 10, at: 'begin' };
    world.broker.cancelModes.push('asked-only');
    value(await world.trading.cancel(orderId));
    expect(world.trading.unkeptCancels()).toBe(0);
  });

  it('works again before the desk ends: it is written, and goes on after a crash', async () => {
    const all = await withOrder();
    const { world, disk, orderId } = all;
    disk.state.fault = { errcode: 8, at: 'begin' };
    silent(world);
    expect(failureOf(await world.trading.cancel(orderId))).toContain(FORGOTTEN);
    disk.state.fault = undefined;
    expect(world.journal.reopen()).toMatchObject({ ok: true });
    value(await world.trading.cancel(orderId));
    expect(world.trading.unkeptCancels()).toBe(0);
    world.restart({ isCrash: true });
    world.broker.cancelModes.length = 0;
    await world.pass(5_000);
    expect(world.broker.ledger[0]).toMatchObject({ status: 'canceled' });
  });

  it('cannot be read: the order is known to be our own, and the mark is written when it can', async () => {
    const { world, disk, orderId } = await withOrder();
    disk.state.fault = { errcode: 10, at: 'read' };
    silent(world);
    expect(failureOf(await world.trading.cancel(orderId))).toContain(FORGOTTEN);
    disk.state.fault = undefined;
    expect(world.journal.reopen()).toMatchObject({ ok: true });
    world.restart({ isCrash: true });
    world.broker.cancelModes.length = 0;
    await world.pass(5_000);
    expect(world.broker.ledger[0]).toMatchObject({ status: 'canceled' });
  });

  it('fails: one of several that has not left says that it would be forgotten', async () => {
    const { world, disk, orderId } = await withOrder();
    const second = value(await world.submit()).resultId!;
    disk.state.fault = { errcode: 10, at: 'begin' };
    world.broker.broker.cancel = async () => ({ kind: 'not-sent', reason: 'no route' });
    const told = world.trading.cancelAll([orderId, second], []);
    await world.pass(6_000);
    expect(failureOf(await told)).toMatch(
      new RegExp(`2 of 2 cancels .* accepted yet\\. .* sent yet: no route\\. .*${FORGOTTEN}`),
    );
  });

  it('fails: everything that was to be canceled would be forgotten', async () => {
    const { world, disk } = await withOrder();
    disk.state.fault = { errcode: 10, at: 'begin' };
    silent(world);
    world.broker.state.everything.push('silent', 'silent', 'silent', 'silent');
    const told = world.trading.cancelEverything();
    await world.pass(6_000);
    expect(failureOf(await told)).toMatch(new RegExp(`request to cancel everything.*${FORGOTTEN}`));
  });

  it('fails: an order that nobody has found yet is not told to be as good as canceled', async () => {
    const all = await withOrder();
    const { world, disk } = all;
    const id = newId();
    world.broker.will({ kind: 'late', ms: 30_000 });
    await world.submit(undefined, id);
    disk.state.fault = { errcode: 10, at: 'begin' };
    expect(failureOf(await world.trading.cancelUnknown(id))).toContain(FORGOTTEN);
    expect(failureOf(await world.trading.cancelAll([], [id]))).toContain(FORGOTTEN);
    expect(world.trading.unkeptCancels()).toBe(1);
    crash(all);
    expect(world.intent(id)).toMatchObject({ state: 'unknown', cancelWhenFound: false });
  });
});

it('a cancel of an order that was placed elsewhere is in no journal, and says so until it is taken', async () => {
  const world = createWorld();
  const elsewhere = anOrder({ id: 'elsewhere', clientOrderId: 'another program' });
  world.broker.ledger.push(elsewhere);
  world.book.putOrders([elsewhere]);
  silent(world, 1);
  expect(failureOf(await world.trading.cancel('elsewhere'))).toContain(FORGOTTEN);
  await world.pass(5_000);
  expect(world.broker.ledger[0]).toMatchObject({ status: 'canceled' });
});
