// The second person as the page reaches them: what they agree to is what they were asked about.
import { expect, it } from 'vitest';
import { notAllowed, ok, type Failed } from '#contract/failure.ts';
import { GuardSettings } from '#contract/trading.ts';
import type { AccountUnit } from '#main/account/account-unit.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';
import type { SecondPerson } from '#main/desk/second-person.ts';
import { createOnAccount } from '#main/gateway/handlers/on-account.ts';
import { createProposalHandlers } from '#main/gateway/handlers/proposals.ts';
import { createTickets } from '#main/desk/tickets.ts';
import { aForm, createWorlds, UNPRICED, WALLET } from '#test/unit/account/mints/world.ts';
import { newId } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
const accountId = '11111111-1111-4111-8111-111111111111';

function setUp() {
  const world = createWorld();
  world.settings.guards = GuardSettings.parse({
    ...UNPRICED,
    mintSecond: { isOn: true, fromShares: '10' },
  });
  world.settings.environment = 'live';
  world.restart();
  world.hold('100');
  const asked: { wallets: string[]; isAgain: boolean | undefined }[] = [];
  const meanwhile: (() => void)[] = [];
  const answers: (Failed | undefined)[] = [];
  const heard: string[] = [];
  const secondPerson = {
    isSet: () => true,
    say: (line) => void heard.push(line),
    async approve(_account, { newWallets }, isAgain) {
      asked.push({ wallets: newWallets.map(({ walletAddress }) => walletAddress), isAgain });
      meanwhile.shift()?.();
      return answers.shift();
    },
  } satisfies Partial<SecondPerson>;
  const unit = { mints: world.mints, gate: world.gate } as AccountUnit;
  const get = () => ok({ unit, profile: { environment: 'live' } } as OpenAccount);
  const on = createOnAccount({ get }, createTickets(newId));
  const handlers = createProposalHandlers(on, secondPerson as unknown as SecondPerson);
  const made = world.mints.proposals.propose(aForm({ qty: '10', label: 'L1' }));
  const proposalId = made.ok ? made.value.proposalId : '';
  const approve = () => handlers['proposals.approve']({ accountId, proposalId });
  return { world, asked, meanwhile, answers, approve, heard };
}

it('asks again where a wallet became new while the question stood', async () => {
  const { world, asked, meanwhile, answers, approve } = setUp();
  world.mints.wallets.approve([aForm()]);
  meanwhile.push(() => void world.mints.wallets.withdraw(aForm()));
  answers.push(undefined, notAllowed('Nothing was approved: nothing was typed.'));
  expect((await approve()).ok).toBe(false);
  expect(asked).toEqual([
    { wallets: [], isAgain: false },
    { wallets: [WALLET], isAgain: true },
  ]);
  expect(world.broker.ledger).toEqual([]);
  expect(world.mints.wallets.isNew(aForm())).toBe(true);
  expect((await approve()).ok).toBe(true);
  expect(asked.slice(2)).toEqual([{ wallets: [WALLET], isAgain: false }]);
  expect(world.broker.ledger).toHaveLength(1);
});

it('asks once where the wallets are those that were named, or fewer', async () => {
  const { world, asked, meanwhile, approve } = setUp();
  meanwhile.push(() => world.mints.wallets.approve([aForm()]));
  expect((await approve()).ok).toBe(true);
  expect(asked).toEqual([{ wallets: [WALLET], isAgain: false }]);
  expect(world.broker.ledger).toHaveLength(1);
});

it('keeps what came of the question, and says it where the passphrase was typed', async () => {
  const { world, meanwhile, answers, approve, heard } = setUp();
  const tried = () => world.mints.proposals.list()[0]?.tried?.why;
  const tries = () => world.newsOf('proposal').filter(({ proposal }) => proposal.tried).length;
  answers.push(notAllowed('Nothing was approved: nothing was typed.'));
  await approve();
  expect(tried()).toBe('Nothing was approved: nothing was typed.');
  // The same at once is no news; the second person was told by whoever asked.
  answers.push(notAllowed('Nothing was approved: nothing was typed.'));
  await approve();
  expect([tries(), heard]).toEqual([1, []]);
  meanwhile.push(() => (world.settings.isStopped = true));
  await approve();
  const why = 'Not approved. All trading is stopped.';
  expect([tried(), heard.splice(0)]).toEqual([why, [why]]);
  world.settings.isStopped = false;
  world.restart();
  expect(tried()).toBe(why);
});

it('says where the passphrase was typed that it went', async () => {
  const { approve, heard } = setUp();
  await approve();
  expect(heard).toEqual(['Approved. It is being sent.']);
});
