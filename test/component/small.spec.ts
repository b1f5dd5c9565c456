// Small windows, and large ones at 200%: what is needed is there, can be reached, and is covered by nothing.
import type { Locator } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import { DayEnd } from '#contract/day-end.ts';
import { TokenizationRequest } from '#contract/tokenization.ts';
import { demoReplies } from '#test/component/support/apps-world.ts';
import { expect, test } from '#test/component/support/component.ts';
import { fillWorld } from '#test/component/support/full-world.ts';
import { smallTargets } from '#test/component/support/measures.ts';
import { ok } from '#test/component/support/world.ts';
import { openTokenization, SOLANA } from '#test/e2e/support/mint.ts';
import { changeOf, field, fill, openDesk, ticketOf } from '#test/e2e/support/ticket.ts';
import { aBatch, headOf } from '#test/support/batches.ts';

const MINT = { underlyingSymbol: 'AAPL', issuer: 'xstocks', network: 'solana' };

/** Whether its middle is its own, once it was scrolled to. */
async function expectFree(control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  await control.click({ trial: true });
}

for (const [width, height] of [
  [720, 450],
  [530, 700],
] as const)
  test(`everything needed is in reach at ${width} × ${height}`, async ({ page, main, address }) => {
    demoReplies(main);
    main.showDefaultLayout();
    main.addOrder({ symbol: 'AAPL', limitPrice: Decimal.parse('170') });
    await page.setViewportSize({ width, height });
    await openDesk(page, address, false);
    const stop = page.getByRole('button', { name: 'Stop all trading' });
    await expect(stop).toBeInViewport({ ratio: 1 });
    for (const name of ['Switch account', 'Hide amounts', 'Command palette', 'Alerts'])
      await expectFree(page.getByRole('banner').getByRole('button', { name }));
    for (const screen of await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button')
      .all()) {
      await expectFree(screen);
      await screen.click();
      await expectFree(stop);
    }
    await page.getByRole('navigation').getByRole('button', { name: 'Desk' }).click();
    await expectFree(ticketOf(page).getByRole('button', { name: 'Review order' }));
    await expectFree(field(page, 'Quantity'));
    // Its fields have room to be read, and not only to be scrolled through.
    const body = ticketOf(page).getByRole('group').first();
    await expect.poll(async () => (await body.boundingBox())?.height).toBeGreaterThan(120);
    const row = page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: /^AAPL/ });
    await expectFree(row.getByText('working', { exact: true }).first());
    // A sign in place of the word, where there is no room for it.
    await expectFree(row.getByRole('button', { name: /^Cancel order/ }));
  });

test('whose money it is, and every figure of the account, is in sight at 900 × 640', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '4');
  await page.setViewportSize({ width: 900, height: 640 });
  await openDesk(page, address);
  const bar = page.getByRole('region', { name: 'Account', exact: true });
  for (const text of ['Practice account', 'PRACTICE · SIMULATED', '100,000.00'])
    await expect
      .poll(() => bar.getByText(text, { exact: true }).first().evaluate(isCut), text)
      .toBe(false);
  // All of the bar in one line.
  const palette = page.getByRole('button', { name: 'Command palette' });
  await expect.poll(async () => (await palette.boundingBox())?.y).toBeLessThan(30);
  await page.getByRole('navigation').getByRole('button', { name: 'Account' }).click();
  const figures = page.getByRole('region', { name: 'Account figures' });
  await expect(figures.getByRole('definition')).toHaveCount(4);
  for (const figure of await figures.getByRole('definition').all()) await expectFree(figure);
});

/** Whether less of it is drawn than it says. */
function isCut(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return Math.min(width, height) < 8 || element.scrollWidth > element.clientWidth + 1;
}

/** Weeks ago, at the beginning of a day of New York whose number is like this. */
function newestDay(number: RegExp): number {
  const isLike = (at: number) =>
    number.test(
      new Date(at).toLocaleString('en-US', { timeZone: 'America/New_York', day: 'numeric' }),
    );
  let at = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 20 * 86_400_000 + 6 * 3_600_000;
  while (!isLike(at)) at -= 86_400_000;
  return at;
}

