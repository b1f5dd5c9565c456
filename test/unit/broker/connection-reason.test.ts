import { expect, it } from 'vitest';
import { connectionReason, reasonInWords } from '#main/broker/http/connection-reason.ts';

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });
const CUT = 'the connection was cut before the answer arrived';
const CLOSED = 'the host refused the connection';

it.each([
  [withCode('connect EMFILE 127.0.0.1:443', 'EMFILE'), /^too many files and connections are open/],
  [withCode('getaddrinfo ENFILE', 'ENFILE'), /^too many files and connections are open/],
  [withCode('connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED'), CLOSED],
  [withCode('read ECONNRESET', 'ECONNRESET'), CUT],
  [withCode('socket hang up', 'ECONNRESET'), CUT],
  [withCode('', 'EPIPE'), CUT],
  [withCode('getaddrinfo ENOTFOUND a.example', 'ENOTFOUND'), /^the host name was not found; check/],
  [withCode('write EPROTO 80:error:0A00010B:SSL routines::x', 'EPROTO'), /^a secure connection/],
  [withCode('Parse Error: Expected HTTP/', 'HPE_INVALID_CONSTANT'), /not valid HTTP$/],
  [
    withCode('certificate has expired', 'CERT_HAS_EXPIRED'),
    /^its certificate is out of date, or this computer’s clock is wrong$/,
  ],
  [
    withCode('self-signed certificate', 'SELF_SIGNED_CERT_IN_CHAIN'),
    /such as a network proxy or a virus scanner/,
  ],
  [Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }), CLOSED],
  [new AggregateError([new Error('one'), withCode('', 'EPIPE')], ''), `one; ${CUT}`],
  [withCode('connect EPERM 1.2.3.4:443', 'EPERM'), /check its firewall$/],
  [withCode('connect ENEWCODE 1.2.3.4:443', 'ENEWCODE'), /^the connection failed$/],
  [new Error(''), /^the connection failed$/],
])('says why a connection failed, without codes: %o', (error, words) => {
  expect(connectionReason(error)).toMatch(words);
});

it.each([
  ['The broker did not answer: read ECONNRESET.', `The broker did not answer: ${CUT}.`],
  ['Looked up: no answer (socket hang up).', `Looked up: no answer (${CUT}).`],
  ['No answer (connect ECONNREFUSED 127.0.0.1:443).', `No answer (${CLOSED}).`],
  ['connect ECONNREFUSED ::1:443; ETIMEDOUT', `${CLOSED}; the host did not answer in time`],
  ['EXPIRED and ENOSUCH stay, and so does ETF', 'EXPIRED and ENOSUCH stay, and so does ETF'],
])('reads an old sentence in words: %s', (text, words) => {
  expect(reasonInWords(text)).toBe(words);
});
