// Only for the practice account: applications at its broker. A secret is shown by main, once; no page has it.
import { z } from 'zod';
import { OfAccount } from '#contract/calls/shared.ts';
import { AuthorizationAsk } from '#contract/oauth.ts';
import { RegistrationDraft, Registrations } from '#contract/registrations.ts';

const OfClient = OfAccount.extend({ clientId: AuthorizationAsk.shape.clientId });

export const registrationCalls = {
  'clients.list': { input: OfAccount, output: Registrations },
  'clients.add': {
    input: OfAccount.extend({ draft: RegistrationDraft }),
    output: Registrations,
  },
  /** The one before it is good for nothing from then on. */
  'clients.renewSecret': { input: OfClient, output: Registrations },
  'clients.setDisabled': {
    input: OfClient.extend({ isDisabled: z.boolean() }),
    output: Registrations,
  },
  'clients.remove': { input: OfClient, output: Registrations },
} as const;
