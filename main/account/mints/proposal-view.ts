// A proposal as it is shown, and what became of it in words.
import type { MintProposal } from '#contract/proposals.ts';
import type { MintForm } from '#contract/tokenization.ts';
import type { StoredBatch } from '#main/journal/batch-rows.ts';
import type { StoredProposal } from '#main/journal/proposal-rows.ts';

type Shown = {
  state: MintProposal['state'];
  /** What would leave the account; where it ended, what would have. */
  what: string;
  /** Where it would go, while it waits. */
  to: readonly MintForm[];
  note: string | undefined;
};

const MOST_WALLETS = 20;

export function proposalView(
  proposal: StoredProposal,
  { state, what, to, note }: Shown,
): MintProposal {
  const { proposalId, at, until, approvedAt, ended, tried } = proposal;
  const isApproved = state === 'approved' || state === 'not-sent';
  const endedAt = ended?.at ?? (isApproved ? approvedAt : undefined);
  return {
    proposalId,
    what,
    at,
    until,
    state,
    ...('form' in proposal ? { form: proposal.form } : { batch: proposal.batch }),
    wallets: to
      .slice(0, MOST_WALLETS)
      .map(({ walletAddress, network }) => ({ walletAddress, network })),
    walletCount: to.length,
    ...(endedAt !== undefined && { endedAt }),
    ...(state === 'waiting' && tried && { tried }),
    ...(note !== undefined && { note }),
  };
}

/** 'This proposal does not wait any more: it was …' */
export const ENDED_WORDS: Record<Exclude<MintProposal['state'], 'waiting'>, string> = {
  approved: 'approved',
  'not-sent': 'approved and not sent. Propose it again',
  refused: 'refused',
  expired: 'not approved within 24 hours',
  discarded: 'discarded with its batch',
  withdrawn: 'withdrawn',
};

/** What was typed to be meant, of a batch. */
export function repeatedRows(batch: StoredBatch | undefined): string | undefined {
  const count = (batch?.rows ?? []).filter(({ meant = [] }) => meant.length > 0).length;
  if (count === 0) return undefined;
  return count === 1
    ? 'One of its rows repeats an earlier mint.'
    : `${count} of its rows repeat earlier mints.`;
}

export const ENDED_BETWEEN =
  'It was approved, and Ballast ended before it was sent. Nothing left: it has to be approved again.';

export const usedUpWords = (reason = 'not known'): string =>
  `The approval is used up: propose it again. Why: ${reason.replace(/\.?$/, '.')}`;
