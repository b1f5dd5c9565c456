import { describe, expect, it } from 'vitest';
import { Account } from '#contract/records.ts';
import {
  accountStates,
  mayShort,
  openingBlock,
  statesOf,
  unmarginedPower,
} from '#main/domain/account-states.ts';

const account = (members: object = {}): Account =>
  Account.parse({
    accountNumber: 'PA1',
    status: 'ACTIVE',
    currency: 'USD',
    equity: '10000',
    lastEquity: '10000',
    cash: '10000',
    buyingPower: '20000',
    ...members,
  });
const names = (members: object) => accountStates(account(members)).map(({ name }) => name);

describe('the states of an account', () => {
  it('are none when the broker says nothing of the kind', () => {
    expect(names({ tradingBlocked: false, accountBlocked: false })).toEqual([]);
    expect(statesOf(account())).toEqual({});
    expect(openingBlock(account())).toBeUndefined();
    expect(openingBlock(undefined)).toBeUndefined();
  });

  it.each([
    ['accountBlocked', 'has blocked this account'],
    ['tradingBlocked', 'has blocked trading'],
    ['tradeSuspendedByUser', 'Trading is suspended in this account’s settings at the broker'],
  ])('%s stops what opens a position, in words that say what to do', (name, words) => {
    expect(names({ [name]: true })).toEqual([name]);
    expect(openingBlock(account({ [name]: true }))).toContain(words);
  });

  it('tell a margin call, and do not stop anything for it', () => {
    const members = { longMarketValue: '40000', maintenanceMargin: '12000' };
    expect(statesOf(account(members)).states).toEqual([
      {
        name: 'marginCall',
        isBlocking: false,
        brief: 'margin call',
        text: 'The equity is 2,000.00 below the maintenance margin of 12,000.00 (margin call): close something or add money, or the broker may close positions.',
      },
    ]);
    expect(names({ longMarketValue: '40000', maintenanceMargin: '10000' })).toEqual([]);
  });

  it('let an account only close beyond six times its equity, shorts counted like longs', () => {
    expect(names({ longMarketValue: '30000', shortMarketValue: '-30000.01' })).toEqual([
      'closingOnly',
    ]);
    expect(names({ longMarketValue: '30000', shortMarketValue: '-30000' })).toEqual([]);
    expect(openingBlock(account({ longMarketValue: '60001' }))).toContain('only closing orders');
    expect(names({ equity: '-5', longMarketValue: '1' })).toEqual(['closingOnly']);
  });

  it('tell the flags of day trades where a broker still sends them', () => {
    expect(names({ patternDayTrader: true })).toEqual(['patternDayTrader']);
    expect(names({ patternDayTrader: false, daytradeCount: 3 })).toEqual(['dayTrades']);
    expect(names({ daytradeCount: 2 })).toEqual([]);
    expect(names({ daytradeCount: 3, equity: '25000' })).toEqual([]);
    expect(accountStates(account({ patternDayTrader: true }))[0]).toMatchObject({
      isBlocking: false,
      text: expect.stringContaining('less than 25,000.00 of equity') as string,
    });
  });

  it('tell a status with which orders may be refused', () => {
    expect(names({ status: 'ACCOUNT_CLOSED' })).toEqual(['status']);
    expect(accountStates(account({ status: 'ACCOUNT_CLOSED' }))[0]?.brief).toBe('account closed');
  });

  it('make nothing of members that cannot be read', () => {
    const junk = { tradingBlocked: 'yes', maintenanceMargin: {}, longMarketValue: 7 };
    expect(names({ ...junk, daytradeCount: 'many', shortMarketValue: null })).toEqual([]);
    expect(mayShort(account({ shortingEnabled: 'no' }))).toBe(true);
    expect(mayShort(account({ shortingEnabled: false }))).toBe(false);
    expect(unmarginedPower(account({ nonMarginableBuyingPower: [] }))).toBe('20000');
    expect(unmarginedPower(account({ nonMarginableBuyingPower: '5' }))).toBe('5');
  });
});
