// The copies of each key. A key is in one store at a time; when it moves, the old copy goes only after the new one was
// read back. A copy that the keychain does not give up counts as gone and is asked for again later.
import { notAllowed, ok, type Result } from '#contract/failure.ts';
import type { Ports } from '#main/ports.ts';
import type { InTurn } from '#main/tools/turns.ts';
import { sayKeychain, type KeychainOutcome, type KeychainStore } from './keychain-store.ts';
import type { SealedStore } from './sealed-store.ts';
import type { StoredHome } from './types.ts';

export type KeyCopy = { secret: string; home: StoredHome };

type KeyCopies = {
  /** As far as it is known without asking the keychain. */
  whereIs(name: string): StoredHome | undefined;
  read(name: string, home: StoredHome): Promise<Result<KeyCopy | undefined>>;
  /** Clears the other copies once this one is safe. */
  save(name: string, secret: string, home: StoredHome): Promise<Result<null>>;
  /** Without a home: from wherever it may be. */
  remove(name: string, home: StoredHome | undefined): Promise<Result<null>>;
  /** Forgets what is in memory. */
  clear(): void;
};

type Store = {
  read(name: string): Promise<Result<string | undefined>>;
  save(name: string, secret: string): Promise<Result<null>>;
  remove(name: string): Promise<Result<null>>;
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
  const leftBehind = new Map<string, { isKnown: boolean }>();

  const mayBeSealed = (name: string): boolean => sealed.has(name) || sealed.problem() !== undefined;
  const stores: Record<StoredHome, Store> = {
    'this-run': {
      read: async (name) => ok(thisRun.get(name)),
      async save(name, secret) {
        thisRun.set(name, secret);
        return ok(null);
      },
      async remove(name) {
        thisRun.delete(name);
        return ok(null);
      },
    },
    'sealed-file': {
      read: async (name) => (mayBeSealed(name) ? sealed.read(name) : ok(undefined)),
      save: async (name, secret) => sealed.save(name, secret),
      remove: async (name) => (mayBeSealed(name) ? sealed.remove(name) : ok(null)),
    },
    keychain: {
      read: async (name) =>
        leftBehind.has(name) ? ok(undefined) : overKeychain(keychain.read(name)),
      save: (name, secret) => overKeychain(keychain.save(name, secret)),
      remove: (name) => overKeychain(keychain.remove(name, true)),
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
    for (const [name, { isKnown }] of old)
      await inTurn(name, async () => {
        if (seenIn.get(name) === 'keychain') return;
        if (!(await keychain.remove(name, isKnown)).ok) leftBehind.set(name, { isKnown });
      });
  }

  function whereIs(name: string): StoredHome | undefined {
    if (thisRun.has(name)) return 'this-run';
    return seenIn.get(name) ?? (sealed.has(name) ? 'sealed-file' : undefined);
  }

  /** Nobody knows that there is one: a keychain that is not here is no reason to keep an account for ever. */
  async function removeUnseen(name: string): Promise<Result<null>> {
    const removed = await keychain.remove(name, false);
    if (removed.ok) return ok(null);
    const isThere = removed.reason !== 'no-library' && removed.reason !== 'no-service';
    return isThere ? notAllowed(sayKeychain(removed.reason)) : ok(null);
  }

  async function clearOthers(name: string, home: StoredHome, before?: StoredHome) {
    if (home !== 'this-run') thisRun.delete(name);
    if (home !== 'keychain' && (before === 'keychain' || before === undefined)) {
      const isKnown = before === 'keychain';
      // Behind a call that waits for a person this would wait too, though the key is already safe.
      if (keychain.isBusy() || !(await keychain.remove(name, isKnown)).ok) {
        leftBehind.set(name, { isKnown });
        if (isKnown) log('warn', 'an older key is still in the keychain', { name });
      }
    }
    if (home === 'sealed-file' || !sealed.has(name)) return ok(null);
    const removed = sealed.remove(name);
    if (removed.ok) return removed;
    return notAllowed('The key is kept, but the older one is still in the sealed file. Try again.');
  }

  return {
    whereIs,
    async read(name, home) {
      const read = await stores[home].read(name);
      if (!read.ok) return read;
      if (read.value === undefined) return ok(undefined);
      neverLog(read.value);
      if (!seenIn.has(name)) seenIn.set(name, home);
      return ok({ secret: read.value, home });
    },
    async save(name, secret, home) {
      const before = whereIs(name);
      if (home !== 'sealed-file' && sealed.has(name) && sealed.state() !== 'open')
        return notAllowed(
          `The key of before is in the sealed file, which is locked. Give its passphrase first, or move ${deps.sealedFile.path} away.`,
        );
      const saved = await stores[home].save(name, secret);
      if (!saved.ok) return saved;
      seenIn.set(name, home);
      leftBehind.delete(name);
      return clearOthers(name, home, before);
    },
    async remove(name, home) {
      const from = home ?? whereIs(name);
      const removed = from ? await stores[from].remove(name) : await removeUnseen(name);
      if (!removed.ok) return removed;
      const isSeen = seenIn.delete(name);
      if (leftBehind.get(name)?.isKnown) {
        const swept = await stores.keychain.remove(name);
        if (!swept.ok) return swept;
      }
      leftBehind.delete(name);
      // Nobody knows its home: a copy may be in the others too.
      return home === undefined && from === 'sealed-file' && !isSeen
        ? clearOthers(name, from)
        : removed;
    },
    clear: () => thisRun.clear(),
  };
}
