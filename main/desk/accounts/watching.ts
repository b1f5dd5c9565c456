// Every account is watched from the start to the end, or says that it is not. What cannot be opened is opened by itself as
// soon as its key can be had, and nobody is asked for a password a second time for that: only a person asks again.
import type { KeyHome, KeyHomeStatus } from '#contract/accounts.ts';
import type { Unwatched } from '#contract/unwatched.ts';
import { isHearing } from '#contract/records.ts';
import { isResting } from '#contract/resting.ts';
import type { AccountJournals } from '#main/desk/accounts/account-journals.ts';
import type { Arming } from '#main/desk/accounts/arming.ts';
import { credentialsRef, homeOf } from '#main/desk/accounts/credentials.ts';
import { sentenceOf } from '#main/domain/words.ts';
import { lastKnownIn } from '#main/desk/accounts/last-known.ts';
import { KEY_IS_MISSING, type Profiles } from '#main/desk/accounts/profiles.ts';
import type { OpenAccount, Units } from '#main/desk/accounts/units.ts';
import type { Keys } from '#main/desk/keys/types.ts';
import type { StoredProfile } from '#main/desk/settings/read-settings.ts';
import type { Delay, Log } from '#main/ports.ts';

export type Watching = {
  /** Undefined while it is watched, or while it is being opened. */
  unwatched(accountId: string): Unwatched | undefined;
  /** Its key was just given: whatever was wrong before, it is tried now. */
  open(accountId: string): void;
  start(): void;
  /** After sleep. */
  wake(): void;
  stop(): void;
};

type Deps = {
  profiles: Profiles;
  units: Units;
  keys: Pick<Keys, 'status' | 'isAtHand' | 'onChange'>;
  arming: Pick<Arming, 'refusal'>;
  journals: Pick<AccountJournals, 'glance'>;
  delay: Delay;
  log: Log;
};

/** How often it is looked whether a key can be had, for as long as one cannot. */
const LOOK_MS = 5_000;
/** Most streams that are lost are back within moments. */
const LOST_AFTER_MS = 10_000;

