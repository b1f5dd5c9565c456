// The homes of keys as one: the keychain, a sealed file, or the memory of this run. A key is in one of them at a time;
// when it moves, the old copy goes only after the new one was read back.
import type { KeyHomeStatus } from '#contract/accounts.ts';
import { fail, invalid, ok, type Failed, type Result } from '#contract/failure.ts';
import type { KeychainReason, Ports } from '#main/ports.ts';
import { createKeychainHome, sayKeychain, type Outcome } from './keychain-home.ts';
import { createSealedHome, type DeriveKey } from './sealed-home.ts';
import type { KeyRef, Keys, StoredHome } from './types.ts';
import { createListeners } from '#main/tools/listeners.ts';

type Deps = Pick<Ports, 'keychain' | 'sealedFile' | 'delay' | 'random' | 'log' | 'neverLog'> & {
  derive?: DeriveKey;
};
type Found = { secret: string; home: StoredHome } | undefined;

/** Generous for any key, and within what every keychain takes. */
const MAX_SECRET_BYTES = 2_000;

export function createKeys(deps: Deps): Keys {
  const { log, neverLog } = deps;
  const listeners = createListeners();
  const keychain = createKeychainHome({ ...deps, onChange: listeners.notify });
  const sealed = createSealedHome({ ...deps, file: deps.sealedFile });
  const thisRun = new Map<string, string>();
  /** Where a key was last seen in this run. */
  const seenIn = new Map<string, StoredHome>();
  /**
   * Old copies that the keychain would not give up, and whether they are known to be there; asked for again when it next
   * does something.
   */
  const leftBehind = new Map<string, { isKnown: boolean }>();
  const turns = new Map<string, Promise<unknown>>();

  /** Changes to one key happen one after the other. */
  function inTurn<T>(name: string, job: () => Promise<T>): Promise<T> {
    const answer = (turns.get(name) ?? Promise.resolve()).then(job);
    const settled = answer.catch(() => undefined);
    turns.set(name, settled);
    void settled.then(() => turns.get(name) === settled && turns.delete(name));
    return answer;
  }

  async function overKeychain<T>(outcome: Promise<Outcome<T>>): Promise<Result<T>> {
    const settled = await outcome;
    if (!settled.ok) return refuse(sayKeychain(settled.reason));
    if (leftBehind.size > 0) void sweep();
    return ok(settled.value);
  }

  async function sweep(): Promise<void> {
    const old = [...leftBehind];
    leftBehind.clear();
    for (const [name, { isKnown }] of old)
      await inTurn(name, async () => {
        if (seenIn.get(name) === 'keychain') return;
        if (!(await keychain.remove(name, isKnown)).ok) leftBehind.set(name, { isKnown });
      });
  }

  function found(name: string, secret: string | undefined, home: StoredHome): Result<Found> {
    if (secret === undefined) return ok(undefined);
    neverLog(secret);
    if (!seenIn.has(name)) seenIn.set(name, home);
    return ok({ secret, home });
  }

  async function readFrom(name: string, home: StoredHome): Promise<Result<Found>> {
    switch (home) {
      case 'this-run':
        return found(name, thisRun.get(name), home);
      case 'sealed-file': {
        const secret = sealed.has(name) || sealed.problem() ? sealed.read(name) : ok(undefined);
        return secret.ok ? found(name, secret.value, home) : secret;
      }
      case 'keychain': {
        if (leftBehind.has(name)) return ok(undefined);
        const secret = await overKeychain(keychain.read(name));
        return secret.ok ? found(name, secret.value, home) : secret;
      }
      default:
        return home satisfies never;
    }
  }

  function whereIs(name: string): StoredHome | undefined {
    if (thisRun.has(name)) return 'this-run';
    return seenIn.get(name) ?? (sealed.has(name) ? 'sealed-file' : undefined);
  }

  async function readAnywhere(name: string): Promise<Result<Found>> {
    const home = whereIs(name);
    if (home === 'this-run' || home === 'sealed-file') return readFrom(name, home);
    const inKeychain = await readFrom(name, 'keychain');
    // While the keychain waited for its person, the key may have been given a new home.
    const now = whereIs(name);
    if (now === 'this-run' || now === 'sealed-file') return readFrom(name, now);
    if (!inKeychain.ok || inKeychain.value !== undefined) return inKeychain;
    // A sealed file that cannot be read may hold it: that is not the same as having none.
    const why = sealed.problem();
    return why === undefined ? inKeychain : refuse(why);
  }

  async function saveTo(name: string, secret: string, home: StoredHome): Promise<Result<null>> {
    switch (home) {
      case 'this-run':
        thisRun.set(name, secret);
        return ok(null);
      case 'sealed-file':
        return sealed.save(name, secret);
      case 'keychain':
        return overKeychain(keychain.save(name, secret));
      default:
        return home satisfies never;
    }
  }

  /** The copies of before, once the new one is safe. */
  async function clearOthers(name: string, home: StoredHome, before?: StoredHome) {
    if (home !== 'this-run') thisRun.delete(name);
    if (home !== 'keychain' && (before === 'keychain' || before === undefined)) {
      // Behind a call that waits for a person this would wait too, though the key is already safe.
      const isGone = !keychain.isBusy() && (await keychain.remove(name, before === 'keychain')).ok;
      if (!isGone) leaveBehind(name, before);
    }
    if (home === 'sealed-file' || !sealed.has(name)) return ok(null);
    const removed = sealed.remove(name);
    if (removed.ok) return removed;
    return refuse('The key is kept, but the older one is still in the sealed file. Try again.');
  }

  function leaveBehind(name: string, before: StoredHome | undefined): void {
    leftBehind.set(name, { isKnown: before === 'keychain' });
    if (before === 'keychain') log('warn', 'an older key is still in the keychain', { name });
  }

  async function removeFrom(name: string, home: StoredHome): Promise<Result<null>> {
    switch (home) {
      case 'this-run':
        thisRun.delete(name);
        return ok(null);
      case 'sealed-file':
        return sealed.has(name) || sealed.problem() ? sealed.remove(name) : ok(null);
      case 'keychain':
        return overKeychain(keychain.remove(name, true));
      default:
        return home satisfies never;
    }
  }

  /** Nobody knows that there is one: a keychain that is not here is no reason to keep an account for ever. */
  async function removeUnseen(name: string): Promise<Result<null>> {
    const removed = await keychain.remove(name, false);
    if (removed.ok) return ok(null);
    const isThere = removed.reason !== 'no-library' && removed.reason !== 'no-service';
    return isThere ? refuse(sayKeychain(removed.reason)) : ok(null);
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
    };
  }

  return {
    status,
    async look() {
      // Behind a call that waits for a person there is nothing to be learnt.
      if (!keychain.isBusy()) await keychain.look();
      return status();
    },
    onChange: listeners.add,
    save(ref, secret, home) {
      neverLog(secret);
      const name = nameOf(ref);
      return inTurn(name, async () => {
        if (secret === '') return invalid('There is no key to keep.');
        if (Buffer.byteLength(secret) > MAX_SECRET_BYTES) return invalid('The key is too long.');
        const before = whereIs(name);
        if (home !== 'sealed-file' && sealed.has(name) && sealed.state() !== 'open')
          return refuse(
            `The key of before is in the sealed file, which is locked. Give its passphrase first, or move ${deps.sealedFile.path} away.`,
          );
        const saved = await saveTo(name, secret, home);
        if (!saved.ok) return saved;
        seenIn.set(name, home);
        leftBehind.delete(name);
        return clearOthers(name, home, before);
      });
    },
    async read(ref, home) {
      const name = nameOf(ref);
      return home === undefined ? readAnywhere(name) : readFrom(name, home);
    },
    remove(ref, home) {
      const name = nameOf(ref);
      return inTurn(name, async () => {
        const from = home ?? whereIs(name);
        const removed = from ? await removeFrom(name, from) : await removeUnseen(name);
        if (!removed.ok) return removed;
        const isSeen = seenIn.delete(name);
        if (leftBehind.get(name)?.isKnown) {
          const swept = await removeFrom(name, 'keychain');
          if (!swept.ok) return swept;
        }
        leftBehind.delete(name);
        // Nobody knows its home: a copy may be in the others too.
        return home === undefined && from === 'sealed-file' && !isSeen
          ? clearOthers(name, from)
          : removed;
      });
    },
    async unseal(passphrase) {
      neverLog(passphrase);
      const unsealed = await sealed.unseal(passphrase);
      if (!unsealed.ok) return unsealed;
      listeners.notify();
      return ok(status());
    },
    stopWaiting: keychain.stopWaiting,
    stop() {
      keychain.stopWaiting();
      deps.keychain.stop();
      sealed.close();
      thisRun.clear();
    },
  };
}

const nameOf = ({ accountId, name }: KeyRef): string => `${accountId}/${name}`;
const refuse = (message: string): Failed => fail({ kind: 'not-allowed', message });

/** A keychain that is only locked can still be chosen: it asks again. */
function keychainStatus(problem: KeychainReason | 'unknown' | undefined, isWaiting: boolean) {
  if (isWaiting) return { isAvailable: true, why: 'The keychain waits for its password.' };
  if (problem === undefined) return { isAvailable: true };
  if (problem === 'unknown')
    return { isAvailable: false, why: 'The keychain has not been asked yet.' };
  const isThere = problem !== 'no-library' && problem !== 'no-service';
  return { isAvailable: isThere, why: sayKeychain(problem) };
}
