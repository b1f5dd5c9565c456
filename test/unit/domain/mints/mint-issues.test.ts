import { expect, it } from 'vitest';
import { MintForm } from '#contract/tokenization.ts';
import { decimal } from '#main/domain/decimal.ts';
import {
  availableIssue,
  mintIssues,
  mintTitle,
  mintWarnings,
} from '#main/domain/mints/mint-issues.ts';
import { isSameMint, mintDifferences } from '#main/domain/mints/matches-mint.ts';
import { mergeRequest, newestFirst } from '#main/domain/mints/tokenization.ts';
import { TokenizationRequest } from '#contract/tokenization.ts';

const form = (members: Record<string, string> = {}): MintForm => ({
  ...MintForm.parse({
    underlyingSymbol: 'AAPL',
    qty: '1.5',
    issuer: 'xstocks',
    network: 'ethereum',
    walletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    label: '',
  }),
  ...(members as Partial<MintForm>),
});

it('finds nothing wrong with a sound form', () => {
  for (const good of [form(), form({ qty: '0.000000001' }), form({ label: 'week 7' })])
    expect(mintIssues(good)).toEqual([]);
});

it.each([
  [{ qty: '0' }, 'qty', 'greater than zero'],
  [{ qty: '-1' }, 'qty', 'greater than zero'],
  [{ qty: 'many' }, 'qty', 'a number'],
  [{ qty: '1.0000000001' }, 'qty', '9 decimals'],
  [{ walletAddress: '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }, 'walletAddress', 'checksum'],
  [{ label: 'x'.repeat(129) }, 'label', '128'],
  [{ label: 'café' }, 'label', 'plain'],
  [{ label: 'a\nb' }, 'label', 'plain'],
  [{ label: ' a' }, 'label', 'space'],
])('%j is wrong, in words', (members, path, words) => {
  expect(mintIssues(form(members))).toEqual([
    { path, message: expect.stringContaining(words) as string },
  ]);
});

it('warns of what it cannot check', () => {
  expect(mintWarnings(form())).toEqual([]);
  expect(mintWarnings(form({ network: 'novachain' }))).toHaveLength(1);
});

it('compares with what can leave', () => {
  expect(availableIssue(form(), decimal('1.5'))).toBeUndefined();
  expect(availableIssue(form(), undefined)).toBeUndefined();
  expect(availableIssue(form(), decimal('1.499999999'))?.message).toContain('only 1.499999999');
});

it('names everything that decides what will happen', () => {
  expect(mintTitle(form(), 'live')).toBe(
    'Mint 1.5 AAPL with xstocks on ethereum to 0x5aAe…1BeAed, LIVE',
  );
});

const request = (members: Record<string, unknown> = {}) =>
  TokenizationRequest.parse({
    tokenizationRequestId: 'r',
    type: 'mint',
    status: 'pending',
    underlyingSymbol: 'AAPL',
    qty: '1.50',
    issuer: 'xstocks',
    network: 'ethereum',
    createdAt: '2026-01-05T15:00:00Z',
    ...members,
  });
const asked = { ...form(), clientRequestId: 'mine' };

it('tells a request that is ours from every other', () => {
  expect(mintDifferences(asked, request({ clientRequestId: 'mine' }))).toEqual([]);
  expect(mintDifferences(asked, request())).toEqual([]);
  expect(mintDifferences(asked, request({ walletAddress: asked.walletAddress }))).toEqual([]);
});

it('knows its wallet in whatever case a broker writes an address of Ethereum', () => {
  const lower = asked.walletAddress.toLowerCase();
  expect(mintDifferences(asked, request({ walletAddress: lower }))).toEqual([]);
  // Two mints that could both claim it are rivals.
  expect(isSameMint(asked, { ...asked, walletAddress: lower })).toBe(true);
  const walletAddress = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
  const solana = { network: 'solana', walletAddress: walletAddress.toLowerCase() };
  expect(mintDifferences({ ...asked, ...solana, walletAddress }, request(solana))).toHaveLength(1);
});

it.each([
  [{ type: 'redeem' }, 'it is a redeem'],
  [{ underlyingSymbol: 'MSFT' }, 'it is of MSFT'],
  [{ qty: '1.51' }, 'its quantity is 1.51'],
  [{ issuer: 'ondo' }, 'its issuer is ondo'],
  [{ network: 'base' }, 'its network is base'],
  [{ walletAddress: 'elsewhere' }, 'its wallet is elsewhere'],
  [{ clientRequestId: 'theirs' }, 'its label is theirs'],
])('says how %j is not ours', (other, difference) => {
  expect(mintDifferences(asked, request(other))).toEqual([difference]);
});

it('knows the same mint under another label, and no other', () => {
  expect(isSameMint(asked, { ...asked, qty: decimal('1.500'), clientRequestId: 'x' })).toBe(true);
  for (const other of [
    { underlyingSymbol: 'MSFT' },
    { qty: decimal('2') },
    { issuer: 'ondo' },
    { network: 'base' },
    { walletAddress: 'elsewhere' },
  ])
    expect(isSameMint(asked, { ...asked, ...other })).toBe(false);
});

it('lists requests with the newest first, and those of one moment always in the same order', () => {
  const at = (tokenizationRequestId: string, createdAt: string) =>
    request({ tokenizationRequestId, createdAt });
  const oldest = at('c', '2026-01-05T15:00:00.000000001Z');
  const newest = at('a', '2026-01-05T15:00:00.000000002Z');
  const twin = at('b', '2026-01-05T15:00:00.000000002Z');
  const odd = at('d', '2026-01-05');
  for (const list of [
    [oldest, odd, newest, twin],
    [twin, newest, odd, oldest],
  ])
    expect(list.toSorted(newestFirst).map((each) => each.tokenizationRequestId)).toEqual([
      'b',
      'a',
      'c',
      'd',
    ]);
});

it('keeps a final status and the members that only one side carries', () => {
  const done = request({ status: 'completed', txHash: '0x1', walletAddress: 'w' });
  expect(mergeRequest(done, request({ clientRequestId: 'mine' }))).toMatchObject({
    status: 'completed',
    txHash: '0x1',
    walletAddress: 'w',
    clientRequestId: 'mine',
  });
  expect(mergeRequest(request(), done).status).toBe('completed');
  expect(mergeRequest(request(), request({ status: 'working' })).status).toBe('working');
  expect(mergeRequest(done, request({ status: 'rejected' })).status).toBe('rejected');
  expect(mergeRequest(undefined, done)).toBe(done);
});
