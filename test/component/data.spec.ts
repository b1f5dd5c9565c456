// Backup, restore and reset as the settings offer them. Where, and whether, is asked by main.
import type { Page } from 'playwright/test';
import { fail } from '#contract/failure.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ok } from '#test/component/support/fake-main.ts';
import { DESK } from '#test/component/support/world.ts';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

const openSettings = (page: Page) =>
  page.getByRole('navigation', { name: 'Screens' }).getByText('Settings').click();
const data = (page: Page) =>
  page.getByRole('main', { name: 'Settings' }).getByRole('region', { name: 'Data', exact: true });

test('a backup says where it went, and where main asks for that', async ({
  page,
  main,
  address,
}) => {
  let answer = () => undefined as void;
  main.answer('data.backUp', async () => {
    await new Promise<void>((resolve) => (answer = resolve));
    return ok({ path: '/elsewhere/ballast.ballast', note: 'It lacks March 2019.' });
  });
  await openDesk(page, address);
  await openSettings(page);
  const button = data(page).getByRole('button', { name: 'Back up…' });
  await button.click();
  await expect(button).toBeDisabled();
  await expect(data(page)).toContainText('look for “Where should the backup be saved?”');
  answer();
  await expect(
    data(page).getByText('Saved to /elsewhere/ballast.ballast. It lacks March 2019.'),
  ).toBeVisible();
  await button.scrollIntoViewIfNeeded();
  await expectAccessibleInBoth(page, 'settings-backup');
});

test('a backup says how far it is and can be canceled; what a restore agreed to cannot', async ({
  page,
  main,
  address,
}) => {
  let answer = () => undefined as void;
  const late = async () => {
    await new Promise<void>((resolve) => (answer = resolve));
    return ok({ path: null });
  };
  main.answer('data.backUp', late);
  main.answer('data.restore', late);
  main.answer('data.cancel', () => {
    answer();
    return ok(null);
  });
  const tell = (kind: 'backup' | 'restore', percent: number, canCancel: boolean) =>
    main.tell('desk', { ...DESK, dataWork: { kind, percent, canCancel } });
  await openDesk(page, address);
  await openSettings(page);
  await data(page).getByRole('button', { name: 'Back up…' }).click();
  tell('backup', 42, true);
  await expect(data(page).getByText('Backing up. 42%')).toBeVisible();
  await data(page).getByRole('button', { name: 'Cancel: Backing up' }).scrollIntoViewIfNeeded();
  await expectAccessibleInBoth(page, 'settings-backup-progress');
  await data(page).getByRole('button', { name: 'Cancel: Backing up' }).click();
  await expect(data(page).getByText('Nothing was saved.')).toBeVisible();
  await expect(data(page)).not.toContainText('42%');

  await data(page).getByRole('button', { name: 'Restore…' }).click();
  tell('restore', 7, false);
  await expect(data(page)).toContainText('7%');
  await expect(data(page).getByRole('button', { name: /^Cancel/ })).toHaveCount(0);
});

test('a file that is not fit is told in words, and a restore ends Ballast', async ({
  page,
  main,
  address,
}) => {
  const message = '/a/file is not a Ballast backup. Nothing was changed.';
  main.answer('data.restore', () => fail({ kind: 'not-allowed', message }));
  await openDesk(page, address);
  await openSettings(page);
  const button = data(page).getByRole('button', { name: 'Restore…' });
  await button.click();
  await expect(data(page).getByRole('alert')).toContainText(message);
  main.answer('data.restore', () => ok({ path: null }));
  await button.click();
  await expect(data(page).getByText('Nothing was changed.', { exact: true })).toBeVisible();
  main.answer('data.restore', () => ok({ path: '/a/file' }));
  await button.click();
  await expect(data(page).getByText('Ballast is closing. Start it again.')).toBeVisible();
});

test('after a reset of the settings every screen reads them anew', async ({
  page,
  main,
  address,
}) => {
  main.answer('data.resetSettings', () => ok(null));
  main.answer('data.resetPractice', () => ok(null));
  await openDesk(page, address);
  await openSettings(page);
  await data(page).getByRole('button', { name: 'Reset the practice account…' }).click();
  await expect(data(page).getByText('Ballast is closing. Start it again.')).toBeVisible();
  const reads = main.inputsOf('ui.get').length;
  await data(page).getByRole('button', { name: 'Reset the settings…' }).click();
  await expect.poll(() => main.inputsOf('ui.get').length).toBeGreaterThan(reads);
});
