// The edges of the protocol, made so that nothing which throws out there can end following in here: a question that
// breaks counts as unanswered, and whoever listens to the book or to the news hears it or not.
import type { Log } from '#main/ports.ts';
import type { OrderBook, OrderBroker } from '#main/account/orders/order-broker.ts';
import { safely } from '#main/tools/safely.ts';

const BROKEN = { kind: 'silent', reason: 'something went wrong inside Ballast' } as const;

/** Placing and replacing are left as they are: what their breaking means depends on whether bytes left. */
export function safeBroker(broker: OrderBroker, log: Log): OrderBroker {
  async function or<T, B>(broken: B, what: string, ask: () => Promise<T>): Promise<T | B> {
    try {
      return await ask();
    } catch (error) {
      log('error', `${what} failed`, { error: String(error) });
      return broken;
    }
  }
  const orSilent = <T>(what: string, ask: () => Promise<T>) => or(BROKEN, what, ask);
  return {
    place: (body, options) => broker.place(body, options),
    replace: (orderId, body, options) => broker.replace(orderId, body, options),
    cancel: (...asked) => orSilent('canceling', () => broker.cancel(...asked)),
    cancelEverything: (...asked) =>
      orSilent('canceling everything', () => broker.cancelEverything(...asked)),
    byClientOrderId: (...asked) =>
      orSilent('looking up an order', () => broker.byClientOrderId(...asked)),
    byId: (...asked) => orSilent('reading an order', () => broker.byId(...asked)),
    listOpen: () => or(undefined, 'listing the orders', () => broker.listOpen()),
  };
}

export const safeBook = (book: OrderBook, log: Log): OrderBook => ({
  order: (orderId) => book.order(orderId),
  putOrders: safely((orders, isLive) => book.putOrders(orders, isLive), log),
});
