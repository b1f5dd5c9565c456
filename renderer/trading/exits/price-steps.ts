// The steps in which a price of shares is quoted and typed: cents, and hundredths of them below a dollar.
import { assetKindOf } from '#contract/order-choices.ts';
import { add, div, isMore, mul, sub } from '#renderer/core/exact.ts';

export const tickOf = (price: string): string => (isMore('1', price) ? '0.0001' : '0.01');

/** So many ticks up or down, onto a tick; never below the first one. */
export function stepPrice(price: string, steps: number): string {
  const isUp = steps > 0;
  // Down from a dollar goes by the finer tick.
  const tick = isUp ? tickOf(price) : tickOf(sub(price, '0.0001'));
  const onTick = mul(div(price, tick, 0, isUp ? 'down' : 'up'), tick);
  const moved = add(onTick, mul(tick, String(steps)));
  return isMore(moved, '0') ? moved : '0.0001';
}

/** 190.1 as it stands everywhere else: 190.10. */
export const inCents = (price: string): string =>
  price.replace(/^(\d+)(?:\.(\d))?$/, (_, whole: string, tenth = '0') => `${whole}.${tenth}0`);

/** A typed price so many steps further, as it is written. */
export function stepPriceOf(symbol: string, price: string, steps: number): string | undefined {
  if (assetKindOf(symbol.trim()) !== 'crypto') return inCents(stepPrice(price, steps));
  // A coin has no fixed step: it goes by the last of the decimals that it is written with.
  const decimals = Math.max(2, price.split('.')[1]?.length ?? 0);
  return stepBy(price, `0.${'1'.padStart(decimals, '0')}`, steps);
}

/** Never to zero or below: then to the first step, or nowhere. */
export function stepBy(value: string, step: string, steps: number): string | undefined {
  const next = add(value, mul(step, String(steps)));
  if (isMore(next, '0')) return next;
  return isMore(value, step) ? step : undefined;
}