export function createWatching(deps: Deps): Watching {
  const { profiles, units, keys, arming, delay, log } = deps;
  const stops: (() => void)[] = [];
  /** Of accounts that are not open: it does not change until they are. */
  const known = new Map<string, Unwatched['known']>();
  /** Accounts whose order stream has been away for too long. */
  const lost = new Set<string>();
  /** Accounts that are opened at the start as soon as the ones before them are. */
  const inLine = new Set<string>();
  let cancelLook: (() => void) | undefined;
  let isLooking = false;
  let isStarted = false;
  let isStopped = false;

  const outside = (): StoredProfile[] =>
    profiles.all().filter(({ environment }) => environment !== 'embedded');
  const closed = (): StoredProfile[] =>
    outside().filter(
      ({ accountId, environment, keyHome }) =>
        keyHome !== 'none' &&
        !units.isOpen(accountId) &&
        !units.isOpening(accountId) &&
        !profiles.isBeingRemoved(accountId) &&
        arming.refusal(environment) === undefined,
    );

  async function tryOpen({ accountId }: StoredProfile): Promise<boolean> {
    try {
      return (await units.open(accountId)).ok;
    } catch (error) {
      log('error', 'an account could not be opened', { accountId, error: String(error) });
      return false;
    }
  }

  /** One question of the keychain is enough: who says no to it says no for every key in it. */
  async function openAll(): Promise<void> {
    const all = closed();
    const inKeychain = all.filter(({ keyHome }) => keyHome === 'keychain');
    for (const profile of all) if (profile.keyHome !== 'keychain') void tryOpen(profile);
    for (const { accountId } of inKeychain) inLine.add(accountId);
    for (const profile of inKeychain) {
      if (isStopped) return;
      const isOpen = await tryOpen(profile);
      inLine.delete(profile.accountId);
      if (!isOpen && homeIn(keys.status(), 'keychain')?.why !== undefined) break;
    }
    inLine.clear();
    profiles.touch();
  }

  /** Opens what can be read by now, without making anything ask. */
  async function look(): Promise<void> {
    if (isLooking || !isStarted || isStopped) return;
    isLooking = true;
    try {
      for (const profile of closed()) {
        const home = homeOf(profile);
        const isAtHand =
          units.hasKeyOfBefore(profile.accountId) ||
          (home !== undefined && (await keys.isAtHand(credentialsRef(profile), home)));
        if (isAtHand && !isStopped) await tryOpen(profile);
      }
    } finally {
      isLooking = false;
      lookLater();
    }
  }

  /** For as long as any is closed, whatever closed it or kept it from opening. */
  function lookLater(): void {
    if (cancelLook || isLooking || isStopped || closed().length === 0) return;
    cancelLook = delay(LOOK_MS, () => {
      cancelLook = undefined;
      void look();
    });
  }

  /** A stream that is away for long hears of no fill: the account is open and not watched. */
  function followStream({ unit }: OpenAccount): void {
    const { accountId, book, environment } = unit;
    known.delete(accountId);
    // Its broker is inside the desk, and what is broken there was broken by the person.
    if (environment === 'embedded') return;
    let cancel: (() => void) | undefined;
    const update = (): void => {
      const state = book.streams().find(({ stream }) => stream === 'orders');
      if (state && isHearing(state.phase)) {
        cancel?.();
        cancel = undefined;
        if (lost.delete(accountId)) profiles.touch();
        return;
      }
      cancel ??= delay(LOST_AFTER_MS, () => {
        lost.add(accountId);
        profiles.touch();
      });
    };
    const stopListening = book.onChange(({ kind }) => {
      if (kind === 'stream') update();
    });
    update();
    const stopClosing = units.onClose((closedId) => {
      if (closedId !== accountId) return;
      cancel?.();
      lost.delete(accountId);
      stopListening();
      stopClosing();
    });
  }

  function lastKnown(accountId: string): Unwatched['known'] {
    if (known.has(accountId)) return known.get(accountId);
    // Reading a damaged journal tells of it, and whoever hears that asks here again.
    known.set(accountId, undefined);
    known.set(accountId, deps.journals.glance(accountId, lastKnownIn));
    return known.get(accountId);
  }

  function unwatched(accountId: string): Unwatched | undefined {
    const found = profiles.get(accountId);
    if (!isStarted || !found.ok || profiles.isBeingRemoved(accountId)) return undefined;
    const open = units.all().find(({ unit }) => unit.accountId === accountId);
    if (open) return lost.has(accountId) ? lostOf(open) : undefined;
    if (isAtRest(found.value)) return undefined;
    const status = keys.status();
    const isWaiting = found.value.keyHome === 'keychain' && status.isWaiting;
    const isBeingOpened = units.isOpening(accountId) || inLine.has(accountId);
    if (isBeingOpened && !isWaiting) return undefined;
    const why = whyClosed(found.value, status);
    const remedy = isWaiting ? undefined : remedyOf(found.value, status);
    const last = lastKnown(accountId);
    return { why, ...(remedy && { remedy }), ...(last && { known: last }) };
  }

  /** The practice account, whose broker does not run, or is just being started: nothing happens there. */
  const isAtRest = ({ accountId, environment }: StoredProfile): boolean =>
    isResting({ environment, isOpen: false, problem: profiles.problem(accountId) });

  function whyClosed(
    { accountId, environment, keyHome }: StoredProfile,
    status: KeyHomeStatus,
  ): string {
    const said = arming.refusal(environment) ?? profiles.problem(accountId);
    if (said !== undefined) return said;
    return homeIn(status, keyHome)?.why ?? 'It could not be opened.';
  }

  function remedyOf(profile: StoredProfile, status: KeyHomeStatus): Unwatched['remedy'] {
    const { environment, keyHome, accountId } = profile;
    const { sealedFile } = status;
    const home = homeIn(status, keyHome);
    if (environment === 'embedded' || arming.refusal(environment) !== undefined) return undefined;
    if (keyHome === 'none' || profiles.problem(accountId) === KEY_IS_MISSING) return 'enter-key';
    if (keyHome === 'sealed-file' && home?.isAvailable !== false && sealedFile !== 'open')
      return sealedFile === 'locked' ? 'unseal' : 'enter-key';
    if (home?.isAvailable === false) return 'enter-key';
    return keyHome === 'keychain' && home?.why !== undefined ? 'unlock-keychain' : 'try-again';
  }

  return {
    unwatched,
    open(accountId) {
      const profile = closed().find((one) => one.accountId === accountId);
      if (profile && isStarted) void tryOpen(profile).then(look);
    },
    start() {
      isStarted = true;
      stops.push(
        units.onOpen(followStream),
        profiles.onChange(lookLater),
        keys.onChange(() => {
          profiles.touch();
          void look();
        }),
      );
      void openAll();
    },
    wake: () => void look(),
    stop() {
      isStopped = true;
      cancelLook?.();
      for (const stop of stops) stop();
    },
  };
}

const homeIn = ({ homes }: KeyHomeStatus, keyHome: KeyHome) =>
  homes.find(({ home }) => home === keyHome);

function lostWords(reason: string | undefined): string {
  if (reason === undefined) return 'Its broker is not answering.';
  return sentenceOf(/^[A-Z]/.test(reason) ? reason : `Its order stream is down: ${reason}`);
}

function lostOf({ unit: { book, journal } }: OpenAccount): Unwatched {
  const state = book.streams().find(({ stream }) => stream === 'orders');
  const at = book.positionsReceivedAt();
  return {
    why: lostWords(state?.message),
    remedy: state?.phase === 'stopped' ? 'enter-key' : 'try-again',
    known: {
      openOrders: book.openCount(),
      unconfirmed: journal.unsettled().length,
      positions: book.positions().length,
      lines: [],
      ...(at !== undefined && { at }),
    },
  };
}
