// The way out of one position or of all of them: what it would do, what a person confirms once, and how far it is.
import { z } from 'zod';
import { Decimal } from '#contract/decimal.ts';
import { IntentId } from '#contract/intents.ts';

export const ClosingId = z.uuid();
export const ClosingKind = z.enum(['close', 'flatten']);
export type ClosingKind = z.infer<typeof ClosingKind>;

/** At the market in regular hours, or by a limit at the far side of the market in the extended session. */
export const ExitHow = z.enum(['market', 'extended']);
export type ExitHow = z.infer<typeof ExitHow>;

const Held = { symbol: z.string(), side: z.enum(['long', 'short']), qty: Decimal };

/** All that would be done, before anybody confirms it. Main gives out the id. */
export const ClosingPlan = z.strictObject({
  closingId: ClosingId,
  kind: ClosingKind,
  symbols: z.array(
    z.strictObject({
      ...Held,
      /** The orders that are canceled first, in words; what is not known to be placed is among them. */
      cancels: z.array(z.string()),
    }),
  ),
  /** What is held and is not closed here, and why; without a size where that could not be read. */
  leftOut: z.array(
    z.strictObject({ symbol: z.string(), qty: Decimal.optional(), why: z.string() }),
  ),
  /** False: only the extended session is offered. */
  isMarketOpen: z.boolean(),
  isStopped: z.boolean(),
  /** Why nothing may be sent on this account, such as a live account that is not armed. */
  heldBack: z.string().optional(),
});
export type ClosingPlan = z.infer<typeof ClosingPlan>;

export const ClosingStep = z.enum(['waiting', 'canceling', 'reading', 'exiting', 'closed', 'left']);
export type ClosingStep = z.infer<typeof ClosingStep>;

export const ClosingSymbol = z.strictObject({
  ...Held,
  step: ClosingStep,
  /** What is done, or what is left and why, in a sentence. */
  text: z.string(),
  /** What is held after the last reading; absent when nobody could tell. */
  left: Decimal.optional(),
  /** Its exits, oldest first. */
  intentIds: z.array(IntentId),
});
export type ClosingSymbol = z.infer<typeof ClosingSymbol>;

export const Closing = z.strictObject({
  closingId: ClosingId,
  kind: ClosingKind,
  how: ExitHow,
  /** When the person confirmed, epoch ms. */
  confirmedAt: z.number(),
  /** Waiting: it was interrupted, and goes on when the person says so. Ended: something is left, or all is closed. */
  state: z.enum(['running', 'waiting', 'ended']),
  /** Why it waits. */
  note: z.string().optional(),
  symbols: z.array(ClosingSymbol),
});
export type Closing = z.infer<typeof Closing>;
