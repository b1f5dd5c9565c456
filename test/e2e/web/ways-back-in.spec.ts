// Keys as a person handles them: typed in sight, checked for as long as one likes, moved without being typed again, and
// entered where they are missed.
import { createServer, type Server } from 'node:net';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import {
  act,
  formOf,
  openSettings,
  rowOf,
  typeKey,
  UNSEALING,
} from '#test/e2e/support/accounts.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';
import {
  expect,
  startWebShell,
  temporaryFolder,
  test,
  type RunningShell,
} from '#test/e2e/support/web-shell.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';

const LABEL = 'Second broker';
const PASSPHRASE = 'a passphrase of the tests';

let folder = '';
let shell: RunningShell;
let paper: Paper;
let silent: Server;

test.setTimeout(180_000);
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  folder = temporaryFolder();
  paper = await startPaper({ folder: join(folder, 'broker'), seed: 11 });
  // Takes every connection and says nothing.
  silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  shell = await startWebShell({ folder: join(folder, 'desk') });
});

test.afterAll(async () => {
  await shell?.stop();
  await paper?.stop();
  silent?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a key is typed in sight, its check can be stopped, and one address is enough', async ({
  page,
}) => {
  await openDesk(page, shell.address);
  await openSettings(page);
  await page.getByRole('button', { name: 'Connect an account' }).click();
  const form = formOf(page);
  await form.getByRole('radio', { name: /^Other addresses/ }).check();
  const { port } = silent.address() as { port: number };
  await form.getByLabel('Trading address').fill(`http://127.0.0.1:${port}`);
  await expect(form.getByLabel('Market data address')).toHaveValue(`http://127.0.0.1:${port}`);
  await expect(form.getByLabel('Order stream address')).toHaveValue(
    `ws://127.0.0.1:${port}/stream`,
  );
  await expect(form.getByLabel('Price stream address')).toHaveValue(
    `ws://127.0.0.1:${port}/v2/iex`,
  );
  await form.getByLabel('Account name').fill(LABEL);
  await form.getByRole('radio', { name: /^Memory/ }).check();
  await typeKey(form, paper.key);

  const secret = form.getByLabel('Secret key');
  const show = form.getByRole('button', { name: 'Show secret key' });
  await expect(secret).toHaveAttribute('type', 'password');
  await show.click();
  await expect(show).toHaveAttribute('aria-pressed', 'true');
  await expect(secret).toHaveAttribute('type', 'text');
  await expect(secret).toBeFocused();
  await expectAccessible(page);
  await takePictures(page, 'connect-custom');
  await form.getByLabel('Key ID').focus();
  await expect(secret).toHaveAttribute('type', 'password');
  await show.click();
  await secret.press('Enter');
  await expect(secret).toHaveAttribute('type', 'password');
  await expect(secret).toHaveValue('');

  await form.getByRole('button', { name: 'Stop checking' }).click();
  const alert = form.getByRole('alert');
  await expect(alert).toContainText('The check was stopped. Nothing was saved.');
  await form.getByLabel('Trading address').fill(paper.hosts.rest);
  await expect(form.getByLabel('Price stream address')).toHaveValue(paper.hosts.dataStream);
  await secret.fill(paper.key.secretKey);
  await secret.press('Enter');
  await expect(page.getByRole('region', { name: 'Connected' })).toContainText('is connected');
  await expect(rowOf(page, LABEL)).toContainText('Key in memory, for this run only');
});

test('a key moves to the sealed file, and its passphrase is typed in sight', async ({ page }) => {
  await openDesk(page, shell.address);
  await openSettings(page);
  await act(page, LABEL, 'Move key…');
  const dialog = page.getByRole('dialog', { name: `Move the key of ${LABEL}` });
  await expect(dialog).toContainText('It is now in memory, for this run only.');
  await expect(dialog.getByRole('radio', { name: /^Memory/ })).toBeDisabled();
  await dialog.getByRole('radio', { name: /^A file sealed/ }).check();
  await expectAccessible(page);
  await takePictures(page, 'move-key');
  await dialog.getByRole('button', { name: 'Move key' }).click();
  const making = page.getByRole('dialog', { name: 'Create a sealed file' });
  await making.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await making.getByLabel('Confirm passphrase').fill(`${PASSPHRASE}!`);
  await making.getByRole('button', { name: 'Create the sealed file' }).click();
  await expect(making).toContainText('The two passphrases do not match.');
  await making.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await making.getByLabel('Confirm passphrase').fill(PASSPHRASE);
  await making.getByRole('button', { name: 'Create the sealed file' }).click();
  await expect(making).toHaveCount(0, UNSEALING);
  await dialog.getByRole('button', { name: 'Move key' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, LABEL)).toContainText('Key in the sealed file, checked with the broker');
});

