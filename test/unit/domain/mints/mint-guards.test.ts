import { describe, expect, it } from 'vitest';
import { DEFAULT_MINT_GUARDS, type MintGuards } from '#contract/mint-guards.ts';
import { MintForm } from '#contract/tokenization.ts';
import { decimal } from '#main/domain/decimal.ts';
import { looserMintGuards } from '#main/domain/mints/looser-mint-guards.ts';
import {
  checkMint,
  NOTHING_LEFT,
  type KnownMint,
  type MintFacts,
} from '#main/domain/mints/mint-guards.ts';
import { walletKey } from '#main/domain/mints/wallet-key.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const DAY = 86_400_000;
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const form = (members: Record<string, string> = {}): MintForm =>
  MintForm.parse({
    underlyingSymbol: 'AAPL',
    qty: '1',
    issuer: 'xstocks',
    network: 'ethereum',
    walletAddress: EVM,
    label: '',
    ...members,
  });

const known = (members: Partial<KnownMint> = {}): KnownMint => {
  const { label: _, ...contents } = form();
  return {
    ...contents,
    key: 'a',
    at: NOW - 4 * MINUTE,
    standing: { kind: 'minted', status: 'completed' },
    ...members,
  };
};

const facts = (members: Partial<MintFacts> = {}): MintFacts => ({
  form: form(),
  alike: [],
  today: NOTHING_LEFT,
  price: decimal('200'),
  isNewWallet: false,
  isLive: false,
  names: { issuers: new Set(['xstocks']), networks: new Set(['ethereum']) },
  approval: undefined,
  now: NOW,
  ...members,
});

const verdict = (guard: string, given: Partial<MintFacts>, guards: Partial<MintGuards> = {}) =>
  checkMint(facts(given), { ...DEFAULT_MINT_GUARDS, ...guards }).find((one) => one.guard === guard);

it('passes a mint that is like no other, within its limits', () => {
  expect(new Set(checkMint(facts(), DEFAULT_MINT_GUARDS).map(({ level }) => level))).toEqual(
    new Set(['pass']),
  );
});

describe('a repetition', () => {
  it.each<[string, Record<string, string>, Partial<KnownMint>, string]>([
    [
      'the same label, completed',
      { label: 'B300-001' },
      { label: 'B300-001' },
      'Already minted 4 min ago: B300-001, completed.',
    ],
    ['the same contents without a label', {}, {}, 'Already minted 4 min ago: 1 AAPL, completed.'],
    ['1 and 1.0', { qty: '1.0' }, {}, 'Already minted 4 min ago: 1 AAPL, completed.'],
    [
      'a wallet in other letters, and names in another case',
      { walletAddress: EVM.toLowerCase(), issuer: 'XStocks', network: 'Ethereum' },
      {},
      'Already minted 4 min ago: 1 AAPL, completed.',
    ],
    [
      'a label that was used for something else, long ago',
      { label: 'weekly' },
      { label: 'weekly', qty: decimal('7'), at: NOW - 9 * DAY },
      'Already minted 9 days ago: weekly, 7 AAPL to 0x5aAe…1BeAed, completed.',
    ],
    [
      'one whose outcome is unknown',
      { label: 'a' },
      { label: 'a', standing: { kind: 'unknown' } },
      'Already sent 4 min ago, and its outcome is not known: a.',
    ],
    [
      'one that is on its way',
      {},
      { standing: { kind: 'on-its-way' }, at: NOW - 3_000 },
      'Already in progress, sent 3 s ago: 1 AAPL.',
    ],
    [
      'one that another desk made under a label of its own',
      { label: 'mine' },
      { label: 'theirs', standing: { kind: 'elsewhere', status: 'pending' } },
      'Already minted 4 min ago, not by this desk: theirs, pending.',
    ],
    [
      'one that names no wallet',
      {},
      { walletAddress: undefined, standing: { kind: 'elsewhere', status: 'pending' } },
      'Already minted 4 min ago, not by this desk: 1 AAPL, pending.',
    ],
    [
      'a row that waits',
      { label: 'x' },
      { label: 'x', standing: { kind: 'waiting', batch: 'January', line: 174 } },
      'Already in another batch, January, where line 174 is waiting: x.',
    ],
    [
      'a line of the same file, however old',
      {},
      { isSameFile: true, at: NOW - 3 * DAY },
      'Already minted 3 days ago from the same file: 1 AAPL, completed.',
    ],
  ])('is held back until it is meant: %s', (_what, members, other, text) => {
    expect(verdict('repeated', { form: form(members), alike: [known(other)] })).toEqual({
      guard: 'repeated',
      level: 'block',
      text,
      canMean: true,
    });
  });

  it.each<[string, Record<string, string>, Partial<KnownMint>]>([
    ['the same contents a day later', {}, { at: NOW - DAY }],
    ['another quantity', { qty: '1.01' }, {}],
    ['another network', { network: 'base' }, {}],
  ])('is not: %s', (_what, members, other) => {
    expect(verdict('repeated', { form: form(members), alike: [known(other)] })?.level).toBe('pass');
  });

  it('is pointed out, and goes, where two labels of this desk tell two mints apart', () => {
    const given = { form: form({ label: 'b' }), alike: [known({ label: 'a' })] };
    expect(verdict('repeated', given)).toMatchObject({
      level: 'warn',
      text: 'Already minted 4 min ago: a, completed. It has another label.',
    });
  });

  it('counts what else it repeats', () => {
    const alike = [known(), known({ key: 'b' }), known({ key: 'c' })];
    expect(verdict('repeated', { alike })?.text).toBe(
      'Already minted 4 min ago: 1 AAPL, completed. 2 more before that.',
    );
  });

  it('cannot be ruled out, nor be meant, while the journal cannot be read', () => {
    expect(verdict('repeated', { alike: undefined })).toMatchObject({
      level: 'block',
      canMean: false,
    });
  });

  it('is nothing where the person switched the guard off', () => {
    const mintRepeat = { isOn: false, withinMs: DAY };
    expect(verdict('repeated', { alike: [known()] }, { mintRepeat })?.level).toBe('pass');
  });
});

