import type { OrderRow } from '#renderer/trading/orders/order-rows.ts';

/** What the table of orders does with its rows. */
export type OrderActions = {
  cancel(orderId: string): Promise<void>;
  change(orderId: string): void;
  evidence(intentId: string): void;
  isElsewhere(row: OrderRow): boolean;
  /** What a sentence says while amounts are hidden. */
  hide(text: string): string;
  isFolded(row: OrderRow): boolean;
  isSelected(row: OrderRow): boolean;
  /** Hides the legs of an order, or shows them again. */
  fold(row: OrderRow): void;
};
