import { describe, expect, it } from 'vitest';
import {
  scopeMeanings,
  unknownScopes,
  type Reach,
} from '#main/domain/applications/oauth-scopes.ts';
import { decimal } from '#main/domain/decimal.ts';

const reach = (more: Partial<Reach> = {}): Reach => ({
  positions: 3,
  unpriced: 0,
  holdings: [],
  buyingPower: decimal('303242.86'),
  value: decimal('54812.2'),
  readAt: 1,
  longValue: decimal('50000'),
  hasLong: true,
  canShort: false,
  mayMint: 'yes',
  isMintCovered: true,
  ...more,
});
const NONE = { positions: 0, hasLong: false, value: undefined, longValue: decimal('0') };
const trading = (more?: Partial<Reach>) => scopeMeanings('trading', reach(more))[1]?.text;
const minting = (more?: Partial<Reach>) => scopeMeanings('trading', reach(more))[2];

describe('what trading allows', () => {
  it('is said in dollars: what can be sold, and what can be bought', () => {
    expect(trading()).toBe(
      'Place, change and cancel orders without asking you. Right now it could sell all 3 of your positions ($54,812.20) and buy for up to $303,242.86.',
    );
    expect(trading({ positions: 2 })).toContain('sell both of your positions ($54,812.20)');
    expect(trading({ positions: 1, canShort: true })).toContain(
      'sell your one position ($54,812.20) and buy or sell short for up to $303,242.86.',
    );
    expect(trading(NONE)).toContain(
      'it has no position to sell, and it could buy for up to $303,242.86',
    );
  });

  it('does not pass a sum off as everything, nor an account that was not read as empty', () => {
    expect(trading({ unpriced: 2 })).toContain('($54,812.20, not counting 2 without a price)');
    expect(trading({ value: undefined, unpriced: 3 })).toContain('all 3 of your positions and buy');
    expect(trading({ readAt: undefined })).toContain('has not been read yet');
    expect(trading({ buyingPower: undefined })).toContain('buy with all of your buying power');
  });

  it('includes that shares leave as tokens, with what they are worth', () => {
    expect(minting()).toEqual({
      scope: 'trading',
      isKnown: true,
      isGrave: true,
      text: 'Send shares out of this account as tokens, to any wallet, without asking you: right now everything you hold, worth $50,000.00, and anything it buys first, for up to $303,242.86. They do not come back on their own.',
    });
    expect(minting(NONE)?.text).toContain(
      'You hold nothing right now; anything it buys, for up to $303,242.86, could be sent out.',
    );
    for (const buyingPower of [undefined, decimal('0')])
      expect(minting({ buyingPower })?.text).toContain(
        '$50,000.00, and anything it buys first. They',
      );
    expect(minting({ readAt: undefined })?.text).toContain('holds, and anything it buys');
  });

  it('is not said of now where the account could not be read just now', () => {
    const old = { whyOld: 'The broker has not answered yet.' };
    expect(trading(old)).toContain('When this account was last read, it could sell all 3');
    expect(minting(old)?.text).toContain('everything you held when this account was last read,');
    expect(minting({ ...NONE, ...old })?.text).toContain('You hold nothing as far as is known;');
    expect([trading(old), minting(old)?.text].join()).not.toMatch(/right now/i);
  });

  it('says what is not known about mints, and that an account may not', () => {
    expect(minting({ mayMint: 'unknown' })).toMatchObject({
      isGrave: true,
      text: expect.stringContaining(
        'The broker has not said whether this account is allowed to mint.',
      ),
    });
    expect(minting({ isMintCovered: false })?.text).toContain('assume that it does');
    const not = minting({ mayMint: 'no' });
    expect(not?.text).toContain('This account is not allowed to mint');
    expect(not).not.toHaveProperty('isGrave');
  });
});

describe('the other scopes', () => {
  it('each say what they are for, once, and that another is not known', () => {
    const meanings = scopeMeanings('account:write data general odd data', reach());
    expect(meanings.map(({ scope, isKnown }) => [scope, isKnown])).toEqual([
      ['', true],
      ['account:write', true],
      ['data', true],
      ['general', true],
      ['odd', false],
    ]);
    expect(meanings[0]?.text).toContain('the wallets that shares were sent to');
    expect(meanings[2]?.text).toContain('the broker may refuse Ballast’s own');
    expect(meanings[4]?.text).toContain('Assume that it allows everything');
    expect(unknownScopes('trading odd data')).toEqual(['odd']);
  });
});
