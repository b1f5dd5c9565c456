// Whoever goes by keyboard is never nowhere: what had the focus may go with what it did.
import type { Page } from 'playwright/test';
import type { Order } from '#contract/orders.ts';
import type { Batch } from '#contract/tokenization.ts';
import { aBatch, headOf } from '#test/support/batches.ts';
import { expect, test } from '#test/component/support/component.ts';
import { DESK, ok } from '#test/component/support/world.ts';
import { runCommand } from '#test/e2e/support/frame.ts';
import { openTokenization, SOLANA } from '#test/e2e/support/mint.ts';
import { field, fill, openDesk, ticketOf } from '#test/e2e/support/ticket.ts';

const FORM = {
  underlyingSymbol: 'AAPL',
  qty: '1',
  issuer: 'xstocks',
  network: 'solana',
  walletAddress: SOLANA,
  label: '',
};

/** What the focus is in, by its name. */
const expectFocusIn = (page: Page, name: string) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const place = document.activeElement;
        const label = place?.getAttribute('aria-labelledby');
        const heading = label ? document.getElementById(label) : null;
        return heading?.textContent ?? place?.textContent;
      }),
    )
    .toBe(name);

test('a button that is held while its order is on its way has the focus again', async ({
  page,
  main,
  address,
}) => {
  main.documents.appearance = { ...main.documents.appearance, isReviewSkipped: true };
  main.setTrading({});
  let answer = (): void => undefined;
  await openDesk(page, address);
  await fill(page, { Quantity: '2' });
  const place = ticketOf(page).getByRole('button', { name: /^Place order: Buy 2/ });
  main.answer(
    'orders.submit',
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ ok: false, failure: { kind: 'offline', message: 'Not sent.' } });
      }),
  );
  await place.press('Enter');
  await expect(place).toBeDisabled();
  await expect(ticketOf(page)).toBeFocused();
  answer();
  await expect(place).toBeEnabled();
  await expect(place).toBeFocused();
});

test('a dialog whose button is held when it closes leaves the focus in the panel', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  const order: Order = main.addOrder({ symbol: 'AMZN' });
  main.answer('orders.cancelAll', () => {
    main.tell('orders', { ...order, status: 'canceled' });
    return ok(null);
  });
  const button = page.getByRole('button', { name: 'Cancel all', exact: true });
  await expect(button).toBeEnabled();
  await button.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel all' });
  await dialog.getByRole('button', { name: /^Cancel 1 order/ }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeDisabled();
  await expectFocusIn(page, 'Orders');
});

for (const [where, name] of [
  ['the screen', 'Review order'],
  ['the header', 'Alerts'],
] as const)
  test(`a command that goes elsewhere takes the focus along from ${where}`, async ({
    page,
    address,
  }) => {
    await openDesk(page, address);
    await page.getByRole('button', { name, exact: true }).focus();
    await runCommand(page, 'settings', 'Settings');
    await expect(page.getByRole('heading', { name: 'Lock' })).toBeVisible();
    // On a heading of it, or on the place that it is drawn in, whichever was there when the focus went.
    const settings = page.getByRole('main', { name: 'Settings' });
    await expect
      .poll(() =>
        settings.evaluate((main) => {
          const active = document.activeElement;
          return active !== document.body && (main.contains(active) || active?.contains(main));
        }),
      )
      .toBe(true);
  });

test('a tab that is drawn anew with what it shows keeps the focus', async ({ page, address }) => {
  await openDesk(page, address);
  await openTokenization(page);
  const tab = page.getByRole('button', { name: 'Batch', exact: true });
  await tab.press('Enter');
  await expect(page.getByRole('form', { name: 'New batch' })).toBeVisible();
  await expect(tab).toBeFocused();
});

