// How a proposal ends without a mint: not sent after all, with its batch, or withdrawn.
import { expect, it } from 'vitest';
import { GuardSettings } from '#contract/trading.ts';
import {
  createWorlds,
  aForm,
  UNPRICED,
  WALLET,
  type World,
} from '#test/unit/account/mints/world.ts';

const create = createWorlds();

function createWorld(environment: 'embedded' | 'live' = 'embedded'): World {
  const world = create();
  world.settings.guards = GuardSettings.parse({
    ...UNPRICED,
    mintSecond: { isOn: true, fromShares: '10' },
  });
  world.settings.environment = environment;
  if (environment === 'live') world.restart();
  world.hold('100');
  return world;
}

const proposed = (world: World) => {
  const made = world.mints.proposals.propose(aForm({ qty: '10', label: 'L1' }));
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  return made.value;
};
const listed = (world: World) =>
  world.mints.proposals.list().map(({ proposalId, state }) => [proposalId, state]);
const firstOf = (world: World) => world.mints.proposals.list()[0] ?? { proposalId: '' };
const sentQty = (world: World) => world.broker.ledger.map(({ request }) => request.qty);
const messageOf = (result: { ok: boolean; failure?: unknown }) => JSON.stringify(result.failure);

/** Of two rows, the second of which needs a second person. */
function dryRun(world: World, firstQty = '2'): string {
  const made = world.mints.batches.dryRun(
    'nov',
    `symbol,qty,issuer,network,wallet,label
AAPL,${firstQty},xstocks,solana,${WALLET},small
AAPL,10,xstocks,solana,${WALLET},big
`,
  );
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  return made.value.batchId;
}

it('says that it has to be proposed again when it was approved and not sent', async () => {
  const world = createWorld('live');
  world.broker.will({ kind: 'unreachable' });
  const { proposalId } = proposed(world);
  expect(await world.mints.proposals.approve(proposalId)).toMatchObject({
    ok: true,
    value: {
      state: 'not-sent',
      note: 'The approval has been used. Propose it again. Reason: connection refused.',
    },
  });
  expect(world.newsOf('proposal').at(-1)?.proposal.state).toBe('not-sent');
  expect(messageOf(await world.mints.proposals.approve(proposalId))).toContain('Propose it again');
  // The yes to its wallet went with it.
  expect(world.mints.wallets.isNew(aForm())).toBe(true);
  expect(world.mints.wallets.isWithdrawn(aForm())).toBe(false);
  world.restart();
  world.hold('100');
  expect(listed(world)).toEqual([[proposalId, 'not-sent']]);
  const again = proposed(world).proposalId;
  expect(again).not.toBe(proposalId);
  expect((await world.mints.proposals.approve(again)).ok).toBe(true);
  expect(sentQty(world)).toEqual(['10']);
});

it('lets a row that was approved and not sent be proposed again', async () => {
  const world = createWorld();
  const batchId = dryRun(world, '12');
  world.mints.proposals.proposeBatch(batchId);
  world.broker.will({ kind: 'unreachable' }, { kind: 'unreachable' });
  expect((await world.mints.proposals.approve(firstOf(world).proposalId)).ok).toBe(true);
  await world.pass(5_000);
  const rows = world.batch(batchId).rows.filter(({ state }) => state === 'not-sent');
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map(({ held }) => held))).toEqual(new Set(['second-person']));
  expect(world.mints.proposals.proposeBatch(batchId).ok).toBe(true);
  const waiting = world.mints.proposals.list().find(({ state }) => state === 'waiting');
  expect((await world.mints.proposals.approve(waiting?.proposalId ?? '')).ok).toBe(true);
  await world.pass(5_000);
  expect(sentQty(world).toSorted()).toEqual(['10', '12']);
});

it('ends with its batch', async () => {
  const world = createWorld();
  const batchId = dryRun(world);
  world.broker.will({ kind: 'unreachable' });
  world.mints.batches.start(batchId);
  await world.pass(2_000);
  expect(world.mints.proposals.proposeBatch(batchId).ok).toBe(true);
  const { proposalId } = firstOf(world);
  expect(listed(world)).toEqual([[proposalId, 'waiting']]);
  expect(world.mints.batches.discard(batchId).ok).toBe(true);
  expect(world.newsOf('proposal').at(-1)?.proposal.state).toBe('discarded');
  expect(messageOf(await world.mints.proposals.approve(proposalId))).toContain('with its batch');
  world.restart();
  expect(world.mints.proposals.list()).toMatchObject([
    { proposalId, state: 'discarded', endedAt: world.time.clock.wall() },
  ]);
});

it('is withdrawn once, stays in the record, and is not approved any more', async () => {
  const world = createWorld();
  const { proposalId } = proposed(world);
  const { proposals } = world.mints;
  expect(proposals.withdraw(proposalId)).toMatchObject({ ok: true, value: { state: 'withdrawn' } });
  for (const again of [proposals.withdraw(proposalId), await proposals.approve(proposalId)])
    expect(messageOf(again)).toContain('is no longer waiting: it was withdrawn');
  world.restart();
  expect(listed(world)).toEqual([[proposalId, 'withdrawn']]);
  const activity = world.journal.activity({ kinds: ['desk'], text: 'withdrawn', limit: 5 });
  expect(JSON.stringify(activity)).toContain('A proposal was withdrawn, nothing was sent: Mint 10');
  expect(proposed(world).proposalId).not.toBe(proposalId);
  expect(sentQty(world)).toEqual([]);
});
