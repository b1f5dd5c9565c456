import { describe, expect, it } from 'vitest';
import type { Intent, IntentState } from '#contract/intents.ts';
import { TokenizationRequest, type KnownRequest } from '#contract/tokenization.ts';
import { createRequestOrigins } from '#main/account/mints/request-origin.ts';
import { diskFailure } from '#main/journal/failure.ts';
import { encodeMint } from '#main/wire/tokenization.ts';
import { ACCOUNT } from '#test/unit/account/orders/world.ts';

const AT = Date.parse('2026-03-02T15:00:00Z');
const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TERMS = { issuer: 'ondo', network: 'base', walletAddress: WALLET };
const UNREAD = { ok: false, failure: diskFailure('io', 'the disk cannot be read') } as const;

function aMint(intentId: string, symbol: string, members: Partial<Intent> = {}): Intent {
  return {
    intentId,
    accountId: ACCOUNT,
    kind: 'mint',
    state: 'unknown',
    body: encodeMint({ ...TERMS, underlyingSymbol: symbol, qty: '1' }, 'weekly'),
    symbol,
    title: `Mint 1 ${symbol}`,
    confirmedAt: AT,
    cancelWhenFound: false,
    isConflict: false,
    unanswered: 1,
    changedAt: AT,
    ...members,
  };
}

function createWorld(...mints: Intent[]) {
  const intents = new Map(mints.map((mint) => [mint.intentId, mint]));
  const requests = new Map<string, KnownRequest>();
  const world = {
    judged: 0,
    isRead: true,
    /** A request is seen at the broker. */
    sees(id: string, symbol: string, status = 'pending') {
      const request = TokenizationRequest.parse({
        ...TERMS,
        tokenizationRequestId: id,
        createdAt: new Date(AT + 1_000).toISOString(),
        type: 'mint',
        status,
        underlyingSymbol: symbol,
        qty: '1',
      });
      requests.set(id, { request, receivedAt: AT });
      return origins.of(request)?.kind;
    },
    again: (id: string) => {
      const known = requests.get(id);
      return known && origins.of(known.request)?.kind;
    },
    step(intentId: string, state: IntentState, resultId?: string) {
      const before = intents.get(intentId);
      if (!before) throw new Error(`no mint ${intentId}`);
      const intent = { ...before, state, ...(resultId !== undefined && { resultId }) };
      intents.set(intentId, intent);
      return origins
        .onIntent(intent)
        .map(({ request, origin }) => [request.tokenizationRequestId, origin?.kind]);
    },
  };
  const every = () => [...intents.values()];
  const origins = createRequestOrigins({
    journal: {
      about(resultId) {
        world.judged++;
        if (!world.isRead) return UNREAD;
        return { ok: true, value: every().filter((intent) => intent.resultId === resultId) };
      },
      list: () => ({
        ok: true,
        value: { intents: every().filter(({ state }) => state === 'refused'), next: undefined },
      }),
      unsettled: () => every().filter(({ state }) => state === 'unknown'),
    },
    find: (intentId) => intents.get(intentId),
    known: (id) => requests.get(id),
    batchOf: () => undefined,
  });
  return world;
}

describe('a request that a mint may turn out to be', () => {
  it('is judged again when that mint moves, and not when another does', () => {
    const world = createWorld(aMint('a', 'AAPL'), aMint('m', 'MSFT'));
    expect(world.sees('r1', 'AAPL')).toBeUndefined();
    const { judged } = world;
    expect(world.step('m', 'unknown')).toEqual([]);
    expect(world.again('r1')).toBeUndefined();
    expect(world.judged).toBe(judged);
    expect(world.step('a', 'unknown')).toEqual([['r1', undefined]]);
    expect(world.judged).toBe(judged + 1);
  });

  it('is from elsewhere once the last such mint has its own', () => {
    const world = createWorld(aMint('a', 'AAPL'), aMint('b', 'AAPL'));
    world.sees('r1', 'AAPL');
    world.sees('r2', 'AAPL');
    world.sees('r3', 'AAPL');
    expect(world.step('a', 'accepted', 'r1')).toEqual(
      expect.arrayContaining([
        ['r1', 'desk'],
        ['r2', undefined],
        ['r3', undefined],
      ]),
    );
    expect(world.step('b', 'accepted', 'r2')).toEqual(
      expect.arrayContaining([
        ['r2', 'desk'],
        ['r3', 'elsewhere'],
      ]),
    );
  });

  it('is what that mint left behind once both were refused', () => {
    const world = createWorld(aMint('a', 'AAPL'));
    expect(world.sees('r1', 'AAPL')).toBeUndefined();
    expect(world.sees('r1', 'AAPL', 'rejected')).toBeUndefined();
    expect(world.step('a', 'refused')).toEqual([['r1', 'desk']]);
  });

  it('is judged at the next step of any mint where the journal could not be read', () => {
    const world = createWorld(aMint('a', 'AAPL'), aMint('m', 'MSFT'));
    world.isRead = false;
    expect(world.sees('r1', 'NVDA')).toBeUndefined();
    expect(world.step('m', 'unknown')).toEqual([['r1', undefined]]);
    world.isRead = true;
    expect(world.step('m', 'unknown')).toEqual([['r1', 'elsewhere']]);
    expect(world.again('r1')).toBe('elsewhere');
  });
});
