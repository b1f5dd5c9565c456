// The ticket, its dialogs and the orders, as the page draws them from what main says.
import { OrderPreview } from '#contract/trading.ts';
import type { Intent } from '#contract/intents.ts';
import type { Locator, Page } from 'playwright/test';
import { expect, test } from '#test/component/support/component.ts';
import { ACCOUNT_ID, ok, previewOf } from '#test/component/support/world.ts';
import { expectAccessible, expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { takePicture } from '#test/e2e/support/pictures.ts';
import { choose, fill, openDesk, reviewOf, ticketOf } from '#test/e2e/support/ticket.ts';
import { pick } from '#test/e2e/support/choice.ts';

const ordersOf = (page: Page): Locator => page.getByRole('table', { name: 'Orders' });
const orderRow = (page: Page, symbol: string): Locator =>
  ordersOf(page).getByRole('row', { name: new RegExp(`^${symbol} `) });

/** Fills a limit order far below the market, which rests. */
async function fillResting(page: Page, symbol: string, price: string): Promise<void> {
  await choose(page, symbol);
  await pick(ticketOf(page).getByLabel('Order type'), 'Limit');
  await ticketOf(page).getByLabel('Quantity').fill('3');
  await ticketOf(page).getByLabel('Limit price').fill(price);
}

/** Every order that the page asked main to place. */
function submissions(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (body.includes('"orders.submit"')) sent.push(body);
  });
  return sent;
}

test('a wrong draft is told in words and nothing is sent', async ({ page, main, address }) => {
  await openDesk(page, address);
  main.answer('orders.preview', ({ draft }) =>
    ok(
      draft.qty === '100000'
        ? previewOf(draft, {
            verdicts: [{ guard: 'size', level: 'block', text: '100000 shares are many.' }],
          })
        : previewOf(draft, {
            issues:
              draft.qty === '0' ? [{ path: 'qty', message: 'Enter a quantity above zero.' }] : [],
          }),
    ),
  );
  const sent = submissions(page);
  const quantity = ticketOf(page).getByLabel('Quantity');
  for (const [typed, words] of [
    ['', 'Enter a quantity.'],
    ['ten', '"ten": write a number such as 1.5.'],
    ['-5', '"-5": write it without a minus sign.'],
    ['0', 'Enter a quantity above zero.'],
  ] as const) {
    await quantity.fill(typed);
    await quantity.press('Enter');
    await expect(ticketOf(page)).toContainText(words);
    await expect(quantity).toHaveAttribute('aria-invalid', 'true');
    await expect(quantity).toBeFocused();
  }
  await quantity.fill('100000');
  await quantity.press('Enter');
  await expect(ticketOf(page).getByRole('list', { name: 'Guards' })).toContainText('Blocked');
  await quantity.fill('5');
  await pick(ticketOf(page).getByLabel('Order type'), 'Stop limit');
  await ticketOf(page).getByLabel('Stop price').fill('1.23456');
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  await expect(ticketOf(page)).toContainText(
    'Stop price must have at most 9 digits before the point and 4 after it.',
  );
  await expect(ticketOf(page)).toContainText('Enter a limit price.');
  await expect(reviewOf(page)).toHaveCount(0);
  expect(sent).toEqual([]);
});

test('why no review opened is not said of another symbol', async ({ page, main, address }) => {
  await openDesk(page, address);
  main.answer('orders.preview', ({ draft }) =>
    ok(
      previewOf(draft, {
        verdicts: [{ guard: 'rate', level: 'block', text: '30 orders in the last minute.' }],
      }),
    ),
  );
  await fill(page, { Quantity: '3', 'Order type': 'Limit', 'Limit price': '100' });
  await ticketOf(page).getByLabel('Limit price').press('Enter');
  const why = ticketOf(page).getByRole('status').filter({ hasText: 'Blocked. 30 orders' });
  await expect(why).toBeVisible();
  await choose(page, 'MSFT');
  await expect(ticketOf(page).getByLabel('Limit price')).toHaveValue('');
  await expect(why).toHaveCount(0);
});

