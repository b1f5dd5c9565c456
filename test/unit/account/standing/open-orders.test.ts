import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { DEFAULT_GUARDS } from '#contract/trading.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { createOpenOrders } from '#main/account/standing/open-orders.ts';
import { decimal } from '#main/domain/decimal.ts';
import { checkGuards } from '#main/domain/guards/guards.ts';
import { availableToExit, takesTooMuch } from '#main/domain/orders/exits.ts';
import { whatIf } from '#main/domain/orders/what-if.ts';
import { aDraft, anOrder, aPosition } from '#test/unit/domain/samples.ts';

const SYMBOLS = ['AAPL', 'MSFT', 'BTC/USD', 'BTCUSD'];
const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const id = fc.constantFrom(...IDS);
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });
const terms = {
  symbol: fc.constantFrom(...SYMBOLS),
  side: fc.constantFrom('buy', 'sell', 'sell_short'),
  status: fc.constantFrom('new', 'new', 'held', 'partially_filled', 'replaced', 'canceled', 'odd'),
  qty: some(fc.constantFrom('1', '5', '12.5').map(decimal)),
  limitPrice: some(fc.constantFrom('90', '190').map(decimal)),
  replaces: some(id),
  parentId: some(id),
};
const place = (record: Partial<Order> & { id: string }): Order =>
  JSON.parse(JSON.stringify(anOrder({ clientOrderId: `c-${record.id}`, ...record }))) as Order;
const leg = fc.record({ id, ...terms }).map(place);
const order = fc
  .record({ id, ...terms, legs: some(fc.array(leg, { minLength: 1, maxLength: 2 })) })
  .map(({ legs, ...record }) => {
    const others = legs?.filter((one) => one.id !== record.id);
    return place({ ...record, ...(others && { legs: others }) });
  });
const unknown = fc
  .record({ intentId: fc.constantFrom('u-1', 'u-2'), symbol: terms.symbol, replaces: some(id) })
  .map(({ intentId, symbol, replaces }) => ({
    intentId,
    draft: aDraft({ symbol, qty: decimal('7') }),
    ...(replaces !== undefined && { replaces }),
  }));

describe('what a check is told of the open orders', () => {
  it('lets it say the same as with all of them', () => {
    let fewer = 0;
    fc.assert(
      fc.property(
        fc.array(order, { minLength: 1, maxLength: 14 }),
        fc.array(unknown, { maxLength: 3 }),
        terms.symbol,
        fc.constantFrom('buy' as const, 'sell' as const),
        some(id),
        (news, unknownOrders, symbol, side, replaces) => {
          const book = createAccountBook();
          for (const one of news) book.putOrders([one]);
          const draft = aDraft({ symbol, side, qty: decimal('9') });
          const [marketPrice, positions] = [
            decimal('190'),
            SYMBOLS.map((held) => aPosition({ symbol: held, qty: decimal('20') })),
          ];
          const told = (openOrders: readonly Order[]) => {
            const standing = {
              positions,
              openOrders,
              unknownOrders,
              marketPrice,
              ...(replaces !== undefined && { replaces }),
            };
            const account = { equity: decimal('10000'), lastEquity: decimal('10000') };
            const guards = checkGuards(
              {
                ...standing,
                draft,
                price: { price: marketPrice, ageMs: 0 },
                account,
                recentIntents: [],
                isMarketOpen: true,
                now: 0,
              },
              DEFAULT_GUARDS,
            );
            return {
              guards,
              available: positions
                .filter((held) => held.symbol === symbol)
                .map((held) => availableToExit(held, standing)),
              isTooMuch: takesTooMuch(draft, standing, [draft]),
              whatIf: whatIf({
                ...standing,
                draft,
                account: { equity: decimal('10000'), buyingPower: decimal('5000') },
                prices: new Map(SYMBOLS.map((one) => [one, marketPrice])),
              }),
            };
          };
          const ids = [replaces, ...unknownOrders.map((one) => one.replaces)];
          const known = book.openOrdersOf(symbol, ids);
          expect(told(known)).toEqual(told(book.openOrders()));
          expect(known.every((one) => book.order(one.id) === one)).toBe(true);
          if (known.length < book.openCount()) fewer++;
        },
      ),
      { numRuns: 1_000 },
    );
    expect(fewer).toBeGreaterThan(100);
  });

  it('is no more when 20,000 are open in other symbols', () => {
    const open = createOpenOrders();
    for (let n = 0; n < 20_000; n++) open.put(anOrder({ id: `o-${n}`, symbol: `S${n % 500}` }));
    open.put(anOrder({ id: 'mine', symbol: 'BTC/USD' }));
    expect(open.of('BTCUSD').map((one) => one.id)).toEqual(['mine']);
    expect(open.of('NONE', ['o-3', undefined]).map((one) => one.id)).toEqual(['o-3']);
    expect(open.of('S7')).toHaveLength(40);
    for (let n = 0; n < 20_000; n++) open.delete(`o-${n}`);
    expect(open.all().map((one) => one.id)).toEqual(['mine']);
    expect(open.of('S7')).toEqual([]);
  });

  it('follows an order that is put again as another', () => {
    const open = createOpenOrders();
    const child = anOrder({ id: 'leg', symbol: 'MSFT' });
    open.put(anOrder({ id: 'one', replaces: 'old' }));
    open.put(anOrder({ id: 'one', legs: [child] }));
    expect(open.of('X', ['old'])).toEqual([]);
    expect(open.of('MSFT').map((one) => one.id)).toEqual(['one']);
    expect(open.of('X', ['leg']).map((one) => one.id)).toEqual(['one']);
    open.put(anOrder({ id: 'one', symbol: 'TSLA' }));
    expect(open.of('MSFT')).toEqual([]);
    expect(open.of('TSLA')).toHaveLength(1);
    expect(open.count()).toBe(1);
  });
});
