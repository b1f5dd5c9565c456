// What the panels of the desk ask of each other: fill the ticket, review a change, show the evidence of an order.
import type { RefObject } from 'react';
import type { OrderChange, OrderDraft } from '#contract/orders.ts';
import type { OrderList } from '#renderer/trading/orders/order-list.ts';
import type { OrderRow } from '#renderer/trading/orders/order-rows.ts';
import type { TicketControl } from '#renderer/trading/ticket/use-ticket.ts';
import type { WayOutRequest } from '#renderer/trading/positions/use-way-out.ts';
import { neededContext } from '#renderer/session/needed-context.ts';

export type DeskControl = {
  /** Where the quantity is typed. */
  quantity: RefObject<HTMLInputElement | null>;
  /** Puts a draft into the ticket, to be reviewed like any other. Answers whether it was taken. */
  fillTicket(draft: OrderDraft): boolean;
  /** The ticket in front with this side, and the quantity selected; the symbol is the one in hand without another. */
  openTicket(side: OrderDraft['side'], symbol?: string): void;
  /** Opens the review of a change to an open order; without a change the person fills it in there. */
  reviewChange(orderId: string, change?: OrderChange): void;
  showEvidence(intentId: string): void;
  /** Brings the row of an order to the fore. */
  showOrder(orderId: string): void;
  /** The order that was asked for, until another one is; a new object each time. */
  shownOrder: { key: string } | undefined;
  /** Every order of the account, in the order of its table. */
  orders: OrderList;
  /** Lists what is open and asks once. */
  cancelAll(): void;
  /** The same for some of it. */
  cancelSome(rows: OrderRow[]): void;
  /** Names all that closing these, or everything, does, and asks once. Everywhere: on every account. */
  wayOut(request: WayOutRequest, isEverywhere?: boolean): void;
};

export const [DeskContext, useDesk] = neededContext<DeskControl>('the desk around it');

/** Apart from the desk: it is another one with every key, and only what shows it is drawn again. */
export const [TicketContext, useDeskTicket] = neededContext<TicketControl>('a ticket around it');
