// Keys that live as long as the process. Nothing is written anywhere.
import type { KeyHomeStatus } from '#contract/accounts.ts';
import { fail, ok } from '#contract/failure.ts';
import type { KeyRef, Keys, StoredHome } from '#main/services/keys/types.ts';

export function createMemoryKeys(): Keys {
  const kept = new Map<string, { secret: string; home: StoredHome }>();
  const nameOf = ({ accountId, name }: KeyRef): string => `${accountId}/${name}`;
  const why = 'Only this run can keep keys here.';
  const status = (): KeyHomeStatus => ({
    homes: [
      { home: 'keychain', isAvailable: false, why },
      { home: 'sealed-file', isAvailable: false, why },
      { home: 'this-run', isAvailable: true },
    ],
    sealedFile: 'none',
    isWaiting: false,
  });
  return {
    status,
    onChange: () => () => undefined,
    async save(ref, secret, home) {
      if (home !== 'this-run') return fail({ kind: 'not-allowed', message: why });
      kept.set(nameOf(ref), { secret, home });
      return ok(null);
    },
    read: async (ref) => ok(kept.get(nameOf(ref))),
    async remove(ref) {
      kept.delete(nameOf(ref));
      return ok(null);
    },
    unseal: async () => fail({ kind: 'not-allowed', message: why }),
    stopWaiting: () => undefined,
  };
}
