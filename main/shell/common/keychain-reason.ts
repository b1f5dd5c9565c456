// The keychain libraries answer with texts of their own. This sorts those that a person can do something about.
import type { KeychainReason } from '#main/ports.ts';

type Told = Exclude<KeychainReason, 'no-library' | 'stopped'>;

const REASONS: [Told, RegExp][] = [
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

export const keychainReason = (text: string): Told =>
  REASONS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'failed';