test('a key that was for one run is entered where it is missed', async ({ page }) => {
  await openDesk(page, shell.address);
  await openSettings(page);
  await act(page, LABEL, 'Move key…');
  const dialog = page.getByRole('dialog', { name: `Move the key of ${LABEL}` });
  await dialog.getByRole('radio', { name: /^Memory/ }).check();
  await dialog.getByRole('button', { name: 'Move key' }).click();
  await expect(rowOf(page, LABEL)).toContainText('Key in memory, for this run only');
  await shell.stop();
  shell = await startWebShell({ folder: join(folder, 'desk') });

  // Where it was left: the practice account, in Settings.
  await page.goto(shell.address);
  await expect(rowOf(page, LABEL)).toContainText('Its key is not on this computer.');
  await takePictures(page, 'key-is-missing');
  await openSettings(page, 'Data');
  const missing = page.getByRole('list', { name: 'Accounts without a key' });
  await expect(missing.getByRole('button', { name: `Enter key… for ${LABEL}` })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Data' })).toContainText(
    'and keys.sealed, the keys in the sealed file',
  );
  await expectAccessible(page);
  await takePictures(page, 'data-folder');
  await openSettings(page);
  await rowOf(page, LABEL).getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { name: `${LABEL} is not open` })).toBeVisible();
  await takePictures(page, 'closed-without-key');
  await page.getByRole('button', { name: 'Enter key…' }).click();
  const entering = page.getByRole('dialog', { name: `Enter the key of ${LABEL}` });
  const form = entering.getByRole('form', { name: 'Enter key' });
  await form.getByRole('radio', { name: /^Memory/ }).check();
  await typeKey(form, paper.key);
  await expectAccessible(page);
  await takePictures(page, 'enter-its-key');
  await form.getByRole('button', { name: 'Check and save' }).click();
  await expect(page).toHaveTitle(new RegExp(`${LABEL} · Ballast$`));
  await page.getByRole('navigation', { name: 'Screens' }).getByText('Activity').click();
  await expect(page.getByRole('main', { name: 'Activity' })).toBeVisible();
});

test('the next start opens with the account and the screen that this one was left with', async ({
  page,
  context,
}) => {
  await shell.stop();
  shell = await startWebShell({ folder: join(folder, 'desk') });
  await page.goto(shell.address);
  await expect(page.getByRole('heading', { name: `${LABEL} is not open` })).toBeVisible();
  await page.getByRole('button', { name: 'Enter key…' }).click();
  const form = page.getByRole('form', { name: 'Enter key' });
  await form.getByRole('radio', { name: /^Memory/ }).check();
  await typeKey(form, paper.key);
  await form.getByRole('button', { name: 'Check and save' }).click();
  await expect(page).toHaveTitle(new RegExp(`${LABEL} · Ballast$`));
  await expect(page.getByRole('main', { name: 'Activity' })).toBeVisible();
  // Another tab of the same start is another window: it begins with the desk, and with the account that is open, as
  // nobody has asked for the practice account yet.
  const other = await context.newPage();
  await openDesk(other, shell.address);
  await expect(other).toHaveTitle(new RegExp(`${LABEL} · Ballast$`));
  await expect(other.getByRole('main', { name: 'Activity' })).toHaveCount(0);
});

test('what is known of an account is kept as a file before the account is removed', async ({
  page,
}) => {
  await openDesk(page, shell.address);
  await openSettings(page);
  await act(page, LABEL, 'Remove…');
  const dialog = page.getByRole('dialog', { name: `Remove ${LABEL}` });
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export record…' }).click();
  const file = await (await download).path();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    account: { label: LABEL, environment: 'paper' },
    intents: [],
  });
  await expect(dialog).toContainText('is in your downloads.');
  await takePictures(page, 'remove-with-export');
});
