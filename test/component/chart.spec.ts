// The chart: what it draws, reads and lets be moved. Its bars are played; a chart that lives is an end-to-end test.
import type { Locator, Page } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ok } from '#test/component/support/world.ts';
import { barsBefore } from '#test/component/support/past.ts';
import { expectAccessible, expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { pick } from '#test/e2e/support/choice.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';

test.beforeEach(({ main }) => main.showDefaultLayout());

const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Price of AAPL' });
const figureOf = (page: Page): Locator => page.getByRole('figure', { name: 'Price chart, AAPL' });
const ticketOf = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' });
const pressed = (page: Page, name: string): Locator => panelOf(page).getByRole('button', { name });

async function openDesk(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
  await expect(figureOf(page)).toContainText(/O\d+\.\d\d/);
}

test('reads earlier bars when it is scrolled back, and never twice', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  await pick(panelOf(page).getByRole('combobox', { name: 'Timeframe' }), '1 minute');
  const chart = figureOf(page).getByRole('group', { name: /^Chart/ });
  const earlier = () => main.inputsOf('bars.history').filter(({ before }) => before !== undefined);
  // Each page of the drawing is some of the bars that were read: it takes many to come to their beginning.
  await expect
    .poll(
      async () => {
        // While another timeframe is being read the chart takes no focus.
        await chart.focus();
        for (let n = 0; n < 30 && earlier().length === 0; n++) await page.keyboard.press('PageUp');
        return earlier().length;
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  await expect(figureOf(page).getByRole('button', { name: 'Show latest' })).toBeVisible();
  await expect(figureOf(page).getByRole('status', { name: 'Loading earlier bars' })).toHaveCount(0);
  for (let n = 0; n < 90 && earlier().length === 1; n++) await page.keyboard.press('PageUp');
  const moments = earlier().map(({ before }) => before);
  expect(new Set(moments).size).toBe(moments.length);
  await figureOf(page).getByRole('button', { name: 'Show latest' }).click();
  await expect(figureOf(page).getByRole('button', { name: 'Show latest' })).toHaveCount(0);
});

test('shows that it reads, and stops when told to', async ({ page, address }) => {
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/call', async (route) => {
    const body = route.request().postData() ?? '';
    if (body.includes('"bars.history"') && body.includes('"before"')) await held;
    await route.continue();
  });
  await openDesk(page, address);
  await figureOf(page)
    .getByRole('group', { name: /^Chart/ })
    .focus();
  const progress = figureOf(page).getByRole('status', { name: 'Loading earlier bars' });
  for (let n = 0; n < 60 && !(await progress.isVisible()); n++) await page.keyboard.press('PageUp');
  await expect(progress).toBeVisible();
  await progress.getByRole('button', { name: 'Cancel' }).click();
  await expect(progress).toHaveCount(0);
  release();
});

