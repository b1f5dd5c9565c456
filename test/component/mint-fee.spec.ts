// What the page says of the fee of a mint: before it is sent, that it is not known; afterwards, the broker's number with
// the words that it has no unit.
import { TokenizationRequest } from '#contract/tokenization.ts';
import { expect, test } from '#test/component/support/component.ts';
import { fillMint, formOf, MINT, openTokenization, tableOf } from '#test/e2e/support/mint.ts';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

const request = (nth: number, more: object) => ({
  request: TokenizationRequest.parse({
    tokenizationRequestId: `019a8000-0000-7000-8000-00000000000${nth}`,
    type: 'mint',
    status: 'completed',
    underlyingSymbol: 'AAPL',
    issuer: 'xstocks',
    network: 'solana',
    qty: '1.5',
    createdAt: new Date(Date.now() - nth * 60_000).toISOString(),
    ...more,
  }),
  receivedAt: Date.now(),
});

test('the fee of a mint is not known before it is sent, and has no unit after it', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  await openTokenization(page);
  await fillMint(page, MINT);
  await expect(formOf(page)).toContainText(/Fee\s*not known in advance/);
  await formOf(page).getByRole('button', { name: 'Review mint' }).click();
  const review = page.getByRole('dialog', { name: 'Review mint' });
  const before = 'Not known in advance. The broker reports it when the mint is completed';
  await expect(review).toContainText(before);
  await expect(review).not.toContainText('Last one');
  // The last one of the same issuer and network, and no redeem.
  main.tell('tokenizations', request(3, { fees: '0.25' }));
  main.tell('tokenizations', request(2, { fees: '0.5', underlyingSymbol: 'MSFT', qty: '2' }));
  main.tell('tokenizations', request(1, { fees: '9', network: 'ethereum' }));
  main.tell('tokenizations', request(0, { fees: '8', type: 'redeem' }));
  main.tell('tokenizations', request(5, { status: 'pending', underlyingSymbol: 'TSLA' }));
  await expect(review).toContainText('Last one at xstocks on solana: 0.5, for 2 MSFT.');
  await expectAccessibleInBoth(page, 'mint-fee', 'dialog');
  await review.getByRole('button', { name: 'Back' }).click();

  const head = tableOf(page).getByRole('columnheader', { name: 'Fee', exact: true });
  await expect(head).toHaveAttribute('title', /does not say in which currency or unit/);
  await tableOf(page).getByRole('button', { name: 'MSFT, open request' }).click();
  const detail = page.getByRole('dialog', { name: 'Tokenization request' });
  await expect(detail).toContainText(/Fee\s*0\.5\s*as the broker reports it, unit not stated/);
  await page.keyboard.press('Escape');
  await tableOf(page).getByRole('button', { name: 'TSLA, open request' }).click();
  await expect(detail).toContainText(/Fee\s*reported when it is completed/);
});
