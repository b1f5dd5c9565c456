// Every screen in windows of every size, with values as long as real ones get: one page, walked through them.
import { expect, test } from '#test/component/support/component.ts';
import { fillWorld } from '#test/component/support/full-world.ts';
import { crampedTables, cutTexts, tooHigh, tooWide } from '#test/component/support/measures.ts';
import { fill, openDesk } from '#test/e2e/support/ticket.ts';
import { chromiumLaunch } from '#test/support/chromium.ts';

// Scroll bars take room, as they do for a person.
test.use({
  launchOptions: {
    ...chromiumLaunch().launchOptions,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
});

const SIZES = [
  [900, 700],
  [1024, 700],
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const;

/** All of them are listed: a mend in one place may be one in several. */
const all = expect.configure({ soft: true });

test('nothing is cut off, scrolls as a whole or sideways, or grows absurd from 900 × 700 to 2560 × 1440', async ({
  page,
  main,
  address,
}) => {
  test.slow();
  fillWorld(main);
  await page.setViewportSize({ width: 1280, height: 720 });
  await openDesk(page, address);
  // The ticket with most of its fields.
  await fill(page, { 'Order class': 'Bracket', 'Order type': 'Limit' });
  const screens = page.getByRole('navigation', { name: 'Screens' }).getByRole('button');
  const panels = ['Orders', 'Positions', 'Fills'];
  for (const screen of await screens.all()) {
    const name = (await screen.textContent()) ?? '';
    await screen.click();
    await expect(page.getByText('Opening…')).toHaveCount(0);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      for (const panel of name === 'Desk' ? panels : ['']) {
        if (panel) await page.getByRole('tab', { name: panel, exact: true }).click();
        const where = `${name} ${panel} at ${width} × ${height}`;
        await all.poll(() => page.evaluate(cutTexts), { message: `cut off: ${where}` }).toEqual([]);
        all(await page.evaluate(tooWide), `too wide: ${where}`).toEqual([]);
        all(await page.evaluate(tooHigh), `too high: ${where}`).toEqual([]);
        all(await page.evaluate(crampedTables), `cramped: ${where}`).toEqual([]);
      }
    }
  }
});
