import { useLayoutEffect, useMemo, useState } from 'react';
import { pagePace } from '#renderer/core/delay.ts';
import {
  createTotaller,
  type OrderTotals as Totals,
} from '#renderer/trading/orders/order-totals.ts';
import type { OrderRow } from '#renderer/trading/orders/order-rows.ts';
import { Amount } from '#renderer/ui/Amount.tsx';
import { Num } from '#renderer/ui/Num.tsx';
import { TotalsLine } from '#renderer/ui/TotalsLine.tsx';
import type { RowsView } from '#renderer/ui/table/sorted-rows.ts';

type Props = {
  view: RowsView<OrderRow>;
  /** In the table or not: the line keeps its place, whatever is filtered for. */
  isAnyOpen: boolean;
};

/** What the open orders of the table come to. The rows do not wait for it. */
export function OrderTotals({ view, isAnyOpen }: Props) {
  const [totals, setTotals] = useState<Totals>();
  const totaller = useMemo(() => createTotaller(pagePace, setTotals), []);
  useLayoutEffect(() => totaller.show(view.isPartial ? undefined : view.rows), [totaller, view]);
  useLayoutEffect(() => totaller.stop, [totaller]);
  if (!isAnyOpen) return null;
  return (
    <TotalsLine
      name="Open orders in this table"
      totals={[
        ['Open orders', <Num key="open" text={totals && String(totals.open)} missing="…" />],
        ['Buys', <Amount key="buys" value={totals?.buys} />],
        ['Sells', <Amount key="sells" value={totals?.sells} />],
        ...(totals && totals.unpriced > 0
          ? [['Without a price', <Num key="unpriced" text={String(totals.unpriced)} />] as const]
          : []),
      ]}
    />
  );
}
