// The broker ends both exits of a pair with either of them: every way to cancel one of them says so first.
import type { Page } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ACCOUNT_ID, ok, type World } from '#test/component/support/world.ts';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { runCommand } from '#test/e2e/support/frame.ts';

test.beforeEach(({ main }) => {
  main.showDefaultLayout();
  main.answer('orders.cancel', () => ok(null));
  main.answer('orders.cancelAll', () => ok(null));
});

function protect(main: World) {
  main.hold('AAPL', '10');
  const exit = { symbol: 'AAPL', side: 'sell', orderClass: 'oco', qty: Decimal.parse('10') };
  const target = main.addOrder({ ...exit, limitPrice: Decimal.parse('189.80') });
  const stop = main.addOrder({
    ...exit,
    type: 'stop',
    stopPrice: Decimal.parse('189.20'),
    status: 'held',
    parentId: target.id,
  });
  return { target, stop };
}

async function openDesk(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
  await expect(table(page).getByRole('row').filter({ hasText: 'AAPL' })).toHaveCount(2);
}

const table = (page: Page) => page.getByRole('table', { name: 'Orders' });
const NAKED = 'Nothing would protect the position of 10 AAPL.';
const CANCEL_STOP = 'Cancel order: Sell 10 AAPL stop 189.20';
const question = (page: Page) => page.getByRole('dialog', { name: 'Cancel orders' });

const WAYS: Record<string, (page: Page) => Promise<void>> = {
  'the × on the chart': async (page) =>
    page.getByRole('figure').getByRole('button', { name: CANCEL_STOP }).click(),
  'the button in the row': async (page) =>
    table(page).getByRole('button', { name: CANCEL_STOP }).click(),
  async 'the menu of the row'(page) {
    await table(page).getByRole('row').filter({ hasText: '189.20' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Cancel order' }).click();
  },
  'the palette': async (page) => runCommand(page, 'cancel order stop', CANCEL_STOP),
};

for (const [way, cancel] of Object.entries(WAYS))
  test(`one of two exits, by ${way}: both are named before either is canceled`, async ({
    page,
    main,
    address,
  }) => {
    const { stop } = protect(main);
    await openDesk(page, address);
    await cancel(page);
    await expect(question(page)).toContainText(
      'This is one of two exits of 10 AAPL. The broker cancels both:',
    );
    await expect(question(page).getByRole('listitem')).toHaveText([
      'Sell 10 AAPL stop 189.20',
      'Sell 10 AAPL limit 189.80',
    ]);
    await expect(question(page)).toContainText(NAKED);
    await question(page).getByRole('button', { name: 'Keep them' }).click();
    await expect(question(page)).toHaveCount(0);
    expect(main.inputsOf('orders.cancel')).toHaveLength(0);
    await cancel(page);
    await question(page).getByRole('button', { name: 'Cancel both' }).press('Enter');
    await expect(question(page)).toHaveCount(0);
    await expect
      .poll(() => main.inputsOf('orders.cancel'))
      .toEqual([expect.objectContaining({ orderId: stop.id })]);
    expect(main.inputsOf('orders.cancelAll')).toHaveLength(0);
  });

test('the question follows the orders while it stands', async ({ page, main, address }) => {
  const { target, stop } = protect(main);
  await openDesk(page, address);
  await table(page).getByRole('button', { name: CANCEL_STOP }).click();
  await expectAccessibleInBoth(page, 'cancel-together', 'dialog');
  main.tell('orders', { ...stop, status: 'canceled' });
  main.tell('orders', { ...target, status: 'filled', filledQty: Decimal.parse('10') });
  await expect(question(page).getByRole('status')).toHaveText('This order has ended meanwhile.');
  await expect(question(page).getByRole('button', { name: /Cancel|Keep/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  expect(main.inputsOf('orders.cancel')).toHaveLength(0);
});

test('a selection that has one of two exits lists the other, and asks once', async ({
  page,
  main,
  address,
}) => {
  protect(main);
  await openDesk(page, address);
  await table(page).getByRole('row').filter({ hasText: '189.20' }).press(' ');
  await page.getByRole('button', { name: 'Cancel selected (1)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel selected orders' });
  await expect(dialog).toContainText('The broker cancels with them: Sell 10 AAPL limit 189.80.');
  await expect(dialog).toContainText(NAKED);
  await dialog.getByRole('button', { name: 'Cancel 2 orders' }).click();
  await expect.poll(() => main.inputsOf('orders.cancelAll')).toHaveLength(1);
  await expect(question(page)).toHaveCount(0);
});

test('a cancel of many says which position is left without an exit', async ({
  page,
  main,
  address,
}) => {
  protect(main);
  await openDesk(page, address);
  await runCommand(page, 'cancel all aapl', /Cancel .*AAPL/);
  const some = page.getByRole('dialog', { name: 'Cancel these orders' });
  await expect(some).toContainText(NAKED);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel all', exact: true }).click();
  const all = page.getByRole('dialog', { name: 'Cancel all orders' });
  await expect(all).toContainText(NAKED);
  await all.getByRole('radio', { name: /^Every open order/ }).check();
  await expect(all).toContainText(NAKED);
  await page.keyboard.press('Escape');
  expect(main.inputsOf('orders.cancelAll')).toHaveLength(0);
});

test('a chart in its own window asks the same', async ({ page, main, address }) => {
  const { stop } = protect(main);
  await page.goto(`${address}#/chart?account=${ACCOUNT_ID}&symbol=AAPL&timeframe=1Min`);
  const cancel = page.getByRole('figure').getByRole('button', { name: CANCEL_STOP });
  await cancel.click();
  await expect(question(page)).toContainText(
    'This is one of two exits of 10 AAPL. The broker cancels both:',
  );
  await expect(question(page).getByRole('listitem')).toHaveText([
    'Sell 10 AAPL stop 189.20',
    'Sell 10 AAPL limit 189.80',
  ]);
  await question(page).getByRole('button', { name: 'Keep them' }).click();
  await expect(question(page)).toHaveCount(0);
  expect(main.inputsOf('orders.cancel')).toHaveLength(0);
  await cancel.click();
  await question(page).getByRole('button', { name: 'Cancel both' }).click();
  await expect
    .poll(() => main.inputsOf('orders.cancel'))
    .toEqual([expect.objectContaining({ orderId: stop.id })]);
  expect(main.inputsOf('orders.cancelAll')).toHaveLength(0);
});
