// A request was seen, in an answer, a lookup or a list: whether it is the one of a mint intent. It must ask for the same
// thing and belong to nobody else; where two could claim it, nobody gets it, and the person is told.
import type { Intent, IntentState } from '#contract/intents.ts';
import type { TokenizationRequest } from '#contract/tokenization.ts';
import { isSameMint, mintDifferences } from '#main/domain/mints/matches-mint.ts';
import { createdMs } from '#main/domain/mints/tokenization.ts';
import type { Journal } from '#main/journal/types.ts';
import type { RequestBook } from '#main/account/mints/request-book.ts';
import type { AnswerMembers } from '#main/account/intents/attempts.ts';
import type { IntentLog } from '#main/account/intents/intent-log.ts';
import type { Listed } from '#main/wire/oddities.ts';
import { readMintBody, type MintBody } from '#main/wire/tokenization.ts';

export type AdoptMint = {
  /** The answer to one of our own attempts. Whether it is about this mint. */
  answered(intentId: string, request: TokenizationRequest, answer: AnswerMembers): boolean;
  /** Among what a lookup or a list showed. Whether one of them is this mint. */
  found(intentId: string, requests: Listed<TokenizationRequest>): boolean;
};

type Deps = {
  intents: IntentLog;
  journal: Pick<Journal, 'unsettled' | 'about'>;
  requests: RequestBook;
  onAccepted: (intent: Intent, request: TokenizationRequest, before: IntentState) => void;
};

/**
 * A label may be used again, so a request under one that a person chose counts only from the time of the intent on. Two
 * clocks are compared; a request that falls outside stays unknown, and sending the same key again finds it safely.
 */
export const CLOCK_SKEW_MS = 5_000;

export function createAdoptMint({ intents, journal, requests, onAccepted }: Deps): AdoptMint {
  const isOthers = (intentId: string, request: TokenizationRequest): boolean => {
    const owners = journal.about(request.tokenizationRequestId);
    return owners.ok && owners.value.some((owner) => owner.intentId !== intentId);
  };

  function accept(
    intent: Intent,
    mint: MintBody,
    seen: TokenizationRequest,
    how: 'answered' | 'found',
    answer: AnswerMembers = {},
  ): boolean {
    // The answer to a mint names no wallet; it is the one that was asked for.
    const request = { walletAddress: mint.walletAddress, ...seen };
    const { tokenizationRequestId: resultId, status } = request;
    const words = how === 'answered' ? 'The broker answered' : 'Looked up';
    if (intent.state === 'accepted') {
      requests.put([request]);
      if (intent.resultId === undefined || intent.resultId === resultId) {
        // A look was faster. The answer is evidence all the same, with its request id.
        const line = {
          kind: how,
          text: `${words}: it is request ${resultId}, ${status}.`,
          ...answer,
        };
        if (how === 'answered') intents.note(intent.intentId, line);
        return true;
      }
      const text = `The broker has a second request for this mint: ${resultId} in addition to ${intent.resultId}.`;
      return intents.conflict(intent, text, answer);
    }
    const isRejected = status === 'rejected';
    // A rejected request is what a refused mint leaves behind: nothing new.
    if (isRejected && intent.state === 'refused') {
      requests.put([request]);
      return true;
    }
    const step = isRejected ? 'ended' : 'accepted';
    const text = isRejected
      ? `${words}: request ${resultId} was rejected. Open a new form to try again.`
      : `${words}: it is request ${resultId}, ${status}.`;
    const moved = intents.step(intent.intentId, { step, resultId }, { kind: how, text, ...answer });
    requests.put([request]);
    if (moved.state === 'accepted') onAccepted(moved, request, intent.state);
    return moved.state === 'accepted' || moved.state === 'refused';
  }

  /** Other mints that nobody knows the fate of and that could claim the same request. */
  const hasRival = (intentId: string, mint: MintBody, request: TokenizationRequest): boolean =>
    journal.unsettled().some((other) => {
      if (other.kind !== 'mint' || other.intentId === intentId) return false;
      const theirs = readMintBody(other.body);
      if (!theirs || !isSameMint(mint, theirs)) return false;
      return (
        request.clientRequestId === undefined || theirs.clientRequestId === mint.clientRequestId
      );
    });

  function isCandidate(intent: Intent, mint: MintBody, request: TokenizationRequest): boolean {
    if (mintDifferences(mint, request).length > 0 || isOthers(intent.intentId, request))
      return false;
    // A label that is our own id was given to one mint only, whatever the clocks say.
    if (request.clientRequestId === intent.intentId) return true;
    // A refused mint leaves a rejected request behind that nobody owns: under a shared label it may be another's. Sending
    // the same key again tells for certain.
    if (request.status === 'rejected') return false;
    return createdMs(request) >= intent.confirmedAt - CLOCK_SKEW_MS;
  }

  return {
    answered(intentId, request, answer) {
      const intent = intents.get(intentId);
      const mint = readMintBody(intent.body);
      const differences = mint ? mintDifferences(mint, request) : ['the stored mint is unreadable'];
      if (!mint || differences.length > 0) {
        requests.put([request]);
        const text = `The broker answered with a different request: ${differences.join('; ')}.`;
        return intents.conflict(intent, text, answer);
      }
      if (isOthers(intentId, request)) {
        const text = `The broker answered with request ${request.tokenizationRequestId}, which belongs to another mint.`;
        return intents.conflict(intent, text, answer);
      }
      return accept(intent, mint, request, 'answered', answer);
    },
    found(intentId, found) {
      const intent = intents.find(intentId);
      const mint = intent && readMintBody(intent.body);
      if (!intent || !mint) return false;
      const candidates = found.filter((request) => isCandidate(intent, mint, request));
      const [first, ...others] = candidates;
      if (!first) return false;
      const isOurs = candidates.every(({ clientRequestId }) => clientRequestId === intentId);
      // One that could not be read may be another like it.
      const isOne = others.length === 0 && found.unread === undefined;
      if (!isOurs && (!isOne || hasRival(intentId, mint, first))) {
        const text =
          'Looked up: the broker has a matching mint under the same label, but it could be any of several of yours. Check the requests and decide.';
        intents.repeat(intentId, { kind: 'not-found', text });
        return false;
      }
      const isTaken = accept(intent, mint, first, 'found');
      for (const other of others) accept(intents.get(intentId), mint, other, 'found');
      return isTaken;
    },
  };
}
