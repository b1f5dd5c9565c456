// Somebody presses Cancel when the keyring asks: that is a no, and it is not asked again.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeFailure } from '#contract/failure.ts';
import { createKeys } from '#main/desk/keys/keys.ts';
import type { KeyRef, Keys } from '#main/desk/keys/types.ts';
import { createKeychain } from '#main/shell/common/keychain.ts';
import { systemDelay, systemRandom } from '#main/shell/common/system.ts';
import { startKeychainChild } from '#main/shell/web/child-processes.ts';
import { startRefusingPrompter, type RefusingPrompter } from './support/refusing-prompter.ts';
import { startSession, type Session } from './support/session.ts';

const one: KeyRef = { accountId: '11111111-1111-4111-8111-111111111111', name: 'credentials' };
const SECRET = 'zebra-quartz-9134-nimbus';

let session: Session;
let prompter: RefusingPrompter;
const started: Keys[] = [];
const address = process.env['DBUS_SESSION_BUS_ADDRESS'];

beforeEach(async () => {
  session = await startSession();
  process.env['DBUS_SESSION_BUS_ADDRESS'] = session.address;
  await session.startKeyring('unlocked');
  const keys = startKeys();
  expect(await keys.save(one, SECRET, 'keychain')).toMatchObject({ ok: true });
  await session.killKeyring();
  await session.startKeyring('locked');
  prompter = await startRefusingPrompter(session.address);
});

afterEach(async () => {
  for (const keys of started.splice(0)) keys.stop();
  if (address === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS'];
  else process.env['DBUS_SESSION_BUS_ADDRESS'] = address;
  prompter.stop();
  await session.stop();
});

function startKeys(): Keys {
  const keys = createKeys({
    keychain: createKeychain({ start: startKeychainChild, delay: systemDelay }),
    sealedFile: { path: 'nowhere', read: () => undefined, write: () => undefined },
    delay: systemDelay,
    random: systemRandom,
    log: () => undefined,
    neverLog: () => undefined,
  });
  started.push(keys);
  return keys;
}

it.each([
  ['reading', (keys: Keys) => keys.read(one, 'keychain')],
  ['saving', (keys: Keys) => keys.save(one, 'another', 'keychain')],
  ['removing', (keys: Keys) => keys.remove(one, 'keychain')],
])('one Cancel is a no: %s', async (_what, act) => {
  const done = await act(startKeys());
  expect(done.ok ? 'it worked' : describeFailure(done.failure)).toMatch(
    /^The keychain is locked or not set up, and its prompt was dismissed/,
  );
  expect(prompter.refused()).toBe(1);
});
