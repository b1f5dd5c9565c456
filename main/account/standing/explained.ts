// Whether fills alone led from one reading to the next: to the cent and to the share, or something else moved, too.
import type { Execution, Position } from '#contract/orders.ts';
import type { Account } from '#contract/records.ts';
import { add, isEqual, mul, negate, sub, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { holdingOf } from '#main/domain/orders/holdings.ts';
import { bareSymbol } from '#main/domain/orders/order-terms.ts';

/** Cash and positions of a reading. */
export type Had = { cash: Decimal; shares: ReadonlyMap<string, Decimal> };
/** What all fills that are known come to: what came, and what went when negative. */
export type Traded = Had;

/** Shares that came into the account, or left it when negative, and were not traded. */
export type ShareMove = { symbol: string; qty: Decimal };

/** Adds up fills, each of which is noted once. */
export function createTrades() {
  const shares = new Map<string, Decimal>();
  let cash: Decimal = ZERO;
  return {
    note({ symbol, side, qty, price }: Execution): void {
      const key = bareSymbol(symbol);
      const came = side === 'buy' ? qty : negate(qty);
      shares.set(key, add(shares.get(key) ?? ZERO, came));
      cash = sub(cash, mul(came, price));
    },
    /** What came, or went when negative, without a fill, and is no transfer: a fee, a dividend, a split. */
    noteBooked(money: Decimal, symbol: string | undefined, qty: Decimal): void {
      cash = add(cash, money);
      if (symbol === undefined) return;
      const key = bareSymbol(symbol);
      shares.set(key, add(shares.get(key) ?? ZERO, qty));
    },
    sum: (): Traded => ({ cash, shares: new Map(shares) }),
  };
}

export const hadBy = ({ cash }: Account, positions: readonly Position[]): Had => ({
  cash,
  shares: new Map(
    positions.map((position) => [bareSymbol(position.symbol), holdingOf(position).qty]),
  ),
});

export const isSameHad = (a: Had, b: Had): boolean => isExplained(a, b, NOTHING, NOTHING);

/** The fills between the two sums are all that moved between the two readings. */
export function isExplained(before: Had, after: Had, from: Traded, to: Traded): boolean {
  if (!isEqual(sub(after.cash, before.cash), sub(to.cash, from.cash))) return false;
  const maps = [before, after, from, to].map(({ shares }) => shares);
  const symbols = new Set(maps.flatMap((shares) => [...shares.keys()]));
  return [...symbols].every((symbol) => {
    const [had = ZERO, has = ZERO, sold = ZERO, bought = ZERO] = maps.map((shares) =>
      shares.get(symbol),
    );
    return isEqual(add(has, sold), add(had, bought));
  });
}

const NOTHING: Traded = { cash: ZERO, shares: new Map() };
