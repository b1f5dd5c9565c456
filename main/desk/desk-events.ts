// What the desk itself did, told to the journal of every account it concerns: stopped and allowed, locked and unlocked,
// armed and disarmed. Only changes are told.
import type { Journal } from '#main/journal/types.ts';

type Concerned = {
  accountId: string;
  isArmed: () => boolean;
  journal: Pick<Journal, 'saveEvent'>;
};

type Deps = {
  isStopped: () => boolean;
  isLocked: () => boolean;
};

export type DeskEvents = {
  /** Tells of an account from now on, beginning with its opening. */
  open(account: Concerned): void;
  close(accountId: string): void;
  /** Something may have changed: the kill switch, the lock, what is armed. */
  look(): void;
};

export function createDeskEvents({ isStopped, isLocked }: Deps): DeskEvents {
  const accounts = new Map<string, Concerned & { wasArmed: boolean }>();
  let wasStopped = isStopped();
  let wasLocked = isLocked();

  function tell({ journal }: Concerned, detail: string, text: string): void {
    journal.saveEvent({ kind: 'desk', detail, text });
  }
  function tellAll(detail: string, text: string): void {
    for (const account of accounts.values()) tell(account, detail, text);
  }

  return {
    open(account) {
      accounts.set(account.accountId, { ...account, wasArmed: account.isArmed() });
      const text = 'The account was opened';
      tell(account, 'opened', isStopped() ? `${text} while all trading is stopped.` : `${text}.`);
    },
    close: (accountId) => void accounts.delete(accountId),
    look() {
      if (isStopped() !== wasStopped) {
        wasStopped = isStopped();
        if (wasStopped) tellAll('stopped', 'All trading was stopped.');
        else tellAll('allowed', 'Trading was allowed again.');
      }
      if (isLocked() !== wasLocked) {
        wasLocked = isLocked();
        if (wasLocked) tellAll('locked', 'The desk was locked.');
        else tellAll('unlocked', 'The desk was unlocked.');
      }
      for (const account of accounts.values()) {
        if (account.isArmed() === account.wasArmed) continue;
        account.wasArmed = account.isArmed();
        if (account.wasArmed) tell(account, 'armed', 'The account was armed for live orders.');
        else tell(account, 'disarmed', 'The account was disarmed.');
      }
    },
  };
}
