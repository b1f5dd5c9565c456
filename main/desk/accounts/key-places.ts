// The places in which an account's key may be: the one that counts, and those where a move that was cut short may have
// left another copy.
import type { AccountProfile } from '#contract/accounts.ts';
import { credentialsRef } from '#main/desk/accounts/credentials.ts';
import type { StoredHome } from '#main/desk/keys/types.ts';
import type { KeyPlace, StoredProfile } from '#main/desk/settings/read-settings.ts';

/** Where else a copy of its key may be. */
export const copiesOf = ({ keyCopies = [] }: StoredProfile): readonly KeyPlace[] => keyCopies;

export const placeFor = (label: string, home: StoredHome): KeyPlace =>
  home === 'keychain' ? { home, label } : { home };

export function placeOf({ keyHome, keyEntry }: StoredProfile): KeyPlace | undefined {
  if (keyHome === 'none') return undefined;
  return keyHome === 'keychain' ? { home: keyHome, label: keyEntry } : { home: keyHome };
}

export const refAt = (accountId: string, { label }: KeyPlace) =>
  credentialsRef({ accountId, keyEntry: label });

export const isSame = (one: KeyPlace | undefined, other: KeyPlace | undefined): boolean =>
  one?.home === other?.home && one?.label === other?.label;

export const isSameList = (one: readonly KeyPlace[], other: readonly KeyPlace[]): boolean =>
  one.length === other.length && one.every((place, at) => isSame(place, other[at]));

export const without = (places: readonly KeyPlace[], gone: KeyPlace): KeyPlace[] =>
  places.filter((place) => !isSame(place, gone));

export const withPlace = (places: readonly KeyPlace[], more: KeyPlace): KeyPlace[] => [
  ...without(places, more),
  more,
];

/**
 * A key that was for one run is gone with it. Where a move was cut short it may still be where it came from, or be where
 * it was going: that is where it is then.
 */
export function afterStart(profile: StoredProfile): StoredProfile {
  const { environment, keyHome, keyEntry: _entry, keyCopies = [], ...rest } = profile;
  if (environment === 'embedded') return profile;
  const [found, ...others] = keyCopies.filter(({ home }) => home !== 'this-run');
  if (keyHome !== 'this-run' && keyHome !== 'none') {
    if (!keyCopies.some(({ home }) => home === 'this-run')) return profile;
    const { keyCopies: _copies, ...kept } = profile;
    return found ? { ...kept, keyCopies: [found, ...others] } : kept;
  }
  if (!found) {
    const wasForOneRun = keyHome === 'this-run' || rest.wasForOneRun;
    return { ...rest, environment, keyHome: 'none', ...(wasForOneRun && { wasForOneRun }) };
  }
  return {
    ...rest,
    environment,
    keyHome: found.home,
    ...(found.label !== undefined && { keyEntry: found.label }),
    isVerified: false,
    ...(others.length > 0 && { keyCopies: others }),
  };
}

/** What the screens are told of all this. */
export function keyView(profile: StoredProfile): Pick<AccountProfile, 'otherCopies'> {
  const homes = [...new Set(copiesOf(profile).map(({ home }) => home))];
  return homes.length > 0 ? { otherCopies: homes } : {};
}
