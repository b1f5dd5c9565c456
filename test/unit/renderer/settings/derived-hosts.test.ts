import { describe, expect, it } from 'vitest';
import { HostSet } from '#contract/accounts.ts';
import { ALPACA_HOSTS } from '#main/domain/account-hosts.ts';
import {
  NO_HOSTS,
  withAddress,
  type HostName,
} from '#renderer/screens/settings/accounts/derived-hosts.ts';

const none = new Set<HostName>();

describe('the addresses of a broker', () => {
  it.each([
    ['http://127.0.0.1:4100', 'http://127.0.0.1:4100', 'ws://127.0.0.1:4100'],
    ['https://broker.example/', 'https://broker.example', 'wss://broker.example'],
    [' https://broker.example:8443 ', 'https://broker.example:8443', 'wss://broker.example:8443'],
  ])('follow from %s', (typed, data, stream) => {
    const hosts = withAddress(NO_HOSTS, none, 'rest', typed);
    expect(hosts).toEqual({
      rest: typed,
      data,
      tradeStream: `${stream}/stream`,
      dataStream: `${stream}/v2/iex`,
    });
    expect(HostSet.safeParse(hosts).success).toBe(true);
  });

  it('are Alpaca’s own where the first one is', () => {
    for (const hosts of Object.values(ALPACA_HOSTS))
      expect(withAddress(NO_HOSTS, none, 'rest', hosts.rest)).toEqual(hosts);
    expect(withAddress(NO_HOSTS, none, 'rest', 'https://notalpaca.markets').dataStream).toBe(
      'wss://notalpaca.markets/v2/iex',
    );
  });

  it('that a person typed stay, whatever the first one becomes', () => {
    const typed = new Set<HostName>(['data']);
    const hosts = withAddress(NO_HOSTS, typed, 'data', 'https://prices.example');
    expect(withAddress(hosts, typed, 'rest', 'https://broker.example')).toEqual({
      rest: 'https://broker.example',
      data: 'https://prices.example',
      tradeStream: 'wss://broker.example/stream',
      dataStream: 'wss://broker.example/v2/iex',
    });
  });

  it.each(['', 'https:/', 'broker.example', 'ftp://broker.example', 'javascript:alert(1)'])(
    'do not follow from %j',
    (typed) => {
      expect(withAddress(NO_HOSTS, none, 'rest', typed)).toEqual({ ...NO_HOSTS, rest: typed });
    },
  );
});
