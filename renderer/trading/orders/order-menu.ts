// What can be done with a row of the orders: all that its buttons do, and what follows from what it says.
import { OrderDraft } from '#contract/orders.ts';
import type { OrderActions } from '#renderer/trading/orders/order-actions.ts';
import { canSelect, orderWords, type OrderRow } from '#renderer/trading/orders/order-rows.ts';
import type { MenuItem } from '#renderer/ui/Menu.tsx';
import type { RowActions } from '#renderer/ui/table/RowMenu.tsx';

export type OrderMenuActions = OrderActions & {
  chart(symbol: string): void;
  fillTicket(draft: OrderDraft): void;
  copy(what: string, text: string): Promise<void>;
  filterTo(symbol: string): void;
  /** The whole of what the row has room for in part. */
  tell(text: string): void;
  select(row: OrderRow): void;
};

export function orderMenu(row: OrderRow, actions: OrderMenuActions): RowActions {
  const { symbol, orderId, intentId, group, notTraded, clientOrderId, family, leg, reason } = row;
  const whyUnchangeable =
    notTraded !== undefined
      ? 'not traded here'
      : row.isChangeable
        ? undefined
        : row.isAwaited
          ? 'not in effect yet'
          : row.status;
  const items: (MenuItem | false)[] = [
    group === 'open' &&
      orderId !== undefined && {
        text: 'Cancel order',
        isDisabled: row.isAwaited,
        ...(row.isAwaited && { detail: 'cancel the order that it replaces' }),
        run: () => void actions.cancel(orderId),
      },
    group === 'open' &&
      orderId !== undefined && {
        text: 'Change order',
        isDisabled: whyUnchangeable !== undefined,
        ...(whyUnchangeable !== undefined && { detail: whyUnchangeable }),
        run: () => actions.change(orderId),
      },
    intentId !== undefined && { text: 'Evidence', run: () => actions.evidence(intentId) },
    // The evidence has it, too.
    reason !== undefined &&
      intentId === undefined && { text: 'Show the reason', run: () => actions.tell(reason) },
    group !== 'done' && {
      text: actions.isSelected(row) ? 'Unselect' : 'Select',
      isDisabled: !canSelect(row),
      ...(!canSelect(row) && { detail: 'not confirmed by the broker yet' }),
      run: () => actions.select(row),
    },
    leg === 0 &&
      family.legs.length > 0 && {
        text: actions.isFolded(row) ? 'Show legs' : 'Hide legs',
        run: () => actions.fold(row),
      },
    symbol !== '' && {
      text: `Chart ${symbol}`,
      isApart: true,
      run: () => actions.chart(symbol),
    },
    ticketItem(row, actions),
    symbol !== '' && { text: `Show only ${symbol}`, run: () => actions.filterTo(symbol) },
    {
      text: 'Copy client order id',
      isApart: true,
      run: () => void actions.copy('Client order id', clientOrderId),
    },
    orderId !== undefined && {
      text: 'Copy order id',
      run: () => void actions.copy('Order id', orderId),
    },
  ];
  return {
    label: actions.hide(orderWords(row)),
    items: items.filter((item) => item !== false),
  };
}

/** The same order once more, to be reviewed like any other. */
function ticketItem(row: OrderRow, actions: OrderMenuActions): MenuItem {
  const draft = draftOf(row);
  return {
    text: 'Ticket with this order',
    isDisabled: draft === undefined || row.notTraded !== undefined,
    run: () => draft && actions.fillTicket(draft),
  };
}

/** Undefined for what the ticket has no fields for. */
function draftOf({ symbol, side, type, timeInForce, qty, notional, prices }: OrderRow) {
  const { limitPrice, stopPrice, trailPrice, trailPercent } = prices;
  const draft = { symbol, side, type, timeInForce, qty, notional };
  const asked = { limitPrice, stopPrice, trailPrice, trailPercent };
  const given = Object.entries({ ...draft, ...asked }).filter(([, value]) => value !== undefined);
  return OrderDraft.safeParse(Object.fromEntries(given)).data;
}
