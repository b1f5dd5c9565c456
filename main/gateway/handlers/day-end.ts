import type { dayEndCalls } from '#contract/calls/day-end.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { OnAccount } from '#main/gateway/handlers/on-account.ts';

export const createDayEndHandlers = (on: OnAccount): HandlersOf<typeof dayEndCalls> => ({
  'mints.dayEnd': (input) => on(input, ({ unit }) => unit.dayEnds.read(input.date)),
  'mints.outstanding': (input) => on(input, ({ unit }) => unit.dayEnds.outstanding()),
});
