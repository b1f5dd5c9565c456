// Drawings, alerts, hours and studies on the chart, with bars that are played.
import type { Locator, Page } from 'playwright/test';
import { randomUUID } from 'node:crypto';
import type { PriceAlert } from '#contract/alerts.ts';
import { Decimal } from '#contract/decimal.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ACCOUNT_ID, ok, type World } from '#test/component/support/world.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { pick } from '#test/e2e/support/choice.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';

test.beforeEach(({ main }) => {
  main.showDefaultLayout();
  playAlerts(main);
});

const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Price of AAPL' });
const figureOf = (page: Page): Locator => page.getByRole('figure', { name: 'Price chart, AAPL' });
const chartOf = (page: Page): Locator => figureOf(page).getByRole('group', { name: /^Chart/ });
const tool = (page: Page, name: string | RegExp): Locator =>
  panelOf(page).getByRole('button', { name });
/** As the tables write it. */
const written = (price = 0): string => price.toFixed(4).replace(/0{1,2}$/, '');
const drawn = (main: World) => main.documents.drawings.symbols['AAPL'] ?? [];

/** The alerts as main keeps them. */
function playAlerts(main: World): PriceAlert[] {
  const alerts: PriceAlert[] = [];
  main.answer('priceAlerts.list', () => ok([...alerts]));
  main.answer('priceAlerts.add', ({ accountId, symbol, rule }) => {
    if (rule.kind === 'move') throw new Error('a chart asks for prices');
    alerts.push({ priceAlertId: randomUUID(), accountId, symbol, rule });
    return ok([...alerts]);
  });
  main.answer('priceAlerts.remove', ({ priceAlertId }) => {
    const at = alerts.findIndex((alert) => alert.priceAlertId === priceAlertId);
    if (at !== -1) alerts.splice(at, 1);
    return ok([...alerts]);
  });
  return alerts;
}

async function openDesk(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
  await expect(figureOf(page)).toContainText(/O\d+\.\d\d/);
}

async function boxOf(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await chartOf(page).boundingBox();
  if (!box) throw new Error('the chart has no place');
  return box;
}

async function take(page: Page, name: string): Promise<void> {
  await tool(page, 'Draw').click();
  await page.getByRole('menuitem', { name }).click();
  await expect(figureOf(page).getByRole('status', { name: 'Drawing' })).toContainText(name);
}

/** How many colors the ground has, along the lower edge of the bars. */
const colorsOf = (page: Page): Promise<number> =>
  chartOf(page).evaluate((host) => {
    const canvas = host.querySelector('canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return 0;
    const row = Math.floor(canvas.height * 0.98);
    const { data } = context.getImageData(0, row, canvas.width, 1);
    const colors = new Set<string>();
    for (let at = 0; at < data.length; at += 4) colors.add(data.slice(at, at + 3).join());
    return colors.size;
  });

async function listDrawings(page: Page): Promise<void> {
  await tool(page, 'Draw').click();
  await page.getByRole('menuitem', { name: 'Drawings…' }).click();
}

test('a drawing is made, moved, removed and taken back by pointer and keys', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  const { x, y } = await boxOf(page);
  await take(page, 'Trend line');
  await page.mouse.click(x + 100, y + 150);
  await page.mouse.click(x + 260, y + 100);
  await expect.poll(() => drawn(main).length).toBe(1);
  const made = drawn(main)[0];
  expect(made).toMatchObject({ kind: 'trend' });
  // The tool is put away: the next press is the chart's again.
  await expect(figureOf(page).getByRole('status', { name: 'Drawing' })).toHaveCount(0);
  // Its body takes both ends along, an end goes alone.
  await page.mouse.move(x + 180, y + 125);
  await page.mouse.down();
  await page.mouse.move(x + 200, y + 165, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => drawn(main)[0]?.points[0]?.price).not.toBe(made?.points[0]?.price);
  const [moved] = drawn(main);
  const fall = (n: number) => (made?.points[n]?.price ?? 0) - (moved?.points[n]?.price ?? 0);
  expect(fall(0)).toBeGreaterThan(0);
  expect(Math.abs(fall(0) - fall(1))).toBeLessThan(0.02);
  await page.mouse.move(x + 280, y + 140);
  await page.mouse.down();
  await page.mouse.move(x + 300, y + 60, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => drawn(main)[0]?.points[1]?.price).not.toBe(moved?.points[1]?.price);
  expect(drawn(main)[0]?.points[0]).toEqual(moved?.points[0]);
  await page.keyboard.press('Delete');
  await expect.poll(() => drawn(main)).toEqual([]);
  for (let n = 0; n < 3; n++) await page.keyboard.press('Control+z');
  await expect.poll(() => drawn(main)).toEqual([made]);
  await page.keyboard.press('Control+z');
  await expect.poll(() => drawn(main)).toEqual([]);
});

