// Calls about applications of one's own, which only the practice broker can register.
import type { registrationCalls } from '#contract/calls/registrations.ts';
import { notAllowed } from '#contract/failure.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';
import type { RegistrationService } from '#main/desk/applications/registrations.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { OnAccount } from '#main/gateway/handlers/on-account.ts';

export function createRegistrationHandlers(
  on: OnAccount,
  registrations: RegistrationService,
): HandlersOf<typeof registrationCalls> {
  const atPractice =
    <T>(use: (account: OpenAccount) => T) =>
    (account: OpenAccount) =>
      account.profile.environment === 'embedded'
        ? use(account)
        : notAllowed(
            'Only the practice broker’s applications can be registered here. For this account, register with its broker.',
          );
  return {
    'clients.list': (input) =>
      on(
        input,
        atPractice(() => registrations.list()),
      ),
    'clients.add': (input) =>
      on(
        input,
        atPractice((account) => registrations.add(account, input.draft)),
      ),
    'clients.renewSecret': (input) =>
      on(
        input,
        atPractice((account) => registrations.renewSecret(account, input.clientId)),
      ),
    'clients.setDisabled': (input) =>
      on(
        input,
        atPractice(() => registrations.setDisabled(input.clientId, input.isDisabled)),
      ),
    'clients.remove': (input) =>
      on(
        input,
        atPractice((account) => registrations.remove(account, input.clientId)),
      ),
  };
}
