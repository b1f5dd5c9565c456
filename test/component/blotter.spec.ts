// The table of orders: legs under their order, the menu of a row, and orders that are picked out to be canceled.
import type { Locator, Page } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import { OrderLeg } from '#contract/orders.ts';
import { expect, test } from '#test/component/support/component.ts';
import { intentOf } from '#test/component/support/intents.ts';
import { ok, type World } from '#test/component/support/world.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

const table = (page: Page): Locator => page.getByRole('table', { name: 'Orders', exact: true });
const rows = (page: Page): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
const row = (page: Page, symbol: string): Locator =>
  table(page)
    .getByRole('row', { name: new RegExp(`^${symbol}`) })
    .first();

function addBracket(main: World): void {
  const leg = (n: number, more: object) =>
    OrderLeg.parse({
      id: `leg-${n}`,
      clientOrderId: `leg-client-${n}`,
      symbol: 'TSLA',
      side: 'sell',
      timeInForce: 'day',
      status: 'held',
      qty: '10',
      filledQty: '0',
      ...more,
    });
  main.addOrder({
    symbol: 'TSLA',
    type: 'market',
    orderClass: 'bracket',
    status: 'filled',
    qty: Decimal.parse('10'),
    filledQty: Decimal.parse('10'),
    filledAvgPrice: Decimal.parse('251.25'),
    legs: [
      leg(1, { type: 'limit', limitPrice: '280', status: 'new' }),
      leg(2, { type: 'stop', stopPrice: '240' }),
    ],
  });
}

test.beforeEach(async ({ page, main }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  main.showDefaultLayout();
});

test('legs are under their order, fold, and are never without it', async ({
  page,
  main,
  address,
}) => {
  addBracket(main);
  main.addOrder({ symbol: 'AAPL' });
  main.addOrder({ symbol: 'MSFT' });
  await openDesk(page, address);
  await expect(rows(page)).toHaveCount(5);
  const which = page.getByRole('group', { name: 'Which orders' });
  await which.getByRole('button', { name: /^open/ }).click();
  const head = table(page).getByRole('columnheader', { name: 'Symbol' }).getByRole('button');
  for (let sorted = 0; sorted < 2; sorted++) {
    await head.click();
    const names = await table(page).getByRole('rowheader').allInnerTexts();
    const at = names.findIndex((name) => name.startsWith('TSLA'));
    expect(names.slice(at, at + 3)).toEqual([
      expect.stringMatching(/TSLA/),
      expect.stringMatching(/leg of Buy 10 TSLA market/),
      expect.stringMatching(/leg of Buy 10 TSLA market/),
    ]);
  }
  // Both exits are for the same ten shares.
  await expect(page.getByRole('group', { name: 'Open orders in this table' })).toHaveText(
    /Open orders\s*4\s*Buys\s*0\.00\s*Sells\s*2,800\.00\s*Without a price\s*2/,
  );
  await takePictures(page, 'blotter-legs');
  const fold = table(page).getByRole('button', { name: '2 legs of Buy 10 TSLA market' });
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await fold.press('Enter');
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(rows(page)).toHaveCount(3);
  await which.getByRole('button', { name: 'filled' }).click();
  await expect(rows(page)).toHaveCount(1);
});

test('the menu of a row does what its buttons do, and more, by mouse and by keys', async ({
  page,
  main,
  address,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { clientOrderId } = main.addOrder({ symbol: 'MSFT', limitPrice: Decimal.parse('380') });
  main.addOrder({ symbol: 'AAPL' });
  main.answer('orders.cancel', () => ok(null));
  await openDesk(page, address);
  await row(page, 'MSFT').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Buy 1 MSFT limit 380.00' });
  await expect(menu).toBeVisible();
  await takePictures(page, 'blotter-menu');
  await expectAccessible(page);
  await menu.getByRole('menuitem', { name: 'Copy client order id' }).click();
  await expect(menu).toHaveCount(0);
  await expect(row(page, 'MSFT')).toBeFocused();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(clientOrderId);
  await page.keyboard.press('Shift+F10');
  await expect(menu).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => main.inputsOf('orders.cancel')).toHaveLength(1);
  await expect(row(page, 'MSFT')).toBeFocused();
  await page.keyboard.press('ContextMenu');
  await menu.getByRole('menuitem', { name: 'Show only MSFT' }).click();
  await expect(rows(page)).toHaveCount(1);
  await row(page, 'MSFT').press('ContextMenu');
  await menu.getByRole('menuitem', { name: 'Ticket with this order' }).click();
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  await expect(ticket.getByLabel('Limit price', { exact: true })).toHaveValue('380');
  expect(main.inputsOf('orders.submit')).toHaveLength(0);
  await row(page, 'MSFT').press('ContextMenu');
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(row(page, 'MSFT')).toBeFocused();
});

