// What trading asks of the broker, and the client's answers in those words. Tests put a broker of their own here.
import { describeFailure, isNotFound, type Result } from '#contract/failure.ts';
import type { Order } from '#contract/orders.ts';
import { outcomeOf, type AttemptOutcome } from '#main/account/intents/judge.ts';
import type { AttemptOptions } from '#main/account/intents/ports.ts';
import type { Lane } from '#main/broker/budget/budget.ts';
import type { Client } from '#main/broker/client.ts';
import type { Sent } from '#main/broker/http/sent.ts';
import type { Listed } from '#main/wire/oddities.ts';

export type Lookup =
  | { kind: 'found'; order: Order }
  | { kind: 'missing' }
  | { kind: 'silent'; reason: string };

export type CancelAnswer =
  /** Taken: the outcome arrives as events. Of many, `taken` has those for which the broker said so. */
  | { kind: 'asked'; taken?: readonly string[] }
  /** 422, or 404 where it is unknown: the order must be read to know why. */
  | { kind: 'declined'; text: string; isUnknown?: true }
  /** It did not leave. */
  | { kind: 'not-sent'; reason: string }
  | { kind: 'silent'; reason: string };

/** Every call answers or throws in bounded time. */
export type OrderBroker = {
  place(body: string, options: AttemptOptions): Promise<AttemptOutcome<Order>>;
  replace(orderId: string, body: string, options: AttemptOptions): Promise<AttemptOutcome<Order>>;
  /** Right before the first byte `isOver` may say that it is not needed any more; else `onLeaving` is called. */
  cancel(orderId: string, onLeaving?: () => void, isOver?: () => boolean): Promise<CancelAnswer>;
  /** Everything that is open on the account when it arrives, whoever placed it. */
  cancelEverything(beforeSend?: () => string | undefined): Promise<CancelAnswer>;
  /** Somebody waits for it, unless another lane is named. */
  byClientOrderId(clientOrderId: string, lane?: Lane): Promise<Lookup>;
  /** With its legs. */
  byId(orderId: string, lane?: Lane): Promise<Lookup>;
  /** Everything that is open, with its legs; undefined when there was no answer. It says when it lacks one. */
  listOpen(): Promise<Listed<Order> | undefined>;
};

/** The book, as far as orders are concerned: written first, published afterwards. */
export type OrderBook = {
  order(orderId: string): Order | undefined;
  /** Live: told as it happened. */
  putOrders(orders: readonly Order[], isLive?: boolean): void;
};

type Calls = Pick<
  Client,
  'placeRaw' | 'replaceRaw' | 'cancel' | 'cancelAll' | 'order' | 'orderByClientId' | 'allOrders'
>;

export function createOrderBroker(client: Calls): OrderBroker {
  return {
    place: async (body, options) => outcomeOf(await client.placeRaw(body, options)),
    replace: async (orderId, body, options) =>
      outcomeOf(await client.replaceRaw(orderId, body, options)),
    cancel: async (orderId, onLeaving, isOver) =>
      cancelAnswerOf(
        await client.cancel(orderId, {
          beforeSend() {
            if (isOver?.()) return 'the order has ended';
            onLeaving?.();
            return undefined;
          },
        }),
      ),
    async cancelEverything(beforeSend) {
      const sent = await client.cancelAll({ ...(beforeSend && { beforeSend }) });
      const answer = cancelAnswerOf(sent);
      if (answer.kind !== 'asked' || sent.kind !== 'answer' || !sent.result.ok) return answer;
      const taken = sent.result.value.filter(({ status }) => status >= 200 && status <= 299);
      return { ...answer, taken: taken.map(({ id }) => id) };
    },
    byClientOrderId: async (clientOrderId, lane) =>
      lookupOf(await client.orderByClientId(clientOrderId, undefined, lane)),
    byId: async (orderId, lane) => lookupOf(await client.order(orderId, undefined, lane)),
    async listOpen() {
      const listed = await client.allOrders({ status: 'open', nested: true });
      return listed.ok ? listed.value : undefined;
    },
  };
}

function cancelAnswerOf(sent: Sent<unknown>): CancelAnswer {
  if (sent.kind === 'not-sent') return sent;
  if (sent.kind === 'lost') return { kind: 'silent', reason: sent.reason };
  if (sent.status >= 200 && sent.status <= 299) return { kind: 'asked' };
  return sent.status === 404 || sent.status === 422
    ? { kind: 'declined', text: sent.message, ...(sent.status === 404 && { isUnknown: true }) }
    : { kind: 'silent', reason: `${sent.status}: ${sent.message}` };
}

function lookupOf(result: Result<Order>): Lookup {
  if (result.ok) return { kind: 'found', order: result.value };
  return isNotFound(result.failure)
    ? { kind: 'missing' }
    : { kind: 'silent', reason: describeFailure(result.failure) };
}
