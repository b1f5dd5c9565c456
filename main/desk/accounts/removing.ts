// Removing an account from the desk, with everything that is lost by it said before and refused while an order of it is
// in doubt: nobody else would ever look for that order.
import { rm } from 'node:fs/promises';
import type { KeyHome } from '#contract/accounts.ts';
import { describeFailure, notAllowed, ok, type Result } from '#contract/failure.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Clock, Log } from '#main/ports.ts';
import { ageText } from '#main/domain/words.ts';
import {
  openOrdersIn,
  unsettledIn,
  type AccountJournals,
} from '#main/desk/accounts/account-journals.ts';
import type { Arming } from '#main/desk/accounts/arming.ts';
import { folderOfAccount } from '#main/desk/accounts/build-unit.ts';
import { credentialsRef, homeOf } from '#main/desk/accounts/credentials.ts';
import { copiesOf, placeOf, refAt } from '#main/desk/accounts/key-places.ts';
import type { KeyWork } from '#main/desk/accounts/key-work.ts';
import { KEY_IS_MISSING, type Profiles } from '#main/desk/accounts/profiles.ts';
import type { Units } from '#main/desk/accounts/units.ts';
import { entryTitle } from '#main/desk/keys/keychain-store.ts';
import type { Keys } from '#main/desk/keys/types.ts';
import type { Questions } from '#main/desk/questions.ts';
import type { OAuthSettingsStore } from '#main/desk/settings/oauth-settings.ts';
import type { OAuthSettings, StoredProfile } from '#main/desk/settings/read-settings.ts';

type Removing = {
  losses(accountId: string): Promise<Result<string[]>>;
  remove(accountId: string, isLossAccepted: boolean): Promise<Result<null>>;
  removeKey(accountId: string): Promise<Result<null>>;
};

type Deps = {
  profiles: Profiles;
  units: Pick<Units, 'close'>;
  keys: Keys;
  keyWork: Pick<KeyWork, 'next'>;
  arming: Arming;
  /** Which secrets of applications it has. */
  oauthSettings: Pick<OAuthSettingsStore, 'get'>;
  journals: AccountJournals;
  questions: Pick<Questions, 'remove' | 'forgetKey'>;
  dataFolder: string;
  clock: Pick<Clock, 'wall'>;
  log: Log;
};

const MOST_SYMBOLS = 10;
const STILL_CHECKED =
  'This account’s journal is still being checked, so Ballast cannot tell yet whether all its orders are settled.';
const PRACTICE_STAYS = 'The practice account is part of Ballast and cannot be removed.';

