import { z } from 'zod';

/** A cancel that a person asked for and that is not over: how long ago, and whether the broker has taken it. */
export const CancelWait = z.strictObject({
  /** The order at the head of its chain; while nobody knows the order, the intent that may become it. */
  id: z.string(),
  /** When it was asked for, also by an earlier run; epoch ms. */
  since: z.number(),
  state: z.enum(['waiting', 'asked', 'over']),
});
export type CancelWait = z.infer<typeof CancelWait>;

export const CANCEL_WAITS = 'cancel waiting for the broker';
export const CHANGE_WAITS = 'change waiting for the broker';
