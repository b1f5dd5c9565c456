// What is typed to protect a position, and the prices that it comes to: measured from the average price, and for what of
// it is protected. That is main's to say and rests on no price, so that dollars and prices do not chase each other. Only
// prices leave the page.
import type { Protection } from '#contract/closings.ts';
import { LimitPrice, type Position } from '#contract/orders.ts';
import { isMore, isZero, sub } from '#renderer/core/exact.ts';
import {
  exitPrice,
  type Entry,
  type ExitKind,
  type ExitUnit,
} from '#renderer/trading/exits/exit-prices.ts';
import { formatQuantity } from '#renderer/ui/format.ts';

export type ProtectionFields = {
  unit: ExitUnit;
  stop: string;
  target: string;
  replaces: boolean;
};

/** Empty where nothing was chosen before. */
export const fieldsFor = (chosen?: Protection): ProtectionFields => ({
  unit: 'price',
  stop: chosen?.stop ?? '',
  target: chosen?.target ?? '',
  replaces: chosen?.replaces ?? true,
});

type Read = { price?: LimitPrice; issue?: string; isWaiting?: true };
type LimitPrice = NonNullable<Protection['stop']>;

export type ReadProtection = { stop: Read; target: Read; protection: Protection | undefined };

/** For how much of it there are to be exits; undefined until main has said it. */
export const entryOf = (
  { side, qty, avgEntryPrice }: Position,
  protectedQty: string | undefined,
): Entry => ({
  direction: side === 'short' || qty.startsWith('-') ? 'short' : 'long',
  price: avgEntryPrice,
  qty: protectedQty,
});

/** 'Protects 11 of 21: other orders hold 10.' Undefined where all of it is. */
export function partWords(
  { qty, of }: { qty: string; of?: string | undefined },
  inOrders = '0',
): string | undefined {
  if (of === undefined) return undefined;
  const rest = sub(sub(of, qty), inOrders);
  const reasons = [
    !isZero(inOrders) && `other orders hold ${formatQuantity(inOrders)}`,
    isMore(rest, '0') &&
      (isMore('1', rest)
        ? 'only whole shares can be protected'
        : `${formatQuantity(rest)} may not be there: the position is being read`),
  ].filter((reason) => reason !== false);
  const why = reasons.length > 0 ? `: ${reasons.join(', and ')}` : '';
  return `Protects ${formatQuantity(qty)} of ${formatQuantity(of)}${why}.`;
}

/** No protection while something of it cannot be read, or is in dollars of a quantity that is not known. */
export function readProtection(
  { unit, stop, target, replaces }: ProtectionFields,
  entry: Entry,
): ReadProtection {
  const read = {
    stop: readExit('stop', unit, stop, entry),
    target: readExit('target', unit, target, entry),
  };
  const isWrong = [read.stop, read.target].some((one) => one.issue !== undefined || one.isWaiting);
  return {
    ...read,
    protection: isWrong
      ? undefined
      : {
          ...(read.stop.price && { stop: read.stop.price }),
          ...(read.target.price && { target: read.target.price }),
          replaces,
        },
  };
}

function readExit(kind: ExitKind, unit: ExitUnit, typed: string, entry: Entry): Read {
  const text = typed.trim();
  if (text === '') return {};
  if (!/^\d+(\.\d+)?$/.test(text) || !/[1-9]/.test(text))
    return { issue: 'Enter a number above zero, such as 1.5.' };
  if (unit === 'dollars' && entry.qty === undefined) return { isWaiting: true };
  const exit = exitPrice(kind, unit, text, entry);
  if (!exit.ok) return { issue: exit.issue };
  const price = LimitPrice.safeParse(exit.price);
  return price.success ? { price: price.data } : { issue: 'A price has at most 4 decimals.' };
}
