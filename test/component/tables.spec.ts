// Views of the orders, kept by main and shown by the page.
import { expect, test } from '#test/component/support/component.ts';
import { intentOf } from '#test/component/support/intents.ts';
import { ok, type World } from '#test/component/support/world.ts';
import { Decimal } from '#contract/decimal.ts';
import { takePicture } from '#test/e2e/support/pictures.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';
import type { Locator, Page } from 'playwright/test';
import { pick } from '#test/e2e/support/choice.ts';

const rowsOf = (page: Page, name: string): Locator =>
  page
    .getByRole('table', { name, exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

test('a filter is saved under a name and comes back', async ({ page, main, address }) => {
  for (const symbol of ['AAPL', 'MSFT', 'NVDA']) main.addOrder({ symbol });
  await openDesk(page, address);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByLabel('Filter by symbol').fill('NVDA');
  await page.getByLabel('View name').fill('Only Nvidia');
  await page.keyboard.press('Enter');
  const views = page.getByRole('combobox', { name: 'Saved view' });
  await expect(views).toHaveText('Only Nvidia');
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(rowsOf(page, 'Orders')).toHaveCount(3);
  // Kept by main, not by the page: it is there after a reload, and does what it did.
  await expect.poll(() => main.documents.views.orders).toMatchObject([{ name: 'Only Nvidia' }]);
  await page.reload();
  await expect(rowsOf(page, 'Orders')).toHaveCount(3);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await pick(views, 'Only Nvidia');
  await expect(rowsOf(page, 'Orders')).toHaveCount(1);
  await expect(page.getByLabel('Filter by symbol')).toHaveValue('NVDA');
  await page.getByRole('button', { name: 'Remove view' }).click();
  await expect(views).toBeDisabled();
});

test('an order that is canceled by keyboard leaves the focus on its row', async ({
  page,
  main,
  address,
}) => {
  const [first] = ['AAPL', 'MSFT'].map((symbol) => main.addOrder({ symbol }));
  if (!first) throw new Error('no order');
  main.answer('orders.cancel', () => {
    main.tell('orders', { ...first, status: 'canceled' });
    return ok(null);
  });
  await openDesk(page, address);
  const row = page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: /^AAPL/ });
  const cancel = row.getByRole('button', { name: /^Cancel order/ });
  await cancel.press('Enter');
  await expect(cancel).toHaveCount(0);
  await expect(row).toBeFocused();
  // A person who clicks elsewhere is not called back.
  await page.getByRole('contentinfo').click();
  main.tell('orders', { ...first, status: 'canceled', filledQty: first.filledQty });
  await expect(page.locator('body')).toBeFocused();
});

