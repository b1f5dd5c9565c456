// A second broker on this computer, connected, traded on, and removed again, all by hand.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import {
  act,
  connectLive,
  describeAccount,
  formOf,
  makeSealedFile,
  numberAt,
  openSettings,
  ordersAt,
  rowOf,
  typeKey,
  UNSEALING,
} from '#test/e2e/support/accounts.ts';
import { holdCall } from '#test/e2e/support/held-call.ts';
import { bookedOrders } from '#test/e2e/support/ledger.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { cents, choose, fill, openDesk, place, ticketOf } from '#test/e2e/support/ticket.ts';
import {
  expect,
  startWebShell,
  temporaryFolder,
  test,
  type RunningShell,
} from '#test/e2e/support/web-shell.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';
import { pick } from '#test/e2e/support/choice.ts';

const LABEL = 'Second broker';
/** The terminal is made by script(1) as Linux has it. */
const IS_LINUX = process.platform === 'linux';
const ONLY_LINUX = 'main asks in a terminal';
const PASSPHRASE = 'a passphrase of the tests';
const NEW_KEY = { keyId: 'PKNEWKEYOFTHETESTS01', secretKey: 'the-new-secret-of-the-tests' };

let folder = '';
let shell: RunningShell;
let paper: Paper;
let number = '';

test.setTimeout(180_000);
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  folder = temporaryFolder();
  paper = await startPaper({ folder: join(folder, 'broker'), seed: 11 });
  number = await numberAt(paper);
  shell = await startWebShell({ folder: join(folder, 'desk'), hasTerminal: IS_LINUX });
});

