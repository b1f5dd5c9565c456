// The copies of each key. A key is in one store at a time; when it moves, the old copy goes only after the new one was
// read back. A copy that the keychain does not give up counts as gone and is asked for again later.
import { notAllowed, ok, type Result } from '#contract/failure.ts';
import type { Ports } from '#main/ports.ts';
import type { InTurn } from '#main/tools/turns.ts';
import {
  sayKeychain,
  type EntryName,
  type KeychainOutcome,
  type KeychainStore,
} from './keychain-store.ts';
import type { SealedStore } from './sealed-store.ts';
import type { StoredHome } from './types.ts';

export type KeyCopy = { secret: string; home: StoredHome };

type KeyCopies = {
  /** As far as it is known without asking the keychain. */
  whereIs(name: string): StoredHome | undefined;
  read(entry: EntryName, home: StoredHome): Promise<Result<KeyCopy | undefined>>;
  /** Clears the other copies once this one is safe. */
  save(entry: EntryName, secret: string, home: StoredHome): Promise<Result<null>>;
  /** Leaves the other copies where they are: whoever asks for this knows them. */
  copy(entry: EntryName, secret: string, home: StoredHome): Promise<Result<null>>;
  /** This copy alone, known to be there or not. */
  removeCopy(entry: EntryName, home: StoredHome): Promise<Result<null>>;
  /** Without a home: from wherever it may be. */
  remove(entry: EntryName, home: StoredHome | undefined): Promise<Result<null>>;
  /** Forgets what is in memory. */
  clear(): void;
};

type Store = {
  read(entry: EntryName): Promise<Result<string | undefined>>;
  save(entry: EntryName, secret: string): Promise<Result<null>>;
  remove(entry: EntryName): Promise<Result<null>>;
};

type Deps = Pick<Ports, 'sealedFile' | 'log' | 'neverLog'> & {
  keychain: KeychainStore;
  sealed: SealedStore;
  /** Changes to one key go one after the other. */
  inTurn: InTurn;
};

