// The kinds of fault, each as rules for the broker's control interface. Which ones hit is decided by a seed.
export type Rule = { match: object; act: object; times?: number; skip?: number };
export type FaultKind = { name: string; rules: (random: () => number) => Rule[] };

const PLACE = { method: 'POST', path: '/v2/orders' };
const LOOKUP = { method: 'GET', path: '/v2/orders:by_client_order_id' };
const LIST = { method: 'GET', path: '/v2/orders' };

const place = (act: object): Rule => ({ match: PLACE, act, times: 1 });
const status = (code: number, when: 'before' | 'after', extra: object = {}): Rule =>
  place({
    kind: 'status',
    status: code,
    when,
    body: { code: code * 100_000, message: 'fault' },
    ...extra,
  });
const lookup = (act: object, times = 1): Rule => ({ match: LOOKUP, act, times });
const stream = (act: object, event?: string): Rule => ({
  match: { stream: 'trade', ...(event !== undefined && { event }) },
  act,
  times: 1,
});
const between = (random: () => number, low: number, high: number): number =>
  Math.round(low + random() * (high - low));

export const FAULT_KINDS: FaultKind[] = [
  { name: 'none', rules: () => [] },
  { name: 'reset before processing', rules: () => [place({ kind: 'reset', when: 'before' })] },
  { name: 'reset after processing', rules: () => [place({ kind: 'reset', when: 'after' })] },
  { name: 'hang before processing', rules: () => [place({ kind: 'hang', when: 'before' })] },
  { name: 'hang after processing', rules: () => [place({ kind: 'hang', when: 'after' })] },
  {
    name: 'slow answer',
    rules: (random) => [place({ kind: 'delay', ms: between(random, 50, 900), when: 'after' })],
  },
  {
    name: 'slow processing',
    rules: (random) => [place({ kind: 'delay', ms: between(random, 50, 900), when: 'before' })],
  },
  { name: 'answer lost', rules: () => [place({ kind: 'lost' })] },
  {
    name: 'answer cut off',
    rules: (random) => [place({ kind: 'truncate', bytes: between(random, 0, 200) })],
  },
  { name: '500 before', rules: () => [status(500, 'before')] },
  { name: '500 after', rules: () => [status(500, 'after')] },
  {
    name: '502 page after',
    rules: () => [status(502, 'after', { body: '<html>bad gateway</html>' })],
  },
  { name: '503 before', rules: () => [status(503, 'before')] },
  { name: '504 before', rules: () => [status(504, 'before')] },
  { name: '504 after', rules: () => [status(504, 'after')] },
  { name: '408 after', rules: () => [status(408, 'after')] },
  { name: '425 before', rules: () => [status(425, 'before')] },
  {
    name: '429 with Retry-After',
    rules: () => [status(429, 'before', { headers: { 'retry-after': '0' } })],
  },
  {
    name: '429 after acceptance',
    rules: () => [status(429, 'after', { headers: { 'retry-after': '0' } })],
  },
  {
    name: '302 before',
    rules: () => [status(302, 'before', { headers: { location: 'http://127.0.0.1:1/' } })],
  },
  {
    name: 'unreadable 200',
    rules: () => [place({ kind: 'status', status: 200, when: 'after', body: 'oops' })],
  },
  {
    name: 'empty 200',
    rules: () => [place({ kind: 'status', status: 200, when: 'after', body: {} })],
  },
  {
    name: 'late landing, cut',
    rules: (random) => [place({ kind: 'late', ms: between(random, 50, 3_000), connection: 'cut' })],
  },
  {
    name: 'late landing, open',
    rules: (random) => [
      place({ kind: 'late', ms: between(random, 50, 3_000), connection: 'open' }),
    ],
  },
  {
    name: 'answer lost, lookups blind',
    rules: (random) => [
      place({ kind: 'lost' }),
      { match: LOOKUP, act: { kind: 'blind', ms: between(random, 200, 3_000) }, times: 20 },
    ],
  },
  {
    name: 'answer lost, lists blind',
    rules: (random) => [
      place({ kind: 'lost' }),
      { match: LIST, act: { kind: 'blind', ms: between(random, 200, 3_000) }, times: 5 },
    ],
  },
  {
    name: 'answer lost, lookups fail',
    rules: () => [
      place({ kind: 'lost' }),
      lookup({ kind: 'status', status: 500, when: 'before' }, 3),
    ],
  },
  {
    name: 'answer lost, lookups reset',
    rules: () => [place({ kind: 'lost' }), lookup({ kind: 'reset', when: 'before' }, 2)],
  },
  {
    name: 'answer lost, then refused when sent again',
    rules: () => [
      place({ kind: 'lost' }),
      { match: LOOKUP, act: { kind: 'blind', ms: 600 }, times: 6 },
      { ...status(403, 'before'), skip: 0 },
    ],
  },
  { name: 'order stream cut', rules: () => [stream({ kind: 'cut' })] },
  {
    name: 'order stream mute',
    rules: (random) => [stream({ kind: 'mute', ms: between(random, 100, 1_500) })],
  },
  { name: 'order stream duplicate', rules: () => [stream({ kind: 'duplicate' })] },
  { name: 'order stream out of order', rules: () => [stream({ kind: 'reorder' })] },
  { name: 'order stream garbage', rules: () => [stream({ kind: 'garbage' })] },
];
