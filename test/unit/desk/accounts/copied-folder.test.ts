// A folder that was copied to another computer: the settings say where keys are, and they are not there.
import { expect, it } from 'vitest';
import { KEY_IS_MISSING } from '#main/desk/accounts/profiles.ts';
import { CONNECT, KEY, setUp } from './harness.ts';

it('says of each account that its key is missing here, until it is entered', async () => {
  const first = setUp();
  const { accountId } = await first.connect();
  await first.connect({ label: 'For one run', hosts: other(), keepIn: 'this-run' });
  const copied = setUp({ stored: first.file() });
  const views = () => copied.accounts.list().filter(({ environment }) => environment === 'paper');
  expect(views()).toMatchObject([
    { label: 'Paper', keyHome: 'keychain' },
    { label: 'For one run', keyHome: 'none', isKeyMissing: true, problem: KEY_IS_MISSING },
  ]);
  expect(views().map(({ wasForOneRun }) => wasForOneRun)).toEqual([undefined, true]);
  // Nobody looked for the first one yet.
  expect(views()[0]).not.toHaveProperty('isKeyMissing');
  expect((await copied.call('accounts.open', { accountId })).ok).toBe(false);
  // It was never here: nothing is said of what was.
  const problem = 'Its key is not on this computer. Enter it again.';
  expect(views()[0]).toMatchObject({ isKeyMissing: true, problem });
  expect((await copied.call('keys.move', { accountId, keepIn: 'sealed-file' })).ok).toBe(false);
  await copied.must('accounts.rotate', {
    accountId,
    credentials: KEY,
    keepIn: 'keychain',
    isUnverifiedAllowed: false,
  });
  expect(views()[0]).not.toHaveProperty('isKeyMissing');
  expect((await copied.call('accounts.open', { accountId })).ok).toBe(true);
});

const other = () => ({
  ...CONNECT.hosts,
  rest: 'http://127.0.0.1:4020',
  data: 'http://127.0.0.1:4020',
  tradeStream: 'ws://127.0.0.1:4020/stream',
  dataStream: 'ws://127.0.0.1:4020/v2/iex',
});
