// A number is read as it stands or refused in words at its field: what a person sees is what is ordered.
import type { Locator, Page } from 'playwright/test';
import { ask, need } from '#test/e2e/support/desk-call.ts';
import { bookedOrders, bookedRequests } from '#test/e2e/support/ledger.ts';
import {
  fieldOf,
  fillMint,
  formOf,
  MINT,
  openTokenization,
  SOLANA,
} from '#test/e2e/support/mint.ts';
import {
  changeOf,
  choose,
  field,
  fill,
  openDesk,
  place,
  reviewOf,
  ticketOf,
} from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'first-aid-numbers' });

const COMMA = '"1,5": write 1.5 with a point.';

/** Texts that are no number, or could be two. */
const REFUSED: readonly (readonly [typed: string, words: string])[] = [
  ['1,5', COMMA],
  ['12,34', '"12,34": write 12.34 with a point.'],
  ['1234,567', '"1234,567": write 1234.567 with a point, or 1234567 without a comma.'],
  ['0,123', '"0,123": write 0.123 with a point.'],
  ['1.234,50', '"1.234,50": write 1234.50 with a point.'],
  ['1.5,000', '"1.5,000": commas go between thousands only, as in 1,234.50.'],
  ['1 000', '"1 000": write it without spaces.'],
  ["1'000", `"1'000": write it without apostrophes.`],
  ['1e3', '"1e3": write the number out, without an exponent.'],
  ['+5', '"+5": write it without a plus sign.'],
  ['-5', '"-5": write it without a minus sign.'],
  ['５', '"５": write it with the digits 0 to 9.'],
  ['٣', '"٣": write it with the digits 0 to 9.'],
  ['5\u200b0', 'It holds a character that cannot be seen. Clear the field and type the number.'],
  ['ten', '"ten": write a number such as 1.5.'],
];

async function expectRefused(control: Locator, words: string): Promise<void> {
  await expect(control).toHaveAttribute('aria-invalid', 'true');
  await expect(control).toHaveAccessibleDescription(words);
}

async function goTo(page: Page, screen: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: screen })
    .click();
}

async function openSection(page: Page, name: string): Promise<Locator> {
  await goTo(page, 'Settings');
  await page
    .getByRole('navigation', { name: 'Settings sections' })
    .getByRole('button', { name, exact: true })
    .click();
  return page.getByRole('main', { name: 'Settings' }).getByRole('region', { name, exact: true });
}

test('a quantity that is no plain number is refused in words and never reviewed', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  await choose(page, 'AAPL');
  for (const [typed, words] of REFUSED) {
    await fill(page, { Quantity: typed });
    await expectRefused(field(page, 'Quantity'), words);
    await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
    await expect(field(page, 'Quantity')).toBeFocused();
    await expect(reviewOf(page)).toHaveCount(0);
  }
  await fill(page, { Quantity: '$5' });
  await expectRefused(field(page, 'Quantity'), '"$5": write it without a dollar sign.');
  expect(bookedOrders(shell.folder)).toEqual([]);
});

test('every number of the ticket refuses a decimal comma at its field', async ({ page, shell }) => {
  await openDesk(page, shell.address);
  await choose(page, 'AAPL');
  const cases: readonly (readonly [Record<string, string>, string])[] = [
    [{ 'Order type': 'limit' }, 'Limit price'],
    [{ 'Order type': 'stop' }, 'Stop price'],
    [{ 'Order type': 'trailing_stop' }, 'Trail'],
    [{ 'Order type': 'market', 'Order class': 'bracket' }, 'Take profit'],
    [{}, 'Stop loss'],
    [{ 'Stop loss': '100' }, 'Limit of the stop'],
    [{ 'Order class': 'simple', 'Size in': 'dollars' }, 'Amount in dollars'],
    [{ 'Size in': 'percent' }, 'Percent of buying power'],
    [{ 'Size in': 'risk' }, 'Risk in dollars'],
    [{}, 'Stop to size by'],
  ];
  for (const [choices, name] of cases) {
    await fill(page, { ...choices, [name]: '190,50' });
    await expectRefused(field(page, name), '"190,50": write 190.50 with a point.');
    await fill(page, { [name]: '' });
  }
});

