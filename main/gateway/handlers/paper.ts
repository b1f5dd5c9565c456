import type { paperCalls } from '#contract/calls/paper.ts';
import { fail } from '#contract/failure.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { OnAccount } from '#main/gateway/handlers/on-account.ts';
import type { BreakIt } from '#main/desk/practice/break-it.ts';
import type { OpenAccount } from '#main/desk/accounts/open-accounts.ts';

type Deps = { on: OnAccount; breakIt: BreakIt };

export function createPaperHandlers({ on, breakIt }: Deps): HandlersOf<typeof paperCalls> {
  const onEmbedded =
    <T>(use: () => T) =>
    ({ profile }: OpenAccount) =>
      profile.environment === 'embedded'
        ? use()
        : fail({ kind: 'not-allowed', message: 'Only the embedded broker can be broken.' });
  return {
    'paper.faults': (input) => on(input, onEmbedded(breakIt.panel)),
    'paper.break': (input) =>
      on(
        input,
        onEmbedded(() => breakIt.start(input.name, input.times)),
      ),
    'paper.heal': (input) => on(input, onEmbedded(breakIt.heal)),
  };
}
