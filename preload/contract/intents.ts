// An intent is one thing a person decided. It has its id before anything is sent and keeps it for ever; what is known
// about it is its state, and why that is known is its evidence.
import { z } from 'zod';
import { AccountId } from '#contract/records.ts';

export const IntentId = z.uuid();
/** The issue of an id that main does not have: it names no field. The page takes another id and keeps what was typed. */
export const TICKET_PATH = 'ticket';

export const IntentKind = z.enum(['place', 'replace', 'mint']);
export type IntentKind = z.infer<typeof IntentKind>;

/** docs/orders.md, "The states of an intent". */
export const IntentState = z.enum([
  'recorded',
  'sent',
  'accepted',
  'refused',
  'not-sent',
  'unknown',
  'set-aside',
]);
export type IntentState = z.infer<typeof IntentState>;

export const UNSETTLED: readonly IntentState[] = ['recorded', 'sent', 'unknown', 'set-aside'];
/** Whether it may still become something at the broker, for all that is known here. */
export const isUnsettled = ({ state }: { state: IntentState }): boolean =>
  UNSETTLED.includes(state);

/** Why a mint is unknown that waited for its turn when the desk ended: no attempt of it is written down. */
export const ENDED_WHILE_WAITING =
  'Ballast closed while this was waiting to be sent. According to the journal, it was not sent.';

/** Why an order is unknown whose id the broker says is in use: one was placed with it, and has not been read yet. */
export const HAS_THIS_ID = 'The broker says that it already has an order with this id.';

export const Intent = z.strictObject({
  /** The client order id; for a mint the Idempotency-Key. UUIDv7. */
  intentId: IntentId,
  accountId: AccountId,
  kind: IntentKind,
  state: IntentState,
  /** The bytes that were or would be sent, unchanged for ever. */
  body: z.string(),
  symbol: z.string(),
  /** What was decided, in the words of the confirming button. */
  title: z.string(),
  /** When the person confirmed, epoch ms. */
  confirmedAt: z.number(),
  /** It was confirmed as an exit: it goes as one or not at all. */
  isExit: z.literal(true).optional(),
  /** What it aims at: the order that a replace is to change. */
  targetId: z.string().optional(),
  /** What came of it at the broker: the order of a place or a replace, the tokenization request of a mint. */
  resultId: z.string().optional(),
  /** Carried out as soon as the order appears. */
  cancelWhenFound: z.boolean(),
  /** An order with our id and another body exists: shown, never adopted. */
  isConflict: z.boolean(),
  /** Attempts that left and were never answered; a refusal proves nothing while there is one. */
  unanswered: z.number().int(),
  /** Why it is in this state, in a sentence. */
  reason: z.string().optional(),
  changedAt: z.number(),
});
export type Intent = z.infer<typeof Intent>;

/** The journal holds no attempt. It is looked for all the same, and goes under the same key or not at all. */
export const isLeftWaiting = ({ state, reason }: Pick<Intent, 'state' | 'reason'>): boolean =>
  state === 'unknown' && reason === ENDED_WHILE_WAITING;

export const EvidenceKind = z.enum([
  'recorded',
  'sent',
  'answered',
  'lost',
  'not-sent',
  'found',
  'not-found',
  'heard',
  'conflict',
  'person',
  'recovered',
  'gap',
]);
export type EvidenceKind = z.infer<typeof EvidenceKind>;

/** One line of what is known: what happened, when, in words a person reads. */
export const Evidence = z.strictObject({
  intentId: IntentId,
  at: z.number(),
  kind: EvidenceKind,
  text: z.string(),
  status: z.number().int().optional(),
  requestId: z.string().optional(),
  /** It happened, and the broker has taken it back since. */
  isTakenBack: z.literal(true).optional(),
  /** When the broker says that it happened. Ballast may have heard of it later than of the lines below. */
  isBrokersTime: z.literal(true).optional(),
});
export type Evidence = z.infer<typeof Evidence>;
