// The lock screen: the wait after wrong passphrases counts down, and what was typed meanwhile stays.
import { expect, test } from '#test/component/support/component.ts';
import { DESK, fail } from '#test/component/support/world.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';

const LOCKED = { ...DESK, isLocked: true, canLock: true };

test('a wait counts down to the next try, and says nothing of it afterwards', async ({
  page,
  main,
  address,
}) => {
  main.tell('desk', LOCKED);
  main.answer('lock.unlock', () => {
    main.tell('desk', { ...LOCKED, waitMs: 60_000 });
    return fail({ kind: 'not-allowed', message: 'That is not the passphrase of the lock.' });
  });
  await page.goto(address);
  await expect(page.getByRole('main')).toContainText('What was confirmed before goes on');
  await page.getByLabel('Passphrase').fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Wait \d\d s$/ })).toBeVisible();
  await expect(page.getByRole('alert').first()).toContainText('That is not the passphrase');
  await expectAccessible(page);
  await takePictures(page, 'lock-wait');
  await page.getByLabel('Passphrase').fill('right one');
  await page.keyboard.press('Enter');
  main.tell('desk', { ...LOCKED, waitMs: 3_000 });
  await expect(page.getByRole('button', { name: /^Wait \d s$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible();
  await expect(page.getByText('That is not the passphrase')).toHaveCount(0);
  await expect(page.getByLabel('Passphrase')).toHaveValue('right one');
  expect(main.inputsOf('lock.unlock')).toHaveLength(1);
  await page.keyboard.press('Enter');
  await expect.poll(() => main.inputsOf('lock.unlock').length).toBe(2);
});

test('a date that is set makes the wait neither longer nor shorter', async ({
  page,
  main,
  address,
}) => {
  await page.clock.install({ time: new Date('2026-11-17T15:00:00Z') });
  main.tell('desk', { ...LOCKED, waitMs: 30_000 });
  await page.goto(address);
  const wait = page.getByRole('button', { name: /^Wait \d+ s$/ });
  await expect(wait).toHaveText(/^Wait (29|30) s$/);
  for (const time of ['2026-11-17T14:00:00Z', '2026-11-17T16:00:00Z']) {
    await page.clock.setSystemTime(new Date(time));
    await page.clock.runFor(1_000);
    await expect(wait).toHaveText(/^Wait 2\d s$/);
  }
  await page.clock.runFor(30_000);
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible();
});

test('a desk that is opened during the wait counts it too', async ({ page, main, address }) => {
  main.tell('desk', { ...LOCKED, waitMs: 60_000 });
  await page.goto(address);
  await expect(page.getByRole('button', { name: /^Wait \d+ s$/ })).toBeVisible();
  await expect(page.getByText('Too many wrong passphrases.')).toBeVisible();
});
