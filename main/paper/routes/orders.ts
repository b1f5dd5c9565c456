// /v2/orders and /v2/positions: placing, listing, changing and canceling orders; listing and closing positions.
import { badParameter } from '#main/paper/refusal.ts';
import type { FastifyInstance } from 'fastify';
import type { Engine } from '#main/paper/engine/create-engine.ts';
import type { OrderFilter } from '#main/paper/engine/orders.ts';
import {
  queryChoice,
  queryFlag,
  queryInteger,
  queryList,
  queryQuantity,
  queryText,
  queryTime,
} from '#main/paper/routes/query.ts';

type ById = { Params: { id: string } };
type BySymbol = { Params: { symbol: string } };

const DEFAULT_LIMIT = 50;
const MOST_ORDERS = 500;
const OTHER_CLASSES = new Set([
  'us_option',
  'crypto',
  'crypto_perp',
  'treasury',
  'corporate',
  'global_equity',
  'us_index',
  'us_equity_chain',
  'ipo',
]);

export function registerOrderRoutes(app: FastifyInstance, engine: Engine): void {
  app.post('/v2/orders', (request) => engine.place(request.caller.accountId, request.body));
  app.get('/v2/orders', (request) => {
    const filter = readFilter(request.query);
    return isEquityAsked(request.query) ? engine.list(request.caller.accountId, filter) : [];
  });
  app.delete('/v2/orders', (request, reply) =>
    reply.code(207).send(engine.cancelAll(request.caller.accountId)),
  );
  app.get('/v2/orders::by_client_order_id', (request) => {
    const clientOrderId = queryText(request.query, 'client_order_id');
    if (clientOrderId === undefined)
      throw badParameter('client_order_id query parameter is required');
    return engine.getByClientOrderId(request.caller.accountId, clientOrderId);
  });
  app.get<ById>('/v2/orders/:id', (request) =>
    engine.get(request.caller.accountId, request.params.id, queryFlag(request.query, 'nested')),
  );
  app.patch<ById>('/v2/orders/:id', (request) =>
    engine.replace(request.caller.accountId, request.params.id, request.body),
  );
  app.delete<ById>('/v2/orders/:id', (request, reply) => {
    engine.cancel(request.caller.accountId, request.params.id);
    return reply.code(204).send();
  });
  registerPositions(app, engine);
}

function registerPositions(app: FastifyInstance, engine: Engine): void {
  app.get('/v2/positions', (request) => engine.positions(request.caller.accountId));
  app.delete('/v2/positions', (request, reply) => {
    const cancelOrders = queryFlag(request.query, 'cancel_orders');
    return reply.code(207).send(engine.closePositions(request.caller.accountId, cancelOrders));
  });
  app.get<BySymbol>('/v2/positions/:symbol', (request) =>
    engine.position(request.caller.accountId, request.params.symbol),
  );
  app.delete<BySymbol>('/v2/positions/:symbol', (request) =>
    engine.closePosition(request.caller.accountId, request.params.symbol, {
      qty: queryQuantity(request.query, 'qty'),
      percentage: queryQuantity(request.query, 'percentage'),
    }),
  );
}

function readFilter(query: unknown): OrderFilter {
  const filter: OrderFilter = {
    status: queryChoice(query, 'status', ['open', 'closed', 'all']) ?? 'open',
    limit: queryInteger(query, 'limit', { from: 1, to: MOST_ORDERS }) ?? DEFAULT_LIMIT,
    after: queryTime(query, 'after'),
    until: queryTime(query, 'until'),
    direction: queryChoice(query, 'direction', ['asc', 'desc']) ?? 'desc',
    nested: queryFlag(query, 'nested'),
    symbols: queryList(query, 'symbols'),
    side: queryChoice(query, 'side', ['buy', 'sell']),
    beforeOrderId: queryText(query, 'before_order_id'),
    afterOrderId: queryText(query, 'after_order_id'),
  };
  const hasCursor = filter.beforeOrderId !== undefined || filter.afterOrderId !== undefined;
  if (filter.beforeOrderId !== undefined && filter.afterOrderId !== undefined) {
    throw badParameter('only one of before_order_id and after_order_id is accepted');
  }
  if (hasCursor && (filter.after !== undefined || filter.until !== undefined)) {
    throw badParameter('before_order_id and after_order_id cannot be combined with after or until');
  }
  return filter;
}

/** Only equities are traded here: other classes are known, and empty. */
function isEquityAsked(query: unknown): boolean {
  const classes = queryList(query, 'asset_class');
  if (!classes) return true;
  for (const each of classes) {
    if (each !== 'us_equity' && each !== 'all' && !OTHER_CLASSES.has(each)) {
      throw badParameter(`invalid asset_class: ${each.slice(0, 40)}`);
    }
  }
  return classes.includes('us_equity') || classes.includes('all');
}
