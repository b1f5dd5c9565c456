import type { archiveCalls } from '#contract/calls/archives.ts';
import { ok } from '#contract/failure.ts';
import type { Archiving } from '#main/desk/archiving.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { OnAccount } from '#main/gateway/handlers/on-account.ts';

export const createArchiveHandlers = (
  on: OnAccount,
  archiving: Pick<Archiving, 'list' | 'keep'>,
): HandlersOf<typeof archiveCalls> => ({
  'archives.list': async () => ok(archiving.list()),
  'archives.keep': async ({ years }) => {
    archiving.keep(years);
    return ok(null);
  },
  'archives.months': (input) =>
    on(input, ({ unit }) => ok({ months: unit.journal.archivedMonths() })),
});
