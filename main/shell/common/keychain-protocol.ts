// What the desk and its keychain process say to each other, and what the texts of the keychain libraries mean.
import { z } from 'zod';
import type { KeychainReason } from '#main/ports.ts';

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

/** The reasons that the text of a library can give. */
type TextReason = Exclude<KeychainReason, 'no-library' | 'stopped' | 'upgraded'>;

const REASONS: [TextReason, RegExp][] = [
  // macOS and Windows too: the person said no, or the keychain asks and may not.
  [
    'locked',
    /locked collection|dismiss|cancell?ed|interaction is not allowed|access denied|no default keyring|does not exist at path .*collection/i,
  ],
  [
    'no-service',
    /d-bus|dbus|not provided by any|connection is closed|connection refused|could not connect|no such file or directory|session wrapping the secret|timeout was reached|did not receive a reply|disconnected/i,
  ],
];

export const keychainReason = (text: string): TextReason =>
  REASONS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'failed';
