import type { Result } from '#contract/failure.ts';
import type { OpenAccount, Units } from '#main/desk/accounts/units.ts';
import type { Shut } from '#main/gateway/shut.ts';
import type { Tickets } from '#main/desk/tickets.ts';

type OfAccount = { accountId: string; intentId?: string | undefined };
type Use<T> = (account: OpenAccount) => Result<T> | Promise<Result<T>>;

/**
 * Runs `use` on the account that a call names; any account that is not open here is refused, and so is an intent whose
 * ticket was opened for another one.
 */
export type OnAccount = <T>(input: OfAccount, use: Use<T>) => Promise<Result<T>>;

/** The same for what may be recorded under its id: an id that is neither open nor in the journal is refused as well. */
export type OnTicket = <T>(
  input: OfAccount & { intentId: string },
  use: Use<T>,
) => Promise<Result<T>>;

export const createOnAccount =
  (
    units: Pick<Units, 'get'>,
    tickets: Pick<Tickets, 'refusal'>,
    /** An account that is started when it is asked for; with any other there is nothing to wait for. */
    wake?: (accountId: string) => Promise<void> | undefined,
    /** Asked again after such a wait. */
    shut?: Shut,
  ): OnAccount =>
  async ({ accountId, intentId }, use) => {
    const waking = wake?.(accountId);
    if (waking) {
      await waking;
      const closed = shut?.();
      if (closed) return closed;
    }
    const refused = intentId === undefined ? undefined : tickets.refusal(intentId, accountId);
    if (refused) return refused;
    const account = units.get(accountId);
    return account.ok ? use(account.value) : account;
  };

/** Nothing waits between the check and `use`, which records before it waits: a ticket cannot be closed in between. */
export const createOnTicket =
  (on: OnAccount, tickets: Pick<Tickets, 'submitRefusal'>): OnTicket =>
  (input, use) =>
    on(
      input,
      (account) => tickets.submitRefusal(input.intentId, account.unit.journal) ?? use(account),
    );
