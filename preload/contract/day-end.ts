// The reconciliation of a New York day by symbol, and the tokens that are outstanding. What cannot be known is absent,
// never zero.
import { z } from 'zod';
import { Decimal } from '#contract/decimal.ts';

/** Where a line counts. What a rejected mint took and gave back are both under `minted`. */
export const DayEndColumn = z.enum(['bought', 'sold', 'minted', 'redeemed', 'other']);
export type DayEndColumn = z.infer<typeof DayEndColumn>;

/** One thing that moved shares of a symbol on the day. */
export const DayEndLine = z.strictObject({
  id: z.string(),
  at: z.number(),
  column: DayEndColumn,
  /** Shares that came; negative: that left. */
  qty: Decimal,
  text: z.string(),
  /** The broker's type of the entry; absent where a request has none. */
  type: z.string().optional(),
  price: Decimal.optional(),
  orderId: z.string().optional(),
  tokenizationRequestId: z.string().optional(),
});
export type DayEndLine = z.infer<typeof DayEndLine>;

/** Opening + bought - sold - minted + redeemed + other = expected, which the position is held against. */
export const DayEndRow = z.strictObject({
  symbol: z.string(),
  opening: Decimal.optional(),
  bought: Decimal,
  sold: Decimal,
  /** Net of what rejected mints gave back. */
  minted: Decimal,
  redeemed: Decimal,
  /** Splits, transfers, stock dividends. */
  other: Decimal,
  expected: Decimal.optional(),
  position: Decimal.optional(),
  /** Position less expected. */
  difference: Decimal.optional(),
  /** `differs`: the figures do not tie, or a line has no counterpart. `unknown`: something was not to be had. */
  state: z.enum(['ties', 'differs', 'unknown']),
  lines: z.array(DayEndLine),
});
export type DayEndRow = z.infer<typeof DayEndRow>;

export const DayEndDifference = z.strictObject({
  id: z.string(),
  kind: z.enum([
    'position',
    'mint-without-entry',
    'redeem-without-entry',
    'entry-without-request',
    'not-returned',
    'fill-not-on-desk',
    'fill-not-at-broker',
  ]),
  symbol: z.string(),
  qty: Decimal,
  text: z.string(),
  at: z.number().optional(),
  tokenizationRequestId: z.string().optional(),
  orderId: z.string().optional(),
});
export type DayEndDifference = z.infer<typeof DayEndDifference>;

/** Tokens that this account minted and that were not redeemed to it, of completed requests. */
export const TokensOutstanding = z.strictObject({
  symbol: z.string(),
  issuer: z.string(),
  network: z.string(),
  minted: Decimal,
  redeemed: Decimal,
  /** Negative: more was redeemed here than minted. */
  outstanding: Decimal,
  /** Mints that the issuer has not answered. */
  pending: Decimal,
  price: Decimal.optional(),
  value: Decimal.optional(),
});
export type TokensOutstanding = z.infer<typeof TokensOutstanding>;

export const DayEnd = z.strictObject({
  /** New York days, as 2026-11-17. */
  date: z.string(),
  today: z.string(),
  /** The first day with an entry of the broker's. */
  earliest: z.string().optional(),
  readAt: z.number(),
  rows: z.array(DayEndRow),
  differences: z.array(DayEndDifference),
  /** What could not be known, in sentences. */
  notes: z.array(z.string()),
  /** As of now, whichever day is shown; absent when the requests could not be read. */
  outstanding: z.array(TokensOutstanding).optional(),
  /** Of all of them; absent while a price is not known. */
  outstandingValue: Decimal.optional(),
});
export type DayEnd = z.infer<typeof DayEnd>;

export const Outstanding = z.strictObject({
  readAt: z.number(),
  tokens: z.array(TokensOutstanding),
  /** Of all of them; absent while a price is not known. */
  value: Decimal.optional(),
});
export type Outstanding = z.infer<typeof Outstanding>;
