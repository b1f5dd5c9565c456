// Where the key of an account is kept, and how it comes to be elsewhere. Every step can be the last one: what may be a
// second copy is written down before it is made, and its place is forgotten only once it is gone. So a key is always in
// at least one place, and in two only with a word about it.
import { describeFailure, notAllowed, ok, type Result } from '#contract/failure.ts';
import type { Log } from '#main/ports.ts';
import { createTurns } from '#main/tools/turns.ts';
import { credentialsRef, homeOf } from '#main/desk/accounts/credentials.ts';
import {
  copiesOf,
  isSame,
  isSameList,
  placeFor,
  placeOf,
  refAt,
  without,
  withPlace,
} from '#main/desk/accounts/key-places.ts';
import { KEY_IS_MISSING, type Profiles } from '#main/desk/accounts/profiles.ts';
import type { Keys, StoredHome } from '#main/desk/keys/types.ts';
import type { Questions } from '#main/desk/questions.ts';
import type { KeyPlace, StoredProfile } from '#main/desk/settings/read-settings.ts';

export type KeyMoves = {
  /** Keeps this key there and nowhere else. What else the profile is to say of it is said in the same step. */
  keep(
    accountId: string,
    secret: string,
    home: StoredHome,
    change: Parameters<Profiles['change']>[1],
  ): Promise<Result<null>>;
  /** Without typing it again. To where it is: takes away what a move that was cut short left elsewhere. */
  move(accountId: string, home: StoredHome): Promise<Result<null>>;
  /** Gives its entry in the keychain the name that the account has now, where nobody has to be asked for that. */
  relabel(accountId: string): Promise<Result<null>>;
  /** Takes away every second copy for which nobody has to be asked. */
  sweep(): Promise<void>;
};

type Deps = {
  profiles: Profiles;
  keys: Keys;
  questions: Pick<Questions, 'moveKey'>;
  log: Log;
};

export function createKeyMoves({ profiles, keys, questions, log }: Deps): KeyMoves {
  // A copy on its way is written down like one that was left over: whoever removes those waits until it has arrived.
  const inTurn = createTurns();

  function setCopies(accountId: string, copies: readonly KeyPlace[]): void {
    const profile = profiles.get(accountId);
    if (profile.ok && !isSameList(copiesOf(profile.value), copies))
      profiles.change(accountId, { keyCopies: copies.length > 0 ? [...copies] : undefined });
  }

  /** Those that are gone afterwards are written down as gone. */
  async function removeCopies(
    accountId: string,
    may: (home: StoredHome) => boolean,
  ): Promise<Result<null>> {
    let first: Result<null> = ok(null);
    const profile = profiles.get(accountId);
    if (!profile.ok) return profile;
    for (const place of copiesOf(profile.value)) {
      if (!may(place.home)) continue;
      const removed = await keys.removeCopy(refAt(accountId, place), place.home);
      const now = profiles.get(accountId);
      if (!now.ok) return now;
      if (removed.ok) setCopies(accountId, without(copiesOf(now.value), place));
      else if (first.ok) first = removed;
    }
    return first;
  }

  const keepNow: KeyMoves['keep'] = async (accountId, secret, home, change) => {
    const found = profiles.get(accountId);
    if (!found.ok) return found;
    const before = placeOf(found.value);
    const target = placeFor(found.value.label, home);
    const isNew = !before || !isSame(before, target);
    const isLeftOver = copiesOf(found.value).some((place) => isSame(place, target));
    if (isNew) setCopies(accountId, withPlace(copiesOf(found.value), target));
    const copied = await keys.copy(refAt(accountId, target), secret, home);
    const now = profiles.get(accountId);
    if (!copied.ok || !now.ok) {
      // Nothing was kept there, or it belongs to nothing any more. What an earlier move left there is there still.
      const mayClear = copied.ok || (isNew && keys.isOpen(home));
      const isClear = mayClear && (await keys.removeCopy(refAt(accountId, target), home)).ok;
      if (isNew && now.ok && (isClear || !isLeftOver))
        setCopies(accountId, without(copiesOf(now.value), target));
      return now.ok ? copied : now;
    }
    const copies = without(copiesOf(now.value), target);
    const others = before && isNew ? withPlace(copies, before) : copies;
    profiles.change(accountId, {
      ...change,
      keyHome: home,
      keyEntry: target.label,
      keyCopies: others.length > 0 ? others : undefined,
    });
    const removed = await removeCopies(accountId, keys.isOpen);
    if (!removed.ok)
      log('warn', 'an older key is still there', {
        accountId,
        why: describeFailure(removed.failure),
      });
    return ok(null);
  };

  const keep: KeyMoves['keep'] = (accountId, ...kept) =>
    inTurn(accountId, () => keepNow(accountId, ...kept));

  async function read(profile: StoredProfile): Promise<Result<string>> {
    const kept = await keys.read(credentialsRef(profile), homeOf(profile));
    if (!kept.ok) return kept;
    return kept.value ? ok(kept.value.secret) : notAllowed(KEY_IS_MISSING);
  }

  function movable(accountId: string): Result<StoredProfile> {
    const found = profiles.get(accountId);
    if (!found.ok) return found;
    if (found.value.environment === 'embedded')
      return notAllowed('The practice account has no key to move.');
    if (found.value.keyHome === 'none' || profiles.isBeingRemoved(accountId))
      return notAllowed(KEY_IS_MISSING);
    return found;
  }

  return {
    keep,
    async move(accountId, home) {
      const found = movable(accountId);
      if (!found.ok) return found;
      if (found.value.keyHome === home)
        return inTurn(accountId, () => removeCopies(accountId, () => true));
      const refusal =
        found.value.environment === 'live' ? await questions.moveKey(found.value, home) : undefined;
      if (refusal) return refusal;
      const now = movable(accountId);
      if (!now.ok) return now;
      const secret = await read(now.value);
      if (!secret.ok) return secret;
      const still = movable(accountId);
      if (!still.ok) return still;
      // It was replaced, or moved, while the keychain waited for its person.
      if (!isSame(placeOf(still.value), placeOf(now.value)))
        return notAllowed('Its key was moved or replaced in the meantime. Check again.');
      return keep(accountId, secret.value, home, {});
    },
    async relabel(accountId) {
      const found = movable(accountId);
      if (!found.ok || found.value.keyHome !== 'keychain') return ok(null);
      if (found.value.keyEntry === found.value.label || !keys.isOpen('keychain')) return ok(null);
      const secret = await read(found.value);
      return secret.ok ? keep(accountId, secret.value, 'keychain', {}) : secret;
    },
    async sweep() {
      for (const { accountId } of profiles.all()) {
        const swept = await inTurn(accountId, () => removeCopies(accountId, keys.isOpen));
        if (!swept.ok)
          log('warn', 'a second copy of a key is still there', {
            accountId,
            why: describeFailure(swept.failure),
          });
      }
    },
  };
}
