// Where a target and a stop lie, given as a price, in percent of the entry or in dollars of the whole order; and what
// they would gain and lose. Pure and exact. Only prices ever leave the page.
import { abs, add, div, isMore, isZero, mul, sub } from '#renderer/core/exact.ts';
import { tickOf } from '#renderer/trading/exits/price-steps.ts';

export type ExitUnit = 'price' | 'percent' | 'dollars';
export type ExitKind = 'target' | 'stop';

/** What is, or would be, held: the price it was opened at, and how much. */
export type Entry = { direction: 'long' | 'short'; price: string; qty: string | undefined };

export type ExitPrice = { ok: true; price: string } | { ok: false; issue: string };

/** Rounded to a tick toward the entry: the risk is never more than was typed. */
export function exitPrice(
  kind: ExitKind,
  unit: ExitUnit,
  amount: string,
  entry: Entry | undefined,
): ExitPrice {
  if (unit === 'price') return { ok: true, price: amount };
  if (!entry) return { ok: false, issue: 'No price is known to measure it from.' };
  const { price, qty } = entry;
  if (unit === 'dollars' && (qty === undefined || isZero(qty)))
    return { ok: false, issue: 'Enter a quantity first: dollars are of the whole order.' };
  const isAbove = (kind === 'target') === (entry.direction === 'long');
  const [away, share] = unit === 'percent' ? [mul(price, amount), '100'] : [amount, qty ?? '1'];
  const whole = mul(price, share);
  const exact = isAbove ? add(whole, away) : sub(whole, away);
  if (!isMore(exact, '0'))
    return { ok: false, issue: 'Its price would be below zero. Enter less.' };
  const tick = tickOf(div(exact, share, 6, 'down'));
  const onTick = mul(div(exact, mul(share, tick), 0, isAbove ? 'down' : 'up'), tick);
  return (isAbove ? isMore(onTick, price) : isMore(price, onTick))
    ? { ok: true, price: onTick }
    : { ok: false, issue: 'That is less than one tick from the entry. Enter more.' };
}

export type ExitFigures = {
  gain: string | undefined;
  loss: string | undefined;
  /** '2.1': so many dollars to gain for each to lose. */
  ratio: string | undefined;
};

/** In dollars of the whole order, without their signs; a loss on a stop that lies beyond the entry is none. */
export function exitFigures(
  { direction, price, qty }: Entry,
  { target, stop }: { target: string | undefined; stop: string | undefined },
): ExitFigures {
  const ahead = (exit: string): string =>
    direction === 'long' ? sub(exit, price) : sub(price, exit);
  const gained = target === undefined ? undefined : ahead(target);
  const lost = stop === undefined ? undefined : ahead(stop);
  const dollars = (each: string | undefined): string | undefined =>
    each === undefined || qty === undefined ? undefined : div(mul(each, qty), '1', 2, 'half');
  const hasRatio =
    gained !== undefined && lost !== undefined && isMore(gained, '0') && isMore('0', lost);
  return {
    gain: dollars(gained),
    loss: dollars(lost),
    ratio: hasRatio ? div(gained, abs(lost), 1, 'half') : undefined,
  };
}
