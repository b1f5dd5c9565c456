// Whether this account is an Authorized Participant. The broker has no question for it; its answers tell.
import { describeFailure, type Failure, type Result } from '#contract/failure.ts';
import type { TokenizationTerms } from '#contract/tokenization.ts';
import { ISSUERS, NETWORKS } from '#contract/mint-names.ts';
import { isNotParticipant } from '#main/account/mints/mint-judge.ts';
import type { RequestBook } from '#main/account/mints/request-book.ts';
import type { AnswerMembers } from '#main/account/intents/attempts.ts';
import type { Finding } from '#main/account/intents/judge.ts';

export type Participant = {
  state(): TokenizationTerms['participant'];
  /** False once the broker has said that requests are not for this account. */
  mayRead(): boolean;
  terms(): TokenizationTerms;
  /** What a reading of requests ended with. */
  onRead(result: Result<unknown>): void;
  onMint(finding: Finding<unknown>, answer: AnswerMembers): void;
  /** The person wants to know again. The broker has no question for it: a refused mint counts no longer. */
  askAgain(): void;
};

const NO_PARTICIPANT =
  'The broker says this account is not an Authorized Participant. Only Authorized Participants can mint and redeem tokenized shares; ask the broker how to become one.';
const NO_MINTING =
  'The broker says this account is not allowed to mint. Ask the broker for minting rights; you can still view requests.';

const ASKED_AGAIN =
  'The broker refused a mint because this account is not allowed to mint. The next mint will show whether that has changed.';

export function createParticipant(requests: Pick<RequestBook, 'all'>): Participant {
  let participant: TokenizationTerms['participant'] = 'unknown';
  let why: string | undefined = 'The broker has not been asked yet.';
  /** What a mint was told last: that this account may not, and whether the person asked again since. */
  let refusal: 'stands' | 'asked-again' | undefined;
  let mayRead = true;

  function set(next: TokenizationTerms['participant'], reason?: string): void {
    participant = next;
    why = reason;
  }

  return {
    state: () => participant,
    mayRead: () => mayRead,
    terms() {
      const seen = requests.all().map(({ request }) => request);
      return {
        participant,
        ...(why !== undefined && { why }),
        issuers: sorted([...ISSUERS, ...seen.map(({ issuer }) => issuer)]),
        networks: sorted([...NETWORKS, ...seen.map(({ network }) => network)]),
      };
    },
    onRead(result) {
      if (result.ok) {
        mayRead = true;
        if (refusal === 'stands') set('no', NO_MINTING);
        else if (refusal === 'asked-again') set('unknown', ASKED_AGAIN);
        else set('yes');
      } else if (isForbidden(result.failure)) {
        mayRead = false;
        set('no', NO_PARTICIPANT);
      } else if (participant === 'unknown') why = describeFailure(result.failure);
    },
    onMint(finding, { status }) {
      if (finding.kind === 'taken') {
        refusal = undefined;
        set('yes');
      }
      if (finding.kind !== 'refused' || !isNotParticipant(status, finding.text)) return;
      refusal = 'stands';
      set('no', status === 403 ? NO_PARTICIPANT : NO_MINTING);
    },
    askAgain() {
      if (refusal === 'stands') refusal = 'asked-again';
    },
  };
}

export const isForbidden = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.status === 403;

const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort();