test('thousands that are grouped properly, spaces around and a dollar sign are read', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  await choose(page, 'AMZN');
  await fill(page, { Quantity: ' 1,234 ' });
  await expect(ticketOf(page)).toContainText(/Position after\s*1,234 at/);
  for (const [typed, after] of [
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
  ] as const) {
    await fill(page, { Quantity: typed });
    await expect(ticketOf(page)).toContainText(new RegExp(`Position after\\s*${after} at`));
  }
  await fill(page, { 'Order type': 'limit', Quantity: '2', 'Limit price': '$10.50' });
  expect(await place(page)).toBe('Buy 2 AMZN at 10.50, limit, EMBEDDED');
  expect(bookedOrders(shell.folder).at(-1)).toMatchObject({ qty: 2, limitPrice: 10.5 });
});

test('a long number is refused as a whole and not cut to one that fits', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  await choose(page, 'AMZN');
  // Pasted as from a padded column.
  await field(page, 'Quantity').fill(`${' '.repeat(22)}1234`);
  await expect(ticketOf(page)).toContainText(/Position after\s*1,234 at/);
  await field(page, 'Quantity').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(`1.${'0'.repeat(24)}9`);
  await expect(field(page, 'Quantity')).toHaveValue(`1.${'0'.repeat(24)}9`);
  await expect(field(page, 'Quantity')).toHaveAttribute('aria-invalid', 'true');
});

test('a change of an order refuses a decimal comma', async ({ page, shell }) => {
  await openDesk(page, shell.address);
  const price = Math.floor((await choose(page, 'MSFT')) * 0.9);
  await fill(page, { 'Order type': 'limit', Quantity: '1', 'Limit price': `${price}` });
  await place(page);
  await page
    .getByRole('table', { name: 'Orders' })
    .getByRole('row', { name: /^MSFT / })
    .getByRole('button', { name: 'Change order' })
    .click();
  const dialog = changeOf(page);
  const confirm = dialog.getByRole('button', { name: /^Change order/ });
  for (const name of ['Quantity', 'Limit price']) {
    await dialog.getByLabel(name).fill('1,5');
    await expectRefused(dialog.getByLabel(name), COMMA);
  }
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Quantity').fill('1');
  await dialog.getByLabel('Limit price').fill(`$${price}.00`);
  await expect(dialog.getByLabel('Limit price')).toHaveAttribute('aria-invalid', 'false');
  await dialog.getByRole('button', { name: 'Back' }).click();
  expect(bookedOrders(shell.folder).filter(({ symbol }) => symbol === 'MSFT')).toMatchObject([
    { status: 'new', qty: 1, limitPrice: price },
  ]);
});

test('guards and alerts read numbers as the ticket does', async ({ page, shell }) => {
  await openDesk(page, shell.address);
  const guards = await openSection(page, 'Guards');
  const save = guards.getByRole('button', { name: 'Save guards' });
  for (const name of ['Most shares in one order', 'Oldest price', 'Most orders in a minute']) {
    const limit = guards.getByLabel(name);
    const before = await limit.inputValue();
    await limit.fill('1,5');
    await save.click();
    await expectRefused(limit, COMMA);
    await limit.fill(before);
  }
  await guards.getByLabel('Most shares in one order').fill('4,321');
  await save.click();
  await expect(guards.getByRole('status')).toContainText('Saved.');
  await expect(guards.getByLabel('Most shares in one order')).toHaveValue('4321');

  const alerts = await openSection(page, 'Alerts');
  const form = alerts.getByRole('form', { name: 'Add price alert' });
  await form.getByLabel('Symbol').fill('AAPL');
  await form.getByLabel('Price').fill('190,50');
  await form.getByRole('button', { name: 'Add alert' }).click();
  await expectRefused(form.getByLabel('Price'), '"190,50": write 190.50 with a point.');
  await form.getByLabel('Price').fill('$1,190.50');
  await form.getByRole('button', { name: 'Add alert' }).click();
  await expect(alerts).toContainText('rises to 1,190.50');
  const seconds = alerts.getByLabel('A stream counts as down after (seconds)');
  await seconds.fill('1,5');
  await expectRefused(seconds, COMMA);
});

