// The kinds of fault that a mint can meet, as rules for the broker's control interface.
import type { FaultKind, Rule } from '#test/faults/support/kinds.ts';

export const MINT = { method: 'POST', path: '/v2/tokenization/mint' };
export const BY_LABEL = { method: 'GET', path: '/v2/tokenization/requests:by_client_request_id' };
export const LIST = { method: 'GET', path: '/v2/tokenization/requests' };

const mint = (act: object): Rule => ({ match: MINT, act, times: 1 });
const status = (code: number, when: 'before' | 'after', extra: object = {}): Rule =>
  mint({
    kind: 'status',
    status: code,
    when,
    body: { code: code * 100_000, message: 'fault' },
    ...extra,
  });
const between = (random: () => number, low: number, high: number): number =>
  Math.round(low + random() * (high - low));
const blindLooks = (ms: number): Rule[] =>
  [BY_LABEL, LIST].map((match) => ({ match, act: { kind: 'blind', ms }, times: 6 }));

export const MINT_FAULTS: FaultKind[] = [
  { name: 'none', rules: () => [] },
  { name: 'reset before processing', rules: () => [mint({ kind: 'reset', when: 'before' })] },
  { name: 'reset after processing', rules: () => [mint({ kind: 'reset', when: 'after' })] },
  { name: 'hang before processing', rules: () => [mint({ kind: 'hang', when: 'before' })] },
  { name: 'hang after processing', rules: () => [mint({ kind: 'hang', when: 'after' })] },
  {
    name: 'slow answer',
    rules: (random) => [mint({ kind: 'delay', ms: between(random, 50, 900), when: 'after' })],
  },
  { name: 'answer lost', rules: () => [mint({ kind: 'lost' })] },
  {
    name: 'answer cut off',
    rules: (random) => [mint({ kind: 'truncate', bytes: between(random, 0, 200) })],
  },
  { name: '500 before', rules: () => [status(500, 'before')] },
  { name: '500 after', rules: () => [status(500, 'after')] },
  { name: '502 page after', rules: () => [status(502, 'after', { body: '<html>bad</html>' })] },
  { name: '503 before', rules: () => [status(503, 'before')] },
  { name: '504 after', rules: () => [status(504, 'after')] },
  { name: '408 after', rules: () => [status(408, 'after')] },
  {
    name: '429 after acceptance',
    rules: () => [status(429, 'after', { headers: { 'retry-after': '0' } })],
  },
  {
    name: '302 before',
    rules: () => [status(302, 'before', { headers: { location: 'http://127.0.0.1:1/' } })],
  },
  { name: '403 before', rules: () => [status(403, 'before')] },
  { name: '422 before', rules: () => [status(422, 'before')] },
  {
    name: 'unreadable 200',
    rules: () => [mint({ kind: 'status', status: 200, when: 'after', body: 'oops' })],
  },
  {
    name: 'empty 200',
    rules: () => [mint({ kind: 'status', status: 200, when: 'after', body: {} })],
  },
  {
    name: 'late landing, cut',
    rules: (random) => [mint({ kind: 'late', ms: between(random, 50, 3_000), connection: 'cut' })],
  },
  {
    name: 'late landing, open',
    rules: (random) => [mint({ kind: 'late', ms: between(random, 50, 3_000), connection: 'open' })],
  },
  {
    name: 'answer lost, lookups blind',
    rules: (random) => [mint({ kind: 'lost' }), ...blindLooks(between(random, 200, 3_000))],
  },
  {
    name: 'answer lost, lookups fail',
    rules: () => [
      mint({ kind: 'lost' }),
      { match: BY_LABEL, act: { kind: 'status', status: 500, when: 'before' }, times: 4 },
      { match: LIST, act: { kind: 'reset', when: 'before' }, times: 3 },
    ],
  },
  {
    name: 'answer lost, then refused when sent again',
    rules: () => [mint({ kind: 'lost' }), ...blindLooks(1_500), status(403, 'before')],
  },
];
