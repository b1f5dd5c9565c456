import type { KeyHomeStatus } from '#contract/accounts.ts';
import { describeFailure, fail, ok, type Failure, type Result } from '#contract/failure.ts';
import type { KeyRef, Keys, StoredHome } from '#main/desk/keys/types.ts';

export type FakeKeys = Keys & {
  kept: Map<string, { secret: string; home: StoredHome; label?: string | undefined }>;
  /** Every change and read, in order. */
  log: string[];
  /** What the next operations answer instead of doing their work. */
  failWith(failure: Failure | undefined): void;
  /** Reads wait, as a locked keychain makes them, until `answer` is called. */
  wait(): { answer(): void };
  announce(): void;
};

/** Keys in memory, for every home, that can be made to fail and to wait. */
export function createFakeKeys(): FakeKeys {
  const kept: FakeKeys['kept'] = new Map();
  const log: string[] = [];
  const listeners = new Set<() => void>();
  let failure: Failure | undefined;
  let waiting: Promise<void> | undefined;
  const nameOf = ({ accountId, name }: KeyRef): string => `${accountId}/${name}`;
  const done = <T>(what: string, value: () => T): Result<T> => {
    log.push(what);
    return failure ? fail(failure) : ok(value());
  };
  const status = (): KeyHomeStatus => ({
    homes: [
      { home: 'keychain', isAvailable: true, ...(failure && { why: describeFailure(failure) }) },
      { home: 'sealed-file', isAvailable: true },
      { home: 'this-run', isAvailable: true },
    ],
    sealedFile: 'none',
    isWaiting: waiting !== undefined,
  });
  return {
    kept,
    log,
    status,
    failWith: (next) => (failure = next),
    wait() {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting = promise;
      return {
        answer() {
          waiting = undefined;
          resolve();
        },
      };
    },
    announce() {
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isAtHand: async (ref) =>
      failure === undefined && waiting === undefined && kept.has(nameOf(ref)),
    save: async (ref, secret, home) =>
      done(`save ${ref.name}`, () => {
        kept.set(nameOf(ref), { secret, home, label: ref.label });
        return null;
      }),
    copy: async (ref, secret, home) =>
      done(`save ${ref.name}`, () => {
        kept.set(nameOf(ref), { secret, home, label: ref.label });
        return null;
      }),
    removeCopy: async (ref, home) =>
      done(`remove copy ${ref.name}`, () => {
        const found = kept.get(nameOf(ref));
        if (found?.home === home && found.label === ref.label) kept.delete(nameOf(ref));
        return null;
      }),
    isOpen: () => failure === undefined && waiting === undefined,
    async read(ref) {
      // What was there when it was asked for: a prompt that is answered late brings the old key.
      const found = kept.get(nameOf(ref));
      await waiting;
      return done(`read ${ref.name}`, () => found);
    },
    remove: async (ref) =>
      done(`remove ${ref.name}`, () => {
        kept.delete(nameOf(ref));
        return null;
      }),
    unseal: async () => ok(status()),
    changePassphrase: async () => ok(status()),
    refreshStatus: async () => status(),
    stopWaiting: () => undefined,
    stop: () => undefined,
  };
}