test('draws by keyboard, and Escape leaves', async ({ page, main, address }) => {
  await openDesk(page, address);
  await take(page, 'Horizontal line');
  await page.keyboard.press('Escape');
  await expect(figureOf(page).getByRole('status', { name: 'Drawing' })).toHaveCount(0);
  await tool(page, 'Draw').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Rectangle' }).focus();
  await page.keyboard.press('Enter');
  const note = figureOf(page).getByRole('status', { name: 'Drawing' });
  await expect(note).toContainText('first point');
  await expect(chartOf(page)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(note).toContainText(/\d+\.\d\d, \w{3} \d/);
  await page.keyboard.press('Enter');
  await expect(note).toContainText('second point');
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowUp', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => drawn(main)).toMatchObject([{ kind: 'rectangle' }]);
  const [a, b] = drawn(main)[0]?.points ?? [];
  expect((b?.time ?? 0) - (a?.time ?? 0)).toBe(600_000);
  expect(b?.price).toBeGreaterThan(a?.price ?? Infinity);
});

test('snaps to the prices of a bar with Ctrl', async ({ page, main, address }) => {
  await openDesk(page, address);
  const { x, y } = await boxOf(page);
  await take(page, 'Horizontal line');
  await page.keyboard.down('Control');
  await page.mouse.click(x + 200, y + 30);
  await page.keyboard.up('Control');
  await expect.poll(() => drawn(main).length).toBe(1);
  const [point] = drawn(main)[0]?.points ?? [];
  await tool(page, 'Show as table').click();
  const time = new Date(point?.time ?? 0).toISOString();
  const row = page
    .getByRole('table', { name: 'Bars of AAPL' })
    .getByRole('row')
    .filter({ has: page.locator(`time[datetime="${time}"]`) });
  // Above every bar: the highest of the four.
  await expect(row.getByRole('cell').nth(1)).toHaveText(written(point?.price));
  await expect(page.getByRole('table', { name: 'Drawings on AAPL' })).toContainText(
    `Horizontal line–${written(point?.price)}`,
  );
});

test('the list of drawings goes to them and removes them, all with a way back', async ({
  page,
  main,
  address,
}) => {
  const now = Date.now();
  main.documents.drawings = {
    symbols: {
      AAPL: [
        {
          id: randomUUID(),
          kind: 'measure',
          points: [
            { time: now - 5_000 * 60_000, price: 190 },
            { time: now - 4_940 * 60_000, price: 191.9 },
          ],
        },
        { id: randomUUID(), kind: 'horizontal', points: [{ time: now, price: 190.5 }] },
      ],
    },
  };
  await openDesk(page, address);
  await listDrawings(page);
  const list = page.getByRole('dialog', { name: 'Drawings' });
  await expectAccessible(page, '[aria-label="Drawings"]');
  await list.getByRole('button', { name: 'Go to Measure, 190.00 to 191.90' }).click();
  await expect(figureOf(page).getByRole('button', { name: 'Show latest' })).toBeVisible();
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(() => drawn(main)[0]?.points[0]?.price).not.toBe(190);
  await listDrawings(page);
  await list.getByRole('button', { name: 'Remove all' }).click();
  await expect.poll(() => drawn(main)).toEqual([]);
  const done = figureOf(page).getByRole('status', { name: 'Done on the chart' });
  await expect(done).toContainText('2 drawings removed.');
  await done.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => drawn(main).length).toBe(2);
  // The same in another timeframe: it is anchored to time and price.
  const before = drawn(main);
  await pick(panelOf(page).getByRole('combobox', { name: 'Timeframe' }), '1 hour');
  await expect(figureOf(page)).toContainText(/O\d+\.\d\d/);
  expect(drawn(main)).toEqual(before);
});

