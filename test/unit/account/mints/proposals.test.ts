import { expect, it } from 'vitest';
import { MINT_AGAIN } from '#contract/mint-guards.ts';
import { GuardSettings } from '#contract/trading.ts';
import {
  createWorlds,
  aForm,
  UNPRICED,
  WALLET,
  type World,
} from '#test/unit/account/mints/world.ts';
import { flush, newId } from '#test/unit/account/orders/world.ts';

const DAY_MS = 86_400_000;
const create = createWorlds();
const SECOND = GuardSettings.parse({
  ...UNPRICED,
  mintSecond: { isOn: true, fromShares: '10' },
});

function createWorld(environment: 'embedded' | 'live' = 'embedded'): World {
  const world = create();
  world.settings.guards = SECOND;
  world.settings.environment = environment;
  if (environment === 'live') world.restart();
  world.hold('100');
  return world;
}

const proposed = (world: World, qty = '10', label = 'L1') => {
  const made = world.mints.proposals.propose(aForm({ qty, label }));
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  return made.value;
};
const listed = (world: World) =>
  world.mints.proposals.list().map(({ proposalId, state }) => [proposalId, state]);
const sentQty = (world: World) => world.broker.ledger.map(({ request }) => request.qty);
const byText = (a: string, b: string) => a.localeCompare(b);
const messageOf = (result: { ok: boolean; failure?: unknown }) => JSON.stringify(result.failure);

it('holds back a mint from the limit on, and lets a smaller one go', async () => {
  const world = createWorld();
  const held = await world.mints.submit(newId(), aForm({ qty: '10', label: 'big' }));
  expect(messageOf(held)).toContain('10 shares: for 10 or more, a second person must approve.');
  expect((await world.mints.submit(newId(), aForm({ qty: '9.9', label: 'small' }))).ok).toBe(true);
  expect(sentQty(world)).toEqual(['9.9']);
});

it('counts dollars at the last price, and asks for somebody where there is none', async () => {
  const world = createWorld();
  world.settings.guards = GuardSettings.parse({
    ...SECOND,
    mintSecond: { isOn: true, fromShares: '1000', fromDollars: '300' },
  });
  const verdictOf = (qty: string) =>
    world.mints
      .preview(newId(), aForm({ qty }))
      .verdicts.find((one) => one.guard === 'second-person');
  expect(verdictOf('1')?.text).toContain('there is no price for AAPL: a second person');
  world.hold('100', 'AAPL', { currentPrice: '150' });
  expect(verdictOf('1.9')?.level).toBe('pass');
  expect(verdictOf('2')?.text).toBe(
    'This mint is worth $300.00: for $300.00 or more, a second person must approve.',
  );
});

it('sends exactly what was proposed, once, and keeps that it was approved', async () => {
  const world = createWorld();
  const { proposalId } = proposed(world);
  expect(listed(world)).toEqual([[proposalId, 'waiting']]);
  expect(sentQty(world)).toEqual([]);
  const approving = world.mints.proposals.approve(proposalId);
  // A second window.
  const again = world.mints.proposals.approve(proposalId);
  expect((await approving).ok).toBe(true);
  expect(messageOf(await again)).toContain('is no longer waiting: it was approved');
  await flush();
  expect(sentQty(world)).toEqual(['10']);
  expect(world.broker.ledger[0]?.request).toMatchObject({
    clientRequestId: 'L1',
    walletAddress: WALLET,
  });
  expect(listed(world)).toEqual([[proposalId, 'approved']]);
  expect(world.evidence(proposalId).join('\n')).toMatch(
    /proposed on \w+, \w+ \d+, \d\d:\d\d New York time, and a second person approved it/,
  );
  world.restart();
  expect(listed(world)).toEqual([[proposalId, 'approved']]);
  expect(messageOf(await world.mints.proposals.approve(proposalId))).toContain(
    'is no longer waiting',
  );
  expect(sentQty(world)).toEqual(['10']);
});

it('is there after a crash, as it was proposed', () => {
  const world = createWorld();
  const before = proposed(world);
  world.crash();
  expect(world.mints.proposals.list()).toEqual([before]);
  expect(world.newsOf('proposal').at(-1)?.proposal.proposalId).toBe(before.proposalId);
});

