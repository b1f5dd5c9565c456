import { describe, expect, it } from 'vitest';
import { OrderChange, Position, type Order } from '#contract/orders.ts';
import { decimal, ZERO } from '#main/domain/decimal.ts';
import { changeTitle, closingDraft, familyOf } from '#main/account/orders/drafts.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { anOrder, failureOf, value } from '#test/unit/account/orders/world.ts';

type Held = Parameters<typeof closingDraft>[1];

const position = (members: Record<string, unknown> = {}) =>
  Position.parse({ symbol: 'AAPL', side: 'long', qty: '10', avgEntryPrice: '150', ...members });
function holding(
  positions: Position[],
  openOrders: Order[] = [],
  price?: string,
  filledSince = ZERO,
): Held {
  const heard = { tradedAt: 0, receivedAt: 0 };
  return {
    positions: () => positions,
    openOrdersOf: () => openOrders,
    filledSince: () => filledSince,
    isUnread: () => false,
    price: (symbol) =>
      price === undefined ? undefined : { symbol, price: decimal(price), ...heard },
  };
}

describe('closing', () => {
  it('a position takes an ordinary order for the other side, without a price too', () => {
    expect(value(closingDraft('AAPL', holding([position()]), []))).toEqual({
      symbol: 'AAPL',
      side: 'sell',
      type: 'market',
      timeInForce: 'day',
      qty: '10',
    });
    const short = holding([position({ side: 'short', qty: '-3' })]);
    expect(value(closingDraft('AAPL', short, []))).toMatchObject({ side: 'buy', qty: '3' });
  });

  it.each([
    ['BTC/USD', 'crypto', 'crypto'],
    ['AAPL261218C00200000', 'us_option', 'an option'],
    ['AAPL261218C00200000', undefined, 'an option'],
    ['T 4.25 2034', 'treasury', 'treasury'],
  ])('of %s is not done here, and says so', (symbol, assetClass, words) => {
    const book = holding([position({ symbol, ...(assetClass !== undefined && { assetClass }) })]);
    expect(closingDraft(symbol, book, [])).toMatchObject({
      failure: {
        message: `${symbol} is ${words}, which Ballast does not trade. Trade and close it at the broker.`,
      },
    });
  });

  it('of a position that could not be read is not done here, and says so', () => {
    const book = { ...holding([]), isUnread: () => true };
    expect(closingDraft('TSLA', book, [])).toMatchObject({
      failure: {
        kind: 'not-allowed',
        message: expect.stringContaining('TSLA could not be read') as string,
      },
    });
  });

  it('what is not there, or taken already, is said', () => {
    expect(closingDraft('MSFT', holding([position()]), [])).toMatchObject({
      failure: {
        kind: 'invalid',
        issues: [{ path: 'symbol', message: 'You have no position in MSFT.' }],
      },
    });
    const taken = closingDraft('AAPL', holding([position()], [anOrder({ side: 'sell' })]), []);
    expect(taken).toMatchObject({ failure: { kind: 'not-allowed' } });
    expect(failureOf(taken)).toContain('may already use all of your AAPL');
  });

  it('counts an open order in dollars at the price of the market', () => {
    const dollars = anOrder({
      side: 'sell',
      type: 'market',
      qty: undefined,
      limitPrice: undefined,
      notional: '380',
    });
    const at = (price?: string) =>
      closingDraft('AAPL', holding([position()], [dollars], price), []);
    expect(value(at('190')).qty).toBe('8');
    expect(at().ok).toBe(false);
  });
});

describe('a change in words', () => {
  it.each([
    [{ limitPrice: '180' }, 'Change buy AAPL: limit 180.00'],
    [{ qty: '1500', timeInForce: 'gtc' }, 'Change buy AAPL: quantity 1,500, gtc'],
    [{ stopPrice: '170', trail: '2.5' }, 'Change buy AAPL: stop 170.00, trail 2.5'],
  ])('names what %o changes and nothing else', (change, title) => {
    expect(changeTitle(anOrder({}), OrderChange.parse(change))).toBe(title);
  });
});

describe('the orders that live and die together', () => {
  const legs = [anOrder({ id: 'profit' }), anOrder({ id: 'loss' })];
  const parent = anOrder({ id: 'parent', legs });
  const stranger = anOrder({ id: 'stranger', legs: [anOrder({ id: 'its-leg' })] });
  const book = createAccountBook();
  book.putOrders([stranger, parent]);

  it('are the parent, its legs and itself, from wherever one looks', () => {
    const all = new Set(['parent', 'profit', 'loss']);
    expect(familyOf(book, book.order('parent')!)).toEqual({ isLeg: false, ids: all });
    expect(familyOf(book, book.order('loss')!)).toEqual({ isLeg: true, ids: all });
  });

  it('are the order alone when it has no legs and is none', () => {
    const alone = anOrder({ id: 'alone' });
    book.putOrders([alone]);
    expect(familyOf(book, alone)).toEqual({ isLeg: false, ids: new Set(['alone']) });
  });
});
