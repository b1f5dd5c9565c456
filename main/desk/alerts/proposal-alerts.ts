// What waits for a second person is told once, and how it ended where nobody agreed.
import { shortAddress } from '#contract/tokenization.ts';
import { proposalWords, unsentWords, type MintProposal } from '#contract/proposals.ts';
import type { AlertedAccount, AlertEvent } from '#main/desk/alerts/alert-events.ts';

const ENDINGS = {
  'not-sent': 'Approved, but not sent',
  refused: 'Refused by the second person',
  expired: 'Not approved within 24 hours',
} as const;

/** How the alert of each try begins. */
export const triesOf = (proposalId: string): string => `proposal-tried:${proposalId}:`;

/** `now` is what is so of it, `over` what was said before. */
export function proposalAlerts(
  proposal: MintProposal,
  { accountId, name }: AlertedAccount,
): { now?: AlertEvent; over: string[] } {
  const { proposalId, state, note, tried } = proposal;
  const what = proposalWords(proposal);
  const waits = `proposal-waits:${proposalId}`;
  const target = { accountId, proposalId };
  // Whoever discarded or withdrew it knows.
  if (state === 'approved' || state === 'discarded' || state === 'withdrawn')
    return { over: [waits] };
  if (state !== 'waiting')
    return {
      now: {
        alertId: `proposal-${state}:${proposalId}`,
        kind: 'refusal',
        title: `${ENDINGS[state]}: ${what}`,
        text: [`${unsentWords(proposal)}.`, note, `${name}.`].filter(Boolean).join(' '),
        target,
      },
      over: [waits],
    };
  if (tried)
    return {
      now: {
        alertId: `${triesOf(proposalId)}${tried.at}`,
        kind: 'refusal',
        title: `Not approved: ${what}`,
        text: `${tried.why} It is still waiting. ${name}.`,
        target,
      },
      over: [],
    };
  return {
    now: {
      alertId: waits,
      kind: 'mint',
      title: `Waiting for a second person: ${what}`,
      text: `${[note, walletWords(proposal)].filter(Boolean).join(' ')} ${name}.`,
      target,
    },
    over: [],
  };
}

function walletWords({ wallets, walletCount }: MintProposal): string {
  const [first] = wallets;
  return walletCount === 1 && first
    ? `To ${shortAddress(first.walletAddress)} on ${first.network}.`
    : `To ${walletCount} wallets.`;
}