it('says that the same waits already, and since when', () => {
  const world = createWorld();
  const first = proposed(world);
  const again = world.mints.proposals.propose(aForm({ qty: '10', label: 'L1' }));
  expect(messageOf(again)).toMatch(
    /It has been waiting since \w+day, .+ New York time\. You can propose another/,
  );
  expect(listed(world)).toEqual([[first.proposalId, 'waiting']]);
  const batchId = dryRun(world);
  expect(world.mints.proposals.proposeBatch(batchId).ok).toBe(true);
  expect(messageOf(world.mints.proposals.proposeBatch(batchId))).toContain('It has been waiting');
  expect(proposed(world, '11').proposalId).not.toBe(first.proposalId);
});

it('ends without an approval after 24 hours, or when it is refused', async () => {
  const world = createWorld();
  const { proposalId } = proposed(world, '10', 'late');
  const other = proposed(world, '12', 'no').proposalId;
  const third = proposed(world, '13', 'late too').proposalId;
  expect(world.mints.proposals.refuse(other)).toMatchObject({
    ok: true,
    value: { state: 'refused' },
  });
  await world.pass(DAY_MS - 1, DAY_MS - 1);
  expect(listed(world)).toContainEqual([proposalId, 'waiting']);
  await world.pass(1);
  const expired = world.newsOf('proposal').filter(({ proposal }) => proposal.state === 'expired');
  expect(expired.map(({ proposal }) => proposal.proposalId).toSorted(byText)).toEqual(
    [proposalId, third].toSorted(byText),
  );
  for (const id of [proposalId, other])
    expect((await world.mints.proposals.approve(id)).ok).toBe(false);
  world.restart();
  expect(listed(world)).toEqual(
    expect.arrayContaining([
      [proposalId, 'expired'],
      [other, 'refused'],
    ]),
  );
  expect(sentQty(world)).toEqual([]);
});

it('is judged again when it is approved: what is short or repeated now does not go', async () => {
  const world = createWorld();
  const { proposalId } = proposed(world);
  world.hold('5');
  expect(messageOf(await world.mints.proposals.approve(proposalId))).toContain('only 5 can leave');
  expect(messageOf(world.mints.proposals.pending(proposalId))).toContain('only 5 can leave');
  world.hold('100');
  world.settings.guards = UNPRICED;
  await world.mints.submit(newId(), aForm({ qty: '10', label: 'L1' }));
  world.settings.guards = SECOND;
  expect(messageOf(await world.mints.proposals.approve(proposalId))).toContain('Already minted');
  expect(listed(world)).toEqual([[proposalId, 'waiting']]);
  const meant = world.mints.proposals.propose(aForm({ qty: '10', label: 'L1' }), MINT_AGAIN);
  if (!meant.ok) throw new Error(messageOf(meant));
  expect(sentQty(world)).toEqual(['10']);
  expect((await world.mints.proposals.approve(meant.value.proposalId)).ok).toBe(true);
  expect(sentQty(world)).toEqual(['10', '10']);
});

it('sends nothing while all trading is stopped, and still waits afterwards', async () => {
  const world = createWorld();
  const { proposalId } = proposed(world);
  world.settings.isStopped = true;
  expect(messageOf(await world.mints.proposals.approve(proposalId))).toContain(
    'All trading is stopped',
  );
  world.settings.isStopped = false;
  expect((await world.mints.proposals.approve(proposalId)).ok).toBe(true);
  expect(sentQty(world)).toEqual(['10']);
});

it('waits again after a crash between the approval and the record, and says so', async () => {
  const world = createWorld();
  const made = proposed(world);
  const kept = world.journal.proposals();
  if (!kept.ok) throw new Error('unread');
  world.journal.saveProposals(kept.value.map((one) => ({ ...one, approvedAt: 1 })));
  world.crash();
  expect(world.mints.proposals.list()[0]).toMatchObject({
    state: 'waiting',
    note: expect.stringContaining('Nothing left'),
  });
  // Exactly these bytes were approved, and still not without being asked again.
  expect((await world.mints.submit(made.proposalId, aForm({ qty: '10', label: 'L1' }))).ok).toBe(
    false,
  );
  expect((await world.mints.proposals.approve(made.proposalId)).ok).toBe(true);
  expect(sentQty(world)).toEqual(['10']);
});

