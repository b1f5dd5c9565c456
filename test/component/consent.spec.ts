// The card on which a person decides, while the world goes on: further links come, and what is held changes.
import type { Page } from 'playwright/test';
import { demoReplies } from '#test/component/support/apps-world.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ok } from '#test/component/support/world.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

const card = (page: Page) => page.getByRole('main', { name: 'Authorize application' });
const button = (page: Page, name: string) => card(page).getByRole('button', { name });

/** A link as the shell hands it over. */
const openLink = (page: Page, link: string): Promise<void> =>
  page.evaluate((text) => {
    window.location.hash = `link=${encodeURIComponent(text)}`;
  }, link);

test.beforeEach(async ({ page, main, address }) => {
  demoReplies(main);
  main.hold('AAPL', '4');
  await openDesk(page, address);
  await openLink(page, 'ballast://first');
  await expect(button(page, 'Allow')).toBeEnabled();
});

test('a second link waits until the first is decided and handed over', async ({ page, main }) => {
  await openLink(page, 'ballast://second');
  await expect(card(page)).toContainText('Another link was opened.');
  await openLink(page, 'ballast://third');
  await takePictures(page, 'consent-another-waits');
  const links = () => main.inputsOf('oauth.readLink').map(({ link }) => link);
  expect(links()).toEqual(['ballast://first']);
  await button(page, 'Allow').click();
  await expect(button(page, 'Open in browser')).toBeEnabled();
  expect(links()).toEqual(['ballast://first']);
  await button(page, 'Done').click();
  await expect(button(page, 'Allow')).toBeEnabled();
  expect(links()).toEqual(['ballast://first', 'ballast://third']);
  await expect(card(page)).not.toContainText('Another link was opened.');
});

test('figures that are no longer true say so, and can be read again', async ({ page, main }) => {
  const note = card(page).getByText('Your positions have changed since this was read.');
  await expect(note).toHaveCount(0);
  main.hold('MSFT', '100');
  await expect(note).toBeVisible();
  await takePictures(page, 'consent-changed');
  const before = main.inputsOf('oauth.prepare').length;
  await button(page, 'Refresh').click();
  await expect.poll(() => main.inputsOf('oauth.prepare').length).toBe(before + 1);
});

test('an answer is in sight with its buttons, in a low window too', async ({ page }) => {
  await page.setViewportSize({ width: 1_000, height: 420 });
  await button(page, 'Allow').click();
  await expect(button(page, 'Open in browser')).toBeInViewport({ ratio: 1 });
  await expect(card(page).getByRole('heading', { name: 'You allowed' })).toBeFocused();
});

test('an answer that was opened cannot be copied any more, and the page says the last of both', async ({
  page,
  context,
  main,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  main.answer('oauth.openAnswer', () => ok(null));
  await button(page, 'Allow').click();
  await button(page, 'Copy address').click();
  const said = card(page)
    .getByRole('status')
    .filter({ hasText: /Copied|Sent/ });
  await expect(said).toHaveText('Copied.');
  await button(page, 'Open in browser').click();
  await expect(said).toHaveText('Sent to your browser.');
  await expect(button(page, 'Copy address')).toBeDisabled();
});

test('what an application says of itself is marked as its own words', async ({ page }) => {
  const words = card(page).getByRole('figure', { name: 'In its own words, not verified:' });
  await expect(words.getByRole('blockquote')).toHaveText('Shows how it goes.');
});
