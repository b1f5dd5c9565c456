// Where keys are kept, as one: the keychain, a sealed file, or the memory of this run.
import type { KeyHomeStatus } from '#contract/accounts.ts';
import { invalid, notAllowed, ok, type Result } from '#contract/failure.ts';
import type { KeychainReason, Ports } from '#main/ports.ts';
import { createListeners } from '#main/tools/listeners.ts';
import { createTurns } from '#main/tools/turns.ts';
import { createKeyCopies, type KeyCopy } from './key-copies.ts';
import { createKeychainStore, sayKeychain, type EntryName } from './keychain-store.ts';
import { createSealedStore, type DeriveKey } from './sealed-store.ts';
import type { KeyRef, Keys } from './types.ts';

type Deps = Pick<Ports, 'keychain' | 'sealedFile' | 'delay' | 'random' | 'log' | 'neverLog'> & {
  derive?: DeriveKey;
};

/** Generous for any key, and within what every keychain accepts. */
const MAX_SECRET_BYTES = 2_000;

export function createKeys(deps: Deps): Keys {
  const { neverLog } = deps;
  const listeners = createListeners(deps.log);
  const keychain = createKeychainStore({ ...deps, onChange: listeners.notify });
  const sealed = createSealedStore({ ...deps, file: deps.sealedFile });
  const inTurn = createTurns();
  const copies = createKeyCopies({ ...deps, keychain, sealed, inTurn });

  async function readAnywhere(entry: EntryName): Promise<Result<KeyCopy | undefined>> {
    const home = copies.whereIs(entry.name);
    if (home === 'this-run' || home === 'sealed-file') return copies.read(entry, home);
    const inKeychain = await copies.read(entry, 'keychain');
    // While the keychain waited for its person, the key may have been given a new home.
    const now = copies.whereIs(entry.name);
    if (now === 'this-run' || now === 'sealed-file') return copies.read(entry, now);
    if (!inKeychain.ok || inKeychain.value !== undefined) return inKeychain;
    // A sealed file that cannot be read may hold it: that is not the same as having none.
    const why = sealed.problem();
    return why === undefined ? inKeychain : notAllowed(why);
  }

  function status(): KeyHomeStatus {
    const problem = keychain.problem();
    const why = sealed.problem();
    return {
      homes: [
        { home: 'keychain', ...keychainStatus(problem, keychain.isWaiting()) },
        { home: 'sealed-file', isAvailable: why === undefined, ...(why && { why }) },
        { home: 'this-run', isAvailable: true },
      ],
      sealedFile: sealed.state(),
      isWaiting: keychain.isWaiting(),
      ...(keychain.isWaiting() && { waitsFor: keychain.waitsFor() }),
    };
  }

  function writing(
    ref: KeyRef,
    secret: string,
    write: (entry: EntryName) => Promise<Result<null>>,
  ): Promise<Result<null>> {
    const entry = entryOf(ref);
    return inTurn(entry.name, async () => {
      if (secret === '') return invalid('There is no key to save.');
      if (Buffer.byteLength(secret) > MAX_SECRET_BYTES) return invalid('The key is too long.');
      neverLog(secret);
      return write(entry);
    });
  }

  return {
    status,
    async refreshStatus() {
      // Behind a call that waits for a person there is nothing to be learned.
      if (!keychain.isBusy()) await keychain.probe();
      return status();
    },
    onChange: listeners.add,
    async isAtHand(ref, home) {
      if (home === 'keychain') return keychain.isAtHand(entryOf(ref));
      return home === 'this-run' || sealed.state() === 'open';
    },
    save: (ref, secret, home) => writing(ref, secret, (entry) => copies.save(entry, secret, home)),
    copy: (ref, secret, home) => writing(ref, secret, (entry) => copies.copy(entry, secret, home)),
    removeCopy: (ref, home) =>
      inTurn(entryOf(ref).name, () => copies.removeCopy(entryOf(ref), home)),
    isOpen: (home) =>
      home === 'this-run' || (home === 'keychain' ? keychain.isOpen() : sealed.state() === 'open'),
    read: (ref, home) =>
      home === undefined ? readAnywhere(entryOf(ref)) : copies.read(entryOf(ref), home),
    remove: (ref, home) => inTurn(entryOf(ref).name, () => copies.remove(entryOf(ref), home)),
    async unseal(passphrase) {
      const unsealed = await sealed.unseal(passphrase);
      if (!unsealed.ok) return unsealed;
      neverLog(passphrase);
      listeners.notify();
      return ok(status());
    },
    async changePassphrase(current, next) {
      neverLog(current);
      neverLog(next);
      const changed = await sealed.changePassphrase(current, next);
      if (!changed.ok) return changed;
      listeners.notify();
      return ok(status());
    },
    stopWaiting: keychain.stopWaiting,
    stop() {
      keychain.stopWaiting();
      deps.keychain.stop();
      sealed.close();
      copies.clear();
    },
  };
}

const entryOf = ({ accountId, name, label }: KeyRef): EntryName => ({
  name: `${accountId}/${name}`,
  label,
});

/** A keychain that is only locked can still be chosen: it asks again. */
function keychainStatus(problem: KeychainReason | 'unknown' | undefined, isWaiting: boolean) {
  if (isWaiting) return { isAvailable: true, why: 'The keychain is waiting for its password.' };
  if (problem === undefined) return { isAvailable: true };
  if (problem === 'unknown')
    return { isAvailable: false, why: 'The keychain has not been asked yet.' };
  const isAvailable = !['no-library', 'no-service', 'upgraded'].includes(problem);
  return { isAvailable, why: sayKeychain(problem) };
}
