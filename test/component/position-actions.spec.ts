// What can be done to a position from its row: half of it, the other side of it, and orders that protect it.
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { ClosingPlan, Protection, type ClosingSymbol } from '#contract/closings.ts';
import { Decimal } from '#contract/decimal.ts';
import { ok } from '#contract/failure.ts';
import { expect, test } from '#test/component/support/component.ts';
import { closingOf, withSteps } from '#test/component/support/way-out.ts';
import { ACCOUNT_ID, previewOf, type World } from '#test/component/support/world.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

const AAPL = { symbol: 'AAPL', side: 'long' as const, qty: '100' };
const planOf = (more: object = {}) =>
  ClosingPlan.parse({
    closingId: randomUUID(),
    kind: 'half',
    symbols: [],
    leftOut: [],
    isMarketOpen: true,
    isStopped: false,
    ...more,
  });

test('half names what it sells and what stays, and offers to close where there is no half', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '11');
  const held = { symbol: 'AAPL', side: 'long', qty: '5', of: '11' };
  const plan = planOf({
    kind: 'half',
    symbols: [
      {
        ...held,
        cancels: ['Sell 8 AAPL, stop 180.00', 'Sell 8 AAPL, limit 200.00'],
        endsExits: true,
      },
    ],
    leftOut: [],
  });
  const buys = { ...held, cancels: ['Buy 3 AAPL, limit 100.00'] };
  main.answer('closings.plan', () => ok(planOf({ symbols: [buys] })));
  await openDesk(page, address);
  await position(page, 'Half AAPL');
  const dialog = page.getByRole('dialog', { name: 'Half AAPL' });
  await expect(dialog).toContainText('after canceling Buy 3 AAPL');
  await expect(dialog).not.toContainText('protect what stays');
  main.answer('closings.plan', () => ok(plan));
  await expect(dialog.getByRole('listitem')).toContainText([
    /Sell 5 of 11 AAPL at the market.*after canceling Sell 8 AAPL, stop 180\.00; Sell 8 AAPL, limit 200\.00.*no longer protect what stays/,
  ]);
  await expectAccessible(page);
  main.answer('closings.begin', () => ok(closingOf(plan, { symbols: [] })));
  await dialog.getByRole('button', { name: 'Half: sell 5 AAPL' }).click();
  const halved: Partial<ClosingSymbol> = {
    step: 'closed',
    text: 'Closed.',
    of: plan.symbols[0]!.of,
    left: Decimal.parse('6'),
    filled: { qty: Decimal.parse('5'), price: Decimal.parse('190.025') },
  };
  main.tell('closings', { ...withSteps(closingOf(plan), halved), state: 'ended' });
  // What stays has lost its exits: it stays open to say so.
  await expect(dialog.getByRole('status')).toHaveText('Half closed: 5 of 11 AAPL. 6 stays open.');
  await expect(dialog.getByRole('listitem')).toContainText(['5 of 11 AAPL: half closed']);
  await expect(dialog.getByRole('button', { name: 'Protect AAPL…' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();

  const bare = planOf({ symbols: [{ ...held, cancels: [] }] });
  main.answer('closings.plan', () => ok(bare));
  main.answer('closings.begin', () => ok(closingOf(bare)));
  await position(page, 'Half AAPL');
  await dialog.getByRole('button', { name: 'Half: sell 5 AAPL' }).click();
  main.tell('closings', { ...withSteps(closingOf(bare), halved), state: 'ended' });
  await expect(dialog).toHaveCount(0);
  await expect(noticesOf(page)).toContainText('Closed 5 of 11 AAPL at 190.025. 6 stays open.');

  const why = 'Half of 1 AAPL is not a whole share: close all of it instead.';
  const none = planOf({ kind: 'half', symbols: [], leftOut: [{ symbol: 'AAPL', qty: '1', why }] });
  main.answer('closings.plan', () => ok(none));
  await position(page, 'Half AAPL');
  await expect(dialog).toContainText(why);
  await dialog.getByRole('button', { name: 'Close AAPL…' }).click();
  await expect(page.getByRole('dialog', { name: 'Close AAPL' })).toBeVisible();
  await expect
    .poll(() => main.inputsOf('closings.plan').at(-1))
    .toEqual({ accountId: ACCOUNT_ID, kind: 'close', symbols: ['AAPL'] });
});

test('reverse closes to the end, and only then opens the review of the other side', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '100');
  const plan = planOf({ kind: 'reverse', symbols: [{ ...AAPL, cancels: [] }], leftOut: [] });
  main.answer('closings.plan', () => ok(plan));
  const closing = closingOf(plan);
  main.answer('closings.begin', () => ok(closing));
  await openDesk(page, address);
  await position(page, 'Reverse AAPL');
  const dialog = page.getByRole('dialog', { name: 'Reverse AAPL' });
  const review = page.getByRole('dialog', { name: 'Review order' });
  await expect(dialog.getByRole('listitem')).toContainText(['then review: Sell short 100 AAPL']);
  await dialog.getByRole('button', { name: 'Reverse 100 AAPL' }).click();
  const left = { step: 'left' as const, text: '70 AAPL left. The broker refused: no.' };
  main.tell('closings', { ...withSteps(closing, left), state: 'ended' });
  await expect(dialog).toContainText('Nothing is opened on the other side');
  await expect(review).toHaveCount(0);
  main.tell('closings', {
    ...withSteps(closing, { step: 'closed', text: 'Closed.' }),
    state: 'ended',
  });
  await expect(review).toBeVisible();
  await expect(dialog).toHaveCount(0);
  // The position was closed by something else than an exit of ours: no size and no price is claimed.
  await expect(noticesOf(page)).toContainText('Closed AAPL.');
  await expect(review).toContainText('100');
  expect(main.inputsOf('orders.submit')).toEqual([]);
  expect(main.inputsOf('orders.preview').at(-1)).toMatchObject({
    draft: { symbol: 'AAPL', side: 'sell', qty: '100', type: 'market' },
  });
});

