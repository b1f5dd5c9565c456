import { expect, it } from 'vitest';
import { ok, type Result } from '#contract/failure.ts';
import type { CheckedKey, CheckKey } from '#main/desk/accounts/check-key.ts';
import { createStoppableChecks } from '#main/desk/accounts/stoppable-checks.ts';
import { ALPACA_HOSTS } from '#main/domain/account-hosts.ts';

const ASKED = {
  environment: 'paper',
  hosts: ALPACA_HOSTS.paper,
  credentials: { token: 'a-token' },
} as const;

/** A host that says nothing until somebody stops asking it. */
const silent: CheckKey = ({ signal }) =>
  new Promise<Result<CheckedKey>>((resolve) => {
    signal?.addEventListener('abort', () =>
      resolve({ ok: false, failure: { kind: 'offline', message: 'It was silent.' } }),
    );
  });

it('ends the checks that a person waits for, and is not taken for a broker that did not answer', async () => {
  const checks = createStoppableChecks(silent);
  const both = [checks.checkKey(ASKED), checks.checkKey(ASKED)];
  checks.stop();
  // What did not answer may be saved unchecked; what was stopped may not.
  for (const checked of await Promise.all(both))
    expect(checked).toEqual({
      ok: false,
      failure: { kind: 'not-allowed', message: 'The check was stopped. Nothing was saved.' },
    });
});

it('lets an answer stand that was there before', async () => {
  const checks = createStoppableChecks(async () => ok({ accountNumber: 'PA1' }));
  const checked = checks.checkKey(ASKED);
  checks.stop();
  expect(await checked).toEqual(ok({ accountNumber: 'PA1' }));
});
