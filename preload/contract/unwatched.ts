// An account that nobody watches: its orders can fill and its positions can be sold, and this desk would not hear of it.
import { z } from 'zod';

/** What its journal has of the last time that it was watched. */
const LastKnown = z.strictObject({
  openOrders: z.number().int(),
  /** Intents whose outcome nobody knows. */
  unconfirmed: z.number().int(),
  positions: z.number().int(),
  /** Its open orders and its positions, one each; not more than a person reads. */
  lines: z.array(z.string()),
  /** When its broker was last heard; epoch ms. */
  at: z.number().optional(),
});
export type LastKnown = z.infer<typeof LastKnown>;

export const Unwatched = z.strictObject({
  /** In a sentence. */
  why: z.string(),
  /** The one thing that a person can do about it; absent where there is nothing to press. */
  remedy: z.enum(['unlock-keychain', 'unseal', 'enter-key', 'try-again']).optional(),
  /** Absent when it was never watched here, or when its journal cannot be read. */
  known: LastKnown.optional(),
});
export type Unwatched = z.infer<typeof Unwatched>;

/** 'Last known 3 h ago: 1 open order, 2 positions.' */
export function lastKnownWords(
  known: LastKnown | undefined,
  ageOf: (at: number) => string,
): string {
  if (!known) return 'Its orders are not known.';
  const { openOrders, unconfirmed, positions, at } = known;
  const parts = [
    count(openOrders, 'open order'),
    ...(unconfirmed > 0 ? [count(unconfirmed, 'unconfirmed order')] : []),
    count(positions, 'position'),
  ];
  return `Last known${at === undefined ? '' : ` ${ageOf(at)} ago`}: ${parts.join(', ')}.`;
}

const count = (number: number, what: string): string =>
  `${number === 0 ? 'no' : number} ${what}${number === 1 ? '' : 's'}`;
