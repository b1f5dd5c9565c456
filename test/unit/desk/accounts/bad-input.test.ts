// Malformed hosts, keys, labels and profiles: each is refused in words, asks no broker, keeps no key and changes nothing.
import { describe, expect, it } from 'vitest';
import { describeFailure } from '#contract/failure.ts';
import { CONNECT, HOSTS, KEY, setUp } from './harness.ts';

const live = 'https://api.alpaca.markets';
const paper = {
  rest: 'https://paper-api.alpaca.markets',
  data: 'https://data.alpaca.markets',
  tradeStream: 'wss://paper-api.alpaca.markets/stream',
  dataStream: 'wss://stream.data.alpaca.markets/v2/iex',
};
const hosts = (change: object) => ({ hosts: { ...HOSTS, ...change } });
const credentials = (change: object) => ({ credentials: { ...KEY, ...change } });

const BAD: [what: string, change: object, words: RegExp][] = [
  // Hosts
  ['no address', hosts({ rest: '' }), /must be an address/],
  ['a word', hosts({ rest: 'alpaca' }), /must be an address/],
  ['a host without a scheme', hosts({ rest: 'paper-api.alpaca.markets' }), /must be an address/],
  ['a file', hosts({ rest: 'file:///etc/passwd' }), /must be an address/],
  ['a script', hosts({ rest: 'javascript:alert(1)' }), /must be an address/],
  ['ftp', hosts({ rest: 'ftp://127.0.0.1' }), /must be an address/],
  ['a stream as a service', hosts({ rest: 'ws://127.0.0.1:4010' }), /must be an address/],
  ['a service as a stream', hosts({ tradeStream: 'http://127.0.0.1:4010' }), /must be an address/],
  ['a user in the address', hosts({ rest: 'http://me@127.0.0.1:4010' }), /must be an address/],
  ['a password in it', hosts({ rest: 'http://a:b@127.0.0.1:4010' }), /must be an address/],
  ['a query', hosts({ rest: 'http://127.0.0.1:4010/?key=1' }), /must be an address/],
  ['a fragment', hosts({ rest: 'http://127.0.0.1:4010/#x' }), /must be an address/],
  ['a port that is none', hosts({ rest: 'http://127.0.0.1:99999' }), /must be an address/],
  ['an address without a host', hosts({ rest: 'https://' }), /must be an address/],
  ['a very long address', hosts({ rest: `https://${'a'.repeat(300)}.example` }), /200/],
  ['a number', hosts({ rest: 4010 }), /expected string/],
  ['no rest host', { hosts: { ...HOSTS, rest: undefined } }, /expected string/],
  ['a host nobody knows of', hosts({ mail: 'https://mail.example' }), /[Uu]nrecognized/],
  ['hosts as a list', { hosts: [HOSTS.rest] }, /expected object/],
  ['a path', hosts({ rest: 'http://127.0.0.1:4010/v2' }), /Ballast adds the path itself/],
  ['plain http outside', hosts({ rest: 'http://192.168.1.7' }), /must use https/],
  ['plain ws outside', hosts({ dataStream: 'ws://10.0.0.1/x' }), /must use wss/],
  ['every address of this computer', hosts({ rest: 'http://0.0.0.0:4010' }), /must use https/],
  ['a custom host as paper', hosts({ rest: 'https://broker.example' }), /counts as live/],
  ['a mixture', hosts({ data: 'https://data.alpaca.markets' }), /all be on this computer/],
  ['Alpaca’s live host as paper', { hosts: { ...paper, rest: live } }, /never be a paper/],
  [
    'its live stream as paper',
    { hosts: { ...paper, tradeStream: 'wss://api.alpaca.markets/s' } },
    /never/,
  ],
  [
    'its live host in capitals',
    { hosts: { ...paper, rest: 'https://API.ALPACA.MARKETS' } },
    /never/,
  ],
  [
    'its live host with a dot',
    { hosts: { ...paper, rest: 'https://api.alpaca.markets.' } },
    /never/,
  ],
  ['its paper host as live', { environment: 'live', hosts: paper }, /paper service/],
  ['its prices as a broker', { hosts: { ...paper, rest: paper.data } }, /cannot take orders/],
  // Keys
  ['no key ID', credentials({ keyId: '' }), /key ID is missing/],
  ['no secret', credentials({ secretKey: '' }), /secret key is missing/],
  ['spaces for a key', credentials({ keyId: '   ' }), /missing/],
  ['a key of two words', credentials({ keyId: 'PK ONE' }), /a key cannot have/],
  ['a key with a line break', credentials({ secretKey: 'a\nb' }), /a key cannot have/],
  ['a header in a key', credentials({ keyId: 'PK\r\nX-Evil: 1' }), /a key cannot have/],
  ['a key in other letters', credentials({ secretKey: 'секрет' }), /a key cannot have/],
  ['a zero byte', credentials({ secretKey: 'a\0b' }), /a key cannot have/],
  ['a very long secret', credentials({ secretKey: 'x'.repeat(600) }), /too long/],
  ['a secret that is a number', credentials({ secretKey: 12 }), /expected string/],
  ['half a pair', { credentials: { keyId: 'PK1' } }, /expected string/],
  ['an empty token', { credentials: { token: '' } }, /missing/],
  ['a pair and a token', credentials({ token: 'x' }), /[Uu]nrecognized/],
  ['no credentials', { credentials: undefined }, /expected object/],
  ['credentials as text', { credentials: 'PK:secret' }, /expected object/],
  // Labels
  ['no name', { label: '' }, /give it a name/],
  ['a name of spaces', { label: ' \t ' }, /give it a name/],
  ['a very long name', { label: 'x'.repeat(61) }, /at most 60/],
  ['a name of two lines', { label: 'Paper\nLIVE' }, /plain text/],
  ['a name that turns text around', { label: 'evil‮yap' }, /plain text/],
  ['a name with a zero byte', { label: 'a\0b' }, /plain text/],
  ['a name that is taken', { label: 'practice ACCOUNT' }, /is already called “Practice account”/],
  [
    'a name that is taken, in full width',
    { label: 'Practice　ａccount' },
    /is already called “Practice account”/,
  ],
  ['a name with a filler', { label: 'Practice\u3164 account' }, /plain text/],
  // Profiles
  ['no environment', { environment: undefined }, /Invalid (option|input)/],
  ['an environment of its own', { environment: 'production' }, /Invalid (option|input)/],
  ['a second practice account', { environment: 'embedded' }, /Invalid (option|input)/],
  ['nowhere to keep the key', { keepIn: 'none' }, /Invalid (option|input)/],
  ['a file to keep it in', { keepIn: '/tmp/key' }, /Invalid (option|input)/],
  ['a yes that is a word', { isUnverifiedAllowed: 'yes' }, /expected boolean/],
  ['an id of its own', { accountId: '00000000-0000-4000-8000-000000000001' }, /[Uu]nrecognized/],
  ['armed from the start', { isArmed: true }, /[Uu]nrecognized/],
  ['verified by word', { isVerified: true }, /[Uu]nrecognized/],
];

describe('connecting with bad input', () => {
  it.each(BAD)('refuses %s in words', async (_what, change, words) => {
    const { dispatch, asked, keys, file } = setUp();
    const before = structuredClone(file());
    const result = await dispatch('accounts.connect', { ...CONNECT, ...change });
    expect(result).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
    const sentence = result.ok ? '' : describeFailure(result.failure);
    expect(sentence).toMatch(words);
    expect(sentence).not.toContain(KEY.secretKey);
    expect([asked, keys.log]).toEqual([[], []]);
    expect(file()).toEqual(before);
  });

  it('has at least fifty kinds of it', () => {
    expect(BAD.length).toBeGreaterThanOrEqual(50);
  });

  it('accepts the same question without the mistake', async () => {
    const { call } = setUp();
    expect(await call('accounts.connect', CONNECT)).toMatchObject({ ok: true });
  });
});