test('no number in a table is cut off, or covered by the buttons of its row', async ({
  page,
  main,
  address,
}) => {
  main.showDefaultLayout();
  // Older than today: a time with its day is the longest, and a day of two digits longer than one of one.
  const at = newestDay(/^[12]\d$/) + 12 * 3_600_000;
  const moment = new Date(at).toISOString();
  const [qty, price] = [Decimal.parse('3.5'), Decimal.parse('333.48')];
  for (const status of ['new', 'filled'])
    main.addOrder({
      symbol: 'AAPL',
      status,
      qty,
      limitPrice: price,
      submittedAt: moment,
      ...(status === 'filled' && { filledQty: qty, filledAvgPrice: price }),
    });
  main.hold('AAPL', '4');
  main.tell('executions', {
    executionId: 'e1',
    orderId: 'order-2',
    symbol: 'AAPL',
    side: 'buy',
    qty,
    price,
    at: moment,
    cumQty: qty,
  });
  main.answer('activities.list', () =>
    ok({
      rows: [
        { id: 'a1', activityType: 'FILL', at: moment, symbol: 'AAPL', side: 'buy', qty, price },
        {
          id: 'a2',
          activityType: 'DIV',
          at: moment,
          symbol: 'AAPL',
          netAmount: Decimal.parse('1234.5'),
        },
      ],
    }),
  );
  main.answer('activity.list', () =>
    ok({
      lines: [
        {
          lineId: 'l1',
          at,
          kind: 'evidence',
          detail: 'answered',
          symbol: 'AAPL',
          text: 'The broker answered: it has it as order 1e74e860-b0a2-479e-9d12-000000000001.',
          intentId: '019a8000-0000-7000-8000-00000000abcd',
          requestId: '614d6121-cb9f-43fa-ac54-13a130d95b9b',
          status: 200,
        },
      ],
      isEnd: true,
    }),
  );
  const request = TokenizationRequest.parse({
    tokenizationRequestId: '019a8000-0000-7000-8000-000000000009',
    type: 'mint',
    status: 'completed',
    underlyingSymbol: 'AAPL',
    issuer: 'xstocks',
    network: 'solana',
    qty: '1.5',
    createdAt: moment,
  });
  main.tell('tokenizations', { request, receivedAt: Date.now() });
  await openDesk(page, address);
  for (const [width, height] of [
    [1920, 1080],
    [1440, 900],
    [1100, 700],
    [900, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const name of ['Desk', 'Account', 'Tokenization', 'Activity']) {
      await page.getByRole('navigation').getByRole('button', { name, exact: true }).click();
      await expect(page.getByText('Opening…')).toHaveCount(0);
      await expect(page.getByRole('rowheader').first()).toBeVisible();
      await expect.poll(() => page.evaluate(cutNumbers), `${name} at ${width}`).toEqual([]);
    }
    await page.getByRole('navigation').getByRole('button', { name: 'Desk', exact: true }).click();
    for (const panel of ['Fills', 'Positions']) {
      await page.getByText(panel, { exact: true }).click();
      await expect(page.getByRole('table', { name: panel }).getByRole('rowheader')).toBeVisible();
      await expect.poll(() => page.evaluate(cutNumbers), `${panel} at ${width}`).toEqual([]);
    }
  }
});

test('no figure of the mint desk is cut off, with nine decimals and five digits of lines', async ({
  page,
  main,
  address,
}) => {
  const qty = '83.151999999';
  const form = { ...MINT, qty: '9.999999999', walletAddress: SOLANA, label: 'b-10000' };
  const batch = aBatch({
    batchId: '019a8000-0000-4000-8000-00000000000b',
    name: 'long.csv',
    createdAt: Date.now(),
    state: 'paused',
    rows: [
      { line: 9_999, issues: [], form, state: 'waiting', held: 'second-person' },
      { line: 10_000, issues: [], form, state: 'completed', fees: '0.125' },
    ],
  });
  main.tell('batches', headOf(batch));
  main.tell('batchRows', ...batch.rows);
  const request = TokenizationRequest.parse({
    ...MINT,
    tokenizationRequestId: '019a8000-0000-7000-8000-000000000009',
    type: 'mint',
    status: 'completed',
    qty: '9.999999999',
    fees: '0.000000001',
    createdAt: new Date(Date.now() - 40 * 86_400_000).toISOString(),
  });
  main.tell('tokenizations', { request, receivedAt: Date.now() });
  const moved = { bought: qty, sold: qty, minted: qty, redeemed: qty, other: '0' };
  const figures = { opening: qty, ...moved, expected: qty, position: qty, difference: '0' };
  const line = { id: 'l1', at: Date.now() - 86_400_000, column: 'minted', qty: `-${qty}` };
  const outstanding = { symbol: 'AAPL', issuer: 'xstocks', network: 'solana', pending: qty };
  const day = DayEnd.parse({
    date: '2026-11-16',
    today: '2026-11-17',
    earliest: '2026-01-05',
    readAt: Date.now(),
    rows: [{ symbol: 'AAPL', ...figures, state: 'ties', lines: [{ ...line, text: 'Mint b-1' }] }],
    differences: [],
    notes: [],
    outstanding: [{ ...outstanding, minted: qty, redeemed: qty, outstanding: qty, price: '83.15' }],
  });
  main.answer('mints.dayEnd', () => ok(day));
  await openDesk(page, address);
  await openTokenization(page);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const expectWhole = async (table: string): Promise<void> => {
    const rows = page.getByRole('table', { name: table, exact: true }).getByRole('rowheader');
    await expect(rows.first()).toBeVisible();
    for (const width of [1920, 1440, 1280, 1100]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate(cutNumbers), `${table} at ${width}`).toEqual([]);
    }
  };
  await expectWhole('Tokenization requests');
  await press(/^Batch/);
  await press(/long\.csv/);
  await expectWhole('Batch rows');
  const state = page.getByRole('cell', { name: '2nd person' });
  await expect.poll(() => state.evaluate(isCut)).toBe(false);
  await press('End of day');
  await expectWhole('End of day');
  for (const [part, table] of [
    ['Entries', 'Entries of the day'],
    ['Tokens', 'Tokens outstanding'],
  ] as const) {
    await press(part);
    await expectWhole(table);
  }
});

