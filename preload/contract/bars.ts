import { z } from 'zod';

/**
 * One bar of a symbol, historical or live. The service sends these as JSON numbers and they go into charts as numbers;
 * no order is ever priced from one.
 */
export const Bar = z.strictObject({
  symbol: z.string(),
  /** Start of the bar, epoch ms. */
  time: z.number(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number(),
  tradeCount: z.number().optional(),
  vwap: z.number().optional(),
});
export type Bar = z.infer<typeof Bar>;

/** As the page is told of it: finished, or the minute that runs. */
export const LiveBar = Bar.extend({
  /** It runs. `from`: what traded in it before this moment is not all known. Epoch ms. */
  forming: z.strictObject({ from: z.number().optional() }).optional(),
});
export type LiveBar = z.infer<typeof LiveBar>;
