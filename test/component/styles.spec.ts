// How the page looks depends on what is chosen and not on where a person was before: screens bring their styles when they
// are first opened, and none of them may change another.
import type { Locator, Page } from 'playwright/test';
import { demoReplies } from '#test/component/support/apps-world.ts';
import { expect, test } from '#test/component/support/component.ts';
import { openDesk, ticketOf } from '#test/e2e/support/ticket.ts';
import { pick } from '#test/e2e/support/choice.ts';

const SCREENS = ['Account', 'Tokenization', 'Apps', 'Activity', 'Settings'];

const go = (page: Page, screen: string): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: screen, exact: true })
    .click();

/** Everything that the browser made of the style sheets for these elements and what is in them. */
const looksOf = (place: Locator): Promise<string[]> =>
  place.evaluate((root) =>
    [root, ...root.querySelectorAll('*')].map((element) => {
      const style = getComputedStyle(element);
      const said = [...style].map((name) => `${name}: ${style.getPropertyValue(name)}`);
      return `${element.tagName} ${element.className}: ${said.join('; ')}`;
    }),
  );

test('a panel that failed and a ticket look the same when every other screen was visited', async ({
  page,
  main,
  address,
}) => {
  main.showDefaultLayout();
  demoReplies(main);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route('**/ChartPanel-*.js', (route) => route.abort());
  await page.goto(address);
  const broken = page.getByRole('alert').filter({ hasText: 'The Chart panel' });
  await expect(broken).toBeVisible();
  await expect(ticketOf(page).getByRole('button', { name: 'Review order' })).toBeEnabled();
  const before = [await looksOf(broken), await looksOf(ticketOf(page))];
  for (const screen of SCREENS) {
    await go(page, screen);
    await expect(page.getByRole('main', { name: screen })).toBeVisible();
  }
  await go(page, 'Desk');
  await expect(ticketOf(page)).toBeVisible();
  await expect
    .poll(async () => [await looksOf(broken), await looksOf(ticketOf(page))])
    .toEqual(before);
});

test('rows are as high as the person chose, drawn and undrawn ones alike', async ({
  page,
  main,
  address,
}) => {
  for (let n = 0; n < 200; n++) main.addOrder({ symbol: 'AAPL' });
  await openDesk(page, address);
  const table = page.getByRole('table', { name: 'Orders' });
  const rows = table.getByRole('row').filter({ has: page.getByRole('rowheader') });
  const heights = async () => ({
    density: await page.locator('html').getAttribute('data-density'),
    head: (await table.getByRole('row').first().boundingBox())?.height,
    row: (await rows.first().boundingBox())?.height,
    table: (await table.boundingBox())?.height,
    field: (await ticketOf(page).getByLabel('Quantity').boundingBox())?.height,
  });
  await expect
    .poll(heights)
    .toEqual({ density: 'compact', head: 26, row: 26, table: 201 * 26, field: 28 });

  await go(page, 'Settings');
  await pick(page.getByLabel('Rows', { exact: true }), 'Comfortable');
  await go(page, 'Desk');
  await expect
    .poll(heights)
    .toEqual({ density: 'comfortable', head: 32, row: 32, table: 201 * 32, field: 32 });
  await expect.poll(() => main.documents.appearance.isCompact).toBe(false);

  // The last row is where the table says that it is.
  await rows.first().focus();
  await page.keyboard.press('End');
  await expect(rows.last()).toBeFocused();
  await expect(rows.last().getByRole('rowheader')).toBeInViewport({ ratio: 1 });
});

test('boxes and marks of disclosure are drawn from the tokens, and by the system where it chooses colors', async ({
  page,
  main,
  address,
}) => {
  demoReplies(main);
  main.addOrder({ symbol: 'AAPL' });
  await page.setViewportSize({ width: 2560, height: 1440 });
  await openDesk(page, address);
  const box = page.getByRole('table', { name: 'Orders' }).getByRole('checkbox');
  const looks = () =>
    box.evaluate((input) => {
      const { appearance, width, backgroundImage } = getComputedStyle(input);
      return { appearance, width, isMarked: backgroundImage !== 'none' };
    });
  expect(await looks()).toEqual({ appearance: 'none', width: '14px', isMarked: false });
  await box.click();
  expect(await looks()).toEqual({ appearance: 'none', width: '14px', isMarked: true });
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await looks()).toMatchObject({ appearance: 'auto' });
  await page.emulateMedia({ forcedColors: 'none' });

  await go(page, 'Apps');
  const summary = page.locator('summary').first();
  await expect(summary).toBeVisible();
  expect((await summary.boundingBox())!.height).toBeGreaterThanOrEqual(24);
  expect(await summary.evaluate((one) => getComputedStyle(one, '::before').borderRightStyle)).toBe(
    'solid',
  );
  await go(page, 'Settings');
  const guards = page.getByRole('region', { name: 'Guards' });
  const [place, around] = [await guards.boundingBox(), await page.getByRole('main').boundingBox()];
  expect(place!.width).toBe(1080);
  expect(Math.abs(place!.x - around!.x - (around!.width - place!.width) / 2)).toBeLessThan(12);
});
