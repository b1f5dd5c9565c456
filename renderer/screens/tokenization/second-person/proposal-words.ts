// Proposals that are over, in words.
import { proposalWords, unsentWords, type MintProposal } from '#contract/proposals.ts';
import { formatAge } from '#renderer/ui/format.ts';

const DAY_MS = 86_400_000;

/** It ended without a mint, not long ago: whoever proposed it looks for it here. */
export const isFresh = ({ state, endedAt = 0 }: MintProposal, now: number): boolean =>
  state !== 'waiting' && state !== 'approved' && now - endedAt < DAY_MS;

export function endedWords(proposal: MintProposal, now: number): string {
  const { state, note, endedAt = 0 } = proposal;
  const what = proposalWords(proposal);
  const unsent = unsentWords(proposal).toLowerCase();
  const ago = `${formatAge(Math.max(0, now - endedAt))} ago`;
  switch (state) {
    case 'not-sent':
      return `Approved ${ago}, but not sent: ${what}. ${note ?? ''}`;
    case 'refused':
      return `Refused by the second person ${ago}, ${unsent}: ${what}`;
    case 'withdrawn':
      return `Withdrawn ${ago}, ${unsent}: ${what}`;
    case 'discarded':
      return `Ended with its batch ${ago}, ${unsent}: ${what}`;
    default:
      return `Not approved within 24 hours, ended ${ago}, ${unsent}: ${what}`;
  }
}