test('an order that did not reach main keeps its fields, and goes out under another id', async ({
  page,
  address,
}) => {
  await openDesk(page, address);
  const sent = submissions(page);
  await page.route('**/call', async (route) => {
    const isFirst = (route.request().postData() ?? '').includes('"orders.submit"');
    await (isFirst && sent.length === 1 ? route.abort() : route.continue());
  });
  await fillResting(page, 'JPM', '120');
  await ticketOf(page).getByLabel('Quantity').press('Enter');
  const place = reviewOf(page).getByRole('button', { name: /^Place order/ });
  await place.click();
  await expect(ticketOf(page).getByRole('status')).toContainText('Nothing was sent');
  await expect(ticketOf(page).getByLabel('Limit price')).toHaveValue('120');
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  await place.click();
  await expect(reviewOf(page)).toHaveCount(0);
  await expect(orderRow(page, 'JPM')).toHaveCount(1);
  const [first, second] = sent.map((body) => (JSON.parse(body) as Submitted).input.intentId);
  expect(first).not.toBe(second);
});

test('everything is in reach on a small screen', async ({ page, main, address }) => {
  main.showDefaultLayout();
  const { id: intentId } = { id: '019a8000-0000-7000-8000-000000000001' };
  main.addOrder({ symbol: 'AAPL', status: 'filled', clientOrderId: intentId });
  main.tell('intents', intentOf(intentId, 'accepted'));
  await page.setViewportSize({ width: 1024, height: 700 });
  await openDesk(page, address);
  const stop = page.getByRole('button', { name: 'Stop all trading' });
  const evidence = orderRow(page, 'AAPL').first().getByRole('button', { name: 'Evidence' });
  for (const control of [stop, ticketOf(page).getByRole('button', { name: 'Review order' })])
    await expect(control).toBeInViewport({ ratio: 1 });
  await evidence.scrollIntoViewIfNeeded();
  await expect(evidence).toBeInViewport({ ratio: 1 });
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(overflow).toBe(0);
  await expectAccessible(page);
});

test('ticket and dialogs are in order in both themes', async ({ page, main, address }) => {
  main.answer('orders.cancelAll', () => ok(null));
  await openDesk(page, address);
  await fillResting(page, 'SPY', '300');
  await expect(ticketOf(page)).toContainText(/Position after\s*3 at/);
  await expectAccessibleInBoth(page);
  await ticketOf(page).getByLabel('Limit price').press('Enter');
  await expect(reviewOf(page)).toBeVisible();
  await expectAccessibleInBoth(page, 'review');
  await reviewOf(page)
    .getByRole('button', { name: /^Place order/ })
    .click();
  const row = orderRow(page, 'SPY').first();
  await row.getByRole('button', { name: 'Evidence' }).click();
  const evidence = page.getByRole('dialog', { name: 'Evidence' });
  await expect(evidence.getByRole('listitem').first()).toBeVisible();
  await expectAccessibleInBoth(page, 'evidence');
  await evidence.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Cancel all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel all orders' });
  await expectAccessibleInBoth(page);
  await dialog.getByRole('button', { name: /^Cancel \d+ order/ }).click();
  await expect.poll(() => main.inputsOf('orders.cancelAll').length).toBe(1);
});

