import { ok } from '#contract/failure.ts';
import type { Handlers } from '#main/gateway/dispatch.ts';
import type { Lock } from '#main/desk/lock.ts';

type Built = 'lock.now' | 'lock.unlock' | 'lock.configure' | 'lock.touch';

export function createLockHandlers(lock: Lock): Pick<Handlers, Built> {
  return {
    'lock.now': async () => lock.lock(),
    'lock.unlock': ({ passphrase }) => lock.unlock(passphrase),
    'lock.configure': (input) => lock.configure(input),
    'lock.touch': async () => {
      lock.touch();
      return ok(null);
    },
  };
}
