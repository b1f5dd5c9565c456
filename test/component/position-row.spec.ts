// The row of a position beside its buttons: the menu of it, and what a narrow panel does with the buttons.
import type { Page } from 'playwright/test';
import { expect, test } from '#test/component/support/component.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { field, openDesk } from '#test/e2e/support/ticket.ts';

const positions = (page: Page) => page.getByRole('table', { name: 'Positions' });

test('a menu has all that the buttons do, by mouse and by keyboard, and its chart', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '100');
  main.hold('MSFT', '5');
  await openDesk(page, address);
  const row = positions(page).getByRole('row', { name: /^MSFT/ });
  await row.click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'MSFT' });
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Close',
    'Half',
    'Reverse',
    'Protect',
    'Chart MSFT',
  ]);
  await takePictures(page, 'position-menu');
  await expectAccessible(page);
  await menu.getByRole('menuitem', { name: 'Chart MSFT' }).click();
  await expect(field(page, 'Symbol')).toHaveValue('MSFT');
  await expect(row).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await menu.getByRole('menuitem', { name: 'Half MSFT' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Half MSFT' })).toBeVisible();
  expect(main.inputsOf('closings.plan').at(-1)).toMatchObject({ kind: 'half', symbols: ['MSFT'] });
});

test('in a narrow panel the buttons lie over no figure of the row or of the totals', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '100');
  main.hold('MSFT', '5');
  main.showPanels('watchlist', 'ticket', 'orders', 'positions');
  await page.setViewportSize({ width: 1024, height: 700 });
  await openDesk(page, address);
  const close = positions(page).getByRole('button', { name: 'Close AAPL' });
  await expect(close).toBeAttached();
  await positions(page).scrollIntoViewIfNeeded();
  expect(await positions(page).evaluate(coveredFigures)).toEqual([]);
  await takePictures(page, 'positions-narrow');
  // They are scrolled to.
  await close.click({ trial: true });
});

/** The figures in sight at whose end something else is met. */
function coveredFigures(table: HTMLElement): string[] {
  const edge = table.parentElement?.getBoundingClientRect().right ?? 0;
  const cells = [...table.querySelectorAll<HTMLElement>('td.num, td.right')].filter((cell) => {
    const { right } = cell.getBoundingClientRect();
    return right <= edge && /\d/.test(cell.textContent);
  });
  if (cells.length === 0) throw new Error('no figure is in sight');
  return cells
    .filter((cell) => {
      const { right, top, height } = cell.getBoundingClientRect();
      return !cell.contains(document.elementFromPoint(right - 8, top + height / 2));
    })
    .map((cell) => cell.textContent);
}

for (const [width, height, position] of [
  [1280, 800, 'Price'],
  [1440, 900, 'Entry'],
] as const)
  test(`the standard layout at ${width} has room for "${position}", for a symbol of five letters and for what was filled`, async ({
    page,
    main,
    address,
  }) => {
    await page.setViewportSize({ width, height });
    main.showDefaultLayout();
    main.hold('GOOGL', '25');
    main.addOrder({ symbol: 'GOOGL' });
    await openDesk(page, address);
    const head = (table: string, name: string) =>
      page.getByRole('table', { name: table }).getByRole('columnheader', { name, exact: true });
    await expect(head('Positions', position)).toBeVisible();
    await expect(head('Orders', 'Filled')).toBeVisible();
    for (const table of ['Positions', 'Orders']) {
      const symbol = page.getByRole('table', { name: table }).getByRole('rowheader').first();
      await expect(symbol).toContainText('GOOGL');
      expect(await symbol.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
    }
  });
