// While amounts are hidden no screen, dialog, list or notice says how much somebody has, trades or lost. Prices of the
// market, times, percentages and what the person is typing stay.
import type { Page } from 'playwright/test';
import { DayEnd } from '#contract/day-end.ts';
import { Decimal } from '#contract/decimal.ts';
import { Execution } from '#contract/orders.ts';
import { AccountReading } from '#contract/records.ts';
import { demoReplies } from '#test/component/support/apps-world.ts';
import { expect, test } from '#test/component/support/component.ts';
import { intentOf } from '#test/component/support/intents.ts';
import { ACCOUNT_ID, ok, previewOf, type World } from '#test/component/support/world.ts';
import { tab } from '#test/e2e/support/frame.ts';
import { fillMint, formOf, MINT, openTokenization, SOLANA } from '#test/e2e/support/mint.ts';
import { changeOf, choose, field, fill, openDesk, ticketOf } from '#test/e2e/support/ticket.ts';
import { aBatch, headOf } from '#test/support/batches.ts';
import { COMMA } from '#test/support/typed-texts.ts';

/** Amounts of this world that no price, time or id happens to hold. */
const AMOUNTS = /73[,.]?(219|218)|7,?319|7\.31|64,?733|6473/;

const MINT_FORM = {
  underlyingSymbol: 'AAPL',
  qty: '7319',
  issuer: 'xstocks',
  network: 'solana',
  walletAddress: SOLANA,
  label: 'one',
};
const STANDING = {
  batchId: '019a8000-0000-4000-8000-00000000000e',
  name: 'limited.csv',
  createdAt: Date.now(),
  state: 'paused' as const,
};

/** Whatever can be read or is read out. */
const readPage = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const said = [...document.querySelectorAll('*')].flatMap((element) =>
      ['aria-label', 'title'].map((name) => element.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.textContent, ...said].join('\n');
  });

async function expectHidden(page: Page, where: string): Promise<void> {
  const text = await readPage(page);
  expect(AMOUNTS.exec(text)?.input.slice(...around(text)), where).toBeUndefined();
}

const around = (text: string): [number, number] => {
  const at = text.search(AMOUNTS);
  return [Math.max(0, at - 60), at + 60];
};

function tellAmounts(main: World): void {
  main.tell(
    'account',
    AccountReading.parse({
      account: {
        accountNumber: 'PLAYED',
        status: 'ACTIVE',
        currency: 'USD',
        equity: '73219.31',
        lastEquity: '73219.31',
        cash: '73219.31',
        buyingPower: '73219.31',
      },
      receivedAt: Date.now(),
      dayChange: '-73218.77',
    }),
  );
  main.hold('AAPL', '7319');
  main.setTrading({ lossNote: 'You lost 64,733.10 today: no new positions until 09:30.' });
  const intent = intentOf({
    state: 'accepted',
    resultId: 'order-1',
    symbol: 'AAPL',
    title: 'Buy 7319 AAPL',
    reason: 'Worth 64,733.10.',
  });
  main.tell('intents', intent);
  main.addOrder({
    symbol: 'AAPL',
    qty: Decimal.parse('7319'),
    limitPrice: Decimal.parse('170'),
    clientOrderId: intent.intentId,
  });
  main.answer('orders.evidence', () =>
    ok({
      intent,
      evidence: [
        { intentId: intent.intentId, at: Date.now(), kind: 'sent', text: 'Sent: 7319 AAPL.' },
      ],
    }),
  );
  main.tell('alerts', {
    alertId: 'fill:1',
    kind: 'fill',
    at: Date.now(),
    title: 'Bought 7319 AAPL',
    text: 'For 64,733.10.',
    target: { accountId: ACCOUNT_ID },
    way: 'notify',
  });
}

