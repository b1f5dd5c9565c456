// A desk that reads a key from a locked keyring, says when that waits, and is told to end by its stdin.
import { createKeys } from '#main/desk/keys/keys.ts';
import { createKeychain } from '#main/shell/common/keychain.ts';
import { createSealedFile } from '#main/shell/common/sealed-file.ts';
import { systemDelay, systemRandom } from '#main/shell/common/system.ts';
import { startKeychainChild } from '#main/shell/web/child-processes.ts';

const [folder = '', accountId = ''] = process.argv.slice(2);
const keys = createKeys({
  keychain: createKeychain({ start: startKeychainChild, delay: systemDelay }),
  sealedFile: createSealedFile(folder),
  delay: systemDelay,
  random: systemRandom,
  log: () => undefined,
  neverLog: () => undefined,
});
keys.onChange(() => {
  if (keys.status().isWaiting) process.stdout.write('waiting\n');
});
void keys.read({ accountId, name: 'credentials' }, 'keychain');
process.stdin.once('data', () => process.exit(0));
