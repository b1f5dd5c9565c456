// New versions as the settings tell them: looked for, saved and verified here, and installed by the person.
import type { Page } from 'playwright/test';
import { fail } from '#contract/failure.ts';
import type { UpdateState } from '#contract/updates.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ok } from '#test/component/support/fake-main.ts';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

const NAME = 'ballast_0.2.0_amd64.deb';
const FILE = { kind: 'deb' as const, name: NAME, size: 100_000_000 };
const ON: UpdateState = { version: '0.1.0', feed: 'on', isLooking: false };
const FOUND: UpdateState = {
  ...ON,
  lastLookAt: Date.now(),
  found: {
    version: '0.2.0',
    publishedAt: '2026-11-19T12:00:00.000Z',
    notes: '<b>Better</b> charts.\nFewer words.',
    file: FILE,
  },
};
const SAVED = { ...FILE, version: '0.2.0', sha256: 'ab'.repeat(32) };

const openSettings = (page: Page) =>
  page.getByRole('navigation', { name: 'Screens' }).getByText('Settings').click();
const about = (page: Page) =>
  page.getByRole('main', { name: 'Settings' }).getByRole('region', { name: 'About', exact: true });

test('a copy without a feed says how new versions come', async ({ page, address }) => {
  await openDesk(page, address);
  await openSettings(page);
  await expect(about(page)).toContainText('This copy follows no update feed.');
  await expect(about(page).getByRole('button', { name: 'Look now' })).toHaveCount(0);
});

for (const [feed, why] of [
  [
    'off',
    'its data folder, or the file updates.json in it, cannot be used, and what was read could not be remembered',
  ],
  ['broken', 'the address or the keys of its update feed cannot be used'],
] as const)
  test(`a copy whose feed is ${feed} says why it does not look`, async ({
    page,
    main,
    address,
  }) => {
    main.tell('updates', { ...ON, feed });
    await openDesk(page, address);
    await openSettings(page);
    await expect(about(page)).toContainText(why);
    await expect(about(page).getByRole('button', { name: 'Look now' })).toHaveCount(0);
  });

test('what a look told is told as of that look, and a failed one as failed', async ({
  page,
  main,
  address,
}) => {
  const why = 'The update feed could not be read: it answered 404.';
  main.tell('updates', ON);
  await openDesk(page, address);
  await openSettings(page);
  const said = about(page).getByRole('status').filter({ hasText: /\S/ });
  await expect(said).toHaveText('Not looked for yet.');
  main.tell('updates', { ...ON, refused: { at: Date.now(), why } });
  await expect(said).toHaveText(/^The last look failed, .+\d.*\.$/);
  await expect(about(page).getByRole('alert')).toContainText(why);
  await expect(about(page)).not.toContainText('Last look:');
  const lastLookAt = Date.now();
  main.tell('updates', { ...ON, lastLookAt });
  await expect(said).toHaveText('This was the newest version at the last look.');
  await expect(about(page)).toContainText('Last look:');
  main.tell('updates', { ...ON, lastLookAt, refused: { at: Date.now(), why } });
  await expect(said).toHaveText(/^The last look failed, /);
  await expect(about(page)).toContainText('Last look that succeeded:');
});

test('a new version is told, saved, verified, and left to the person', async ({
  page,
  main,
  address,
}) => {
  let answer = () => undefined as void;
  main.tell('updates', ON);
  main.answer('updates.look', () => {
    main.tell('updates', FOUND);
    return ok(null);
  });
  main.answer('updates.fetch', async () => {
    await new Promise<void>((resolve) => (answer = resolve));
    return ok({ path: '/saved/a new one.deb' });
  });
  main.answer('updates.showFolder', () => ok(null));
  await openDesk(page, address);
  await openSettings(page);
  await expect(about(page)).toContainText('Not looked for yet.');
  await about(page).getByRole('button', { name: 'Look now' }).click();
  await expect(about(page)).toContainText('Ballast 0.2.0 is available, published 2026-11-19.');
  await expect(about(page)).toContainText('<b>Better</b> charts.');
  await expect(page.getByText('Ballast 0.2.0 is available. See About')).toBeVisible();
  const save = about(page).getByRole('button', { name: 'Save and verify…' });
  await save.click();
  await expect(about(page)).toContainText('look for “Where should the new version be saved?”');
  main.tell('updates', { ...FOUND, file: { ...SAVED, state: 'saving', done: 42_000_000 } });
  await expect(about(page)).toContainText('42%');
  await about(page).getByRole('button', { name: 'Cancel saving' }).scrollIntoViewIfNeeded();
  await expectAccessibleInBoth(page, 'settings-update-saving');
  const path = '/saved/a new one.deb';
  main.tell('updates', {
    ...FOUND,
    file: { ...SAVED, state: 'verified', done: SAVED.size, path },
  });
  answer();
  await expect(about(page)).toContainText(`Verified: ${path} is Ballast 0.2.0 as it was signed.`);
  await expect(about(page)).toContainText('Quit Ballast and install it yourself.');
  await expect(about(page)).toContainText(`sudo apt install '${path}'`);
  await about(page).getByRole('button', { name: 'Show its folder' }).click();
  await expect.poll(() => main.inputsOf('updates.showFolder')).toEqual([{}]);
  await expectAccessibleInBoth(page, 'settings-update-verified');
});

test('what was refused is told with its reason, and so is a file that is another', async ({
  page,
  main,
  address,
}) => {
  const why = 'The update feed is older than one that was read here before.';
  const other = 'It is not the file that was signed, and was deleted.';
  main.tell('updates', { ...FOUND, refused: { at: Date.now(), why } });
  main.answer('updates.cancel', () => ok(null));
  main.answer('updates.fetch', () => {
    main.tell('updates', { ...FOUND, file: { ...SAVED, state: 'failed', done: 0, why: other } });
    return fail({ kind: 'not-allowed', message: other });
  });
  await openDesk(page, address);
  await openSettings(page);
  await expect(about(page).getByRole('alert')).toContainText(why);
  await about(page).getByRole('button', { name: 'Save and verify…' }).click();
  await expect(about(page).getByText(other)).toHaveCount(1);
  await about(page).getByText(other).scrollIntoViewIfNeeded();
  await expectAccessibleInBoth(page, 'settings-update-refused');
});