export function createRemoving(deps: Deps): Removing {
  const { profiles, units, keys, keyWork, arming, journals, log } = deps;

  const isKeychainGone = (): boolean =>
    keys.status().homes.some(({ home, isAvailable }) => home === 'keychain' && !isAvailable);

  /** Nothing is taken out of a keychain that is not there, and an account is not kept for ever for that. */
  const staysIn = (profile: StoredProfile): string[] =>
    isKeychainGone() ? entriesOf(profile) : [];

  /** Looks whether there is a keychain, where that matters. Nobody is asked. */
  async function lookFor(profile: StoredProfile): Promise<void> {
    if (entriesOf(profile).length > 0) await keys.refreshStatus();
  }

  function losses(accountId: string): Result<string[]> {
    const profile = profiles.get(accountId);
    if (!profile.ok) return profile;
    if (profile.value.environment === 'embedded') return notAllowed(PRACTICE_STAYS);
    const { keyHome } = profile.value;
    const staying = staysIn(profile.value);
    let unreadable: string | undefined;
    const read = (journal: Journal) => {
      const counts = journal.counts();
      const doubts = unsettledIn(journal);
      const orders = openOrdersIn(journal);
      const recorded = counts.ok
        ? Object.values(counts.value).reduce((sum, count) => sum + count, 0)
        : 0;
      return [
        doubts > 0 &&
          `${count(doubts, 'order')} in it ${doubts === 1 ? 'is' : 'are'} not settled. Ballast would stop looking for ${doubts === 1 ? 'it' : 'them'}.`,
        orders > 0 &&
          `${count(orders, 'open order')} ${orders === 1 ? 'stays' : 'stay'} open at the broker; removing the account cancels nothing.`,
        heldIn(journal, deps.clock.wall()),
        recorded > 0 &&
          `Its journal with ${count(recorded, 'order')} and their evidence${journal.archivedMonths().length > 0 ? ', archived months included,' : ''} is deleted.`,
      ];
    };
    const findings = journals.read(accountId, read, (why) => (unreadable = why));
    return ok(
      [
        unreadable !== undefined &&
          `Its journal cannot be read (${unreadable}), so Ballast cannot tell whether it has open orders. The journal is deleted.`,
        journals.isUnchecked(accountId) &&
          'Its journal is still being checked, so more orders in it may not be settled than Ballast knows of.',
        ...(findings ?? []),
        keyHome !== 'none' &&
          !(keyHome === 'keychain' && staying.length > 0) &&
          `Its key is deleted from ${HOMES[keyHome]}.`,
        staying.length > 0 &&
          `The keychain on this computer does not respond, so the account's key may stay in it as the entry ${staying.map((entry) => `“${entry}”`).join(' and ')}. Delete that entry yourself.`,
        hasSecrets(deps.oauthSettings.get(accountId)) &&
          'The broker’s key pair and the client secrets that you entered for its applications are deleted.',
        'Its watchlists and saved figures are deleted. The account itself stays at the broker.',
      ].filter((line) => line !== false),
    );
  }

  /** The keychain may wait for a person, and an order that was placed meanwhile would be lost with the journal. */
  async function whileBeingRemoved(
    accountId: string,
    work: () => Promise<Result<null>>,
    forget: () => void,
  ): Promise<Result<null>> {
    profiles.setBeingRemoved(accountId, true);
    try {
      const done = await work();
      if (!done.ok) return done;
      units.close(accountId);
      arming.disarm(accountId);
      forget();
      return done;
    } finally {
      profiles.setBeingRemoved(accountId, false);
    }
  }

  async function removeCredentials(
    profile: StoredProfile,
    mayStay: boolean,
  ): Promise<Result<null>> {
    const { accountId, keyHome } = profile;
    const isDone = ({ ok: isGone }: Result<null>, home: KeyHome): boolean =>
      isGone || (mayStay && home === 'keychain' && isKeychainGone());
    const removed = await keys.remove(credentialsRef(profile), homeOf(profile));
    if (!isDone(removed, keyHome)) return removed;
    for (const place of copiesOf(profile)) {
      const swept = await keys.removeCopy(refAt(accountId, place), place.home);
      if (!isDone(swept, place.home)) return swept;
    }
    return ok(null);
  }

  async function removeKeys(accountId: string, mayStay: boolean): Promise<Result<null>> {
    const profile = profiles.get(accountId);
    for (const name of profiles.keyNames(accountId)) {
      const removed =
        name === 'credentials' && profile.ok
          ? await removeCredentials(profile.value, mayStay)
          : await keys.remove({ accountId, name });
      if (!removed.ok) return removed;
    }
    return ok(null);
  }

  /** Why it may not be removed without more, and what would be lost. */
  function removable(accountId: string, isLossAccepted: boolean): Result<string[]> {
    const allowed = losses(accountId);
    if (!allowed.ok) return allowed;
    let isUnreadable = false;
    const doubts = journals.read(accountId, unsettledIn, () => (isUnreadable = true)) ?? 0;
    if (isUnreadable && !isLossAccepted)
      return notAllowed(
        'This account’s journal cannot be read, so Ballast cannot tell whether it has open orders. Accept the loss to remove it anyway.',
      );
    if (journals.isUnchecked(accountId) && !isLossAccepted)
      return notAllowed(
        `${STILL_CHECKED} Try again in a moment, or accept the loss to remove it anyway.`,
      );
    if (doubts > 0 && !isLossAccepted)
      return notAllowed(
        `${count(doubts, 'order')} of this account ${doubts === 1 ? 'is' : 'are'} not settled. Wait until ${doubts === 1 ? 'its outcome is' : 'their outcomes are'} known, or accept the loss.`,
      );
    return allowed;
  }

  async function removeNow(
    accountId: string,
    isLossAccepted: boolean,
    mayStay: boolean,
  ): Promise<Result<null>> {
    // The account may have gone, or got an order in doubt, while the question stood.
    const still = removable(accountId, isLossAccepted);
    if (!still.ok) return still;
    const removed = await whileBeingRemoved(
      accountId,
      () => removeKeys(accountId, mayStay),
      () => profiles.remove(accountId),
    );
    if (!removed.ok) return removed;
    try {
      // A thread may still be reading the journal, which keeps it in its place on Windows.
      const whileRead = { maxRetries: 10, retryDelay: 100 };
      await rm(folderOfAccount(deps.dataFolder, accountId), {
        recursive: true,
        force: true,
        ...whileRead,
      });
    } catch (error) {
      log('error', 'the folder of a removed account could not be deleted', {
        accountId,
        error: String(error),
      });
      return notAllowed('The account and its key are gone, but its folder could not be deleted.');
    }
    return ok(null);
  }

  async function removeKeyNow(accountId: string): Promise<Result<null>> {
    // It may have been moved or replaced while the question stood.
    const profile = profiles.get(accountId);
    if (!profile.ok) return profile;
    if (journals.isUnchecked(accountId))
      return notAllowed(`${STILL_CHECKED} Try again in a moment, or replace the key.`);
    const doubts = journals.unsettled(accountId);
    if (doubts > 0)
      return notAllowed(
        `${count(doubts, 'order')} of this account ${doubts === 1 ? 'is' : 'are'} not settled, and Ballast needs this key to find out. Wait, or replace the key.`,
      );
    const removed = await whileBeingRemoved(
      accountId,
      () => removeCredentials(profile.value, false),
      () =>
        profiles.change(accountId, {
          keyHome: 'none',
          wasForOneRun: false,
          keyEntry: undefined,
          keyCopies: undefined,
          isVerified: false,
        }),
    );
    if (!removed.ok) {
      log('warn', 'a key could not be removed', { why: describeFailure(removed.failure) });
      return removed;
    }
    profiles.setProblem(accountId, KEY_IS_MISSING);
    return ok(null);
  }

  return {
    async losses(accountId) {
      const profile = profiles.get(accountId);
      if (profile.ok) await lookFor(profile.value);
      return losses(accountId);
    },
    async remove(accountId, isLossAccepted) {
      const profile = profiles.get(accountId);
      if (!profile.ok) return profile;
      await lookFor(profile.value);
      const before = removable(accountId, isLossAccepted);
      if (!before.ok) return before;
      const mayStay = staysIn(profile.value).length > 0;
      const refusal = await deps.questions.remove(profile.value, before.value);
      return (
        refusal ?? keyWork.next(accountId, () => removeNow(accountId, isLossAccepted, mayStay))
      );
    },
    async removeKey(accountId) {
      const profile = profiles.get(accountId);
      if (!profile.ok) return profile;
      if (profile.value.environment === 'embedded')
        return notAllowed('The practice account has no key to remove.');
      const refusal =
        profile.value.environment === 'live'
          ? await deps.questions.forgetKey(profile.value)
          : undefined;
      return refusal ?? keyWork.next(accountId, () => removeKeyNow(accountId));
    },
  };
}

