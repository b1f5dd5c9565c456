import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Account } from '#contract/records.ts';
import { add, decimal, isEqual, mul, sub, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { standingNow, type ShareMove } from '#main/domain/standing.ts';
import { aPosition } from '#test/unit/domain/samples.ts';

const account = Account.parse({
  accountNumber: 'PA1',
  status: 'ACTIVE',
  currency: 'USD',
  equity: '25000',
  lastEquity: '24000',
  cash: '10000',
  buyingPower: '20000',
  longMarketValue: '15000',
  shortMarketValue: '0',
});
const held = aPosition({
  qty: '100',
  qtyAvailable: '100',
  costBasis: '14000',
  avgEntryPrice: '140',
  currentPrice: '150',
  marketValue: '15000',
  unrealizedIntradayPl: '500',
  lastdayPrice: '145',
});
const move = (qty: string, price: string, symbol = 'AAPL'): ShareMove => ({
  symbol,
  qty: decimal(qty),
  price: decimal(price),
});
const now = (moved: ShareMove[] = [], prices: Record<string, string> = {}, positions = [held]) =>
  standingNow({
    account,
    positions,
    moved,
    priceOf: (symbol) => (prices[symbol] === undefined ? undefined : decimal(prices[symbol])),
  });

describe('what an account stands at', () => {
  it('is what was read while nothing was heard', () => {
    expect(now()).toEqual({ account, positions: [held], estimates: [] });
  });

  it('moves with each price, which makes nothing an estimate', () => {
    const { account: moved, positions, estimates } = now([], { AAPL: '152' });
    expect(moved).toMatchObject({ equity: '25200', cash: '10000', longMarketValue: '15200' });
    expect(positions[0]).toMatchObject({
      currentPrice: '152',
      marketValue: '15200',
      unrealizedPl: '1200',
      unrealizedIntradayPl: '700',
      qty: '100',
    });
    expect(positions[0]?.isEstimate).toBeUndefined();
    expect(estimates).toEqual([]);
  });

  it('holds a sale at once, and calls what it reckons an estimate', () => {
    const { account: moved, positions, estimates } = now([move('-40', '151')]);
    expect(positions).toMatchObject([{ qty: '60', isEstimate: true, avgEntryPrice: '140' }]);
    expect(positions[0]?.qtyAvailable).toBeUndefined();
    expect(moved).toMatchObject({ cash: '16040', equity: '25040', buyingPower: '20000' });
    expect(estimates).toEqual(['equity', 'cash', 'buyingPower']);
  });

  it('has no position any more once all of it was sold, and one that was opened', () => {
    const { account: moved, positions } = now([move('-100', '150'), move('10', '200', 'MSFT')]);
    expect(positions).toMatchObject([
      { symbol: 'MSFT', side: 'long', qty: '10', avgEntryPrice: '200', isEstimate: true },
    ]);
    expect(moved).toMatchObject({ cash: '23000', equity: '25000', buyingPower: '18000' });
  });

  const listed = (qty: string, ofLists: string) => ({
    ...move(qty, '150'),
    doubtful: decimal(ofLists),
  });

  it.each<[string, ShareMove, object[]]>([
    ['gone', listed('-100', '-100'), [{ symbol: 'AAPL', qty: '100' }]],
    ['gone, some of it by a fill that was heard', listed('-100', '-40'), [{ qty: '40' }]],
    ['turned round', listed('-130', '-130'), [{ side: 'long', qty: '100' }]],
  ])('is not %s by what the reading may hold already', (_what, moves, expected) => {
    const { positions, estimates } = now([moves]);
    expect(positions).toHaveLength(expected.length);
    expect(positions).toMatchObject(expected);
    expect(positions.at(-1)).toMatchObject({ isEstimate: true });
    expect(positions.at(-1)?.qtyAvailable).toBeUndefined();
    expect(estimates).not.toEqual([]);
  });

  it.each<[string, ShareMove, object[]]>([
    ['something is left', listed('-60', '-60'), [{ side: 'long', qty: '40', isEstimate: true }]],
    ['it grew', listed('20', '20'), [{ side: 'long', qty: '120', isEstimate: true }]],
    ['it was closed without it', listed('-150', '-50'), [{ side: 'short', isEstimate: true }]],
    ['only heard fills closed it', listed('-100', '0'), []],
  ])('goes by what lists told where %s', (_what, moves, expected) => {
    const { positions } = now([moves]);
    expect(positions).toHaveLength(expected.length);
    expect(positions).toMatchObject(expected);
  });

  it('has the worth of a position once, in the position or in the money', () => {
    const asRead = now([], { AAPL: '150' }).account;
    expect(now([listed('-100', '-100')], { AAPL: '150' }).account).toEqual(asRead);
  });

  it('knows a short, however the broker writes it', () => {
    for (const [qty, marketValue] of [
      ['-10', '-1500'],
      ['10', '1500'],
    ]) {
      const short = aPosition({
        qty,
        side: 'short',
        avgEntryPrice: '160',
        currentPrice: '150',
        marketValue,
      });
      const { account: moved } = now([], { AAPL: '155' }, [short]);
      expect(moved?.equity).toBe('24950');
      const covered = now([move('10', '155')], {}, [short]);
      expect(covered.positions).toEqual([]);
      expect(covered.account).toMatchObject({ cash: '8450', equity: '24950' });
    }
  });

  it('neither makes nor loses money by a fill at the price that is known', () => {
    const Qty = fc.integer({ min: -300, max: 300 }).filter((qty) => qty !== 0);
    fc.assert(
      fc.property(Qty, fc.integer({ min: 1, max: 900 }), (qty, price) => {
        const { account: moved, positions } = now([move(String(qty), String(price))], {
          AAPL: String(price),
        });
        const worth = positions.reduce<Decimal>(
          (sum, one) => add(sum, one.marketValue ?? ZERO),
          ZERO,
        );
        expect(isEqual(moved?.equity ?? ZERO, add(moved?.cash ?? ZERO, worth))).toBe(true);
        const withoutFill = add(account.cash, mul(decimal('100'), decimal(String(price))));
        expect(isEqual(sub(moved?.equity ?? ZERO, withoutFill), ZERO)).toBe(true);
      }),
    );
  });

  it.each([
    // 500 were made until it was read at 150; 155 is the newest price.
    ['a part that was sold took its share with it', '-40', '151', String(300 + 60 * 5)],
    [
      'shares that came made something since they came',
      '50',
      '152',
      String(500 + 100 * 5 + 50 * 3),
    ],
    ['what turned round made something since then', '-150', '157', String(-50 * (155 - 157))],
  ])('has of today’s result only what is still held: %s', (_what, qty, price, result) => {
    const { positions } = now([move(qty, price)], { AAPL: '155' });
    expect(positions[0]?.unrealizedIntradayPl).toBe(result);
  });

  it('loses nothing with a fill of what the broker told no worth of', () => {
    const bare = aPosition({ qty: '100', costBasis: '14000', avgEntryPrice: '140' });
    const { account: moved } = now([move('10', '150')], {}, [bare]);
    expect(moved).toMatchObject({ cash: '8500', equity: '25000' });
  });
});
