// Where the words of lines stand over the bars: not on the legend, not on each other, and not on the newest bars.
import type { Locator, Page } from 'playwright/test';
import { randomUUID } from 'node:crypto';
import { Decimal } from '#contract/decimal.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ACCOUNT_ID, ok, type World } from '#test/component/support/world.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';

type Box = { x: number; y: number; width: number; height: number };

const figureOf = (page: Page): Locator => page.getByRole('figure', { name: 'Price chart, AAPL' });

const boxesOf = (found: Locator): Promise<Box[]> =>
  found.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return width > 0 ? [{ x, y, width, height }] : [];
    }),
  );

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width - 0.5 &&
  b.x < a.x + a.width - 0.5 &&
  a.y < b.y + b.height - 0.5 &&
  b.y < a.y + a.height - 0.5;

function fillChart(main: World): void {
  main.showDefaultLayout();
  main.answer('priceAlerts.list', () =>
    ok(
      ['190.60', '189.20'].map((price) => ({
        priceAlertId: randomUUID(),
        accountId: ACCOUNT_ID,
        symbol: 'AAPL',
        rule: { kind: 'above' as const, price: Decimal.parse(price) },
      })),
    ),
  );
  main.hold('AAPL', '4');
  const sell = { symbol: 'AAPL', side: 'sell', qty: Decimal.parse('4') };
  main.addOrder({ ...sell, limitPrice: Decimal.parse('191.10') });
  main.addOrder({ ...sell, type: 'stop', stopPrice: Decimal.parse('189.10') });
  main.addOrder({ ...sell, limitPrice: Decimal.parse('290') });
}

/** What stands over the bars, and what must stay free. */
async function placesOf(page: Page) {
  const labels = await boxesOf(
    figureOf(page).locator('.order-line:not(.away), .alert-handle:not(.away)'),
  );
  const [above] = await boxesOf(
    figureOf(page).getByRole('button', { name: 'Show Sell 4 limit 290.00 +$400.00, above' }),
  );
  const legend = await boxesOf(figureOf(page).locator('.chart-legend > div'));
  const [pane] = await boxesOf(figureOf(page).locator('canvas').first());
  if (!above || !pane) throw new Error('nothing is drawn');
  const all = [...labels, above];
  const newest = { ...pane, x: pane.x + pane.width * 0.7, width: pane.width * 0.3 };
  return {
    labels: labels.length,
    onLegend: all.filter((box) => legend.some((row) => overlap(box, row))),
    onNewest: all.filter((box) => overlap(box, newest)),
    onEachOther: all.filter((box, n) => all.slice(n + 1).some((other) => overlap(box, other))),
    outside: all.filter((box) => !overlap(box, pane) || box.y + box.height > pane.y + pane.height),
  };
}

for (const [width, height, labels] of [
  [1440, 900, 5],
  [1280, 720, 5],
  [900, 700, 2],
] as const)
  test(`words of lines leave the newest bars and the legend free at ${width} by ${height}`, async ({
    page,
    main,
    address,
  }) => {
    await page.setViewportSize({ width, height });
    fillChart(main);
    await page.goto(address);
    await expect(figureOf(page)).toContainText(/O\d+\.\d\d/);
    await expect
      .poll(async () => placesOf(page).catch(() => undefined))
      .toEqual({ labels, onLegend: [], onNewest: [], onEachOther: [], outside: [] });
    await takePictures(page, `chart-labels-${width}`);
  });
