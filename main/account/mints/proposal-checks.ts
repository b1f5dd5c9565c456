// What stands against a proposal before the second person is asked, and again when they have agreed.
import { describeFailure } from '#contract/failure.ts';
import { availableIssue } from '#main/domain/mints/mint-issues.ts';
import type { Decimal } from '#main/domain/decimal.ts';
import type { StoredProposal } from '#main/journal/proposal-rows.ts';
import type { Batches } from '#main/account/mints/batches.ts';
import type { JudgedMints } from '#main/account/mints/judged-mints.ts';
import { OF_A_PROPOSAL } from '#main/account/mints/mint-judging.ts';
import { digestOf } from '#main/account/mints/proposal-contents.ts';
import { repeatedRows } from '#main/account/mints/proposal-view.ts';

type ProposalChecks = {
  /** Why it does not go as things stand now, apart from what the second person is asked. */
  heldBack(proposal: StoredProposal): string | undefined;
  /** What was typed to be meant is said again to whoever agrees. */
  repeats(proposal: StoredProposal): string | undefined;
};

export type ProposalChecksDeps = {
  batches: Pick<Batches, 'prepare' | 'proposable' | 'refusal'>;
  judged: Pick<JudgedMints, 'judge' | 'refusal'>;
  /** Less what is unknown. */
  available: (symbol: string) => Decimal | undefined;
  isStopped: () => boolean;
  /** Why the broker lets this account mint nothing, where it said so. */
  noRight: () => string | undefined;
};

const CHANGED = 'The batch has changed since it was proposed. Propose it again.';

export function createProposalChecks(deps: ProposalChecksDeps): ProposalChecks {
  const { batches, judged } = deps;

  function batchHeldBack(batchId: string, digest: string): string | undefined {
    // Rows that were not sent get other keys when a batch begins: what was approved would not be what goes.
    const prepared = batches.prepare(batchId);
    if (!prepared.ok) return describeFailure(prepared.failure);
    return digestOf(prepared.value) === digest ? batches.refusal(batchId) : CHANGED;
  }

  return {
    heldBack(proposal) {
      if (deps.isStopped()) return 'All trading is stopped.';
      const noRight = deps.noRight();
      if (noRight !== undefined) return noRight;
      if (!('form' in proposal)) return batchHeldBack(proposal.batch.batchId, proposal.digest);
      const { proposalId, form, meant } = proposal;
      return (
        judged.refusal(proposalId, form, (key) => meant.includes(key), OF_A_PROPOSAL) ??
        availableIssue(form, deps.available(form.underlyingSymbol))?.message
      );
    },
    repeats(proposal) {
      if (!('form' in proposal))
        return repeatedRows(batches.proposable(proposal.batch.batchId).rows);
      const { verdicts } = judged.judge(proposal.proposalId, proposal.form);
      return verdicts.find(({ guard, level }) => guard === 'repeated' && level !== 'pass')?.text;
    },
  };
}
