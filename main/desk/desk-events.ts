// What the desk itself did, recorded in the journal of every account it concerns: stopped and allowed, locked and
// unlocked, armed and disarmed. Only changes are recorded.
import type { Journal } from '#main/journal/types.ts';
import type { Arming } from '#main/desk/accounts/arming.ts';
import type { Units } from '#main/desk/accounts/units.ts';
import type { KillSwitch } from '#main/desk/kill-switch.ts';
import type { Lock } from '#main/desk/lock.ts';

type Concerned = {
  accountId: string;
  isArmed: () => boolean;
  journal: Pick<Journal, 'saveEvent'>;
};

type Deps = {
  isStopped: () => boolean;
  isLocked: () => boolean;
};

type DeskEvents = {
  /** Records for an account from now on, beginning with its opening. */
  open(account: Concerned): void;
  close(accountId: string): void;
  /** Something may have changed: the kill switch, the lock, what is armed. */
  update(): void;
};

type Sources = {
  units: Pick<Units, 'onOpen' | 'onClose'>;
  killSwitch: Pick<KillSwitch, 'isStopped' | 'onChange'>;
  lock: Pick<Lock, 'isLocked' | 'onChange'>;
  arming: Pick<Arming, 'isArmed' | 'onChange'>;
};

export function recordDeskEvents({ units, killSwitch, lock, arming }: Sources): void {
  const { isStopped } = killSwitch;
  const { isLocked } = lock;
  const events = createDeskEvents({ isStopped, isLocked });
  units.onOpen(({ unit }) => {
    const { accountId, journal } = unit;
    events.open({ accountId, journal, isArmed: () => arming.isArmed(unit) });
  });
  units.onClose(events.close);
  for (const { onChange } of [killSwitch, arming, lock]) onChange(events.update);
}

export function createDeskEvents({ isStopped, isLocked }: Deps): DeskEvents {
  const accounts = new Map<string, Concerned & { wasArmed: boolean }>();
  let wasStopped = isStopped();
  let wasLocked = isLocked();

  function record({ journal }: Concerned, detail: string, text: string): void {
    journal.saveEvent({ kind: 'desk', detail, text });
  }
  function recordAll(detail: string, text: string): void {
    for (const account of accounts.values()) record(account, detail, text);
  }

  return {
    open(account) {
      accounts.set(account.accountId, { ...account, wasArmed: account.isArmed() });
      const text = 'The account was opened';
      record(account, 'opened', isStopped() ? `${text} while all trading is stopped.` : `${text}.`);
    },
    close: (accountId) => void accounts.delete(accountId),
    update() {
      if (isStopped() !== wasStopped) {
        wasStopped = isStopped();
        if (wasStopped) recordAll('stopped', 'All trading was stopped.');
        else recordAll('allowed', 'Trading was allowed again.');
      }
      if (isLocked() !== wasLocked) {
        wasLocked = isLocked();
        if (wasLocked) recordAll('locked', 'The desk was locked.');
        else recordAll('unlocked', 'The desk was unlocked.');
      }
      for (const account of accounts.values()) {
        if (account.isArmed() === account.wasArmed) continue;
        account.wasArmed = account.isArmed();
        if (account.wasArmed) record(account, 'armed', 'The account was armed for live orders.');
        else record(account, 'disarmed', 'The account was disarmed.');
      }
    },
  };
}
