// A real keyring that is locked, and nobody who answers its prompt: the way out is on the screen, and takes no key with it.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import {
  describeAccount,
  formOf,
  openSettings,
  rowOf,
  typeKey,
} from '#test/e2e/support/accounts.ts';
import { takePicture } from '#test/e2e/support/pictures.ts';
import {
  expect,
  startWebShell,
  temporaryFolder,
  test,
  type RunningShell,
} from '#test/e2e/support/web-shell.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';
import { startMutePrompter, type MutePrompter } from '#test/keyring/support/mute-prompter.ts';
import { startSession, type Session } from '#test/keyring/support/session.ts';

const LABEL = 'In the keyring';

let folder = '';
let session: Session;
let prompter: MutePrompter;
let shell: RunningShell;
let paper: Paper;

test.beforeAll(async () => {
  folder = temporaryFolder();
  session = await startSession();
  // The first start makes the keyring; only then is there something to lock.
  await session.startKeyring('unlocked');
  await session.killKeyring();
  await session.startKeyring('locked');
  prompter = await startMutePrompter(session.address);
  [shell, paper] = await Promise.all([
    startWebShell({
      folder: join(folder, 'desk'),
      env: { DBUS_SESSION_BUS_ADDRESS: session.address },
    }),
    startPaper({ folder: join(folder, 'broker'), seed: 13 }),
  ]);
});

test.afterAll(async () => {
  await shell?.stop();
  await paper?.stop();
  prompter?.stop();
  await session?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a locked keychain that nobody unlocks is waited for, in words, until the person stops it', async ({
  page,
}) => {
  await page.goto(shell.address);
  await openSettings(page);
  await describeAccount(page, { label: LABEL, hosts: paper.hosts, home: /keychain/ });
  const form = formOf(page);
  await typeKey(form, paper.key);
  await form.getByRole('button', { name: 'Check and save' }).click();
  const waiting = form.getByRole('status').filter({ hasText: 'The keychain is locked.' });
  await expect(waiting).toContainText('It is asking for its password in a separate window.');
  await expect(form).not.toContainText('Asking the broker');
  await expect.poll(prompter.asked).toBe(1);
  await expectAccessible(page);
  await takePicture(page, 'keychain-waiting');

  await waiting.getByRole('button', { name: 'Stop waiting' }).press('Enter');
  await expect(waiting).toHaveCount(0);
  await expect(form.getByRole('alert')).toContainText(
    'Stopped waiting for the keychain, which is locked. Unlock it and try again, or keep the key elsewhere.',
  );
  await expect(form.getByLabel('Secret key')).toHaveValue('');
  await expect(form.getByLabel('Secret key')).toBeFocused();
  await expect(page.getByRole('list', { name: 'Accounts' }).getByRole('listitem')).toHaveCount(1);
  expect(settings()).not.toContain(LABEL);
  expect(session.entries(`Ballast: ${LABEL}`)).toEqual([]);

  // The person is back: the same form, once the keyring is open.
  prompter.stop();
  await session.killKeyring();
  await session.startKeyring('unlocked');
  expect(session.entries(`Ballast: ${LABEL}`)).toEqual([]);
  await form.getByLabel('Secret key').fill(paper.key.secretKey);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, LABEL)).toContainText('Key in the keychain');
  expect(session.entries(`Ballast: ${LABEL}`)).toHaveLength(1);
  expect(settings()).toContain(LABEL);
});

const settings = (): string => readFileSync(join(folder, 'desk', 'settings.json'), 'utf8');
