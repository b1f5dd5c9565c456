import type { updateCalls } from '#contract/calls/updates.ts';
import { ok } from '#contract/failure.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { Updates } from '#main/updates/updates.ts';

export const createUpdateHandlers = (updates: Updates): HandlersOf<typeof updateCalls> => ({
  'updates.look': updates.look,
  'updates.fetch': updates.fetch,
  'updates.cancel': async () => {
    updates.cancel();
    return ok(null);
  },
  'updates.showFolder': updates.showFolder,
});
