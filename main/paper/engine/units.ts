// The engine's numbers. Shares are whole numbers of 10^-9, prices of 10^-4 (PriceUnits), money of 10^-13: the product of
// the two, so that no fill is ever rounded. Only averages and ratios are, on their way out.
import { divideUnits, format, ZERO, type Decimal } from '#main/domain/decimal.ts';
import type { PriceUnits } from '#main/paper/types.ts';

export type Shares = bigint;
export type Money = bigint;

export const SHARE_DECIMALS = 9;
const PRICE_DECIMALS = 4;
const MONEY_DECIMALS = 13;
export const ONE_SHARE: Shares = 10n ** 9n;
export const ONE_DOLLAR: Money = 10n ** 13n;
/** One cent, in price units. */
export const CENT: PriceUnits = 100;
export const DOLLAR_PRICE: PriceUnits = 10_000;

const RATIO_DECIMALS = 10;

export const toShares = (text: Decimal): Shares => scale(text, SHARE_DECIMALS);
export const toMoney = (text: Decimal): Money => scale(text, MONEY_DECIMALS);
export const toPrice = (text: Decimal): PriceUnits => Number(scale(text, PRICE_DECIMALS));

export const sharesText = (shares: Shares): Decimal => unscale(shares, SHARE_DECIMALS);
export const moneyText = (money: Money): Decimal => unscale(money, MONEY_DECIMALS);
export const priceText = (price: PriceUnits): Decimal => unscale(BigInt(price), PRICE_DECIMALS);

export const worth = (shares: Shares, price: PriceUnits): Money => shares * BigInt(price);

/** How many shares this much money buys at most. */
export const sharesFor = (money: Money, price: PriceUnits): Shares => money / BigInt(price);

/** The price per share of a total, to nine decimals. */
export function averageText(total: Money, shares: Shares): Decimal {
  return unscale(divideUnits(total * 10n ** 5n, shares, 'half'), SHARE_DECIMALS);
}

export function ratioText(top: Money, bottom: Money): Decimal {
  if (bottom === 0n) return ZERO;
  return unscale(divideUnits(top * 10n ** BigInt(RATIO_DECIMALS), bottom, 'half'), RATIO_DECIMALS);
}

export const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);
export const atLeast = (minimum: bigint, value: bigint): bigint =>
  value < minimum ? minimum : value;
export const atMost = (maximum: bigint, value: bigint): bigint =>
  value > maximum ? maximum : value;
export const isWhole = (shares: Shares): boolean => shares % ONE_SHARE === 0n;

/** The caller has checked that `text` has no more decimals than `decimals`; what is beyond is cut. */
function scale(text: Decimal, decimals: number): bigint {
  const dot = text.indexOf('.');
  if (dot < 0) return BigInt(text) * 10n ** BigInt(decimals);
  const fraction = text.slice(dot + 1, dot + 1 + decimals).padEnd(decimals, '0');
  return BigInt(text.slice(0, dot) + fraction);
}

const unscale = (units: bigint, decimals: number): Decimal => format({ units, scale: decimals });
