// Wrong types in, wrong answers back: whatever happens, a method answers with a typed value and never throws.
// BALLAST_SCALE sets how many tries are made: 2,000 in all at scale 1.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure, Result } from '#contract/failure.ts';
import { Order, Position } from '#contract/orders.ts';
import { Account } from '#contract/records.ts';
import type { Client } from '#main/client/client.ts';
import type { Sent } from '#main/client/sent.ts';
import { TokenizationRequest } from '#contract/tokenization.ts';
import { PortfolioHistory } from '#main/wire/portfolio.ts';
import { setUp, type Reply } from './local-broker.ts';
import * as sample from './samples.ts';
import { scaled } from '#test/support/scale.ts';

const RUNS = scaled(2_000);
const TIMEOUT_MS = 20_000 + RUNS * 20;

const KINDS: Failure['kind'][] = [
  'invalid',
  'refused',
  'unauthorized',
  'unavailable',
  'throttled',
  'offline',
  'not-allowed',
];

function expectResult(result: Result<unknown>): void {
  if (result.ok) return;
  expect(KINDS).toContain(result.failure.kind);
  // It must be fit to cross the bridge.
  expect(structuredClone(result)).toEqual(result);
}

function expectTyped(outcome: unknown): void {
  expect(outcome).toBeTypeOf('object');
  if (outcome !== null && typeof outcome === 'object' && 'ok' in outcome)
    return expectResult(outcome as Result<unknown>);
  const sent = outcome as Sent<unknown>;
  expect(['answer', 'not-sent', 'lost']).toContain(sent.kind);
  if (sent.kind === 'answer') expectResult(sent.result);
  else expect(sent.reason).toBeTypeOf('string');
}

/** Mostly nonsense, with enough sense in it to get past the first check. */
const anyArgument = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
  fc.array(fc.nat(0xffff), { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('AAPL', '.', '..', '', 'o-1', '{}', undefined, null, [], ['AAPL'], ['\ud800']),
  fc.record(
    {
      symbols: fc.anything(),
      timeframe: fc.constantFrom('1Day', '1Min', 7, null),
      start: fc.oneof(fc.string(), fc.date(), fc.constant('2026-01-01')),
      clientId: fc.anything(),
      signal: fc.anything(),
      onProgress: fc.anything(),
      beforeSend: fc.anything(),
      maxWaitMs: fc.anything(),
      after: fc.anything(),
    },
    { requiredKeys: [] },
  ),
);

describe('a client’s methods', () => {
  it(
    'answer wrong types with a failure',
    async () => {
      const { client } = await setUp({ json: {} });
      // Operations alone: the rest is not asked by anybody outside.
      const { budgets: _b, close: _c, useCredentials: _u, ...methods } = client;
      const names = Object.keys(methods) as (keyof typeof methods)[];
      expect(names.length).toBeGreaterThan(28);
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...names),
          fc.array(anyArgument, { maxLength: 3 }),
          async (name, args) => {
            const method = methods[name] as (...values: unknown[]) => Promise<unknown>;
            expectTyped(await method(...args));
          },
        ),
        { numRuns: Math.ceil(RUNS / 2) },
      );
    },
    TIMEOUT_MS,
  );
});

type Probe = {
  json: unknown;
  call(client: Client): Promise<Result<unknown> | Sent<unknown>>;
  /** Checks what was made of an answer that passed. */
  fits?: { safeParse(value: unknown): { success: boolean } };
};

