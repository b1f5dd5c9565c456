// From a profile and its connection to a unit at work. What the unit learns about its account flows back into the profile:
// that the key works, that it does not, or that it belongs to somebody else.
import { join } from 'node:path';
import { ok, type Result } from '#contract/failure.ts';
import { refusesReusedIds } from '#main/domain/account-hosts.ts';
import type { OpenSocket } from '#main/broker/streams/socket.ts';
import { createLaterChecks } from '#main/journal/later-checks.ts';
import { createReader, startIndexThread } from '#main/journal/reader.ts';
import type { IndexQuestions } from '#main/journal/search/index-thread.ts';
import type { JournalOptions } from '#main/journal/types.ts';
import type { Ports } from '#main/ports.ts';
import { openAccountUnit, type AccountUnit } from '#main/account/account-unit.ts';
import type { BookChange } from '#main/account/standing/book.ts';
import type { Arming } from '#main/desk/accounts/arming.ts';
import { acceptNumber, otherAccount } from '#main/desk/accounts/key-rotation.ts';
import type { Profiles } from '#main/desk/accounts/profiles.ts';
import type { BrokerConnection } from '#main/desk/accounts/units.ts';
import type { StoredProfile } from '#main/desk/settings/read-settings.ts';
import { isReviewSkipped, type SettingsService } from '#main/desk/settings/settings.ts';
import { safely } from '#main/tools/safely.ts';
import { createWatchlists, type WatchlistService } from '#main/desk/watchlists.ts';

type Deps = Pick<Ports, 'clock' | 'delay' | 'random' | 'log' | 'isFolderReadOnly'> & {
  dataFolder: string;
  settings: SettingsService;
  profiles: Profiles;
  arming: Pick<Arming, 'heldBack'>;
  isStopped: () => boolean;
  stops: () => number;
  openSocket: OpenSocket;
  timeoutMs?: number | undefined;
} & Pick<JournalOptions, 'checkedAtOnceBytes'>;

/** Of all lists. What a price stream does not carry is read by snapshot, in one request for all. */
const MOST_SYMBOLS = 500;

const UNCHECKED_KEY =
  'Its key has not been checked with the broker yet, and it could belong to another account. Trading starts when the broker confirms it.';

export const folderOfAccount = (dataFolder: string, accountId: string): string =>
  join(dataFolder, 'accounts', accountId);

export function createUnitBuilder(deps: Deps) {
  const { settings, profiles, arming } = deps;
  // Apart, so that who searches does not wait for the checks.
  const checkLater = createLaterChecks(createReader(deps.delay), deps.log);
  const searching = createReader(deps.delay);
  const indexing = createReader<IndexQuestions>(deps.delay, startIndexThread);
  /** Accounts that are opened anew: theirs was just checked, and opening orders do not wait for that a second time. */
  const openedAnew = new Set<string>();

  return (
    profile: StoredProfile,
    connection: BrokerConnection,
    onReadLate: () => void,
  ): Result<{ unit: AccountUnit; watchlists: WatchlistService }> => {
    const { accountId, environment } = profile;
    const opened = openAccountUnit({
      ...deps,
      accountId,
      environment,
      ...connection,
      checkLater: openedAnew.delete(accountId) ? undefined : checkLater,
      archives: {
        lines: (...given) => searching.ask('archivedLines', ...given),
        find: (...given) => searching.ask('findArchived', ...given),
      },
      findBeside: (...given) => searching.ask('findActivity', ...given),
      searchIndex: { update: (job) => indexing.ask('updateIndex', job), delay: deps.delay },
      feed: profile.feed,
      onReadLate() {
        openedAnew.add(accountId);
        onReadLate();
      },
      refusesReusedIds:
        environment === 'embedded' || refusesReusedIds(environment, connection.hosts),
      folder: folderOfAccount(deps.dataFolder, accountId),
      guards: () => settings.get().guards,
      isReviewSkipped: () => isReviewSkipped(settings.get()),
      heldBack: (isConfirmedExit) => heldBack(accountId, isConfirmedExit),
      accountDoubt: () => accountDoubt(accountId, opened.ok ? opened.value : undefined),
    });
    if (!opened.ok) return opened;
    const unit = opened.value;
    if (environment !== 'embedded') follow(unit);
    const watchlists = createWatchlists({
      accountId,
      unit,
      settings,
      mostSymbols: MOST_SYMBOLS,
      newId: deps.random.uuid,
    });
    return ok({ unit, watchlists });
  };

  function heldBack(accountId: string, isConfirmedExit: boolean): string | undefined {
    const profile = profiles.get(accountId);
    if (!profile.ok) return 'This account was removed.';
    if (profiles.isBeingRemoved(accountId)) return 'This account, or its key, is being removed.';
    return arming.heldBack(profile.value, isConfirmedExit);
  }

  /** A key that leads to another account than the one on the screen must do nothing there. */
  function accountDoubt(accountId: string, unit: AccountUnit | undefined): string | undefined {
    const profile = profiles.get(accountId);
    if (!profile.ok || profile.value.environment === 'embedded') return undefined;
    const { accountNumber, isVerified } = profile.value;
    const heard = unit?.book.owner();
    if (heard !== undefined && accountNumber !== undefined && heard !== accountNumber)
      return otherAccount(accountNumber, heard);
    // The number in the book may be an answer to the key of before.
    return isVerified ? undefined : UNCHECKED_KEY;
  }

  function follow({ accountId, book }: AccountUnit): void {
    const listen = (change: BookChange): void => {
      const profile = profiles.get(accountId);
      if (!profile.ok) return;
      if (change.kind === 'owner') acceptNumber(profiles, profile.value, change.accountNumber);
      if (change.kind !== 'stream' || change.state.stream !== 'orders') return;
      if (change.state.phase === 'stopped') profiles.setProblem(accountId, change.state.message);
      if (change.state.phase === 'live') profiles.setProblem(accountId, undefined);
    };
    // A disk that does not take what was learned must not keep the news from whoever else listens.
    book.onChange(safely(listen, deps.log, 'what was learned about an account was not kept'));
  }
}
