// What an exchange with the broker proves about an order, and what it leaves open. Pure: the whole of the promise
// rests on these tables, so they stand alone.
import type { Order } from '#contract/orders.ts';
import type { Step } from '#main/journal/transitions.ts';

/** How one attempt to place, replace or mint ended. */
export type Outcome<T = Order> =
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

/** What one attempt proves by itself. */
export type Finding<T = Order> =
  | { kind: 'taken'; record: T }
  /** The id is in use: an earlier attempt landed. */
  | { kind: 'landed-before'; text: string }
  | { kind: 'refused'; text: string }
  | { kind: 'not-sent'; text: string }
  | { kind: 'undecided'; text: string };

/** Statuses after which this attempt has provably not become an order. */
export const PROOF_OF_REFUSAL = new Set([400, 401, 403, 422]);

export function findingOf(outcome: Outcome, clientOrderId: string): Finding {
  if (outcome.kind === 'not-sent') return { kind: 'not-sent', text: outcome.reason };
  if (outcome.kind === 'lost')
    return { kind: 'undecided', text: `The broker did not answer: ${outcome.reason}.` };
  const { status, record, message } = outcome;
  if (status >= 200 && status <= 299)
    return record?.clientOrderId === clientOrderId
      ? { kind: 'taken', record }
      : { kind: 'undecided', text: `The broker's answer (${status}) could not be read.` };
  if (status === 422 && /client_order_id/i.test(message))
    return { kind: 'landed-before', text: `The broker already has this order: ${message}.` };
  if (PROOF_OF_REFUSAL.has(status))
    return { kind: 'refused', text: `The broker refused (${status}): ${message}.` };
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

export type ResendConditions = {
  /** The broker is known to refuse an id that was used before. */
  refusesReusedIds: boolean;
  isSameRun: boolean;
  /** The larger of the wall-clock and the elapsed difference since the person confirmed. */
  sinceConfirmedMs: number;
  isMarketOrder: boolean;
  hasSlept: boolean;
  isStopped: boolean;
  /** A person decided to cancel it when found. */
  isGivenUp: boolean;
  /** The broker said that it has the id already: there is nothing left to send, only to find. */
  hasLanded: boolean;
  /** A repetition was refused. Going on until one is taken would place an order that the evidence calls refused. */
  wasRefused: boolean;
};

export const MARKET_RESEND_MS = 5_000;
export const OTHER_RESEND_MS = 30_000;

/** Whether the desk may send the stored bytes again by itself. In every other case only the person does. */
export function mayResend(conditions: ResendConditions): boolean {
  const limitMs = conditions.isMarketOrder ? MARKET_RESEND_MS : OTHER_RESEND_MS;
  return (
    conditions.refusesReusedIds &&
    conditions.isSameRun &&
    conditions.sinceConfirmedMs <= limitMs &&
    !conditions.hasSlept &&
    !conditions.isStopped &&
    !conditions.isGivenUp &&
    !conditions.hasLanded &&
    !conditions.wasRefused
  );
}
