// Every kind of answer that the client reads, with a sample of each, and what may be made of one that is wrong.
import { expect } from 'vitest';
import type { Failure, Result } from '#contract/failure.ts';
import { Order, Position } from '#contract/orders.ts';
import { Account } from '#contract/records.ts';
import { TokenizationRequest } from '#contract/tokenization.ts';
import type { Sent } from '#main/broker/http/sent.ts';
import { PortfolioHistory } from '#main/wire/portfolio.ts';
import type { WholeClient } from './local-broker.ts';
import * as sample from './samples.ts';

export type Probe = {
  json: unknown;
  call(client: WholeClient): Promise<Result<unknown> | Sent<unknown>>;
  /** Checks what was made of an answer that passed. */
  fits?: { safeParse(value: unknown): { success: boolean } };
};

const bars = { symbols: ['AAPL'], timeframe: '1Day' };
export const probes: readonly Probe[] = [
  { json: sample.account, call: (client) => client.account(), fits: Account },
  { json: [sample.fill], call: (client) => client.activities() },
  { json: sample.history, call: (client) => client.portfolioHistory(), fits: PortfolioHistory },
  { json: sample.asset, call: (client) => client.asset('AAPL') },
  { json: [sample.asset], call: (client) => client.assets() },
  { json: sample.marketClock, call: (client) => client.marketClock() },
  {
    json: [sample.tradingDay],
    call: (client) => client.tradingDays({ start: '2026-01-05', end: '2026-01-05' }),
  },
  {
    json: { clocks: [sample.venueClock] },
    call: (client) => client.venueClocks(['NYSE']),
  },
  {
    json: { calendar: [sample.venueDay] },
    call: (client) => client.venueDays({ market: 'NYSE', start: '2026-01-05', end: '2026-01-05' }),
  },
  {
    json: { ...sample.order, legs: [sample.order] },
    call: (client) => client.order(sample.order.id),
    fits: Order,
  },
  {
    json: sample.order,
    call: (client) => client.orderByClientId(sample.order.client_order_id),
    fits: Order,
  },
  { json: sample.order, call: (client) => client.placeRaw('{}'), fits: Order },
  { json: sample.order, call: (client) => client.replaceRaw('o', '{}'), fits: Order },
  { json: [{ id: 'a', status: 200 }], call: (client) => client.cancelAll() },
  { json: {}, call: (client) => client.cancel('o') },
  { json: [sample.position], call: (client) => client.positions(), fits: Position.array() },
  {
    json: { A: { latestTrade: { t: sample.bar.t, p: 1 }, prevDailyBar: sample.bar } },
    call: (client) => client.snapshots(['A']),
  },
  {
    json: { trades: { A: { t: sample.bar.t, p: 1 } } },
    call: (client) => client.latestTrades({ symbols: ['A'], feed: 'iex' }),
  },
  {
    json: { bars: { A: [sample.bar] }, next_page_token: null },
    call: (client) => client.bars(bars),
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
  {
    json: [{ client_id: 'a', scope: '', granted_at: '2026-11-16T12:00:00Z' }],
    call: (client) => client.oauthGrants({ accountId: 'a' }),
  },
];

/** One member, somewhere, replaced or taken away. */
export function mutate(value: unknown, path: readonly number[], to: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== 'object' || value === null) return to;
  const copy = structuredClone(value) as Record<string, unknown>;
  const keys = Object.keys(copy);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return to;
  copy[key] = mutate(copy[key], rest, to);
  return copy;
}

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

/** A value of a known kind, fit to cross the bridge. */
export function expectTyped(outcome: unknown): void {
  expect(outcome).toBeTypeOf('object');
  if (outcome !== null && typeof outcome === 'object' && 'ok' in outcome)
    return expectResult(outcome as Result<unknown>);
  const sent = outcome as Sent<unknown>;
  expect(['answer', 'not-sent', 'lost']).toContain(sent.kind);
  if (sent.kind === 'answer') expectResult(sent.result);
  else expect(sent.reason).toBeTypeOf('string');
}