test('the review after a reverse opens as soon as nothing stands in its way', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '100');
  const plan = planOf({ kind: 'reverse', symbols: [{ ...AAPL, cancels: [] }] });
  main.answer('closings.plan', () => ok(plan));
  main.answer('closings.begin', () => ok(closingOf(plan)));
  let asked = 0;
  main.answer('orders.preview', ({ draft }) => {
    asked++;
    const block = { guard: 'repeat' as const, level: 'block' as const, text: 'For a moment.' };
    return ok({ ...previewOf(draft), ...(asked < 4 && { verdicts: [block] }) });
  });
  await openDesk(page, address);
  await position(page, 'Reverse AAPL');
  await page.getByRole('button', { name: 'Reverse 100 AAPL' }).click();
  main.tell('closings', {
    ...withSteps(closingOf(plan), { step: 'closed', text: 'Closed.' }),
    state: 'ended',
  });
  await expect(page.getByRole('dialog', { name: 'Review order' })).toBeVisible();
});

test('reverse offers only the close while all trading is stopped', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '100');
  const why = 'AAPL cannot be reversed, only closed: all trading is stopped.';
  const leftOut = [{ symbol: 'AAPL', qty: '100', why }];
  main.answer('closings.plan', ({ kind }) =>
    ok(
      planOf({
        kind,
        isStopped: true,
        ...(kind === 'reverse' ? { leftOut } : { symbols: [{ ...AAPL, cancels: [] }] }),
      }),
    ),
  );
  await openDesk(page, address);
  await position(page, 'Reverse AAPL');
  const dialog = page.getByRole('dialog', { name: 'Reverse AAPL' });
  await expect(dialog).toContainText(why);
  await expect(dialog).not.toContainText('then review');
  await expect(dialog).not.toContainText('lets these exits through');
  await expect(dialog.getByRole('button', { name: 'Reverse AAPL' })).toBeDisabled();
  await expectAccessible(page);
  await takePictures(page, 'reverse-stopped');
  await dialog.getByRole('button', { name: 'Close AAPL…' }).click();
  const close = page.getByRole('dialog', { name: 'Close AAPL' });
  await expect(close).toContainText('lets these exits through');
  await expect(close.getByRole('button', { name: 'Close 100 AAPL' })).toBeEnabled();
});