export function createKeyCopies(deps: Deps): KeyCopies {
  const { keychain, sealed, inTurn, log, neverLog } = deps;
  const thisRun = new Map<string, string>();
  /** Where a key was last seen in this run. */
  const seenIn = new Map<string, StoredHome>();
  /**
   * Old copies that the keychain would not give up, and whether they are known to be there; asked for again when it next
   * does something.
   */
  const leftBehind = new Map<string, { entry: EntryName; isKnown: boolean }>();

  const mayBeSealed = (name: string): boolean => sealed.has(name) || sealed.problem() !== undefined;
  const stores: Record<StoredHome, Store> = {
    'this-run': {
      read: async ({ name }) => ok(thisRun.get(name)),
      async save({ name }, secret) {
        thisRun.set(name, secret);
        return ok(null);
      },
      async remove({ name }) {
        thisRun.delete(name);
        return ok(null);
      },
    },
    'sealed-file': {
      read: async ({ name }) => (mayBeSealed(name) ? sealed.read(name) : ok(undefined)),
      save: async ({ name }, secret) => sealed.save(name, secret),
      remove: async ({ name }) => (mayBeSealed(name) ? sealed.remove(name) : ok(null)),
    },
    keychain: {
      read: async (entry) =>
        leftBehind.has(entry.name) ? ok(undefined) : overKeychain(keychain.read(entry)),
      save: (entry, secret) => overKeychain(keychain.save(entry, secret)),
      remove: (entry) => overKeychain(keychain.remove(entry, true)),
    },
  };

  async function overKeychain<T>(outcome: Promise<KeychainOutcome<T>>): Promise<Result<T>> {
    const settled = await outcome;
    if (!settled.ok) return notAllowed(sayKeychain(settled.reason));
    if (leftBehind.size > 0) void removeLeftBehind();
    return ok(settled.value);
  }

  async function removeLeftBehind(): Promise<void> {
    const old = [...leftBehind];
    leftBehind.clear();
    for (const [name, { entry, isKnown }] of old)
      await inTurn(name, async () => {
        if (seenIn.get(name) === 'keychain') return;
        if (!(await keychain.remove(entry, isKnown)).ok) leftBehind.set(name, { entry, isKnown });
      });
  }

  function whereIs(name: string): StoredHome | undefined {
    if (thisRun.has(name)) return 'this-run';
    return seenIn.get(name) ?? (sealed.has(name) ? 'sealed-file' : undefined);
  }

  /** Nobody knows that there is one: a keychain that is not here is no reason to keep an account for ever. */
  async function removeUnseen(entry: EntryName): Promise<Result<null>> {
    const removed = await keychain.remove(entry, false);
    if (removed.ok) return ok(null);
    const isThere = removed.reason !== 'no-library' && removed.reason !== 'no-service';
    return isThere ? notAllowed(sayKeychain(removed.reason)) : ok(null);
  }

  async function clearOthers(entry: EntryName, home: StoredHome, before?: StoredHome) {
    const { name } = entry;
    if (home !== 'this-run') thisRun.delete(name);
    if (home !== 'keychain' && (before === 'keychain' || before === undefined)) {
      const isKnown = before === 'keychain';
      // Behind a call that waits for a person this would wait too, though the key is already safe.
      if (keychain.isBusy() || !(await keychain.remove(entry, isKnown)).ok) {
        leftBehind.set(name, { entry, isKnown });
        if (isKnown) log('warn', 'an older key is still in the keychain', { name });
      }
    }
    if (home === 'sealed-file' || !sealed.has(name)) return ok(null);
    const removed = sealed.remove(name);
    if (removed.ok) return removed;
    return notAllowed(
      'The new key is saved, but the old one is still in the sealed file. Try again.',
    );
  }

  /** Before anything is written: the copy in there could not be taken out afterwards. */
  function lockedIn(name: string, home: StoredHome): Result<null> {
    if (home === 'sealed-file' || !sealed.has(name) || sealed.state() === 'open') return ok(null);
    return notAllowed(
      `The old key is in the sealed file, which is locked. Enter its passphrase first, or move ${deps.sealedFile.path} away.`,
    );
  }

  async function copy(entry: EntryName, secret: string, home: StoredHome): Promise<Result<null>> {
    const saved = await stores[home].save(entry, secret);
    if (!saved.ok) return saved;
    seenIn.set(entry.name, home);
    leftBehind.delete(entry.name);
    return saved;
  }

  return {
    whereIs,
    async read(entry, home) {
      const read = await stores[home].read(entry);
      if (!read.ok) return read;
      if (read.value === undefined) return ok(undefined);
      neverLog(read.value);
      if (!seenIn.has(entry.name)) seenIn.set(entry.name, home);
      return ok({ secret: read.value, home });
    },
    async save(entry, secret, home) {
      const before = whereIs(entry.name);
      const locked = lockedIn(entry.name, home);
      if (!locked.ok) return locked;
      const saved = await copy(entry, secret, home);
      return saved.ok ? clearOthers(entry, home, before) : saved;
    },
    async copy(entry, secret, home) {
      const locked = lockedIn(entry.name, home);
      return locked.ok ? copy(entry, secret, home) : locked;
    },
    removeCopy: (entry, home) => stores[home].remove(entry),
    async remove(entry, home) {
      const { name } = entry;
      const from = home ?? whereIs(name);
      const removed = from ? await stores[from].remove(entry) : await removeUnseen(entry);
      if (!removed.ok) return removed;
      const isSeen = seenIn.delete(name);
      if (leftBehind.get(name)?.isKnown) {
        const swept = await stores.keychain.remove(entry);
        if (!swept.ok) return swept;
      }
      leftBehind.delete(name);
      // Nobody knows its home: a copy may be in the others too.
      return home === undefined && from === 'sealed-file' && !isSeen
        ? clearOthers(entry, from)
        : removed;
    },
    clear: () => thisRun.clear(),
  };
}
