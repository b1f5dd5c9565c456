// What the brokerage itself has said about an account: blocks and flags, for a test to order. Kept until the broker ends.
import { z } from 'zod';

export const Restrictions = z.strictObject({
  status: z.string().min(1).max(64).optional(),
  account_blocked: z.boolean().optional(),
  trading_blocked: z.boolean().optional(),
  transfers_blocked: z.boolean().optional(),
  /** Gone from the service since July 2026; shown only when it was set. */
  pattern_day_trader: z.boolean().optional(),
  daytrade_count: z.int().min(0).max(1_000).optional(),
});
export type Restrictions = z.infer<typeof Restrictions>;