test('draws indicators, with periods that are checked', async ({ page, address }) => {
  await openDesk(page, address);
  await pressed(page, 'Indicators').click();
  const menu = page.getByRole('dialog', { name: 'Indicators' });
  for (const name of ['SMA', 'RSI', 'MACD']) {
    await menu.getByRole('button', { name: 'Add indicator' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  }
  await expect(figureOf(page)).toContainText(/SMA 20\s*\d+\.\d\d/);
  await expect(figureOf(page)).toContainText(/RSI 14\s*\d+\.\d\d/);
  const period = menu.getByRole('textbox', { name: 'SMA period' });
  await period.fill('0');
  await expect(period).toHaveAttribute('aria-invalid', 'true');
  await expect(figureOf(page)).toContainText('SMA 20');
  for (const nonsense of ['99999', 'abc', '']) {
    await period.fill(nonsense);
    await expect(menu.getByRole('alert')).toHaveText(
      'SMA period must be a whole number from 1 to 500. It stays 20.',
    );
  }
  await expect(period).toHaveAccessibleDescription(/whole number from 1 to 500/);
  await takePictures(page, 'indicator-period');
  await period.fill('50');
  await expect(figureOf(page)).toContainText(/SMA 50\s*\d+\.\d\d/);
  await expectAccessible(page, '[aria-label^="Price of "]');
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await pressed(page, 'Indicators').click();
  for (const name of ['SMA', 'RSI', 'MACD'])
    await menu.getByRole('button', { name: `Remove ${name}` }).click();
  await expect(figureOf(page)).not.toContainText('SMA');
});

test('puts a price into the ticket that is clicked on its axis', async ({ page, address }) => {
  await openDesk(page, address);
  const box = await figureOf(page).boundingBox();
  if (!box) throw new Error('the chart has no place');
  await page.mouse.click(box.x + box.width - 20, box.y + 120);
  await expect(ticketOf(page).getByLabel('Order type')).toHaveText('Limit');
  await expect(ticketOf(page).getByLabel('Limit price')).toHaveValue(/^\d+\.\d\d$/);
  await ticketOf(page).getByLabel('Limit price').fill('');
  await page.mouse.click(box.x + 200, box.y + 120);
  await expect(ticketOf(page).getByLabel('Limit price')).toHaveValue('');
  await page.keyboard.down('Alt');
  await page.mouse.click(box.x + 200, box.y + 120);
  await page.keyboard.up('Alt');
  await expect(ticketOf(page).getByLabel('Limit price')).toHaveValue(/^\d+\.\d\d$/);
});

test('the sheet of the crosshair is drawn while a pointer is over the chart', async ({
  page,
  address,
}) => {
  await openDesk(page, address);
  const sheet = figureOf(page).locator('canvas + canvas').first();
  await page.mouse.move(1, 1);
  await expect(sheet).toHaveCSS('opacity', '0');
  await sheet.hover();
  await expect(sheet).toHaveCSS('opacity', '1');
});

test('an open order is a line that moves by pointer and by keyboard', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  const price = 189.75;
  main.addOrder({
    symbol: 'AAPL',
    qty: Decimal.parse('3'),
    limitPrice: Decimal.parse(price.toFixed(2)),
  });
  const handle = figureOf(page).getByRole('slider', { name: 'Buy 3 limit price' });
  await expect(handle).toHaveAttribute('aria-valuenow', price.toFixed(2));
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('PageUp');
  await expect(handle).toHaveAttribute('aria-valuenow', (price + 0.11).toFixed(2));
  await page.keyboard.press('Escape');
  await expect(handle).toHaveAttribute('aria-valuenow', price.toFixed(2));
  const box = await handle.boundingBox();
  if (!box) throw new Error('the line has no place');
  await page.mouse.move(box.x + 8, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 8, box.y - 20, { steps: 4 });
  await expect(handle).not.toHaveAttribute('aria-valuenow', price.toFixed(2));
  await expect(handle).toHaveText(/^Buy 3 limit \d+\.\d\d$/);
  await page.mouse.up();
  // Letting go asks for a review and changes nothing: the order is where it was.
  await expect(handle).toHaveAttribute('aria-valuenow', price.toFixed(2));
});

test('marks what the price stream missed, and says when it is filled', async ({
  page,
  main,
  address,
}) => {
  const from = Date.now() - 90_000;
  await openDesk(page, address);
  const note = figureOf(page).getByRole('status', { name: 'Gap in prices' });
  main.tell('gaps', { stream: 'prices', from, to: from + 30_000 });
  await expect(note).toContainText('reloading');
  main.tell('gaps', { stream: 'prices', from, to: from + 30_000, filledAt: Date.now() });
  await expect(note).toContainText('filled');
});

test('a chart that is not linked keeps its own symbol, on no list or not', async ({
  page,
  main,
  address,
}) => {
  main.answer('bars.history', ({ symbol, timeframe, before = Date.now(), limit }) =>
    ok({
      bars: barsBefore(timeframe, before, symbol === 'ZZZZZ' ? 0 : limit),
      isFirst: true,
      feed: 'sip' as const,
    }),
  );
  await openDesk(page, address);
  await pressed(page, 'Linked').click();
  const own = page.getByRole('textbox', { name: 'Chart symbol' });
  await own.fill('not a symbol');
  await own.press('Enter');
  await expect(own).toHaveAttribute('aria-invalid', 'true');
  await own.fill('ko');
  await own.press('Enter');
  const figure = page.getByRole('figure', { name: 'Price chart, KO' });
  await expect(figure).toContainText(/O\d+\.\d\d/);
  // It is followed although no list holds it: its price comes, and with it the running bar.
  await expect
    .poll(() => main.watched('bars'))
    .toContainEqual(expect.objectContaining({ symbol: 'KO' }));
  main.setPrice('KO', 60);
  await expect(page.getByRole('region', { name: 'Price of KO' })).not.toContainText('no price yet');
  await page
    .getByRole('table', { name: 'Watchlist' })
    .getByRole('button', { name: 'MSFT', exact: true })
    .click();
  await expect(figure).toBeVisible();
  await own.fill('ZZZZZ');
  await own.press('Enter');
  await expect(page.getByRole('figure', { name: 'Price chart, ZZZZZ' })).toContainText(
    'The broker has no bars for ZZZZZ',
  );
  await page.getByRole('button', { name: 'Linked' }).click();
  await expect(page.getByRole('figure', { name: 'Price chart, MSFT' })).toBeVisible();
});

/** What is written on the canvases from here on. */
async function listenToCanvas(
  page: Page,
): Promise<{ since(): Promise<string[]>; clear(): Promise<void> }> {
  await page.addInitScript(() => {
    const written: string[] = [];
    Object.assign(globalThis, { written });
    const { prototype } = CanvasRenderingContext2D;
    const write = prototype.fillText;
    prototype.fillText = function (text: string, x: number, y: number, widest?: number) {
      written.push(text);
      write.call(this, text, x, y, widest);
    };
  });
  const read = (isOver: boolean) =>
    page.evaluate((over) => {
      const { written } = globalThis as unknown as { written: string[] };
      return over ? written.splice(0) : [...written];
    }, isOver);
  return { since: () => read(false), clear: async () => void (await read(true)) };
}

test('writes a price below a dollar as fine in every style, and the year under the crosshair', async ({
  page,
  main,
  address,
}) => {
  main.answer('bars.history', ({ symbol, timeframe, before = Date.now(), limit }) => {
    const bars = barsBefore(timeframe, before, limit);
    const cheap = (prices: number[]) => prices.map((price) => price / (symbol === 'KO' ? 400 : 1));
    const { open, high, low, close } = bars;
    return ok({
      bars: { ...bars, open: cheap(open), high: cheap(high), low: cheap(low), close: cheap(close) },
      isFirst: true,
      feed: 'sip' as const,
    });
  });
  const canvas = await listenToCanvas(page);
  await openDesk(page, address);
  await pressed(page, 'Linked').click();
  const own = page.getByRole('textbox', { name: 'Chart symbol' });
  await own.fill('ko');
  await own.press('Enter');
  const panel = page.getByRole('region', { name: 'Price of KO' });
  const figure = page.getByRole('figure', { name: 'Price chart, KO' });
  await expect(figure).toContainText(/O0\.4\d/);
  for (const style of ['Line', 'Area', 'Bars', 'Candles']) {
    await canvas.clear();
    await pick(panel.getByRole('combobox', { name: 'Chart style' }), style);
    await expect.poll(canvas.since).toContainEqual(expect.stringMatching(/^0\.\d{4}$/));
    expect((await canvas.since()).filter((text) => /^0\.\d\d$/.test(text))).toEqual([]);
  }
  await canvas.clear();
  await figure.hover({ position: { x: 200, y: 120 } });
  await expect.poll(canvas.since).toContainEqual(expect.stringMatching(/\w{3} \d{1,2}, 20\d\d/));
});

test('says that a bar lacks what could not be read of it, and reads it again', async ({
  page,
  main,
  address,
}) => {
  let isFailing = false;
  main.answer('bars.history', ({ timeframe, before = Date.now(), limit }) =>
    isFailing && timeframe === '1Min'
      ? { ok: false, failure: { kind: 'offline', message: 'no wire' } }
      : ok({ bars: barsBefore(timeframe, before, limit), isFirst: false, feed: 'sip' as const }),
  );
  await openDesk(page, address);
  isFailing = true;
  await pick(panelOf(page).getByRole('combobox', { name: 'Timeframe' }), '1 hour');
  const note = figureOf(page).getByRole('status', { name: 'Incomplete bar' });
  await expect(note).toContainText(/The bar from .*\d\d:00.* New York is incomplete/);
  isFailing = false;
  await note.getByRole('button', { name: 'Reload' }).click();
  await expect(note).toHaveCount(0);
});

test('says what went wrong, and reads again when asked', async ({ page, main, address }) => {
  main.fails('bars.history', {
    kind: 'unavailable',
    status: 503,
    message: 'closed',
    requestId: 'r-77',
  });
  await page.goto(address);
  const alert = figureOf(page).getByRole('alert');
  await expect(alert).toContainText('Could not load bars for AAPL.');
  await expect(alert).toContainText('r-77');
  await expectAccessible(page, '[aria-label^="Price of "]');
  main.answer('bars.history', ({ timeframe, before = Date.now(), limit }) =>
    ok({ bars: barsBefore(timeframe, before, limit), isFirst: false, feed: 'sip' as const }),
  );
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(figureOf(page)).toContainText(/O\d+\.\d\d/);
});

test('says from when on the minute that runs is known, and no more once all of it is', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  // The next one: the minute of now may end at any moment.
  const time = Math.floor(Date.now() / 60_000) * 60_000 + 60_000;
  const minute = { symbol: 'AAPL', time, open: 190, high: 191, low: 189, close: 190.5, volume: 0 };
  const forming = figureOf(page).getByText(/^forming, /);
  await expect(forming).toHaveCount(0);
  const from = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    timeStyle: 'medium',
    hourCycle: 'h23',
  }).format(time + 12_000);
  main.tell('bars', { ...minute, forming: { from: time + 12_000 } });
  await expect(forming).toHaveText(`forming, from ${from}`);
  await expect(figureOf(page)).toContainText('H191.00');
  await takePictures(page, 'chart-forming');
  main.tell('bars', { ...minute, volume: 900 });
  await expect(figureOf(page)).toContainText('Vol900');
  await expect(forming).toHaveCount(0);
});

test('is in order in both themes', async ({ page, address }) => {
  await openDesk(page, address);
  await expectAccessibleInBoth(page, 'chart', '[aria-label^="Price of "]');
});
