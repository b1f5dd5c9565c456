// Keys in the system's keychain. One call at a time; each can be given up, because a locked keychain asks its person
// and may wait for ever.
import {
  KeychainError,
  type Delay,
  type Keychain,
  type KeychainReason,
  type Log,
} from '#main/ports.ts';

type Deps = { keychain: Keychain; delay: Delay; log: Log; onChange(): void };
export type KeychainOutcome<T> = { ok: true; value: T } | { ok: false; reason: KeychainReason };

/** A name of ours, and the account's, by which a person finds the entry in the keychain. */
export type EntryName = { name: string; label?: string | undefined };

export type KeychainStore = {
  /** Why the last call failed; 'unknown' before the first. */
  problem(): KeychainReason | 'unknown' | undefined;
  /** A call is under way for so long that the keychain probably asks its person. */
  isWaiting(): boolean;
  /** The label of what it waits for, where that has one. */
  waitsFor(): string | undefined;
  /** A call is under way or stands in line. */
  isBusy(): boolean;
  /** It did what only an open one does, and nothing has failed since. */
  isOpen(): boolean;
  /** Finds out whether there is a keychain, without making it ask. */
  probe(): Promise<void>;
  /** Whether it could be read now, without making it ask. Behind a call that waits for a person it could not. */
  isAtHand(entry: EntryName): Promise<boolean>;
  read(entry: EntryName): Promise<KeychainOutcome<string | undefined>>;
  save(entry: EntryName, secret: string): Promise<KeychainOutcome<null>>;
  /** With `isKnown` an entry that seems absent is believed so only once the keychain is surely open. */
  remove(entry: EntryName, isKnown: boolean): Promise<KeychainOutcome<null>>;
  stopWaiting(): void;
};

type RunOptions = { signal?: AbortSignal; mayAsk?: boolean; entry?: EntryName };

const SERVICE = 'Ballast';
const SHOW_WAITING_AFTER_MS = 1_500;
/** A probe asks nobody; a keychain that is silent for so long is none. */
const PROBE_MS = 8_000;

