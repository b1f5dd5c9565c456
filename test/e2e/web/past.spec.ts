import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { expect, test } from '#test/e2e/support/web-shell.ts';
import { pick } from '#test/e2e/support/choice.ts';

// It trades, stops and breaks things: nobody else's desk is touched.
test.use({ story: 'past' });

// One account, one story: later tests find what the first left.
test.describe.configure({ mode: 'serial' });
// The screens are drawn by software here, beside whatever else the machine does.
test.slow();

/** What the browser refused or failed at; a chart that needs what the policy forbids says so here. */
const complaints: string[] = [];

test.beforeEach(async ({ page, shell }) => {
  complaints.length = 0;
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(shell.address);
  await expect(page.getByRole('status', { name: 'Order stream' })).toContainText('live');
});
test.afterEach(() => expect(complaints).toEqual([]));

type Answer<T> = { ok: true; value: T } | { ok: false; failure: unknown };

/** What the page's own bridge would ask; the ticket has its own tests. */
async function call<T>(page: Page, name: string, input: object = {}): Promise<T> {
  const answer = await page.evaluate(
    async ([asked, given]) => {
      const token = sessionStorage.getItem('ballast.token') ?? '';
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
      const body = JSON.stringify({ name: asked, input: given });
      const response = await fetch('/call', { method: 'POST', headers, body });
      return (await response.json()) as unknown;
    },
    [name, input] as const,
  );
  const told = answer as Answer<T>;
  if (!told.ok) throw new Error(`${name}: ${JSON.stringify(told.failure)}`);
  return told.value;
}

async function place(page: Page, draft: object): Promise<string> {
  const [account] = await call<{ accountId: string }[]>(page, 'accounts.list');
  const accountId = account?.accountId;
  const { intentId } = await call<{ intentId: string }>(page, 'tickets.open', { accountId });
  await call(page, 'orders.submit', {
    accountId,
    intentId,
    confirmations: [],
    draft: { type: 'market', timeInForce: 'day', ...draft },
  });
  return intentId;
}

async function exported(page: Page, what: string, kind: 'CSV' | 'JSON'): Promise<string> {
  await page.getByRole('button', { name: `Export ${what}`, exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: `Export ${what} as ${kind}` }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

const go = (page: Page, screen: string): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: screen, exact: true })
    .click();
const tableOf = (page: Page, name: string): Locator =>
  page.getByRole('table', { name, exact: true });
const rowsOf = (page: Page, name: string): Locator =>
  tableOf(page, name)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

/**
 * The bars that a figure of the account has drawn, once one of them can be seen: a price may
 * stand for a moment where it was bought, and then its profit is a bar of no width.
 */
async function barsIn(figure: Locator): Promise<{ width: number; height: number }[]> {
  let bars: { width: number; height: number }[] = [];
  await expect(async () => {
    bars = await figure.locator('.recharts-bar-rectangle').evaluateAll((all) =>
      all.map((one) => {
        const { width, height } = one.getBoundingClientRect();
        return { width, height };
      }),
    );
    expect(bars.filter(({ width, height }) => width > 0 && height > 0)).not.toEqual([]);
  }).toPass({ timeout: 20_000 });
  return bars;
}

