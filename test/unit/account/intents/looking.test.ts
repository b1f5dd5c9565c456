// In which order intents are looked for, of which nobody knows what became.
import { expect, it } from 'vitest';
import { createLooking, type LookUpLane } from '#main/account/intents/looking.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

function setUp() {
  const world = {
    looked: [] as [string, LookUpLane][],
    settled: new Set<string>(),
    told: [] as string[],
    log: [] as string[],
    /** Looks whose answer is still on its way, and those of whom nobody answers. */
    held: new Map<string, () => void>(),
    holds: false,
    silent: new Set<string>(),
    broken: new Set<string>(),
  };
  const looking = createLooking({
    async lookUp(intentId, lane) {
      world.looked.push([intentId, lane]);
      if (world.broken.has(intentId)) throw new Error(`as a mistake would for ${intentId}`);
      if (world.holds) await new Promise<void>((resolve) => world.held.set(intentId, resolve));
      return !world.silent.has(intentId);
    },
    isSettled: (intentId) => world.settled.has(intentId),
    onSettled: (intentId) => void world.told.push(intentId),
    log: (level, message, details) =>
      void world.log.push(`${level}: ${message} ${JSON.stringify(details)}`),
  });
  const ids = () => world.looked.splice(0).map(([intentId]) => intentId);
  return { world, ids, ...looking };
}
const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => `i${n}`);

it('looks for what nobody waits for one at a time, in its order, each once while it waits', async () => {
  const { world, atLeisure } = setUp();
  world.holds = true;
  for (const id of ['a', 'b', 'c', 'b']) atLeisure(id);
  await settled();
  expect(world.looked).toEqual([['a', 'follow']]);
  // Asked for while it is looked for: once more, at the end.
  atLeisure('a');
  world.settled.add('a');
  world.settled.delete('b');
  world.held.get('a')!();
  await settled();
  expect([world.looked.length, world.told]).toEqual([2, ['a']]);
  world.settled.add('c');
  world.held.get('b')!();
  await settled();
  // What was settled meanwhile is not asked for, and its end is told.
  expect(world.looked).toEqual([
    ['a', 'follow'],
    ['b', 'follow'],
  ]);
  expect(world.told).toEqual(['a', 'c', 'a']);
  atLeisure('d');
  await settled();
  expect(world.looked.at(-1)).toEqual(['d', 'follow']);
});

it('goes on after a look that fails, and logs it', async () => {
  const { world, ids, atLeisure } = setUp();
  world.broken.add('a');
  for (const id of ['a', 'b']) atLeisure(id);
  await settled();
  expect(ids()).toEqual(['a', 'b']);
  expect(world.log).toEqual([
    'error: looking for an intent failed {"intentId":"a","error":"Error: as a mistake would for a"}',
  ]);
});

it('looks for five or fewer each time, and says whether each was answered', async () => {
  const { world, ids, forNewest } = setUp();
  expect(await forNewest(numbered(5))).toBe(true);
  expect(world.looked).toEqual(numbered(5).map((id) => [id, 'lookup']));
  ids();
  world.silent.add('i2');
  expect(await forNewest(numbered(5))).toBe(false);
  expect(ids()).toEqual(numbered(5));
  expect(await forNewest([])).toBe(true);
});

it('looks for the newest five of many, each until it was answered once', async () => {
  const { world, ids, forNewest, wake } = setUp();
  const [first, ...newest] = numbered(6);
  world.silent.add('i3');
  expect(await forNewest([first!, ...newest])).toBe(false);
  expect(ids()).toEqual(newest);
  expect(await forNewest([first!, ...newest])).toBe(false);
  expect(ids()).toEqual(['i3']);
  world.silent.clear();
  expect(await forNewest([first!, ...newest])).toBe(true);
  expect(ids()).toEqual(['i3']);
  expect(await forNewest([first!, ...newest])).toBe(true);
  expect(ids()).toEqual([]);
  // After sleep nothing counts as answered.
  wake();
  await forNewest([first!, ...newest]);
  expect(ids()).toEqual(newest);
});

it('looks anew for one that was not among the newest meanwhile', async () => {
  const { ids, forNewest } = setUp();
  await forNewest(numbered(6));
  ids();
  await forNewest(numbered(7));
  expect(ids()).toEqual(['i6']);
  await forNewest(numbered(6));
  expect(ids()).toEqual(['i1']);
});

it('ends', async () => {
  const { world, ids, atLeisure, stop } = setUp();
  world.holds = true;
  for (const id of ['a', 'b']) atLeisure(id);
  await settled();
  stop();
  world.held.get('a')!();
  atLeisure('c');
  await settled();
  expect(ids()).toEqual(['a']);
});
