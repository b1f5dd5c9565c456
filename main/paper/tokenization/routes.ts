// The four tokenization operations.
import type { FastifyInstance } from 'fastify';
import { invalid } from '#main/paper/server/refusals.ts';
import { parseFilters } from '#main/paper/tokenization/filters.ts';
import { parseIdempotencyKey } from '#main/paper/tokenization/mint-body.ts';
import { toWire } from '#main/paper/tokenization/request.ts';
import type { Tokenization } from '#main/paper/tokenization/tokenization.ts';
import '#main/paper/routes/caller.ts';

type Query = { Querystring: Record<string, unknown> };

const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;

export function registerTokenizationRoutes(app: FastifyInstance, tokenization: Tokenization): void {
  app.post('/v2/tokenization/mint', (request, reply) => {
    const { accountId } = request.caller;
    tokenization.admit(accountId);
    const key = parseIdempotencyKey(request.headers['idempotency-key']);
    const { answer, replayed } = tokenization.mint(accountId, request.body, key);
    if (replayed) reply.header('idempotent-replayed', 'true');
    return reply.type('application/json; charset=utf-8').send(answer);
  });

  app.get<Query>('/v2/tokenization/requests', (request) => {
    tokenization.admit(request.caller.accountId);
    return tokenization
      .list(request.caller.accountId, parseFilters(request.query))
      .map((item) => toWire(item));
  });

  app.get<Query>('/v2/tokenization/requests::by_client_request_id', (request) => {
    tokenization.admit(request.caller.accountId);
    const label = request.query['client_request_id'];
    if (typeof label !== 'string' || label === '') {
      throw invalid('client_request_id query parameter is required');
    }
    return toWire(tokenization.getByLabel(request.caller.accountId, label));
  });

  app.get<{ Params: { id: string } }>('/v2/tokenization/requests/:id', (request) => {
    tokenization.admit(request.caller.accountId);
    const { id } = request.params;
    if (!UUID.test(id)) throw invalid('tokenization_request_id is not a valid UUID');
    return toWire(tokenization.get(request.caller.accountId, id.toLowerCase()));
  });
}
