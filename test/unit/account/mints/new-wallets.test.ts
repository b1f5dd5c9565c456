// What is said of a wallet before something goes there: new, or no longer approved.
import { expect, it } from 'vitest';
import { aForm, createWorlds, WALLET, type World } from '#test/unit/account/mints/world.ts';
import { newId } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
const CSV = `symbol,qty,issuer,network,wallet\nAAPL,1,xstocks,solana,${WALLET}\n`;

function tried(world: World) {
  world.hold('10');
  const made = world.mints.batches.dryRun('nov', CSV);
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  return made.value.rows[0];
}

it('is said of the rows of a batch, on paper and on live, and holds none back before it starts', () => {
  const paper = createWorld();
  expect(tried(paper)?.newWallet).toContain('New wallet: no mint to EPjFWd');
  const live = createWorld();
  live.settings.environment = 'live';
  live.restart();
  expect(tried(live)).toMatchObject({
    state: 'ready',
    newWallet: expect.stringContaining('You will be asked'),
  });
  expect(tried(live)?.held).toBeUndefined();
  live.mints.wallets.approve([aForm()]);
  expect(tried(live)?.newWallet).toBeUndefined();
});

it('is not called new where an approval was taken back', () => {
  const world = createWorld();
  world.mints.wallets.approve([aForm()]);
  world.mints.wallets.withdraw(aForm());
  const { verdicts } = world.mints.preview(newId(), aForm());
  const words = 'Wallet not approved: you revoked the approval of EPjFWd';
  expect(verdicts.find(({ guard }) => guard === 'new-wallet')?.text).toContain(words);
  expect(tried(world)?.newWallet).toContain(words);
});

it('is as it was when a yes is undone', () => {
  const { wallets } = createWorld().mints;
  wallets.approve([aForm()])();
  expect([wallets.isNew(aForm()), wallets.isWithdrawn(aForm())]).toEqual([true, false]);
  wallets.withdraw(aForm());
  wallets.approve([aForm()])();
  expect([wallets.isNew(aForm()), wallets.isWithdrawn(aForm())]).toEqual([true, true]);
});
