import { expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import { createAccountHandlers } from '#main/gateway/handlers/accounts.ts';
import type { Keys } from '#main/desk/keys/types.ts';
import { ref, setUp, settle } from '#test/unit/desk/keys/fake-stores.ts';

const setUpHandlers = (keys: Keys) =>
  createAccountHandlers({
    keys,
    accounts: { changePassphrase: keys.changePassphrase } as never,
  });

it('tells where keys can be kept, after looking', async () => {
  const { keys, chain } = setUp();
  const handlers = setUpHandlers(keys);
  chain.state.fault = 'no-service';
  const status = await handlers['keys.status']({});
  expect(status).toMatchObject({
    value: { homes: [{ home: 'keychain', isAvailable: false }, {}, {}], sealedFile: 'none' },
  });
  expect(status.ok && calls['keys.status'].output.parse(status.value)).toBeTruthy();
});

it('makes the sealed file with the first passphrase and refuses another', async () => {
  const { keys, start } = setUp();
  const made = await setUpHandlers(keys)['keys.unseal']({ passphrase: 'a walk in the rain' });
  expect(made).toMatchObject({ value: { sealedFile: 'open' } });
  const next = setUpHandlers(start());
  expect(await next['keys.unseal']({ passphrase: 'a walk in the sun' })).toMatchObject({
    failure: { kind: 'invalid', issues: [{ path: 'passphrase' }] },
  });
  expect(await next['keys.status']({})).toMatchObject({ value: { sealedFile: 'locked' } });
});

it('changes the passphrase of the sealed file, and never logs one', async () => {
  const { keys, start, hidden } = setUp();
  const handlers = setUpHandlers(keys);
  await handlers['keys.unseal']({ passphrase: 'a walk in the rain' });
  const change = { current: 'a walk in the rain', next: 'a run in the snow' };
  expect(await handlers['keys.changePassphrase'](change)).toMatchObject({
    value: { sealedFile: 'open' },
  });
  expect(hidden).toContain(change.next);
  const next = setUpHandlers(start());
  expect((await next['keys.changePassphrase'](change)).ok).toBe(false);
  expect((await next['keys.unseal']({ passphrase: change.next })).ok).toBe(true);
});

it('stops waiting for the keychain', async () => {
  const { keys, chain, time } = setUp();
  chain.state.isMute = true;
  const reading = keys.read(ref('a'));
  await settle();
  time.advance(2_000);
  const handlers = setUpHandlers(keys);
  expect(await handlers['keys.status']({})).toMatchObject({ value: { isWaiting: true } });
  await handlers['keys.stopWaiting']({});
  expect((await reading).ok).toBe(false);
  expect(keys.status().isWaiting).toBe(false);
});
