// Words and figures that are whole, and stand in line, where there is little room.
import type { Locator } from 'playwright/test';
import { expect, test } from '#test/component/support/component.ts';
import { fillWorld } from '#test/component/support/full-world.ts';
import { ok } from '#test/component/support/world.ts';
import { openTokenization, SOLANA } from '#test/e2e/support/mint.ts';
import { openDesk, ticketOf } from '#test/e2e/support/ticket.ts';
import { aBatch, headOf } from '#test/support/batches.ts';

const WORDS =
  'The order stream was not heard for 2.3 s. What it missed was read afterwards, order by order.';

/** All of its words have room; nothing of it is behind an ellipsis. */
const isWhole = (cell: Locator): Promise<boolean> =>
  cell.evaluate((element) => element.scrollWidth <= element.clientWidth);
const boxOf = async (found: Locator) => {
  const box = await found.boundingBox();
  if (!box) throw new Error('it is not there');
  return box;
};

for (const [width, height] of [
  [1280, 800],
  [900, 700],
] as const) {
  test(`states are whole in their tables at ${width} by ${height}`, async ({
    page,
    main,
    address,
  }) => {
    fillWorld(main);
    main.answer('activity.list', () =>
      ok({
        lines: [
          { lineId: 'l', at: Date.now(), kind: 'stream', detail: 'reconnecting', text: WORDS },
        ],
        isEnd: true,
      }),
    );
    const form = {
      underlyingSymbol: 'AAPL',
      qty: '1',
      issuer: 'xstocks',
      network: 'solana',
      walletAddress: SOLANA,
      label: 'B300-001',
    };
    const batch = aBatch({
      batchId: '019a8000-0000-4000-8000-00000000000b',
      name: 'one.csv',
      createdAt: Date.now(),
      state: 'paused',
      rows: [{ line: 2, issues: [], form, state: 'unknown' }],
    });
    main.tell('batches', headOf(batch));
    main.tell('batchRows', ...batch.rows);
    await page.setViewportSize({ width, height });
    await openDesk(page, address);
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: 'Activity' })
      .click();
    const state = page.getByRole('cell', { name: 'reconnecting' });
    await expect(state).toBeVisible();
    expect(await isWhole(state)).toBe(true);
    // What there is room for beyond the columns is the text's.
    if (width > 900) expect(await isWhole(page.getByRole('cell', { name: WORDS }))).toBe(true);
    await openTokenization(page);
    const symbol = page.getByRole('rowheader', { name: 'AAPL, open request' });
    expect(await isWhole(symbol.first())).toBe(true);
    await page.getByRole('button', { name: /^Batch/ }).click();
    await page.getByRole('button', { name: /one\.csv/ }).click();
    const unconfirmed = page.getByRole('cell', { name: 'unconfirmed', exact: true });
    await expect(unconfirmed).toBeVisible();
    expect(await isWhole(unconfirmed)).toBe(true);
  });

  test(`what stands beside a price or a name is whole at ${width} by ${height}`, async ({
    page,
    main,
    address,
  }) => {
    fillWorld(main);
    await page.setViewportSize({ width, height });
    await openDesk(page, address);
    const head = await boxOf(
      page
        .getByRole('region', { name: /^Price of/ })
        .or(page.locator('.chart-head'))
        .first(),
    );
    const age = await boxOf(page.locator('.chart-facts dd').first());
    expect(age.x + age.width).toBeLessThanOrEqual(head.x + head.width - 12);
    // A long name of the account leaves the sign that it opens something.
    const chevron = page.getByRole('button', { name: /^Switch account/ }).locator('svg');
    expect((await boxOf(chevron)).width).toBe(8);
    // Bid, ask and spread begin below their names, quoted or not.
    const quote = ticketOf(page).getByRole('group', { name: 'Quote' });
    for (const [name, value] of [
      ['Bid', quote.getByRole('button', { name: /^Bid/ }).locator('span').first()],
      ['Spread', quote.locator('dd').last().locator('span').first()],
    ] as const) {
      const { x } = await boxOf(quote.getByText(name, { exact: true }));
      expect(Math.abs((await boxOf(value)).x - x)).toBeLessThanOrEqual(1);
    }
  });
}

test('figures of the account keep their distance', async ({ page, main, address }) => {
  fillWorld(main);
  await openDesk(page, address);
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: 'Account' })
    .click();
  const figures = page.getByRole('region', { name: 'Account figures' });
  for (const width of [1440, 1280, 900]) {
    await page.setViewportSize({ width, height: 800 });
    const [today, cash] = [
      await boxOf(figures.locator('dd').nth(1).locator('span').first()),
      await boxOf(figures.getByText('Cash')),
    ];
    if (cash.y < today.y) expect(cash.x - today.x - today.width).toBeGreaterThanOrEqual(16);
  }
});
