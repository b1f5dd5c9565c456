// A host that is neither on this computer nor Alpaca's gets nothing before main has asked the person.
import { describe, expect, it } from 'vitest';
import { describeFailure, type Failure } from '#contract/failure.ts';
import { KEY, setUp } from './harness.ts';

const words = (result: { ok: boolean; failure?: Failure }): string =>
  result.failure ? describeFailure(result.failure) : '';

describe('a host that only the page names', () => {
  const own = (host: string) => ({
    environment: 'live' as const,
    label: host,
    hosts: {
      rest: `https://${host}`,
      data: 'https://data.alpaca.markets',
      tradeStream: `wss://${host}/stream`,
      dataStream: 'wss://stream.data.alpaca.markets/v2/iex',
    },
  });
  const CHECK = { environment: 'live' as const, credentials: KEY };

  it('is sent nothing before main has asked the person, by a check or a connection', async () => {
    const { call, asked, confirmed, keys } = setUp();
    const { hosts } = own('broker.example');
    const told = words(await call('accounts.check', { ...CHECK, hosts }));
    expect(told).toContain('Nothing was sent to broker.example');
    const connected = await call('accounts.connect', {
      ...own('broker.example'),
      credentials: KEY,
      keepIn: 'keychain',
      isUnverifiedAllowed: true,
    });
    expect(words(connected)).toContain('Nothing was sent to broker.example');
    expect(asked).toEqual([]);
    expect(confirmed).toHaveLength(2);
    expect(confirmed[0]).toContain('broker.example is neither on this computer nor Alpaca’s.');
    expect(keys.kept.size).toBe(0);
  });

  it('is asked about once in a start', async () => {
    const { must, connect, asked, confirmed, confirms } = setUp();
    confirms.push(true);
    await must('accounts.check', { ...CHECK, hosts: own('broker.example').hosts });
    await connect(own('broker.example'));
    expect([asked.length, confirmed.length]).toEqual([2, 1]);
    confirms.push(true);
    await connect(own('other.example'));
    expect(confirmed).toHaveLength(2);
  });

  it('gets no typed key where the account has none, as after a restore', async () => {
    const stored = {
      version: 2,
      profiles: [
        {
          ...own('broker.example'),
          accountId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
          proof: 'key',
          keyHome: 'none',
          isVerified: false,
        },
      ],
    };
    const { call, asked, confirmed, confirms, keys } = setUp({ stored });
    const typed = {
      accountId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      credentials: KEY,
      keepIn: 'keychain' as const,
      isUnverifiedAllowed: true,
    };
    const told = words(await call('accounts.rotate', typed));
    expect(told).toContain('Nothing was sent to broker.example');
    expect([asked.length, keys.kept.size, confirmed.length]).toEqual([0, 0, 1]);
    confirms.push(true);
    expect(await call('accounts.rotate', typed)).toMatchObject({ ok: true });
    // It has a key now, which the same address has.
    expect(await call('accounts.rotate', typed)).toMatchObject({ ok: true });
    expect(confirmed).toHaveLength(2);
  });

  it('needs no question on this computer and at Alpaca', async () => {
    const { connect, confirmed } = setUp();
    await connect();
    await connect({ hosts: undefined, environment: 'live', label: 'Live' });
    expect(confirmed).toEqual([]);
  });

  it('says where a web shell asks', async () => {
    const { call } = setUp({ shell: 'web' });
    const told = await call('accounts.check', { ...CHECK, hosts: own('broker.example').hosts });
    expect(words(told)).toContain('in the terminal that started it');
  });
});
