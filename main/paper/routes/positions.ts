// /v2/positions: reading and closing.
import type { FastifyInstance } from 'fastify';
import type { Engine } from '#main/paper/engine/create-engine.ts';
import { queryFlag, queryQuantity } from '#main/paper/routes/query.ts';
import '#main/paper/routes/caller.ts';

type BySymbol = { Params: { symbol: string } };

export function registerPositionRoutes(app: FastifyInstance, { engine }: { engine: Engine }): void {
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