function cutNumbers(): string[] {
  const cells = [...document.querySelectorAll('td.right, td.num, tbody th.num')];
  return cells
    .filter((cell) => cell.checkVisibility() && cell.textContent !== '')
    .filter((cell) => {
      const buttons = cell.parentElement?.querySelector('td.column-actions');
      const { left } = buttons?.getBoundingClientRect() ?? { left: Infinity };
      const isCovered =
        cell !== buttons && cell.getBoundingClientRect().right > left + 1 && left < Infinity;
      // In part beyond the edge of its table: a column that is wholly there or not at all is scrolled to.
      const { right: edge } = cell.closest('.data-table')?.getBoundingClientRect() ?? {
        right: Infinity,
      };
      const { left: from, right: to } = cell.getBoundingClientRect();
      const isAtEdge = from < edge - 1 && to > edge + 1;
      return isCovered || isAtEdge || cell.scrollWidth > cell.clientWidth + 1;
    })
    .map((cell) => cell.textContent);
}

test('what a row says is not covered by its buttons in a narrow panel', async ({
  page,
  main,
  address,
}) => {
  main.showPanels('orders', 'ticket', 'watchlist', 'positions');
  main.addOrder({ symbol: 'AAPL', limitPrice: Decimal.parse('170') });
  await page.setViewportSize({ width: 1024, height: 700 });
  await openDesk(page, address);
  const row = page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: /^AAPL/ });
  await expectFree(row.getByText('working', { exact: true }));
  await expectFree(row.getByRole('button', { name: /^Cancel order/ }));
});

test('nothing that is pressed is smaller than 24 pixels', async ({ page, main, address }) => {
  fillWorld(main);
  await openDesk(page, address);
  for (const screen of await page.getByRole('navigation').getByRole('button').all()) {
    await screen.click();
    await expect(page.getByText('Opening…')).toHaveCount(0);
    for (const width of [1280, 900]) {
      await page.setViewportSize({ width, height: 720 });
      const where = `${await screen.textContent()} at ${width}`;
      await expect.poll(() => page.evaluate(smallTargets), where).toEqual([]);
    }
  }
});

test('a field says what it takes before anything is wrong', async ({ page, address }) => {
  await openDesk(page, address);
  await expect(field(page, 'Quantity')).toHaveAccessibleDescription('shares, at most 9 decimals');
  await expect(field(page, 'Quantity')).toHaveAttribute('placeholder', /^shares/);
  await field(page, 'Quantity').fill('1,5');
  await expect(field(page, 'Quantity')).toHaveAccessibleDescription(/write/);
});

test('every field for a number says its unit and its limits, wherever it is', async ({
  page,
  main,
  address,
}) => {
  main.addOrder({ symbol: 'AAPL', limitPrice: Decimal.parse('170') });
  await openDesk(page, address);
  await fill(page, { 'Order class': 'Bracket', 'Order type': 'Limit' });
  expect(await page.evaluate(silentFields), 'the ticket').toEqual([]);
  await page.getByRole('button', { name: /^Change order/ }).click();
  await expect(changeOf(page).getByLabel('Limit price')).toHaveAccessibleDescription(/in cents$/);
  expect(await page.evaluate(silentFields), 'the change').toEqual([]);
  await page.keyboard.press('Escape');
  const screens = page.getByRole('navigation', { name: 'Screens' });
  await screens.getByRole('button', { name: 'Tokenization' }).click();
  await expect(page.getByRole('form', { name: 'Mint' })).toBeVisible();
  expect(await page.evaluate(silentFields), 'a mint').toEqual([]);
  await screens.getByRole('button', { name: 'Settings' }).click();
  const down = page.getByLabel('Alert when a stream has been down for (seconds)');
  await expect(down).toHaveAccessibleDescription('seconds, 1 to 3600');
  await expect(page.getByLabel('Max orders per minute')).toHaveAccessibleDescription(
    'orders, 1 to 10000',
  );
  expect(await page.evaluate(silentFields), 'the settings').toEqual([]);
});

/** Fields for numbers that say nothing of what they take. */
function silentFields(): string[] {
  return [...document.querySelectorAll<HTMLInputElement>('input[inputmode="decimal"]')]
    .filter((input) => input.checkVisibility())
    .filter((input) => {
      const id = input.getAttribute('aria-describedby') ?? '';
      return (document.getElementById(id)?.textContent ?? '') === '';
    })
    .map((input) => input.labels?.[0]?.textContent ?? input.id);
}
