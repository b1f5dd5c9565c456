import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import type { WatchDelivery } from '#contract/bridge.ts';
import type { BarPage } from '#contract/market.ts';
import { expectAccessible, expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'chart' });

const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Price of AAPL' });
const figureOf = (page: Page): Locator => page.getByRole('figure', { name: 'Price chart, AAPL' });
const twinOf = (page: Page): Locator => page.getByRole('table', { name: 'Bars of AAPL' });
const ticketOf = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' });
const pressed = (page: Page, name: string): Locator => panelOf(page).getByRole('button', { name });

/** Everything the page complains of, the policy's refusals among it. */
function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(error.message));
  return found;
}

/** The calls that the page makes under one name, as they were asked. */
function callsOf(page: Page, name: string): { input: Record<string, unknown> }[] {
  const asked: { input: Record<string, unknown> }[] = [];
  page.on('request', (request) => {
    const body = request.postData();
    if (body?.includes(`"${name}"`)) asked.push(JSON.parse(body) as (typeof asked)[number]);
  });
  return asked;
}

async function openDesk(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
  await expect(figureOf(page)).toContainText(/O\d+\.\d\d/);
}

/** Places a limit order below the market that rests, and answers its price. */
async function placeResting(page: Page): Promise<number> {
  const words = await panelOf(page).locator('.chart-price .num').first().innerText();
  const price = Number(words.replace(',', '')) - 0.25;
  const ticket = ticketOf(page);
  await ticket.getByLabel('Order type').selectOption('limit');
  await ticket.getByLabel('Quantity').fill('3');
  await ticket.getByLabel('Limit price').fill(price.toFixed(2));
  await ticket.getByRole('button', { name: 'Review order' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Place order/ })
    .click();
  return Number(price.toFixed(2));
}

