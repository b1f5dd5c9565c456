import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import { isSameName, TypedName } from '#contract/names.ts';
import type { WalletAddress } from '#contract/tokenization.ts';
import { createAddressBook } from '#main/account/mints/address-book.ts';

const UNSEEN = [
  '\u200b',
  '\u200d',
  '\u2060',
  '\u202e',
  '\u00ad',
  '\ufeff',
  '\u3164',
  '\u115f',
  '\ufe0f',
  '\u034f',
  '\u{e0041}',
  '\0',
  '\n',
];

it.each([
  ['Treasury', 'Trea\u200bsury'],
  ['Treasury', 'Treasury\u3164'],
  ['Café', 'Cafe\u0301'],
  ['ABC', 'ＡＢＣ'],
  ['one two', 'one\u00a0two'],
  ['one two', ' one \u2003 two '],
  ['ﬁne', 'fine'],
])('%j and %j are one name', (a, b) => {
  expect([isSameName(a, b), isSameName(b, a)]).toEqual([true, true]);
});

it.each([
  ['Treasury', 'Treasure'],
  ['Paper', 'paper'],
  ['ab', 'a b'],
])('%j and %j are two', (a, b) => {
  expect(isSameName(a, b)).toBe(false);
});

it('is one name with itself, whatever is hidden in it', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...UNSEEN.slice(0, -1)),
      (name, hidden) => {
        expect(isSameName(name, `${name}${hidden}`)).toBe(true);
      },
    ),
  );
});

describe('a name that is typed', () => {
  it.each(UNSEEN.map((hidden) => [`Trea${hidden}sury`]))('cannot be %j', (name) => {
    expect(TypedName(40).safeParse(name).success).toBe(false);
  });

  it.each(['Treasury', 'Café', 'Cafe\u0301', '日本株', '❤\ufe0f', 'क्षेत्र'])('can be %j', (name) => {
    expect(TypedName(40).safeParse(name).success).toBe(true);
  });

  it('is asked so for accounts and watchlists', () => {
    const accountId = '00000000-0000-4000-8000-000000000001';
    const names: ((name: string) => boolean)[] = [
      (label) => calls['accounts.rename'].input.safeParse({ accountId, label }).success,
      (name) => calls['watchlists.create'].input.safeParse({ accountId, name }).success,
      (name) =>
        calls['watchlists.rename'].input.safeParse({ accountId, listId: 'a', name }).success,
    ];
    for (const takes of names) expect([takes('Core'), takes('Co\u3164re')]).toEqual([true, false]);
  });
});

describe('the address book', () => {
  let kept: readonly WalletAddress[] = [];
  const book = createAddressBook(
    {
      addresses: () => ({ ok: true, value: [...kept] }),
      saveAddresses(next) {
        kept = next;
        return { ok: true, value: null };
      },
    },
    () => true,
  );
  const entry = (name: string, address = 'anything'): WalletAddress => ({
    name,
    network: 'other',
    address,
  });
  const issuesOf = (...entries: WalletAddress[]): string => JSON.stringify(book.set(entries));

  it('has one entry of a name, however it is written', () => {
    expect(issuesOf(entry('Treasury'), entry('Ｔreasury'))).toContain('is listed twice');
    expect(issuesOf(entry('Trea\u200bsury'))).toContain('invisible characters');
    expect(issuesOf(entry('Treasury'), entry('Petty cash'))).toContain('"ok":true');
  });

  it.each(['\u0430ddress', 'add\u200bress', 'add ress', 'ａddress'])(
    'takes no address of an unknown network such as %j',
    (address) => {
      expect(issuesOf(entry('Treasury', address))).toContain('plain letters');
    },
  );
});
