import { describe, expect, it } from 'vitest';
import { TokenizationRequest } from '#contract/tokenization.ts';
import { decimal } from '#main/domain/decimal.ts';
import { matchRequests, type Entry } from '#main/domain/mints/journal-match.ts';

const MORNING = Date.parse('2026-11-17T15:00:00Z');

/** Of half a share each, so that every entry fits every request. */
const aMint = (label: string, status: string, at: number, endedAt = at): TokenizationRequest =>
  TokenizationRequest.parse({
    tokenizationRequestId: `request ${label}`,
    clientRequestId: label,
    type: 'mint',
    status,
    underlyingSymbol: 'JPM',
    issuer: 'xstocks',
    network: 'solana',
    qty: '0.5',
    createdAt: new Date(at).toISOString(),
    updatedAt: new Date(endedAt).toISOString(),
  });

const anEntry = (qty: string, at: number): Entry => ({
  id: `${qty} at ${at}`,
  at,
  type: 'JNLS',
  symbol: 'JPM',
  qty: decimal(qty),
  isJournal: true,
  isTokens: true,
});

function matched(entries: Entry[], requests: TokenizationRequest[]) {
  const { requestOf, missing, notReturned, strangers } = matchRequests(
    entries,
    requests,
    undefined,
  );
  const labels = (of: Iterable<TokenizationRequest>) =>
    Array.from(of, ({ clientRequestId }) => clientRequestId);
  return {
    owners: labels(requestOf.values()),
    missing: labels(missing),
    notReturned: labels(notReturned),
    strangers: strangers.map(({ id }) => id),
  };
}

describe('mints of one size', () => {
  it('leave the entry of a pending one to it when another was rejected at once', () => {
    const entries = [anEntry('-0.5', MORNING)];
    for (const at of [MORNING - 1_000, MORNING, MORNING + 1_000])
      expect(
        matched(entries, [aMint('de-1', 'pending', MORNING), aMint('de-2', 'rejected', at)]),
      ).toEqual({ owners: ['de-1'], missing: [], notReturned: [], strangers: [] });
  });

  it('give a pair to one that was rejected later, and the rest to the pending one', () => {
    const entries = [
      anEntry('-0.5', MORNING),
      anEntry('-0.5', MORNING + 1_000),
      anEntry('0.5', MORNING + 60_000),
    ];
    const requests = [
      aMint('de-1', 'rejected', MORNING, MORNING + 60_000),
      aMint('de-2', 'pending', MORNING + 1_000),
    ];
    expect(matched(entries, requests)).toEqual({
      owners: ['de-1', 'de-1', 'de-2'],
      missing: [],
      notReturned: [],
      strangers: [],
    });
  });

  it('name the rejected one when shares left for both and none came back', () => {
    const entries = [anEntry('-0.5', MORNING), anEntry('-0.5', MORNING + 1_000)];
    const requests = [
      aMint('de-1', 'rejected', MORNING, MORNING + 60_000),
      aMint('de-2', 'pending', MORNING + 1_000),
    ];
    expect(matched(entries, requests)).toMatchObject({ missing: [], notReturned: ['de-1'] });
  });
});
