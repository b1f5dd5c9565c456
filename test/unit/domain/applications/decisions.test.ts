import { describe, expect, it } from 'vitest';
import type { GrantEntry } from '#contract/oauth.ts';
import { decisionsOf } from '#main/domain/applications/decisions.ts';

const APP = '0f8a3c1e5b7d49d2a6c4e8f012345678';
const entry = (kind: GrantEntry['kind'], at: number, more: Partial<GrantEntry> = {}) => ({
  at,
  accountId: '11111111-1111-4111-8111-111111111111',
  clientId: APP,
  appName: 'Rebalancer',
  scope: 'trading',
  kind,
  ...more,
});
const told = (...entries: GrantEntry[]) =>
  decisionsOf(entries.toReversed()).map(({ at, kind, handedOver, revokedAt }) => ({
    at,
    kind,
    handedOver,
    revokedAt,
  }));

describe('a decision', () => {
  it('that was allowed and whose answer was never opened was not handed over', () => {
    expect(told(entry('code', 1, { grantId: 'a' }))).toMatchObject([{ handedOver: 'no' }]);
  });

  it('was handed over by its own answer and by no other', () => {
    const decisions = told(
      entry('code', 1, { grantId: 'a' }),
      entry('code', 2, { grantId: 'b' }),
      entry('copied', 3, { grantId: 'a' }),
      entry('opened', 4, { grantId: 'a' }),
      entry('copied', 5, { grantId: 'a' }),
    );
    expect(decisions.map(({ at, handedOver }) => [at, handedOver])).toEqual([
      [2, 'no'],
      [1, 'opened'],
    ]);
  });

  it('whose code the broker knew of was used, whatever else is known of its answer', () => {
    const [code, used] = [entry('code', 1, { grantId: 'a' }), entry('used', 2, { grantId: 'a' })];
    expect(told(code, used)).toMatchObject([{ handedOver: 'used' }]);
    expect(told(code, used, entry('copied', 3, { grantId: 'a' }))).toMatchObject([
      { handedOver: 'used' },
    ]);
  });

  it('of an earlier edition is not said to have been handed over, or not', () => {
    expect(told(entry('code', 1))[0]?.handedOver).toBeUndefined();
    expect(told(entry('token', 1, { grantId: 'a' }))[0]?.handedOver).toBeUndefined();
  });

  it('ends with the first revocation after it, which ends none of another application', () => {
    const decisions = told(
      entry('code', 1, { grantId: 'a' }),
      entry('code', 2, { clientId: 'f'.repeat(32), grantId: 'x' }),
      entry('denied', 3),
      entry('revoked', 4, { clientId: APP.toUpperCase() }),
      entry('code', 5, { grantId: 'b' }),
      entry('revoked', 6),
      entry('token', 7, { grantId: 'c' }),
    );
    expect(decisions.map(({ at, revokedAt }) => [at, revokedAt])).toEqual([
      [7, undefined],
      [5, 6],
      [3, undefined],
      [2, undefined],
      [1, 4],
    ]);
  });

  it('ends alone when its own access was taken back, and once only', () => {
    const decisions = told(
      entry('code', 1, { grantId: 'a' }),
      entry('token', 2, { grantId: 'b' }),
      entry('code', 3),
      entry('revoked', 4, { grantId: 'b' }),
      entry('code', 5, { grantId: 'c' }),
      entry('revoked', 6),
      entry('code', 7, { grantId: 'd' }),
    );
    expect(decisions.map(({ at, revokedAt }) => [at, revokedAt])).toEqual([
      [7, undefined],
      [5, 6],
      [3, 6],
      [2, 4],
      [1, 6],
    ]);
  });
});
