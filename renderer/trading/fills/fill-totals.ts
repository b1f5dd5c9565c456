// What the fills of a table come to, exact. What the broker took back counts for nothing.
import { termsOf } from '#contract/orders.ts';
import { mul, sub, sumOf } from '#renderer/core/exact.ts';
import type { FillRow } from '#renderer/trading/fills/fill-rows.ts';

type FillTotals = { bought: string; sold: string; net: string };

/** Kept with its row: a filter that changes only adds them up again. */
const values = new WeakMap<FillRow, string>();

export function fillTotals(rows: readonly FillRow[]): FillTotals {
  const [buys, sells]: [string[], string[]] = [[], []];
  for (const row of rows) (row.side === 'buy' ? buys : sells).push(valueOf(row));
  const [bought, sold] = [sumOf(buys), sumOf(sells)];
  return { bought, sold, net: sub(sold, bought) };
}

function valueOf(row: FillRow): string {
  const known = values.get(row);
  if (known !== undefined) return known;
  const { qty, price } = termsOf(row);
  const value = row.revision?.kind === 'bust' ? '0' : mul(qty, price);
  values.set(row, value);
  return value;
}