test('the oldest of too many goes, and a person is told', async ({ page, main, address }) => {
  const points = [{ time: Date.now(), price: 190 }];
  const many = Array.from({ length: 100 }, () => ({
    id: randomUUID(),
    kind: 'horizontal' as const,
    points,
  }));
  main.documents.drawings = { symbols: { AAPL: many } };
  await openDesk(page, address);
  await listDrawings(page);
  await expect(page.getByRole('dialog', { name: 'Drawings' })).toContainText(
    '100 of 100. After that, each new drawing removes the oldest.',
  );
  await page.keyboard.press('Escape');
  await take(page, 'Horizontal line');
  await page.keyboard.press('Enter');
  await expect.poll(() => drawn(main).some(({ id }) => id === many[0]?.id)).toBe(false);
  expect(drawn(main).length).toBe(100);
  await expect(page.getByText(/The oldest of AAPL was removed: Horizontal line/)).toBeVisible();
});

test('an alert is set at a price of the chart, moved, removed and brought back', async ({
  page,
  main,
  address,
}) => {
  const alerts = playAlerts(main);
  await openDesk(page, address);
  const { x, y } = await boxOf(page);
  await page.mouse.click(x + 200, y + 60, { button: 'right' });
  const item = page.getByRole('menuitem', { name: /^Alert at \d+\.\d\d$/ });
  const price = (await item.innerText()).replace('Alert at ', '');
  await item.click();
  await expect.poll(() => alerts).toMatchObject([{ symbol: 'AAPL', rule: { price } }]);
  const line = figureOf(page).getByRole('slider', { name: `Alert at ${price}` });
  await expect(line).toHaveAttribute('aria-valuenow', price);
  // By keyboard: up by ten ticks.
  await line.focus();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Enter');
  const higher = (Number(price) + 0.1).toFixed(2);
  await expect.poll(() => alerts).toMatchObject([{ rule: { price: higher } }]);
  // By pointer.
  const moved = figureOf(page).getByRole('slider', { name: `Alert at ${higher}` });
  const grip = await moved.boundingBox();
  if (!grip) throw new Error('the alert has no place');
  await page.mouse.move(grip.x + 20, grip.y + 10);
  await page.mouse.down();
  await page.mouse.move(grip.x + 20, grip.y + 60, { steps: 4 });
  await page.mouse.up();
  await expect
    .poll(() => Number(alerts[0]?.rule.kind === 'move' || alerts[0]?.rule.price))
    .toBeLessThan(Number(higher));
  // The new one is there before the old one goes.
  await expect(moved).toBeHidden();
  const remove = figureOf(page).getByRole('button', { name: /^Remove Alert at/ });
  await expect(remove).toHaveCount(1);
  const target = await remove.boundingBox();
  expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(24);
  await remove.click();
  await expect.poll(() => alerts).toEqual([]);
  const done = figureOf(page).getByRole('status', { name: 'Done on the chart' });
  await done.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => alerts.length).toBe(1);
  // Alt-A at the crosshair.
  await page.mouse.move(x + 220, y + 200);
  await chartOf(page).focus();
  await page.keyboard.press('Alt+a');
  await expect.poll(() => alerts.length).toBe(2);
});

test('the words of an alert leave the names of the indicators to be read', async ({
  page,
  main,
  address,
}) => {
  const alerts = playAlerts(main);
  await openDesk(page, address);
  await tool(page, /^Indicators/).click();
  await page.getByRole('button', { name: 'Add indicator' }).click();
  await page.getByRole('menuitem', { name: 'SMA', exact: true }).click();
  await page.keyboard.press('Escape');
  const study = figureOf(page).getByRole('button', { name: 'Remove SMA 20' });
  await expect(study).toBeVisible();
  const named = await study.boundingBox();
  if (!named) throw new Error('the indicator has no name');
  await page.mouse.click(named.x + 200, named.y + named.height / 2, { button: 'right' });
  await page.getByRole('menuitem', { name: /^Alert at \d+\.\d\d$/ }).click();
  await expect.poll(() => alerts.length).toBe(1);
  const handle = figureOf(page).getByRole('slider', { name: /^Alert at/ });
  await expect
    .poll(async () => (await handle.boundingBox())?.y ?? 0)
    .toBeGreaterThanOrEqual(named.y + named.height);
});

