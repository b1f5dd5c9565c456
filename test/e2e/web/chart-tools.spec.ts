// A trader's tools on a living chart: a line that stays over a reload and in a second window, a measure, an alert that
// fires, studies, and the hours of the market.
import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { pick } from '#test/e2e/support/choice.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'chart-tools' });
test.describe.configure({ timeout: 180_000 });

const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Price of AAPL' });
const figureOf = (page: Page): Locator => page.getByRole('figure', { name: 'Price chart, AAPL' });
const chartOf = (page: Page): Locator => figureOf(page).getByRole('group', { name: /^Chart/ });
const tool = (page: Page, name: string): Locator =>
  panelOf(page).getByRole('button', { name, exact: true });

async function openDesk(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
  await expect(figureOf(page)).toContainText(/O\d+\.\d\d/, { timeout: 30_000 });
}

async function draw(page: Page, name: string, points: readonly [number, number][]): Promise<void> {
  await tool(page, 'Draw').click();
  await page.getByRole('menuitem', { name }).click();
  // The tool is in hand once the list is gone.
  await expect(figureOf(page).getByRole('status', { name: 'Drawing' })).toContainText(name);
  const box = await chartOf(page).boundingBox();
  if (!box) throw new Error('the chart has no place');
  for (const [x, y] of points)
    await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
  const done = figureOf(page).getByRole('status', { name: 'Done on the chart' });
  await expect(done).toContainText(new RegExp(`^${name}, .* drawn\\.`));
}

async function listed(page: Page): Promise<string[]> {
  await tool(page, 'Draw').click();
  await page.getByRole('menuitem', { name: 'Drawings…' }).click();
  const list = page.getByRole('list', { name: 'Drawings on AAPL' });
  await expect(list).toBeVisible();
  const names = await list.getByRole('button', { name: /^Go to/ }).allInnerTexts();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  return names;
}

test('what is drawn stays, in another window and over a reload', async ({
  page,
  context,
  shell,
}) => {
  await openDesk(page, shell.address);
  await draw(page, 'Horizontal line', [[0.3, 0.3]]);
  await draw(page, 'Trend line', [
    [0.15, 0.6],
    // To the right of the newest bar.
    [0.88, 0.25],
  ]);
  await draw(page, 'Rectangle', [
    [0.55, 0.35],
    [0.75, 0.5],
  ]);
  await draw(page, 'Measure', [
    [0.2, 0.7],
    [0.45, 0.45],
  ]);
  const names = await listed(page);
  expect(names.map((name) => name.split(',')[0])).toEqual([
    'Measure',
    'Rectangle',
    'Trend line',
    'Horizontal line',
  ]);
  for (const name of ['Bollinger', 'VWAP', 'RSI', 'MACD']) {
    await panelOf(page)
      .getByRole('button', { name: /^Indicators/ })
      .click();
    await page.getByRole('button', { name: 'Add indicator' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(figureOf(page)).toContainText(new RegExp(`${name}[^]*\\d`));
  }
  await pick(panelOf(page).getByRole('combobox', { name: 'Timeframe' }), '15 minutes');
  // The practice market has no sessions to tell apart: it is open day and night.
  await expect(page.getByRole('status', { name: 'Market session' })).toHaveText(
    'Open around the clock',
  );
  await expect(figureOf(page)).toContainText(/New York\s*(forming|O)/, { timeout: 30_000 });
  await expect(figureOf(page)).not.toContainText('Regular hours');
  await takePictures(page, 'chart-tools');

  const other = await context.newPage();
  await openDesk(other, shell.address);
  expect(await listed(other)).toEqual(names);
  await draw(other, 'Ray', [
    [0.2, 0.4],
    [0.4, 0.3],
  ]);
  await expect.poll(async () => (await listed(page)).length).toBe(5);
  await other.close();

  await page.reload();
  await expect(figureOf(page)).toContainText(/O\d+\.\d\d/, { timeout: 30_000 });
  expect((await listed(page)).length).toBe(5);
  await tool(page, 'Show as table').click();
  const twin = page.getByRole('table', { name: 'Drawings on AAPL' });
  await expect(twin.getByRole('row')).toHaveCount(6);
  await expectAccessible(page, '[aria-label^="Price of "]');
});

test('an alert on the chart fires, says so, and is set again by moving it', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  const alerts = figureOf(page).getByRole('slider', { name: /^Alert at/ });
  const fired = figureOf(page).getByRole('slider', { name: /, triggered/ });
  const menu = page.getByRole('dialog', { name: 'Alerts on the chart' });
  // A tick to either side of the price of now, which lives: one of them is reached, now or at the next try.
  await expect(async () => {
    await panelOf(page)
      .getByRole('button', { name: /^Price alerts/ })
      .click();
    const field = menu.getByRole('textbox', { name: 'Alert at' });
    const price = Number(await field.inputValue());
    for (const level of [price + 0.01, price - 0.01]) {
      await field.fill(level.toFixed(2));
      await menu.getByRole('button', { name: 'Set alert' }).click();
    }
    await expectAccessible(page, '[aria-label="Alerts on the chart"]');
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(fired.first()).toBeAttached({ timeout: 10_000 });
  }).toPass({ timeout: 90_000 });
  await takePictures(page, 'chart-alerts');
  // By keyboard: moved, it waits again.
  const count = await alerts.count();
  const name = (await fired.first().getAttribute('aria-label')) ?? '';
  const moving = figureOf(page).getByRole('slider', { name, exact: true });
  await moving.focus();
  for (let n = 0; n < 20; n++) await page.keyboard.press('PageUp');
  await page.keyboard.press('Enter');
  await expect(moving).toHaveCount(0);
  await expect(alerts).toHaveCount(count);
});
