import { z } from 'zod';
import { Month } from '#contract/archives.ts';
import { OfAccount, OfIntent, OfSymbol } from '#contract/calls/shared.ts';
import {
  Closing,
  ClosingId,
  ClosingKind,
  ClosingPlan,
  ExitHow,
  Protection,
} from '#contract/closings.ts';
import { Evidence, Intent, IntentId } from '#contract/intents.ts';
import { OrderChange, OrderDraft } from '#contract/orders.ts';
import { Confirmation, OrderPreview, Sizing } from '#contract/trading.ts';

const OrderId = z.string().min(1).max(128);
const Confirmations = z.array(Confirmation).max(8);
const OfClosing = OfAccount.extend({ closingId: ClosingId });

export const orderCalls = {
  /**
   * A ticket opens: the order it may become has its id from now on. `insteadOf` closes another first, whose submission was
   * not answered: what it became if it was recorded; if it was not, it never will be.
   */
  'tickets.open': {
    input: OfAccount.extend({ insteadOf: IntentId.optional() }),
    output: z.strictObject({ intentId: IntentId, recorded: Intent.optional() }),
  },
  /** With a sizing the draft has no quantity of its own. */
  'orders.preview': {
    input: OfIntent.extend({ draft: OrderDraft, sizing: Sizing.optional() }),
    output: OrderPreview,
  },
  'orders.submit': {
    input: OfIntent.extend({
      draft: OrderDraft,
      confirmations: Confirmations,
      /** No review was shown: refused unless the person chose to do without, and always on a live account. */
      isUnreviewed: z.literal(true).optional(),
      /** It was reviewed as an exit: it goes as one or not at all. */
      isExit: z.literal(true).optional(),
    }),
    output: Intent,
  },
  /** What changing an open order would come to. */
  'orders.previewChange': {
    input: OfIntent.extend({ orderId: OrderId, change: OrderChange }),
    output: OrderPreview,
  },
  'orders.replace': {
    input: OfIntent.extend({
      orderId: OrderId,
      change: OrderChange,
      confirmations: Confirmations,
    }),
    output: Intent,
  },
  'orders.cancel': { input: OfAccount.extend({ orderId: OrderId }), output: z.null() },
  'orders.cancelUnknown': { input: OfIntent, output: Intent },
  'orders.cancelAll': {
    input: OfAccount.extend({
      orderIds: z.array(OrderId).max(5_000),
      intentIds: z.array(IntentId).max(5_000),
    }),
    output: z.null(),
  },
  /** Whoever placed them: the broker's own 'cancel all'. */
  'orders.cancelEverything': { input: OfAccount, output: z.null() },
  'orders.lookAgain': { input: OfIntent, output: Intent },
  /** What sending an unknown order again would come to now: the stored order, judged afresh. */
  'orders.previewAgain': { input: OfIntent, output: OrderPreview },
  'orders.sendAgain': { input: OfIntent.extend({ confirmations: Confirmations }), output: Intent },
  'orders.setAside': { input: OfIntent.extend({ cancelWhenFound: z.boolean() }), output: Intent },
  'orders.evidence': {
    input: OfIntent,
    output: z.strictObject({
      intent: Intent,
      evidence: z.array(Evidence),
      /** Where older lines are, and why they could not be read. */
      archive: z.strictObject({ month: Month, problem: z.string().optional() }).optional(),
    }),
  },
  /** The order that would end a position, to be reviewed like any other. */
  'positions.closing': { input: OfSymbol, output: OrderDraft },
  /** All that closing these, or everything that is held, would do. Nothing is done. */
  'closings.plan': {
    input: OfAccount.extend({
      kind: ClosingKind,
      symbols: z.array(z.string().min(1).max(64)).max(1_000).optional(),
      /** Needed for a plan to protect, of one symbol. */
      protection: Protection.optional(),
    }),
    output: ClosingPlan,
  },
  /** The one confirmation: carries out a plan under its id. Asked twice, it answers what became of the first. */
  'closings.begin': { input: OfClosing.extend({ how: ExitHow }), output: Closing },
  /** After a restart, a sleep or a stop, and for what was left. */
  'closings.goOn': { input: OfClosing.extend({ how: ExitHow.optional() }), output: Closing },
  'closings.stop': { input: OfClosing, output: Closing },
} as const;
