import type { uiCalls } from '#contract/calls/ui.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { OnAccount } from '#main/gateway/handlers/on-account.ts';
import { readActivity } from '#main/account/activity.ts';

export const createActivityHandlers = (
  on: OnAccount,
): Pick<HandlersOf<typeof uiCalls>, 'activity.list'> => ({
  'activity.list': (input) => on(input, ({ unit }) => readActivity(unit.journal, input)),
});
