// Keys that were kept while the broker could not be asked: it is asked by itself, and nobody else is.
import { expect, it } from 'vitest';
import type { Failure } from '#contract/failure.ts';
import { NUMBER, settle, setUp } from './harness.ts';

const OFFLINE: Failure = {
  kind: 'offline',
  message: 'The broker could not be reached: no network.',
};

it('checks an unchecked key again by itself until the broker answers', async () => {
  const { connect, failWith, answerWith, accounts, time, asked } = setUp();
  failWith(OFFLINE);
  accounts.start();
  const { accountId } = await connect({ isUnverifiedAllowed: true });
  const verified = () => accounts.list().find((one) => one.accountId === accountId)?.isVerified;
  const before = asked.length;
  // Its account opens first, and its entry is named.
  await new Promise((resolve) => setImmediate(resolve));
  time.advance(31_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect([asked.length, verified()]).toEqual([before + 1, false]);
  answerWith(NUMBER);
  time.advance(31_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(verified()).toBe(true);
  const settled = asked.length;
  time.advance(600_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked.length).toBe(settled);
  accounts.stop();
});

it('a key is not checked by itself where the keychain would ask for that', async () => {
  const first = setUp();
  first.failWith(OFFLINE);
  await first.connect({ isUnverifiedAllowed: true });
  const { accounts, keys, time } = setUp({ stored: first.file() });
  for (const [name, kept] of first.keys.kept) keys.kept.set(name, kept);
  const reads = () => keys.log.filter((line) => line.startsWith('read')).length;
  keys.failWith({ kind: 'not-allowed', message: 'The keychain is locked.' });
  accounts.start();
  await settle();
  expect(reads()).toBe(1);
  accounts.wake();
  await settle();
  for (let minute = 0; minute < 3; minute++) {
    time.advance(31_000);
    await settle();
  }
  expect(reads()).toBe(1);
  // Unlocked elsewhere: the account opens, and its key is checked.
  keys.failWith(undefined);
  time.advance(31_000);
  await settle();
  expect(accounts.list().map(({ isVerified }) => isVerified)).toEqual([true, true]);
  accounts.stop();
});

it('says so when a key that was kept unchecked turns out to be wrong', async () => {
  const { connect, failWith, accounts } = setUp();
  failWith(OFFLINE);
  const { accountId } = await connect({ isUnverifiedAllowed: true });
  failWith({ kind: 'unauthorized', status: 401, message: 'check the key' });
  accounts.wake();
  await new Promise((resolve) => setImmediate(resolve));
  const profile = accounts.list().find((one) => one.accountId === accountId);
  expect(profile).toMatchObject({ isVerified: false });
  expect(profile?.problem).toContain('check the key');
});

it('a key that is replaced while the one of before is asked about is not taken for checked', async () => {
  const { connect, must, failWith, answerWith, accounts, keys } = setUp();
  failWith(OFFLINE);
  const { accountId } = await connect({ isUnverifiedAllowed: true });
  const { promise, resolve } = Promise.withResolvers<void>();
  const { read } = keys;
  keys.read = async (...ref) => {
    const found = await read(...ref);
    await promise;
    return found;
  };
  accounts.wake();
  await settle();
  await must('accounts.rotate', {
    accountId,
    credentials: { token: 'a-key-of-nobody-knows-whom' },
    keepIn: 'keychain',
    isUnverifiedAllowed: true,
  });
  answerWith(NUMBER);
  resolve();
  await settle();
  expect(accounts.list().find((one) => one.accountId === accountId)?.isVerified).toBe(false);
  accounts.stop();
});
