// Whatever is done with the key of an account, one thing is done at a time: nothing of it is left behind, and nothing
// that came after is taken away.
import { expect, it } from 'vitest';
import { setUp, settle } from './harness.ts';

const NEW_KEY = { token: 'a-new-token' };

/** The next call of this kind waits, as behind a prompt, until it is let go. */
function hold(keys: ReturnType<typeof setUp>['keys'], verb: 'copy' | 'read'): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (verb === 'copy') {
    const { copy } = keys;
    keys.copy = async (...asked) => promise.then(() => copy(...asked));
  } else {
    const { read } = keys;
    keys.read = async (...asked) => {
      const found = await read(...asked);
      await promise;
      return found;
    };
  }
  return resolve;
}

it('a key that is forgotten while its entry is being renamed is gone', async () => {
  const { connect, must, keys } = setUp();
  const { accountId } = await connect();
  const letGo = hold(keys, 'read');
  await must('accounts.rename', { accountId, label: 'Savings' });
  const forgotten = must('keys.remove', { accountId });
  await settle();
  letGo();
  expect(await forgotten).toMatchObject({ keyHome: 'none' });
  await settle();
  expect([...keys.kept.keys()]).toEqual([]);
});

it('a key that is forgotten while it is being moved is gone from both places', async () => {
  const { connect, must, accounts, keys } = setUp();
  const { accountId } = await connect();
  const letGo = hold(keys, 'copy');
  const moved = must('keys.move', { accountId, keepIn: 'sealed-file' });
  await settle();
  const forgotten = must('keys.remove', { accountId });
  await settle();
  letGo();
  await moved;
  await forgotten;
  expect(keys.kept.size).toBe(0);
  const profile = accounts.list().find((one) => one.accountId === accountId);
  expect(profile).toMatchObject({ keyHome: 'none' });
  expect(profile).not.toHaveProperty('otherCopies');
});

it('a live key that was replaced while the question stood is looked for where it is now', async () => {
  const { connect, must, keys, person } = setUp();
  const { accountId } = await connect({ environment: 'live' });
  const { promise, resolve } = Promise.withResolvers<void>();
  person.thinks = promise;
  const forgotten = must('keys.remove', { accountId });
  await settle();
  await must('accounts.rotate', {
    accountId,
    credentials: NEW_KEY,
    keepIn: 'this-run',
    isUnverifiedAllowed: false,
  });
  const gone: unknown[] = [];
  const { remove } = keys;
  keys.remove = async (ref, home) => {
    gone.push(home);
    return remove(ref, home);
  };
  resolve();
  await forgotten;
  expect(gone).toEqual(['this-run']);
});

it('a key is not replaced while it is being forgotten, and is entered afterwards', async () => {
  const { connect, must, call, keys, accounts } = setUp();
  const { accountId } = await connect();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { remove } = keys;
  keys.remove = async (...asked) => promise.then(() => remove(...asked));
  const forgotten = must('keys.remove', { accountId });
  await settle();
  const asked = {
    accountId,
    credentials: NEW_KEY,
    keepIn: 'keychain',
    isUnverifiedAllowed: false,
  } as const;
  expect(await call('accounts.rotate', asked)).toMatchObject({ ok: false });
  resolve();
  await forgotten;
  await must('accounts.rotate', asked);
  expect(keys.kept.size).toBe(1);
  expect(accounts.list().find((one) => one.accountId === accountId)).toMatchObject({
    keyHome: 'keychain',
  });
});

it('an answer of the broker about a key that was forgotten meanwhile says nothing of the account', async () => {
  const { connect, must, failWith, answerWith, accounts, keys } = setUp();
  failWith({ kind: 'offline', message: 'no network' });
  const { accountId } = await connect({ isUnverifiedAllowed: true });
  const letGo = hold(keys, 'read');
  accounts.wake();
  await settle();
  await must('keys.remove', { accountId });
  answerWith('PA1234567890');
  letGo();
  await settle();
  expect(accounts.list().find((one) => one.accountId === accountId)).toMatchObject({
    isVerified: false,
    isKeyMissing: true,
  });
  accounts.stop();
});
