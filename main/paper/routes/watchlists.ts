// /v2/watchlists, by id and by name.
import { badParameter } from '#main/paper/refusal.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Engine } from '#main/paper/engine/create-engine.ts';
import { isUuid } from '#main/paper/ids.ts';
import type { WatchlistKey } from '#main/paper/engine/watchlists.ts';
import { queryText } from '#main/paper/routes/query.ts';

export function registerWatchlistRoutes(app: FastifyInstance, engine: Engine): void {
  const { watchlists } = engine;
  app.get('/v2/watchlists', (request) => watchlists.all(request.caller.accountId));
  app.post('/v2/watchlists', (request) =>
    watchlists.create(request.caller.accountId, request.body),
  );
  registerOne(app, engine, '/v2/watchlists/:id', byId);
  registerOne(app, engine, '/v2/watchlists::by_name', byName);
  app.delete<{ Params: { symbol: string } }>('/v2/watchlists/:id/:symbol', (request) =>
    watchlists.removeSymbol(request.caller.accountId, byId(request), request.params.symbol),
  );
}

function registerOne(
  app: FastifyInstance,
  { watchlists }: Engine,
  path: string,
  keyOf: (request: FastifyRequest) => WatchlistKey,
): void {
  app.get(path, (request) => watchlists.get(request.caller.accountId, keyOf(request)));
  app.put(path, (request) =>
    watchlists.update(request.caller.accountId, keyOf(request), request.body),
  );
  app.post(path, (request) =>
    watchlists.add(request.caller.accountId, keyOf(request), request.body),
  );
  app.delete(path, (request, reply) => {
    watchlists.remove(request.caller.accountId, keyOf(request));
    return reply.code(204).send();
  });
}

function byId(request: FastifyRequest): WatchlistKey {
  const { id } = request.params as { id: string };
  if (!isUuid(id)) throw badParameter('watchlist_id is not a valid UUID');
  return { id };
}

function byName({ query }: FastifyRequest): WatchlistKey {
  const name = queryText(query, 'name');
  if (name === undefined) throw badParameter('name query parameter is required');
  return { name };
}