it('is settled by its key after a crash in which the answer was lost', async () => {
  const world = createWorld();
  world.broker.will({ kind: 'answer-lost' });
  const { proposalId } = proposed(world);
  void world.mints.proposals.approve(proposalId);
  await flush();
  world.crash();
  world.hold('100');
  await world.pass(120_000);
  expect(world.state(proposalId)).toBe('accepted');
  expect(world.broker.ledger.map(({ key }) => key)).toEqual([proposalId]);
  expect(listed(world)).toEqual([[proposalId, 'approved']]);
});

it('refuses a proposal that nobody has to agree to, or that another guard holds back', () => {
  const world = createWorld();
  const { proposals } = world.mints;
  expect(messageOf(proposals.propose(aForm({ qty: '1' })))).toContain(
    'does not need a second person',
  );
  expect(messageOf(proposals.propose(aForm({ qty: '6000' })))).toContain(
    'more than your limit of 5,000',
  );
  expect(proposals.list()).toEqual([]);
});

it('names a new wallet of a live account, and an approval is a yes to it', async () => {
  const world = createWorld('live');
  const { proposalId } = proposed(world);
  const pending = world.mints.proposals.pending(proposalId);
  expect(pending.ok && pending.value.newWallets.map((one) => one.walletAddress)).toEqual([WALLET]);
  expect((await world.mints.proposals.approve(proposalId)).ok).toBe(true);
  expect(sentQty(world)).toEqual(['10']);
});

const CSV = `symbol,qty,issuer,network,wallet,label
AAPL,2,xstocks,solana,${WALLET},small
AAPL,10,xstocks,solana,${WALLET},big
`;

function dryRun(world: World): string {
  const made = world.mints.batches.dryRun('nov', CSV);
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  return made.value.batchId;
}

it('holds only the big rows of a batch back, and sends them with the approval of the batch', async () => {
  const world = createWorld();
  const batchId = dryRun(world);
  expect(world.batch(batchId).rows.map(({ held }) => held)).toEqual([undefined, 'second-person']);
  const made = world.mints.proposals.proposeBatch(batchId);
  expect(made).toMatchObject({ ok: true, value: { what: 'Batch nov: 2 mints, 12 AAPL' } });
  const { proposalId } = world.mints.proposals.list()[0] ?? { proposalId: '' };
  expect((await world.mints.proposals.approve(proposalId)).ok).toBe(true);
  await world.pass(2_000);
  expect(sentQty(world).toSorted()).toEqual(['10', '2']);
  expect(listed(world)).toEqual([[proposalId, 'approved']]);
});

it('goes on with an approved batch after a crash, and not after 24 hours', async () => {
  for (const [waitMs, held] of [
    [DAY_MS - 60_000, undefined],
    [DAY_MS, 'second-person'],
  ] as const) {
    const world = createWorld();
    const batchId = dryRun(world);
    world.mints.proposals.proposeBatch(batchId);
    const { proposalId } = world.mints.proposals.list()[0] ?? { proposalId: '' };
    void world.mints.proposals.approve(proposalId);
    world.mints.batches.pause(batchId);
    world.crash();
    world.hold('100');
    await world.pass(waitMs, waitMs);
    const row = world.batch(batchId).rows[1];
    expect([waitMs, row?.state, row?.held]).toEqual([waitMs, 'waiting', held]);
  }
});

it('approves no batch whose rows are not those that were proposed', async () => {
  const world = createWorld();
  const batchId = dryRun(world);
  world.mints.proposals.proposeBatch(batchId);
  const { proposalId } = world.mints.proposals.list()[0] ?? { proposalId: '' };
  const [stored, kept] = [world.journal.batches(), world.journal.batchRows(batchId)];
  const batch = stored.ok ? stored.value[0] : undefined;
  if (!batch || !kept.ok || !kept.value) throw new Error('no batch');
  const rows = kept.value.map((row) =>
    row.form ? { ...row, form: { ...row.form, walletAddress: `${WALLET}x` } } : row,
  );
  world.journal.saveBatch({ ...batch, rows });
  world.restart();
  world.hold('100');
  expect(messageOf(world.mints.proposals.pending(proposalId))).toContain('has changed since');
  expect(messageOf(await world.mints.proposals.approve(proposalId))).toContain('has changed since');
  expect(sentQty(world)).toEqual([]);
});

