// The end of the day of somebody who mints: what moved, whether it ties, the entries behind it, and the file of it.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { expectCompleted, openTokenization, requestMint } from '#test/e2e/support/mint.ts';
import { choose, fill, openDesk, place } from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'day-end' });

async function exported(page: Page, what: string): Promise<string> {
  await page.getByRole('button', { name: `Export ${what}` }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /as CSV$/ }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

test('what was bought and minted ties to the position, with the entries behind it', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  await choose(page, 'AAPL');
  await fill(page, { Quantity: '10' });
  await place(page);
  await openTokenization(page);
  await requestMint(page, { Quantity: '4', Label: 'day-1' });
  await expectCompleted(page, 'day-1');

  await page.getByRole('button', { name: 'End of day' }).click();
  const table = page.getByRole('table', { name: 'End of day' });
  const row = table.getByRole('row', { name: /AAPL/ });
  // Opening, bought, sold, minted, redeemed, other, calculated, position, difference.
  await expect(row.getByRole('cell')).toHaveText([
    '0',
    '10',
    '0',
    '4',
    '0',
    '0',
    '6',
    '6',
    '0',
    'ties',
  ]);
  await expect(page.getByText('AAPL ties.')).toBeVisible();
  await expectAccessibleInBoth(page, 'day-end');
  const day = await page.getByLabel('Day', { exact: true }).inputValue();
  expect(await exported(page, `day end ${day}`)).toContain('\r\nAAPL,0,10,0,4,0,0,6,6,0,ties,\r\n');

  await row.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `AAPL, ${day}` });
  const entries = dialog.getByRole('table', { name: 'Entries of AAPL' });
  // In one part or more, as the market had it.
  await expect(entries.getByRole('row', { name: /Bought at/ }).first()).toBeVisible();
  await expectAccessibleInBoth(page, 'day-end-entries');
  await entries.getByRole('button', { name: /^Mint day-1, completed, solana/ }).click();
  const request = page.getByRole('dialog', { name: 'Tokenization request' });
  await expect(request).toContainText('Mint 4 AAPL');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: /^Entries/ }).click();
  expect(await exported(page, `entries ${day}`)).toMatch(/,AAPL,minted,-4,"Mint day-1, completed/);

  await page.getByRole('button', { name: 'Tokens outstanding' }).click();
  const tokens = page.getByRole('table', { name: 'Tokens outstanding' });
  await expect(tokens.getByRole('row', { name: /AAPL/ })).toContainText('solana');
  await expectAccessibleInBoth(page, 'day-end-tokens');

  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Account figures' })).toContainText(
    /Tokens outstanding\s*[\d,]+\.\d\d/,
  );
  await expectAccessibleInBoth(page, 'day-end-figures');
});

test('an earlier day is read, and what has not begun is no day to choose', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  await openTokenization(page);
  await page.getByRole('button', { name: 'End of day' }).click();
  const day = page.getByLabel('Day', { exact: true });
  await expect(day).not.toHaveValue('');
  await day.fill('2026-01-05');
  await expect(page.getByText('No positions and no entries on this day.')).toBeVisible();
  await day.fill('2099-01-05');
  await expect(page.getByRole('alert')).toContainText('in New York');
});