test('the review after a reverse says what was stopped meanwhile, and waits for it', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '100');
  const plan = planOf({ kind: 'reverse', symbols: [{ ...AAPL, side: 'short', cancels: [] }] });
  main.answer('closings.plan', () => ok(plan));
  const closing = closingOf(plan);
  main.answer('closings.begin', () => ok(closing));
  await openDesk(page, address);
  await position(page, 'Reverse AAPL');
  await page.getByRole('button', { name: 'Reverse 100 AAPL' }).click();
  main.setTrading({ isStopped: true });
  main.tell('closings', {
    ...withSteps(closing, { step: 'closed', text: 'Closed.' }),
    state: 'ended',
  });
  const review = page.getByRole('dialog', { name: 'Review order' });
  const place = review.getByRole('button', { name: /^Place order: / });
  await expect(review.getByRole('alert')).toContainText('All trading is stopped.');
  await expect(place).toBeDisabled();
  await takePictures(page, 'review-stopped');
  main.setTrading({ isStopped: false });
  await expect(place).toBeEnabled();
  await expect(review.getByRole('alert')).toHaveCount(0);
  main.setTrading({ isStopped: true });
  await expect(place).toBeDisabled();
  expect(main.inputsOf('orders.submit')).toEqual([]);
});

const noticesOf = (page: Page) => page.getByRole('log', { name: 'Notices', includeHidden: true });

/** From the row, or from its menu where there is no room for every button. */
async function position(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  const more = page.getByRole('button', { name: 'More AAPL' });
  await expect(button.or(more)).toBeVisible();
  if (await button.isVisible()) return button.click();
  await more.click();
  await page.getByRole('menuitem', { name }).click();
}

test('protect takes a price, percent or dollars, says what it replaces, and is confirmed once', async ({
  page,
  main,
  address,
}) => {
  main.hold('AAPL', '10');
  const why = 'Enter a stop, a target, or both.';
  main.answer('closings.plan', ({ protection }) =>
    ok(
      protection?.stop === undefined
        ? planOf({
            kind: 'protect',
            leftOut: [{ symbol: 'AAPL', why }],
            protection,
            protectable: { qty: '10', inOrders: '0', last: '355.62' },
          })
        : planOf({
            kind: 'protect',
            protection,
            symbols: [{ ...AAPL, qty: '10', cancels: ['Sell 10 AAPL'] }],
            leftOut: [],
            protectable: { qty: '10', inOrders: '0' },
          }),
    ),
  );
  await openDesk(page, address);
  await position(page, 'Protect AAPL');
  const dialog = page.getByRole('dialog', { name: 'Protect AAPL' });
  const confirm = dialog.getByRole('button', { name: /^Protect/ });
  await expect(confirm).toBeDisabled();
  await expect(dialog).toContainText(', last price 355.62');
  await dialog.getByRole('combobox', { name: 'Unit' }).click();
  await page.getByRole('option', { name: 'Percent' }).click();
  await dialog.getByLabel('Stop loss').fill('x');
  await expect(dialog).toContainText('Enter a number above zero');
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Stop loss').fill('5');
  await dialog.getByLabel('Take profit').fill('10');
  await expect(dialog).toContainText('2 : 1');
  await expect(dialog).toContainText('Canceled first: Sell 10 AAPL.');
  await expect(confirm).toBeEnabled();
  await expect(confirm).toContainText(/Protect 10 AAPL: stop \d+\.\d\d, target \d+\.\d\d/);
  await expectAccessible(page);
  main.answer('closings.begin', ({ closingId }) =>
    ok(closingOf({ ...planOf({ kind: 'protect', closingId }), symbols: [] })),
  );
  await confirm.click();
  await expect.poll(() => main.inputsOf('closings.begin').length).toBe(1);
  const { closingId } = main.inputsOf('closings.begin')[0]!;
  const plan = planOf({
    kind: 'protect',
    closingId,
    symbols: [{ ...AAPL, qty: '10', cancels: [] }],
    leftOut: [],
  });
  const text = 'AAPL is NOT protected: no order would end it. The broker refused.';
  main.tell('closings', {
    ...withSteps(closingOf(plan), { step: 'left', text }),
    state: 'ended',
  });
  await expect(dialog.getByRole('alert')).toHaveText(text);
  main.tell('closings', {
    ...withSteps(closingOf(plan), { step: 'closed', text: 'Protected.' }),
    state: 'ended',
    protection: Protection.parse({ stop: '180', target: '200', replaces: true }),
  });
  await expect(dialog).toHaveCount(0);
  await expect(noticesOf(page)).toContainText('Protected AAPL: stop 180.00, target 200.00.');
});

