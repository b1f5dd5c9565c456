// What minting differs in. The intent's id is the Idempotency-Key and every attempt is the same bytes under it, so that
// sending again cannot mint twice. The desk does so by itself for a while after silence; later, after sleep or in another
// run it only looks (docs/orders.md, "A mint is sent again under its key").
import { isUnsettled } from '#contract/intents.ts';
import type { TokenizationRequest } from '#contract/tokenization.ts';
import type { AnswerMembers } from '#main/account/intents/attempts.ts';
import type { IntentRules } from '#main/account/intents/engine.ts';
import type { IntentLog } from '#main/account/intents/intent-log.ts';
import type { Finding } from '#main/account/intents/judge.ts';
import type { AdoptMint } from '#main/account/mints/adopt-mint.ts';
import type { MintBroker } from '#main/account/mints/mint-broker.ts';
import type { LookUpMint } from '#main/account/mints/mint-lookup.ts';
import { growingWaitMs } from '#main/tools/repeat.ts';
import { doublingMs } from '#main/tools/backoff.ts';

type Deps = {
  intents: IntentLog;
  broker: MintBroker;
  adopt: AdoptMint;
  lookUp: LookUpMint;
  /** It is a row of a batch, of this run or an earlier one. */
  isRow: (intentId: string) => boolean;
  onFinding: (
    intentId: string,
    finding: Finding<TokenizationRequest>,
    answer: AnswerMembers,
  ) => void;
};

const RETRY_FOR_MS = 15 * 60_000;
const RETRY_WAITS = { firstMs: 1_000, capMs: 60_000 };
const LONGEST_LOOK_MS = 60_000;
const PATIENT_LOOK_MS = 300_000;
const TURN_MS = 10_000;
/** Longer than the longest window of a limit of requests: a row waits for it rather than not go. */
const ROW_TURN_MS = 360_000;

export function mintRules(deps: Deps): IntentRules<TokenizationRequest> {
  const { intents, broker, adopt, lookUp } = deps;

  /** The broker says itself that the request of this key was rejected; its record is worth a look, and no condition. */
  async function endRejected(intentId: string, text: string): Promise<void> {
    await lookUp(intentId, 'lookup');
    const intent = intents.find(intentId);
    if (intent && isUnsettled(intent))
      intents.step(intentId, { step: 'ended' }, { kind: 'answered', text });
  }

  return {
    noun: 'mint',
    sentText: (intentId, isAgain) =>
      isAgain
        ? `Sent again, with the same Idempotency-Key ${intentId}.`
        : `Sent to the broker with Idempotency-Key ${intentId}.`,
    turnWaitMs: ({ intentId }) => (deps.isRow(intentId) ? ROW_TURN_MS : TURN_MS),
    isOfMany: ({ intentId }) => deps.isRow(intentId),
    send: ({ intentId, body }, options) => broker.mint(body, intentId, options),
    adopt: ({ intentId }, request, answer) => adopt.answered(intentId, request, answer),
    lookUp,
    resendForMs: () => RETRY_FOR_MS,
    // The first round looks: an answer that was lost is found so at once.
    resend: 'instead-of-look',
    // Refused, while an earlier attempt may have landed: only a look can tell.
    lookAfter: new Set(['refused']),
    isConfirmedAnew: true,
    waitMs(intent, round, { mayResend }) {
      if (mayResend) return doublingMs(RETRY_WAITS, round - 1);
      return intent.state === 'set-aside' || intent.isConflict
        ? PATIENT_LOOK_MS
        : Math.min(LONGEST_LOOK_MS, growingWaitMs(round) * 4);
    },
    conflictText: 'The broker has another request for this mint. Open a new form instead.',
    onFinding(intentId, finding, answer) {
      deps.onFinding(intentId, finding, answer);
      return finding.kind === 'landed-before' ? endRejected(intentId, finding.text) : undefined;
    },
  };
}
