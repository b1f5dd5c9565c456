import type { Locator, Page } from 'playwright/test';
import { MINT_AGAIN } from '#contract/mint-guards.ts';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { bookedRequests } from '#test/e2e/support/ledger.ts';
import {
  bookedAs,
  expectTaken,
  fillMint,
  formOf,
  MINT,
  openTokenization,
  requestMint,
  SOLANA,
} from '#test/e2e/support/mint.ts';
import { choose, fill, openDesk, place } from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

// 'Did it mint twice?': what repeats a mint says so, and waits until the person types that it is meant.
test.use({ story: 'mint-again' });
test.describe.configure({ mode: 'serial' });

const typedIn = (review: Locator): Locator => review.getByLabel(`Type “${MINT_AGAIN}”`);

test('a mint that repeats another is held back until it is typed to be meant', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  await choose(page, 'AAPL');
  await fill(page, { Quantity: '20' });
  await place(page);
  await openTokenization(page);
  await requestMint(page, { Label: 'B300-001' });
  await expectTaken(page, 'Mint 1.5 AAPL', 'B300-001');

  // Written in another way, it is the same mint.
  await fillMint(page, { ...MINT, Quantity: '1.50', Label: '' });
  const repeats = /Blocked\. Already minted \d+ s ago: B300-001, (pending|completed)\./;
  await expect(formOf(page)).toContainText(repeats);
  await formOf(page).getByRole('button', { name: 'Review mint' }).click();
  const review = page.getByRole('dialog', { name: 'Review mint' });
  await expect(review).toContainText(repeats);
  const send = review.getByRole('button', { name: /^Request mint:/ });
  await expect(send).toBeDisabled();
  await typedIn(review).fill('mint gain');
  await expect(review).toContainText('Type these words exactly: mint again');
  await expect(send).toBeDisabled();
  await expectAccessibleInBoth(page, 'mint-again');
  await typedIn(review).fill(MINT_AGAIN);
  await send.click();
  await expect(review).toHaveCount(0);
  await expect.poll(() => bookedRequests(shell.folder).length).toBe(2);
});

async function tryDry(page: Page, name: string): Promise<void> {
  const csv = [
    'symbol,qty,issuer,network,wallet,label',
    ...['one', 'two', 'three'].map((label) => `AAPL,0.5,xstocks,solana,${SOLANA},${label}`),
  ].join('\n');
  const form = page.getByRole('form', { name: 'New batch' });
  await form.getByLabel('Open a CSV file').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  });
  await expect(form).toContainText(name);
  await form.getByRole('button', { name: 'Dry run' }).click();
}

test('a file that is run again says of each row what it repeats, and mints nothing by itself', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  await openTokenization(page);
  await page.getByRole('button', { name: /^Batch/ }).click();
  await tryDry(page, 'three.csv');
  await page.getByRole('button', { name: 'Review batch' }).click();
  const review = page.getByRole('dialog', { name: 'Review batch' });
  await review.getByRole('button', { name: /^Start: 3 mints/ }).click();
  await expect.poll(() => bookedAs(shell.folder, 'three').length).toBe(1);

  await page.getByRole('button', { name: 'New batch' }).click();
  await tryDry(page, 'three again.csv');
  const rows = page
    .getByRole('table', { name: 'Batch rows' })
    .getByRole('row', { name: /repeats/ });
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText(/Already minted \d+ s ago from the same file: one/);
  await expect(page.getByText('3 repeating a mint.')).toBeVisible();
  await page.getByRole('button', { name: 'Review batch' }).click();
  await expect(review).toContainText('Nothing is sent unless you confirm below.');
  await expect(review.getByRole('button', { name: 'Start: nothing to send yet' })).toBeDisabled();
  await expectAccessibleInBoth(page, 'batch-again');
  await typedIn(review).fill(MINT_AGAIN);
  await review.getByRole('button', { name: /^Start: 3 mints, 1.5 AAPL/ }).click();
  await expect.poll(() => bookedAs(shell.folder, 'three').length).toBe(2);
});
