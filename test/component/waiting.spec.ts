// A cancel or a change that waits for the broker is seen: in the row, in the list of Cancel all and on the chart.
import type { Page } from 'playwright/test';
import { expect, test } from '#test/component/support/component.ts';
import { fail, ok, previewOf, type World } from '#test/component/support/world.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { choose, fill, openDesk, place, ticketOf } from '#test/e2e/support/ticket.ts';

const rowOf = (page: Page) =>
  page.getByRole('table', { name: 'Orders' }).getByRole('row').filter({ hasText: 'MSFT' });

async function rest(page: Page, main: World, address: string): Promise<string> {
  await openDesk(page, address);
  const price = Math.floor((await choose(page, 'MSFT')) * 0.99);
  await fill(page, { 'Order type': 'Limit', Quantity: '3', 'Limit price': `${price}` });
  await place(page);
  await expect(rowOf(page)).toBeVisible();
  return main.orders.find(({ symbol }) => symbol === 'MSFT')?.id ?? '';
}

test('a cancel that waits, with an age that grows and is not cut off, until it is over', async ({
  page,
  main,
  address,
}) => {
  const id = await rest(page, main, address);
  const wait = { id, since: Date.now() - 64_000 };
  main.tell('cancels', { ...wait, state: 'waiting' });
  await expect(rowOf(page)).toContainText('cancel waiting for the broker 1 min');
  const age = rowOf(page).locator('.order-wait-age');
  const isWhole = () =>
    age.evaluate((one) => {
      const cell = one.closest('td')?.getBoundingClientRect();
      const box = one.getBoundingClientRect();
      return cell !== undefined && box.width > 0 && box.right <= cell.right + 0.5;
    });
  await expect.poll(isWhole).toBe(true);
  await takePictures(page, 'cancel-waits');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel all', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel all orders' });
  await expect(dialog).toContainText('cancel waiting for the broker');
  await page.keyboard.press('Escape');
  main.tell('cancels', { ...wait, state: 'asked' });
  await expect(rowOf(page)).toContainText('cancel requested');
  main.tell('cancels', { ...wait, state: 'over' });
  await expect(rowOf(page)).not.toContainText('cancel requested');
  await expect(rowOf(page)).not.toContainText('waiting');
});

test('a cancel that ends within a moment says nothing of a wait', async ({
  page,
  main,
  address,
}) => {
  const id = await rest(page, main, address);
  main.tell('cancels', { id, since: Date.now() + 60_000, state: 'waiting' });
  main.tell('cancels', { id, since: Date.now() + 60_000, state: 'over' });
  await expect(rowOf(page)).not.toContainText('waiting');
});

test('the line on the chart says it too', async ({ page, main, address }) => {
  main.showDefaultLayout();
  const id = await rest(page, main, address);
  main.tell('cancels', { id, since: Date.now() - 5_000, state: 'waiting' });
  await expect(page.locator('.order-handle')).toContainText(
    /Buy 3 limit, cancel waiting for the broker \d+ s/,
  );
  await takePictures(page, 'cancel-waits-chart');
});

const noticesOf = (page: Page) => page.getByRole('log', { name: 'Notices' });
const NOT_LEFT = 'The cancel of MSFT has not been sent yet: the host refused the connection.';

for (const [what, press] of [
  [
    'a cancel',
    async (page: Page) =>
      rowOf(page)
        .getByRole('button', { name: /^Cancel/ })
        .click(),
  ],
  [
    'cancels of a list',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Cancel all', exact: true }).click();
      await page.getByRole('button', { name: 'Cancel 1 order' }).click();
    },
  ],
] as const)
  test(`that ${what} has not left is withdrawn once the broker has taken it`, async ({
    page,
    main,
    address,
  }) => {
    const id = await rest(page, main, address);
    const wait = { id, since: Date.now() };
    for (const call of ['orders.cancel', 'orders.cancelAll'] as const)
      main.answer(call, () => {
        main.tell('cancels', { ...wait, state: 'waiting' });
        return fail({ kind: 'offline', message: NOT_LEFT });
      });
    await press(page);
    await expect(noticesOf(page)).toContainText(NOT_LEFT);
    main.tell('cancels', { ...wait, state: 'asked' });
    await expect(noticesOf(page)).not.toContainText(NOT_LEFT);
  });

test('that no review opened is withdrawn when the guard lets it through', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  await choose(page, 'MSFT');
  const blocked = { guard: 'stalePrice', level: 'block' as const, text: 'The price is 40 s old.' };
  let verdicts = [blocked];
  main.answer('orders.preview', ({ draft }) =>
    ok({ ...previewOf(draft, {}, Date.now()), verdicts }),
  );
  await fill(page, { Quantity: '2' });
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  const said = ticketOf(page).getByRole('status').filter({ hasText: 'The price is 40 s old.' });
  await expect(said).toBeVisible();
  verdicts = [];
  await expect(said).toHaveCount(0);
});
