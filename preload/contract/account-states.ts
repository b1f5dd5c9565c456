// What the broker says about the account itself, in words for the header, the ticket and refusals.
import { z } from 'zod';

export const AccountState = z.strictObject({
  name: z.enum([
    'accountBlocked',
    'tradingBlocked',
    'tradeSuspendedByUser',
    'closingOnly',
    'marginCall',
    'patternDayTrader',
    'dayTrades',
    'status',
  ]),
  /** No order that opens a position may go. */
  isBlocking: z.boolean(),
  /** A word or two. */
  brief: z.string(),
  /** What it means and what to do. */
  text: z.string(),
});
export type AccountState = z.infer<typeof AccountState>;
