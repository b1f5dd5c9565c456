// The client's answers in the words of the order protocol.
import { describeFailure, isNotFound, type Result } from '#contract/failure.ts';
import type { Order } from '#contract/orders.ts';
import type { Client } from '#main/broker/client.ts';
import type { Sent } from '#main/broker/http/sent.ts';
import type { Outcome } from '#main/account/intents/judge.ts';
import type { CancelAnswer, Lookup, TradingBroker } from '#main/account/intents/ports.ts';

type Calls = Pick<
  Client,
  'placeRaw' | 'replaceRaw' | 'cancel' | 'cancelAll' | 'order' | 'orderByClientId'
>;

export function createWireBroker(client: Calls): TradingBroker {
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

function outcomeOf(sent: Sent<Order>): Outcome {
  if (sent.kind !== 'answer') return sent;
  const { status, result, message, requestId } = sent;
  return {
    kind: 'answer',
    status,
    message,
    ...(result.ok && { record: result.value }),
    ...(requestId !== undefined && { requestId }),
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
