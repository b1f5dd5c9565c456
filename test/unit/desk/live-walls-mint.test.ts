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
  const answers: (Failed | undefined)[] = [];
  const walls = createLiveWalls({
    killSwitch: { isStopped: () => false, stops: () => 0 },
    arming: { isArmed: () => true },
    questions: {
      exit: async () => undefined,
      async mint(_account, addresses) {
        asked.push(addresses);
        return answers.shift();
      },
    },
  });
  const submit = (members: Record<string, string> = {}, meant?: string) => {
    const [intentId, form] = [newId(), aForm(members)];
    const account = { profile: { environment: 'live' }, unit: { mints: world.mints } };
    return walls.mint(
      account as unknown as OpenAccount,
      () => [form],
      () => world.mints.submit(intentId, form, meant),
      () => world.mints.heldBack(intentId, form, meant),
    );
  };
  return { world, asked, answers, submit };
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
  expect(asked).toHaveLength(1);
  expect(world.mints.wallets.isNew(aForm())).toBe(false);
});
