// What has come of a way out while its disk refused: it is written as soon as the disk takes it.
import { expect, it } from 'vitest';
import { createFaultyDisk, type Fault } from '#test/unit/journal/harness.ts';
import { createClosingWorld } from '#test/unit/account/orders/closing-world.ts';
import { createWorlds, value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

it.each<[string, Fault]>([
  ['failed', { errcode: 10, at: 'begin' }],
  ['was locked', { errcode: 5, at: 'begin' }],
])('one that a person ended while the disk %s stays ended after a restart', async (_how, fault) => {
  const disk = createFaultyDisk();
  const desk = createClosingWorld(createWorld, { connect: disk.connect });
  await desk.hold('AAPL', '100');
  desk.state.fills = 'none';
  const { closingId } = desk.begin();
  await desk.world.pass(1_000);
  disk.state.fault = fault;
  value(desk.closings.stop(closingId));
  await desk.world.pass(5_000);
  expect(desk.now(closingId).state).toBe('ended');
  disk.state.fault = undefined;
  const { journal } = desk.world;
  const health = journal.health();
  expect(!health.writable && health.needsReopen ? journal.reopen() : journal.flush()).toMatchObject(
    { ok: true },
  );
  desk.restart();
  expect(desk.closings.list()).toEqual([]);
});
