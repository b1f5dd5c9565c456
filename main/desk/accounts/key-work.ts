// One piece of work on the key of an account at a time. Two at once could leave a copy that nobody knows of, or take away
// the one that just came.
import { notAllowed, type Result } from '#contract/failure.ts';
import { createTurns } from '#main/tools/turns.ts';

export type KeyWork = {
  isBusy(accountId: string): boolean;
  /** Refused while something else is under way. */
  alone(accountId: string, work: () => Promise<Result<null>>): Promise<Result<null>>;
  /** After whatever is under way. */
  next(accountId: string, work: () => Promise<Result<null>>): Promise<Result<null>>;
};

export function createKeyWork(): KeyWork {
  const inTurn = createTurns();
  const pending = new Map<string, number>();
  const isBusy = (accountId: string): boolean => pending.has(accountId);

  const next: KeyWork['next'] = (accountId, work) => {
    pending.set(accountId, (pending.get(accountId) ?? 0) + 1);
    return inTurn(accountId, work).finally(() => {
      const left = (pending.get(accountId) ?? 1) - 1;
      if (left > 0) pending.set(accountId, left);
      else pending.delete(accountId);
    });
  };

  return {
    isBusy,
    next,
    alone: async (accountId, work) =>
      isBusy(accountId)
        ? notAllowed('Its key is already being replaced, moved or removed.')
        : next(accountId, work),
  };
}
