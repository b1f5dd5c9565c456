// Proposals that are over, in words.
import type { MintProposal } from '#contract/proposals.ts';
import { formatAge } from '#renderer/ui/format.ts';

const DAY_MS = 86_400_000;

/** It ended without a mint, not long ago: whoever proposed it looks for it here. */
export const isFresh = ({ state, endedAt = 0 }: MintProposal, now: number): boolean =>
  (state === 'refused' || state === 'expired') && now - endedAt < DAY_MS;

export function endedWords({ state, what, endedAt = 0 }: MintProposal, now: number): string {
  const ago = `${formatAge(Math.max(0, now - endedAt))} ago`;
  return state === 'refused'
    ? `Refused by the second person ${ago}, nothing was sent: ${what}`
    : `Not approved within 24 hours, ended ${ago}, nothing was sent: ${what}`;
}
