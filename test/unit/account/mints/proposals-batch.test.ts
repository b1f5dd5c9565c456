// A batch that waits for a second person while its small rows go: what is shown, asked and recorded is what is left.
import { expect, it } from 'vitest';
import { GuardSettings } from '#contract/trading.ts';
import {
  aForm,
  createWorlds,
  UNPRICED,
  WALLET,
  type World,
} from '#test/unit/account/mints/world.ts';
import { newId } from '#test/unit/account/orders/world.ts';

const OTHER = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
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

/** Rows of these quantities; the small ones to one wallet, the others to another. */
function dryRun(world: World, quantities: readonly number[], name = 'nov', big = OTHER): string {
  const rows = quantities.map(
    (qty, at) => `AAPL,${qty},xstocks,solana,${qty < 10 ? WALLET : big},${name}-${at}`,
  );
  const table = ['symbol,qty,issuer,network,wallet,label', ...rows].join('\n');
  const made = world.mints.batches.dryRun(name, table);
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  return made.value.batchId;
}

function propose(world: World, batchId: string): string {
  const made = world.mints.proposals.proposeBatch(batchId);
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  return made.value.proposalId;
}

const shown = (world: World) => world.mints.proposals.list()[0];
const messageOf = (result: { ok: boolean; failure?: unknown }) => JSON.stringify(result.failure);
const sentQty = (world: World) => world.broker.ledger.map(({ request }) => request.qty);

it('says what is left of it, and what went before', async () => {
  const world = createWorld();
  const batchId = dryRun(world, [1, 1, 1, 10, 10, 10]);
  const proposalId = propose(world, batchId);
  expect(shown(world)).toMatchObject({ what: 'Batch nov: 6 mints, 33 AAPL', walletCount: 2 });
  expect(world.mints.batches.start(batchId).ok).toBe(true);
  await world.pass(5_000);
  expect(sentQty(world)).toEqual(['1', '1', '1']);
  const left = {
    what: 'Batch nov: 3 mints, 30 AAPL',
    wallets: [{ walletAddress: OTHER, network: 'solana' }],
    walletCount: 1,
    note: '3 of its 6 rows were sent before.',
  };
  expect(shown(world)).toMatchObject(left);
  // Windows heard of it.
  const heard = world.changes.findLast(({ kind }) => kind === 'proposal');
  expect(heard).toMatchObject({ proposal: left });
  expect(world.mints.proposals.pending(proposalId)).toMatchObject({
    ok: true,
    value: { proposal: left },
  });
  expect((await world.mints.proposals.approve(proposalId)).ok).toBe(true);
  await world.pass(5_000);
  expect(sentQty(world).slice(3)).toEqual(['10', '10', '10']);
  expect(shown(world)).toMatchObject({ state: 'approved', what: left.what });
});

it('does not count a row that stays behind', () => {
  const world = createWorld();
  world.settings.guards = GuardSettings.parse({
    ...world.settings.guards,
    mintSize: { isOn: true, maxShares: '20' },
  });
  propose(world, dryRun(world, [1, 10, 30]));
  expect(shown(world)).toMatchObject({
    what: 'Batch nov: 2 mints, 11 AAPL',
    note: 'One more row was not sent: a guard blocked it.',
  });
});

it('says of a batch that a guard keeps from going on that it does, and which', async () => {
  const world = createWorld();
  world.settings.guards = GuardSettings.parse({
    ...world.settings.guards,
    mintSecond: { isOn: false, fromShares: '10' },
    mintSize: { isOn: true, maxShares: '20' },
  });
  const batchId = dryRun(world, [1, 1, 30]);
  world.mints.wallets.approve([{ walletAddress: WALLET, network: 'solana' }]);
  expect(world.mints.batches.start(batchId).ok).toBe(true);
  await world.pass(5_000);
  for (const { key } of world.broker.ledger) world.broker.settle(key, 'completed');
  await world.pass(120_000);
  expect(sentQty(world)).toEqual(['1', '1']);
  const [standing] = world.mints.batches.standings();
  expect(standing).toMatchObject({ state: 'paused', at: '2 of 3' });
  expect(standing?.heldWhy).toMatch(/^2 minted, 1 blocked: .*20/);
});

/** A batch of one small row that runs on. */
function keepRunning(world: World): string {
  const batchId = dryRun(world, [2], 'going');
  world.broker.will({ kind: 'queued' });
  world.mints.wallets.approve([{ walletAddress: WALLET, network: 'solana' }]);
  if (!world.mints.batches.start(batchId).ok) throw new Error('it stands');
  return batchId;
}

