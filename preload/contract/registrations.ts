// Applications of one's own at the practice broker: registered here, and what they did with their codes.
import { z } from 'zod';

/** What an application may ask for; reading needs none of them. */
export const SCOPE_NAMES = ['trading', 'data', 'account:write'] as const;

export const RegistrationDraft = z.strictObject({
  name: z.string().trim().min(1, 'The name is missing').max(100, 'The name is too long'),
  redirectUris: z.array(z.string().trim().max(2_000)).max(10),
  scopes: z.array(z.enum(SCOPE_NAMES)).max(SCOPE_NAMES.length),
});
export type RegistrationDraft = z.infer<typeof RegistrationDraft>;

const RegisteredApp = z.strictObject({
  clientId: z.string(),
  name: z.string(),
  redirectUris: z.array(z.string()),
  /** Absent: it may ask for every scope. */
  scopes: z.array(z.string()).optional(),
  isDisabled: z.boolean(),
});
export type RegisteredApp = z.infer<typeof RegisteredApp>;

/** A code that an application sent in, and what came of it. */
const CodeExchange = z.strictObject({
  at: z.number(),
  clientId: z.string(),
  appName: z.string(),
  wasRefused: z.boolean(),
  text: z.string(),
});

export const Registrations = z.strictObject({
  /** Of the broker that runs now; it has another with each start. */
  brokerAddress: z.string(),
  /** Without the demo application, which comes with the broker. */
  apps: z.array(RegisteredApp),
  /** The newest first. */
  exchanges: z.array(CodeExchange),
  /** What did not work after the change was made. */
  note: z.string().optional(),
});
export type Registrations = z.infer<typeof Registrations>;