test('an order is in the activity with its evidence, its request and its filters', async ({
  page,
}) => {
  const intentId = await place(page, { symbol: 'AAPL', side: 'buy', qty: '4' });
  await go(page, 'Activity');
  const main = page.getByRole('main', { name: 'Activity' });
  const rows = rowsOf(page, 'Activity');
  await expect(rows.filter({ hasText: /decided.*Buy 4 AAPL/ })).toContainText('accepted');
  await expect(rows.filter({ hasText: 'The order stream is live.' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'The account was opened.' })).toHaveCount(1);

  // A line that is written while the screen is open appears by itself.
  const second = await place(page, {
    symbol: 'MSFT',
    side: 'buy',
    type: 'limit',
    qty: '2',
    limitPrice: '200',
  });
  await expect(rows.filter({ hasText: /decided.*Buy 2 MSFT/ })).toContainText('accepted');

  await main.getByRole('group', { name: 'Kind of activity' }).getByText('Orders and mints').click();
  await expect(rows).toHaveCount(2);
  await main.getByLabel('Filter activity by text').fill('msft buy');
  await expect(rows).toHaveCount(1);
  await expect(main.getByText('1 line', { exact: true })).toBeVisible();
  const orders = JSON.parse(await exported(page, 'activity', 'JSON')) as Record<string, string>[];
  expect(orders).toEqual([
    expect.objectContaining({
      kind: 'intent',
      state: 'accepted',
      symbol: 'MSFT',
      intent_id: second,
    }),
  ]);
  await main.getByLabel('Filter activity by text').fill('nothing like it');
  await expect(page.getByText('No activity matches the filter.')).toBeVisible();

  await main.getByRole('group', { name: 'Kind of activity' }).getByText('Evidence').click();
  await main.getByLabel('Filter activity by text').fill(intentId);
  const answered = rows.filter({ hasText: 'answered' });
  await expect(answered).toContainText('200');
  const copy = answered.getByRole('button', { name: /^Copy request id / });
  const requestId = (await copy.innerText()).trim();
  expect(requestId).toMatch(/^[\w-]{8,}$/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await copy.click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(requestId);
  const [head, ...cells] = (await exported(page, 'activity', 'CSV')).trimEnd().split('\r\n');
  expect(head).toBe('at,kind,state,symbol,text,status,request_id,intent_id,order_id,line_id');
  expect(cells).toHaveLength(await rows.count());
  expect(cells.find((line) => line.includes(requestId))).toContain(
    `,200,${requestId},${intentId},`,
  );

  // By keyboard: Enter on a row opens what is known about its order.
  await answered.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Evidence' });
  await expect(dialog).toContainText('Buy 4 AAPL');
  await expect(dialog.getByRole('listitem').filter({ hasText: requestId })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('the account shows its curve, and each drawing as a table', async ({ page }) => {
  await go(page, 'Account');
  const main = page.getByRole('main', { name: 'Account' });
  await expect(main.getByRole('region', { name: 'Account figures' })).toContainText(
    /Equity\s*[\d,]+\.\d\d/,
  );
  // A young account's curve begins with its second value: a component test has an old one.
  const equity = main.getByRole('region', { name: 'Equity and drawdown' });
  await expect(equity).toContainText(
    /one value for this period: \d\d\d?,\d\d\d\.\d\d|The axis does not start at zero/,
  );
  await equity.getByRole('button', { name: 'Show as table' }).click();
  for (const [panel, figure] of [
    ['Profit and loss by symbol', "Today's profit and loss by symbol"],
    ['Allocation', 'Allocation in percent'],
  ] as const) {
    const region = main.getByRole('region', { name: panel });
    await expect(region.getByRole('figure', { name: figure })).toBeVisible();
    const bars = await barsIn(region.getByRole('figure', { name: figure }));
    await region.getByRole('button', { name: 'Show as table' }).click();
    await expect(rowsOf(page, panel).first()).toBeVisible();
    // A bar for each row of the table.
    expect(bars).toHaveLength(await rowsOf(page, panel).count());
    await expect(region.getByRole('figure')).toHaveCount(0);
  }
  await expect(rowsOf(page, 'Equity').first()).toContainText(/\d\d\d?,\d\d\d\.\d\d/);
  await expect(rowsOf(page, 'Allocation')).toHaveText([/^Cash/, /^AAPL/]);
  await expect(rowsOf(page, 'Profit and loss by symbol')).toHaveText([/^AAPL\s*4/]);
  await expect(rowsOf(page, 'Activities').first()).toContainText(/bought\s*AAPL\s*\d/);
  await pick(main.getByLabel('Type of activity'), 'Dividends');
  await expect(main.getByText('No activity of this type yet.')).toBeVisible();
  await pick(main.getByLabel('Type of activity'), 'Fills');
  const fills = JSON.parse(await exported(page, 'activities', 'JSON')) as Record<string, string>[];
  // The broker may fill it in two parts.
  expect(new Set(fills.map(({ symbol }) => symbol))).toEqual(new Set(['AAPL']));
  expect(fills.reduce((sum, { quantity }) => sum + Number(quantity), 0)).toBe(4);
  const curve = (await exported(page, 'equity', 'CSV')).split('\r\n');
  expect(curve[0]).toBe('time,equity,profit_loss,moved,drawdown,drawdown_percent');
  expect(curve[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,\d+(\.\d+)?,/);

  // Amounts are hidden here as everywhere, on the axes too.
  const region = main.getByRole('region', { name: 'Equity and drawdown' });
  await region.getByRole('button', { name: 'Show as chart' }).click();
  await page.keyboard.press('ControlOrMeta+Shift+h');
  await expect(region).not.toContainText(/\d\d,\d\d\d/);
  await expect(region).toContainText('•••••');
  await page.keyboard.press('ControlOrMeta+Shift+h');
  await expect(region).toContainText(/\d\d,\d\d\d/);
});

test('stopping all trading leaves its line', async ({ page }) => {
  await go(page, 'Activity');
  await call(page, 'trading.stop');
  const line = rowsOf(page, 'Activity').filter({ hasText: 'All trading was stopped.' });
  await expect(line).toContainText('stopped', { timeout: 10_000 });
});
