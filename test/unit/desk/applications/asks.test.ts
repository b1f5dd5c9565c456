import { describe, expect, it } from 'vitest';
import { createAsks, type HeldAsk } from '#main/desk/applications/asks.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const ask = (askId: string, accountId = 'mine'): HeldAsk => ({
  askId,
  accountId,
  ask: { clientId: 'c', responseType: 'code', redirectUri: 'https://app.example/', scope: '' },
  appName: 'App',
  address: { href: 'https://app.example/', host: 'app.example', isForeignHost: false },
  isListed: true,
  whyNot: undefined,
});

describe('a question before a person', () => {
  it('is taken once, and only for its own account', () => {
    const asks = createAsks(createFakeTime().clock);
    asks.hold(ask('a'));
    expect(asks.take('a', 'other').ok).toBe(false);
    expect(asks.take('a', 'mine').ok).toBe(true);
    expect(asks.take('a', 'mine').ok).toBe(false);
  });

  it('and its answer end after ten minutes', () => {
    const time = createFakeTime();
    const asks = createAsks(time.clock);
    asks.hold(ask('a'));
    time.advance(600_001);
    expect(asks.take('a', 'mine').ok).toBe(false);
    asks.hold(ask('b'));
    time.advance(500_000);
    asks.keepAnswer(ask('b'), { isAllowed: true, address: 'https://app.example/?code=1' });
    time.advance(500_000);
    expect(asks.answer('b', 'other').ok).toBe(false);
    expect(asks.answer('b', 'mine').ok).toBe(true);
    time.advance(200_000);
    expect(asks.answer('b', 'mine').ok).toBe(false);
  });

  it('gives way to newer ones when there are too many', () => {
    const asks = createAsks(createFakeTime().clock);
    for (let n = 0; n < 60; n++) asks.hold(ask(String(n)));
    expect(asks.take('0', 'mine').ok).toBe(false);
    expect(asks.take('59', 'mine').ok).toBe(true);
  });
});
