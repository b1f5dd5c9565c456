// What an account stands at between two readings: the last reading, what was filled since, and the newest prices. What
// is derived from fills is an estimate until it is read: what they cost beyond their price is the broker's to say.
import type { Position } from '#contract/orders.ts';
import type { Account, EstimatedMember } from '#contract/records.ts';
import {
  abs,
  add,
  decimal,
  div,
  isEqual,
  isMore,
  isZero,
  max,
  mul,
  sign,
  sub,
  ZERO,
  type Decimal,
} from '#main/domain/decimal.ts';
import {
  applyExecution,
  averagePriceOf,
  holdingOf,
  type Holding,
} from '#main/domain/orders/holdings.ts';
import { isSameSymbol } from '#main/domain/orders/order-terms.ts';

/** Shares that came, or went when negative, since the positions were asked for, and at which price. */
export type ShareMove = {
  symbol: string;
  qty: Decimal;
  price: Decimal;
  /** As many of them as the reading may hold already. */
  doubtful?: Decimal;
};

type Read = {
  account: Account | undefined;
  positions: readonly Position[];
  moved: readonly ShareMove[];
  /** Something was filled since the reading was asked for, whether or not it is in it. */
  isOverlapped?: boolean;
  /** The newest price, where it is newer than the positions. */
  priceOf: (symbol: string) => Decimal | undefined;
};

type StandingNow = {
  account: Account | undefined;
  positions: Position[];
  estimates: EstimatedMember[];
};

/** What a position is worth now, less what it was worth when it was read: long and short ones apart. */
type Gains = { long: Decimal; short: Decimal; cash: Decimal; opened: Decimal };

const HUNDRED = decimal('100');
const RATIO_DECIMALS = 6;
const MONEY_DECIMALS = 9;
const ESTIMATED: EstimatedMember[] = ['equity', 'cash', 'buyingPower'];

export function standingNow(read: Read): StandingNow {
  const { account, positions, moved, priceOf, isOverlapped = false } = read;
  const gains: Gains = { long: ZERO, short: ZERO, cash: ZERO, opened: ZERO };
  const held = positions.flatMap((position) => {
    const { symbol } = position;
    const move = moved.find((one) => isSameSymbol(one.symbol, symbol));
    return after(position, move, priceOf(symbol), gains);
  });
  const bought = moved
    .filter(({ symbol }) => !positions.some((position) => isSameSymbol(position.symbol, symbol)))
    .flatMap((move) => after(undefined, move, priceOf(move.symbol), gains));
  return {
    account: account && accountAfter(account, gains),
    positions: [...held, ...bought],
    estimates: moved.length > 0 || isOverlapped ? [...ESTIMATED] : [],
  };
}

/** Prices have moved equity by a hundredth: what may be bought with it is another sum by now. */
export const isFarFrom = (read: Decimal, now: Decimal): boolean =>
  !isEqual(read, now) && !isMore(abs(read), mul(abs(sub(now, read)), HUNDRED));

function after(
  position: Position | undefined,
  told: ShareMove | undefined,
  newest: Decimal | undefined,
  gains: Gains,
): Position[] {
  if (!told && newest === undefined) return position ? [position] : [];
  const before = holdingOf(position);
  const move = told && believed(before, told);
  const holding = move && !isZero(move.qty) ? filled(before, move, gains) : before;
  const price = newest ?? position?.currentPrice ?? move?.price;
  if (price !== undefined) {
    // Where the broker told no worth, it is taken as what it is now: nothing is made of it, and nothing lost.
    const worthBefore = worthOf(position, before) ?? mul(before.qty, price);
    count(gains, before.qty, sub(ZERO, worthBefore));
    count(gains, holding.qty, mul(holding.qty, price));
  }
  if (isZero(holding.qty)) return [];
  const symbol = position?.symbol ?? move?.symbol ?? '';
  const read = position ?? { symbol, side: 'long', qty: ZERO, avgEntryPrice: ZERO };
  return [
    {
      ...(move ? withoutAvailable(read) : read),
      ...(move && sizeOf(position, holding)),
      ...(price !== undefined && valuesAt(position, holding, price)),
      ...(price !== undefined && intradayAt(position, holding, price, move)),
      ...(move && { isEstimate: true }),
    },
  ];
}

/** A position is neither gone nor turned round by what the reading may hold already. */
function believed({ qty: before }: Holding, move: ShareMove): ShareMove {
  const certain = sub(move.qty, move.doubtful ?? ZERO);
  const stays = (qty: Decimal): boolean => sign(add(before, qty)) === sign(before);
  return !isZero(before) && !stays(move.qty) && stays(certain) ? { ...move, qty: certain } : move;
}

