// Which account each ticket was opened for. An intent has its account from then on and keeps it: every call names it, and
// main refuses any other. Two journals would not know of each other's ids.
import { fail, type Failed } from '#contract/failure.ts';

export type Tickets = {
  /** The id of a new intent. */
  open(accountId: string): string;
  /** When this id was given out for another account. */
  refusal(intentId: string, accountId: string): Failed | undefined;
};

/** Far more than anybody has open; the oldest are in a journal or forgotten. */
const MOST = 20_000;

export function createTickets(newIntentId: () => string): Tickets {
  const accountOf = new Map<string, string>();
  return {
    open(accountId) {
      const intentId = newIntentId();
      accountOf.set(intentId, accountId);
      const [oldest] = accountOf.keys();
      if (accountOf.size > MOST && oldest !== undefined) accountOf.delete(oldest);
      return intentId;
    },
    refusal(intentId, accountId) {
      const owner = accountOf.get(intentId);
      if (owner === undefined || owner === accountId) return undefined;
      return fail({
        kind: 'not-allowed',
        message: 'This ticket was opened for another account. Open a new one.',
      });
    },
  };
}
