import { expect, it } from 'vitest';
import { MintForm } from '#contract/tokenization.ts';
import { DEFAULT_GUARDS, GuardSettings } from '#contract/trading.ts';
import { createAsking } from '#main/desk/asking.ts';
import { createSecondPerson } from '#main/desk/second-person.ts';
import { createSettings } from '#main/desk/settings/settings.ts';
import type { Question } from '#main/ports.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const RIGHT = 'two are better than one';
const ACCOUNT = { accountId: 'a', label: 'Mine', environment: 'live', accountNumber: 'PA1' };
const WALLETS = [{ walletAddress: 'EPjFWdd5AufqSSqeM2qN1xzyb', network: 'solana' }];
const FORM = MintForm.parse({
  underlyingSymbol: 'AAPL',
  qty: '10',
  issuer: 'xstocks',
  ...WALLETS[0],
  label: '',
});
const PENDING = {
  proposal: {
    proposalId: '00000000-0000-4000-8000-000000000001',
    what: 'Mint 10 AAPL',
    wallets: WALLETS,
    walletCount: 1,
    at: 0,
    until: 1,
    state: 'waiting' as const,
  },
  amounts: ['10 AAPL to EPjFWdd5AufqSSqeM2qN1xzyb on solana'],
  warnings: ['L1: This is a burn address.'],
  newWallets: [],
  repeats: undefined,
};

function createWorld() {
  const time = createFakeTime();
  const kept: { document: unknown } = { document: undefined };
  const asked: Question[] = [];
  const answers: (string | undefined)[] = [];
  const heard: string[] = [];
  function open() {
    const settings = createSettings({
      store: { read: () => kept.document, write: (value) => (kept.document = value) },
      log: () => undefined,
    });
    const asking = createAsking({
      confirm: async () => true,
      ask: async (question) => {
        asked.push(question);
        return answers.shift();
      },
      info: { shell: 'electron' },
      isLocked: () => false,
    });
    return createSecondPerson({
      asking,
      settings,
      clock: time.clock,
      random: { secret: (bytes) => 'ab'.repeat(bytes) },
      cost: 1_024,
      say: (line) => void heard.push(line),
    });
  }
  return { time, kept, asked, answers, open, heard };
}

const said = (failed: unknown): string => JSON.stringify(failed ?? 'yes');

it('is set by typing it twice in masked fields of main, and kept as a hash', async () => {
  const { kept, asked, answers, open } = createWorld();
  const second = open();
  answers.push(RIGHT, 'something else');
  expect(said(await second.set())).toContain('the two passphrases do not match');
  answers.push('short');
  expect(said(await second.set())).toContain('at least 8 characters');
  expect(second.isSet()).toBe(false);
  answers.push(RIGHT, RIGHT);
  expect(await second.set()).toBeUndefined();
  expect(second.isSet()).toBe(true);
  expect(asked.every(({ isSecret }) => isSecret)).toBe(true);
  expect(JSON.stringify(kept.document)).not.toContain(RIGHT);
  expect(open().isSet()).toBe(true);
});

it('is changed only by whoever knows it', async () => {
  const { answers, asked, open } = createWorld();
  const second = open();
  answers.push(RIGHT, RIGHT);
  await second.set();
  answers.push('not the right one', 'another one', 'another one');
  expect(said(await second.set())).toContain('not the second person’s passphrase');
  answers.length = 0;
  answers.push(RIGHT, 'another one', 'another one');
  expect(await second.set()).toBeUndefined();
  answers.push(RIGHT);
  expect(said(await second.refuse(ACCOUNT, PENDING.proposal))).toContain(
    'not the second person’s passphrase',
  );
  answers.push('another one');
  const form = { ...FORM, label: 'L-7' };
  expect(await second.refuse(ACCOUNT, { ...PENDING.proposal, form })).toBeUndefined();
  expect(asked.at(-1)?.text).toContain('Mint 10 AAPL, label L-7');
  expect(asked.at(-1)?.text).toContain(WALLETS[0]?.walletAddress);
});

it('says what is approved, on which account and where it goes, and takes only the right passphrase', async () => {
  const { asked, answers, open } = createWorld();
  const second = open();
  expect(said(await second.approve(ACCOUNT, PENDING))).toContain(
    'No passphrase is set for the second person',
  );
  expect(asked).toEqual([]);
  answers.push(RIGHT, RIGHT);
  await second.set();
  expect(said(await second.approve(ACCOUNT, PENDING))).toContain('nothing was typed');
  answers.push(RIGHT);
  expect(
    await second.approve(ACCOUNT, {
      ...PENDING,
      proposal: { ...PENDING.proposal, note: '3 of its 6 rows were sent before.' },
      repeats: 'Already minted 4 min ago: L1.',
    }),
  ).toBeUndefined();
  const { title, text } = asked.at(-1) ?? { title: '', text: '' };
  expect(title).toBe('Approve this mint?');
  for (const words of [
    '“Mine” (live account PA1)',
    'It repeats a mint.',
    'Already minted 4 min ago: L1.',
    'Mint 10 AAPL',
    '10 AAPL to EPjFWdd5AufqSSqeM2qN1xzyb on solana',
    'Check this first:\nL1: This is a burn address.',
    '3 of its 6 rows were sent before.',
  ])
    expect(text).toContain(words);
});

