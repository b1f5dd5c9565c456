// Minting once. The intent is on disk before a byte leaves, its id is the Idempotency-Key, and every attempt is the same
// bytes under it, so that sending again cannot mint twice. The desk does so by itself for a while after silence; later,
// after sleep or in another run it looks first and leaves the rest to the person (rule 11).
import { fail, ok, type Result } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import type { MintRow, TokenizationRequest } from '#contract/tokenization.ts';
import { toFailed } from '#main/journal/failure.ts';
import { isUnsettled } from '#main/journal/transitions.ts';
import type { Clock, Delay, Log } from '#main/ports.ts';
import type { MintAdopting } from '#main/account/mints/adopting.ts';
import type { MintLooking } from '#main/account/mints/looking.ts';
import type { MintBroker } from '#main/account/mints/ports.ts';
import {
  momentOf,
  sinceMs,
  type Attempted,
  type Attempts,
  type Moment,
} from '#main/account/intents/attempts.ts';
import type { IntentLog } from '#main/account/intents/intent-log.ts';
import type { Gate } from '#main/account/intents/ports.ts';
import { createRepeater, growingWaitMs } from '#main/tools/repeat.ts';

export type Minting = {
  submit(mint: NewMint): Promise<Result<Intent>>;
  /** The stored bytes under the same key, because the person said so; after a fresh look. */
  sendAgain(intentId: string): Promise<Result<Intent>>;
  /** A look now; waits start small again. */
  lookNow(intentId: string): Promise<void>;
  /** Begins, or goes on, to follow it. */
  follow(intentId: string): void;
  /** Set while the desk is going to send it again by itself. */
  retryOf(intentId: string): MintRow['retry'];
  /** An attempt is under way or one will be made without the person. */
  isBusy(intentId: string): boolean;
  wake(): void;
  stop(): void;
};

export type NewMint = {
  intentId: string;
  body: string;
  symbol: string;
  title: string;
  /** How long it may wait for its turn in the rate budget. */
  maxWaitMs?: number | undefined;
};

type Exchange = Extract<Attempted<TokenizationRequest>, { kind: 'exchanged' }>;

type Deps = {
  accountId: string;
  intents: IntentLog;
  attempts: Attempts<TokenizationRequest>;
  adopting: MintAdopting;
  looking: MintLooking;
  broker: MintBroker;
  gate: Gate;
  onExchange: (finding: Exchange['finding'], answer: Exchange['answer']) => void;
  /** When it is tried next changed, or that it is tried at all. */
  onRetry: (intentId: string) => void;
  clock: Clock;
  delay: Delay;
  log: Log;
};

/** What this run knows about a mint that a person confirmed in it. Of others it sends nothing again. */
type Confirmed = {
  at: Moment;
  attempts: number;
  nextAt: number | undefined;
  /** Sending again by itself has ended: refused, stopped, or the person set it aside. */
  isOver: boolean;
};

export const RETRY_FOR_MS = 15 * 60_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
const LONGEST_LOOK_MS = 60_000;
const PATIENT_LOOK_MS = 300_000;
const TURN_WAIT_MS = 10_000;

