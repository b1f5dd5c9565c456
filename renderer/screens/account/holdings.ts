// Profit and loss by symbol, and where the money is. Today's profit is what the holding is worth now, less what it was
// worth at yesterday's close, less what was paid and plus what was received today. What moved in or out counts as what
// it was worth then: a mint is neither profit nor loss. What is not traded here is not reckoned here: a contract of
// options is priced by the share and stands for a hundred.
import { notTradedHere } from '#contract/order-choices.ts';
import { termsOf, type Execution, type Position } from '#contract/orders.ts';
import type { AccountReading } from '#contract/records.ts';
import { abs, add, isMore, isZero, mul, percentsOf, sub } from '#renderer/core/exact.ts';

export type SymbolProfit = {
  symbol: string;
  qty: string;
  marketValue: string | undefined;
  unrealized: string | undefined;
  /** Undefined where what a fill came to cannot be told. */
  bought: string | undefined;
  sold: string | undefined;
  /** Undefined where yesterday's close or today's price is not known, and with a fill of what is not traded here. */
  today: string | undefined;
  /** Its size is reckoned from fills that no reading holds yet, and all of it with that. */
  isEstimate: boolean;
};

export type Share = {
  name: string;
  value: string;
  percent: string | undefined;
  /** The value, or, of the percentage, any of them: they are parts of one whole. */
  isEstimate?: boolean | undefined;
  isPercentEstimate?: boolean | undefined;
};

const NEW_YORK_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });

export function profitBySymbol(
  positions: readonly Position[],
  executions: readonly Execution[],
  now: number,
  sharesMoved: NonNullable<AccountReading['sharesMoved']> = [],
): SymbolProfit[] {
  const today = NEW_YORK_DAY.format(now);
  const isToday = ({ at }: Execution): boolean => {
    const moment = Date.parse(at);
    return !Number.isNaN(moment) && NEW_YORK_DAY.format(moment) === today;
  };
  const fills = Map.groupBy(executions.filter(isToday), ({ symbol }) => bare(symbol));
  const held = new Map(positions.map((position) => [bare(position.symbol), position]));
  return [...new Set([...held.keys(), ...fills.keys()])].sort().map((key) => {
    const [position, its = []] = [held.get(key), fills.get(key)];
    const symbol = position?.symbol ?? its[0]?.symbol ?? key;
    if (notTradedHere(symbol, position?.assetClass) !== undefined)
      return asRead(symbol, position, its.length > 0);
    const moves = sharesMoved.filter((move) => move.symbol === symbol);
    return profitOf(symbol, position, its, moves);
  });
}

/** Orders and fills name a pair with a slash, its position without. */
const bare = (symbol: string): string => symbol.replace('/', '');

/** As the broker tells it: what was filled today is in no figure of its own. */
const asRead = (
  symbol: string,
  position: Position | undefined,
  isFilled: boolean,
): SymbolProfit => ({
  symbol,
  qty: signed(position?.qty ?? '0', position?.side),
  marketValue: position ? position.marketValue : '0',
  unrealized: position?.unrealizedPl,
  bought: isFilled ? undefined : '0',
  sold: isFilled ? undefined : '0',
  today: isFilled ? undefined : position?.unrealizedIntradayPl,
  isEstimate: position?.isEstimate === true,
});

function profitOf(
  symbol: string,
  position: Position | undefined,
  fills: readonly Execution[],
  moves: readonly { qty: string; value: string }[],
): SymbolProfit {
  let [bought, sold, moved, movedWorth] = ['0', '0', '0', '0'];
  for (const move of moves) {
    moved = add(moved, move.qty);
    movedWorth = add(movedWorth, move.value);
  }
  for (const fill of fills) {
    const { qty, price } = termsOf(fill);
    if (fill.side === 'buy') {
      bought = add(bought, mul(qty, price));
      moved = add(moved, qty);
    } else {
      sold = add(sold, mul(qty, price));
      moved = sub(moved, qty);
    }
  }
  const qty = signed(position?.qty ?? '0', position?.side);
  const before = sub(qty, moved);
  const worthBefore = isZero(before)
    ? '0'
    : position?.lastdayPrice && mul(before, position.lastdayPrice);
  const worthNow = position ? position.marketValue : '0';
  const today =
    worthNow === undefined || worthBefore === undefined
      ? undefined
      : sub(sub(add(sub(worthNow, worthBefore), sold), bought), movedWorth);
  return {
    symbol,
    qty,
    marketValue: worthNow,
    unrealized: position?.unrealizedPl,
    bought,
    sold,
    today,
    isEstimate: position?.isEstimate === true,
  };
}

/** A broker says short by a sign, by a word, or by both. */
const signed = (qty: string, side: string | undefined): string =>
  side === 'short' && !qty.startsWith('-') && !isZero(qty) ? `-${qty}` : qty;

/**
 * Each holding and the cash, largest first, as parts of all that is there; in that whole what is owed counts by its
 * size, and its own part is below nothing.
 */
export function allocationOf(
  positions: readonly Position[],
  cash: string | undefined,
  isCashEstimate?: boolean,
): Share[] {
  const shares: Omit<Share, 'percent'>[] = positions.flatMap(
    ({ symbol: name, marketValue: value, isEstimate }) =>
      value === undefined ? [] : [{ name, value, isEstimate }],
  );
  if (cash !== undefined) shares.push({ name: 'Cash', value: cash, isEstimate: isCashEstimate });
  const isPercentEstimate = shares.some(({ isEstimate }) => isEstimate) || undefined;
  const sorted = shares.toSorted((a, b) => bySize(a.value, b.value));
  const percents = percentsOf(sorted.map(({ value }) => value));
  return sorted.map((share, at) => ({ ...share, percent: percents[at], isPercentEstimate }));
}

/** Largest first, whichever way it points. */
export function bySize(a: string, b: string): number {
  if (isMore(abs(a), abs(b))) return -1;
  return isMore(abs(b), abs(a)) ? 1 : 0;
}
