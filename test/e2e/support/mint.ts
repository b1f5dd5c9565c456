// The mint desk by role and name, and the ways through it that tests of both shells take.
import { expect, type Locator, type Page } from 'playwright/test';
import { MINT_AGAIN } from '#contract/mint-guards.ts';
import { bookedRequests, type BookedRequest } from '#test/e2e/support/ledger.ts';
import { takePicture } from '#test/e2e/support/pictures.ts';
import { EVM, MINT, SOLANA } from '#test/support/mint-values.ts';

export { EVM, MINT, SOLANA };

export const formOf = (page: Page): Locator => page.getByRole('form', { name: 'Mint' });
export const fieldOf = (page: Page, name: string): Locator =>
  formOf(page).getByLabel(name, { exact: true });
export const tableOf = (page: Page): Locator =>
  page.getByRole('table', { name: 'Tokenization requests' });
const rowOf = (page: Page, label: string): Locator =>
  tableOf(page).getByRole('row', { name: new RegExp(`\\b${label}\\b`) });
/** What became of the mint that the form sent last. */
export const standingOf = (page: Page): Locator => formOf(page).getByRole('status');

export async function openTokenization(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tokenization', exact: true }).click();
  await expect(tableOf(page)).toBeVisible();
}

export async function fillMint(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await fieldOf(page, name).fill(value);
}

export async function requestMint(
  page: Page,
  values: Record<string, string>,
  options?: { isRepeat: true },
): Promise<void> {
  await fillMint(page, { ...MINT, ...values });
  // What was bought for it has arrived.
  await expect(formOf(page)).toContainText(/Left after this mint\s*\d/);
  await formOf(page).getByRole('button', { name: 'Review mint' }).click();
  await confirmMint(page, options);
}

/** Sends what the review shows; what repeats another is typed to be meant. */
export async function confirmMint(page: Page, options?: { isRepeat: true }): Promise<void> {
  const review = page.getByRole('dialog', { name: 'Review mint' });
  if (options) await review.getByLabel(`Type “${MINT_AGAIN}”`).fill(MINT_AGAIN);
  await review.getByRole('button', { name: /^Request mint: .+, PRACTICE$/ }).click();
  await expect(review).toHaveCount(0);
}

/** The form is free for the next, and the issuer is awaited. */
export async function expectTaken(page: Page, title: string, label: string): Promise<void> {
  // It may be completed before all of it was seen.
  await expect(standingOf(page)).toContainText(/Accepted by the broker|Completed/);
  await expect(standingOf(page)).toContainText(title);
  await expect(fieldOf(page, 'Quantity')).toHaveValue('');
  await expect(rowOf(page, label)).toContainText(/pending|completed/);
}

/** The embedded issuer takes five seconds, and the desk asks for it ever more seldom. */
export const expectCompleted = (page: Page, label: string): Promise<void> =>
  expect(rowOf(page, label)).toContainText('completed', { timeout: 60_000 });

export const bookedAs = (folder: string, label: string): BookedRequest[] =>
  bookedRequests(folder).filter((request) => request.label === label);

type Lost = {
  folder: string;
  /** Through the page's own bridge, for its practice account. */
  call: (name: string, input: object) => Promise<unknown>;
};

/** A mint that the broker takes and whose answer is lost: shown as unknown, looked up, found, and there once. */
export async function loseAnswer(page: Page, { folder, call }: Lost): Promise<void> {
  await call('paper.break', { name: 'mint-lost', times: 1 });
  // Lookups take a while, so that there is something to see.
  await call('paper.break', { name: 'slow', times: 1_000 });
  await requestMint(page, { Quantity: '2', Label: 'lost' });
  await expect(standingOf(page)).toContainText('Unconfirmed. The broker did not answer');
  for (const name of ['Look again', 'Send again', 'Set aside'])
    await expect(formOf(page).getByRole('button', { name, exact: true })).toBeVisible();
  await takePicture(page, 'mint-unknown');
  await call('paper.heal', {});
  await expect(standingOf(page)).toContainText(/Accepted by the broker|Completed/);
  await formOf(page).getByRole('button', { name: 'Evidence' }).click();
  const lines = page.getByRole('dialog', { name: 'Evidence' }).getByRole('listitem');
  await expect(lines.filter({ hasText: 'Sent to the broker with Idempotency-Key' })).toHaveCount(1);
  await expect(lines.filter({ hasText: 'Looked up: it is request' })).toHaveCount(1);
  await page.keyboard.press('Escape');
  expect(bookedAs(folder, 'lost')).toMatchObject([{ type: 'mint', symbol: 'AAPL', qty: '2' }]);
}
