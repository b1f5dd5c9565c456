// Numbers as the desk's sentences say them.
import type { Order } from '#contract/orders.ts';
import {
  abs,
  decimalsOf,
  isLess,
  normalize,
  round,
  sign,
  toFixed,
  type Decimal,
} from '#main/domain/decimal.ts';

const ONE = '1' as Decimal;

/** 50,000.00 */
export function moneyText(amount: Decimal): string {
  const [whole = '', cents = ''] = toFixed(abs(amount), 2).split('.');
  return `${sign(amount) < 0 ? '-' : ''}${grouped(whole)}.${cents}`;
}

/** 190.00, 0.1234: at least two decimals. */
export const priceText = (price: Decimal): string => toFixed(price, Math.max(2, decimalsOf(price)));

/** 357.3182: of a division that does not end, as much as a person reads. A price below one keeps its digits. */
export const averageText = (price: Decimal): string =>
  priceText(isLess(abs(price), ONE) ? price : normalize(round(price, 4, 'half')));

/** 1,500 or 0.25 */
export function qtyText(qty: Decimal): string {
  const [whole = '', fraction] = normalize(qty).split('.');
  return fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`;
}

/** 12.5% */
export const percentText = (percent: Decimal): string => `${normalize(percent)}%`;

/** Some reasons are sentences, others the words of a library. */
export function sentenceOf(reason: string): string {
  const begun = `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}`;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** 40 s, 3 min, 2 h */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

export const sideText = (side: string): string =>
  side.charAt(0).toUpperCase() + side.slice(1).replaceAll('_', ' ');

/** 'Sell 5 AAPL'; 'Side unknown: 5 AAPL' where the record does not say it. */
export function orderWords({ side, symbol, qty, notional, unread }: Order): string {
  const amount = qty === undefined ? notional && `$${moneyText(notional)} of` : qtyText(qty);
  return [unread?.includes('side') ? 'Side unknown:' : sideText(side), amount, symbol]
    .filter((word) => word)
    .join(' ');
}

/** 'Sell 5 AAPL, stop 180.00', 'Sell 5 AAPL, limit 200.00' */
export const orderLine = (order: Order): string =>
  [orderWords(order), termsWords(order)].filter((word) => word).join(', ');

function termsWords({ type, limitPrice, stopPrice, trailPrice, trailPercent }: Order): string {
  const trail = trailPercent ? percentText(trailPercent) : trailPrice && priceText(trailPrice);
  if (type === 'trailing_stop') return trail ? `trailing stop ${trail}` : 'trailing stop';
  const stop = stopPrice && `stop ${priceText(stopPrice)}`;
  const limit = limitPrice && `limit ${priceText(limitPrice)}`;
  return [stop, limit].filter((word) => word).join(' ') || type.replaceAll('_', ' ');
}

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');
