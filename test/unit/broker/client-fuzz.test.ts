// Wrong types in, wrong answers back: whatever happens, a method answers with a typed value and never throws.
// BALLAST_SCALE sets how many tries are made: 2,000 in all at scale 1.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Lane } from '#main/broker/budget/budget.ts';
import { setUp, type Reply } from './local-broker.ts';
import { expectTyped, mutate, probes } from './probes.ts';
import { scaled } from '#test/support/scale.ts';

const RUNS = scaled(2_000);
const TIMEOUT_MS = 20_000 + RUNS * 20;

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
      // Operations alone: the rest, and a stream, are not asked by anybody outside.
      const {
        close: _c,
        useCredentials: _u,
        openActivities: _o,
        turnInMs: _t,
        ...operations
      } = client;
      const { positions, ...others } = operations;
      // Whoever asks for positions gives a function of its own to be told when the question leaves.
      const methods = {
        ...others,
        positions: (signal?: AbortSignal, lane?: Lane) => positions(signal, lane),
      };
      const names = Object.keys(methods) as (keyof typeof methods)[];
      expect(names.length).toBeGreaterThan(24);
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