test('an alert can be typed, says why it cannot be, and says when it fired', async ({
  page,
  main,
  address,
}) => {
  const alerts = playAlerts(main);
  alerts.push({
    priceAlertId: randomUUID(),
    accountId: ACCOUNT_ID,
    symbol: 'AAPL',
    rule: { kind: 'above', price: Decimal.parse('190.10') },
    firedAt: Date.now(),
  });
  await openDesk(page, address);
  await expect(
    figureOf(page).getByRole('slider', { name: /^Alert at 190\.10, triggered/ }),
  ).toHaveCount(1);
  await tool(page, 'Price alerts (1)').click();
  const menu = page.getByRole('dialog', { name: 'Alerts on the chart' });
  const price = menu.getByRole('textbox', { name: 'Alert at' });
  const inLines = await menu.getByRole('button', { name: 'Set alert' }).evaluate((button) => {
    const words = document.createRange();
    words.selectNodeContents(button);
    return words.getClientRects().length;
  });
  expect(inLines).toBe(1);
  await price.fill('abc');
  await menu.getByRole('button', { name: 'Set alert' }).click();
  await expect(price).toHaveAttribute('aria-invalid', 'true');
  // Beside the one that fired: their words do not cover each other.
  await price.fill('190.11');
  await menu.getByRole('button', { name: 'Set alert' }).click();
  const handles = figureOf(page).getByRole('slider', { name: /^Alert at/ });
  await expect(handles).toHaveCount(2);
  const tops = await handles.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().top).sort((a, b) => a - b),
  );
  expect((tops[1] ?? 0) - (tops[0] ?? 0)).toBeGreaterThanOrEqual(24);
  await price.fill('192.5');
  await menu.getByRole('button', { name: 'Set alert' }).click();
  await expect.poll(() => alerts.at(-1)?.rule).toEqual({ kind: 'above', price: '192.5' });
  await expect(menu.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page, '[aria-label="Alerts on the chart"]');
});

test('says the session of a bar, and shades the hours outside of the regular ones', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  await expect(figureOf(page)).toContainText(
    /New York\s*(Overnight|Pre-market|Regular hours|After hours)/,
  );
  expect(main.inputsOf('market.sessions').length).toBeLessThan(3);
  await pick(panelOf(page).getByRole('combobox', { name: 'Timeframe' }), '15 minutes');
  await expect(figureOf(page)).toContainText(/Overnight|Pre-market|Regular hours|After hours/);
  const { x, y } = await boxOf(page);
  await page.mouse.move(x + 300, y + 120);
  const night = await colorsOf(page);
  for (const size of [
    { width: 1280, height: 720 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await takePictures(page, `chart-hours-${size.width}`);
  }
  const shading = tool(page, 'Extended hours');
  await expect(shading).toHaveAttribute('aria-pressed', 'true');
  await shading.click();
  await expect.poll(async () => night - (await colorsOf(page))).toBeGreaterThan(0);
  await expect.poll(() => Object.values(main.documents.chart.panels)[0]?.hasHours).toBe(false);
  // The bars stay, and the legend says their session still.
  await expect(figureOf(page)).toContainText(/Overnight|Pre-market|Regular hours|After hours/);
  await pick(panelOf(page).getByRole('combobox', { name: 'Timeframe' }), '1 day');
  await expect(shading).toHaveCount(0);
  await expect(figureOf(page)).not.toContainText(/Overnight|Pre-market|Regular|After hours/);
});

test('an indicator is removed from the legend', async ({ page, main, address }) => {
  main.documents.chart.indicators = [
    { kind: 'rsi', periods: [14] },
    { kind: 'macd', periods: [12, 26, 9] },
  ];
  await openDesk(page, address);
  const remove = figureOf(page).getByRole('button', { name: 'Remove RSI 14' });
  const box = await remove.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  await remove.click();
  await expect(figureOf(page)).not.toContainText('RSI');
  await expect(figureOf(page)).toContainText(/MACD 12 26 9\s*-?\d+\.\d\d/);
});
