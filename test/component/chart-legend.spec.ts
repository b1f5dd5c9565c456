// The numbers over the bars cover none of them.
import type { Page } from 'playwright/test';
import { expect, test } from '#test/component/support/component.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

const figureOf = (page: Page) => page.getByRole('figure', { name: 'Price chart, AAPL' });

/** Where the legend ends and where the highest bar begins, in pixels of the pane; bars are in the two colors of candles. */
const placesOf = (page: Page) =>
  figureOf(page).evaluate((figure) => {
    const canvas = figure.querySelector('canvas');
    const legend = figure.querySelector<HTMLElement>('.chart-legend');
    const context = canvas?.getContext('2d');
    if (!canvas || !legend || !context) throw new Error('nothing is drawn');
    const colors = new Set(
      ['--up', '--down'].map((name) => {
        const probe = figure.appendChild(document.createElement('i'));
        probe.style.color = `var(${name})`;
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color.match(/\d+/g)?.slice(0, 3).join(' ');
      }),
    );
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    const isBar = (at: number) => colors.has(data.slice(at, at + 3).join(' '));
    for (let y = 0; y < height; y++) {
      let count = 0;
      for (let x = 0; x < width; x++) if (isBar((y * width + x) * 4)) count++;
      if (count > 0)
        return {
          bar: (y * canvas.clientHeight) / height,
          legend: legend.getBoundingClientRect().bottom - canvas.getBoundingClientRect().top,
        };
    }
    return undefined;
  });

// Half of a pane is the bars' own, however low it is: the smallest desk is made lower by little.
for (const [width, height, lower] of [
  [1440, 900, 60],
  [1280, 800, 60],
  [900, 700, 20],
] as const)
  test(`the legend has room above the bars at ${width} by ${height}, in both themes`, async ({
    page,
    main,
    address,
  }) => {
    main.showDefaultLayout();
    await page.setViewportSize({ width, height });
    await openDesk(page, address);
    await expect(figureOf(page)).toContainText(/C\d+\.\d\d/);
    const isFree = async () => {
      const places = await placesOf(page);
      return places && places.bar >= places.legend;
    };
    await expect.poll(isFree).toBe(true);
    // Other options of the chart come with another theme.
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(isFree).toBe(true);
    // Studies are lines of the legend, and the room stays while the pointer goes over the bars.
    for (const name of ['SMA', 'EMA', 'Bollinger']) {
      await page.getByRole('button', { name: /^Indicators/ }).click();
      await page.getByRole('button', { name: 'Add indicator' }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
      await page.keyboard.press('Escape');
    }
    await expect(figureOf(page)).toContainText('Bollinger');
    await expect.poll(isFree).toBe(true);
    await page.setViewportSize({ width: width + 60, height: height - lower });
    await expect.poll(isFree).toBe(true);
  });
