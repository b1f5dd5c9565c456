// The way out of one position or of all of them: what it would do, what a person confirms once, and how far it is.
import { z } from 'zod';
import { Decimal } from '#contract/decimal.ts';
import { IntentId } from '#contract/intents.ts';
import { LimitPrice } from '#contract/orders.ts';

export const ClosingId = z.uuid();
/**
 * Half: of what is held. Reverse: all of it, after which the window opens the review of the same size on the other side.
 * Protect: nothing is closed, a stop and a target are placed for it.
 */
export const ClosingKind = z.enum(['close', 'flatten', 'half', 'reverse', 'protect']);
export type ClosingKind = z.infer<typeof ClosingKind>;

/** At the market in regular hours, or by a limit at the far side of the market in the extended session. */
export const ExitHow = z.enum(['market', 'extended']);
export type ExitHow = z.infer<typeof ExitHow>;

const Held = {
  symbol: z.string(),
  side: z.enum(['long', 'short']),
  /** How much of it is closed, or protected. */
  qty: Decimal,
  /** How much is held, where that is more. */
  of: Decimal.optional(),
};

/** What is held is reckoned from fills that no reading has yet; it is read before anything is closed. */
const isEstimate = z.literal(true).optional();

/** Where a position is to be protected. */
export const Protection = z.strictObject({
  stop: LimitPrice.optional(),
  target: LimitPrice.optional(),
  /** Exits that rest are canceled first; without it only what they leave is protected. */
  replaces: z.boolean(),
});
export type Protection = z.infer<typeof Protection>;

/** All that would be done, before anybody confirms it. Main gives out the id. */
export const ClosingPlan = z.strictObject({
  closingId: ClosingId,
  kind: ClosingKind,
  symbols: z.array(
    z.strictObject({
      ...Held,
      isEstimate,
      /** The orders that are canceled first, in words; what is not known to be placed is among them. */
      cancels: z.array(z.string()),
      /** Mints of which nobody knows: their shares are not closed before that is settled or given up, in words. */
      mints: z.array(z.string()).optional(),
      /** Of a half: exits are among them, which no longer protect what stays. */
      endsExits: z.literal(true).optional(),
    }),
  ),
  /** As it was asked for. */
  protection: Protection.optional(),
  /**
   * How much new exits could protect, whatever their prices, and how much orders that stay have a claim on; and the last
   * price, by which they are judged.
   */
  protectable: z
    .strictObject({ qty: Decimal, inOrders: Decimal, last: Decimal.optional() })
    .optional(),
  /** What is held and is not closed here, and why; without a size where that could not be read. */
  leftOut: z.array(
    z.strictObject({
      symbol: z.string(),
      qty: Decimal.optional(),
      isEstimate,
      why: z.string(),
    }),
  ),
  /** Of a flatten: open orders of symbols that nothing is held of. They are not canceled, and may open a position. */
  stays: z.array(z.string()).optional(),
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
  /** What its own exits filled in all; the average price where it is known of each. */
  filled: z.strictObject({ qty: Decimal, price: Decimal.optional() }).optional(),
  /** Its exits, oldest first. */
  intentIds: z.array(IntentId),
});
export type ClosingSymbol = z.infer<typeof ClosingSymbol>;

export const Closing = z.strictObject({
  closingId: ClosingId,
  kind: ClosingKind,
  protection: Protection.optional(),
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
