// What an exchange with the broker proves about a mint, and in which words a person hears of a refusal. Pure.
import type { TokenizationRequest } from '#contract/tokenization.ts';
import { judge, type Finding } from '#main/account/intents/judge.ts';
import type { MintOutcome } from '#main/account/mints/mint-broker.ts';

/** `hasOthers`: earlier attempts have no answer. Then its fate is open, and advice to mint anew would make it two. */
export const judgeMint = (outcome: MintOutcome, hasOthers: boolean): Finding<TokenizationRequest> =>
  judge(outcome, {
    isAnswer: () => true,
    landedBefore: (status, message) =>
      isReplayOfRejected(status, message) ? refusalWords(status, message) : undefined,
    refusedText: hasOthers
      ? (status, message) => `${saidWords(status, message)} An earlier attempt was not answered.`
      : refusalWords,
  });

/** Credentials or rights: every other mint of this account would hear the same. */
export const concernsEveryMint = (finding: Finding<unknown>, status: number | undefined): boolean =>
  finding.kind === 'refused' && (status === 401 || isNotParticipant(status, finding.text));

/** What the broker said about this account's right to mint, if it said anything. */
export const isNotParticipant = (status: number | undefined, message: string): boolean =>
  status === 403 || (status === 400 && /not authori[sz]ed|not permitted/i.test(message));

/** The key is known and its request was rejected: whatever arrives under it now meets that. */
const isReplayOfRejected = (status: number, message: string): boolean =>
  status === 400 && /reject/i.test(message) && /idempoten|replay|original/i.test(message);

const saidWords = (status: number, message: string): string =>
  `The broker refused (${status}): ${message}.`;

/** Each refusal that the service knows, with what to do about it. The broker's own words are kept. */
function refusalWords(status: number, message: string): string {
  const said = saidWords(status, message);
  if (status === 401)
    return `${said} It did not accept this account's credentials. Check the account's keys, then mint again.`;
  if (isNotParticipant(status, message))
    return `${said} This account is not allowed to mint. Ask the broker to make it an Authorized Participant with minting rights.`;
  if (isReplayOfRejected(status, message))
    return `${said} The broker already received this mint and rejected it. Open a new form to try again.`;
  if (status === 400 && /insufficient/i.test(message))
    return `${said} The account does not have that many shares available. Mint less, or cancel the orders that hold them.`;
  if (/idempotency-?\s?key/i.test(message))
    return status === 422
      ? `${said} This mint's key was already used for another mint. Open a new form, which gets its own key.`
      : `${said} The broker does not accept this mint's key. Open a new form, which gets its own key.`;
  if (status === 422)
    return `${said} Something in the form is missing or invalid. Correct what the broker names in a new form.`;
  return `${said} Correct what the broker names in a new form; nothing left the account.`;
}