test('a batch that begins has the focus on its name, whatever comes first', async ({
  page,
  main,
  address,
}) => {
  const row = { line: 2, issues: [], form: FORM };
  const batch = aBatch({
    batchId: '019a8000-0000-4000-8000-00000000000b',
    name: 'five.csv',
    createdAt: Date.now(),
    state: 'dry',
    rows: [{ ...row, state: 'ready' }],
  });
  const running = aBatch({ ...batch, state: 'running', rows: [{ ...row, state: 'sending' }] });
  const tell = (told: Batch) => {
    main.tell('batches', headOf(told));
    main.tell('batchRows', ...told.rows);
  };
  tell(batch);
  let answer = (): void => undefined;
  main.answer(
    'batches.start',
    () =>
      new Promise((resolve) => {
        answer = () => resolve(ok(headOf(running)));
      }),
  );
  await openDesk(page, address);
  await openTokenization(page);
  await page.getByRole('button', { name: 'Batch', exact: true }).click();
  await page.getByRole('button', { name: /five\.csv/ }).click();
  const name = page.getByRole('heading', { name: 'five.csv' });
  for (const isToldFirst of [true, false]) {
    tell(batch);
    await page.getByRole('button', { name: 'Review batch' }).press('Enter');
    const review = page.getByRole('dialog', { name: 'Review batch' });
    const asked = main.inputsOf('batches.start').length;
    await review.getByRole('button', { name: /^Start/ }).press('Enter');
    await expect.poll(() => main.inputsOf('batches.start').length).toBe(asked + 1);
    if (isToldFirst) tell(running);
    answer();
    await expect(review).toHaveCount(0);
    tell(running);
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(name).toBeFocused();
  }
});

test('a person who leaves a field by a click is left alone', async ({ page, address }) => {
  await page.clock.install();
  await openDesk(page, address);
  await field(page, 'Quantity').focus();
  await page.getByRole('contentinfo').click({ position: { x: 400, y: 12 } });
  const isNowhere = () => page.evaluate(() => document.activeElement === document.body);
  expect(await isNowhere()).toBe(true);
  await page.clock.runFor(1_000);
  expect(await isNowhere()).toBe(true);
});

test('a panel that is behind another and has nothing in it is reached by its keys', async ({
  page,
  main,
  address,
}) => {
  main.showDefaultLayout();
  await openDesk(page, address);
  const focusIn = (name: string) => page.getByRole('region', { name }).locator(':focus');
  // From inside a field too.
  await ticketOf(page).getByLabel('Quantity').focus();
  await page.keyboard.press('Alt+6');
  await expect(focusIn('Fills')).toHaveCount(1);
  await page.keyboard.press('Alt+5');
  await expect(focusIn('Positions')).toHaveCount(1);
});

test('the keys of a table lead to its rows', async ({ page, main, address }) => {
  main.addOrder({ symbol: 'AAPL' });
  main.addOrder({ symbol: 'MSFT' });
  main.hold('AAPL', '3');
  await openDesk(page, address);
  await page.keyboard.press('Alt+4');
  const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody').getByRole('row');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('Alt+5');
  await expect(
    page.getByRole('table', { name: 'Positions' }).getByRole('row', { name: /^AAPL/ }),
  ).toBeFocused();
});

test('a button that is held for a moment only keeps the focus', async ({ page, main, address }) => {
  main.setTrading({ isStopped: true });
  await openDesk(page, address, false);
  const allow = page.getByRole('button', { name: 'Allow trading…' });
  await allow.focus();
  // As by an answer that comes before anybody looks where the focus went.
  const wasLost = await allow.evaluate(async (button: HTMLButtonElement) => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    button.disabled = true;
    for (let n = 0; n < 60 && document.activeElement === button; n++) await nextFrame();
    const isLost = document.activeElement !== button;
    button.disabled = false;
    return isLost;
  });
  expect(wasLost).toBe(true);
  await expect(allow).toBeFocused();
});

test('a desk that is unlocked has the focus on its screen', async ({ page, main, address }) => {
  const { isStopped: _, ...lock } = { ...DESK, canLock: true };
  main.answer('lock.unlock', () => {
    main.tell('desk', { ...DESK, canLock: true });
    return ok(lock);
  });
  main.tell('desk', { ...DESK, canLock: true, isLocked: true });
  await page.goto(address);
  await page.getByLabel('Passphrase').fill('right one');
  await page.keyboard.press('Enter');
  await expect(ticketOf(page)).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});
