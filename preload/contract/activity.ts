// Everything the desk did and heard on one account, in order.
import { z } from 'zod';

export const ActivityKind = z.enum(['intent', 'evidence', 'gap', 'stream', 'desk']);
export type ActivityKind = z.infer<typeof ActivityKind>;

export const ActivityLine = z.strictObject({
  lineId: z.string(),
  at: z.number(),
  kind: ActivityKind,
  /** Its state, where it is an intent; the kind of evidence, where it is that. */
  detail: z.string().optional(),
  text: z.string(),
  symbol: z.string().optional(),
  intentId: z.string().optional(),
  orderId: z.string().optional(),
  requestId: z.string().optional(),
  status: z.number().int().optional(),
});
export type ActivityLine = z.infer<typeof ActivityLine>;
