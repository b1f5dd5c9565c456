// Samples are published ones: EIP-55's own test cases, well-known programs, tokens and contracts of each network, and the
// example of TON's documentation. What must not pass is one of them with a mistake in it.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAddress } from '#main/domain/mints/wallet-address.ts';

const EVM = [
  'arbitrum',
  'base',
  'binance',
  'cronos',
  'ethereum',
  'hypercore',
  'hyperevm',
  'mantle',
  'robinhood',
];

describe('EVM networks', () => {
  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
  ])('take %s on each of them', (address) => {
    for (const network of EVM) expect(checkAddress(network, address)).toEqual({});
  });

  it.each([
    ['a wrong case', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['a changed digit', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAec'],
    ['two digits swapped', '0x5aAeb6053F3E94C9b9A09f33669435E7fE1BeAed'],
  ])('tell %s by the checksum', (_what, address) => {
    expect(checkAddress('ethereum', address).problem).toContain('checksum');
  });

  it('warn of an address without a checksum', () => {
    const lower = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
    expect(checkAddress('base', lower)).toEqual({
      warning: expect.stringContaining('no checksum'),
    });
    expect(checkAddress('base', `0x${lower.slice(2).toUpperCase()}`).warning).toBeDefined();
  });

  it.each([
    ['too short', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
    ['too long', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0'],
    ['without 0x', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed00'],
    ['no digit', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg'],
    ['with a space', ' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['of Solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ['an ENS name', 'vitalik.eth'],
  ])('refuse one that is %s', (_what, address) => {
    expect(checkAddress('ethereum', address).problem).toContain('40 hexadecimal');
  });

  it('refuse the zero address', () => {
    expect(checkAddress('mantle', `0x${'0'.repeat(40)}`).problem).toContain('Nobody owns it');
  });
});

describe('Solana', () => {
  it.each([
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'So11111111111111111111111111111111111111112',
    'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg',
  ])('takes %s', (address) => {
    expect(checkAddress('solana', address)).toEqual({});
  });

  it.each([
    ['too short', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTD'],
    ['too long', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v1'],
    ['33 bytes', 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'],
    ['a letter that base58 lacks', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt0v'],
    ['an EVM address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['the system program', '11111111111111111111111111111111'],
  ])('refuses one that is %s', (_what, address) => {
    expect(checkAddress('solana', address).problem).toBeDefined();
  });
});

describe('Tron', () => {
  it.each([
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
    'TVjsyZ7fYF3qLF6BQgPmTEZy1xrNNyVAAA',
  ])('takes %s', (address) => {
    expect(checkAddress('tron', address)).toEqual({});
  });

  it.each([
    ['a changed letter', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'checksum'],
    ['two letters swapped', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjjL6t', 'checksum'],
    ['too short', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6', '33 more'],
    ['the hex form', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c', '33 more'],
    ['a bitcoin address', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '33 more'],
  ])('refuses %s', (_what, address, words) => {
    expect(checkAddress('tron', address).problem).toContain(words);
  });
});

describe('TON', () => {
  const BOUNCEABLE = 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF';
  it.each([
    BOUNCEABLE,
    'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA',
    BOUNCEABLE.replace('-', '+'),
    '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e',
    'Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF',
    '-1:3333333333333333333333333333333333333333333333333333333333333333',
  ])('takes %s', (address) => {
    expect(checkAddress('ton', address)).toEqual({});
  });

  it.each([
    ['a changed letter', 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHE', 'checksum'],
    ['two letters swapped', 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqrPHF', 'checksum'],
    ['the test network', 'kQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPgpP', 'test network'],
    ['too short', 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrH', '48 letters'],
    ['a raw one that is too short', '0:ca6e321c', '48 letters'],
    ['another workchain', `7:${'ca'.repeat(32)}`, 'workchain'],
    ['the zero address', `0:${'0'.repeat(64)}`, 'Nobody owns it'],
    [
      'the zero address, friendly',
      'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c',
      'Nobody owns it',
    ],
  ])('refuses %s', (_what, address, words) => {
    expect(checkAddress('ton', address).problem).toContain(words);
  });
});

it.each([
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  ['solana', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['ton', 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF'],
  ['ton', 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff+W72r5gqPrHF'],
  ['ton', '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e'],
])('of %s, %s, has nothing before or behind it, and says what it is', (network, address) => {
  for (const more of [' ', '-', '\n', 'T', '_', '=', '0'])
    for (const wrong of [more + address, address + more]) {
      const { problem = 'none' } = checkAddress(network, wrong);
      expect([wrong, problem]).toEqual([
        wrong,
        expect.stringMatching(
          /^(An address of this network is|A (Solana|Tron|TON) address is|The checksum)/,
        ),
      ]);
    }
});

it('takes only zeros for the zero address', () => {
  const zeros = '0'.repeat(39);
  expect(checkAddress('ethereum', `0x${zeros}1`).problem).toBeUndefined();
  expect(checkAddress('ethereum', `0x1${zeros}`).problem).toBeUndefined();
  expect(checkAddress('ton', `0:1${'0'.repeat(63)}`)).toEqual({});
  expect(checkAddress('ton', `0:${'0'.repeat(63)}1`)).toEqual({});
  expect(checkAddress('tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb').problem).toBe(
    'This is the zero address. Nobody owns it.',
  );
  expect(checkAddress('solana', '1'.repeat(32)).problem).toBe(
    'This is the Solana system program. Nobody owns it.',
  );
  expect(checkAddress('ton', `100:${'ca'.repeat(32)}`).problem).toContain('workchain');
});

it('lets an address of a network that nobody here knows pass, with a warning', () => {
  expect(checkAddress('novachain', 'anything')).toEqual({
    warning: expect.stringContaining('novachain'),
  });
});

it('tells every single mistyped letter of a checksummed address', () => {
  const samples: [string, string, string][] = [
    [
      'tron',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
    ],
    [
      'ton',
      'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF',
      'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
    ],
  ];
  for (const [network, address, alphabet] of samples)
    for (let at = 1; at < address.length; at++)
      for (const letter of alphabet)
        if (letter !== address[at])
          expect(
            checkAddress(network, address.slice(0, at) + letter + address.slice(at + 1)).problem,
          ).toBeDefined();
});

it('takes no random text for an address', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('ethereum', 'solana', 'tron', 'ton'),
      fc.string({ maxLength: 60 }),
      (network, address) => checkAddress(network, address).problem !== undefined,
    ),
  );
});