export function createMinting(deps: Deps): Minting {
  const { intents, attempts, adopting, looking, broker, gate, clock } = deps;
  const confirmed = new Map<string, Confirmed>();
  const rounds = createRepeater({
    what: 'following a mint',
    run: runRound,
    waitMs: nextWaitMs,
    delay: deps.delay,
    log: deps.log,
  });

  async function submit(mint: NewMint): Promise<Result<Intent>> {
    const { intentId, body } = mint;
    const recorded = intents.record({
      intentId,
      accountId: deps.accountId,
      kind: 'mint',
      body,
      symbol: mint.symbol,
      title: mint.title,
      confirmedAt: clock.wall(),
    });
    if (!recorded.ok) return toFailed(recorded.failure);
    if (!recorded.isNew) return ok(recorded.intent);
    confirm(intentId);
    await attempt(recorded.intent, { maxWaitMs: mint.maxWaitMs });
    return ok(intents.find(intentId) ?? recorded.intent);
  }

  /** From here on the desk may send it again by itself for a while. */
  function confirm(intentId: string): void {
    const at = momentOf(clock, gate);
    confirmed.set(intentId, { at, attempts: 0, nextAt: undefined, isOver: false });
  }

  /** One exchange. Whatever comes of it is written down, and what stays open is followed. */
  async function attempt(
    { intentId, body }: Intent,
    {
      maxWaitMs,
      refusal,
    }: { maxWaitMs?: number | undefined; refusal?: () => string | undefined } = {},
  ): Promise<Attempted<TokenizationRequest>> {
    try {
      const attempted = await attempts.run({
        intentId,
        confirmations: new Set(),
        maxWaitMs: maxWaitMs ?? TURN_WAIT_MS,
        text: `Sent to the broker with Idempotency-Key ${intentId}.`,
        send: (options) => broker.mint(body, intentId, options),
        ...(refusal && { refusal }),
      });
      if (attempted.kind === 'exchanged') await learn(intentId, attempted);
      return attempted;
    } finally {
      follow(intentId);
    }
  }

  async function learn(intentId: string, { finding, answer }: Exchange): Promise<void> {
    const known = confirmed.get(intentId);
    if (known) known.attempts++;
    deps.onExchange(finding, answer);
    if (finding.kind === 'refused' || finding.kind === 'landed-before') endRetry(intentId);
    if (finding.kind === 'landed-before') await endRejected(intentId, finding.text);
    if (finding.kind !== 'taken') return;
    const isOurs = adopting.adoptAnswer(intentId, finding.record, answer);
    if (!isOurs && intents.find(intentId)?.state === 'sent')
      intents.step(
        intentId,
        { step: 'lost' },
        { kind: 'lost', text: 'The answer is about another mint, so nothing is known of this.' },
      );
  }

  /** The broker says itself that the request of this key was rejected; its record is worth a look, and no condition. */
  async function endRejected(intentId: string, text: string): Promise<void> {
    await looking.lookUp(intentId);
    const intent = intents.find(intentId);
    if (intent && isUnsettled(intent))
      intents.step(intentId, { step: 'ended' }, { kind: 'answered', text });
  }

  /** The first round looks: an answer that was lost is found so at once. The later ones send again, where they may. */
  async function runRound(intentId: string, round: number): Promise<boolean> {
    if (isSettled(intentId)) return true;
    const intent = intents.get(intentId);
    if (round > 0 && mayRetry(intent)) await retry(intent);
    else await looking.lookUp(intentId);
    return isSettled(intentId);
  }

  async function retry(intent: Intent): Promise<void> {
    const { intentId } = intent;
    const attempted = await attempt(intent, {
      refusal: () =>
        mayRetry(intents.get(intentId))
          ? undefined
          : 'Ballast may not send it again by itself any more.',
    });
    // Refused, while an earlier attempt may have landed: only a look can tell.
    if (attempted.kind === 'exchanged' && attempted.finding.kind === 'refused')
      await looking.lookUp(intentId);
  }

  function nextWaitMs(intentId: string, round: number): number {
    const intent = intents.find(intentId);
    const known = confirmed.get(intentId);
    const isRetrying = intent !== undefined && mayRetry(intent);
    const waitMs = isRetrying
      ? Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(Math.max(0, round - 1), 12))
      : intent?.state === 'set-aside' || intent?.isConflict
        ? PATIENT_LOOK_MS
        : Math.min(LONGEST_LOOK_MS, growingWaitMs(round) * 4);
    if (known) {
      known.nextAt = isRetrying ? clock.wall() + waitMs : undefined;
      deps.onRetry(intentId);
    }
    return waitMs;
  }

  function mayRetry(intent: Intent): boolean {
    const known = confirmed.get(intent.intentId);
    if (!known || known.isOver || intent.state !== 'unknown' || intent.isConflict) return false;
    // Turning the kill switch off does not bring old mints back (rule 14).
    known.isOver ||= gate.isStopped() || gate.stops() !== known.at.stops;
    known.isOver ||= gate.sleeps() !== known.at.sleeps;
    return !known.isOver && sinceMs(clock, known.at) <= RETRY_FOR_MS;
  }

  function endRetry(intentId: string): void {
    const known = confirmed.get(intentId);
    if (known) known.isOver = true;
  }

  function isSettled(intentId: string): boolean {
    const intent = intents.find(intentId);
    if (!intent || isUnsettled(intent)) return false;
    confirmed.delete(intentId);
    return true;
  }

  function follow(intentId: string): void {
    if (!isSettled(intentId) && intents.find(intentId)) rounds.begin(intentId);
  }

  return {
    submit,
    follow,
    lookNow: (intentId) => rounds.now(intentId),
    async sendAgain(intentId) {
      intents.note(intentId, { kind: 'person', text: 'You asked to send it again.' });
      await looking.lookUp(intentId);
      const intent = intents.get(intentId);
      if (intent.state !== 'unknown') return ok(intent);
      confirm(intentId);
      const attempted = await attempt(intent);
      if (attempted.kind === 'busy')
        return fail({ kind: 'not-allowed', message: 'It is being sent at this moment.' });
      if (attempted.kind === 'not-sent') {
        // The person is told that it did not go; then it does not go later either.
        endRetry(intentId);
        return fail({ kind: 'not-allowed', message: `Not sent again: ${attempted.text}` });
      }
      return ok(intents.get(intentId));
    },
    retryOf(intentId) {
      const known = confirmed.get(intentId);
      const intent = intents.find(intentId);
      if (!known || known.nextAt === undefined || !intent || !mayRetry(intent)) return undefined;
      const { attempts: count, nextAt, at } = known;
      return { attempts: count, nextAt, until: at.wall + RETRY_FOR_MS };
    },
    isBusy(intentId) {
      const intent = intents.find(intentId);
      if (!intent) return false;
      return attempts.isRunning(intentId) || mayRetry(intent);
    },
    wake: rounds.hurry,
    stop: rounds.stop,
  };
}