/** Of its key, as the keychain's own program shows them. */
function entriesOf(profile: StoredProfile): string[] {
  const places = [placeOf(profile), ...copiesOf(profile)];
  const titles = places.flatMap((place) =>
    place?.home === 'keychain' ? entryTitle(place.label) : [],
  );
  return [...new Set(titles)];
}

const hasSecrets = ({ hasBrokerPair, clientIds }: OAuthSettings): boolean =>
  hasBrokerPair || clientIds.length > 0;

const HOMES = {
  keychain: 'the keychain',
  'sealed-file': 'the sealed file',
  'this-run': 'memory',
} as const;

const count = (number: number, what: string): string =>
  number === 1 ? `1 ${what}` : `${number} ${what}s`;

/** Without their sizes: those may be hidden. */
function heldIn(journal: Journal, now: number): string | false {
  const known = journal.positions();
  const positions = known.ok ? known.value : undefined;
  if (!positions || positions.value.length === 0) return false;
  const symbols = positions.value.map(({ symbol }) => symbol);
  const more = symbols.length > MOST_SYMBOLS ? ', …' : '';
  return `It holds ${count(symbols.length, 'position')}, last known ${ageText(now - positions.receivedAt)} ago: ${symbols.slice(0, MOST_SYMBOLS).join(', ')}${more}. Removing the account does not sell them, and Ballast no longer watches the account.`;
}
