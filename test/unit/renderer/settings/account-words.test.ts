import { describe, expect, it } from 'vitest';
import type { AccountProfile } from '#contract/accounts.ts';
import { isUnanswered, type Failure } from '#contract/failure.ts';
import { keyWords, moved } from '#renderer/screens/settings/accounts/words.ts';

const profile: AccountProfile = {
  accountId: '7d9f5a52-52a9-4c1b-9c84-0d3b8c1f8a11',
  label: 'Mine',
  environment: 'paper',
  proof: 'key',
  keyHome: 'keychain',
  isVerified: true,
  isArmed: true,
  isOpen: true,
};

describe('where a key lives', () => {
  it.each([
    [{}, 'Key in the keychain, checked with the broker'],
    [{ keyHome: 'sealed-file', isVerified: false }, 'Key in the sealed file, not checked yet'],
    [
      { keyHome: 'this-run', proof: 'token' },
      'Token in memory, for this run only, checked with the broker',
    ],
    [{ keyHome: 'none', isVerified: false }, 'Key not on this computer'],
    [{ environment: 'embedded', keyHome: 'this-run' }, 'A new key is made at each start'],
  ] as const)('is said in words: %j', (change, words) => {
    expect(keyWords({ ...profile, ...change })).toBe(words);
  });
});

describe('moving an account', () => {
  it.each([
    [['a', 'b', 'c'], 'c', 0, ['c', 'a', 'b']],
    [['a', 'b', 'c'], 'a', 1, ['b', 'a', 'c']],
    [['a', 'b', 'c'], 'a', 9, ['b', 'c', 'a']],
    [['a', 'b', 'c'], 'b', -1, ['b', 'a', 'c']],
  ])('in %j %s to %i', (ids, id, to, order) => {
    expect(moved(ids, id, to)).toEqual(order);
  });
});

it('offers to save unchecked only when the broker could not be asked', () => {
  const failures: [Failure, boolean][] = [
    [{ kind: 'offline', message: '' }, true],
    [{ kind: 'throttled', status: 429, message: '', retryAfterMs: 1 }, true],
    [{ kind: 'unavailable', status: 503, message: '' }, true],
    [{ kind: 'unauthorized', status: 401, message: '' }, false],
    [{ kind: 'refused', status: 403, message: '' }, false],
    [{ kind: 'not-allowed', message: '' }, false],
  ];
  for (const [failure, expected] of failures) expect(isUnanswered(failure)).toBe(expected);
});
