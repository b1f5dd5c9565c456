// Small windows, and large ones at 200 %: what is needed is there, can be reached, and is covered by nothing.
import type { Locator } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import { demoReplies } from '#test/component/support/apps-world.ts';
import { expect, test } from '#test/component/support/component.ts';
import { field, openDesk, ticketOf } from '#test/e2e/support/ticket.ts';

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
      await expectFree(page.getByRole('button', { name }));
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
    const body = await ticketOf(page).getByRole('group').first().boundingBox();
    expect(body?.height).toBeGreaterThan(120);
    const row = page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: /^AAPL/ });
    for (const text of ['working', 'Cancel'])
      await expectFree(row.getByText(text, { exact: true }).first());
  });

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
  demoReplies(main);
  main.showDefaultLayout();
  main.hold('AAPL', '4');
  main.addOrder({ symbol: 'AAPL', limitPrice: Decimal.parse('170') });
  await openDesk(page, address);
  for (const screen of await page.getByRole('navigation').getByRole('button').all()) {
    await screen.click();
    await expect(page.getByText('Opening…')).toHaveCount(0);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('button')]
        .filter((button) => button.checkVisibility() && !button.closest('p, footer'))
        .filter((button) => {
          const { width, height } = button.getBoundingClientRect();
          return Math.min(width, height) < 24;
        })
        .map((button) => button.ariaLabel ?? button.textContent),
    );
    expect(small, (await screen.textContent()) ?? '').toEqual([]);
  }
});

test('a field says what it takes before anything is wrong', async ({ page, address }) => {
  await openDesk(page, address);
  await expect(field(page, 'Quantity')).toHaveAccessibleDescription('shares, at most 9 decimals');
  await expect(field(page, 'Quantity')).toHaveAttribute('placeholder', /^shares/);
  await field(page, 'Quantity').fill('1,5');
  await expect(field(page, 'Quantity')).toHaveAccessibleDescription(/write/);
});
