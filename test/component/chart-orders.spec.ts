// Orders on the chart: their × and handles, what is out of sight, and the symbol that is typed into it.
import type { Locator, Page } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import { expect, test } from '#test/component/support/component.ts';
import { AMD, ok, type World } from '#test/component/support/world.ts';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { pick } from '#test/e2e/support/choice.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';

test.beforeEach(({ main }) => main.showDefaultLayout());

const figureOf = (page: Page, symbol = 'AAPL'): Locator =>
  page.getByRole('figure', { name: `Price chart, ${symbol}` });
const sliders = (page: Page): Locator => figureOf(page).getByRole('slider');

async function openDesk(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
  await expect(figureOf(page)).toContainText(/O\d+\.\d\d/);
}

const rest = (main: World, price: number, more: Partial<Parameters<World['addOrder']>[0]> = {}) =>
  main.addOrder({
    symbol: 'AAPL',
    qty: Decimal.parse('3'),
    limitPrice: Decimal.parse(price.toFixed(2)),
    ...more,
  });

/** Of each handle that can be seen, with its ×. */
const boxesOf = async (page: Page) =>
  figureOf(page)
    .locator('.order-line:not(.away)')
    .evaluateAll((lines) =>
      lines.map((line) => {
        const { top, bottom, left, right } = line.getBoundingClientRect();
        return { top, bottom, left, right };
      }),
    );

async function expectApart(page: Page, count: number): Promise<void> {
  await expect.poll(async () => (await boxesOf(page)).length).toBe(count);
  const boxes = await boxesOf(page);
  const isOver = boxes.filter((a, n) =>
    boxes
      .slice(n + 1)
      .some(
        (b) =>
          a.top < b.bottom - 0.5 &&
          b.top < a.bottom - 0.5 &&
          a.left < b.right - 0.5 &&
          b.left < a.right - 0.5,
      ),
  );
  expect(isOver).toEqual([]);
}

test('the × of a line cancels its order, and the line says what it waits for', async ({
  page,
  main,
  address,
}) => {
  const asked: string[] = [];
  main.answer('orders.cancel', ({ orderId }) => {
    asked.push(orderId);
    return ok(null);
  });
  await openDesk(page, address);
  const { id } = rest(main, 189.75);
  const cancel = figureOf(page).getByRole('button', {
    name: 'Cancel order: Buy 3 AAPL limit 189.75',
  });
  const box = await cancel.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  // By keyboard: the × comes after the slider.
  await sliders(page).focus();
  await page.keyboard.press('Tab');
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => asked).toEqual([id]);
  main.tell('cancels', { id, since: Date.now() - 5_000, state: 'waiting' });
  await expect(sliders(page)).toContainText(/Buy 3 limit, cancel waiting for the broker \d+ s/);
  // A second order, by pointer.
  const other = rest(main, 189.25, { side: 'sell' });
  await figureOf(page)
    .getByRole('button', { name: 'Cancel order: Sell 3 AAPL limit 189.25' })
    .click();
  await expect.poll(() => asked).toEqual([id, other.id]);
  await expectAccessibleInBoth(page, 'chart-orders', '[aria-label^="Price of "]');
});

test('handles of lines that lie close together do not cover each other', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  for (const price of [189.5, 189.51, 189.52, 189.53, 189.53]) rest(main, price);
  await expectApart(page, 5);
  await expect(figureOf(page).locator('.order-hair:visible')).not.toHaveCount(0);
  await takePictures(page, 'chart-orders-close');
});

test('fifty lines: those without room are counted, listed and reached', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  for (let n = 0; n < 50; n++) rest(main, 188 + n * 0.05, { side: n % 2 === 0 ? 'buy' : 'sell' });
  await expect(sliders(page)).toHaveCount(50);
  const more = figureOf(page).getByRole('button', { name: /\d+ lines without a handle/ });
  const hidden = Number((await more.innerText()).match(/\d+/)?.[0]);
  await expectApart(page, 50 - hidden);
  expect(hidden).toBeLessThan(45);
  await takePictures(page, 'chart-orders-fifty');
  await more.click();
  const items = page.getByRole('menu', { name: 'Lines without a handle' }).getByRole('menuitem');
  await expect(items).toHaveCount(hidden);
  const [, price = ''] = /(\d+\.\d\d)$/.exec(await items.last().innerText()) ?? [];
  await items.last().click();
  await expect(sliders(page).and(page.locator(':focus'))).toHaveAttribute('aria-valuenow', price);
});

test('a line beyond the edge is named there, and a press brings it into sight', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  rest(main, 290, { side: 'sell' });
  const above = figureOf(page).getByRole('button', { name: 'Show Sell 3 limit 290.00, above' });
  await expect(above).toHaveText('▲ Sell 3 limit 290.00');
  rest(main, 90);
  rest(main, 80);
  const below = figureOf(page).getByRole('button', { name: '2 lines below' });
  await expect(below).toBeVisible();
  await takePictures(page, 'chart-orders-away');
  await above.click();
  await expect(above).toHaveCount(0);
  const handle = figureOf(page).getByRole('slider', { name: 'Sell 3 limit price' });
  await expect(handle).toBeFocused();
  await expect(handle).toBeInViewport({ ratio: 1 });
  await below.click();
  await page.getByRole('menuitem', { name: 'Buy 3 limit 80.00' }).click();
  await expect(figureOf(page).getByRole('button', { name: /below/ })).toHaveCount(0);
  await figureOf(page).getByRole('button', { name: 'Fit to bars' }).click();
  await expect(above).toBeVisible();
  await expect(figureOf(page).getByRole('button', { name: 'Fit to bars' })).toHaveCount(0);
});