const bars = { symbols: ['AAPL'], timeframe: '1Day' };
const probes: Probe[] = [
  { json: sample.account, call: (client) => client.account(), fits: Account },
  { json: { no_shorting: true }, call: (client) => client.configurations() },
  { json: [sample.fill], call: (client) => client.activities() },
  { json: sample.history, call: (client) => client.portfolioHistory(), fits: PortfolioHistory },
  { json: sample.asset, call: (client) => client.asset('AAPL') },
  { json: [sample.asset], call: (client) => client.assets() },
  { json: sample.marketClock, call: (client) => client.marketClock() },
  { json: [{ date: 'd', open: 'o', close: 'c' }], call: (client) => client.calendar() },
  {
    json: { ...sample.order, legs: [sample.order] },
    call: (client) => client.order('o'),
    fits: Order,
  },
  { json: [sample.order], call: (client) => client.orders(), fits: Order.array() },
  { json: sample.order, call: (client) => client.placeRaw('{}'), fits: Order },
  { json: sample.order, call: (client) => client.replaceRaw('o', '{}'), fits: Order },
  { json: [{ id: 'a', status: 200 }], call: (client) => client.cancelAll() },
  { json: {}, call: (client) => client.cancel('o') },
  { json: [sample.position], call: (client) => client.positions(), fits: Position.array() },
  {
    json: { symbol: 'A', trade: { t: sample.bar.t, p: 1.5 } },
    call: (client) => client.latestPrice('A'),
  },
  {
    json: { quote: { t: sample.bar.t, bp: 1, bs: 2, ap: 3, as: 4 } },
    call: (client) => client.latestQuote('A'),
  },
  {
    json: { A: { latestTrade: { t: sample.bar.t, p: 1 }, prevDailyBar: sample.bar } },
    call: (client) => client.snapshots(['A']),
  },
  {
    json: { bars: { A: [sample.bar] }, next_page_token: null },
    call: (client) => client.bars(bars),
  },
  {
    json: { bars: { A: [sample.bar] }, next_page_token: null },
    call: (client) => client.candles(bars),
  },
  {
    json: sample.tokenization,
    call: (client) => client.tokenizationRequest('t'),
    fits: TokenizationRequest,
  },
  { json: [sample.tokenization], call: (client) => client.tokenizationRequests() },
  {
    json: sample.tokenization,
    call: (client) => client.mintRaw('{}', 'k'),
    fits: TokenizationRequest,
  },
  {
    json: { client_id: 'a', redirect_uri: [] },
    call: (client) => client.oauthClient({ clientId: 'c' }),
  },
];

/** One member, somewhere, replaced or taken away. */
function mutate(value: unknown, path: readonly number[], to: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== 'object' || value === null) return to;
  const copy = structuredClone(value) as Record<string, unknown>;
  const keys = Object.keys(copy);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return to;
  copy[key] = mutate(copy[key], rest, to);
  return copy;
}

const mutation = fc.record({
  path: fc.array(fc.nat(40), { maxLength: 3 }),
  to: fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(undefined, null, '', '1e9', 'NaN', '-', -1, 1e300, 1e21, [], {}, true),
  ),
});

const status = fc.oneof(
  { weight: 4, arbitrary: fc.constant(200) },
  { weight: 1, arbitrary: fc.constantFrom(201, 207, 301, 400, 401, 403, 404, 422, 500, 503) },
);

describe('an answer that is not what it should be', () => {
  it(
    'is a failure, or a record that still keeps its promises',
    async () => {
      let reply: Reply = {};
      const { client } = await setUp(() => reply);
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...probes),
          fc.array(mutation, { minLength: 1, maxLength: 3 }),
          fc.option(fc.record({ at: fc.nat(400), text: fc.string() }), { freq: 4 }),
          status,
          async (probe, mutations, cut, code) => {
            const json = mutations.reduce(
              (value, { path, to }) => mutate(value, path, to),
              probe.json,
            );
            const text = JSON.stringify(json) ?? '';
            reply = {
              status: code,
              text: cut ? text.slice(0, cut.at) + cut.text + text.slice(cut.at + 1) : text,
            };
            const outcome = await probe.call(client);
            expectTyped(outcome);
            const result = 'ok' in outcome ? outcome : outcome.kind === 'answer' && outcome.result;
            if (result && result.ok && probe.fits)
              expect(probe.fits.safeParse(result.value).success).toBe(true);
            if (code > 299 && result) expect(result.ok).toBe(false);
          },
        ),
        { numRuns: Math.floor(RUNS / 2) },
      );
    },
    TIMEOUT_MS,
  );
});
