import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import type { BarPage } from '#contract/market.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';
import { pick } from '#test/e2e/support/choice.ts';

test.use({ story: 'chart' });

const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Price of AAPL' });
const figureOf = (page: Page): Locator => page.getByRole('figure', { name: 'Price chart, AAPL' });
const twinOf = (page: Page): Locator => page.getByRole('table', { name: 'Bars of AAPL' });
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

async function openDesk(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
  await expect(figureOf(page)).toContainText(/O\d+\.\d\d/);
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
    await pick(panelOf(page).getByRole('combobox', { name: 'Timeframe' }), '1 hour');
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
    await expectAccessible(page, '[aria-label^="Price of "]');
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
      await pick(timeframe, words);
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

  test('keeps its bars beside the journal, in a file that may be deleted', ({ shell }) => {
    const [accountId = ''] = readdirSync(join(shell.folder, 'accounts'));
    const file = readFileSync(join(shell.folder, 'accounts', accountId, 'cache.db'));
    expect(file.subarray(0, 15).toString()).toBe('SQLite format 3');
  });
});
