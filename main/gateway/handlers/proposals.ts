// What a second person agrees to. A page can propose; every answer is main's own question.
import type { proposalCalls } from '#contract/calls/proposals.ts';
import { describeFailure, notAllowed, ok, type Result } from '#contract/failure.ts';
import type { MintProposal } from '#contract/proposals.ts';
import type { Proposals } from '#main/account/mints/proposals.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';
import type { SecondPerson } from '#main/desk/second-person.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { OnAccount } from '#main/gateway/handlers/on-account.ts';

export function createProposalHandlers(
  on: OnAccount,
  secondPerson: SecondPerson,
): HandlersOf<typeof proposalCalls> {
  /** A yes is to the new wallets that were named: where others are new by then, it is asked about again. */
  async function approve(
    account: OpenAccount,
    proposalId: string,
    named?: ReadonlySet<string>,
  ): Promise<Result<MintProposal>> {
    const { profile, unit } = account;
    const { proposals } = unit.mints;
    const pending = proposals.pending(proposalId);
    if (!pending.ok) return pending;
    const arm = unit.gate.armState();
    if (!arm.isArmed) return notAllowed(`Not approved. Trading is not armed. ${arm.why}`);
    const wallets = pending.value.newWallets.map(
      ({ network, walletAddress }) => `${network} ${walletAddress}`,
    );
    if (named && wallets.every((key) => named.has(key))) return proposals.approve(proposalId);
    const refusal = await secondPerson.approve(profile, pending.value, named !== undefined);
    if (refusal) {
      if (secondPerson.isSet()) proposals.keepTry(proposalId, describeFailure(refusal.failure));
      return refusal;
    }
    const approved = await approve(account, proposalId, new Set(wallets));
    // Whoever asked may have left the screen, and whoever agreed never saw it.
    if (named === undefined) tellOutcome(proposals, proposalId, approved);
    return approved;
  }

  function tellOutcome(
    proposals: Pick<Proposals, 'keepTry'>,
    proposalId: string,
    approved: Result<MintProposal>,
  ): void {
    if (!approved.ok) {
      const why = describeFailure(approved.failure);
      secondPerson.say(why);
      proposals.keepTry(proposalId, why);
    } else if (approved.value.state === 'not-sent')
      secondPerson.say(`Approved, but not sent. ${approved.value.note ?? ''}`);
    else secondPerson.say('Approved. It is being sent.');
  }

  const state = () => ok({ isSet: secondPerson.isSet() });
  return {
    'mints.propose': (input) =>
      on(input, ({ unit }) => unit.mints.proposals.propose(input.form, input.meant)),
    'batches.propose': ({ accountId, batchId, meant }) =>
      on({ accountId }, ({ unit }) => unit.mints.proposals.proposeBatch(batchId, meant)),
    'proposals.approve': ({ accountId, proposalId }) =>
      on({ accountId }, (account) => approve(account, proposalId)),
    'proposals.withdraw': ({ accountId, proposalId }) =>
      on({ accountId }, ({ unit }) => unit.mints.proposals.withdraw(proposalId)),
    'proposals.refuse': ({ accountId, proposalId }) =>
      on({ accountId }, async ({ profile, unit }) => {
        const { proposals } = unit.mints;
        const known = proposals.list().find((one) => one.proposalId === proposalId);
        if (known?.state !== 'waiting') return proposals.refuse(proposalId);
        const refusal = await secondPerson.refuse(profile, known);
        if (refusal) return refusal;
        const refused = proposals.refuse(proposalId);
        secondPerson.say(refused.ok ? 'Refused.' : describeFailure(refused.failure));
        return refused;
      }),
    'secondPerson.get': async () => state(),
    'secondPerson.set': async () => (await secondPerson.set()) ?? state(),
  };
}