test('an order placed elsewhere has its buttons and its tag in sight', async ({
  page,
  main,
  address,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  main.showDefaultLayout();
  main.addOrder({ symbol: 'AAPL' });
  await openDesk(page, address);
  const row = rowsOf(page, 'Orders').first();
  await expect(row.getByRole('button', { name: /^Change order/ })).toBeVisible();
  const overhang = () =>
    row.getByText('elsewhere').evaluate((tag) => {
      const table = tag.closest('table')?.getBoundingClientRect();
      return tag.getBoundingClientRect().right - (table?.right ?? 0);
    });
  await expect.poll(overhang).toBeLessThanOrEqual(0);
});

/** Three orders, each of which is canceled as soon as that is asked. */
function threeCanceledAtOnce(main: World): void {
  const orders = ['AAPL', 'MSFT', 'NVDA'].map((symbol) => main.addOrder({ symbol }));
  main.answer('orders.cancel', ({ orderId }) => {
    const order = orders.find(({ id }) => id === orderId);
    if (order) main.tell('orders', { ...order, status: 'canceled' });
    return ok(null);
  });
}

test('a double click on Cancel does nothing to the order that comes in its place', async ({
  page,
  main,
  address,
}) => {
  threeCanceledAtOnce(main);
  await openDesk(page, address);
  const table = page.getByRole('table', { name: 'Orders' });
  const cancels = table.getByRole('button', { name: /^Cancel order/ });
  await expect(cancels).toHaveCount(3);
  const box = await cancels.first().boundingBox();
  if (!box) throw new Error('no button');
  const { x, y } = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.click(x, y);
  await expect(cancels).toHaveCount(2);
  // The second of a double one, told as such, so that nothing hangs on how fast this machine is.
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  expect(main.inputsOf('orders.cancel')).toHaveLength(1);
  // Elsewhere it is a decision of its own, however soon.
  await cancels.last().click();
  await expect(cancels).toHaveCount(1);
});

for (const [tab, end] of [
  ['open', 'the pointer leaves the table'],
  ['all', 'the pointer has rested for three seconds'],
] as const)
  test(`a canceled order keeps its place among those of "${tab}" until ${end}`, async ({
    page,
    main,
    address,
  }) => {
    await page.clock.install();
    threeCanceledAtOnce(main);
    await openDesk(page, address);
    await page
      .getByRole('group', { name: 'Which orders' })
      .getByRole('button', { name: new RegExp(`^${tab}`, 'i') })
      .click();
    const rows = rowsOf(page, 'Orders');
    const symbols = () => rows.getByRole('rowheader').allInnerTexts();
    const cancel = rows.getByRole('button', { name: /^Cancel order: .* NVDA/ });
    const box = await cancel.boundingBox();
    if (!box) throw new Error('no button');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    // It says so at once, where it is.
    await expect(rows.first()).toContainText('NVDA');
    await expect(rows.first()).toContainText('canceled');
    await page.clock.runFor(1_500);
    await page.mouse.click(box.x + box.width / 2 + 1, box.y + box.height / 2);
    expect(main.inputsOf('orders.cancel')).toHaveLength(1);
    // What is new moves nothing either.
    main.addOrder({ symbol: 'TSLA' });
    await expect.poll(symbols).toEqual(['NVDA', 'MSFT', 'AAPL', 'TSLA']);
    if (tab === 'open') await page.mouse.move(5, 5);
    else {
      await page.clock.runFor(2_000);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.clock.runFor(2_000);
      expect(await symbols()).toEqual(['NVDA', 'MSFT', 'AAPL', 'TSLA']);
      await page.clock.runFor(1_500);
    }
    await expect
      .poll(symbols)
      .toEqual(['TSLA', 'MSFT', 'AAPL', ...(tab === 'all' ? ['NVDA'] : [])]);
  });

const now = (): string => new Date().toISOString();

test('rows stay where an order that was being sent becomes one, and while a cancel is on its way', async ({
  page,
  main,
  address,
}) => {
  await page.clock.install();
  const sending = intentOf({ state: 'unknown', symbol: 'AMZN' });
  main.tell('intents', sending);
  const [, below] = ['AAPL', 'MSFT'].map((symbol) => main.addOrder({ symbol }));
  main.answer('orders.cancel', () => {
    main.tell('orders', { ...below!, status: 'pending_cancel', updatedAt: now() });
    return ok(null);
  });
  await openDesk(page, address);
  const rows = rowsOf(page, 'Orders');
  const symbols = () => rows.getByRole('rowheader').allInnerTexts();
  await expect.poll(symbols).toEqual(['AMZN', 'MSFT', 'AAPL']);
  await rows.getByRole('button', { name: /^Cancel order: .* MSFT/ }).click();
  await expect(rows.nth(1)).toContainText('being canceled');
  // It is found: another row takes its place, and moves none.
  main.tell('intents', { ...sending, state: 'accepted', resultId: 'found' });
  main.addOrder({ id: 'found', symbol: 'AMZN', clientOrderId: sending.intentId, status: 'filled' });
  await expect(rows.first()).toContainText('filled');
  expect(await symbols()).toEqual(['AMZN', 'MSFT', 'AAPL']);
  // Nobody moves the pointer, and the cancel takes longer than three seconds.
  await page.clock.runFor(8_000);
  main.tell('orders', { ...below!, status: 'canceled' });
  await expect(rows.nth(1)).toContainText('canceled');
  expect(await symbols()).toEqual(['AMZN', 'MSFT', 'AAPL']);
  await page.clock.runFor(6_500);
  await expect.poll(symbols).toEqual(['AAPL', 'AMZN', 'MSFT']);
});

test('what a table is sorted by is kept, and the next start begins with it', async ({
  page,
  main,
  address,
}) => {
  for (const symbol of ['MSFT', 'AAPL', 'NVDA']) main.addOrder({ symbol });
  for (const symbol of ['MSFT', 'AAPL']) main.hold(symbol, '10');
  main.documents.tables = {
    tables: {},
    sorting: { positions: { column: 'symbol', isDescending: true } },
  };
  await openDesk(page, address);
  const symbols = (name: string) => rowsOf(page, name).getByRole('rowheader').allInnerTexts();
  await expect.poll(() => symbols('Positions')).toEqual(['MSFT', 'AAPL', 'Total']);
  const head = page
    .getByRole('table', { name: 'Orders' })
    .getByRole('columnheader', { name: 'Symbol' });
  await head.getByRole('button').first().click();
  await expect.poll(() => symbols('Orders')).toEqual(['AAPL', 'MSFT', 'NVDA']);
  await expect.poll(() => main.documents.tables.sorting['orders']?.column).toBe('symbol');
  await page.reload();
  await expect.poll(() => symbols('Orders')).toEqual(['AAPL', 'MSFT', 'NVDA']);
  expect(main.documents.tables.sorting['positions']?.column).toBe('symbol');
});

test('another filter holds at once, whatever is pointed at', async ({ page, main, address }) => {
  for (const symbol of ['AAPL', 'MSFT']) main.addOrder({ symbol });
  await openDesk(page, address);
  const rows = rowsOf(page, 'Orders');
  await rows.first().getByRole('rowheader').click();
  await page.getByRole('searchbox', { name: 'Filter by text' }).press('a');
  await page.keyboard.type('apl');
  await expect(rows).toHaveCount(1);
});

const NEEDED = ['symbol', 'side', 'qty', 'price', 'time', 'status'];

for (const [width, height, isCompact] of [
  [1280, 720, true],
  [1280, 800, false],
  [1440, 900, true],
  [1920, 1080, false],
] as const)
  test(`what an order is, what it cost and when is whole in a window of ${width}, ${isCompact ? 'compact' : 'comfortable'}`, async ({
    page,
    main,
    address,
  }) => {
    await page.setViewportSize({ width, height });
    main.showDefaultLayout();
    main.documents.appearance = { ...main.documents.appearance, isCompact };
    const nine = Decimal.parse('12.123456789');
    const long = Decimal.parse('123456.7899');
    const filled = { status: 'filled', qty: nine, filledQty: nine, filledAvgPrice: long };
    main.addOrder({ ...filled, symbol: 'BRK.B', type: 'market' });
    main.addOrder({ ...filled, symbol: 'BRK.B', limitPrice: long });
    main.addOrder({ ...filled, symbol: 'BTC/USD', submittedAt: '2025-11-28T15:30:12Z' });
    main.addOrder({ symbol: 'TSLA', side: 'sell', limitPrice: long, stopPrice: long });
    // So many that the table scrolls.
    for (let nth = 0; nth < 20; nth++) main.addOrder({ symbol: 'AAPL', limitPrice: long });
    main.tell('executions', {
      orderId: 'order-1',
      symbol: 'BRK.B',
      side: 'sell_short',
      qty: nine,
      cumQty: nine,
      price: long,
      at: '2026-02-28T15:30:12Z',
    });
    await openDesk(page, address);
    const quantity = page
      .getByRole('columnheader', { name: 'Quantity' })
      .getByRole('button')
      .first();
    await quantity.click();
    await quantity.click();
    await expect(rowsOf(page, 'Orders').first()).toContainText(/BRK.B|BTC/);
    await expect.poll(() => cutOff(page, 'Orders')).toEqual([]);
    expect(await columnsOf(page, 'Orders')).toEqual(expect.arrayContaining(NEEDED));
    await page.getByRole('tab', { name: 'Fills' }).click();
    await expect(rowsOf(page, 'Fills')).toHaveCount(1);
    await expect.poll(() => cutOff(page, 'Fills')).toEqual([]);
    expect(await columnsOf(page, 'Fills')).toEqual(
      expect.arrayContaining(['symbol', 'side', 'qty', 'price', 'time']),
    );
    await takePicture(page, `blotter-${width}-${isCompact ? 'compact' : 'roomy'}`);
  });

const columnsOf = (page: Page, name: string): Promise<string[]> =>
  page
    .getByRole('table', { name, exact: true })
    .getByRole('columnheader')
    .evaluateAll((heads) =>
      heads.map(({ className }) => /column-(\S+)/.exec(className)?.[1] ?? ''),
    );

/** Cells whose words do not fit, rows that are too high for the virtual ones, and tables that scroll sideways. */
const cutOff = (page: Page, name: string): Promise<string[]> =>
  page.getByRole('table', { name, exact: true }).evaluate((table) => {
    const scroller = table.parentElement as HTMLElement;
    const isCut = (box: Element) =>
      box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + 1;
    const cells = [...table.querySelectorAll('tbody tr:not(.spacer) > :is(td, th)')];
    const rowPx = Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--row'));
    return [
      ...cells
        .filter((cell) => [cell, ...cell.querySelectorAll('.two-lines')].some(isCut))
        .map((cell) => `${cell.className}: ${cell.textContent}`),
      ...[...table.querySelectorAll('tbody tr:not(.spacer)')]
        .filter((row) => Math.abs(row.getBoundingClientRect().height - rowPx) > 0.6)
        .map((row) => `${row.getBoundingClientRect().height} px: ${row.textContent}`),
      ...(scroller.scrollWidth > scroller.clientWidth ? ['scrolls sideways'] : []),
    ];
  });

test('a table that was out of sight shows the rows that it showed', async ({
  page,
  main,
  address,
}) => {
  const orders = Array.from({ length: 120 }, () => main.addOrder({ symbol: 'AAPL' }));
  await openDesk(page, address);
  const table = page.getByRole('table', { name: 'Orders' });
  const last = table.locator('tr[data-index="119"]');
  const screen = (name: string) => page.getByRole('navigation').getByRole('button', { name });
  await expect(rowsOf(page, 'Orders').first()).toBeVisible();
  await rowsOf(page, 'Orders').first().focus();
  await page.keyboard.press('End');
  await expect(last).toBeInViewport();
  await screen('Account').click();
  await expect(table).toBeHidden();
  await screen('Desk').click();
  await expect(last).toBeInViewport();
  await page.getByRole('button', { name: 'Float Orders' }).click();
  await expect(page.getByRole('button', { name: 'Dock Orders' })).toBeVisible();
  // Lower than it was, it shows the same from its top on.
  await expect.poll(() => indexInMiddle(table)).toBeGreaterThan(80);
  // Meanwhile there may be fewer.
  await screen('Account').click();
  await expect(table).toBeHidden();
  for (const order of orders.slice(2)) main.tell('orders', { ...order, status: 'canceled' });
  await screen('Desk').click();
  await page
    .getByRole('group', { name: 'Which orders' })
    .getByRole('button', { name: /^open/ })
    .click();
  await expect(rowsOf(page, 'Orders')).toHaveCount(2);
  await expect(rowsOf(page, 'Orders').first()).toBeInViewport();
});

/** Of the row in the middle of what is seen of a table. */
const indexInMiddle = (table: Locator): Promise<number> =>
  table.evaluate((element) => {
    const { left, top, width, height } = element.parentElement!.getBoundingClientRect();
    const middle = document.elementFromPoint(left + width / 2, top + height / 2);
    return Number(middle?.closest('tr')?.dataset['index'] ?? -1);
  });
