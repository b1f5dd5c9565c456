// A window whose account is not open: why that is, and everything that any other window would say of the rest.
import type { Page } from 'playwright/test';
import type { AccountProfile } from '#contract/accounts.ts';
import { expect, test } from '#test/component/support/component.ts';
import { fail, ok, type FakeMain } from '#test/component/support/fake-main.ts';
import { ACCOUNT_ID, PROFILE } from '#test/component/support/world.ts';
import { formOf, openSettings, typeKey } from '#test/e2e/support/accounts.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';

const CLOSED: AccountProfile = {
  accountId: '00000000-0000-4000-8000-0000000000c1',
  label: 'Swing',
  environment: 'paper',
  proof: 'key',
  keyHome: 'keychain',
  isVerified: true,
  isArmed: true,
  isOpen: false,
  unwatched: { why: 'The keychain is locked.', remedy: 'unlock-keychain' },
};
const OTHER: AccountProfile = {
  ...CLOSED,
  accountId: '00000000-0000-4000-8000-0000000000c2',
  label: 'Long term',
  keyHome: 'sealed-file',
  unwatched: { why: 'The sealed file is locked.', remedy: 'unseal' },
};

function list(main: FakeMain, ...accounts: AccountProfile[]): void {
  main.answer('accounts.list', () => ok(accounts));
  main.tell('accounts', { accounts });
}

test.beforeEach(async ({ page, main }) => {
  list(main, PROFILE, CLOSED, OTHER);
  await page.addInitScript(
    (accountId) => sessionStorage.setItem('ballast.account', accountId),
    CLOSED.accountId,
  );
});

test('says why it is not open, as main has it now', async ({ page, main, address }) => {
  main.answer('accounts.open', () => fail({ kind: 'not-allowed', message: 'It is locked.' }));
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Swing is not open' })).toBeVisible();
  const why = page.getByRole('main').getByRole('alert');
  await expect(why).toHaveText('The keychain is locked.');
  await page.getByRole('button', { name: 'Unlock keyring' }).click();
  await expect(why).toHaveText('The keychain is locked.');
  // The keyring is gone meanwhile, and what was said about it before is past.
  const gone = 'The keychain on this computer does not respond.';
  list(main, PROFILE, { ...CLOSED, unwatched: { why: gone, remedy: 'enter-key' } }, OTHER);
  await expect(why).toHaveText(gone);
  await expect(page.getByRole('button', { name: 'Enter key…' })).toBeVisible();
});

test('the practice account that rests is said to, cries of nothing and is started by choosing it', async ({
  page,
  main,
  address,
}) => {
  const resting = { ...PROFILE, isOpen: false };
  list(main, resting, { ...CLOSED, isOpen: true, unwatched: undefined });
  const opening = Promise.withResolvers<void>();
  main.answer('accounts.open', async () => {
    await opening.promise;
    return ok(PROFILE);
  });
  await page.goto(address);
  await page.getByRole('button', { name: /^Switch account/ }).click();
  const choice = page.getByRole('menuitemradio', { name: new RegExp(PROFILE.label) });
  await expect(choice).toContainText('not running');
  await expect(page.getByText('not watched')).toBeHidden();
  await choice.click();
  await expect(page.getByRole('heading', { name: `Opening ${PROFILE.label}` })).toBeVisible();
  await expect.poll(() => main.inputsOf('accounts.open')).toContainEqual({ accountId: ACCOUNT_ID });
  opening.resolve();
});

test('an account that is not open offers the practice account that rests', async ({
  page,
  main,
  address,
}) => {
  list(main, { ...PROFILE, isOpen: false }, CLOSED, OTHER);
  main.answer('accounts.open', () => fail({ kind: 'not-allowed', message: 'It is locked.' }));
  await page.goto(address);
  await page.getByRole('button', { name: `Use ${PROFILE.label}` }).click();
  await expect.poll(() => main.inputsOf('accounts.open')).toContainEqual({ accountId: ACCOUNT_ID });
});

