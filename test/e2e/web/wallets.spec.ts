import { fieldOf, formOf, fillMint, MINT, openTokenization } from '#test/e2e/support/mint.ts';
import { choose, fill, openDesk, place } from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'wallets' });

test('a wallet is saved, approved ahead of a mint, and new again when that is taken back', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  await choose(page, 'AAPL');
  await fill(page, { Quantity: '5' });
  await place(page);
  await openTokenization(page);
  await fillMint(page, MINT);
  const form = formOf(page);
  const review = page.getByRole('dialog', { name: 'Review mint' });
  const reviewed = async (words: RegExp, isThere = true) => {
    await form.getByRole('button', { name: 'Review mint' }).click();
    await expect(review).toContainText('1.5 AAPL leave the account');
    await (isThere ? expect(review) : expect(review).not).toContainText(words);
    await review.getByRole('button', { name: 'Back' }).click();
    await expect(review).toHaveCount(0);
  };
  await reviewed(/New wallet: no mint to/);

  await form.getByRole('button', { name: 'Save to address book' }).click();
  await form.getByLabel('Name in the address book').fill('Treasury');
  await form.getByRole('button', { name: 'Save address' }).click();
  await expect(form).toContainText('In the address book as Treasury, on solana, not approved yet.');
  await form.getByRole('button', { name: 'Approve this wallet' }).click();
  await expect(form).toContainText('In the address book as Treasury, on solana, approved.');
  await reviewed(/New wallet|Wallet not approved/, false);

  await form.getByRole('button', { name: 'Withdraw approval' }).click();
  await expect(form).toContainText('not approved yet');
  await reviewed(/Wallet not approved: you revoked the approval of/);
  await expect(fieldOf(page, 'Quantity')).toHaveValue('1.5');
});