test('orders are picked out, listed, canceled, and each says how it ended', async ({
  page,
  main,
  address,
}) => {
  const orders = ['AAPL', 'MSFT', 'NVDA', 'META'].map((symbol) => main.addOrder({ symbol }));
  const [aapl, msft, nvda] = orders;
  if (!aapl || !msft || !nvda) throw new Error('no orders');
  main.answer('orders.cancelAll', ({ orderIds }) => {
    expect(orderIds.toSorted()).toEqual([aapl.id, nvda.id].toSorted());
    main.tell('orders', { ...aapl, status: 'canceled' });
    main.tell('orders', { ...nvda, status: 'filled', filledQty: Decimal.parse('1') });
    return ok(null);
  });
  await openDesk(page, address);
  const place = await row(page, 'META').boundingBox();
  await page.getByRole('checkbox', { name: /^Select: Buy 1 META/ }).click();
  await expect(page.getByRole('button', { name: 'Cancel selected (1)' })).toBeVisible();
  await page.getByRole('checkbox', { name: /^Select: Buy 1 AAPL/ }).click({ modifiers: ['Shift'] });
  await expect(page.getByRole('button', { name: 'Cancel selected (4)' })).toBeVisible();
  await expect(row(page, 'NVDA')).toHaveAttribute('aria-selected', 'true');
  await row(page, 'META').press(' ');
  await expect(page.getByRole('button', { name: 'Cancel selected (3)' })).toBeVisible();
  // Nothing moves under the pointer.
  expect(await row(page, 'META').boundingBox()).toEqual(place);
  await takePictures(page, 'blotter-selected');
  // What ends meanwhile is not selected any more.
  main.tell('orders', { ...msft, status: 'expired' });
  await page.getByRole('button', { name: 'Cancel selected (2)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel selected orders' });
  await expect(dialog.getByRole('listitem')).toHaveText([/META|NVDA/, /AAPL/]);
  expect(main.inputsOf('orders.cancelAll')).toHaveLength(0);
  await dialog.getByRole('button', { name: 'Cancel 2 orders' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'AAPL' })).toContainText('canceled');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'NVDA' })).toContainText(
    'filled before it could be canceled',
  );
  await expect(dialog.getByRole('status')).toHaveText('All of them have ended.');
  await takePictures(page, 'blotter-cancel-selected');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await row(page, 'META').press('Control+a');
  await expect(page.getByRole('button', { name: 'Cancel selected (1)' })).toBeVisible();
});

