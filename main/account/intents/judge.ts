// What an exchange with the broker proves about an intent, and what it leaves open. Pure: the whole of the promise
// rests on these tables, so they stand alone.
import type { IntentState } from '#contract/intents.ts';
import type { Sent } from '#main/broker/http/sent.ts';
import type { Step } from '#main/journal/transitions.ts';

/** How one attempt to place, replace or mint ended. */
export type AttemptOutcome<T> =
  | {
      kind: 'answer';
      status: number;
      /** What a 2xx that could be read tells of. */
      record?: T;
      message: string;
      requestId?: string;
    }
  | { kind: 'not-sent'; reason: string }
  | { kind: 'lost'; reason: string };

export function outcomeOf<T>(sent: Sent<T>): AttemptOutcome<T> {
  if (sent.kind !== 'answer') return sent;
  const { status, result, message, requestId } = sent;
  return {
    kind: 'answer',
    status,
    message,
    ...(result.ok && { record: result.value }),
    ...(requestId !== undefined && { requestId }),
  };
}

/** What one attempt proves by itself. */
export type Finding<T> =
  | { kind: 'taken'; record: T }
  /** The id is in use: an earlier attempt landed. */
  | { kind: 'landed-before'; text: string }
  | { kind: 'refused'; text: string }
  | { kind: 'not-sent'; text: string }
  | { kind: 'undecided'; text: string };

/** Statuses after which this attempt has provably not become an order. */
const PROOF_OF_REFUSAL = new Set([400, 401, 403, 422]);

/** What differs between orders and mints in reading an answer. */
type AnswerRules<T> = {
  /** Whether a record that could be read can be the answer to this attempt. */
  isAnswer: (record: T) => boolean;
  /** What to say when the status and message prove that an earlier attempt landed. */
  landedBefore: (status: number, message: string) => string | undefined;
  refusedText: (status: number, message: string) => string;
};

export function judge<T>(outcome: AttemptOutcome<T>, rules: AnswerRules<T>): Finding<T> {
  if (outcome.kind === 'not-sent') return { kind: 'not-sent', text: outcome.reason };
  if (outcome.kind === 'lost')
    return { kind: 'undecided', text: `The broker did not answer: ${outcome.reason}.` };
  const { status, record, message } = outcome;
  if (status >= 200 && status <= 299)
    return record !== undefined && rules.isAnswer(record)
      ? { kind: 'taken', record }
      : { kind: 'undecided', text: `The broker's answer (${status}) could not be read.` };
  const landed = rules.landedBefore(status, message);
  if (landed !== undefined) return { kind: 'landed-before', text: landed };
  if (PROOF_OF_REFUSAL.has(status))
    return { kind: 'refused', text: rules.refusedText(status, message) };
  return { kind: 'undecided', text: `The broker answered ${status}: ${message}.` };
}

/** The journal's step for a finding. The journal knows the other attempts, and so what this one proves about the order. */
export function stepOf(finding: Exclude<Finding<unknown>, { kind: 'taken' }>): Step {
  switch (finding.kind) {
    case 'refused':
    case 'not-sent':
      return { step: finding.kind };
    case 'landed-before':
    case 'undecided':
      return { step: 'lost' };
    default:
      return finding satisfies never;
  }
}

type ResendConditions = {
  /** How long after the person's decision it may; undefined is never. */
  limitMs: number | undefined;
  /** The larger of the wall-clock and the elapsed difference since the person confirmed. */
  sinceConfirmedMs: number;
  hasSlept: boolean;
  /** All trading was stopped since, or the person was told that it did not go. */
  isOver: boolean;
  /** A person decided to cancel it when found. */
  isGivenUp: boolean;
  /** The broker said that it has the id already: there is nothing left to send, only to find. */
  hasLanded: boolean;
  /** A repetition was refused. Going on until one is taken would place an order that the evidence calls refused. */
  wasRefused: boolean;
};

/** Whether the desk may send the stored bytes again by itself. In every other case only the person does. */
export function mayResend(conditions: ResendConditions): boolean {
  return (
    conditions.limitMs !== undefined &&
    conditions.sinceConfirmedMs <= conditions.limitMs &&
    !conditions.hasSlept &&
    !conditions.isOver &&
    !conditions.isGivenUp &&
    !conditions.hasLanded &&
    !conditions.wasRefused
  );
}

/** Evidence of acceptance that comes while it is in one of these is late: the person was told otherwise, or gave up. */
export const LATE: ReadonlySet<IntentState> = new Set(['refused', 'not-sent', 'set-aside']);