test('protect reckons dollars, profit and loss for the part that it protects', async ({
  page,
  main,
  address,
}) => {
  addResting(main);
  main.answer('closings.plan', ({ protection }) => {
    const isWhole = protection?.replaces === true;
    const qty = isWhole ? '100' : '20';
    return ok(
      planOf({
        kind: 'protect',
        protection,
        protectable: { qty, inOrders: isWhole ? '0' : '80' },
        ...(protection?.stop === undefined
          ? { leftOut: [{ symbol: 'AAPL', why: 'Enter a stop, a target, or both.' }] }
          : { symbols: [{ ...AAPL, qty, ...(!isWhole && { of: '100' }), cancels: [] }] }),
      }),
    );
  });
  await openDesk(page, address);
  await position(page, 'Protect AAPL');
  const dialog = page.getByRole('dialog', { name: 'Protect AAPL' });
  const average = Number(/average ([\d.]+)/.exec(await dialog.innerText())![1]);
  const fact = (name: string) =>
    dialog.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await expect(dialog).not.toContainText('Enter a stop, a target, or both.');
  await dialog.getByLabel('Stop loss').fill(String(average - 10));
  await expect(fact('At the stop')).toContainText('-1,000.00');
  await dialog.getByRole('checkbox', { name: 'Replace the orders that rest now' }).uncheck();
  await expect(dialog).toContainText('Protects 20 of 100: other orders hold 80.');
  await expect(fact('At the stop')).toContainText('-200.00');
  await expect(dialog.getByRole('button', { name: /^Protect 20 AAPL/ })).toBeEnabled();

  await dialog.getByRole('combobox', { name: 'Unit' }).click();
  await page.getByRole('option', { name: 'Dollars' }).click();
  await dialog.getByLabel('Stop loss').fill('100');
  await dialog.getByLabel('Take profit').fill('200');
  await expect(dialog).toContainText(`= ${(average - 5).toFixed(2)}`);
  await expect(fact('At the stop')).toContainText('-100.00');
  await expect(fact('At the target')).toContainText('+200.00');
  await expect(dialog.getByRole('button', { name: /^Protect 20 AAPL/ })).toBeEnabled();
  await takePictures(page, 'protect-part');

  main.answer('closings.plan', ({ protection }) =>
    ok(
      planOf({
        kind: 'protect',
        protection,
        protectable: { qty: '0', inOrders: '100' },
        leftOut: [{ symbol: 'AAPL', why: 'Open orders hold all of your AAPL: replace them.' }],
      }),
    ),
  );
  await expect(dialog).toContainText('Open orders hold all of your AAPL');
  await expect(fact('At the stop')).toContainText('–');
  await expect(dialog.getByRole('button', { name: /^Protect AAPL/ })).toBeDisabled();
});

test('what rests against a position is in its row in the standard layout', async ({
  page,
  main,
  address,
}) => {
  addResting(main);
  main.showDefaultLayout();
  await openDesk(page, address);
  const table = page.getByRole('table', { name: 'Positions' });
  const marked = table.getByRole('rowheader', { name: 'AAPL resting' });
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: width === 1280 ? 720 : 900 });
    await expect(marked).toBeInViewport({ ratio: 1 });
    await expect(marked).toHaveAttribute('title', `AAPL: ${RESTING}`);
    // Without room for the column a screen reader hears it all the same.
    await expect(table).toContainText(`Resting ${RESTING}`);
    await takePictures(page, `positions-resting-${width}`);
  }
  await page.setViewportSize({ width: 2560, height: 1440 });
  await expect(table.getByRole('columnheader', { name: 'Resting' })).toBeInViewport({ ratio: 1 });
  await expect(table.getByRole('cell', { name: RESTING })).toBeInViewport({ ratio: 1 });
  await expect(marked).toHaveCount(0);
  await takePictures(page, 'positions-resting-2560');
});

const RESTING = 'stop 180.00 · target 200.00 · 80 of 100';

function addResting(main: World): void {
  main.hold('AAPL', '100');
  main.addOrder({
    symbol: 'AAPL',
    side: 'sell',
    type: 'stop',
    qty: Decimal.parse('60'),
    stopPrice: Decimal.parse('180'),
  });
  main.addOrder({
    symbol: 'AAPL',
    side: 'sell',
    qty: Decimal.parse('20'),
    limitPrice: Decimal.parse('200'),
  });
}
