// Whatever a person does without typing that it is meant, and whatever the broker does to it: no label and no contents are
// at the broker twice.
import { expect, it } from 'vitest';
import { MINT_AGAIN } from '#contract/mint-guards.ts';
import { contentsKey } from '#main/domain/mints/mint-guards.ts';
import type { Behavior } from '#test/unit/account/mints/fake-mint-broker.ts';
import { aForm, createWorlds, WALLET, type World } from '#test/unit/account/mints/world.ts';
import { newId } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
const STEPS = 60;
const LABELS = ['', '', 'a', 'b', 'c', 'd'];
const QUANTITIES = ['1', '1.0', '1.00', '2', '2.50', '2.5'];
const BEHAVIOURS: Behavior[] = [
  { kind: 'honest' },
  { kind: 'honest' },
  { kind: 'answer-lost' },
  { kind: 'request-lost' },
  { kind: 'late', ms: 700 },
  { kind: 'unreachable' },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 400, message: 'no' },
  { kind: 'rejects' },
];

/** Lehmer's, so that a seed tells the story again. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

async function live(world: World, random: () => number, meant?: string): Promise<void> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  world.mints.start();
  for (let step = 0; step < STEPS; step++) {
    world.broker.will(pick(BEHAVIOURS));
    const act = random();
    if (act < 0.4) {
      const form = aForm({ qty: pick(QUANTITIES), label: pick(LABELS) });
      const windows = random() < 0.2 ? 2 : 1;
      for (let n = 0; n < windows; n++) void world.mints.submit(newId(), form, meant);
    } else if (act < 0.65) {
      const rows = Array.from(
        { length: 1 + Math.floor(random() * 3) },
        () => `AAPL,${pick(QUANTITIES)},xstocks,solana,${WALLET},${pick(LABELS)}`,
      );
      const csv = ['symbol,qty,issuer,network,wallet,label', ...rows].join('\n');
      world.mints.batches.dryRun(`Batch ${step}`, csv);
    } else if (act < 0.9) {
      const batch = pick(world.mints.batches.list());
      if (batch) world.mints.batches.start(batch.batchId, meant);
    } else if (act < 0.95) world.restart();
    await world.pass(pick([0, 200, 3_000, 20_000]), 200);
  }
  await world.pass(120_000, 2_000);
}

function twins(world: World): string[] {
  const seen = new Map<string, string>();
  const found: string[] = [];
  for (const { request, key } of world.broker.ledger) {
    if (request.status === 'rejected') continue;
    const label = request.clientRequestId === key ? '' : (request.clientRequestId ?? '');
    const contents = contentsKey(request);
    const others = [...seen].filter(
      ([, other]) =>
        other === JSON.stringify([label, contents]) ||
        (label !== '' && other.startsWith(`["${label}",`)) ||
        ((label === '' || other.startsWith('["",')) && other.endsWith(`,"${contents}"]`)),
    );
    found.push(...others.map(([one]) => `${one} ${key}: ${label} ${contents}`));
    seen.set(key, JSON.stringify([label, contents]));
  }
  return found;
}

it.each([1, 22, 333, 4_444, 55_555])('nothing is minted twice unasked, seed %i', async (seed) => {
  const world = createWorld();
  await live(world, createRandom(seed));
  expect(world.broker.ledger.length).toBeGreaterThan(2);
  expect(twins(world)).toEqual([]);
});

it('and what is typed to be meant is, so that the story above has repetitions in it', async () => {
  const world = createWorld();
  await live(world, createRandom(22), MINT_AGAIN);
  expect(twins(world).length).toBeGreaterThan(3);
});