test('an unknown order is on top, with its evidence and what can be done', async ({
  page,
  main,
  address,
}) => {
  const unknown = intentOf('019a8000-0000-7000-8000-00000000abcd', 'unknown');
  const { intentId } = unknown;
  const asked = (name: string) => main.asked.some((one) => one.name === name);
  const line = (kind: 'recorded' | 'lost', text: string) => ({
    intentId,
    at: Date.now(),
    kind,
    text,
  });
  main.showDefaultLayout();
  main.tell('intents', unknown);
  main.answer('orders.evidence', () =>
    ok({
      intent: unknown,
      evidence: [
        line('recorded', 'Written down before sending.'),
        line('lost', 'The broker did not answer: timeout.'),
      ],
    }),
  );
  main.answer('orders.lookAgain', () => ok(unknown));
  main.answer('orders.setAside', () => ok(unknown));
  main.fails('orders.sendAgain', {
    kind: 'not-allowed',
    message: 'Not sent again: the price is old.',
  });
  main.answer('orders.previewAgain', () =>
    ok(
      OrderPreview.parse({
        title: unknown.title,
        market: { price: '155.5', receivedAt: Date.now(), by: 'ask' },
        issues: [],
        verdicts: [{ guard: 'repeat', level: 'warn', text: 'The same went out before.' }],
        whatIf: { isExit: false, value: '1050' },
      }),
    ),
  );
  await openDesk(page, address);
  const row = ordersOf(page).getByRole('row').nth(1);
  await expect(row).toContainText(
    /^AMZN\s*buy\s*7\s*–\s*limit\s*150\.00\s*\d\d:\d\d:\d\d\s*unconfirmed/,
  );
  await page.getByRole('button', { name: /^unconfirmed/ }).click();
  await expect(ordersOf(page).getByRole('row')).toHaveCount(2);
  await takePicture(page, 'unknown');
  await row.getByRole('button', { name: 'Evidence' }).click();
  const evidence = page.getByRole('dialog', { name: 'Evidence' });
  await expect(evidence.getByRole('listitem')).toHaveText([/Written down/, /did not answer/]);
  await evidence.getByRole('button', { name: 'Look again' }).click();
  await expect.poll(() => asked('orders.lookAgain')).toBe(true);
  await expectAccessible(page);
  await evidence.getByRole('button', { name: 'Send again' }).click();
  const again = evidence.getByRole('button', { name: /^Send again: Buy 7 AMZN/ });
  await expect(evidence).toContainText('under the same id');
  await expect(evidence).toContainText(/AMZN now\s*155\.50/);
  await expect(evidence.getByRole('list', { name: 'Guards' })).toContainText('went out before');
  expect(asked('orders.sendAgain')).toBe(false);
  await expectAccessible(page);
  await takePicture(page, 'send-again');
  await again.click();
  await expect(evidence.getByRole('alert')).toContainText('Not sent again');
  expect(asked('orders.sendAgain')).toBe(true);
  await evidence.getByRole('button', { name: 'Back' }).click();
  await evidence.getByRole('button', { name: 'Set aside' }).click();
  await expect.poll(() => asked('orders.setAside')).toBe(true);
});

type Submitted = { input: { intentId: string } };

function intentOf(intentId: string, state: Intent['state']): Intent {
  const body = { symbol: 'AMZN', side: 'buy', type: 'limit', qty: '7', limit_price: '150' };
  return {
    intentId,
    accountId: ACCOUNT_ID,
    kind: 'place',
    state,
    body: JSON.stringify(body),
    symbol: 'AMZN',
    title: 'Buy 7 AMZN at 150.00, limit, PRACTICE',
    confirmedAt: Date.now(),
    cancelWhenFound: false,
    isConflict: false,
    unanswered: 1,
    changedAt: Date.now(),
  };
}

test('the review of a sale that opens a short says so', async ({ page, main, address }) => {
  main.answer('orders.preview', ({ draft }) =>
    ok(
      previewOf(draft, { whatIf: { isExit: false, isShort: true, positionAfter: { qty: '-3' } } }),
    ),
  );
  await openDesk(page, address);
  await choose(page, 'AAPL');
  await ticketOf(page).getByRole('radio', { name: 'Sell' }).click();
  await fill(page, { Quantity: '3' });
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  const review = page.getByRole('dialog', { name: 'Review order' });
  await expect(review).toContainText('Sell short');
  await expect(review).toContainText('short 3');
  await expect(
    review.getByRole('button', { name: /^Place order: Sell short 3 AAPL/ }),
  ).toBeVisible();
});

test('the first reading of a large account says how far it is, until it is over', async ({
  page,
  main,
  address,
}) => {
  const state = { isArmed: false, why: 'Not all orders were read.', isStopped: false };
  main.tell('trading', { ...state, reading: { orders: 1500, fills: 12_300 } });
  await openDesk(page, address, false);
  const orders = page.getByRole('region', { name: 'Orders' });
  await expect(orders.getByText(/^Reading the broker’s orders and fills/).locator('..')).toHaveText(
    'Reading the broker’s orders and fills. 1,500 orders and 12,300 fills so far; this table is not complete yet.',
  );
  main.tell('trading', { isArmed: true, isStopped: false });
  await expect(orders).not.toContainText('Reading the broker');
});