test.describe('chart', () => {
  // Six thousand bars and five hundred rows take their time on a busy machine without a graphics card.
  test.describe.configure({ timeout: 120_000 });

  test('lives, under the content policy, without a complaint', async ({ page, shell }) => {
    const found = complaints(page);
    await openDesk(page, shell.address);
    const legend = figureOf(page).getByTitle(/local/);
    const before = await legend.innerText();
    expect(before).toMatch(/New York/);
    await expect.poll(() => legend.innerText(), { timeout: 30_000 }).not.toBe(before);
    await expect(figureOf(page).getByRole('link', { name: 'Charts by TradingView' })).toBeVisible();
    expect(found).toEqual([]);
  });

  test('has a table twin that says what the broker says', async ({ page, shell }) => {
    const answers: BarPage[] = [];
    page.on('response', (response) => {
      const isHistory = response.request().postData()?.includes('"bars.history"');
      if (!isHistory) return;
      void response.json().then((result: { ok: boolean; value: BarPage }) => {
        if (result.ok) answers.push(result.value);
      });
    });
    await openDesk(page, shell.address);
    await panelOf(page).getByRole('combobox', { name: 'Timeframe' }).selectOption('1 hour');
    await pressed(page, 'Show as table').click();
    await expect(twinOf(page).getByRole('row')).toHaveCount(501);
    await expect(twinOf(page).getByRole('row').nth(1)).toContainText('running');
    const hours = answers.find(
      ({ bars }) => (bars.time[1] ?? 0) - (bars.time[0] ?? 0) === 3_600_000,
    );
    if (!hours) throw new Error('no hours were answered');
    const { bars } = hours;
    const rows = await twinOf(page)
      .getByRole('row')
      .evaluateAll((all) =>
        all
          .slice(2)
          .map((row) => [
            Date.parse(row.querySelector('time')?.dateTime ?? ''),
            ...[...row.querySelectorAll('td')].map((cell) =>
              Number(cell.textContent?.replaceAll(',', '')),
            ),
          ]),
      );
    const last = bars.time.length - 1;
    expect(rows.length).toBe(499);
    for (const [n, row] of rows.entries())
      expect(row).toEqual([
        bars.time[last - n],
        bars.open[last - n],
        bars.high[last - n],
        bars.low[last - n],
        bars.close[last - n],
        bars.volume[last - n],
      ]);
    await expectAccessible(page, '.chart-panel');
    await pressed(page, 'Show as table').click();
    await expect(twinOf(page)).toHaveCount(0);
  });

  test('shows each timeframe, its bars at their places in New York', async ({ page, shell }) => {
    await openDesk(page, shell.address);
    const timeframe = panelOf(page).getByRole('combobox', { name: 'Timeframe' });
    await pressed(page, 'Show as table').click();
    for (const [words, midnight] of [
      ['1 day', true],
      ['1 week', true],
      ['1 month', true],
      ['5 minutes', false],
    ] as const) {
      await timeframe.selectOption(words);
      await expect(twinOf(page).getByRole('row').nth(1)).toContainText('running', {
        timeout: 30_000,
      });
      const time = await twinOf(page)
        .getByRole('row')
        .nth(2)
        .locator('time')
        .getAttribute('datetime');
      const hour = new Date(time ?? '').toLocaleString('en-US', {
        timeZone: 'America/New_York',
        hour: 'numeric',
        minute: 'numeric',
        hourCycle: 'h23',
      });
      if (midnight) expect(hour).toBe('00:00');
      else expect(new Date(time ?? '').getUTCMinutes() % 5).toBe(0);
    }
  });

  test('reads earlier bars when it is scrolled back, and never twice', async ({ page, shell }) => {
    const asked = callsOf(page, 'bars.history');
    await openDesk(page, shell.address);
    await panelOf(page).getByRole('combobox', { name: 'Timeframe' }).selectOption('1 minute');
    const chart = figureOf(page).getByRole('group', { name: /^Chart/ });
    const earlier = () => asked.filter(({ input }) => input['before'] !== undefined);
    // Each page of the drawing is some of the bars that were read: it takes many to come to their beginning.
    await expect
      .poll(
        async () => {
          // While another timeframe is being read the chart takes no focus.
          await chart.focus();
          for (let n = 0; n < 30 && earlier().length === 0; n++)
            await page.keyboard.press('PageUp');
          return earlier().length;
        },
        { timeout: 30_000 },
      )
      .toBe(1);
    await expect(figureOf(page).getByRole('button', { name: 'Show latest' })).toBeVisible();
    await expect(figureOf(page).getByRole('status', { name: 'Loading earlier bars' })).toHaveCount(
      0,
    );
    for (let n = 0; n < 90 && earlier().length === 1; n++) await page.keyboard.press('PageUp');
    const moments = earlier().map(({ input }) => input['before']);
    expect(new Set(moments).size).toBe(moments.length);
    await figureOf(page).getByRole('button', { name: 'Show latest' }).click();
    await expect(figureOf(page).getByRole('button', { name: 'Show latest' })).toHaveCount(0);
  });

  test('shows that it reads, and stops when told to', async ({ page, shell }) => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/call', async (route) => {
      const body = route.request().postData() ?? '';
      if (body.includes('"bars.history"') && body.includes('"before"')) await held;
      await route.continue();
    });
    await openDesk(page, shell.address);
    await figureOf(page)
      .getByRole('group', { name: /^Chart/ })
      .focus();
    const progress = figureOf(page).getByRole('status', { name: 'Loading earlier bars' });
    for (let n = 0; n < 60 && !(await progress.isVisible()); n++)
      await page.keyboard.press('PageUp');
    await expect(progress).toBeVisible();
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await expect(progress).toHaveCount(0);
    release();
  });

  test('draws indicators, with periods that are checked', async ({ page, shell }) => {
    await openDesk(page, shell.address);
    await pressed(page, 'Indicators').click();
    const menu = page.getByRole('group', { name: 'Indicators' });
    for (const name of ['SMA', 'RSI', 'MACD'])
      await menu.getByRole('combobox', { name: 'Add indicator' }).selectOption(name);
    await expect(figureOf(page)).toContainText(/SMA 20\s*\d+\.\d\d/);
    await expect(figureOf(page)).toContainText(/RSI 14\s*\d+\.\d\d/);
    const period = menu.getByRole('textbox', { name: 'SMA period' });
    await period.fill('0');
    await expect(period).toHaveAttribute('aria-invalid', 'true');
    await expect(figureOf(page)).toContainText('SMA 20');
    await period.fill('50');
    await expect(figureOf(page)).toContainText(/SMA 50\s*\d+\.\d\d/);
    await expectAccessible(page, '.chart-panel');
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await pressed(page, 'Indicators').click();
    for (const name of ['SMA', 'RSI', 'MACD'])
      await menu.getByRole('button', { name: `Remove ${name}` }).click();
    await expect(figureOf(page)).not.toContainText('SMA');
  });

  test('puts a price into the ticket that is clicked on its axis', async ({ page, shell }) => {
    await openDesk(page, shell.address);
    const box = await figureOf(page).boundingBox();
    if (!box) throw new Error('the chart has no place');
    await page.mouse.click(box.x + box.width - 20, box.y + 120);
    await expect(ticketOf(page).getByLabel('Order type')).toHaveValue('limit');
    await expect(ticketOf(page).getByLabel('Limit price')).toHaveValue(/^\d+\.\d\d$/);
    await ticketOf(page).getByLabel('Limit price').fill('');
    await page.mouse.click(box.x + 200, box.y + 120);
    await expect(ticketOf(page).getByLabel('Limit price')).toHaveValue('');
    await page.keyboard.down('Alt');
    await page.mouse.click(box.x + 200, box.y + 120);
    await page.keyboard.up('Alt');
    await expect(ticketOf(page).getByLabel('Limit price')).toHaveValue(/^\d+\.\d\d$/);
  });

  test('an open order is a line that moves by pointer and by keyboard', async ({ page, shell }) => {
    await openDesk(page, shell.address);
    const price = await placeResting(page);
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
    shell,
  }) => {
    const from = Date.now() - 90_000;
    let tell: ((gap: object) => void) | undefined;
    let seq = 0;
    await page.routeWebSocket(/\/watch$/, (socket) => {
      const server = socket.connectToServer();
      let gapsId: number | undefined;
      socket.onMessage((message) => {
        const request = JSON.parse(String(message)) as { id: number; feed?: string; kind: string };
        if (request.feed === 'gaps') gapsId = request.id;
        server.send(message);
      });
      server.onMessage((message) => {
        for (const { id, event } of JSON.parse(String(message)) as WatchDelivery)
          if (id === gapsId && event.kind === 'batch') seq = event.seq;
        socket.send(message);
      });
      tell = (gap) => {
        const event = { kind: 'batch', seq: ++seq, reset: false, items: [gap] };
        socket.send(JSON.stringify([{ id: gapsId, event }]));
      };
    });
    await openDesk(page, shell.address);
    // The chart comes after the desk; what is told before it listens is told to nobody.
    await expect.poll(() => seq).toBeGreaterThan(0);
    const note = figureOf(page).getByRole('status', { name: 'Gap in prices' });
    tell?.({ stream: 'prices', from, to: from + 30_000 });
    await expect(note).toContainText('being read again');
    tell?.({ stream: 'prices', from, to: from + 30_000, filledAt: Date.now() });
    await expect(note).toContainText('filled');
  });

  test('a chart that is not linked keeps its own symbol, on no list or not', async ({
    page,
    shell,
  }) => {
    await openDesk(page, shell.address);
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
    await expect(page.getByRole('region', { name: 'Price of KO' })).not.toContainText(
      'no price yet',
    );
    await page
      .getByRole('table', { name: 'Watchlist' })
      .getByRole('button', { name: 'MSFT', exact: true })
      .click();
    await expect(figure).toBeVisible();
    await own.fill('ZZZZZ');
    await own.press('Enter');
    await expect(page.getByRole('figure', { name: 'Price chart, ZZZZZ' })).toContainText(
      'The broker has no bars of ZZZZZ',
    );
    await page.getByRole('button', { name: 'Linked' }).click();
    await expect(page.getByRole('figure', { name: 'Price chart, MSFT' })).toBeVisible();
  });

  test('says what went wrong, and reads again when asked', async ({ page, shell }) => {
    let isBroken = true;
    await page.route('**/call', async (route) => {
      const body = route.request().postData() ?? '';
      if (!isBroken || !body.includes('"bars.history"')) return route.continue();
      const failure = { kind: 'unavailable', status: 503, message: 'closed', requestId: 'r-77' };
      return route.fulfill({ json: { ok: false, failure } });
    });
    await page.goto(shell.address);
    const alert = figureOf(page).getByRole('alert');
    await expect(alert).toContainText('The bars of AAPL could not be read.');
    await expect(alert).toContainText('r-77');
    await expectAccessible(page, '.chart-panel');
    isBroken = false;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(figureOf(page)).toContainText(/O\d+\.\d\d/);
  });

  test('keeps its bars beside the journal, in a file that may be deleted', ({ shell }) => {
    const [accountId = ''] = readdirSync(join(shell.folder, 'accounts'));
    const file = readFileSync(join(shell.folder, 'accounts', accountId, 'cache.db'));
    expect(file.subarray(0, 15).toString()).toBe('SQLite format 3');
  });

  test('is in order in both themes', async ({ page, shell }) => {
    await openDesk(page, shell.address);
    await expectAccessibleInBoth(page, 'chart', '.chart-panel');
  });
});
