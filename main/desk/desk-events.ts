// What the desk itself did, recorded in the journal of every account it concerns: stopped and allowed, locked and
// unlocked, armed and disarmed. Only changes are recorded.
import type { Journal } from '#main/journal/types.ts';
import type { Arming } from '#main/desk/accounts/arming.ts';
import type { Units } from '#main/desk/accounts/units.ts';
import type { KillSwitch } from '#main/desk/kill-switch.ts';
import type { Lock } from '#main/desk/lock.ts';

type Sources = {
  units: Pick<Units, 'onOpen' | 'onClose'>;
  killSwitch: Pick<KillSwitch, 'isStopped' | 'onChange'>;
  lock: Pick<Lock, 'isLocked' | 'onChange'>;
  arming: Pick<Arming, 'isArmed' | 'onChange'>;
};

type Concerned = {
  isArmed: () => boolean;
  wasArmed: boolean;
  journal: Pick<Journal, 'saveEvent'>;
};

export function recordDeskEvents({ units, killSwitch, lock, arming }: Sources): void {
  const { isStopped } = killSwitch;
  const { isLocked } = lock;
  const accounts = new Map<string, Concerned>();
  let wasStopped = isStopped();
  let wasLocked = isLocked();

  function record({ journal }: Pick<Concerned, 'journal'>, detail: string, text: string): void {
    journal.saveEvent({ kind: 'desk', detail, text });
  }
  function recordAll(detail: string, text: string): void {
    for (const account of accounts.values()) record(account, detail, text);
  }

  /** Something may have changed: the kill switch, the lock, what is armed. */
  function update(): void {
    if (isStopped() !== wasStopped) {
      wasStopped = isStopped();
      const where = isLocked() ? ' while the desk was locked' : '';
      if (wasStopped) recordAll('stopped', `All trading was stopped${where}.`);
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
  }

  units.onOpen(({ unit }) => {
    const isArmed = () => arming.isArmed(unit);
    accounts.set(unit.accountId, { journal: unit.journal, isArmed, wasArmed: isArmed() });
    const text = 'The account was opened';
    record(unit, 'opened', isStopped() ? `${text} while all trading is stopped.` : `${text}.`);
  });
  units.onClose((accountId) => accounts.delete(accountId));
  for (const { onChange } of [killSwitch, arming, lock]) onChange(update);
}
