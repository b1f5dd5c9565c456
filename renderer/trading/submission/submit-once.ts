// Handing something over to main, once. An answer that is lost proves nothing: main may have recorded it, or it may still
// be on its way. So main is asked by the id, which closes the id as well, until it says what became of it.
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure, type Failure, type Result } from '#contract/failure.ts';
import { TICKET_PATH, type Intent } from '#contract/intents.ts';

/** `wasInDoubt`: the answer was lost, and this is what main said when it was asked. */
export type Submitted = { wasInDoubt: boolean } & (
  | { kind: 'recorded'; intent: Intent }
  /** Nothing was recorded and nothing was sent. A spent id is never taken again: another is needed. */
  | { kind: 'unrecorded'; failure: Failure; isIdSpent: boolean }
);

/** What may have happened to what, for the sentence. */
export type Submittable = 'order' | 'change' | 'mint';

type HandOver = {
  bridge: Bridge;
  accountId: string;
  intentId: string;
  what: Submittable;
  send: () => Promise<Result<Intent>>;
  /** It is not known what became of it, in a sentence; told again as long as that lasts. */
  onDoubt: (text: string) => void;
  wait: (ms: number) => Promise<void>;
};

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

const MAY_HAVE: Record<Submittable, string> = {
  order: 'Your order may have been placed',
  change: 'Your order may have been changed',
  mint: 'Your mint may have been requested',
};

export async function submitOnce(handOver: HandOver): Promise<Submitted> {
  const { bridge, accountId, intentId, what, onDoubt, wait } = handOver;
  const answer = await handOver.send();
  if (answer.ok) return { kind: 'recorded', intent: answer.value, wasInDoubt: false };
  const { failure } = answer;
  if (!isDeskSilent(failure))
    return { kind: 'unrecorded', failure, isIdSpent: isSpent(failure), wasInDoubt: false };
  onDoubt(doubtWords(what));
  for (let asked = 1; ; asked++) {
    const told = await bridge.call('tickets.open', { accountId, insteadOf: intentId });
    if (told.ok && !told.value.recorded) return nothingSent(what, failure);
    if (told.ok && told.value.recorded && !isUnderWay(told.value.recorded))
      return { kind: 'recorded', intent: told.value.recorded, wasInDoubt: true };
    onDoubt(told.ok ? WITH_THE_BROKER : doubtWords(what, asked + 1, told.failure));
    await wait(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(asked - 1, 10)));
  }
}

/** Main did not answer, or failed on the way: either may have been after it was recorded. */
export const isDeskSilent = ({ kind }: Failure): boolean => kind === 'offline' || kind === 'bug';

/**
 * Whether a failed submit proves that nothing was written down, so that its id may be used again. What is said of the
 * id itself proves the opposite: an earlier try was recorded with other values, and only a change begins anew.
 */
export const isUnrecorded = (failure: Failure): boolean =>
  failure.kind === 'invalid' && failure.issues.every(({ path }) => path !== 'intentId');

/** About something that is recorded already: its evidence is read again while it is in sight. */
export const unsureWords = (failure: Failure): string =>
  isDeskSilent(failure)
    ? 'Ballast did not answer, so it is not known whether this was done. The latest evidence is loaded and shown here.'
    : describeFailure(failure);

const isSpent = (failure: Failure): boolean =>
  failure.kind === 'invalid' && failure.issues.some(({ path }) => path === TICKET_PATH);

/** Main waits for the broker at this moment and will know more. */
const isUnderWay = ({ state }: Intent): boolean => state === 'recorded' || state === 'sent';

const WITH_THE_BROKER =
  'Ballast did not answer at first. It has sent this to the broker and is waiting for the broker’s answer.';

function doubtWords(what: Submittable, times = 1, failure?: Failure): string {
  const count = times > 1 ? ` (attempt ${times})` : '';
  // That the desk does not answer is said already.
  const why = failure && !isDeskSilent(failure) ? ` ${describeFailure(failure)}` : '';
  return `Ballast did not answer. ${MAY_HAVE[what]}: checking what happened to it${count}.${why}`;
}

function nothingSent(what: Submittable, failure: Failure): Submitted {
  const why =
    failure.kind === 'bug'
      ? describeFailure(failure)
      : `Ballast did not receive this ${what}, and will not accept it if it arrives late.`;
  return {
    kind: 'unrecorded',
    failure: {
      kind: 'not-allowed',
      message: `Nothing was sent. ${why} Check it and press again.`,
    },
    isIdSpent: true,
    wasInDoubt: true,
  };
}