test('a mint refuses a decimal comma in its form', async ({ page, shell }) => {
  await openDesk(page, shell.address);
  await openTokenization(page);
  await fillMint(page, { ...MINT, Quantity: '1,5' });
  await formOf(page).getByRole('button', { name: 'Review mint' }).click();
  await expectRefused(fieldOf(page, 'Quantity'), COMMA);
  await expect(page.getByRole('dialog', { name: 'Review mint' })).toHaveCount(0);
  // Read as it stands: more than can leave the account, and told in its own words.
  await fillMint(page, { Quantity: '1,234' });
  await expect(fieldOf(page, 'Quantity')).toHaveAccessibleDescription(/^1,?234 AAPL are asked for/);
  expect(bookedRequests(shell.folder)).toEqual([]);
});

type Row = { line: number; state: string; issues: string[]; form?: { qty: string } };

test('a table of mints tells each row whose quantity has a decimal comma', async ({ shell }) => {
  const [account] = await need<{ accountId: string }[]>(shell, 'accounts.list');
  const accountId = account?.accountId ?? '';
  const dryRun = async (csv: string): Promise<Row[]> =>
    (await need<{ rows: Row[] }>(shell, 'batches.dryRun', { accountId, name: 'commas', csv })).rows;
  const to = ['xstocks', 'solana', SOLANA];
  const quoted = await dryRun(
    ['symbol,qty,issuer,network,wallet', `AAPL,"1,5",${to.join(',')}`].join('\n'),
  );
  expect(quoted).toMatchObject([{ line: 2, state: 'wrong', issues: [COMMA] }]);
  // A grouped number of a table whose cells are parted by commas can only be meant so.
  const grouped = await dryRun(
    ['symbol,qty,issuer,network,wallet', `AAPL,"1,234",${to.join(',')}`].join('\n'),
  );
  expect(grouped[0]?.issues.join(' ')).toContain('1,234 AAPL are asked for');

  const european = await dryRun(
    [
      'symbol;qty;issuer;network;wallet',
      ['AAPL', '1,5', ...to].join(';'),
      ['AAPL', '1,234', ...to].join(';'),
      ['AAPL', '1.234,5', ...to].join(';'),
    ].join('\n'),
  );
  expect(european).toMatchObject([
    { line: 2, state: 'wrong', issues: [COMMA] },
    {
      line: 3,
      state: 'wrong',
      issues: ['"1,234": write 1.234 with a point, or 1234 without a comma.'],
    },
    { line: 4, state: 'wrong', issues: ['"1.234,5": write 1234.5 with a point.'] },
  ]);

  // Without quotes the comma makes one cell more, and every cell after it is another column's.
  const shifted = await dryRun(
    ['symbol,qty,issuer,network,wallet,label', `AAPL,1,5,${to.join(',')}`].join('\n'),
  );
  expect(shifted).toMatchObject([{ line: 2, state: 'wrong' }]);
  expect(shifted[0]?.issues.join(' ')).toContain('decimal comma');
  expect(bookedRequests(shell.folder)).toEqual([]);
});

test('main itself takes plain numbers only', async ({ shell }) => {
  const [account] = await need<{ accountId: string }[]>(shell, 'accounts.list');
  const accountId = account?.accountId ?? '';
  const { intentId } = await need<{ intentId: string }>(shell, 'tickets.open', { accountId });
  const draft = { symbol: 'AAPL', side: 'buy', type: 'limit', timeInForce: 'day' };
  const texts = [...REFUSED.map(([typed]) => typed), ' 5', '5 ', '5\n', '$5', '1,234', '.5', '5.'];
  for (const text of texts)
    for (const numbers of [
      { qty: text, limitPrice: '5' },
      { qty: '5', limitPrice: text },
    ])
      for (const name of ['orders.preview', 'orders.submit'])
        expect(
          await ask(shell, name, {
            accountId,
            intentId,
            draft: { ...draft, ...numbers },
            ...(name === 'orders.submit' && { confirmations: [] }),
          }),
          `${name} ${JSON.stringify(numbers)}`,
        ).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
});
