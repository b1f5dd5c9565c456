import { describe, expect, it } from 'vitest';
import {
  createPendingAuthorizations,
  type PendingAuthorization,
} from '#main/desk/applications/pending-authorizations.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const ask = (askId: string, accountId = 'mine'): PendingAuthorization => ({
  askId,
  accountId,
  ask: { clientId: 'c', responseType: 'code', redirectUri: 'https://app.example/', scope: '' },
  appName: 'App',
  address: { href: 'https://app.example/', host: 'app.example', isForeignHost: false },
  isListed: true,
  whyNot: undefined,
  isLookedUp: true,
  warnings: [],
});

describe('a question before a person', () => {
  it('is claimed once, and only for its own account', () => {
    const pending = createPendingAuthorizations(createFakeTime().clock);
    pending.add(ask('a'));
    expect(pending.claim('a', 'other').ok).toBe(false);
    expect(pending.claim('a', 'mine').ok).toBe(true);
    expect(pending.claim('a', 'mine').ok).toBe(false);
  });

  it('and its answer end after ten minutes', () => {
    const time = createFakeTime();
    const pending = createPendingAuthorizations(time.clock);
    pending.add(ask('a'));
    time.advance(600_001);
    expect(pending.claim('a', 'mine').ok).toBe(false);
    pending.add(ask('b'));
    time.advance(500_000);
    pending.saveAnswer(ask('b'), { isAllowed: true, address: 'https://app.example/?code=1' });
    time.advance(500_000);
    expect(pending.answerOf('b', 'other').ok).toBe(false);
    expect(pending.answerOf('b', 'mine').ok).toBe(true);
    time.advance(200_000);
    expect(pending.answerOf('b', 'mine').ok).toBe(false);
  });

  it('gives way to newer ones when there are too many', () => {
    const pending = createPendingAuthorizations(createFakeTime().clock);
    for (let n = 0; n < 60; n++) pending.add(ask(String(n)));
    expect(pending.claim('0', 'mine').ok).toBe(false);
    expect(pending.claim('59', 'mine').ok).toBe(true);
  });
});