const ALL_BIG = CSV.replace('AAPL,2,', 'AAPL,12,');
const tryAllBig = (world: World): string => {
  const made = world.mints.batches.dryRun('all big', ALL_BIG);
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  return made.value.batchId;
};
const firstOf = (world: World) => world.mints.proposals.list()[0] ?? { proposalId: '' };

it('sends a batch of which every row needs the second person', async () => {
  const world = createWorld();
  const batchId = tryAllBig(world);
  expect(messageOf(world.mints.batches.start(batchId))).toContain('a second person must approve');
  expect(world.mints.proposals.proposeBatch(batchId).ok).toBe(true);
  const { proposalId } = firstOf(world);
  expect((await world.mints.proposals.approve(proposalId)).ok).toBe(true);
  await world.pass(2_000);
  expect(sentQty(world).toSorted()).toEqual(['10', '12']);
  expect(listed(world)).toEqual([[proposalId, 'approved']]);
});

it('lets an approved batch wait again when the desk ended before it began', async () => {
  const world = createWorld();
  world.mints.proposals.proposeBatch(tryAllBig(world));
  const { proposalId } = firstOf(world);
  const kept = world.journal.proposals();
  const [stored] = kept.ok ? kept.value : [];
  if (!stored) throw new Error('nothing was kept');
  world.journal.saveProposals([{ ...stored, approvedAt: world.time.clock.wall() }]);
  world.crash();
  world.hold('100');
  expect(firstOf(world)).toMatchObject({
    state: 'waiting',
    note: expect.stringContaining('Nothing left'),
  });
  expect((await world.mints.proposals.approve(proposalId)).ok).toBe(true);
  await world.pass(2_000);
  expect(sentQty(world)).toHaveLength(2);
});

it('takes the yes to new wallets back when nothing of it left', async () => {
  const world = createWorld('live');
  await world.mints.proposals.approve(proposed(world).proposalId);
  const going = world.mints.batches.dryRun('going', CSV.replace(/AAPL,10.*\n/, ''));
  world.broker.will({ kind: 'queued' });
  if (!going.ok || !world.mints.batches.start(going.value.batchId).ok) throw new Error('it stands');
  const other = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
  const big = world.mints.batches.dryRun('big', ALL_BIG.replaceAll(WALLET, other));
  world.mints.proposals.proposeBatch(big.ok ? big.value.batchId : '');
  const waiting = world.mints.proposals.list().find(({ state }) => state === 'waiting');
  const proposalId = waiting?.proposalId ?? '';
  expect(messageOf(await world.mints.proposals.approve(proposalId))).toContain('Another batch');
  world.mints.batches.pause(going.value.batchId);
  const pending = world.mints.proposals.pending(proposalId);
  expect(pending.ok && pending.value.newWallets.map((one) => one.walletAddress)).toEqual([other]);
});

it('says what it repeats, and of a batch how many rows', async () => {
  const world = createWorld();
  await world.mints.proposals.approve(proposed(world).proposalId);
  await flush();
  const again = world.mints.proposals.propose(aForm({ qty: '10', label: 'L1' }), MINT_AGAIN);
  if (!again.ok) throw new Error(messageOf(again));
  const pending = world.mints.proposals.pending(again.value.proposalId);
  expect(pending.ok && pending.value.repeats).toMatch(/already minted/i);
  const batch = world.mints.batches.dryRun('again', ALL_BIG.replace('small', 'L1'));
  if (!batch.ok) throw new Error(messageOf(batch));
  const made = world.mints.proposals.proposeBatch(batch.value.batchId, MINT_AGAIN);
  const ofBatch = world.mints.proposals.pending(made.ok ? made.value.proposalId : '');
  expect(ofBatch.ok && ofBatch.value.repeats).toBe('One of its rows repeats an earlier mint: L1.');
});

it('lets at most fifty wait, and ends them all in one go', async () => {
  const world = createWorld();
  world.hold('1000');
  for (let n = 0; n < 50; n++) proposed(world, '10', `L${n}`);
  const more = world.mints.proposals.propose(aForm({ qty: '10', label: 'one more' }));
  expect(messageOf(more)).toContain('50 proposals are already waiting');
  await world.pass(DAY_MS, DAY_MS);
  expect(new Set(listed(world).map(([, state]) => state))).toEqual(new Set(['expired']));
});
