// One exchange with the broker about one intent. Everything that may forbid it is asked at hand-over, when nothing can
// change any more before the bytes leave (docs/orders.md, "Hand-over is one synchronous turn"); what comes back is
// judged and written down, whatever it is.
import type { EvidenceKind } from '#contract/intents.ts';
import type { Confirmation } from '#contract/trading.ts';
import type { Clock, Ports } from '#main/ports.ts';
import type { IntentLog } from '#main/account/intents/intent-log.ts';
import { stepOf, type AttemptOutcome, type Finding } from '#main/account/intents/judge.ts';
import type { Gate, AttemptOptions } from '#main/account/intents/ports.ts';
import { markOf, sinceMs, type ClockMark } from '#main/tools/either-clock.ts';

export type Attempt<T> = {
  intentId: string;
  confirmations: ReadonlySet<Confirmation>;
  maxWaitMs: number;
  isExit?: boolean;
  isOfMany?: boolean;
  /** What is written when it leaves. */
  text: string;
  send: (options: AttemptOptions) => Promise<AttemptOutcome<T>>;
  /** Asked at hand-over besides the gate. */
  refusal?: () => string | undefined;
};

export type Attempted<T> =
  /** Another attempt of this intent is under way. */
  | { kind: 'busy' }
  /** Nothing left this time; what is known of earlier attempts stands. */
  | { kind: 'not-sent'; text: string }
  | { kind: 'exchanged'; finding: Finding<T>; answer: AnswerMembers };

export type AnswerMembers = { status?: number; requestId?: string };

type Attempts<T> = {
  run(attempt: Attempt<T>): Promise<Attempted<T>>;
  isRunning(intentId: string): boolean;
  /** After sleep every limit is over: what waits is not sent, what was sent is lost. */
  wake(): void;
  stop(): void;
};

type Deps<T> = Pick<Ports, 'clock' | 'log'> & {
  intents: IntentLog;
  gate: Gate;
  /** What an exchange proves by itself. */
  judge: (outcome: AttemptOutcome<T>, intentId: string) => Finding<T>;
};

/** What a limit counts from, on both clocks, with the sleeps and stops until then (docs/orders.md, "Either clock ends a limit"). */
export type Baseline = ClockMark & { sleeps: number; stops: number };

type Running = { ending: AbortController; isHandedOver: boolean };

const CLOSED = 'Ballast was closed while this was waiting to be sent.';

export function createAttempts<T>(deps: Deps<T>): Attempts<T> {
  const { intents, gate, clock, log } = deps;
  const running = new Map<string, Running>();
  let isStopping = false;

  function refusalOf(attempt: Attempt<T>, since: Baseline): string | undefined {
    if (isStopping) return 'Ballast is closing.';
    const intent = intents.get(attempt.intentId);
    if (intent.cancelWhenFound) return 'You canceled it before it was sent.';
    if (gate.sleeps() !== since.sleeps)
      return 'The computer went to sleep while this was waiting to be sent.';
    if (sinceMs(clock, since) > attempt.maxWaitMs)
      return `It waited more than ${attempt.maxWaitMs / 1000} s to be sent.`;
    const refusal = attempt.refusal?.() ?? gate.refusal(intent, attempt.confirmations);
    if (refusal === undefined && gate.stops() !== since.stops)
      return 'All trading was stopped while this was waiting to be sent.';
    return refusal;
  }

  async function run(attempt: Attempt<T>): Promise<Attempted<T>> {
    const { intentId } = attempt;
    if (running.has(intentId)) return { kind: 'busy' };
    const state: Running = { ending: new AbortController(), isHandedOver: false };
    running.set(intentId, state);
    const since = baselineOf(clock, gate);
    let outcome: AttemptOutcome<T>;
    try {
      outcome = await attempt.send({
        maxWaitMs: attempt.maxWaitMs,
        ...(attempt.isExit && { isExit: true }),
        ...(attempt.isOfMany && { isOfMany: true }),
        signal: state.ending.signal,
        beforeSend() {
          if (state.isHandedOver) return 'It has already been sent.';
          // Counted as unanswered from the first byte on: if the process dies now, the count is already right.
          const refusal =
            refusalOf(attempt, since) ??
            intents.handOver(intentId, { kind: 'sent', text: attempt.text });
          state.isHandedOver = refusal === undefined;
          return refusal;
        },
      });
    } catch (error) {
      log('error', 'sending failed', { intentId, error: String(error) });
      outcome = { kind: 'lost', reason: 'something went wrong inside Ballast' };
    } finally {
      running.delete(intentId);
    }
    const { isHandedOver } = state;
    return settle(intentId, provenBy(outcome, isHandedOver), isHandedOver);
  }

  function settle(
    intentId: string,
    outcome: AttemptOutcome<T>,
    isHandedOver: boolean,
  ): Attempted<T> {
    const finding = deps.judge(outcome, intentId);
    const answer = answerMembers(outcome);
    if (finding.kind === 'taken') return { kind: 'exchanged', finding, answer };
    const line = { kind: lineKind(finding), text: finding.text, ...answer };
    // Evidence may have come by another way meanwhile; and what never left says nothing of earlier attempts.
    const state = intents.find(intentId)?.state;
    if (state === (isHandedOver ? 'sent' : 'recorded'))
      intents.step(intentId, stepOf(finding), line);
    else if (isHandedOver) intents.note(intentId, line);
    else intents.repeat(intentId, line);
    return isHandedOver
      ? { kind: 'exchanged', finding, answer }
      : { kind: 'not-sent', text: finding.text };
  }

  return {
    run,
    isRunning: (intentId) => running.has(intentId),
    wake() {
      for (const { ending } of running.values()) ending.abort();
    },
    stop() {
      isStopping = true;
      // Nothing can be handed over from here on. Without this line the next start could not know it.
      for (const [intentId, { isHandedOver }] of running)
        if (!isHandedOver && intents.find(intentId)?.state === 'recorded')
          intents.step(intentId, { step: 'not-sent' }, { kind: 'not-sent', text: CLOSED });
    },
  };
}

/** Hand-over is the proof: before it no byte has left, after it nobody can say so any more. */
function provenBy<T>(outcome: AttemptOutcome<T>, isHandedOver: boolean): AttemptOutcome<T> {
  if (outcome.kind === 'answer') return outcome;
  return { kind: isHandedOver ? 'lost' : 'not-sent', reason: outcome.reason };
}

export const baselineOf = (clock: Clock, gate: Gate): Baseline => ({
  ...markOf(clock),
  sleeps: gate.sleeps(),
  stops: gate.stops(),
});

function lineKind(finding: Exclude<Finding<unknown>, { kind: 'taken' }>): EvidenceKind {
  switch (finding.kind) {
    case 'refused':
    case 'landed-before':
      return 'answered';
    case 'not-sent':
      return 'not-sent';
    case 'undecided':
      return 'lost';
    default:
      return finding satisfies never;
  }
}

function answerMembers(outcome: AttemptOutcome<unknown>): AnswerMembers {
  if (outcome.kind !== 'answer') return {};
  const { status, requestId } = outcome;
  return { status, ...(requestId !== undefined && { requestId }) };
}