for (const isPrivate of [false, true])
  test(`amounts are ${isPrivate ? 'hidden' : 'there'} on every screen`, async ({
    page,
    main,
    address,
  }) => {
    demoReplies(main);
    main.documents.appearance = { ...main.documents.appearance, isPrivate };
    await openDesk(page, address);
    tellAmounts(main);
    await expect(page.getByRole('button', { name: 'Alerts, 1 new' })).toBeVisible();
    if (!isPrivate) {
      // The pattern finds what it is there to find.
      expect(await readPage(page)).toMatch(AMOUNTS);
      return;
    }
    for (const screen of await page.getByRole('navigation').getByRole('button').all()) {
      await screen.click();
      await expect(page.getByText('Opening…')).toHaveCount(0);
      await expectHidden(page, (await screen.textContent()) ?? '');
      const twins = page.getByRole('button', { name: 'Show as table' });
      for (let left = await twins.count(); left > 0; left--) await twins.first().click();
      await expectHidden(page, `the tables of ${(await screen.textContent()) ?? ''}`);
    }
  });

test('amounts are hidden in what opens over the page', async ({ page, main, address }) => {
  main.documents.appearance = { ...main.documents.appearance, isPrivate: true };
  await openDesk(page, address);
  tellAmounts(main);
  await page.getByRole('button', { name: 'Alerts, 1 new' }).click();
  await expect(page.getByRole('menuitem', { name: /^Bought/ })).toBeVisible();
  await expectHidden(page, 'the bell');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+K');
  await page.keyboard.type('aapl');
  await expect(page.getByRole('option', { name: /Buy ••••• AAPL/ }).first()).toBeVisible();
  await expectHidden(page, 'the palette');
  await page.keyboard.press('Escape');
  const orders = page.getByRole('table', { name: 'Orders' });
  const positions = page.getByRole('table', { name: 'Positions' });
  for (const [button, dialog] of [
    [orders.getByRole('button', { name: /^Evidence/ }).first(), 'Evidence'],
    [page.getByRole('button', { name: 'Cancel all', exact: true }), 'Cancel all orders'],
    [page.getByRole('button', { name: 'Flatten', exact: true }), 'Flatten'],
    [positions.getByRole('button', { name: 'Close AAPL' }), 'Close'],
  ] as const) {
    await button.click();
    await expect(page.getByRole('dialog', { name: dialog })).toContainText('AAPL');
    await expectHidden(page, dialog);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await orders
    .getByRole('button', { name: /^Change order/ })
    .first()
    .click();
  await expect(changeOf(page)).toBeVisible();
  await expectHidden(page, 'the change');
  // It begins with what is ordered now: dots, until somebody is in it.
  const quantity = changeOf(page).getByLabel('Quantity');
  await expect(quantity).toHaveValue('7319');
  const drawn = () =>
    quantity.evaluate((input) => getComputedStyle(input).getPropertyValue('-webkit-text-security'));
  expect(await drawn()).toBe('disc');
  await quantity.focus();
  expect(await drawn()).toBe('none');
});

test('amounts are hidden in what became of fills and of canceled orders', async ({
  page,
  main,
  address,
}) => {
  main.documents.appearance = { ...main.documents.appearance, isPrivate: true };
  main.showDefaultLayout();
  const terms = { qty: '7319', price: '150' };
  const filled = { orderId: 'order-1', executionId: 'x1', symbol: 'AAPL', side: 'buy', ...terms };
  const at = '2026-01-05T15:00:00Z';
  const revision = { kind: 'correct', at, qty: '7319.5', price: '149.5' };
  main.tell('executions', Execution.parse({ ...filled, cumQty: '7319', at, revision }));
  const [qty, filledQty] = [Decimal.parse('73190'), Decimal.parse('7319')];
  const order = main.addOrder({ symbol: 'AAPL', qty, filledQty, status: 'partially_filled' });
  main.answer('orders.cancelAll', () => {
    main.tell('orders', { ...order, status: 'canceled' });
    return ok(null);
  });
  await openDesk(page, address);
  await tab(page, 'Fills').click();
  await expect(page.getByRole('table', { name: 'Fills' })).toContainText('corrected by the broker');
  await expectHidden(page, 'the fills');
  await tab(page, 'Orders').click();
  await page.getByRole('checkbox', { name: /^Select: / }).click();
  await page.getByRole('button', { name: 'Cancel selected (1)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel selected orders' });
  await dialog.getByRole('button', { name: 'Cancel 1 order' }).click();
  await expect(dialog.getByRole('listitem')).toContainText('canceled, ••••• of ••••• filled');
  await expectHidden(page, 'what became of the orders');
});

test('amounts are hidden in why a row of a batch does not go', async ({ page, main, address }) => {
  main.documents.appearance = { ...main.documents.appearance, isPrivate: true };
  const note = '7,319 shares is more than your limit of 100 for one mint.';
  const row = { line: 2, issues: [], form: MINT_FORM, state: 'waiting', held: 'guard', note };
  const batch = aBatch({ ...STANDING, rows: [row] });
  main.tell('batches', headOf(batch));
  main.tell('batchRows', ...batch.rows);
  await openDesk(page, address);
  await openTokenization(page);
  await page.getByRole('button', { name: /^Batch/ }).click();
  await page.getByRole('button', { name: /limited\.csv/ }).click();
  const table = page.getByRole('table', { name: 'Batch rows' });
  await expect(table).toContainText('••••• shares is more than your limit');
  await expectHidden(page, 'the rows');
});

test('amounts are hidden in what the broker says of an entry in its books', async ({
  page,
  main,
  address,
}) => {
  main.documents.appearance = { ...main.documents.appearance, isPrivate: true };
  const text = 'Shares moved: ACATS of 7319 shares';
  const line = { id: 'one', at: Date.parse('2026-11-16T16:00:00Z'), column: 'other', text };
  const none = { opening: '0', bought: '0', sold: '0', minted: '0', redeemed: '0', other: '7319' };
  const [position, state] = ['7319', 'unknown'];
  const lines = [{ ...line, qty: '7319' }];
  const days = { date: '2026-11-16', today: '2026-11-17', earliest: '2026-01-05' };
  const rows = [{ ...none, symbol: 'AAPL', position, state, lines }];
  const day = DayEnd.parse({ ...days, readAt: 0, rows, differences: [], notes: [] });
  main.answer('mints.dayEnd', () => ok(day));
  await openDesk(page, address);
  await openTokenization(page);
  await page.getByRole('button', { name: 'End of day' }).click();
  await page.getByRole('button', { name: /^Entries/ }).click();
  await expect(page.getByRole('table', { name: 'Entries of the day' })).toContainText('ACATS of');
  await expectHidden(page, 'the entries');
});

test('amounts are hidden in what is wrong with a form, and what was typed is not', async ({
  page,
  main,
  address,
}) => {
  main.documents.appearance = { ...main.documents.appearance, isPrivate: true };
  const issues = [
    { path: 'qty', message: 'Only 7,319 of them are left.' },
    { path: '', message: 'It needs 64,733.10.' },
  ];
  main.answer('orders.preview', ({ draft }) => ok(previewOf(draft, { issues })));
  main.answer('mints.preview', () =>
    ok({
      title: 'Mint',
      issues,
      warnings: ['Less than 64,733.10 would be left.'],
      verdicts: [],
    }),
  );
  await openDesk(page, address);
  await choose(page, 'AMZN');
  await fill(page, { Quantity: '2' });
  await expect(field(page, 'Quantity')).toHaveAccessibleDescription('Only ••••• of them are left.');
  await expect(ticketOf(page)).toContainText('It needs •••••.');
  await fill(page, { Quantity: '1,5' });
  await expect(field(page, 'Quantity')).toHaveAccessibleDescription(COMMA);
  await openTokenization(page);
  await fillMint(page, MINT);
  await expect(formOf(page)).toContainText('It needs •••••.');
  await expect(formOf(page)).toContainText('Less than ••••• would be left.');
  await expectHidden(page, 'what is wrong');
});

test('amounts are hidden in why something failed', async ({ page, main, address }) => {
  main.documents.appearance = { ...main.documents.appearance, isPrivate: true };
  await openDesk(page, address);
  tellAmounts(main);
  main.fails('orders.evidence', { kind: 'not-allowed', message: 'It is worth 64,733.10.' });
  await page
    .getByRole('table', { name: 'Orders' })
    .getByRole('button', { name: /^Evidence/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('It is worth •••••.');
  await expectHidden(page, 'a failure');
});
