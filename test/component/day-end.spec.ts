// What the end of a day says when it does not tie, when something could not be known, and when it cannot be read.
import { DayEnd } from '#contract/day-end.ts';
import { expect, test } from '#test/component/support/component.ts';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { openTokenization } from '#test/e2e/support/mint.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';
import { ok } from '#test/component/support/world.ts';

const NONE = { bought: '0', sold: '0', minted: '0', redeemed: '0', other: '0', lines: [] };
const id = '0190f5e2-7c1a-7d3e-9b2f-4a5c6d7e8f90';
const THE_MINT =
  "The mint of 4 AAPL B300-001 is completed, but the broker's books have no entry for it.";
const NOTE = 'The broker has one entry in its books that cannot be read.';

const DAY = DayEnd.parse({
  date: '2026-11-16',
  today: '2026-11-17',
  earliest: '2026-01-05',
  readAt: Date.now(),
  rows: [
    {
      ...NONE,
      symbol: 'AAPL',
      opening: '10',
      minted: '4',
      expected: '6',
      position: '6',
      difference: '0',
      state: 'differs',
      lines: [
        {
          id,
          at: Date.parse('2026-11-16T16:00:00Z'),
          column: 'minted',
          qty: '-4',
          text: "Mint B300-001, no entry in the broker's books, completed, solana",
          tokenizationRequestId: id,
        },
      ],
    },
    { ...NONE, symbol: 'MSFT', position: '3', state: 'unknown' },
  ],
  differences: [
    {
      id: 'missing',
      kind: 'mint-without-entry',
      symbol: 'AAPL',
      qty: '-4',
      text: THE_MINT,
      tokenizationRequestId: id,
    },
  ],
  notes: [NOTE],
});

test('a day that does not tie names each difference, and what is not known is no zero', async ({
  page,
  address,
  main,
}) => {
  main.answer('mints.dayEnd', () => ok(DAY));
  await openDesk(page, address);
  await openTokenization(page);
  await page.getByRole('button', { name: 'End of day' }).click();
  await expect(
    page.getByText('0 of 2 symbols tie, 1 differs, 1 cannot be determined.'),
  ).toBeVisible();
  await expect(page.getByRole('list', { name: 'Differences' })).toContainText(THE_MINT);
  await expect(page.getByText(NOTE)).toBeVisible();
  const unknown = page
    .getByRole('table', { name: 'End of day' })
    .getByRole('row', { name: /MSFT/ });
  // Opening, calculated and difference.
  await expect(unknown.getByRole('cell').filter({ hasText: '–' })).toHaveCount(3);
  await expect(unknown).toContainText('not known');
  await expectAccessibleInBoth(page, 'day-end-differs');

  await page
    .getByRole('list', { name: 'Differences' })
    .getByRole('button', { name: 'AAPL' })
    .press('Enter');
  const dialog = page.getByRole('dialog', { name: 'AAPL, 2026-11-16' });
  await expect(dialog.getByRole('list', { name: 'Differences of AAPL' })).toContainText(THE_MINT);
  await expect(dialog).toContainText(/= Calculated\s*6/);
  await expectAccessibleInBoth(page, 'day-end-differs-entries');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Tokens outstanding' }).click();
  await expect(
    page.getByText('The requests could not be read, so it is not known what is outstanding.'),
  ).toBeVisible();
  await page.getByLabel('Day', { exact: true }).fill('2026-11-12');
  await expect.poll(() => main.inputsOf('mints.dayEnd').at(-1)?.['date']).toBe('2026-11-12');
  const day = page.getByLabel('Day', { exact: true });
  await day.press('ArrowDown');
  await expect(day).toHaveValue('2026-11-11');
  await expect.poll(() => main.inputsOf('mints.dayEnd').at(-1)?.['date']).toBe('2026-11-11');
  // What is half typed is no day, and asks for nothing.
  const asked = main.inputsOf('mints.dayEnd').length;
  await day.fill('2026-02-30');
  await expect(day).toHaveAttribute('aria-invalid', 'true');
  await day.blur();
  await expect(day).toHaveValue('2026-11-11');
  expect(main.inputsOf('mints.dayEnd')).toHaveLength(asked);
});

test('a day that cannot be read says why, and is read when it can be', async ({
  page,
  address,
  main,
}) => {
  main.fails('mints.dayEnd', { kind: 'offline', message: 'The broker cannot be reached.' });
  await openDesk(page, address);
  await openTokenization(page);
  await page.getByRole('button', { name: 'End of day' }).click();
  await expect(page.getByRole('alert')).toContainText('cannot be reached');
  main.answer('mints.dayEnd', () => ok({ ...DAY, rows: [], differences: [], notes: [] }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No positions and no entries on this day.')).toBeVisible();
});

test('tokens of two issuers stand apart, and in dollars together', async ({
  page,
  address,
  main,
}) => {
  const tokens = { symbol: 'AAPL', network: 'solana', redeemed: '0', pending: '0', price: '200' };
  const outstanding = [
    { ...tokens, issuer: 'ondo', minted: '5', outstanding: '5', value: '1000' },
    { ...tokens, issuer: 'xstocks', minted: '4', outstanding: '4', value: '800' },
  ];
  const day = DayEnd.parse({ ...DAY, outstanding, outstandingValue: '1800' });
  main.answer('mints.dayEnd', () => ok(day));
  await openDesk(page, address);
  await openTokenization(page);
  await page.getByRole('button', { name: 'End of day' }).click();
  await page.getByRole('button', { name: 'Tokens outstanding' }).click();
  const table = page.getByRole('table', { name: 'Tokens outstanding' });
  await expect(table.getByRole('row', { name: /AAPL ondo solana/ })).toContainText('1,000.00');
  await expect(table.getByRole('row', { name: /AAPL xstocks solana/ })).toContainText('800.00');
  await expect(page.getByText('Total in dollars')).toContainText('1,800.00');
});
