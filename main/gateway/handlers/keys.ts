import type { accountCalls } from '#contract/calls/accounts.ts';
import { ok } from '#contract/failure.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { Keys } from '#main/desk/keys/types.ts';

type Built = 'keys.status' | 'keys.unseal' | 'keys.stopWaiting';

export function createKeyHandlers(keys: Keys): Pick<HandlersOf<typeof accountCalls>, Built> {
  return {
    'keys.status': async () => ok(await keys.look()),
    'keys.unseal': ({ passphrase }) => keys.unseal(passphrase),
    'keys.stopWaiting': async () => {
      keys.stopWaiting();
      return ok(keys.status());
    },
  };
}
