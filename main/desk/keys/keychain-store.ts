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

export type KeychainStore = {
  /** Why the last call failed; 'unknown' before the first. */
  problem(): KeychainReason | 'unknown' | undefined;
  /** A call is under way for so long that the keychain probably asks its person. */
  isWaiting(): boolean;
  /** A call is under way or stands in line. */
  isBusy(): boolean;
  /** Finds out whether there is a keychain, without making it ask. */
  probe(): Promise<void>;
  read(name: string): Promise<KeychainOutcome<string | undefined>>;
  save(name: string, secret: string): Promise<KeychainOutcome<null>>;
  /** With `isKnown` an entry that seems absent is believed so only once the keychain is surely open. */
  remove(name: string, isKnown: boolean): Promise<KeychainOutcome<null>>;
  stopWaiting(): void;
};

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

  function set(next: { problem?: typeof problem; isWaiting?: boolean }): void {
    const before = [problem, isWaiting];
    if ('problem' in next) problem = next.problem;
    isWaiting = next.isWaiting ?? isWaiting;
    if (before[0] !== problem || before[1] !== isWaiting) onChange();
  }

  async function run<T>(
    job: (signal: AbortSignal) => Promise<T>,
    { signal = stopper.signal, mayAsk = true } = {},
  ): Promise<KeychainOutcome<T>> {
    pending++;
    const showWaiting = () => set({ isWaiting: true });
    const cancel = mayAsk ? delay(SHOW_WAITING_AFTER_MS, showWaiting) : () => undefined;
    const own = tail.then(() => {
      if (signal.aborted) throw new KeychainError('stopped');
      return job(signal);
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
    set({ problem: settled.ok ? undefined : settled.reason });
    return settled;
  }

  function reasonOf(error: unknown): KeychainReason {
    const { reason, detail } =
      error instanceof KeychainError ? error : new KeychainError('failed', nameOf(error));
    if (reason !== 'stopped') log('warn', 'the keychain did not do as asked', { reason, detail });
    return reason;
  }

  const entryOf = (name: string) => ({ service: SERVICE, name });

  return {
    problem: () => problem,
    isWaiting: () => isWaiting,
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
    read: (name) =>
      noted(
        run(async (signal) => {
          const found = await keychain.get(entryOf(name), signal);
          if (found !== undefined) return found;
          await keychain.open(signal);
          return keychain.get(entryOf(name), signal);
        }),
      ),
    save: (name, secret) =>
      noted(
        run(async (signal) => {
          await keychain.set(entryOf(name), secret, signal);
          if ((await keychain.get(entryOf(name), signal)) !== secret)
            throw new KeychainError('failed', 'it did not keep what was written to it');
          return null;
        }),
      ),
    remove: (name, isKnown) =>
      noted(
        run(async (signal) => {
          if ((await keychain.delete(entryOf(name), signal)) || !isKnown) return null;
          await keychain.open(signal);
          await keychain.delete(entryOf(name), signal);
          return null;
        }),
      ),
    stopWaiting() {
      const stopped = stopper;
      stopper = new AbortController();
      stopped.abort();
    },
  };
}

export function sayKeychain(reason: KeychainReason): string {
  switch (reason) {
    case 'no-library':
      return 'This computer has no keychain that Ballast can use: its library could not be loaded (on Linux, libsecret).';
    case 'no-service':
      return 'No keychain answers on this computer (on Linux, no keyring service is running).';
    case 'locked':
      return 'The keychain is locked or not set up, and its question was dismissed or could not be shown. Unlock it and try again.';
    case 'stopped':
      return 'Stopped waiting for the keychain, which is locked. Unlock it and try again, or keep the key elsewhere.';
    case 'failed':
      return 'The keychain failed. The log has the details.';
    default:
      return reason satisfies never;
  }
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
