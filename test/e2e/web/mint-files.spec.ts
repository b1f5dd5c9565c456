// Tables of mints as they come from other people's spreadsheets: opened, dropped, mapped once, and ten thousand rows long.
import type { Locator, Page } from 'playwright/test';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { pick } from '#test/e2e/support/choice.ts';
import { EVM, openTokenization, SOLANA } from '#test/e2e/support/mint.ts';
import { choose, fill, openDesk, place } from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'mint-files' });
test.describe.configure({ mode: 'serial' });

const formOf = (page: Page): Locator => page.getByRole('form', { name: 'New batch' });
const mappingOf = (page: Page): Locator =>
  formOf(page).getByRole('region', { name: 'How the table is read' });
const rowsOf = (page: Page): Locator =>
  page.getByRole('table', { name: 'Batch rows' }).getByRole('row');

async function openBatch(page: Page): Promise<void> {
  await openTokenization(page);
  await page.getByRole('button', { name: /^Batch/ }).click();
}

const HEADINGS = 'Papier;Stück;Emittent;Kette;Ziel;Notiz';
/** As a German Excel saves Unicode text. */
const german = (...rows: string[]): Buffer =>
  Buffer.from(
    `\uFEFFsep=;\r\nToken-Ausgabe, KW 47;;;;;\r\n\r\n${[HEADINGS, ...rows].join('\r\n')}\r\n`,
    'utf16le',
  );

test('a file of a German spreadsheet is mapped once, and its wrong rows keep what they said', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  await choose(page, 'AAPL');
  await fill(page, { Quantity: '20' });
  await place(page);
  await openBatch(page);
  const buffer = german(
    `AAPL;1,5;xStocks;SOLANA;${SOLANA};kw47-1`,
    `AAPL;2,25;Ondo;Ethereum;${EVM.toLowerCase()};kw47-2`,
    `AAPL;1.5;xstocks;solana;${SOLANA};kw47-3`,
    `;0;;etherium;0x000000000000000000000000000000000000dEaD;kw47-4`,
    `AAPL;1;xstocks;etherium;0x000000000000000000000000000000000000dEaD;kw47-5`,
  );
  await formOf(page)
    .getByLabel('Open a CSV file')
    .setInputFiles({ name: 'KW47.csv', mimeType: 'text/csv', buffer });
  await expect(mappingOf(page)).toContainText(
    'UTF-16, separated by semicolons, headings on line 4 (the 3 lines above skipped), 5 rows.',
  );
  await expect(mappingOf(page)).toContainText('Choose a heading for each remaining column');
  await expectAccessibleInBoth(page, 'batch-mapping-open');
  await formOf(page).getByRole('button', { name: 'Dry run' }).click();
  await expect(mappingOf(page)).toContainText('Choose a heading for each remaining column');
  for (const [column, heading] of [
    ['Symbol', 'Papier'],
    ['Quantity', 'Stück'],
    ['Issuer', 'Emittent'],
    ['Network', 'Kette'],
    ['Wallet address', 'Ziel'],
    ['Label (optional)', 'Notiz'],
  ] as const)
    await pick(mappingOf(page).getByRole('combobox', { name: `Heading of ${column}` }), heading);
  // Its numbers are told by the column that was chosen.
  const marks = mappingOf(page).getByRole('combobox', { name: 'Numbers are written' });
  await expect(marks).toHaveText('with a comma: 1,5');
  await expectAccessibleInBoth(page, 'batch-mapping');
  await formOf(page).getByRole('button', { name: 'Dry run' }).click();

  await expect(rowsOf(page).filter({ hasText: 'kw47-1' })).toContainText('1.5');
  await expect(rowsOf(page).filter({ hasText: 'kw47-2' })).toContainText('no checksum');
  await expect(rowsOf(page).filter({ hasText: 'kw47-3' })).toContainText(
    '"1.5": write 1,5 with a comma, as this table does.',
  );
  await expect(rowsOf(page).filter({ hasText: 'kw47-4' })).toContainText('The symbol is missing.');
  await expect(rowsOf(page).filter({ hasText: 'kw47-5' })).toContainText('Did you mean ethereum?');
  await expectAccessibleInBoth(page, 'batch-wrong-rows');
  await page.getByRole('button', { name: 'Review batch' }).click();
  const wrong = page.getByRole('list', { name: 'Wrong, not sent' });
  await expect(wrong.getByRole('listitem')).toHaveCount(2);
  const warned = page.getByRole('list', { name: 'Check these first' });
  await expect(warned).toContainText('This looks like a burn address');
  await wrong.scrollIntoViewIfNeeded();
  await expectAccessibleInBoth(page, 'batch-review-wrong');
  await page.keyboard.press('Escape');
});

test('the next such file is read without a question, dropped on the panel', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  await openBatch(page);
  const bytes = Array.from(german(`AAPL;1,5;xstocks;solana;${SOLANA};kw48-1`));
  const data = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(content)], 'KW48.csv', { type: 'text/csv' }));
    return transfer;
  }, bytes);
  await formOf(page).dispatchEvent('drop', { dataTransfer: data });
  await expect(formOf(page)).toContainText('KW48.csv');
  await expect(mappingOf(page)).not.toContainText('Choose');
  await formOf(page).getByRole('button', { name: 'Dry run' }).click();
  await expect(rowsOf(page).filter({ hasText: 'kw48-1' })).toContainText('ready');
});

test('a number that can be meant in two ways is asked about', async ({ page, shell }) => {
  await openDesk(page, shell.address);
  await openBatch(page);
  await formOf(page)
    .getByLabel('Table of mints')
    .fill(`symbol;qty;issuer;network;wallet;label\nAAPL;1,234;xstocks;solana;${SOLANA};doubt`);
  await formOf(page).getByRole('button', { name: 'Dry run' }).click();
  await expect(mappingOf(page)).toContainText('"1,234" can be 1.234 or 1234');
  await pick(
    mappingOf(page).getByRole('combobox', { name: 'Numbers are written' }),
    'with a comma: 1,5',
  );
  await formOf(page).getByRole('button', { name: 'Dry run' }).click();
  await expect(rowsOf(page).filter({ hasText: 'doubt' })).toContainText('1.234');
});

test('ten thousand rows are read, tried, shown and reviewed', async ({ page, shell }) => {
  await openDesk(page, shell.address);
  await openBatch(page);
  const rows = Array.from(
    { length: 10_000 },
    (_, n) =>
      `AAPL;0.0001;xstocks;ethereum;0x${(n + 1).toString(16).padStart(4, '0').repeat(10)};bulk-${n}`,
  );
  await formOf(page)
    .getByLabel('Open a CSV file')
    .setInputFiles({
      name: 'bulk.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        ['symbol;qty;issuer;network;wallet;label', ...rows].join('\n'),
        'utf16le',
      ),
    });
  await expect(mappingOf(page)).toContainText('10,000 rows');
  await formOf(page).getByRole('button', { name: 'Dry run' }).click();
  await expect(page.getByText('10000 ready.')).toBeVisible({ timeout: 30_000 });
  await expect(rowsOf(page).filter({ hasText: 'bulk-0' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Review batch' }).click();
  await expect(page.getByRole('dialog', { name: 'Review batch' })).toContainText(/Wallets\s*10000/);
});
