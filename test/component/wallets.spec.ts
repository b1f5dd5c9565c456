// The wallets of the address book and what waits for a second person: what their buttons ask main for, and what is said
// when main does not do it.
import { MintProposal } from '#contract/proposals.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ok } from '#test/component/support/world.ts';
import { fieldOf, formOf, openTokenization, SOLANA } from '#test/e2e/support/mint.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

const ENTRY = { name: 'Treasury', network: 'solana', address: SOLANA };
const NO = 'Nothing was minted: it was not confirmed.';

test('a wallet of the book is approved ahead, and its approval taken back', async ({
  page,
  main,
  address,
}) => {
  main.answer('addresses.get', () => ok([ENTRY]));
  main.fails('addresses.approve', { kind: 'not-allowed', message: NO });
  await openDesk(page, address);
  await openTokenization(page);
  await fieldOf(page, 'Network').fill('solana');
  await fieldOf(page, 'Wallet address').fill(SOLANA);
  const form = formOf(page);
  await expect(form).toContainText('In the address book as Treasury, on solana, not approved yet.');

  const approve = form.getByRole('button', { name: 'Approve this wallet' });
  await approve.click();
  await expect(form).toContainText(NO);
  await expect(form).toContainText('not approved yet');

  main.answer('addresses.approve', () => ok([{ ...ENTRY, isApproved: true }]));
  await approve.click();
  await expect(form).toContainText('In the address book as Treasury, on solana, approved.');
  await expect(form).not.toContainText(NO);

  const remove = await form.getByRole('button', { name: 'Remove from address book' }).boundingBox();
  const back = await form.getByRole('button', { name: 'Withdraw approval' }).boundingBox();
  expect((back?.x ?? 0) - (remove?.x ?? 0) - (remove?.width ?? 0)).toBeGreaterThan(8);

  main.answer('addresses.withdraw', () => ok([ENTRY]));
  await form.getByRole('button', { name: 'Withdraw approval' }).click();
  await expect(form).toContainText('not approved yet');
  for (const name of ['addresses.approve', 'addresses.withdraw'] as const)
    expect(main.inputsOf(name).at(-1)).toMatchObject({ network: 'solana', address: SOLANA });
});

test('a proposal is told apart by its label, and says that it repeats and that nobody can approve it', async ({
  page,
  main,
  address,
}) => {
  const now = Date.now();
  const form = {
    underlyingSymbol: 'AAPL',
    qty: '10',
    issuer: 'xstocks',
    network: 'solana',
    walletAddress: SOLANA,
    label: 'L-7',
  };
  main.answer('secondPerson.get', () => ok({ isSet: false }));
  main.tell(
    'proposals',
    MintProposal.parse({
      proposalId: '019a8000-0000-4000-8000-00000000000d',
      what: 'Mint 10 AAPL',
      form,
      wallets: [{ walletAddress: SOLANA, network: 'solana' }],
      walletCount: 1,
      at: now,
      until: now + 86_400_000,
      state: 'waiting',
      isRepeat: true,
    }),
  );
  await openDesk(page, address);
  await openTokenization(page);
  const waiting = page.getByRole('region', { name: /^Waiting for a second person/ });
  await expect(waiting.getByRole('group', { name: 'Mint 10 AAPL, label L-7' })).toContainText(
    'It repeats an earlier mint.',
  );
  await expect(waiting).toContainText('no one can approve it yet');
});

test('a proposal is withdrawn without a question, and says so for a while', async ({
  page,
  main,
  address,
}) => {
  const now = Date.now();
  const proposal = MintProposal.parse({
    proposalId: '019a8000-0000-4000-8000-00000000000c',
    what: 'Mint 10 AAPL',
    wallets: [{ walletAddress: SOLANA, network: 'solana' }],
    walletCount: 1,
    at: now,
    until: now + 86_400_000,
    state: 'waiting',
  });
  const withdrawn = { ...proposal, state: 'withdrawn' as const, endedAt: now };
  main.tell('proposals', proposal);
  main.answer('proposals.withdraw', () => ok(withdrawn));
  await openDesk(page, address);
  await openTokenization(page);
  const waiting = page.getByRole('region', { name: /^Waiting for a second person/ });
  await waiting.getByRole('button', { name: 'Withdraw' }).click();
  await expect.poll(() => main.inputsOf('proposals.withdraw')).toHaveLength(1);
  main.tell('proposals', withdrawn);
  await expect(waiting).toContainText(/Withdrawn .*, nothing was sent: Mint 10 AAPL/);
  await expect(waiting.getByRole('button')).toHaveCount(0);
});