it('says what stands against it before anybody is asked', () => {
  const world = createWorld();
  const proposalId = propose(world, dryRun(world, [10]));
  const pending = () => messageOf(world.mints.proposals.pending(proposalId));
  world.settings.isStopped = true;
  expect(pending()).toContain('Not approved. All trading is stopped.');
  world.settings.isStopped = false;
  keepRunning(world);
  expect(pending()).toContain('Not approved. Another batch is running. Pause it first.');
});

it('is not asked about once the broker said that the account may not mint', async () => {
  const world = createWorld();
  const proposalId = propose(world, dryRun(world, [10]));
  world.broker.will({ kind: 'status', status: 403, message: 'forbidden' });
  await world.mints.submit(newId(), aForm({ qty: '1' }));
  expect(messageOf(world.mints.proposals.pending(proposalId))).toContain('Authorized Participant');
});

it('takes back the yes to its wallets when nothing left, and no more than that', async () => {
  const world = createWorld();
  const wallet = { walletAddress: OTHER, network: 'solana' };
  const { isNew, approve, withdraw } = world.mints.wallets;
  const made = world.mints.proposals.propose(aForm({ ...wallet, qty: '10', label: 'L1' }));
  world.broker.will({ kind: 'unreachable' });
  await world.mints.proposals.approve(made.ok ? made.value.proposalId : '');
  expect(isNew(wallet)).toBe(true);
  const id = newId();
  await world.mints.submit(id, aForm({ ...wallet, label: 'L2' }));
  world.broker.settle(id, 'completed');
  await world.pass(60_000, 5_000);
  // Nobody took anything back: what went there counts.
  expect(isNew(wallet)).toBe(false);
  withdraw(wallet);
  const takeBack = approve([wallet]);
  expect(isNew(wallet)).toBe(false);
  takeBack();
  expect(isNew(wallet)).toBe(true);
});

it('leaves a trace: in the evidence of each row, and in the activity', async () => {
  const world = createWorld('live');
  const { proposals } = world.mints;
  const batchId = dryRun(world, [10, 12]);
  const proposalId = propose(world, batchId);
  proposals.keepTry(proposalId, 'Nothing was approved: that is not the passphrase.');
  expect((await proposals.approve(proposalId)).ok).toBe(true);
  await world.pass(5_000);
  const rows = world.batch(batchId).rows.map(({ intentId = '' }) => intentId);
  for (const row of rows)
    expect(world.evidence(row).join()).toMatch(
      /Its batch was proposed on \w+day, .+ New York time, and a second person approved it\./,
    );
  proposals.refuse(propose(world, dryRun(world, [11], 'no')));
  propose(world, dryRun(world, [13], 'late'));
  await world.pass(86_400_000, 86_400_000);
  world.mints.wallets.withdraw({ walletAddress: OTHER, network: 'solana' });
  const page = world.journal.activity({ kinds: ['desk'], text: '', limit: 50 });
  const texts = page.ok ? page.value.lines.map(({ text }) => text).reverse() : [];
  expect(texts.filter((text) => /propos|second person|pprov/.test(text))).toEqual([
    'Proposed to a second person: Batch nov: 2 mints, 22 AAPL.',
    'Nothing was approved: that is not the passphrase. It is still waiting: Batch nov: 2 mints, 22 AAPL.',
    `Approved for mints: ${OTHER} on solana.`,
    'The second person approved: Batch nov: 2 mints, 22 AAPL.',
    'Proposed to a second person: Batch no: 1 mint, 11 AAPL.',
    'The second person refused: Batch no: 1 mint, 11 AAPL.',
    'Proposed to a second person: Batch late: 1 mint, 13 AAPL.',
    'Not approved within 24 hours: Batch late: 1 mint, 13 AAPL.',
    `Approval revoked: ${OTHER} on solana.`,
  ]);
});

it('is asked about with what each wallet gets, and what there was to look at first', () => {
  const world = createWorld();
  const burn = '0x000000000000000000000000000000000000dead';
  const table = `symbol,qty,issuer,network,wallet,label
AAPL,10,xstocks,solana,${WALLET},a
AAPL,2,xstocks,solana,${WALLET},b
AAPL,11,xstocks,ethereum,${burn},c
`;
  const made = world.mints.batches.dryRun('nov', table);
  const proposalId = propose(world, made.ok ? made.value.batchId : '');
  const pending = world.mints.proposals.pending(proposalId);
  expect(pending.ok && pending.value.amounts).toEqual([
    `12 AAPL to ${WALLET} on solana`,
    `11 AAPL to ${burn} on ethereum`,
  ]);
  expect(pending.ok && pending.value.warnings).toContainEqual(expect.stringMatching(/^c: .*burn/i));
});
