// What the ticket asks and is told, beyond the order itself.
import { z } from 'zod';
import { Decimal } from '#contract/decimal.ts';

/** What a person confirmed beyond the order: sending while the order stream is down, leaving while all is stopped. */
export const Confirmation = z.enum(['stream-down', 'exit-while-stopped']);
export type Confirmation = z.infer<typeof Confirmation>;

export const GuardVerdict = z.strictObject({
  guard: z.string(),
  level: z.enum(['pass', 'warn', 'block']),
  text: z.string(),
});

/** What an order would do, reckoned without asking the network. */
export const OrderPreview = z.strictObject({
  title: z.string(),
  issues: z.array(z.strictObject({ path: z.string(), message: z.string() })),
  verdicts: z.array(GuardVerdict),
  whatIf: z.looseObject({ isExit: z.boolean(), value: Decimal.optional() }),
});
export type OrderPreview = z.infer<typeof OrderPreview>;

/** Whether an order may go now, and if not, why. */
export const TradingState = z.strictObject({
  isArmed: z.boolean(),
  why: z.string().optional(),
  /** The kill switch: all trading is stopped. */
  isStopped: z.boolean(),
});
export type TradingState = z.infer<typeof TradingState>;

/** A hole in what a stream told: from the last word before to the first after, and when it was filled by reading. */
export const Gap = z.strictObject({
  stream: z.string(),
  from: z.number(),
  to: z.number(),
  filledAt: z.number().optional(),
});
export type Gap = z.infer<typeof Gap>;
