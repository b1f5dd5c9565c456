// The lock screen: the wait after wrong passphrases counts down, and what was typed meanwhile stays.
import { expect, test } from '#test/component/support/component.ts';
import { DESK, fail, ok, PROFILE } from '#test/component/support/world.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';

const LOCKED = { ...DESK, isLocked: true, canLock: true };

test('a wait counts down to the next try, and says nothing of it afterwards', async ({
  page,
  main,
  address,
}) => {
  await page.clock.install();
  main.tell('desk', LOCKED);
  main.answer('lock.unlock', () => {
    main.tell('desk', { ...LOCKED, waitMs: 60_000 });
    return fail({ kind: 'not-allowed', message: 'That is not the passphrase for the lock.' });
  });
  await page.goto(address);
  await expect(page.getByRole('main')).toContainText(
    'Ballast still finishes what you already confirmed',
  );
  // A column in the middle, not a line across the window.
  const words = await page
    .getByText('Ballast still finishes what you already confirmed')
    .boundingBox();
  expect(words?.width).toBeLessThanOrEqual(480);
  expect(words?.x).toBeGreaterThan(400);
  await page.getByLabel('Passphrase').fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Wait \d\d s$/ })).toBeVisible();
  await expect(page.getByRole('alert').first()).toContainText('That is not the passphrase');
  await expectAccessible(page);
  await takePictures(page, 'lock-wait');
  await page.getByLabel('Passphrase').fill('right one');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').first()).toContainText(
    'Your passphrase was not checked yet.',
  );
  main.tell('desk', { ...LOCKED, waitMs: 9_000 });
  await expect(page.getByRole('button', { name: /^Wait \d s$/ })).toBeVisible();
  await page.clock.runFor(9_000);
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
  await expect(wait).toHaveText(/^Wait (2\d|30) s$/);
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

test.describe('an account that the start opened, and no click', () => {
  const SECOND = {
    ...PROFILE,
    accountId: '00000000-0000-4000-8000-0000000000d2',
    label: 'Second',
  };
  test.beforeEach(({ main }) => {
    main.answer('accounts.list', () => ok([PROFILE, SECOND]));
    main.tell('accounts', { accounts: [PROFILE, SECOND] });
    // Main tells it once, as it does to a browser.
    let isTold = false;
    main.answer('places.first', () => {
      if (isTold) return ok(null);
      isTold = true;
      return ok({ accountId: SECOND.accountId, screen: 'activity' });
    });
  });

  test('stays in front over the lock and over a reload, with its screen', async ({
    page,
    main,
    address,
  }) => {
    await page.goto(address);
    const title = 'PRACTICE · Second · Ballast';
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('main', { name: 'Activity' })).toBeVisible();
    main.tell('desk', LOCKED);
    await expect(page.getByLabel('Passphrase')).toBeVisible();
    main.tell('desk', { ...LOCKED, isLocked: false });
    await expect(page.getByRole('main', { name: 'Activity' })).toBeVisible();
    await expect(page).toHaveTitle(title);
    await page.reload();
    await expect(page.getByRole('main', { name: 'Activity' })).toBeVisible();
    await expect(page).toHaveTitle(title);
  });

  test('comes to the front when a start that was locked is unlocked', async ({
    page,
    main,
    address,
  }) => {
    const locked = { kind: 'not-allowed', message: 'The desk is locked.' } as const;
    main.tell('desk', LOCKED);
    main.fails('accounts.list', locked);
    main.fails('places.first', locked);
    await page.goto(address);
    await expect(page.getByLabel('Passphrase')).toBeVisible();
    main.answer('accounts.list', () => ok([PROFILE, SECOND]));
    main.answer('places.first', () => ok({ accountId: SECOND.accountId, screen: 'activity' }));
    main.tell('desk', { ...LOCKED, isLocked: false });
    await expect(page.getByRole('main', { name: 'Activity' })).toBeVisible();
    await expect(page).toHaveTitle('PRACTICE · Second · Ballast');
  });
});