test('columns are chosen, moved and made wider by keys and by mouse, and stay so', async ({
  page,
  main,
  address,
}) => {
  main.addOrder({ symbol: 'AAPL' });
  await openDesk(page, address);
  const heads = () => table(page).getByRole('columnheader').allInnerTexts();
  const words = async () => (await heads()).map((head) => head.trim()).filter(Boolean);
  await expect.poll(words).toEqual(expect.arrayContaining(['Side', 'Quantity', 'Time']));
  const button = page.getByRole('button', { name: 'Columns of Orders' });
  await button.press('Enter');
  const list = page.getByRole('dialog', { name: 'Columns of Orders' });
  await list.getByRole('button', { name: 'Move Quantity left' }).press('Enter');
  await expect
    .poll(async () => (await words()).slice(0, 3))
    .toEqual(['Symbol', 'Quantity', 'Side']);
  await list.getByRole('checkbox', { name: 'Side' }).press(' ');
  await expect.poll(words).not.toContain('Side');
  // There was no room for it: now the table scrolls, and the page does not.
  await expect(list.getByRole('checkbox', { name: 'Client id' })).not.toBeChecked();
  await list.getByRole('checkbox', { name: 'Client id' }).press(' ');
  await expect.poll(words).toEqual(expect.arrayContaining(['Client id', 'Type', 'Time']));
  const wideBefore = await widthOf(page, 'Quantity');
  await list.getByRole('button', { name: 'Quantity wider' }).press('Enter');
  await expect.poll(() => widthOf(page, 'Quantity')).toBeGreaterThan(wideBefore);
  await takePictures(page, 'blotter-columns');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expect
    .poll(() => main.documents.tables.tables['orders']?.columns['side'])
    .toEqual({
      isShown: false,
    });
  await page.reload();
  await expect.poll(async () => (await words()).slice(0, 2)).toEqual(['Symbol', 'Quantity']);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
  // By mouse.
  const head = (name: string) =>
    table(page).getByRole('columnheader', { name }).getByRole('button').first();
  await head('Status').dragTo(head('Quantity'));
  await expect.poll(async () => (await words()).slice(0, 2)).toEqual(['Symbol', 'Status']);
  const edge = table(page).getByRole('columnheader', { name: 'Type' }).locator('.head-edge');
  const [box, before] = [await edge.boundingBox(), await widthOf(page, 'Type')];
  if (!box) throw new Error('no edge');
  await page.mouse.move(box.x + 4, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(box.x + 44, box.y + 5, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => widthOf(page, 'Type')).toBeGreaterThan(before + 30);
  await button.click();
  await page.getByRole('button', { name: 'Reset columns' }).click();
  await expect
    .poll(async () => (await words()).slice(0, 3))
    .toEqual(['Symbol', 'Side', 'Quantity']);
  await expect.poll(() => main.documents.tables).toEqual({ tables: {}, sorting: {} });
});

const widthOf = (page: Page, name: string): Promise<number> =>
  table(page)
    .getByRole('columnheader', { name })
    .evaluate((head) => head.getBoundingClientRect().width);

test('why an order was refused or not sent is in its row, and in sight', async ({
  page,
  main,
  address,
}) => {
  const reason = 'Insufficient buying power for 7 AMZN.';
  main.tell('intents', intentOf({ state: 'refused', unanswered: 0, reason }));
  await openDesk(page, address);
  const note = row(page, 'AMZN').getByText(reason);
  await expect(note).toBeVisible();
  // In the row, and not only under the pointer.
  await expect(row(page, 'AMZN').locator('.column-status')).toContainText(`refused. ${reason}`);
});

test('a reason has the room of the buttons that its row does not have', async ({
  page,
  main,
  address,
}) => {
  const reason = 'Insufficient buying power: 1,400.00 needed.';
  main.tell('intents', intentOf({ state: 'refused', unanswered: 0, reason }));
  await openDesk(page, address);
  const note = row(page, 'AMZN').locator('.column-status .two-lines');
  await expect(note).toContainText(reason);
  const evidence = row(page, 'AMZN').getByRole('button', { name: /^Evidence/ });
  const [text, button, cell] = await Promise.all(
    [note, evidence, row(page, 'AMZN').locator('.column-status')].map((one) => one.boundingBox()),
  );
  if (!text || !button || !cell) throw new Error('not drawn');
  expect(text.x + text.width).toBeGreaterThan(cell.x + cell.width + 30);
  expect(text.x + text.width).toBeLessThan(button.x);
  // All of it is there: a third line would be twelve pixels more.
  const more = await note.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(more).toBeLessThan(6);
  await takePictures(page, 'blotter-refused');
});

test('the whole reason of an order that ended is a key away from its row', async ({
  page,
  main,
  address,
}) => {
  const reason = 'At the open: what did not fill in the opening auction ended.';
  main.addOrder({ symbol: 'NVDA', status: 'expired', timeInForce: 'opg' });
  main.showDefaultLayout();
  await page.setViewportSize({ width: 1280, height: 720 });
  await openDesk(page, address);
  await page
    .getByRole('group', { name: 'Which orders' })
    .getByRole('button', { name: 'all', exact: true })
    .click();
  await row(page, 'NVDA').press('ContextMenu');
  await page.getByRole('menuitem', { name: 'Show the reason' }).press('Enter');
  await expect(page.getByText(reason, { exact: true })).toBeInViewport({ ratio: 1 });
  await takePictures(page, 'blotter-reason');
});

test('how long an order rests is beside its type, unless it is the day', async ({
  page,
  main,
  address,
}) => {
  main.addOrder({ symbol: 'AAPL', timeInForce: 'gtc' });
  main.addOrder({ symbol: 'MSFT' });
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openDesk(page, address);
  const type = (symbol: string) => row(page, symbol).locator('.column-type');
  await expect(type('AAPL')).toHaveText('limit GTC');
  await expect(type('AAPL')).toHaveAttribute('title', 'limit, good till canceled');
  await expect(type('MSFT')).toHaveText('limit');
});