test('a sealed file that cannot be used is the reason, and no passphrase is asked for', async ({
  page,
  main,
  address,
}) => {
  const why = 'The sealed file is damaged or cut short.';
  const damaged = { ...CLOSED, keyHome: 'sealed-file', unwatched: { why, remedy: 'enter-key' } };
  list(main, PROFILE, damaged as AccountProfile);
  await page.goto(address);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(why);
  await expect(page.getByLabel('Passphrase')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Enter key…' })).toBeVisible();
});

test.describe('its key is entered', () => {
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Enter the key of Swing' });

  test('where there is no keychain: a home that is here is chosen, and no present key spoken of', async ({
    page,
    main,
    address,
  }) => {
    const why = 'The keychain on this computer does not respond.';
    list(main, PROFILE, { ...CLOSED, unwatched: { why, remedy: 'enter-key' } });
    await page.goto(address);
    await page.getByRole('button', { name: 'Enter key…' }).click();
    await expect(dialogOf(page)).toContainText('checked with the broker before it is used');
    await expect(dialogOf(page).getByRole('radio', { name: /sealed/ })).toBeChecked();
  });

  test('that was for one run: that is chosen again, and said', async ({ page, main, address }) => {
    const unwatched = { why: 'Its key is not on this computer.', remedy: 'enter-key' } as const;
    list(main, PROFILE, { ...CLOSED, keyHome: 'none', wasForOneRun: true, unwatched });
    await page.goto(address);
    await page.getByRole('button', { name: 'Enter key…' }).click();
    await expect(dialogOf(page)).toContainText('The last key was kept for that run only.');
    await expect(dialogOf(page).getByRole('radio', { name: /^Memory/ })).toBeChecked();
  });
});

test('says where a key goes before it is typed', async ({ page, main, address }) => {
  const hosts = {
    rest: 'https://broker.example',
    data: 'https://data.alpaca.markets',
    tradeStream: 'wss://broker.example/stream',
    dataStream: 'wss://prices.example/v2/iex',
  };
  const why = 'Its key is not on this computer.';
  const restored = { ...CLOSED, hosts, keyHome: 'none', unwatched: { why, remedy: 'enter-key' } };
  list(main, PROFILE, restored as AccountProfile);
  await page.goto(address);
  await page.getByRole('button', { name: 'Enter key…' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'It is sent to broker.example, data.alpaca.markets, prices.example.',
  );
});

test('has the banner of other accounts, the alerts as they come, and the bell', async ({
  page,
  main,
  address,
}) => {
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Swing is not open' })).toBeVisible();
  const banner = page.getByRole('region', { name: 'Not watched: Long term' });
  await expect(banner).toContainText('The sealed file is locked.');
  // Of this one the page itself speaks.
  await expect(page.getByRole('region', { name: /Not watched: .*Swing/ })).toHaveCount(0);
  main.tell('alerts', {
    alertId: 'fill:1',
    kind: 'fill',
    at: Date.now(),
    title: 'Bought 7 AMZN',
    text: 'Practice account.',
    target: { accountId: ACCOUNT_ID },
    way: 'notify',
  });
  // Its account comes first, where no line is cut.
  await expect(page.getByRole('log', { name: 'Notices' })).toContainText(
    'Practice account: Bought 7 AMZN',
  );
  await expectAccessible(page);
  // And it leads to its account.
  await page.getByRole('button', { name: 'Alerts, 1 new' }).click();
  await page.getByRole('menuitem', { name: /Bought 7 AMZN/ }).click();
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Swing is not open' })).toHaveCount(0);
});

test('an alert of an account that was removed is said to lead nowhere', async ({
  page,
  main,
  address,
}) => {
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Swing is not open' })).toBeVisible();
  main.tell('visits', {
    visitId: '0b8f9d52-6f7e-4a6e-9a35-0c1a4c1f7a12',
    at: Date.now(),
    to: { place: 'target', target: { accountId: '00000000-0000-4000-8000-0000000000ff' } },
  });
  await expect(page.getByRole('log', { name: 'Notices' })).toContainText(
    'The account that alert was for has been removed.',
  );
});

test('whoever goes elsewhere while a new account is still being read stays there', async ({
  page,
  main,
  address,
}) => {
  const fresh: AccountProfile = {
    ...CLOSED,
    accountId: '00000000-0000-4000-8000-0000000000c3',
    label: 'New one',
    keyHome: 'this-run',
    accountNumber: 'PA1',
  };
  main.answer('accounts.connect', () => ok(fresh));
  await page.goto(address);
  await page.getByRole('button', { name: 'Use Practice account' }).click();
  await openSettings(page);
  await page.getByRole('button', { name: 'Connect an account' }).click();
  const form = formOf(page);
  await form.getByLabel('Account name').fill(fresh.label);
  await form.getByRole('radio', { name: /^Memory/ }).check();
  await typeKey(form, { keyId: 'PKSOMEKEY0000000001', secretKey: 'a-secret-of-a-test' });
  await form.getByRole('button', { name: 'Check and save' }).click();
  const { promise, resolve } = Promise.withResolvers<void>();
  main.answer('accounts.list', async () => {
    await promise;
    return ok([PROFILE, CLOSED, OTHER, fresh]);
  });
  const before = main.inputsOf('accounts.list').length;
  await page.getByRole('button', { name: 'Open on the desk' }).click();
  await expect.poll(() => main.inputsOf('accounts.list').length).toBe(before + 1);
  await page.getByRole('button', { name: /^Switch account/ }).click();
  await page.getByRole('menuitemradio', { name: /Swing/ }).click();
  await expect(page.getByRole('heading', { name: 'Swing is not open' })).toBeVisible();
  resolve();
  await expect(page.getByRole('region', { name: 'Not watched: New one' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Swing is not open' })).toBeVisible();
});

test('a passphrase that is being tried says so, and what was said of the last one is gone', async ({
  page,
  main,
  address,
}) => {
  main.fails('keys.unseal', { kind: 'not-allowed', message: 'It does not open the sealed file.' });
  await page.goto(address);
  await page
    .getByRole('region', { name: 'Not watched: Long term' })
    .getByRole('button', { name: 'Open the sealed file…' })
    .click();
  const form = page.getByRole('form', { name: 'Sealed file' });
  const passphrase = form.getByLabel('Passphrase', { exact: true });
  await passphrase.fill('not the right one');
  await passphrase.press('Enter');
  await expect(form).toContainText('It does not open the sealed file.');
  main.answer('keys.unseal', () => new Promise(() => undefined));
  await passphrase.fill('the right one');
  await passphrase.press('Enter');
  await expect(form.getByRole('button', { name: 'One moment…' })).toBeDisabled();
  await expect(form).not.toContainText('It does not open the sealed file.');
  await expect(passphrase).not.toBeEditable();
});
