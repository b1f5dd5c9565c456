// What open orders keep back: money, which the buying power may not hold that was read before, and shares of a position,
// which what is available of it may not hold.
import { isOpen, type Order, type Position } from '#contract/orders.ts';
import { positionIn } from '#main/domain/orders/exits.ts';
import { isShort } from '#main/domain/orders/holdings.ts';
import { bareSymbol } from '#main/domain/orders/order-terms.ts';

/** How often something was kept back, or let go, until a moment. */
export type ReserveMark = { reserves: number; holds: number };

export function createReserves() {
  let reserves = 0;
  let holds = 0;
  /** Which change of the shares was the last one of a symbol. */
  const held = new Map<string, number>();
  return {
    /** An order is another than it was. */
    note(before: Order | undefined, order: Order, positions: readonly Position[]): void {
      if (keptBy(before) === keptBy(order)) return;
      const position = positionIn(positions, order.symbol);
      // A close reserves no money, and an order that opens no shares.
      if (!position || isShort(position) === (order.side === 'sell')) reserves++;
      else held.set(bareSymbol(order.symbol), ++holds);
    },
    mark: (): ReserveMark => ({ reserves, holds }),
    hasHeldSince: (symbol: string, { holds: then = holds }: Partial<ReserveMark>): boolean =>
      (held.get(bareSymbol(symbol)) ?? 0) > then,
  };
}

/** What may keep something back while it is open; nothing of an order that is not. */
const keptBy = (order: Order | undefined): string =>
  order && isOpen(order.status)
    ? [order.qty, order.notional, order.limitPrice, order.stopPrice].join()
    : '';
