// What the desk and its keychain process say to each other.
import { z } from 'zod';

export const KeychainRequest = z.discriminatedUnion('verb', [
  z.strictObject({ id: z.int(), verb: z.enum(['probe', 'open']), service: z.string() }),
  z.strictObject({
    id: z.int(),
    verb: z.enum(['get', 'delete']),
    service: z.string(),
    name: z.string(),
  }),
  z.strictObject({
    id: z.int(),
    verb: z.literal('set'),
    service: z.string(),
    name: z.string(),
    secret: z.string(),
  }),
]);
export type KeychainRequest = z.infer<typeof KeychainRequest>;

export const KeychainReply = z.discriminatedUnion('ok', [
  z.strictObject({
    id: z.int(),
    ok: z.literal(true),
    value: z.union([z.string(), z.boolean(), z.null()]),
  }),
  z.strictObject({
    id: z.int(),
    ok: z.literal(false),
    reason: z.enum(['no-library', 'no-service', 'locked', 'failed']),
    detail: z.string(),
  }),
]);
export type KeychainReply = z.infer<typeof KeychainReply>;

/** The process that talks to the keychain, however the shell runs it. */
export type KeychainProcess = {
  send(request: KeychainRequest): void;
  /** At most one listener each; `onExit` also when it could not be started. */
  onReply(listener: (message: unknown) => void): void;
  onExit(listener: () => void): void;
  /** At once, whatever it is doing. */
  kill(): void;
};
