import { expect, it } from 'vitest';
import { notAllowed, ok, type Failed } from '#contract/failure.ts';
import { createLiveWalls } from '#main/desk/live-walls.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';
import { aForm, createWorlds } from '#test/unit/account/mints/world.ts';
import { failureOf, newId } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

function setUp() {
  const world = createWorld();
  world.settings.environment = 'live';
  world.restart();
  const asked: (readonly string[])[] = [];
  const repeated: (readonly string[])[] = [];
  const meanwhile: (() => void)[] = [];
  const answers: (Failed | undefined)[] = [];
  const walls = createLiveWalls({
    killSwitch: { isStopped: () => false, stops: () => 0 },
    arming: { isArmed: () => true },
    questions: {
      exit: async () => undefined,
      async mint(_account, addresses, repeats = []) {
        if (addresses.length > 0) asked.push(addresses);
        if (repeats.length > 0) repeated.push(repeats);
        meanwhile.shift()?.();
        return answers.shift();
      },
    },
  });
  const account = () =>
    ({
      profile: { environment: 'live' },
      unit: { mints: world.mints },
    }) as unknown as OpenAccount;
  const submit = (members: Record<string, string> = {}, meant?: string) => {
    const [intentId, form] = [newId(), aForm(members)];
    return walls.mint(
      account(),
      {
        to: () => [form],
        repeats: () => world.mints.repeats(intentId, form, meant),
        heldBack: () => world.mints.heldBack(intentId, form, meant),
      },
      () => world.mints.submit(intentId, form, meant),
    );
  };
  const start = (batchId: string, meant?: string) =>
    walls.mint(
      account(),
      {
        to: () => world.batch(batchId).rows.flatMap(({ form }) => form ?? []),
        repeats: () => world.mints.batches.repeats(batchId, meant),
      },
      () => world.mints.batches.start(batchId, meant),
    );
  return { world, asked, repeated, meanwhile, answers, submit, start };
}

it('asks about a wallet once, and the yes is kept over a restart', async () => {
  const { world, asked, submit } = setUp();
  expect((await submit()).ok).toBe(true);
  world.restart();
  expect((await submit({ qty: '2' })).ok).toBe(true);
  expect(asked).toEqual([[`${aForm().walletAddress} on solana`]]);
  expect(world.broker.ledger).toHaveLength(2);
});

it('mints nothing after a no, and asks again', async () => {
  const { world, asked, answers, submit } = setUp();
  answers.push(notAllowed('Nothing was minted: it was not confirmed.'));
  expect(failureOf(await submit())).toContain('not confirmed');
  expect(world.broker.ledger).toEqual([]);
  expect((await submit()).ok).toBe(true);
  expect(asked).toHaveLength(2);
});

it('asks nobody about a mint that another guard holds back, nor about an approved wallet', async () => {
  const { world, asked, submit } = setUp();
  expect(failureOf(await submit({ issuer: 'xstock' }))).toContain('issuer xstock');
  expect(asked).toEqual([]);
  world.mints.wallets.approve([aForm()]);
  expect(await submit()).toEqual(ok(expect.objectContaining({ state: 'accepted' })));
  expect(failureOf(await submit())).toContain('Already minted');
  expect((await submit({}, 'mint again')).ok).toBe(true);
  expect(asked).toEqual([]);
});

it('asks before a mint is repeated, whatever was typed, and names what it repeats', async () => {
  const { world, asked, repeated, answers, submit } = setUp();
  world.mints.wallets.approve([aForm()]);
  expect((await submit({ label: 'L1' })).ok).toBe(true);
  expect(failureOf(await submit({ label: 'L1' }, 'mint it'))).toContain('Already minted');
  expect(repeated).toEqual([]);
  answers.push(notAllowed('Nothing was minted: it was not confirmed.'));
  expect(failureOf(await submit({ label: 'L1' }, 'mint again'))).toContain('not confirmed');
  expect(world.broker.ledger).toHaveLength(1);
  expect((await submit({ label: 'L1' }, 'mint again')).ok).toBe(true);
  expect(world.broker.ledger).toHaveLength(2);
  expect(repeated.map(([words]) => words)).toEqual(
    [0, 1].map(() => expect.stringMatching(/^Mint 1\.5 AAPL .*Already minted .*: L1, pending\.$/)),
  );
  expect(asked).toEqual([]);
});

it('asks again about what came in while the question stood', async () => {
  const { world, asked, repeated, meanwhile, submit } = setUp();
  world.mints.wallets.approve([aForm()]);
  await submit({ label: 'L1' });
  meanwhile.push(() => void world.mints.submit(newId(), aForm({ label: 'L1' }), 'mint again'));
  meanwhile.push(() => void world.mints.wallets.withdraw(aForm()));
  expect((await submit({ label: 'L1' }, 'mint again')).ok).toBe(true);
  expect(repeated.map(([words]) => words)).toEqual([
    expect.not.stringContaining('more before that'),
    expect.stringContaining('1 more before that'),
    expect.stringContaining('1 more before that'),
  ]);
  expect(asked).toHaveLength(1);
  expect(world.broker.ledger).toHaveLength(3);
});

it('asks about the rows of a batch that repeat, also where that was typed for a proposal', async () => {
  const { world, repeated, answers, submit, start } = setUp();
  world.hold('100');
  world.mints.wallets.approve([aForm()]);
  await submit({ label: 'L1' });
  const { walletAddress } = aForm();
  const csv = `symbol,qty,issuer,network,wallet,label
AAPL,2,xstocks,solana,${walletAddress},L1
AAPL,3,xstocks,solana,${walletAddress},L2
`;
  const made = world.mints.batches.dryRun('nov', csv);
  const batchId = made.ok ? made.value.batchId : '';
  expect(world.mints.batches.prepare(batchId, 'mint again').ok).toBe(true);
  const no = notAllowed('Nothing was minted: it was not confirmed.');
  for (const typed of [undefined, 'mint again']) {
    answers.push(no);
    expect(await start(batchId, typed)).toEqual(no);
  }
  expect(repeated).toEqual(
    [0, 1].map(() => [expect.stringMatching(/^Line 2\. Already minted .*: L1, /)]),
  );
  expect(world.broker.ledger).toHaveLength(1);
  expect((await start(batchId)).ok).toBe(true);
  await world.pass(2_000);
  expect(world.broker.ledger).toHaveLength(3);
});

it('asks again about a wallet whose approval was taken back, also after a mint there and a restart', async () => {
  const { world, asked, submit } = setUp();
  world.mints.wallets.approve([aForm()]);
  expect((await submit()).ok).toBe(true);
  for (const { key } of world.broker.ledger) world.broker.settle(key, 'completed');
  await world.pass(60_000);
  expect(world.mints.wallets.isNew(aForm())).toBe(false);
  expect(world.mints.wallets.withdraw(aForm())).toEqual(ok(null));
  expect(world.mints.wallets.isNew(aForm())).toBe(true);
  world.restart();
  expect((await submit({ qty: '2' })).ok).toBe(true);
  expect(asked).toEqual([[`${aForm().walletAddress} on solana, whose approval was revoked`]]);
  expect(world.mints.wallets.isNew(aForm())).toBe(false);
});
