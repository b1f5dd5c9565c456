// Orders and positions. What changes an order answers a Sent, for the order protocol to judge; bodies come in as the
// bytes that were recorded, and leave unchanged.
import { z } from 'zod';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { Order, Position } from '#contract/orders.ts';
import type { Lane } from '#main/broker/budget/budget.ts';
import type { Caller } from '#main/broker/calls/caller.ts';
import { Id, Name, When, type HandOver, type PagingOptions } from '#main/broker/calls/inputs.ts';
import {
  changeOperation,
  decodeNothing,
  pagedOperation,
  readOperation,
} from '#main/broker/calls/operation.ts';
import type { Sent } from '#main/broker/http/sent.ts';
import {
  decodeCancelStatuses,
  decodeOrder,
  decodeOrders,
  decodePositions,
  type CancelStatus,
} from '#main/wire/orders.ts';
import { listOf, type Listed, type Tell } from '#main/wire/oddities.ts';
import { pathWith } from '#main/wire/paths.ts';

const OrderFilters = z.strictObject({
  /** The broker's default is open. */
  status: z.enum(['open', 'closed', 'all']).optional(),
  /** Submitted later than this; exclusive. */
  after: When.optional(),
  /** Legs inside their parents instead of beside them. */
  nested: z.boolean().optional(),
});
type OrderFilters = z.infer<typeof OrderFilters>;

export type OrderCalls = {
  placeRaw(body: string, handOver?: HandOver): Promise<Sent<Order>>;
  /** The answer is the new order; the old one names it in `replacedBy`. */
  replaceRaw(orderId: string, body: string, handOver?: HandOver): Promise<Sent<Order>>;
  /** 2xx means 'asked'; the outcome arrives as events. */
  cancel(orderId: string, handOver?: HandOver): Promise<Sent<null>>;
  /** Everything on the account, whoever placed it. */
  cancelAll(handOver?: HandOver): Promise<Sent<CancelStatus[]>>;
  /** With its legs. Somebody waits for it, unless another lane is named. */
  order(orderId: string, signal?: AbortSignal, lane?: Lane): Promise<Result<Order>>;
  orderByClientId(clientOrderId: string, signal?: AbortSignal, lane?: Lane): Promise<Result<Order>>;
  /**
   * Newest first, page by page until there is no more (or until `after` is passed); each order once. One that has no id
   * is left out: nobody can ask for it or cancel it, and the list says that it lacks it.
   */
  allOrders(filters?: OrderFilters, options?: PagingOptions): Promise<Result<Listed<Order>>>;
  /** What leaves first and is answered last is never older than what was answered before. */
  positions: ReadNow<Listed<Position>>;
};

const ANOTHER = 'The broker answered with another record than the order that was asked for.';
const PAGE = 500;
const Body = z.string().min(2).max(65_536);

export function createOrderCalls(rest: Caller): OrderCalls {
  const replace = changeOperation(rest, {
    input: z.object({ orderId: Id, body: Body }),
    lane: 'place',
    request: ({ orderId, body }) => ({
      method: 'PATCH',
      path: `/v2/orders/${orderId}`,
      body,
      isAlone: true,
    }),
    decode: decodeOrder,
  });
  const cancelAll = changeOperation(rest, {
    input: z.undefined(),
    lane: 'cancel-all',
    request: () => ({ method: 'DELETE', path: '/v2/orders' }),
    decode: decodeCancelStatuses,
  });
  const readPositions = readOperation(rest, {
    input: z.undefined(),
    lane: 'read',
    path: () => '/v2/positions',
    decode: decodePositions,
  });
  const readAllOrders = pagedOperation(rest, {
    what: 'orders',
    input: OrderFilters.default({}),
    lane: 'read',
    path: allOrdersPath,
    decode(json, filters, tell) {
      const page = decodeOrders(json, tell);
      if (!page.ok) return page;
      const last = page.value.at(-1);
      // A short page does not mean the last one (a broker may cap the limit): only an empty one does.
      const next = last && !isNotAfter(last, filters.after) ? last.id : undefined;
      return ok({ items: page.value, next });
    },
  });

  return {
    placeRaw: changeOperation(rest, {
      input: Body,
      lane: 'place',
      request: (body) => ({ method: 'POST', path: '/v2/orders', body, isAlone: true }),
      decode: decodeOrder,
    }),
    replaceRaw: (orderId, body, handOver) => replace({ orderId, body }, handOver),
    cancel: changeOperation(rest, {
      input: Id,
      lane: 'cancel',
      request: (orderId) => ({ method: 'DELETE', path: `/v2/orders/${orderId}` }),
      decode: decodeNothing,
    }),
    cancelAll: (handOver) => cancelAll(undefined, handOver),
    order: readOperation(rest, {
      input: Id,
      lane: 'lookup',
      path: (orderId) => `/v2/orders/${orderId}?nested=true`,
      decode: (json, tell, orderId) => decodeAsked(json, tell, (order) => order.id === orderId),
    }),
    orderByClientId: readOperation(rest, {
      input: Name.max(128),
      lane: 'lookup',
      path: (clientOrderId) => pathWith('/v2/orders:by_client_order_id', { clientOrderId }),
      decode: (json, tell, clientOrderId) =>
        decodeAsked(json, tell, (order) => order.clientOrderId === clientOrderId),
    }),
    async allOrders(filters, options) {
      const orders = await readAllOrders(filters, options);
      if (!orders.ok) return orders;
      const { value } = orders;
      const once = new Map(value.map((order) => [order.id, order]));
      const wanted = [...once.values()].filter((order) => !isNotAfter(order, filters?.after));
      return ok(listOf(wanted, value.unread ?? []));
    },
    positions: newestOf((...how) => readPositions(undefined, ...how)),
  };
}

/** Another record is the answer to another question, and says nothing: an account has an id and a status too. */
function decodeAsked(
  json: unknown,
  tell: Tell | undefined,
  isAsked: (order: Order) => boolean,
): Result<Order> {
  const read = decodeOrder(json, tell);
  if (!read.ok || isAsked(read.value)) return read;
  return fail({ kind: 'unavailable', status: 200, message: ANOTHER });
}

/** `onSend` is told whenever the question leaves, which may be long after it was asked. */
type ReadNow<T> = (signal?: AbortSignal, lane?: Lane, onSend?: () => void) => Promise<Result<T>>;

/** An urgent question overtakes others. What it brought was read within their time, and answers them too. */
function newestOf<T>(read: ReadNow<T>): ReadNow<T> {
  let sent = 0;
  let newest: { nth: number; answer: Result<T> } | undefined;
  return async (signal, lane, onSend) => {
    let nth = 0;
    const answer = await read(signal, lane, () => {
      nth = ++sent;
      onSend?.();
    });
    if (!answer.ok) return answer;
    if (newest && newest.nth > nth) return newest.answer;
    newest = { nth, answer };
    return answer;
  };
}

/** `after` never travels: it may not go with a cursor, and it would be lost on the second page. */
function allOrdersPath(filters: OrderFilters, beforeOrderId: string | undefined): string {
  const { after: _after, ...rest } = filters;
  return pathWith('/v2/orders', { ...rest, limit: PAGE, direction: 'desc', beforeOrderId });
}

/** Unknown times count as later: an order is rather shown than lost. */
function isNotAfter(order: Order, after: string | undefined): boolean {
  if (after === undefined) return false;
  return Date.parse(order.submittedAt ?? order.createdAt ?? '') <= Date.parse(after);
}