describe('the limits', () => {
  const limit = (maxShares: string, maxDollars?: string) => ({
    isOn: true,
    maxShares: decimal(maxShares),
    ...(maxDollars !== undefined && { maxDollars: decimal(maxDollars) }),
  });
  const today = { shares: decimal('9'), dollars: decimal('1800') };

  it.each<[string, string, Partial<MintFacts>, Partial<MintGuards>, string]>([
    ['shares of one', 'most-per-mint', {}, { mintSize: limit('0.5') }, '1 shares is more than'],
    ['dollars of one', 'most-per-mint', {}, { mintSize: limit('5', '199.99') }, 'worth $200.00'],
    ['shares of a day', 'most-per-day', { today }, { mintDay: limit('9.9') }, '10 shares would'],
    ['dollars of a day', 'most-per-day', { today }, { mintDay: limit('10', '1999') }, '$2,000.00'],
    ['no price', 'most-per-mint', { price: undefined }, {}, 'no price for AAPL'],
    [
      'no price of what left',
      'most-per-day',
      { today: { shares: decimal('9'), dollars: undefined } },
      {},
      'no price',
    ],
    ['an unread day', 'most-per-day', { today: undefined }, {}, 'journal cannot be read'],
  ])('hold back: %s', (_what, guard, given, guards, words) => {
    const said = verdict(guard, given, guards);
    expect(said).toMatchObject({ level: 'block', canMean: false });
    expect(said?.text).toContain(words);
  });

  it('let through what reaches them exactly, and need no price where none is in dollars', () => {
    const guards = { mintSize: limit('1'), mintDay: limit('10') };
    const given = { today: { ...today, dollars: undefined }, price: undefined };
    expect(verdict('most-per-mint', given, guards)?.level).toBe('pass');
    expect(verdict('most-per-day', given, guards)?.level).toBe('pass');
    expect(verdict('most-per-day', { today }, { mintDay: limit('10', '2000') })?.level).toBe(
      'pass',
    );
  });
});

it('asks about a new wallet on a live account, and points it out elsewhere', () => {
  expect(verdict('new-wallet', { isNewWallet: true, isLive: true })).toMatchObject({
    level: 'block',
    canMean: true,
  });
  expect(verdict('new-wallet', { isNewWallet: true })).toMatchObject({
    level: 'warn',
    text: 'New wallet: no mint to 0x5aAe…1BeAed on ethereum has been completed yet. Check it character by character.',
  });
});

it('holds back names that nobody knows, in whatever case they are known', () => {
  const said = verdict('unknown-names', { form: form({ issuer: 'xstock', network: 'etherium' }) });
  expect(said).toMatchObject({ level: 'block', canMean: false });
  expect(said?.text).toContain('issuer xstock and the network etherium');
  expect(verdict('unknown-names', { form: form({ issuer: 'XSTOCKS' }) })?.level).toBe('pass');
});

it('holds back what a second person has to agree to, in the words that it is given', () => {
  expect(verdict('second-person', { approval: { text: 'Over $10,000: ask Ann.' } })).toEqual({
    guard: 'second-person',
    level: 'block',
    text: 'Over $10,000: ask Ann.',
    canMean: false,
  });
});

it('knows a wallet in every spelling that its network has', () => {
  const [friendly, raw] = [
    'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF',
    '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e',
  ];
  const unbounceable = 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA';
  expect(walletKey('ton', friendly)).toBe(walletKey('TON', raw.toUpperCase()));
  expect(walletKey('ton', unbounceable)).toBe(walletKey('ton', raw));
  expect(walletKey('ethereum', EVM)).toBe(walletKey('ethereum', EVM.toLowerCase()));
  expect(walletKey('base', EVM)).not.toBe(walletKey('ethereum', EVM));
  expect(walletKey('solana', 'AbC')).not.toBe(walletKey('solana', 'abc'));
});

describe('looser guards', () => {
  const all = DEFAULT_MINT_GUARDS;
  it.each<[string, Partial<MintGuards>, string[]]>([
    ['nothing', {}, []],
    [
      'more shares and no dollars',
      { mintSize: { isOn: true, maxShares: decimal('5001') } },
      ['one mint: 5001 shares instead of 5000', 'one mint: no limit instead of $50000'],
    ],
    [
      'more dollars a day',
      { mintDay: { ...all.mintDay, maxDollars: decimal('250000.01') } },
      ['mints per day: $250000.01 instead of $250000'],
    ],
    ['fewer', { mintDay: { isOn: true, maxShares: decimal('1'), maxDollars: decimal('1') } }, []],
    [
      'a shorter memory',
      { mintRepeat: { isOn: true, withinMs: 1_000 } },
      ['repeated mints: 1 s instead of 86400 s'],
    ],
    ['names off', { mintNames: { isOn: false } }, ['unknown networks and issuers: off']],
  ])('are named: %s', (_what, change, words) => {
    expect(looserMintGuards(all, { ...all, ...change })).toEqual(words);
  });
});
