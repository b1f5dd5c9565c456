// What trading asks of the broker, and the client's answers in those words. Tests put a broker of their own here.
import { describeFailure, isNotFound, type Result } from '#contract/failure.ts';
import type { Order } from '#contract/orders.ts';
import { outcomeOf, type AttemptOutcome } from '#main/account/intents/judge.ts';
import type { SendOptions } from '#main/account/intents/ports.ts';
import type { Client } from '#main/broker/client.ts';
import type { Sent } from '#main/broker/http/sent.ts';

export type Lookup =
  | { kind: 'found'; order: Order }
  | { kind: 'missing' }
  | { kind: 'silent'; reason: string };

export type CancelAnswer =
  /** Taken: the outcome arrives as events. */
  | { kind: 'asked' }
  /** 404 or 422: the order must be read to know why. */
  | { kind: 'declined'; text: string }
  /** It did not leave. */
  | { kind: 'not-sent'; reason: string }
  | { kind: 'silent'; reason: string };

/** Every call answers or throws in bounded time. */
export type OrderBroker = {
  place(body: string, options: SendOptions): Promise<AttemptOutcome<Order>>;
  replace(orderId: string, body: string, options: SendOptions): Promise<AttemptOutcome<Order>>;
  /** `onLeaving` is called right before the first byte. */
  cancel(orderId: string, onLeaving?: () => void): Promise<CancelAnswer>;
  /** Everything that is open on the account, whoever placed it. */
  cancelEverything(): Promise<CancelAnswer>;
  byClientOrderId(clientOrderId: string): Promise<Lookup>;
  /** With its legs. */
  byId(orderId: string): Promise<Lookup>;
};

/** The book, as far as orders are concerned: written first, published afterwards. */
export type OrderBook = {
  order(orderId: string): Order | undefined;
  /** Live: told as it happened. */
  putOrders(orders: readonly Order[], isLive?: boolean): void;
};

type Calls = Pick<
  Client,
  'placeRaw' | 'replaceRaw' | 'cancel' | 'cancelAll' | 'order' | 'orderByClientId'
>;

export function createOrderBroker(client: Calls): OrderBroker {
  return {
    place: async (body, options) => outcomeOf(await client.placeRaw(body, options)),
    replace: async (orderId, body, options) =>
      outcomeOf(await client.replaceRaw(orderId, body, options)),
    cancel: async (orderId, onLeaving) =>
      cancelAnswerOf(
        await client.cancel(orderId, {
          beforeSend() {
            onLeaving?.();
            return undefined;
          },
        }),
      ),
    cancelEverything: async () => cancelAnswerOf(await client.cancelAll()),
    byClientOrderId: async (clientOrderId) => lookupOf(await client.orderByClientId(clientOrderId)),
    byId: async (orderId) => lookupOf(await client.order(orderId)),
  };
}

function cancelAnswerOf(sent: Sent<unknown>): CancelAnswer {
  if (sent.kind === 'not-sent') return sent;
  if (sent.kind === 'lost') return { kind: 'silent', reason: sent.reason };
  if (sent.status >= 200 && sent.status <= 299) return { kind: 'asked' };
  return sent.status === 404 || sent.status === 422
    ? { kind: 'declined', text: sent.message }
    : { kind: 'silent', reason: `${sent.status}: ${sent.message}` };
}

function lookupOf(result: Result<Order>): Lookup {
  if (result.ok) return { kind: 'found', order: result.value };
  return isNotFound(result.failure)
    ? { kind: 'missing' }
    : { kind: 'silent', reason: describeFailure(result.failure) };
}