test.afterAll(async () => {
  await shell?.stop();
  await paper?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function restart(args: string[] = [], hasTerminal = IS_LINUX): Promise<void> {
  await shell.stop();
  shell = await startWebShell({ folder: join(folder, 'desk'), args, hasTerminal });
}

test('wrong keys get a sentence and save nothing; the right ones show whose account it is', async ({
  page,
}) => {
  await openDesk(page, shell.address);
  await page.getByRole('button', { name: 'Connect a real account in Settings' }).click();
  await describeAccount(page, { label: LABEL, hosts: paper.hosts, home: /^Memory/ });
  const form = formOf(page);
  await takePictures(page, 'connect');
  await expectAccessible(page);

  await form.getByRole('button', { name: 'Check and save' }).click();
  await expect(form.getByLabel('Key ID')).toBeFocused();
  await expect(form).toContainText('Enter the key ID.');

  await typeKey(form, { keyId: paper.key.keyId, secretKey: 'not-the-secret' });
  await form.getByRole('button', { name: 'Check and save' }).click();
  await expect(form.getByRole('alert')).toContainText('does not know this key');
  await expect(form.getByLabel('Secret key')).toHaveValue('');
  await expect(form.getByLabel('Secret key')).toBeFocused();
  await expect(page.getByRole('list', { name: 'Accounts' }).getByRole('listitem')).toHaveCount(1);

  await form.getByLabel('Secret key').fill(paper.key.secretKey);
  await page.keyboard.press('Enter');
  const connected = page.getByRole('region', { name: 'Connected' });
  await expect(connected).toContainText(number);
  await expect(connected).toContainText('PAPER');
  await expect(rowOf(page, LABEL)).toContainText(
    'Key in memory, for this run only, checked with the broker',
  );
  await connected.getByRole('button', { name: 'Open on the desk' }).click();
  await expect(page).toHaveTitle(`PAPER · ${LABEL} · Ballast`);
});

test('an order goes to the account of the window and to no other', async ({ page }) => {
  await page.addInitScript(() => sessionStorage.removeItem('ballast.account'));
  await openDesk(page, shell.address);
  await page.getByRole('button', { name: 'Switch account' }).click();
  await page.getByRole('menuitemradio', { name: LABEL }).click();
  await expect(page).toHaveTitle(`PAPER · ${LABEL} · Ballast`);
  await expect(page.getByRole('status', { name: 'Order stream' })).toContainText('live');
  await expect(ticketOf(page).getByRole('button', { name: 'Review order' })).toBeEnabled();
  const price = await choose(page, 'AAPL');
  await fill(page, {
    Quantity: '1',
    'Order type': 'Limit',
    'Limit price': cents(price * 0.99),
  });
  expect(await place(page)).toContain('PAPER');
  expect((await ordersAt(paper)).map(({ symbol }) => symbol)).toEqual(['AAPL']);
  expect(bookedOrders(shell.folder)).toEqual([]);
});

test('is renamed, and moved by keyboard and by hand', async ({ page }) => {
  await openDesk(page, shell.address);
  await openSettings(page);
  await act(page, LABEL, 'Rename…');
  const dialog = page.getByRole('dialog', { name: 'Rename account' });
  await dialog.getByLabel('Account name').fill('practice ACCOUNT');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Another account is already called “Practice account”.');
  await dialog.getByLabel('Account name').fill('Swing trades');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Swing trades')).toBeVisible();

  const names = page.getByRole('list', { name: 'Accounts' }).locator('strong');
  await page.getByRole('button', { name: 'Move Swing trades, 2 of 2' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(names).toHaveText(['Swing trades', 'Practice account']);
  await expect(page.getByRole('button', { name: 'Move Swing trades, 1 of 2' })).toBeFocused();
  await page
    .getByRole('button', { name: 'Move Practice account, 2 of 2' })
    .dragTo(rowOf(page, 'Swing trades'));
  await expect(names).toHaveText(['Practice account', 'Swing trades']);
  await act(page, 'Swing trades', 'Rename…');
  await dialog.getByLabel('Account name').fill(LABEL);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, LABEL)).toBeVisible();
});

test('an offline broker may be saved for later, and a new key replaces the old in a sealed file', async ({
  page,
}) => {
  await openDesk(page, shell.address);
  await openSettings(page);
  const { port } = new URL(paper.hosts.rest);
  await paper.stop();
  await act(page, LABEL, 'Replace key…');
  const dialog = page.getByRole('dialog', { name: `Replace the key of ${LABEL}` });
  const form = dialog.getByRole('form', { name: 'Replace key' });
  await form.getByRole('radio', { name: /sealed with a passphrase/ }).check();
  await makeSealedFile(page, PASSPHRASE);
  await typeKey(form, NEW_KEY);
  await form.getByRole('button', { name: 'Check and save' }).click();
  await expect(form.getByRole('alert')).toContainText('could not be checked');
  await form.getByLabel('Secret key').fill(NEW_KEY.secretKey);
  await form.getByRole('button', { name: 'Save without checking' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, LABEL)).toContainText('Key in the sealed file, not checked yet');

  paper = await startPaper({
    folder: join(folder, 'broker'),
    seed: 11,
    port: Number(port),
    key: NEW_KEY,
  });
  expect(await numberAt(paper)).toBe(number);
  await act(page, LABEL, 'Replace key…');
  await typeKey(form, NEW_KEY);
  await form.getByRole('button', { name: 'Check and save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, LABEL)).toContainText('Key in the sealed file, checked with the broker');
  await takePictures(page, 'accounts');
});

test('after a start the sealed file is opened with its passphrase, and the account with it', async ({
  page,
}) => {
  await restart();
  await openDesk(page, shell.address);
  await page.getByRole('button', { name: 'Switch account' }).click();
  await page.getByRole('menuitemradio', { name: LABEL }).click();
  await expect(page.getByRole('heading', { name: `${LABEL} is not open` })).toBeVisible();
  await takePictures(page, 'closed-account');
  await expectAccessible(page);
  const form = page.getByRole('form', { name: 'Sealed file' });
  await form.getByLabel('Passphrase').fill('something else entirely');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('alert')).toContainText('passphrase', UNSEALING);
  await form.getByLabel('Passphrase').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0, UNSEALING);
  await expect(page).toHaveTitle(`PAPER · ${LABEL} · Ballast`);
  await expect(page.getByRole('status', { name: 'Order stream' })).toContainText('live');
  // The window keeps to the account that it shows.
  await page.reload();
  await expect(page.getByRole('status', { name: 'Order stream' })).toContainText('live');
  await expect(page).toHaveTitle(`PAPER · ${LABEL} · Ballast`);
});

test('the sealed file gets another passphrase, for who knows the old one', async ({ page }) => {
  await openDesk(page, shell.address);
  await openSettings(page);
  await page.getByRole('button', { name: 'Change the passphrase…' }).click();
  const form = page.getByRole('form', { name: 'Change passphrase' });
  const change = async (current: string, next: string, again = next): Promise<void> => {
    await form.getByLabel('Current passphrase').fill(current);
    await form.getByLabel('New passphrase', { exact: true }).fill(next);
    await form.getByLabel('Confirm new passphrase').fill(again);
    await form.getByRole('button', { name: 'Change passphrase' }).click();
  };
  await change(PASSPHRASE, 'a new passphrase', 'a new pasphrase');
  await expect(form.getByRole('alert')).toContainText('do not match');
  await change('something else entirely', 'a new passphrase');
  await expect(form.getByRole('alert')).toContainText('not the passphrase', UNSEALING);
  await expectAccessible(page);
  for (const label of ['Current passphrase', 'Confirm new passphrase'])
    await expect(form.getByLabel(label)).toHaveValue('');
  await change(PASSPHRASE, 'a new passphrase');
  await expect(form).toHaveCount(0, UNSEALING);

  await restart();
  await openDesk(page, shell.address);
  await openSettings(page);
  await page.getByRole('button', { name: 'Enter passphrase…' }).click();
  const sealed = page.getByRole('form', { name: 'Sealed file' });
  await sealed.getByLabel('Passphrase').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(sealed.getByRole('alert')).toContainText('does not open', UNSEALING);
  await sealed.getByLabel('Passphrase').fill('a new passphrase');
  await page.keyboard.press('Enter');
  await expect(sealed).toHaveCount(0, UNSEALING);
});

test('the desk is locked with a passphrase, and opened with nothing else', async ({ page }) => {
  test.skip(!IS_LINUX, ONLY_LINUX);
  await openDesk(page, shell.address);
  await openSettings(page, 'Lock');
  const form = page.getByRole('form', { name: 'Lock' });
  await form.getByLabel('New passphrase', { exact: true }).fill('open sesame');
  await form.getByLabel('Confirm new passphrase').fill('open sesam');
  await form.getByRole('button', { name: 'Set passphrase' }).click();
  await expect(form.getByRole('alert')).toContainText('do not match');
  await form.getByLabel('New passphrase', { exact: true }).fill('open sesame');
  await form.getByLabel('Confirm new passphrase').fill('open sesame');
  await pick(form.getByLabel('Lock after'), '15 minutes');
  await form.getByRole('button', { name: 'Set passphrase' }).click();
  await expect(form).toContainText('look for “Set a passphrase for the lock?” and answer there');
  await shell.type(/Set a passphrase for the lock\?.*to set: /s, 'yes');
  await expect(form.getByRole('button', { name: 'Save' })).toBeVisible();
  await takePictures(page, 'lock-settings');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Lock now' }).click();
  await expect(page.getByRole('heading', { name: 'Ballast is locked' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Ballast is locked' })).toBeVisible();
  await page.getByLabel('Passphrase').fill('open barley');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('not the passphrase');
  const release = await holdCall(page, 'lock.unlock');
  await page.getByLabel('Passphrase').fill('open sesame');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeDisabled();
  await expect(page.getByLabel('Passphrase')).toHaveValue('');
  await release();
  await expect(page.getByRole('main', { name: 'Settings' })).toBeVisible();

  await openSettings(page, 'Lock');
  await expect(form.getByLabel('Lock after')).toHaveText('15 minutes');
  await form.getByLabel('Current passphrase').fill('open sesame');
  await form.getByRole('button', { name: 'Remove passphrase' }).click();
  await shell.type(/Remove the lock\?.*to remove: /s, 'yes');
  await expect(form.getByRole('button', { name: 'Set passphrase' })).toBeVisible();
});

test('a live account is refused without --allow-live', async ({ page }) => {
  await openDesk(page, shell.address);
  await openSettings(page);
  await describeAccount(page, {
    label: 'Real money',
    hosts: paper.hosts,
    meaning: 'live',
    home: /^Memory/,
  });
  await typeKey(formOf(page), paper.key);
  await formOf(page).getByRole('button', { name: 'Check and save' }).click();
  await expect(formOf(page).getByRole('alert')).toContainText('--allow-live');
  await expect(rowOf(page, 'Real money')).toHaveCount(0);
});

test('a forgotten key closes the account, calmly; removing it says what is lost', async ({
  page,
}) => {
  test.skip(!IS_LINUX, ONLY_LINUX);
  await openDesk(page, shell.address);
  await openSettings(page);
  const tell = await holdCall(page, 'accounts.losses');
  await act(page, LABEL, 'Remove…');
  const dialog = page.getByRole('dialog', { name: `Remove ${LABEL}` });
  const losses = dialog.getByRole('list', { name: 'What will be lost' });
  // What is not told yet cannot be agreed to, and nothing moves under the pointer once it is.
  await expect(dialog).toContainText('Checking what would be lost');
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
  await tell();
  await expect(losses).toContainText('Its key is deleted from the sealed file.');
  await expect(losses).toContainText('1 open order stays open at the broker');
  await expect(dialog.getByRole('button', { name: 'Remove account' })).toBeDisabled();
  await takePictures(page, 'remove-account');
  await dialog.getByRole('button', { name: 'Back' }).click();

  await act(page, LABEL, 'Forget key…');
  await page
    .getByRole('dialog', { name: `Forget the key of ${LABEL}` })
    .getByRole('button', { name: 'Forget key' })
    .click();
  await expect(rowOf(page, LABEL)).toContainText('Key not on this computer');
  await rowOf(page, LABEL).getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { name: `${LABEL} is not open` })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Its key is not on this computer.');
  await page.getByRole('button', { name: 'Enter key…' }).click();
  const entering = page.getByRole('dialog', { name: `Enter the key of ${LABEL}` });
  await expect(entering.getByRole('form', { name: 'Enter key' })).toBeVisible();
  await entering.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await expect(page).toHaveTitle(/^PRACTICE/);

  await act(page, LABEL, 'Remove…');
  await dialog.getByRole('checkbox', { name: 'I understand that this will be lost' }).check();
  await dialog.getByRole('button', { name: 'Remove account' }).click();
  await expect(dialog).toContainText('look for “Remove this account and its journal?”');
  await shell.type(/Remove this account and its journal\?.*to remove: /s, 'no');
  await expect(dialog).toContainText('The account was not removed: it was not confirmed.');
  await expect(rowOf(page, LABEL)).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Remove account' }).click();
  await expect(dialog).toContainText('look for “Remove this account and its journal?”');
  await shell.type(/(Remove this account and its journal\?.*to remove: .*){2}/s, 'yes');
  await expect(rowOf(page, LABEL)).toHaveCount(0);
  expect(await ordersAt(paper)).toHaveLength(1);
});

test('with --allow-live it has its own color and title, and is armed by nobody but main', async ({
  page,
}) => {
  await restart(['--allow-live'], false);
  const connected = await connectLive(page, shell.address, paper);
  await expect(rowOf(page, 'Real money')).toContainText('Not armed: no order goes through.');
  await takePictures(page, 'live-connected');
  await connected.getByRole('button', { name: 'Open on the desk' }).click();
  await expect(page).toHaveTitle('LIVE · Real money · Ballast');
  const button = ticketOf(page).getByRole('button', { name: 'Review order · LIVE' });
  await expect(button).toBeDisabled();
  await expect(ticketOf(page)).toContainText('This live account is not armed.');
  await takePictures(page, 'live-desk');
  // This start has no terminal, so nobody can type the number, and the page cannot either.
  await ticketOf(page).getByRole('button', { name: 'Arm…' }).click();
  await expect(ticketOf(page).getByRole('alert')).toContainText('The account stays disarmed');
  await expect(button).toBeDisabled();
  expect(await ordersAt(paper)).toHaveLength(1);
});

test('its number, typed in the terminal that started it, arms it; another number does not', async ({
  page,
}) => {
  test.skip(!IS_LINUX, ONLY_LINUX);
  const terminal = await startWebShell({
    folder: join(folder, 'with-terminal'),
    args: ['--allow-live'],
    hasTerminal: true,
  });
  try {
    await armInTerminal(page, terminal);
  } finally {
    expect(await terminal.stop()).toBe(0);
  }
});

async function armInTerminal(page: Page, terminal: RunningShell): Promise<void> {
  const connected = await connectLive(page, terminal.address, paper);
  await connected.getByRole('button', { name: 'Open on the desk' }).click();
  const button = ticketOf(page).getByRole('button', { name: 'Review order · LIVE' });
  const arm = ticketOf(page).getByRole('button', { name: 'Arm…' });
  await arm.click();
  await terminal.type(/Arm live account.*Account number: /s, 'PA0000000000');
  await expect(ticketOf(page).getByRole('alert')).toContainText('that is not its account number');
  await expect(button).toBeDisabled();
  await arm.click();
  await terminal.type(/PA0000000000.*Account number: /s, number);
  await expect(button).toBeEnabled();
  await expect(arm).toHaveCount(0);
}
