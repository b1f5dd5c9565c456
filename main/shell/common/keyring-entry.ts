// Whether an entry of the keyring could be read now. The library that reads it makes a locked keyring ask its person; the
// keyring's own search says what is locked and asks nobody.
import { execFile } from 'node:child_process';
import type { KeychainEntry } from '#main/ports.ts';

const ASK_MS = 3_000;

/** Undefined where nobody can tell: no keyring answers, or this system's keychain has no such question. */
export function isEntryAtHand(
  { service, name }: KeychainEntry,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean | undefined> {
  if (platform !== 'linux') return Promise.resolve(undefined);
  const wanted = `{'service': ${quoted(service)}, 'account': ${quoted(name)}}`;
  const args = [
    'call',
    '--session',
    '--dest=org.freedesktop.secrets',
    '--object-path=/org/freedesktop/secrets',
    '--method=org.freedesktop.Secret.Service.SearchItems',
    wanted,
  ];
  return new Promise((resolve) => {
    execFile('gdbus', args, { timeout: ASK_MS }, (error, stdout) =>
      resolve(error ? undefined : isUnlockedIn(stdout)),
    );
  });
}

/** Two lists of paths, of what is unlocked and of what is locked: `([objectpath '/…'], @ao [])`. */
const isUnlockedIn = (answer: string): boolean => /^\(\[(?:objectpath )?'\//.test(answer.trim());

const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
