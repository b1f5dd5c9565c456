// Whether the practice account is wanted at the start of a desk: it was in front, or something may happen there that a
// person must be told of. Its broker matches at its start what the market did meanwhile: where nothing is open or held
// that is nothing.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isFinal } from '#contract/tokenization.ts';
import type { AccountJournals } from '#main/desk/accounts/account-journals.ts';
import type { Profiles } from '#main/desk/accounts/profiles.ts';
import type { Wanted } from '#main/desk/practice/practice.ts';
import type { SettingsService } from '#main/desk/settings/settings.ts';
import type { JournalResult } from '#main/journal/failure.ts';
import type { Journal } from '#main/journal/types.ts';

type Deps = {
  settings: Pick<SettingsService, 'get'>;
  journals: Pick<AccountJournals, 'glance'>;
  profiles: Pick<Profiles, 'problem'>;
  /** Symbols whose price is waited for. */
  alertSymbols: (accountId: string) => readonly string[];
  dataFolder: string;
};

export function createWanted(deps: Deps): Wanted {
  const { settings, journals, profiles, alertSymbols, dataFolder } = deps;
  return (accountId) => {
    const { place, profiles: known } = settings.get();
    const inFront = known.find((one) => one.accountId === place?.accountId);
    if (!inFront || inFront.accountId === accountId) return 'in-front';
    if (alertSymbols(accountId).length > 0) return 'to-be-watched';
    // A ledger without a journal that can be read may hold anything.
    const hasMore =
      journals.glance(accountId, mayChange) ?? existsSync(join(dataFolder, 'embedded', 'paper.db'));
    // What was told of its journal: that it was damaged, or is of another edition.
    const isDoubtful = profiles.problem(accountId) !== undefined;
    return hasMore || isDoubtful ? 'to-be-watched' : 'when-asked';
  };
}

/** Something is open there, held, under way or waited for. */
function mayChange(journal: Journal): boolean {
  return (
    journal.unsettled().length > 0 ||
    journal.pendingCancels().length > 0 ||
    isIn(journal.openOrderCount(), (count) => count > 0) ||
    isIn(journal.positions(), (saved) => (saved?.value.length ?? 0) > 0) ||
    isIn(journal.openClosings(), (all) => all.length > 0) ||
    isIn(journal.batches(), (all) => all.some(({ state }) => UNDER_WAY.has(state))) ||
    isIn(journal.proposals(), (all) => all.some((one) => !one.ended && !one.approvedAt)) ||
    isIn(journal.tokenizations(), (all) => all.some(({ value }) => !isOver(value['status'])))
  );
}

const UNDER_WAY: ReadonlySet<string> = new Set(['running', 'paused']);

const isOver = (status: unknown): boolean => typeof status === 'string' && isFinal({ status });

/** What cannot be read may be there. */
const isIn = <T>(read: JournalResult<T>, has: (value: T) => boolean): boolean =>
  !read.ok || has(read.value);