it('counts wrong passphrases over restarts and slows down guessing', async () => {
  const { time, answers, open } = createWorld();
  let second = open();
  answers.push(RIGHT, RIGHT);
  await second.set();
  for (const guess of ['one', 'two', 'three']) {
    answers.push(guess);
    expect(said(await second.refuse(ACCOUNT, PENDING.proposal))).toContain(
      'not the second person’s passphrase',
    );
  }
  second = open();
  answers.push(RIGHT);
  expect(said(await second.refuse(ACCOUNT, PENDING.proposal))).toContain(
    'Wait 1 s before you try again.',
  );
  time.advance(1_000);
  answers.push(RIGHT);
  expect(await second.refuse(ACCOUNT, PENDING.proposal)).toBeUndefined();
});

it('has to agree before one person may mint more alone', async () => {
  const { asked, answers, open } = createWorld();
  const second = open();
  const guards = (mintSecond: object) => GuardSettings.parse({ ...DEFAULT_GUARDS, mintSecond });
  const before = guards({ isOn: true, fromShares: '10', fromDollars: '1000' });
  const looser = [
    { isOn: false, fromShares: '10', fromDollars: '1000' },
    { isOn: true, fromShares: '11', fromDollars: '1000' },
    { isOn: true, fromShares: '10' },
    { isOn: true, fromShares: '10', fromDollars: '1000.01' },
  ];
  expect(await second.guards(before, guards({ isOn: false, fromShares: '10' }))).toBeUndefined();
  answers.push(RIGHT, RIGHT);
  await second.set();
  asked.length = 0;
  expect(
    await second.guards(before, guards({ isOn: true, fromShares: '9', fromDollars: '1' })),
  ).toBeUndefined();
  expect(asked).toEqual([]);
  for (const one of looser)
    expect(said(await second.guards(before, guards(one)))).toContain('The guards were not changed');
  answers.push(RIGHT);
  expect(await second.guards(before, guards({ isOn: false, fromShares: '10' }))).toBeUndefined();
  expect(asked).toHaveLength(looser.length + 1);
});

it('is gone when its member is taken out of the file, and the limit stays', async () => {
  const { kept, asked, answers, open } = createWorld();
  answers.push(RIGHT, RIGHT);
  await open().set();
  const mintSecond = { isOn: true, fromShares: '10' };
  const { secondPerson, ...rest } = kept.document as Record<string, unknown>;
  expect(secondPerson).toBeDefined();
  kept.document = { ...rest, guards: GuardSettings.parse({ ...DEFAULT_GUARDS, mintSecond }) };
  const second = open();
  expect(second.isSet()).toBe(false);
  expect(said(await second.approve(ACCOUNT, PENDING))).toContain(
    'No passphrase is set for the second',
  );
  asked.length = 0;
  answers.push('another one', 'another one');
  expect(await second.set()).toBeUndefined();
  // The one that was forgotten is not asked for.
  expect(asked.map(({ label }) => label)).toEqual(['New passphrase', 'New passphrase']);
  expect(kept.document).toMatchObject({ guards: { mintSecond } });
});

it('says in one line, where it is typed, what came of a passphrase', async () => {
  const { answers, open, heard } = createWorld();
  const second = open();
  const stays = 'The passphrase was not changed';
  answers.push('short');
  await second.set();
  answers.push(RIGHT, 'something else');
  await second.set();
  answers.push(RIGHT, RIGHT);
  await second.set();
  expect(heard.splice(0)).toEqual([
    `${stays}: it must have at least 8 characters.`,
    `${stays}: the two passphrases do not match.`,
    'The passphrase is set.',
  ]);
  for (const guess of ['one', 'two', 'three', 'four']) {
    answers.push(guess);
    await second.approve(ACCOUNT, PENDING);
  }
  expect(heard.slice(2)).toEqual([
    'Nothing was approved: That is not the second person’s passphrase. 3 wrong passphrases in a row.',
    'Nothing was approved: Too many wrong passphrases. Wait 1 s before you try again.',
  ]);
  expect(heard.every((line) => !line.includes('\n'))).toBe(true);
});
