import { expect, it } from 'vitest';
import { ISSUERS, NETWORKS } from '#contract/mint-names.ts';
import { MintForm } from '#contract/tokenization.ts';
import { lookAlike } from '#main/domain/mints/look-alike.ts';
import { mintWarnings } from '#main/domain/mints/mint-issues.ts';
import { checkAddress } from '#main/domain/mints/wallet-address.ts';

it.each([
  ['etherium', 'ethereum'],
  ['Etherum', 'ethereum'],
  ['eth', 'ethereum'],
  ['ETH', 'ethereum'],
  ['solona', 'solana'],
  ['sol', 'solana'],
  ['soalna', 'solana'],
  ['Solana-Mainnet', 'solana'],
  ['bsc', 'binance'],
  ['arbitrun', 'arbitrum'],
  ['trn', undefined],
  ['novachain', undefined],
  ['x', undefined],
  ['__proto__', undefined],
  ['constructor', undefined],
])('%s is taken for %s', (name, meant) => {
  expect(lookAlike(name, NETWORKS)).toBe(meant);
});

it('takes no known name for another', () => {
  for (const names of [NETWORKS, ISSUERS])
    for (const name of names) expect(lookAlike(name, names)).toBeUndefined();
});

const WALLET = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const form = (members: Record<string, string>) =>
  MintForm.parse({
    underlyingSymbol: 'AAPL',
    qty: '1',
    issuer: 'xstocks',
    network: 'solana',
    walletAddress: WALLET,
    label: '',
    ...members,
  });

it('points out what was likely meant, network and issuer', () => {
  expect(mintWarnings(form({ network: 'solona' }))).toEqual([
    expect.stringContaining('Did you mean solana?'),
  ]);
  expect(checkAddress('etherium', WALLET).warning).toContain('40 hexadecimal digits');
  expect(mintWarnings(form({ issuer: 'xstock' }))).toEqual([
    'Ballast does not know the issuer xstock. Did you mean xstocks?',
  ]);
});

it.each([
  ['ethereum', '0x000000000000000000000000000000000000dEaD'],
  ['base', '0x000000000000000000000000000000000000dead'],
  ['ethereum', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
  ['mantle', '0x0000000000000000000000000000000000000001'],
  ['solana', '1nc1nerator11111111111111111111111111111111'],
])('warns of the burn address %s %s', (network, address) => {
  const { problem, warning } = checkAddress(network, address);
  expect([problem, warning]).toEqual([undefined, expect.stringContaining('burn address')]);
});

it('reads the names of networks and issuers in any case, wherever they come from', () => {
  expect(form({ issuer: 'XSTOCKS', network: 'Solana' })).toMatchObject({
    issuer: 'xstocks',
    network: 'solana',
  });
  // A name that nobody here knows may care about its case.
  expect(form({ network: 'NovaChain' }).network).toBe('NovaChain');
});
