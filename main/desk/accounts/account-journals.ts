// The journal of an account, whether the account is open or not.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { recordSetAside, setAsideText } from '#main/account/activity.ts';
import { openJournal } from '#main/journal/journal.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Ports } from '#main/ports.ts';
import { folderOfAccount } from '#main/desk/accounts/build-unit.ts';
import type { Profiles } from '#main/desk/accounts/profiles.ts';
import type { Units } from '#main/desk/accounts/units.ts';

export type AccountJournals = {
  /** Undefined when it never had one, or when nobody can read it. */
  read<T>(
    accountId: string,
    use: (journal: Journal) => T,
    onUnreadable?: (why: string) => void,
  ): T | undefined;
  /** For what is only shown: a journal that is large is not checked for it. */
  glance<T>(accountId: string, use: (journal: Journal) => T): T | undefined;
  /** How many intents and cancels of it are open. */
  unsettled(accountId: string): number;
  /** It is open and in use, and damage may still hide some of them. */
  isUnchecked(accountId: string): boolean;
};

type Deps = Pick<Ports, 'clock' | 'log'> & {
  profiles: Pick<Profiles, 'setProblem'>;
  units: Pick<Units, 'all'>;
  dataFolder: string;
};

export function createAccountJournals(deps: Deps): AccountJournals {
  const openJournalOf = (accountId: string): Journal | undefined =>
    deps.units.all().find(({ unit }) => unit.accountId === accountId)?.unit.journal;

  function read<T>(
    accountId: string,
    use: (journal: Journal) => T,
    onUnreadable?: (why: string) => void,
    isCheckedLater = false,
  ): T | undefined {
    const open = openJournalOf(accountId);
    if (open) return use(open);
    const folder = folderOfAccount(deps.dataFolder, accountId);
    if (!existsSync(join(folder, 'journal.db'))) return undefined;
    const opened = openJournal({ ...deps, folder, accountId, isCheckedLater });
    if (!opened.ok) {
      deps.profiles.setProblem(accountId, opened.failure.message);
      onUnreadable?.(opened.failure.message);
      return undefined;
    }
    const damage = setAsideText(opened.value);
    if (damage !== undefined) {
      // Its key may not be readable for days, and nobody sees the activity of an account that is not open.
      recordSetAside(opened.value);
      deps.profiles.setProblem(accountId, damage);
    }
    try {
      return use(opened.value.journal);
    } finally {
      opened.value.journal.close();
    }
  }
  return {
    read: (accountId, use, onUnreadable) => read(accountId, use, onUnreadable),
    glance: (accountId, use) => read(accountId, use, undefined, true),
    unsettled: (accountId) => read(accountId, unsettledIn) ?? 0,
    isUnchecked: (accountId) => openJournalOf(accountId)?.health().isUnchecked === true,
  };
}

export const unsettledIn = (journal: Journal): number =>
  new Set([...journal.unsettled(), ...journal.pendingCancels()].map(({ intentId }) => intentId))
    .size;

export function openOrdersIn(journal: Journal): number {
  const known = journal.openOrderCount();
  return known.ok ? known.value : 0;
}
