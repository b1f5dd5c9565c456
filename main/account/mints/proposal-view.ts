// A proposal as it is shown, and what became of it in words.
import type { MintProposal } from '#contract/proposals.ts';
import type { MintForm } from '#contract/tokenization.ts';
import type { StoredBatchRow } from '#main/journal/batch-rows.ts';
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
    ...('meant' in proposal && proposal.meant.length > 0 && { isRepeat: true }),
    ...(state === 'waiting' && tried && { tried }),
    ...(note !== undefined && { note }),
  };
}

/** 'This proposal is no longer waiting: it was …' */
export const ENDED_WORDS: Record<Exclude<MintProposal['state'], 'waiting'>, string> = {
  approved: 'approved',
  'not-sent': 'approved but not sent. Propose it again',
  refused: 'refused',
  expired: 'not approved within 24 hours',
  discarded: 'discarded with its batch',
  withdrawn: 'withdrawn',
};

const MOST_LABELS = 10;

/** What was typed to be meant, of the rows of a batch that would go. */
export function repeatedRows(rows: readonly StoredBatchRow[]): string | undefined {
  const again = rows.filter(({ meant = [] }) => meant.length > 0);
  if (again.length === 0) return undefined;
  const names = again.slice(0, MOST_LABELS).map(({ form, line }) => form?.label || `line ${line}`);
  const more = again.length - names.length;
  const named = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return again.length === 1
    ? `One of its rows repeats an earlier mint: ${named}.`
    : `${again.length} of its rows repeat earlier mints: ${named}.`;
}

export const ENDED_BETWEEN =
  'It was approved, but Ballast closed before it was sent. Nothing left the account. It needs to be approved again.';

export const usedUpWords = (reason = 'not known'): string =>
  `The approval has been used. Propose it again. Reason: ${reason.replace(/\.?$/, '.')}`;
