import { describe, expect, it } from 'vitest';
import type { HostSet } from '#contract/accounts.ts';
import {
  ALPACA_HOSTS,
  hostIssues,
  isLoopbackHost,
  refusesReusedIds,
} from '#main/domain/account-hosts.ts';

const HERE: HostSet = {
  rest: 'http://127.0.0.1:4010',
  data: 'http://localhost:4010',
  tradeStream: 'ws://[::1]:4010/stream',
  dataStream: 'ws://127.0.0.2:4010/v2/iex',
};
const CUSTOM: HostSet = {
  rest: 'https://api.broker.example',
  data: 'https://data.broker.example',
  tradeStream: 'wss://api.broker.example/stream',
  dataStream: 'wss://data.broker.example/v2/sip',
};

describe('the hosts of an account', () => {
  it('will do where the environment and all of them agree', () => {
    expect(hostIssues('paper', ALPACA_HOSTS.paper)).toEqual([]);
    expect(hostIssues('live', ALPACA_HOSTS.live)).toEqual([]);
    expect(hostIssues('paper', HERE)).toEqual([]);
    expect(hostIssues('live', HERE)).toEqual([]);
    expect(hostIssues('live', CUSTOM)).toEqual([]);
    expect(hostIssues('live', { ...CUSTOM, data: ALPACA_HOSTS.live.data })).toEqual([]);
    const sandbox = { ...ALPACA_HOSTS.paper, broker: 'https://broker-api.sandbox.alpaca.markets' };
    expect(hostIssues('paper', sandbox)).toEqual([]);
  });

  it.each<[why: string, environment: 'paper' | 'live', hosts: Partial<HostSet>, words: RegExp]>([
    ['Alpaca’s live host as paper', 'paper', ALPACA_HOSTS.live, /can never be a paper account/],
    ['its live host in other letters', 'paper', { rest: 'https://API.Alpaca.Markets' }, /never/],
    ['its live host with a dot', 'paper', { rest: 'https://api.alpaca.markets.' }, /never/],
    ['its live host on a port', 'paper', { rest: 'https://api.alpaca.markets:8443' }, /never/],
    ['an unknown host of Alpaca’s', 'paper', { rest: 'https://api2.alpaca.markets' }, /never/],
    ['only the live stream', 'paper', { tradeStream: 'wss://api.alpaca.markets/stream' }, /never/],
    ['the production broker', 'paper', { broker: 'https://broker-api.alpaca.markets' }, /never/],
    ['a custom host as paper', 'paper', CUSTOM, /counts as live/],
    ['a name that looks local', 'paper', { rest: 'https://127.0.0.1.nip.io' }, /counts as live/],
    ['a name that ends in localhost', 'paper', { rest: 'https://localhost.example' }, /as live/],
    [
      'a look-alike of the paper host',
      'paper',
      { rest: 'https://paper-api.alpaca.markets.example' },
      /as live/,
    ],
    ['the paper host as live', 'live', ALPACA_HOSTS.paper, /paper service/],
    [
      'one paper host among live ones',
      'live',
      { rest: 'https://paper-api.alpaca.markets' },
      /paper service/,
    ],
    ['plain http', 'live', { ...CUSTOM, rest: 'http://api.broker.example' }, /must use https/],
    ['plain ws', 'live', { ...CUSTOM, tradeStream: 'ws://api.broker.example/s' }, /must use wss/],
    [
      'plain http to every address',
      'live',
      { ...CUSTOM, rest: 'http://0.0.0.0' },
      /must use https/,
    ],
    [
      'some here, some not',
      'live',
      { ...CUSTOM, data: 'http://127.0.0.1:1' },
      /all be on this computer/,
    ],
    ['paper with prices from here', 'paper', { data: 'http://127.0.0.1:1' }, /all be on this/],
    [
      'a path that would be lost',
      'live',
      { ...CUSTOM, rest: 'https://gate.example/alpaca' },
      /must end after gate\.example; Ballast adds the path itself/,
    ],
    [
      'a host of prices for orders',
      'paper',
      { rest: 'https://data.alpaca.markets' },
      /cannot take orders/,
    ],
  ])('are refused: %s', (_why, environment, hosts, words) => {
    const issues = hostIssues(environment, { ...ALPACA_HOSTS[environment], ...hosts });
    expect(issues.map(({ message }) => message).join(' ')).toMatch(words);
  });

  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['127.255.10.200', true],
    ['::1', true],
    ['[::1]', true],
    ['notlocalhost', false],
    ['localhost.example', false],
    ['0127.0.0.1', false],
    ['128.0.0.1', false],
  ])('are on this computer or not: %s', (hostname, isHere) => {
    expect(isLoopbackHost(hostname)).toBe(isHere);
  });

  it('are said to be wrong where they are entered', () => {
    const paths = (environment: 'paper' | 'live', hosts: Partial<HostSet>) =>
      hostIssues(environment, { ...ALPACA_HOSTS[environment], ...hosts }).map(({ path }) => path);
    expect(paths('paper', { rest: 'https://alpaca.markets' })).toEqual(['hosts.rest']);
    expect(paths('paper', { rest: 'https://api.alpaca.markets..' })).toEqual(['hosts.rest']);
    expect(paths('paper', { rest: 'https://data.alpaca.markets' })).toEqual(['hosts.rest']);
    expect(paths('paper', { data: 'http://127.0.0.1:1' })).toEqual(['hosts']);
    expect(paths('paper', { broker: 'https://broker-api.sandbox.alpaca.markets' })).toEqual([]);
  });

  it('tell what may be sent again by itself: nowhere but on Alpaca’s paper service', () => {
    expect(refusesReusedIds('paper', ALPACA_HOSTS.paper)).toBe(true);
    expect(refusesReusedIds('live', ALPACA_HOSTS.live)).toBe(false);
    expect(refusesReusedIds('live', ALPACA_HOSTS.paper)).toBe(false);
    expect(refusesReusedIds('paper', HERE)).toBe(false);
  });
});
