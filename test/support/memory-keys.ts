// Keys that live as long as the process: the home 'this-run' and no other.
import { fail, ok } from '#contract/failure.ts';
import type { KeyRef, Keys } from '#main/desk/keys/types.ts';

export function createMemoryKeys(): Keys {
  const secrets = new Map<string, string>();
  const status = () => ({
    homes: [{ home: 'this-run' as const, isAvailable: true }],
    sealedFile: 'none' as const,
    isWaiting: false,
  });
  const save = async (ref: KeyRef, secret: string) => {
    secrets.set(nameOf(ref), secret);
    return ok(null);
  };
  return {
    status,
    onChange: () => () => undefined,
    isAtHand: async (ref) => secrets.has(nameOf(ref)),
    save,
    copy: save,
    removeCopy: async () => ok(null),
    isOpen: (home) => home === 'this-run',
    async read(ref) {
      const secret = secrets.get(nameOf(ref));
      return ok(secret === undefined ? undefined : { secret, home: 'this-run' as const });
    },
    async remove(ref) {
      secrets.delete(nameOf(ref));
      return ok(null);
    },
    unseal: noFile,
    changePassphrase: noFile,
    refreshStatus: async () => status(),
    stop: () => undefined,
    stopWaiting: () => undefined,
  };
}

const noFile = async () =>
  fail({ kind: 'not-allowed', message: 'There is no sealed file: keys are kept for this run.' });

const nameOf = ({ accountId, name }: KeyRef): string => `${accountId} ${name}`;