export function createKeychainStore({ keychain, delay, log, onChange }: Deps): KeychainStore {
  let stopper = new AbortController();
  let tail: Promise<unknown> = Promise.resolve();
  let problem: KeychainReason | 'unknown' | undefined = 'unknown';
  let pending = 0;
  let isWaiting = false;
  let isOpen = false;
  let label: string | undefined;
  /** How often it was locked and stayed so. A person's no is the answer to everything that waited for it. */
  let noes = 0;

  function set(next: { problem?: typeof problem; isWaiting?: boolean }): void {
    const before = [problem, isWaiting];
    if ('problem' in next) problem = next.problem;
    isWaiting = next.isWaiting ?? isWaiting;
    if (before[0] !== problem || before[1] !== isWaiting) onChange();
  }

  async function run<T>(
    job: (signal: AbortSignal) => Promise<T>,
    { signal = stopper.signal, mayAsk = true, entry }: RunOptions = {},
  ): Promise<KeychainOutcome<T>> {
    pending++;
    const before = noes;
    const showWaiting = () => set({ isWaiting: true });
    const cancel = mayAsk ? delay(SHOW_WAITING_AFTER_MS, showWaiting) : () => undefined;
    const own = tail.then(async () => {
      if (signal.aborted) throw new KeychainError('stopped');
      if (noes !== before) throw new KeychainError('locked', 'as for the one before it');
      label = entry?.label;
      try {
        return await job(signal);
      } catch (error) {
        if (error instanceof KeychainError && error.reason === 'locked') noes++;
        throw error;
      }
    });
    tail = own.catch(() => undefined);
    try {
      // The caller is let go even if the keychain is not.
      return { ok: true, value: await orStopped(own, signal) };
    } catch (error) {
      return { ok: false, reason: reasonOf(error) };
    } finally {
      cancel();
      pending--;
      if (pending === 0) set({ isWaiting: false });
    }
  }

  async function noted<T>(outcome: Promise<KeychainOutcome<T>>): Promise<KeychainOutcome<T>> {
    const settled = await outcome;
    if (!settled.ok) isOpen = false;
    set({ problem: settled.ok ? undefined : settled.reason });
    return settled;
  }

  function reasonOf(error: unknown): KeychainReason {
    const { reason, detail } =
      error instanceof KeychainError ? error : new KeychainError('failed', nameOf(error));
    if (reason !== 'stopped') log('warn', 'the keychain did not do as asked', { reason, detail });
    return reason;
  }

  const entryOf = ({ name, label: shown }: EntryName) => ({ service: entryTitle(shown), name });

  return {
    problem: () => problem,
    isWaiting: () => isWaiting,
    waitsFor: () => label,
    isOpen: () => isOpen,
    isBusy: () => pending > 0,
    async probe() {
      const patience = new AbortController();
      const cancel = delay(PROBE_MS, () => patience.abort());
      const signal = AbortSignal.any([stopper.signal, patience.signal]);
      // Nobody is asked by it, however slow it is.
      const probed = await run((each) => keychain.probe(each), { signal, mayAsk: false });
      cancel();
      if (!probed.ok) {
        if (patience.signal.aborted) set({ problem: 'no-service' });
        else if (probed.reason !== 'stopped') set({ problem: probed.reason });
      } else if (problem !== 'locked' && problem !== 'stopped') {
        // That somebody is there does not say that it is open.
        set({ problem: undefined });
      }
    },
    isAtHand: async (entry) =>
      pending === 0 && (await keychain.isAtHand?.(entryOf(entry))) === true && pending === 0,
    read: (entry) =>
      noted(
        run(
          async (signal) => {
            // Asked for a locked entry it asks its person, and says after a no that there is none; asked to open, it
            // asks once. One that cannot be written to may still tell.
            const closed = await keychain.open(signal).then(() => undefined, onlyFailed);
            const found = await keychain.get(entryOf(entry), signal);
            if (found === undefined && closed) throw closed;
            isOpen = closed === undefined;
            return found;
          },
          { entry },
        ),
      ),
    save: (entry, secret) =>
      noted(
        run(
          async (signal) => {
            await keychain.set(entryOf(entry), secret, signal);
            if ((await keychain.get(entryOf(entry), signal)) !== secret)
              throw new KeychainError('failed', 'it did not keep what was written to it');
            isOpen = true;
            return null;
          },
          { entry },
        ),
      ),
    remove: (entry, isKnown) =>
      noted(
        run(
          async (signal) => {
            if ((await keychain.delete(entryOf(entry), signal)) || !isKnown) return null;
            await keychain.open(signal);
            await keychain.delete(entryOf(entry), signal);
            return null;
          },
          { entry },
        ),
      ),
    stopWaiting() {
      const stopped = stopper;
      stopper = new AbortController();
      stopped.abort();
    },
  };
}

/** The keychain's own programs show this first, and so do the questions of some. */
export const entryTitle = (label: string | undefined): string =>
  label === undefined ? SERVICE : `${SERVICE}: ${label}`;

export function sayKeychain(reason: KeychainReason): string {
  switch (reason) {
    case 'no-library':
      return 'This computer has no keychain that Ballast can use: its library could not be loaded (on Linux, libsecret).';
    case 'no-service':
      return 'The keychain on this computer does not respond (on Linux, no keyring service is running).';
    case 'locked':
      return 'The keychain is locked or not set up, and its prompt was dismissed or could not be shown. Unlock it and try again.';
    case 'stopped':
      return 'Stopped waiting for the keychain, which is locked. Unlock it and try again, or keep the key elsewhere.';
    case 'upgraded':
      return 'Ballast was upgraded. Restart it to use the keychain.';
    case 'failed':
      return 'The keychain failed. The log has the details.';
    default:
      return reason satisfies never;
  }
}

/** Whoever is locked, gone or told to stop is not asked any further. */
function onlyFailed(error: unknown): KeychainError {
  if (error instanceof KeychainError && error.reason === 'failed') return error;
  throw error;
}

function orStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new KeychainError('stopped'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Its name alone: the message of an error that is none of ours may hold anything. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
