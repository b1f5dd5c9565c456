// The ids that this run gave out, and the account each was given out for. An intent has its account from then on and keeps
// it. The page chooses no id: one that is neither open here nor in the account's journal becomes nothing, ever.
import { invalid, notAllowed, ok, type Failed, type Result } from '#contract/failure.ts';
import { TICKET_PATH, type Intent } from '#contract/intents.ts';
import { toFailed } from '#main/journal/failure.ts';
import type { Journal } from '#main/journal/types.ts';

export type Tickets = {
  /** The id of a new intent. */
  open(accountId: string): string;
  /** A new id in place of one whose submission was not answered, and what that one became if it was recorded. */
  openInstead(
    intentId: string,
    accountId: string,
    journal: Pick<Journal, 'get'>,
  ): Result<{ intentId: string; recorded?: Intent }>;
  /** When this id was given out for another account. */
  refusal(intentId: string, accountId: string): Failed | undefined;
  /** Why nothing may be submitted under this id: it is not open, and the journal does not have it or cannot tell. */
  submitRefusal(intentId: string, journal: Pick<Journal, 'get'>): Failed | undefined;
};

/** Far more than anybody has open; the oldest are in a journal or forgotten. */
const MOST = 20_000;

export function createTickets(newIntentId: () => string): Tickets {
  const accountOf = new Map<string, string>();

  function open(accountId: string): string {
    const intentId = newIntentId();
    accountOf.set(intentId, accountId);
    const [oldest] = accountOf.keys();
    if (accountOf.size > MOST && oldest !== undefined) accountOf.delete(oldest);
    return intentId;
  }

  return {
    open,
    openInstead(intentId, accountId, journal) {
      // Closed before the journal is asked: a submission that is still on its way is refused when it arrives, so that
      // 'not recorded' is final and nothing is placed late.
      accountOf.delete(intentId);
      const found = journal.get(intentId);
      if (!found.ok) return toFailed(found.failure);
      return ok({ intentId: open(accountId), ...(found.value && { recorded: found.value }) });
    },
    refusal(intentId, accountId) {
      const owner = accountOf.get(intentId);
      if (owner === undefined || owner === accountId) return undefined;
      return notAllowed('This ticket was opened for another account. Open a new one.');
    },
    submitRefusal(intentId, journal) {
      if (accountOf.has(intentId)) return undefined;
      const recorded = journal.get(intentId);
      if (!recorded.ok) return notAllowed(`Nothing was sent. ${recorded.failure.message}`);
      return recorded.value
        ? undefined
        : invalid(
            'Nothing was sent: this ticket is no longer open. Check it and try again.',
            TICKET_PATH,
          );
    },
  };
}
