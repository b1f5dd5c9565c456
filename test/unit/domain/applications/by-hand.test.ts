import { describe, expect, it } from 'vitest';
import { brokerPageOf, letterAbout, revokingByHand } from '#main/domain/applications/by-hand.ts';

const ask = {
  clientId: '0f8a3c1e5b7d49d2a6c4e8f012345678',
  responseType: 'code',
  redirectUri: 'https://app.example/back?a=1',
  scope: 'trading data',
  state: 'a b',
};
const elsewhere = {
  rest: 'https://api.broker.example',
  data: 'https://d.broker.example',
  tradeStream: 'wss://api.broker.example/stream',
  dataStream: 'wss://d.broker.example/v2/iex',
};

describe('the broker’s own page', () => {
  it('asks the same question of the same account', () => {
    const page = new URL(brokerPageOf({ environment: 'paper' }, ask) ?? '');
    expect(page.origin + page.pathname).toBe('https://app.alpaca.markets/oauth/authorize');
    expect(Object.fromEntries(page.searchParams)).toEqual({
      response_type: 'code',
      client_id: ask.clientId,
      redirect_uri: ask.redirectUri,
      scope: 'trading data',
      state: 'a b',
      env: 'paper',
    });
    expect(page.href).not.toContain('+');
    expect(brokerPageOf({ environment: 'live' }, ask)).toContain('env=live');
  });

  it.each([
    ['another broker', { environment: 'live' as const, hosts: elsewhere }, {}],
    ['the practice broker', { environment: 'embedded' as const }, {}],
    ['a token in the address', { environment: 'live' as const }, { responseType: 'token' }],
    [
      'a challenge, which it has no place for',
      { environment: 'live' as const },
      { codeChallenge: 'x' },
    ],
  ])('is not offered for %s', (_name, owner, change) => {
    expect(brokerPageOf(owner, { ...ask, ...change })).toBeUndefined();
  });
});

describe('taking access back by hand', () => {
  it('names the page where the broker has one, and the support where it has none', () => {
    expect(revokingByHand({ environment: 'live' }).join(' ')).toMatch(
      /app\.alpaca\.markets.*OAuth Apps.*support@alpaca\.markets/,
    );
    const other = revokingByHand({ environment: 'live', hosts: elsewhere }).join(' ');
    expect(other).toContain('api.broker.example');
    expect(other).not.toContain('alpaca');
  });

  it('comes with a letter that names the application and the account', () => {
    const letter = letterAbout(
      { environment: 'live', accountNumber: '123456789' },
      { name: 'Rebalancer', clientId: ask.clientId },
    );
    expect(letter).toContain(`“Rebalancer” (OAuth client id ${ask.clientId})`);
    expect(letter).toContain('my live account 123456789');
  });
});