function filled(before: Holding, { qty, price }: ShareMove, gains: Gains): Holding {
  const side = sign(qty) > 0 ? 'buy' : 'sell';
  const { holding } = applyExecution(before, { side, qty: abs(qty), price });
  const isThroughZero = sign(before.qty) * sign(holding.qty) < 0;
  const grown = isThroughZero ? abs(holding.qty) : sub(abs(holding.qty), abs(before.qty));
  gains.cash = sub(gains.cash, mul(qty, price));
  gains.opened = add(gains.opened, mul(max(grown, ZERO), price));
  return holding;
}

function count(gains: Gains, qty: Decimal, worth: Decimal): void {
  if (sign(qty) > 0) gains.long = add(gains.long, worth);
  if (sign(qty) < 0) gains.short = add(gains.short, worth);
}

/** As it was read; a short is worth less than nothing, however the broker writes that. */
function worthOf(position: Position | undefined, { qty }: Holding): Decimal | undefined {
  if (!position) return ZERO;
  const { marketValue, currentPrice } = position;
  if (marketValue !== undefined)
    return sign(qty) < 0 ? sub(ZERO, abs(marketValue)) : abs(marketValue);
  return currentPrice && mul(qty, currentPrice);
}

/** How much of another size, or beside other orders, is free is the broker's to say. */
export function withoutAvailable(position: Position): Position {
  const { qtyAvailable: _, ...rest } = position;
  return rest;
}

function sizeOf(position: Position | undefined, holding: Holding): Partial<Position> {
  const averagePrice = averagePriceOf(holding);
  const isNegative = position === undefined || sign(position.qty) < 0;
  return {
    side: sign(holding.qty) < 0 ? 'short' : 'long',
    qty: isNegative ? holding.qty : abs(holding.qty),
    ...(averagePrice !== undefined && { avgEntryPrice: averagePrice }),
    costBasis: holding.costBasis,
  };
}

function valuesAt(
  position: Position | undefined,
  { qty, costBasis }: Holding,
  price: Decimal,
): Partial<Position> {
  const marketValue = mul(qty, price);
  const unrealizedPl = sub(marketValue, costBasis);
  const { lastdayPrice } = position ?? {};
  return {
    currentPrice: price,
    marketValue,
    unrealizedPl,
    ...(!isZero(costBasis) && {
      unrealizedPlpc: div(unrealizedPl, abs(costBasis), RATIO_DECIMALS, 'half'),
    }),
    ...(lastdayPrice &&
      !isZero(lastdayPrice) && {
        changeToday: div(sub(price, lastdayPrice), lastdayPrice, RATIO_DECIMALS, 'half'),
      }),
  };
}

/** What is held made so much today: the shares that were there since they were read, others since they came. */
function intradayAt(
  position: Position | undefined,
  { qty }: Holding,
  price: Decimal,
  move: ShareMove | undefined,
): Partial<Position> {
  const { unrealizedIntradayPl: read, currentPrice } = position ?? {};
  if (!read || !currentPrice) return {};
  const before = holdingOf(position).qty;
  const isTurned = sign(before) * sign(qty) < 0;
  const stayed = isTurned ? ZERO : isMore(abs(before), abs(qty)) ? qty : before;
  const ofStayed = isZero(before) ? ZERO : div(mul(read, stayed), before, MONEY_DECIMALS, 'half');
  const came = mul(sub(qty, stayed), sub(price, move?.price ?? price));
  return {
    unrealizedIntradayPl: add(add(ofStayed, mul(stayed, sub(price, currentPrice))), came),
  };
}

function accountAfter(account: Account, { long, short, cash, opened }: Gains): Account {
  if ([long, short, cash].every(isZero)) return account;
  const equity = add(account.equity, add(cash, add(long, short)));
  return {
    ...account,
    equity,
    cash: add(account.cash, cash),
    buyingPower: max(sub(account.buyingPower, opened), ZERO),
    ...shifted(account, 'longMarketValue', long),
    ...shifted(account, 'shortMarketValue', short),
    ...(account.portfolioValue !== undefined && { portfolioValue: equity }),
  };
}

function shifted(
  account: Account,
  name: 'longMarketValue' | 'shortMarketValue',
  by: Decimal,
): Partial<Account> {
  const value = account[name];
  return value === undefined ? {} : { [name]: add(value, by) };
}