test('a trailing stop is a line that nobody moves, with an ×', async ({ page, main, address }) => {
  await openDesk(page, address);
  const { limitPrice: _, ...trailing } = rest(main, 189);
  main.tell('orders', {
    ...trailing,
    side: 'sell',
    type: 'trailing_stop',
    trailPercent: Decimal.parse('1'),
    stopPrice: Decimal.parse('189.40'),
  });
  await expect(figureOf(page)).toContainText('Sell 3 trailing stop');
  await expect(sliders(page)).toHaveCount(0);
  await expect(
    figureOf(page).getByRole('button', { name: 'Cancel order: Sell 3 AAPL trailing stop 189.40' }),
  ).toBeVisible();
});

test('a letter typed into the chart asks for another symbol', async ({ page, main, address }) => {
  main.answer('assets.search', ({ text }) => ok(text === 'AM' ? [AMD] : []));
  await openDesk(page, address);
  const chart = (symbol: string) => figureOf(page, symbol).getByRole('group', { name: /^Chart/ });
  const field = page.getByRole('combobox', { name: 'Chart symbol' });
  await chart('AAPL').focus();
  await page.keyboard.press('m');
  await expect(field).toHaveValue('M');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(chart('AAPL')).toBeFocused();
  await page.keyboard.type('msft');
  await expect(field).toHaveValue('MSFT');
  await takePictures(page, 'chart-typed-symbol');
  await page.keyboard.press('Enter');
  // Linked: the whole desk goes along, and the next letter can follow at once.
  await expect(figureOf(page, 'MSFT')).toContainText(/O\d+\.\d\d/);
  await expect(
    page.getByRole('form', { name: 'Order ticket' }).getByRole('combobox', { name: 'Symbol' }),
  ).toHaveValue('MSFT');
  await expect(chart('MSFT')).toBeFocused();
  // On its own: only the chart does. What is marked in the list is taken.
  await page.getByRole('button', { name: 'Linked' }).click();
  await chart('MSFT').focus();
  await page.keyboard.type('am');
  await expect(page.getByRole('option', { name: /AMD/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(figureOf(page, 'AMD')).toBeVisible();
  await expect(
    page.getByRole('form', { name: 'Order ticket' }).getByRole('combobox', { name: 'Symbol' }),
  ).toHaveValue('MSFT');
  // No symbol at all is said, and changes nothing.
  await chart('AMD').focus();
  await page.keyboard.type('a..');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(figureOf(page, 'AMD')).toBeVisible();
});

const ticketOf = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' });

async function drag(page: Page, handle: Locator, byPx: number): Promise<void> {
  await expect(handle).toBeInViewport({ ratio: 1 });
  const box = await handle.boundingBox();
  if (!box) throw new Error('the line has no place');
  const [x, y] = [box.x + 12, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + byPx, { steps: 6 });
}

test('what the ticket holds is drawn, and dragging it fills in the ticket and sends nothing', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  const ticket = ticketOf(page);
  await pick(ticket.getByLabel('Order class'), 'Bracket');
  await pick(ticket.getByLabel('Order type'), 'Limit');
  await ticket.getByLabel('Quantity').fill('10');
  await ticket.getByLabel('Limit price').fill('189.50');
  const entry = figureOf(page).getByRole('slider', { name: 'Ticket limit price' });
  const target = figureOf(page).getByRole('slider', { name: 'Ticket take profit' });
  const stop = figureOf(page).getByRole('slider', { name: 'Ticket stop loss' });
  await expect(entry).toHaveText(/^Ticket: buy 10 limit/);
  // Not filled in yet: handles at the entry, of which dragging one away fills in its field.
  await expect(target).toHaveText('Set target');
  await drag(page, target, -60);
  await expect(target).toHaveText(/^Ticket: target \+\$\d+\.\d\d 1\d\d\.\d\d$/);
  await page.mouse.up();
  const takeProfit = ticket.getByLabel('Take profit');
  await expect(takeProfit).toHaveValue(/^1(89|9\d)\.\d\d$/);
  expect(Number(await takeProfit.inputValue())).toBeGreaterThan(189.5);
  await drag(page, stop, 40);
  // Escape gives the field back what it said, which was nothing.
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(ticket.getByLabel('Stop loss')).toHaveValue('');
  await stop.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('PageDown');
  await expect(ticket.getByLabel('Stop loss')).toHaveValue('189.39');
  // Leaving it by keyboard keeps what the field says by now.
  await page.keyboard.press('Tab');
  await expect(ticket.getByLabel('Stop loss')).toHaveValue('189.39');
  await expect(stop).toHaveText(/^Ticket: stop loss −\$1\.10/);
  await expect(target).toHaveText(/· \d+(\.\d)? : 1/);
  await ticket.getByLabel('Stop loss').fill('188.50');
  await expect(stop).toHaveAttribute('aria-valuenow', '188.50');
  await takePictures(page, 'chart-ticket-bracket');
  await expectAccessibleInBoth(page, 'chart-plan', '[aria-label^="Price of "]');
  // Sizes are not said while amounts are hidden, nor what would tell them.
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  await expect(entry).toHaveText(/^Ticket: buy limit/);
  await expect(figureOf(page).locator('.chart-handles')).not.toContainText('$');
  // Another symbol in the ticket: nothing of it belongs here.
  await ticket.getByRole('combobox', { name: 'Symbol' }).fill('TSLA');
  await expect(entry).toHaveCount(0);
  expect(main.inputsOf('orders.submit')).toEqual([]);
  expect(main.inputsOf('orders.replace')).toEqual([]);
});

test('a label that made room moves its price by as much as it is dragged, and not when it is clicked', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  for (const price of [190, 190.01, 190.02]) rest(main, price);
  const ticket = ticketOf(page);
  await pick(ticket.getByLabel('Order type'), 'Limit');
  await ticket.getByLabel('Quantity').fill('10');
  const limit = ticket.getByLabel('Limit price');
  await limit.fill('189.99');
  const label = figureOf(page).getByRole('slider', { name: 'Ticket limit price' });
  // Its price is beside it only where it is away from its line.
  await expect(label).toHaveText('Ticket: buy 10 limit 189.99');
  await drag(page, label, 2);
  await page.mouse.up();
  await expect(limit).toHaveValue('189.99');
  const before = Number(await limit.inputValue());
  await drag(page, label, 40);
  const once = Number(await label.getAttribute('aria-valuenow'));
  await page.mouse.up();
  await drag(page, label, 40);
  const twice = Number(await label.getAttribute('aria-valuenow'));
  await page.mouse.up();
  expect(once).toBeLessThan(before);
  expect(Math.abs(before - once - (once - twice))).toBeLessThanOrEqual(0.03);
});

test('a position has handles for the exits that it lacks', async ({ page, main, address }) => {
  await openDesk(page, address);
  main.hold('AAPL', '10');
  const target = figureOf(page).getByRole('slider', { name: 'Target for AAPL' });
  const stop = figureOf(page).getByRole('slider', { name: 'Stop for AAPL' });
  await expect(figureOf(page).locator('.chart-handles')).toContainText('Long 10 average');
  await expectApart(page, 3);
  await drag(page, target, -50);
  await expect(target).toHaveText(/^Target \+\$\d+\.\d\d 19\d\.\d\d$/);
  await takePictures(page, 'chart-position-drag');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(target).toHaveText('Target');
  await expect(ticketOf(page).getByLabel('Order type')).toHaveText('Market');
  await stop.focus();
  for (let n = 0; n < 3; n++) await page.keyboard.press('PageDown');
  await expect(stop).toHaveText(/^Stop −\$3\.00 189\.70$/);
  await page.keyboard.press('Enter');
  // An order that would end it rests: then that line is the one to move.
  main.addOrder({
    symbol: 'AAPL',
    side: 'sell',
    type: 'stop',
    qty: Decimal.parse('10'),
    stopPrice: Decimal.parse('189.70'),
  });
  await expect(stop).toHaveCount(0);
  await expect(target).toHaveCount(1);
  await expect(figureOf(page).getByRole('slider', { name: 'Sell 10 stop price' })).toBeVisible();
  expect(main.inputsOf('orders.submit')).toEqual([]);
});

test('an exit says what it would gain or lose, and says it anew where it is moved to', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '10');
  await openDesk(page, address);
  main.addOrder({
    symbol: 'AAPL',
    side: 'sell',
    type: 'stop',
    qty: Decimal.parse('10'),
    stopPrice: Decimal.parse('189.10'),
  });
  const stop = figureOf(page).getByRole('slider', { name: 'Sell 10 stop price' });
  await expect(stop).toHaveText(/^Sell 10 stop( 189\.10)? −\$9\.00$/);
  await expect(stop).toHaveAttribute('aria-valuetext', '189.10, a loss of $9.00');
  await takePictures(page, 'chart-exit-gains');
  await stop.focus();
  await page.keyboard.press('PageDown');
  await expect(stop).toHaveText('Sell 10 stop 189.00 −$10.00');
  await expect(stop).toHaveAttribute(
    'aria-valuetext',
    '189.00, a loss of $10.00, Enter reviews the change',
  );
  await page.keyboard.press('Escape');
  await expect(stop).toHaveText(/−\$9\.00$/);
  await drag(page, stop, -120);
  await expect(stop).toHaveText(/^Sell 10 stop 19\d\.\d\d \+\$\d+\.\d\d$/);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  await expect(figureOf(page).getByRole('slider', { name: 'Sell stop price' })).toHaveText(
    /^Sell stop( 189\.10)?$/,
  );
  expect(main.inputsOf('orders.replace')).toEqual([]);
});
