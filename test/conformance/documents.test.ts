// Whether the judge of all other files' answers would notice anything.
import { describe, expect, it } from 'vitest';
import { judge, specsAreAtHand } from '#test/conformance/support/documents.ts';
import type { Answer } from '#test/conformance/support/recorder.ts';

const HEADERS = {
  'x-request-id': '00000000-0000-4000-8000-000000000000',
  'x-ratelimit-limit': '200',
  'x-ratelimit-remaining': '199',
  'x-ratelimit-reset': '1773153060',
};
const ACCOUNT = { id: '00000000-0000-4000-8000-000000000000', status: 'ACTIVE', cash: '100000' };

function answer(body: unknown, change: Partial<Answer> = {}): Answer {
  return {
    document: 'trading',
    method: 'GET',
    path: '/v2/account',
    status: 200,
    headers: new Headers(HEADERS),
    body: body === undefined ? '' : JSON.stringify(body),
    ...change,
  };
}

if (!specsAreAtHand()) {
  process.stdout.write('conformance: ../shared/specs is not there; no answer is held against it\n');
}

describe.skipIf(!specsAreAtHand())('the judge', () => {
  it.each([
    ['what the document says', answer(ACCOUNT)],
    ['a known difference', answer({ ...ACCOUNT, crypto_tier: 1 })],
    [
      'an answer without a body',
      answer(undefined, { method: 'DELETE', path: '/v2/orders/1', status: 204 }),
    ],
    [
      'a refusal that no operation lists',
      answer({ code: 40110000, message: 'no' }, { status: 401 }),
    ],
    [
      'a bare text as the refusal of an OAuth operation',
      answer('no', { document: 'broker', path: '/v1/oauth/clients/1', status: 401 }),
    ],
  ])('accepts %s', (_name, good) => {
    expect(judge([good])).toEqual([]);
  });

  it.each([
    [
      'a member that is missing',
      answer({ id: ACCOUNT.id }),
      "must have required property 'status'",
    ],
    ['a member of another type', answer({ ...ACCOUNT, cash: 100_000 }), 'must be string'],
    [
      'a member that is gone since 2026-07-06',
      answer({ ...ACCOUNT, pattern_day_trader: false }),
      'must not have pattern_day_trader',
    ],
    [
      'a value outside its set',
      answer({ ...ACCOUNT, status: 'GREAT' }),
      'must be equal to one of the allowed values',
    ],
    ['an id that is none', answer({ ...ACCOUNT, id: '7' }), 'must match format "uuid"'],
    [
      'a known difference in the wrong form',
      answer({ ...ACCOUNT, crypto_tier: 'high' }),
      'must be integer',
    ],
    [
      'a status that is not listed',
      answer(ACCOUNT, { status: 201 }),
      'is no status of the operation',
    ],
    [
      'a path that does not exist',
      answer(ACCOUNT, { path: '/v2/accounts' }),
      'is no operation of the document',
    ],
    [
      'a refusal without a code',
      answer({ message: 'no' }, { status: 422 }),
      "must have required property 'code'",
    ],
    [
      'a body where there is none',
      answer({}, { method: 'DELETE', path: '/v2/orders/1', status: 204 }),
      'has a body where there is none',
    ],
    [
      'an answer without a request id',
      answer(ACCOUNT, { headers: new Headers({ ...HEADERS, 'x-request-id': '' }) }),
      'is no well formed header of this answer',
    ],
    ['text that is no JSON', answer(ACCOUNT, { body: '{' }), 'must be object'],
  ])('notices %s', (_name, bad, problem) => {
    expect(judge([bad]).map((found) => found.problem)).toEqual([problem]);
  });
});
